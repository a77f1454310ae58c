"""GAZE-2: the file of labels an index is made with."""

from __future__ import annotations

from pathlib import Path

import pytest

from bcisub.data.frame_index import Label, read_labels
from bcisub.model.errors import BcisubError


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "gbk"])
def test_gaze_2_labels_are_read_as_utf_8_or_gbk(tmp_path: Path, coding: str) -> None:
    file = tmp_path / "labels.csv"
    file.write_text("subject,group,frame,x,y\n张三,第一组,1,10,20\n", encoding=coding)
    assert read_labels(file) == ({("张三", "第一组", "1"): Label(("10", "20"), False)}, False)


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"\xff\xff\xff", "neither UTF-8 nor GBK"),
        (b"subject,frame,x,y\nS1,1,1," + b"9" * 140_000, "cannot be read: field larger"),
        (b"", "lacks the column 'subject'"),
    ],
)
def test_gaze_2_labels_that_cannot_be_read_are_named(tmp_path: Path, raw: bytes, what: str) -> None:
    file = tmp_path / "labels.csv"
    file.write_bytes(raw)
    with pytest.raises(BcisubError, match=what) as caught:
        read_labels(file)
    assert caught.value.where == str(file)


@pytest.mark.parametrize(
    ("row", "what"),
    [("S1,2,1,2,maybe", "'maybe', not 0 or 1"), ("S1,2,,,1", "calibration frame S1/1/2 has no label")],
)
def test_gaze_2_labels_whose_calibration_makes_no_sense_are_named_with_their_line(
    tmp_path: Path, row: str, what: str
) -> None:
    file = tmp_path / "labels.csv"
    file.write_text(f"subject,frame,x,y,calibration\nS1,1,1,2,yes\n{row}\n", encoding="utf-8")
    with pytest.raises(BcisubError, match=what) as caught:
        read_labels(file)
    assert caught.value.where == f"{file}:3"
