"""What only running shows: each try is a short run over a synthetic stream that is awkward in one way."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bcisub.checking.compare import by_block, first_difference, halves
from bcisub.checking.finding import Finding
from bcisub.checking.streams import Maker, duration, noise_set, tails_set, zeros_set
from bcisub.data.recording import DataSet
from bcisub.errors import BcisubError
from bcisub.project import Project
from bcisub.replay.limits import choose
from bcisub.replay.options import RunOptions
from bcisub.replay.run import plan, replay
from bcisub.scoring.readings import resolve
from bcisub.scoring.record import RunRecord
from bcisub.scratch import scratch
from bcisub.tracks.base import Layout

START = 30.0
"""Seconds a try may take beside its data's duration: libraries are loaded in them."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


@dataclass(frozen=True)
class Place:
    """A folder with the submission, in some layout."""

    root: Path
    layout: Layout


@dataclass(frozen=True)
class Tried:
    """One try, for the summary."""

    what: str
    seconds: float
    reports: int
    ended: str


@dataclass(frozen=True)
class _Awkward:
    """A stream, and what failing on it is called."""

    code: str
    what: str
    dataset: DataSet
    options: RunOptions
    fix: str
    judge: Callable[[RunRecord], Iterator[Finding]] = lambda record: iter(())


