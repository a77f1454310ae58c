"""`bcisub data convert --events`: a small table turns another experiment's events into the track's."""

from __future__ import annotations

from pathlib import Path

import pytest

from bcisub.data.converting.events import Target, mapped, read_table
from bcisub.model.errors import BcisubError


def test_event_tables(tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    path.write_text("# ours\nfrom,to,seconds\nT1,129,4\n33,242,\n34,0,\n", encoding="utf-8-sig")
    table = read_table(path)
    assert table == {"T1": Target(129, 4.0), "33": Target(242), "34": Target(0)}
    events, left = mapped([(10, 33), (20, 1), (30, 34), (50, 99)], [(20, "T1"), (70, "note")], table, 241, 100)
    assert events == [(10, 242), (20, 129), (420, 241)]
    assert left == ["99", "note"]


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,2\n",
        "from,to\nT1,256\n",
        "from,to\nT1,x\n",
        "from,to,seconds\nT1,1,long\n",
        "from,to,seconds\nT1,1,inf\n",
    ],
)
def test_bad_event_tables_are_refused_with_their_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "events.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BcisubError) as caught:
        read_table(path)
    assert str(path) in str(caught.value.where)
