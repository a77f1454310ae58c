"""What only running shows: short runs over synthetic sets, and what comes of comparing and scoring them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bcisub.checking.answers import first_late
from bcisub.checking.compare import first_difference
from bcisub.checking.inputs import Place, Served
from bcisub.checking.scenarios import STOPS, Trials
from bcisub.model.errors import StoppedError
from bcisub.model.finding import ERROR, INFO, KINDS, WARNING, Finding, Kind, declare
from bcisub.model.record import RunRecord
from bcisub.model.scratch import scratch
from bcisub.project.missing_module import advice_on
from bcisub.project.project import Project
from bcisub.replay.job import Job
from bcisub.replay.limits import choose
from bcisub.replay.options import RunOptions
from bcisub.replay.record import PROVIDED
from bcisub.scoring.readings import resolve
from bcisub.scoring.remarks import LATE_BY_COMPUTING

START = 30.0
"""Seconds a try may take beside its data's duration: libraries are loaded in them."""
RUN_FAILS = declare("run-fails", ERROR, STOPS)
OUTSIDE_UPLOAD = declare(
    "outside-upload", ERROR, "Only the uploaded files are there, so it fails there as it did here."
)
UPLOAD_DIFFERS = declare("upload-differs", ERROR, "Only the uploaded files are there, so it answers otherwise there.")
FRAMEWORK_NEEDED = declare("framework-needed", ERROR, "The server puts its own files in their place; it needs yours.")
ENCODING_MATTERS = declare(
    "encoding-matters",
    WARNING,
    "A text file is read there as UTF-8, and as GBK on a Chinese Windows: one of them is wrong.",
)
NOT_DETERMINISTIC = declare(
    "not-deterministic", WARNING, "The score there is another than here, and another each time."
)
READING_MATTERS = declare(
    "reading-matters", WARNING, "If the server counts as the public engine does, these answers are lost."
)
NO_REPORTS = declare(
    "no-reports", INFO, "Nothing by itself; but the tries show only that it runs, not what it answers."
)
_SEED = "Seed the random numbers; do not go by the time or the order of a set."
_MEND = "Mend it, then try: bcisub eval --quick"
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


@dataclass(frozen=True)
class Tried:
    """One try, for the summary."""

    what: str
    seconds: float
    reports: int
    ended: str


