"""Runs of ssvep-async through its scorer, in a line or two."""

from __future__ import annotations

from bcisub.tracks.ssvep_async.track import TRACK
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run


def verdicts(*blocks, readings=DEFAULTS, **options):
    return TRACK.score(run(*blocks, **options), readings).trials


def only(events, reports, **options):
    (verdict,) = verdicts(block(events, reports), **options)
    return verdict


def codes(result):
    return {diagnostic.code: diagnostic.count for diagnostic in result.diagnostics}


def idle_block(alarms, trials, subject):
    """A block with one perfect flicker trial of 2.02 s and `alarms` false alarms in `trials` idle trials."""
    events = [(1005, 7), *((2005 + 100 * number, 101) for number in range(trials))]
    reports = [report(1510, 7), *(report(2050 + 100 * number, 1) for number in range(alarms))]
    return block(events, reports, subject=subject)
