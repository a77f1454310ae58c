"""Proves a bundle: in the target interpreter it gives the same reports as its source, from an empty folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bcisub.model.errors import StoppedError, SubmissionError
from bcisub.model.finding import ERROR, declare
from bcisub.model.record import RunRecord
from bcisub.model.scratch import scratch
from bcisub.model.track import Layout
from bcisub.project.bundle import unpacked
from bcisub.project.missing_module import advice_on
from bcisub.project.project import Project
from bcisub.replay.options import RunOptions
from bcisub.replay.source import open_source

PROOF_FAILED = declare("proof-failed", ERROR)
REPORTS_DIFFER = declare("reports-differ", ERROR)
SECONDS = 40
"""Length of the block that is replayed."""
DATA = "cali_A"


@dataclass(frozen=True)
class Proof:
    """What the two short runs showed."""

    reports: int
    same_as_source: bool = True
    ran: bool = True
    """False of a bundle that was forced although its proof failed."""

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {"ran": self.ran, "reports": self.reports, "same_as_source": self.same_as_source}


def prove(
    project: Project, layout: Layout, bundle: Path, python: Path, version: str, note: Callable[[str], None]
) -> Proof:
    """Run source and bundle, each in its layout, over the same short block; raise unless both finish alike."""
    note("Proving: the source …")
    source = _run(project, python)
    if not source.end.complete:
        raise _failed(
            project, source, f"The submission fails on Python {version}", "Mend it, then try: bcisub eval --quick"
        )
    note("Proving: the bundle, from an empty folder …")
    with unpacked(bundle) as folder:
        packed = _run(replace(project, root=folder, layout=layout), python)
    if not packed.end.complete:
        raise _failed(
            project,
            packed,
            "The source runs, the bundle does not",
            "Something it needs was left out of the bundle, or is looked for outside the submission.",
        )
    if source.said() != packed.said():
        again = _run(project, python)
        random = source.said() != again.said()
        raise SubmissionError(
            "The submission gives other reports every time, so the bundle cannot be compared with its source."
            if random
            else "The bundle gives other reports than its source.",
            where=project.layout.entry,
            hint="Seed the random numbers." if random else "A file it reads is not in the bundle, or differs there.",
            code=REPORTS_DIFFER.code,
        )
    return Proof(len(packed.said()))


def _run(project: Project, python: Path) -> RunRecord:
    options = RunOptions(quick=True, samples=SECONDS * project.track.fs, ignore_compute=True, readings=project.readings)
    with scratch() as folder:
        record = open_source(DATA, project, options).replay(python, folder)
    if record.end.how == "interrupted":
        raise StoppedError("You stopped the proof; no bundle was written.")
    return record


def _failed(project: Project, record: RunRecord, what: str, hint: str) -> SubmissionError:
    detail = f"\n{record.end.detail.rstrip()}" if record.end.detail else ""
    return SubmissionError(
        f"{what}: {record.end.message or record.end.how}{detail}",
        hint=advice_on(record.end, project) or hint,
        code=PROOF_FAILED.code,
    )
