"""The readings of the turing track, each with numbers worked by hand."""

from __future__ import annotations

import pytest

from bcisub.model.record import RunEnd, RunRecord
from bcisub.tracks.turing.track import TRACK
from tests.tracks.turing.judged import DEFAULTS, code, codes, report, run


@pytest.mark.parametrize(
    ("p", "reading", "status"),
    [(2240, "under", "correct"), (2250, "under", "late"), (2250, "upto", "correct"), (2260, "upto", "late")],
)
def test_turing_11_five_seconds(p: int, reading: str, status: str) -> None:
    """Onset 1000: 2250 is 5 s exactly. Late is wrong and keeps its length."""
    result = TRACK.score(run([(1000, code(5, 5))], [report(p, 5)]), {**DEFAULTS, "five-seconds": reading})
    assert result.trials[0].status == status
    assert result.trials[0].extra["length"] == pytest.approx((p - 1000) / 250 + 0.5)
    assert ("late-report" in codes(result)) == (status == "late")


@pytest.mark.parametrize(("reading", "length"), [("5", 5.5), ("5.004", 5.504), ("trial", (3010 - 1000) / 250 + 0.5)])
def test_turing_12_missing_length(reading: str, length: float) -> None:
    """The next trigger at 3001 sits in the packet that ends at 3010."""
    record = run([(1000, code(5, 5)), (3001, code(5, 5))], [])
    result = TRACK.score(record, {**DEFAULTS, "missing-length": reading})
    assert result.trials[0].status == "missing"
    assert result.trials[0].extra["length"] == pytest.approx(length)
    assert codes(result)["no-report"] == 2


@pytest.mark.parametrize(("value", "status"), [("first", "correct"), ("wrong", "wrong")])
def test_turing_10_reading_repeats(value: str, status: str) -> None:
    """repeats=first and repeats=wrong: two reports in the trial; late and invalid ones stay what they are (C11)."""
    trials = [(1000, code(5, 5)), (3000, code(5, 5)), (5000, code(5, 5)), (7000, code(5, 5))]
    reports = [report(p, v) for p, v in ((1100, 5), (1110, 5), (3100, 9), (3110, 5), (6260, 5), (6270, 5), (7100, 5))]
    result = TRACK.score(run(trials, reports), {**DEFAULTS, "repeats": value})
    assert [v.status for v in result.trials] == [status, "invalid", "late", "correct"]
    assert result.trials[0].extra["length"] == pytest.approx(100 / 250 + 0.5), "the first report's, in both"
    assert codes(result)["second-report"] == 3


@pytest.mark.parametrize(("value", "status", "length"), [("next", "correct", 2.98), ("end", "missing", 5.5)])
def test_turing_10_reading_report_window(value: str, status: str, length: float) -> None:
    """report-window=next and report-window=end: 241 at 1555 sits in the packet that ends at 1560, report at 1620."""
    record = run([(1000, code(5, 5)), (1555, 241), (3000, code(5, 7))], [report(1620, 5), report(3100, 7)])
    result = TRACK.score(record, {**DEFAULTS, "report-window": value})
    assert [v.status for v in result.trials] == [status, "correct"]
    assert result.trials[0].extra["length"] == pytest.approx(length)
    assert result.stray_reports == (value == "end")
    on_its_packet = run([(1000, code(5, 5)), (1555, 241)], [report(1560, 5)])
    assert TRACK.score(on_its_packet, {**DEFAULTS, "report-window": value}).trials[0].correct


def test_turing_12_missing_length_trial_ends_with_the_window() -> None:
    """missing-length=trial under report-window=end: up to the packet of 241, 1560."""
    record = run([(1000, code(5, 5)), (1555, 241), (3000, code(5, 7))], [])
    result = TRACK.score(record, {**DEFAULTS, "missing-length": "trial", "report-window": "end"})
    assert result.trials[0].extra["length"] == pytest.approx((1560 - 1000) / 250 + 0.5)


@pytest.mark.parametrize(("value", "status", "length"), [("trigger", "late", 5.5), ("next-packet", "correct", 5.46)])
def test_reading_time_origin(value: str, status: str, length: float) -> None:
    """time-origin=trigger and time-origin=next-packet: trigger 1000, its packet ends at 1010, report at 2250."""
    result = TRACK.score(run([(1000, code(5, 5))], [report(2250, 5)]), {**DEFAULTS, "time-origin": value})
    assert (result.trials[0].status, result.trials[0].extra["length"]) == (status, pytest.approx(length))


def test_reading_block_tail_engine_2021_spares_the_runs_last_block() -> None:
    one = run([(1000, code(5, 5))], [report(1503, 5)], samples=1503)
    two = run([(1000, code(5, 5))], [report(1503, 5)], samples=1503, block="block_2")
    record = RunRecord([*one.blocks, *two.blocks], RunEnd("finished"))
    for value, expected in (("engine", ["missing", "missing"]), ("engine-2021", ["missing", "correct"])):
        result = TRACK.score(record, {**DEFAULTS, "block-tail": value})
        assert [v.status for v in result.trials] == expected


def test_reading_trigger_packet_engine_allows_an_immediate_report() -> None:
    """A trigger on a packet's first sample, 1000: the packet ends at 1010."""
    record = run([(1000, code(5, 5))], [report(1010, 5)])
    assert TRACK.score(record, DEFAULTS).stray_reports == 1
    assert TRACK.score(record, {**DEFAULTS, "trigger-packet": "engine"}).trials[0].correct


def test_reading_window_end_engine_gives_the_next_trigger_packet_to_nobody() -> None:
    record = run([(1000, code(5, 5)), (2001, code(5, 7))], [report(2010, 5)])
    result = TRACK.score(record, {**DEFAULTS, "window-end": "engine"})
    assert [v.status for v in result.trials] == ["missing", "missing"]
    assert result.stray_reports == 1


def test_reading_block_tail_engine_loses_a_report_on_the_last_packet() -> None:
    record = run([(1000, code(5, 5))], [report(1503, 5)], samples=1503)
    assert TRACK.score(record, DEFAULTS).trials[0].correct
    result = TRACK.score(record, {**DEFAULTS, "block-tail": "engine"})
    assert result.trials[0].status == "missing"
    assert codes(result)["report-lost-at-block-end"] == 1