class Tries:
    """Runs a submission over awkward streams and collects what they show."""

    def __init__(self, project: Project, maker: Maker, python: Path, note: Callable[[str], None]) -> None:
        self._project = project
        self._track = project.track
        self._maker = maker
        self._python = python
        self._note = note
        self._limits = choose(project.settings.get("limits", {}))
        self._readings = resolve(project.track, project.readings)
        self._plain = noise_set(project.track, maker)
        self.findings: list[Finding] = []
        self.tried: list[Tried] = []

    def all(self, project: Place, upload: Place, replaced: Place | None) -> None:
        """Everything, first from the uploaded files alone, in `upload`.

        `replaced` holds the upload with the server's own files in place of changed ones.
        """
        first = self._run("noise, from the uploaded files alone", upload, self._plain, self._options())
        second = self._run("noise again, from the project's folder", project, self._plain, self._options())
        if not self._sound(upload, first, second):
            return
        if replaced is not None:
            self._with_servers_files(replaced, first)
        self._about(first)
        for awkward in self._awkward(first):
            record = self._run(awkward.what, upload, awkward.dataset, awkward.options)
            if record.end.complete:
                self.findings += awkward.judge(record)
                self._remark(record, awkward.what)
            else:
                self._failed(awkward.code, awkward.what, record, awkward.fix)
        if not any(tried.reports for tried in self.tried):
            self.findings.append(
                Finding("no-reports", "The submission reported nothing in any try.", None, "Evaluate it: bcisub eval")
            )

    def _options(self, **changed: object) -> RunOptions:
        usual = RunOptions(ignore_compute=True, limits=self._limits, readings=self._readings)
        return replace(usual, **changed)  # type: ignore[arg-type]

    def _run(self, what: str, place: Place, dataset: DataSet, options: RunOptions) -> RunRecord:
        self._note(f"Trying: {what} …")
        if options.limits.time is None:
            limit = START + options.runs * duration(dataset, self._track)
            options = replace(options, limits=replace(options.limits, time=limit))
        began = time.monotonic()
        with scratch() as folder:
            record = replay(place.root, place.layout, self._track, dataset, self._python, folder, options)
        if record.end.how == "interrupted":
            raise BcisubError("You stopped the check.", hint="What it had not tried yet is not known.")
        ended = "finished" if record.end.complete else record.end.message or record.end.how
        self.tried.append(Tried(what, round(time.monotonic() - began, 2), len(record.said()), ended))
        return record

    def _sound(self, upload: Place, first: RunRecord, second: RunRecord) -> bool:
        """Whether the submission runs at all from what is uploaded; what it does otherwise is said."""
        if not first.end.complete:
            if second.end.complete:
                self._failed(
                    "outside-upload",
                    "the uploaded files alone, while it runs in your folder",
                    first,
                    "Put what it needs beside the code; bcisub pack shows what is uploaded.",
                )
            else:
                self._failed("run-fails", "plain noise", first, "Mend it, then try: bcisub eval --quick")
            return False
        differs = first_difference(first.said(), second.said())
        if differs is not None:
            third = self._run("noise, from the uploaded files once more", upload, self._plain, self._options())
            random = first_difference(first.said(), third.said())
            self.findings.append(
                Finding("not-deterministic", f"Two runs over the same data differ. {random}.", None, _SEED)
                if random
                else Finding(
                    "upload-differs",
                    f"The uploaded files alone give other reports than your folder. {differs}.",
                    None,
                    "A file it reads is not uploaded, or lies somewhere else there.",
                )
            )
        return True

    def _with_servers_files(self, replaced: Place, first: RunRecord) -> None:
        what = "noise, with the framework's files as the server has them"
        record = self._run(what, replaced, self._plain, self._options())
        fix = "Move what you added to the framework's files into files of your own."
        if not record.end.complete:
            self._failed("framework-needed", "the server's own files of the framework", record, fix)
        elif differs := first_difference(first.said(), record.said()):
            self.findings.append(
                Finding("framework-needed", f"With the server's own files it answers otherwise. {differs}.", None, fix)
            )

    def _awkward(self, first: RunRecord) -> Iterator[_Awkward]:
        packet = self._track.packet
        tails = tails_set(self._track, self._maker)
        yield _Awkward(
            "fails-on-short-packet",
            f"last packets of 1 to {packet} samples",
            tails,
            self._options(),
            "Take the packet's length from its data: data.shape[1].",
        )
        yield from self._stream_readings(tails)
        names = [subject.name for subject in self._plain.subjects]
        yield _Awkward(
            "fails-on-other-order",
            "the subjects in another order",
            self._plain,
            self._options(shuffle=self._other_order()),
            "Do not count on who comes first; begin anew with every subject.",
            lambda record: _differing(
                "order-matters",
                first_difference(by_block(first), by_block(record)),
                "In another order of the subjects it answers otherwise.",
                "Forget the subject before when a new one comes, unless it is meant to learn from all.",
            ),
        )
        yield _Awkward(
            "fails-on-one-block",
            "one block alone",
            self._plain,
            self._options(subjects=(names[-1],), quick=True),
            "Do not count on blocks or subjects that came before.",
        )
        yield _Awkward(
            "fails-on-zeros",
            "a block of flat zeros",
            zeros_set(self._track, self._maker),
            self._options(),
            "Guard what divides by a deviation or inverts a covariance: 0 and rank 0 occur.",
        )
        yield _Awkward(
            "fails-on-second-run",
            "a second run in the same process",
            self._plain,
            self._options(runs=2),
            _STATE,
            lambda record: _differing(
                "state-left-over",
                first_difference(*halves(record)),
                "Run a second time in the same process, it answers otherwise.",
                _STATE,
            ),
        )

    def _stream_readings(self, tails: DataSet) -> Iterator[_Awkward]:
        """The engine readings that change what is sent."""
        for reading in self._track.readings:
            if not reading.stream:
                continue
            for value, meaning in reading.choices.items():
                if value == self._readings[reading.name]:
                    continue
                empty = reading.name == "empty-packet"
                readings = {**self._readings, reading.name: value}
                yield _Awkward(
                    "fails-on-empty-packet" if empty else "fails-on-reading",
                    f"{reading.name}={value}: {meaning}",
                    self._plain if empty else tails,
                    self._options(readings=readings),
                    "Leave a packet without samples alone: if data.shape[1] == 0, only look at its flag."
                    if empty
                    else f"See `bcisub rules` for {reading.name}; try: bcisub eval --reading {reading.name}={value}",
                )

    def _other_order(self) -> int:
        """A seed that puts the last subject first."""
        last = self._plain.subjects[-1]
        return next(
            seed for seed in itertools.count() if plan(self._plain, RunOptions(shuffle=seed))[0].subject is last
        )

    def _about(self, record: RunRecord) -> None:
        """What the plain run shows once it is scored, under every reading."""
        self._remark(record, "noise")
        usual = self._track.score(record, self._readings).trials
        missing = sum(trial.status == "missing" for trial in usual)
        answered = sum(trial.status not in ("missing", "quiet") for trial in usual)
        for reading in self._track.readings:
            for value in () if reading.stream else reading.choices:
                other = self._track.score(record, {**self._readings, reading.name: value})
                lost = sum(trial.status == "missing" for trial in other.trials) - missing
                if lost > 0:
                    self.findings.append(
                        Finding(
                            "reading-matters",
                            f"{lost} of {answered} answers count for nobody under "
                            f"{reading.name}={value} ({reading.choices[value]}).",
                            None,
                            "Report a packet earlier or later, where that costs nothing.",
                        )
                    )

    def _remark(self, record: RunRecord, what: str) -> None:
        """Diagnostics that are the submission's fault and not the synthetic data's; each told once."""
        told = {finding.code for finding in self.findings}
        for diagnostic in self._track.score(record, self._readings).diagnostics:
            if diagnostic.code in _FROM_SCORING and diagnostic.code not in told:
                message = f"{diagnostic.message} ({diagnostic.count}× in the try with {what})"
                self.findings.append(Finding(diagnostic.code, message, self._project.layout.entry, diagnostic.hint))

    def _failed(self, code: str, what: str, record: RunRecord, fix: str) -> None:
        frames = _FRAME.findall(record.end.detail)
        place = f"{frames[-1][0]}:{frames[-1][1]}" if frames else self._project.layout.entry
        how = record.end.message or record.end.how
        self.findings.append(Finding(code, f"It fails on {what}: {how}.", place, fix))


def _differing(code: str, difference: str | None, what: str, fix: str) -> Iterator[Finding]:
    if difference is not None:
        yield Finding(code, f"{what} {difference}.", None, fix)


_SEED = "Seed the random numbers; do not go by the time or the order of a set."
_STATE = "Keep what changes in the instance, set in __init__; not in the class or the module."
_FROM_SCORING = {
    "invalid-report",
    "invalid-return",
    "read-after-finish",
    "report-before-data",
    "report-too-large",
    "second-report",
    "slow-judgement",
    "stopped-early",
    "task-exception",
    "un-awaited",
}
