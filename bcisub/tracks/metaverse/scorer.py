"""Scoring of the metaverse track: one verdict a trial (META-10 to META-14); the rates stand in `rates`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bcisub.model.record import BlockRecord, RunRecord, StoredBlock
from bcisub.model.result import Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Judged, JudgedBlock, Scorer, reached, served
from bcisub.scoring.windows import TIME_ORIGIN, Window, assign, packet_end, part_at
from bcisub.tracks.metaverse.rates import FLOOR, figures
from bcisub.tracks.metaverse.remarks import diagnose
from bcisub.tracks.metaverse.reports import deciding, effective, well_formed
from bcisub.tracks.metaverse.screen import screen
from bcisub.tracks.metaverse.triggers import Trial, trials


def judge(record: RunRecord, readings: Readings) -> Judged:
    """Every trial's verdict; blocks that were joined to one run of samples (`chunking=flat`) are told apart again."""
    judged: dict[tuple[str, str], list[Verdict]] = {}
    dealt = []
    for block in served(record, packet=50):
        stop = reached(block, record)
        found = [trial for trial in trials(block.truth) if trial.start < stop]
        heard = replace(block, reports=effective(block.reports))
        # The windows are those of the rulebook: the track has none of the readings that move them.
        origin = {TIME_ORIGIN.name: readings[TIME_ORIGIN.name]}
        assigned = assign(heard, [(trial.start, trial.code) for trial in found], origin)
        stored = block.truth.stored
        numbers: Counter[StoredBlock] = Counter()
        for trial, window in zip(found, assigned.windows, strict=True):
            part = part_at(stored, trial.start)
            closes = _closes(trial, block, readings)
            verdict = _verdict(part, numbers[part], trial, window, closes, record.fs, readings)
            judged.setdefault((part.subject, part.block), []).append(verdict)
            numbers[part] += 1
        dealt.append(assigned)
    blocks = [JudgedBlock(subject, block, own, len(own)) for (subject, block), own in judged.items()]
    return Judged(blocks, record.end.complete, dealt)


def _closes(trial: Trial, block: BlockRecord, readings: Readings) -> int:
    """Last position on time: the end of the packet with 241, or where that packet begins (META-10, `trial-end`)."""
    if readings["trial-end"] == "before":
        return trial.end // block.packet * block.packet
    return packet_end(trial.end, block.packet, block.truth.samples)


def _verdict(
    stored: StoredBlock, number: int, trial: Trial, window: Window, closes: int, fs: int, readings: Readings
) -> Verdict:
    """META-12 to META-14 for one trial, which is on time up to `closes`; C11 orders the statuses."""
    report = deciding(window.reports, closes, readings)
    whole = (trial.end - trial.start) / fs
    real = subject = False
    used = None if report is None else (report.p - window.origin) / fs
    seconds = whole if used is None else max(FLOOR, used)
    if report is None:
        status, rule = "missing", "META-13"
    elif report.p > closes:
        status, rule = "late", "META-12"
        if readings["late-time"] == "trial":
            seconds = max(FLOOR, whole)
    elif not well_formed(report):
        status, rule = "invalid", "META-8"
    elif trial.truth is None:
        status, rule = "unscored", "META-4"
    else:
        real, subject = report.value[0] == trial.truth[0], report.value[1:] == trial.truth[1:]
        status, rule = ("correct" if real and subject else "wrong"), "META-14"
    return Verdict(
        **stored.place,
        trial=number,
        kind=trial.kind,
        truth=trial.truth,
        onset=trial.start - stored.first,
        status=status,
        correct=real and subject,
        rule=rule,
        result=None if report is None else report.value if report.value is not None else report.text,
        reported_at=None if report is None else report.p - stored.first,
        seconds=seconds,
        extra={"real_correct": real, "subject_correct": subject, "data_seconds": used},
        detail=closes,
    )


SCORER = Scorer(judge, figures, diagnose, screen, broke_off=lambda end: end.message or f"the run ended by {end.how}")
