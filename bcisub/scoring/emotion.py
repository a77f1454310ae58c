"""The score of an emotion run, from recorded judgements and the videos' true times (EMO-10..12)."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

from bcisub.results.model import Part, Result, Verdict
from bcisub.scoring.emotion_seconds import EMOTIONS, LIMIT, VideoSeconds, answer_of, is_slow, video_seconds
from bcisub.scoring.emotion_session import read_session
from bcisub.scoring.emotion_tables import tables
from bcisub.scoring.record import BlockRecord, BlockTruth, Report, RunRecord
from bcisub.scoring.remarks import Remarks, remark_on_run

if TYPE_CHECKING:
    from bcisub.tracks.base import Readings

CHANCE = 1 / len(EMOTIONS)
NEUTRAL = EMOTIONS.index("neutral")

Videos = dict[str, list[VideoSeconds]]
"""Counted videos by subject."""
Metrics = dict[str, float | int | None]


def score_run(run: RunRecord, readings: Readings) -> Result:
    """Mean over subjects of the mean over videos of the correct share of seconds (EMO-11)."""
    final = run.options.get("stage") == "final"
    remarks = Remarks()
    if not run.end.complete:
        remark_on_run(run, remarks)
    videos: Videos = {}
    trials: list[Verdict] = []
    blocks: list[Part] = []
    for record in run.blocks:
        shown = video_seconds(
            record,
            read_session(record.truth),
            fs=run.fs,
            count_from=readings["count-from"],
            edges=readings["edges"],
            final=final,
            reached=None if run.end.complete else record.delivered,
        )
        counted = [video for video in shown if video.seconds]
        videos.setdefault(record.truth.subject, []).extend(counted)
        if counted:
            blocks.append(_part(record.truth.subject, counted, record.truth.block))
        for trial, video in enumerate(shown):
            if video.seconds:
                trials.append(_verdict(record.truth, trial, video))
            elif run.end.complete:
                _remark_too_short(record.truth, video, remarks)
    subjects = [_part(subject, found) for subject, found in videos.items() if found]
    accuracies = [part.score for part in subjects if part.score is not None]
    reports = [(record, report) for record in run.blocks for report in record.reports]
    _remark_invalid(reports, remarks)
    _remark_slow(reports, final, remarks)
    reason = None
    if not run.end.complete:
        reason = f"{run.end.message or run.end.how} (C8)"
    elif not accuracies:
        reason = "no video has a second that counts (EMO-10)"
    metrics = _metrics(videos, accuracies, reports)
    return Result(
        track="emotion",
        score=metrics["accuracy"] if reason is None else 0.0,
        unit="accuracy",
        higher_is_better=True,
        valid=reason is None,
        void_reason=reason,
        metrics=metrics,
        readings=dict(readings),
        subjects=subjects,
        blocks=blocks,
        trials=trials,
        diagnostics=remarks.list(),
        headline=_headline(metrics, len(subjects), final),
        tables=tables(videos),
    )


def _part(subject: str, videos: list[VideoSeconds], block: str | None = None) -> Part:
    accuracy = fmean(video.accuracy for video in videos)
    return Part(
        subject,
        accuracy,
        {
            "accuracy": accuracy,
            "valence_accuracy": fmean(video.valence_accuracy for video in videos),
            "videos": len(videos),
            "samples": sum(len(video.seconds) for video in videos),
            "correct_samples": sum(video.correct for video in videos),
        },
        block,
    )


def _verdict(truth: BlockTruth, trial: int, shown: VideoSeconds) -> Verdict:
    """One entry a video; its `result` is the answer given most often, the smaller label where two tie."""
    status = Counter(second.status for second in shown.seconds)
    answers = Counter(second.answer for second in shown.seconds if second.status in {"correct", "wrong"})
    answer = min(answers, key=lambda label: (-answers[label], label or 0)) if answers else None
    if answer is not None:
        word = "correct" if answer == shown.video.label else "wrong"
    else:
        word = next((word for word in ("late", "invalid") if status[word]), "missing")
    return Verdict(
        subject=truth.subject,
        block=truth.block,
        trial=trial,
        kind="video",
        truth=shown.video.label,
        onset=shown.video.start,
        status=word,
        correct=word == "correct",
        rule={"late": "EMO-12", "invalid": "EMO-6"}.get(word, "EMO-11"),
        result=answer,
        extra={
            "video": shown.video.number,
            "samples": len(shown.seconds),
            "correct_samples": shown.correct,
            **{f"{word}_samples": status[word] for word in ("late", "invalid", "missing")},
        },
    )


def _metrics(videos: Videos, accuracies: list[float], reports: list[tuple[BlockRecord, Report]]) -> Metrics:
    every = [video for found in videos.values() for video in found]
    seconds = [second.status for video in every for second in video.seconds]
    return {
        "accuracy": fmean(accuracies) if accuracies else None,
        "valence_accuracy": _mean_of_subjects(videos, "valence_accuracy"),
        "chance": CHANCE,
        "always_neutral": _always_neutral(videos),
        "subject_sd": pstdev(accuracies) if accuracies else None,
        "subject_min": min(accuracies, default=None),
        "subject_max": max(accuracies, default=None),
        "judgements": len(reports),
        "samples": len(seconds),
        "correct_samples": seconds.count("correct"),
        "invalid_samples": seconds.count("invalid"),
        "missing_samples": seconds.count("missing"),
        "late_samples": seconds.count("late"),
        "slow_judgements": sum(is_slow(report) for _, report in reports),
    }


def _mean_of_subjects(videos: Videos, figure: str) -> float | None:
    means = [fmean(getattr(video, figure) for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _always_neutral(videos: Videos) -> float | None:
    """What answering neutral every time scores on these recordings: 4/28 where all videos were shown."""
    means = [fmean(video.video.label == NEUTRAL for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _headline(metrics: Metrics, subjects: int, final: bool) -> list[tuple[str, str]]:
    def percent(name: str) -> str:
        value = metrics[name]
        return "–" if value is None else f"{100 * value:.1f} %"

    spread = f"{percent('subject_min')} to {percent('subject_max')}, SD {percent('subject_sd')}"
    return [
        ("accuracy", percent("accuracy")),
        ("floors", f"chance {percent('chance')}, always neutral {percent('always_neutral')}"),
        ("valence accuracy", percent("valence_accuracy")),
        ("subjects", f"{subjects}, {spread}"),
        ("seconds", f"{metrics['samples']} counted, {metrics['judgements']} judged"),
        ("stage", f"final: {LIMIT} s a judgement" if final else "preliminary: no time limit a judgement"),
    ]


def _place(record: BlockRecord, report: Report) -> dict[str, object]:
    return {**record.place, "packet": report.packet, "p": report.p, "value": report.text, "type": report.type}


def _remark_invalid(reports: list[tuple[BlockRecord, Report]], remarks: Remarks) -> None:
    """Returns that score nothing: every type with a value of it and how often, in one message (EMO-6)."""
    found: dict[str, list[Report]] = {}
    invalid = [(record, report) for record, report in reports if answer_of(report) is None]
    for _, report in invalid:
        found.setdefault(report.type, []).append(report)
    if not invalid:
        return
    kinds = "; ".join(f"{_some_values(same)} of type {kind}, {len(same)} times" for kind, same in found.items())
    remarks.add(
        "invalid-return",
        "error",
        f"algorithm() returned {kinds}. Only a plain int from 0 to 8 counts; these seconds score 0 (EMO-6).",
        " ".join(dict.fromkeys(_fix(kind) for kind in found)),
        first=_place(*invalid[0]),
        count=len(invalid),
    )


def _some_values(reports: list[Report], most: int = 3) -> str:
    texts = list(dict.fromkeys(report.text for report in reports))
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def _fix(kind: str) -> str:
    if kind == "int":
        return "Answer 0 (anger) to 8 (tenderness); a video's number or a label from 1 to 9 is out of range."
    if kind == "NoneType":
        return "Return an answer on every path through algorithm(), also while data is still being gathered."
    return "Write `return int(...)` around the answer in algorithm()."


def _remark_slow(reports: list[tuple[BlockRecord, Report]], final: bool, remarks: Remarks) -> None:
    slow = [(record, report) for record, report in reports if is_slow(report)]
    if not slow:
        return
    worst = max(report.compute for _, report in slow)
    meaning = "they score 0 (EMO-12)" if final else "they count now, but would score 0 in the final (EMO-12)"
    remarks.add(
        "slow-judgement",
        "error" if final else "warning",
        f"{len(slow)} judgements took over {LIMIT} s of computing, the longest {worst:.2f} s: {meaning}.",
        "Prepare features in get_data(), or do less in algorithm().",
        first=_place(*slow[0]),
        count=len(slow),
    )


def _remark_too_short(truth: BlockTruth, shown: VideoSeconds, remarks: Remarks) -> None:
    remarks.add(
        "video-without-samples",
        "warning",
        "A video has no second that counts without its first and last one (EMO-10); it is left out of the mean.",
        "Check 240 and 241 of this video.",
        first={"subject": truth.subject, "block": truth.block, "video": shown.video.number},
    )