class Tries:
    """Runs a submission over synthetic sets and collects what they show."""

    def __init__(self, project: Project, python: Path, note: Callable[[str], None]) -> None:
        self._project = project
        self._track = project.track
        self._python = python
        self._note = note
        self._readings = resolve(project.track, project.readings)
        self.usual = RunOptions(
            ignore_compute=True, limits=choose(project.settings.get("limits", {})), readings=self._readings
        )
        """How every try is run, but for what makes it awkward."""
        self.findings: list[Finding] = []
        self.tried: list[Tried] = []

    def all(self, trials: Trials, project: Place, upload: Place, replaced: Place | None) -> None:
        """Run every try, first from the uploaded files alone, in `upload`.

        `replaced` holds the upload with the server's own files in place of changed ones.
        """
        first = self._run("noise, from the uploaded files alone", upload, trials.plain, self.usual)
        second = self._run("noise again, from the project's folder", project, trials.plain, self.usual)
        sound = self._sound(trials.plain, upload, first, second)
        self._as_gbk(trials.plain, upload, first)
        if not sound:
            return
        if replaced is not None:
            self._with_servers_files(trials.plain, replaced, first)
        self._about(first)
        self._slow(first, second)
        for awkward in trials.awkward:
            record = self._run(awkward.what, upload, awkward.served, awkward.options)
            if record.end.complete:
                self.findings += awkward.judge(first, record)
                self._remark(record, awkward.what)
            else:
                self._failed(awkward.kind, awkward.what, record, awkward.fix)
        if not any(tried.reports for tried in self.tried):
            self.findings.append(
                NO_REPORTS.found("The submission reported nothing in any try.", "Evaluate it: bcisub eval")
            )

    def plain(self, noise: Served, upload: Place) -> None:
        """The plain try alone, from the uploaded files; once more where computing made an answer late in it."""
        what = "noise, from the uploaded files alone"
        record = self._run(what, upload, noise, self.usual)
        if not record.end.complete:
            self._failed(RUN_FAILS, "plain noise", record, _MEND)
            return
        self._about(record)
        if first_late(self._track, self._readings, record):
            self._slow(record, self._run(what, upload, noise, self.usual))

    def _run(self, what: str, place: Place, served: Served, options: RunOptions) -> RunRecord:
        self._note(f"Trying: {what} …")
        if options.limits.time is None:
            limit = START + options.runs * served.seconds(self._track)
            options = replace(options, limits=replace(options.limits, time=limit))
        began = time.monotonic()
        with scratch() as folder:
            record = served.replay(Job(place.root, place.layout, self._track, self._python, folder, options))
        if record.end.how == "interrupted":
            raise StoppedError("You stopped the check; what it had not tried yet is not known.")
        ended = "finished" if record.end.complete else record.end.message or record.end.how
        self.tried.append(Tried(what, round(time.monotonic() - began, 2), len(record.said()), ended))
        return record

    def _sound(self, plain: Served, upload: Place, first: RunRecord, second: RunRecord) -> bool:
        """Whether the submission runs at all from what is uploaded; what it does otherwise is said."""
        if not first.end.complete:
            if second.end.complete:
                self._failed(
                    OUTSIDE_UPLOAD,
                    "the uploaded files alone, while it runs in your folder",
                    first,
                    "Put what it needs beside the code; bcisub pack shows what is uploaded.",
                )
            else:
                self._failed(RUN_FAILS, "plain noise", first, _MEND)
            return False
        differs = first_difference(first.said(), second.said())
        if differs is not None:
            third = self._run("noise, from the uploaded files once more", upload, plain, self.usual)
            random = first_difference(first.said(), third.said())
            self.findings.append(
                NOT_DETERMINISTIC.found(f"Two runs over the same data differ. {random}.", _SEED)
                if random
                else UPLOAD_DIFFERS.found(
                    f"The uploaded files alone give other reports than your folder. {differs}.",
                    "A file it reads is not uploaded, or lies somewhere else there.",
                )
            )
        return True

    def _as_gbk(self, plain: Served, upload: Place, first: RunRecord) -> None:
        """The same as on a Chinese Windows: files read without an encoding may work in one place alone."""
        record = self._run("noise, as on a Chinese Windows (GBK)", upload, plain, replace(self.usual, encoding="gbk"))
        places = [note["place"] for note in record.notes if note["code"] == "bare-open"]
        if not places:
            return
        here, there = record.end, first.end
        if (here.complete, there.complete) == (False, False):
            return
        if here.complete and there.complete:
            differs = first_difference(first.said(), record.said())
            what = (
                differs and f"What it answers hangs on the machine's text encoding. {differs} (as UTF-8, then as GBK)."
            )
        else:
            works, fails, how = ("UTF-8", "GBK", here) if there.complete else ("GBK", "UTF-8", there)
            what = f"It runs where text is {works} and fails where it is {fails}: {how.message or how.how}."
        if what:
            self.findings.append(
                ENCODING_MATTERS.found(
                    what,
                    f'Write open(…, encoding="utf-8"), and save the file so; opened without: {", ".join(places)}.',
                    place=places[-1],
                )
            )

    def _with_servers_files(self, plain: Served, replaced: Place, first: RunRecord) -> None:
        what = "noise, with bcisub's own files in place of the framework's"
        record = self._run(what, replaced, plain, self.usual)
        fix = "Move what you added to the framework's files into files of your own."
        if not record.end.complete:
            self._failed(FRAMEWORK_NEEDED, "the framework's files as bcisub knows them", record, fix)
        elif differs := first_difference(first.said(), record.said()):
            what = f"With the framework's files as bcisub knows them it answers otherwise. {differs}."
            self.findings.append(FRAMEWORK_NEEDED.found(what, fix))

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
                        READING_MATTERS.found(
                            f"{lost} of {answered} answers count for nobody under "
                            f"{reading.name}={value} ({reading.choices[value]}).",
                            "Report a packet earlier or later, where that costs nothing.",
                        )
                    )

    def _slow(self, first: RunRecord, second: RunRecord) -> None:
        """Computing that makes answers late; in both runs, for a machine may be busy once."""
        late = first_late(self._track, self._readings, first)
        if late and first_late(self._track, self._readings, second):
            self.findings.append(
                LATE_BY_COMPUTING.found(
                    f"Computing makes answers late. {late}.",
                    "Compute less on a packet, or load and prepare before run() reads the first one.",
                    place=self._project.layout.entry,
                )
            )

    def _remark(self, record: RunRecord, what: str) -> None:
        """Diagnostics that mean something on the server, whatever the data; each told once."""
        known = {finding.code for finding in self.findings}
        for one in self._track.score(record, self._readings).diagnostics:
            kind = KINDS.get(one.code)
            if kind is not None and kind.meaning and one.code not in known:
                message = f"{one.message} ({one.count}× in the try with {what})"
                self.findings.append(kind.found(message, one.hint, place=self._project.layout.entry))

    def _failed(self, kind: Kind, what: str, record: RunRecord, fix: str) -> None:
        # A file that is ours is never to blame: what asks it for more is.
        frames = [frame for frame in _FRAME.findall(record.end.detail) if not frame[0].startswith(str(PROVIDED))]
        place = f"{frames[-1][0]}:{frames[-1][1]}" if frames else self._project.layout.entry
        how = record.end.message or record.end.how
        fix = advice_on(record.end, self._project) or fix
        self.findings.append(kind.found(f"It fails on {what}: {how}.", fix, place=place))
