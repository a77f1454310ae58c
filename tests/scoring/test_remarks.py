"""Diagnostics: one a code, counted, the worst first; and what every track says about how a run went (C8)."""

from __future__ import annotations

import pytest

from bcisub.model.finding import Finding
from bcisub.model.record import BlockTruth, RunEnd
from bcisub.scoring.remarks import Remarks, remarks_on_run
from tests.tracks.ssvep_async.records import block, run


def remarked(record):
    return {one.code: one for one in remarks_on_run(record).list()}


def test_one_entry_a_code_with_its_first_place_and_the_count_of_all():
    remarks = Remarks()
    remarks.add("a", "info", "first", "do", first={"p": 1})
    remarks.add("a", "info", "second", "do not", first={"p": 2}, count=4)
    (one,) = remarks.list()
    assert one == Finding("a", "info", "first", "do", count=5, first={"p": 1})


def test_errors_come_before_warnings_before_the_rest():
    remarks = Remarks()
    for code, level in [("i", "info"), ("w1", "warning"), ("e", "error"), ("w2", "warning")]:
        remarks.add(code, level, "", "")
    assert [one.code for one in remarks.list()] == ["e", "w1", "w2", "i"]


def test_a_whole_run_has_nothing_to_remark():
    assert remarked(run(block([]))) == {}


@pytest.mark.parametrize(("code", "level"), [("read-after-finish", "error"), ("report-before-data", "warning")])
def test_c8_notes_of_the_worker(code, level):
    record = run(block([]))
    record.notes = [{"code": code}, {"code": code}, {"code": "something-new"}]
    found = remarked(record)
    assert list(found) == [code]
    assert (found[code].level, found[code].count) == (level, 2)
    assert found[code].hint


def test_c8_how_a_run_was_cut_off_is_an_error():
    found = remarked(run(block([], delivered=10), end=RunEnd("signal", "killed by signal 9")))
    assert list(found) == ["run-signal"]
    assert (found["run-signal"].level, "signal 9" in found["run-signal"].message) == ("error", True)


def test_returning_early_is_a_warning():
    assert remarked(run(block([], samples=100, delivered=90)))["stopped-early"].level == "warning"
    unread = run(block([]))
    unread.unread = [BlockTruth("S01", "block_2", 100, ())]
    assert list(remarked(unread)) == ["stopped-early"]


@pytest.mark.parametrize(("packets", "delivered", "early"), [(3, 30, False), (3, 21, False), (3, 20, True)])
def test_a_stream_that_ends_before_its_recording_is_read_out_with_its_last_packet_emo_4(packets, delivered, early):
    """A hundred samples were recorded, three packets of ten are sent."""
    record = run(block([], samples=100, delivered=delivered))
    record.blocks[0].packet, record.blocks[0].packets = 10, packets
    assert ("stopped-early" in remarked(record)) is early
