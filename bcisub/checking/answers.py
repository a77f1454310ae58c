"""Answers that computing makes late, wherever a trial lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bcisub.model.record import RunRecord
from bcisub.model.track import Track
from bcisub.scoring.remarks import LATE_BY_COMPUTING


def first_late(track: Track, readings: Mapping[str, str], record: RunRecord) -> str | None:
    """The first report that computing makes late, in a trial of the try or in any, in words."""
    if track.compute_limit is None:
        return None
    for block in record.blocks:
        for report in block.reports:
            behind = report.clock - report.p / record.fs
            if behind > track.compute_limit:
                at = f"{block.truth.subject}/{block.truth.block}: the report at sample {report.p}"
                return f"{at} came {behind:.1f} s after its data"
    timed = replace(record, options={**record.options, "ignore_compute": False})
    late = [found for found in track.score(timed, readings).diagnostics if found.code == LATE_BY_COMPUTING.code]
    if not late or not late[0].first:
        return None
    first = late[0].first
    place = f"{first['subject']}/{first['block']}"
    return f"{place}: the report at sample {first['reported_at']} came in time, but for computing"
