"""SSVEP-6, TURING-6, META-8: a report that is no answer is told wherever it is made, in a trial or outside."""

from __future__ import annotations

import pytest

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks import get
from bcisub.tracks.turing.tables import TASKS

BEHAVIOUR, (TASK, *_) = next(iter(TASKS.items()))
STARTS = {"ssvep-async": 7, "turing": BEHAVIOUR << 3 | TASK, "metaverse": 130}


def said(value, p):
    return Report(p, p // 10, value, type(value).__name__, repr(value), p / 250)


def told(track, *reports):
    truth = BlockTruth("S1", "b", 1500, ((3, 242), (128, STARTS[track]), (1128, 241), (1499, 243)))
    record = RunRecord([BlockRecord(truth, 10, 150, 1500, list(reports))], RunEnd("finished"))
    found = [one for one in get(track).score(record, get(track).defaults()).diagnostics if one.code == "invalid-report"]
    return [(one.count, one.first["reported_at"]) for one in found]


@pytest.mark.parametrize(
    ("track", "good", "bad"),
    [("ssvep-async", 40, 41), ("ssvep-async", 4, "4"), ("turing", 7, 8), ("turing", 1, True),
     ("metaverse", "110000", "11000"), ("metaverse", "100001", 100001)],
)  # fmt: skip
@pytest.mark.parametrize("p", [10, 800, 900, 1400])
def test_a_report_that_is_no_answer_is_told_wherever_it_is(track, good, bad, p):
    assert told(track, said(good, p)) == []
    assert told(track, said(good, 5), said(bad, p)) == [(1, p)]
    assert told(track, said(bad, p), said(bad, 1490)) == [(2, p)]
