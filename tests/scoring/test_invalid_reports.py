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


@pytest.mark.parametrize("track", ["ssvep-async", "turing"])
@pytest.mark.parametrize("p", [10, 800])
def test_an_answer_that_is_no_int_is_told_with_its_type_and_count(track, p):
    """SSVEP-6, TURING-6: it counts, and `loose-answer` says that an int is safer."""
    truth = BlockTruth("S1", "b", 1500, ((3, 242), (128, STARTS[track]), (1128, 241), (1499, 243)))
    loose = [Report(p, p // 10, 7.0, "numpy.float64", "7.0", p / 250), said(True, p + 10)]
    record = RunRecord([BlockRecord(truth, 10, 150, 1500, [*loose, said(7, p + 20)])], RunEnd("finished"))
    found = {one.code: one for one in get(track).score(record, get(track).defaults()).diagnostics}
    assert (found["loose-answer"].level, found["loose-answer"].count) == ("info", 2)
    assert "7.0 (numpy.float64)" in found["loose-answer"].message
    assert "invalid-report" not in found
    strict = get(track).score(record, {**get(track).defaults(), "answer-type": "int"})
    assert {one.code: one.count for one in strict.diagnostics}["invalid-report"] == 2
    assert "loose-answer" not in {one.code for one in strict.diagnostics}


@pytest.mark.parametrize(
    ("track", "good", "bad"),
    [("ssvep-async", 40, 41), ("ssvep-async", 4, "4"), ("turing", 7, 8), ("turing", 1, "1"), ("turing", 7, None),
     ("metaverse", "110000", "11000"), ("metaverse", "100001", 100001)],
)  # fmt: skip
@pytest.mark.parametrize("p", [10, 800, 900, 1400])
def test_a_report_that_is_no_answer_is_told_wherever_it_is(track, good, bad, p):
    assert told(track, said(good, p)) == []
    assert told(track, said(good, 5), said(bad, p)) == [(1, p)]
    assert told(track, said(bad, p), said(bad, 1490)) == [(2, p)]
