"""Which reports of a metaverse trial are effective, which one decides, and what is an answer (META-8, 11, 12)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bcisub.model.record import Report
from bcisub.model.track import Readings
from bcisub.tracks.metaverse.triggers import SUBJECTS

_DIGITS = re.compile(r"[01]{6}")


def well_formed(report: Report) -> bool:
    """META-8: a string of six binary digits with a subject 1-23."""
    value = report.value
    return isinstance(value, str) and bool(_DIGITS.fullmatch(value)) and 1 <= int(value[1:], 2) <= SUBJECTS


def effective(reports: Sequence[Report]) -> list[Report]:
    """META-11: the first report between two packets."""
    kept: list[Report] = []
    for report in reports:
        if not kept or kept[-1].packet != report.packet:
            kept.append(report)
    return kept


def deciding(reports: Sequence[Report], closes: int, readings: Readings) -> Report | None:
    """META-12: the last effective report; under `late-override=ignore` the last on time, if there is one."""
    if readings["late-override"] == "ignore":
        for report in reversed(reports):
            if report.p <= closes:
                return report
    return reports[-1] if reports else None
