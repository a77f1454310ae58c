"""What a submission is looked at for before it is packed: an error that loses the score is refused, or kept and told.

The looks and the plain try are those of `check`; what they find means the same here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from bcisub.checking import static_checks as looks
from bcisub.checking.check import inside, upload_of
from bcisub.checking.file_checks import refuse
from bcisub.checking.scenarios import plain_of
from bcisub.checking.trial_runs import Tries
from bcisub.evaluation.follower import Follower
from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, KINDS, Finding
from bcisub.model.scratch import scratch
from bcisub.project.project import Project

_FORCE = "--force packs it all the same."


class Examination:
    """Takes what is found; without `force` the first error ends the packing."""

    def __init__(self, project: Project, relaid: Path, *, force: bool) -> None:
        self._project = project
        self._roots = (project.root, relaid)
        self._force = force
        self.faults: list[Finding] = []
        """Errors that were forced; the bundle's JSON tells them."""

    def weigh(self, findings: Iterable[Finding]) -> None:
        """Refuse errors, or keep them; warnings are for `check`."""
        errors = [inside(finding, self._roots) for finding in findings if finding.level == ERROR]
        if not self._force:
            hints = (f"{one.hint} {_FORCE}" if one.hint else _FORCE for one in errors)
            refuse(
                SubmissionError(one.message, where=one.place, hint=hint, code=one.code)
                for one, hint in zip(errors, hints, strict=True)
            )
        known = {(fault.code, fault.place) for fault in self.faults}
        self.faults += [error for error in errors if (error.code, error.place) not in known]

    def forgive(self, fault: SubmissionError) -> None:
        """Keep a fault that was raised, or raise it again."""
        if not self._force or fault.code not in KINDS:
            raise fault
        self.weigh([looks.of_fault(fault)])

    def run(self, shaped: Project, files: Mapping[str, Path], python: Path, follower: Follower) -> None:
        """The plain try of `check`, from the uploaded files alone."""
        with scratch() as place:
            noise = plain_of(self._project.track, place)
            if noise is None:
                return
            tries = Tries(self._project, python, follower.step)
            tries.plain(noise, upload_of(shaped, files, place / "upload"))
        self.weigh(tries.findings)
