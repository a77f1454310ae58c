"""The score of an emotion run, from recorded judgements and the videos' true times (EMO-10..12)."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

from bcisub.model.record import BlockTruth, Report, RunRecord
from bcisub.model.result import Part, Result, Verdict
from bcisub.scoring.remarks import Remarks, remark_on_run
from bcisub.tracks.emotion.remarks import remark_on_returns, remark_on_short_video, remark_on_slow
from bcisub.tracks.emotion.screen import tables
from bcisub.tracks.emotion.seconds import EMOTIONS, LIMIT, VideoSeconds, is_slow, video_seconds
from bcisub.tracks.emotion.session import read_session

if TYPE_CHECKING:
    from bcisub.model.track import Readings

CHANCE = 1 / len(EMOTIONS)
NEUTRAL = EMOTIONS.index("neutral")

Videos = dict[str, list[VideoSeconds]]
"""Counted videos by subject."""
Metrics = dict[str, float | int | None]


def score_run(run: RunRecord, readings: Readings) -> Result:
    """Mean over subjects of the mean over videos of the correct share of seconds (EMO-11)."""
    final = run.options.get("stage") == "final"
    limited = final and not run.options.get("ignore_compute")
    remarks = Remarks()
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
            limited=limited,
            reached=None if run.end.complete else record.delivered,
        )
        counted = [video for video in shown if video.seconds]
        videos.setdefault(record.truth.subject, []).extend(counted)
        if counted:
            blocks.append(_part(record.truth.subject, counted, record.truth.block))
        for trial, video in enumerate(shown):
            if video.seconds or run.end.complete:
                trials.append(_verdict(record.truth, trial, video))
            if not video.seconds and run.end.complete:
                remark_on_short_video(record.truth, video, remarks)
    subjects = [_part(subject, found) for subject, found in videos.items() if found]
    accuracies = [part.score for part in subjects if part.score is not None]
    reports = [(record, report) for record in run.blocks for report in record.reports]
    remark_on_returns(reports, remarks)
    remark_on_slow(reports, limited, remarks)
    reason = None
    if not run.end.complete:
        reason = run.end.message or run.end.how
        if run.end.how != "refused":
            reason += " (C8)"
    elif not accuracies:
        reason = "no video has a second that counts (EMO-10)"
    metrics = _metrics(videos, accuracies, [report for _, report in reports])
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
        headline=_headline(metrics, run, len(subjects)),
        tables=tables(videos),
        decimals=4,
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
    """One entry a video; its `result` is the answer given most often, the smaller label where two tie.

    A video without a second that counts is missing by EMO-10; it is part of no mean.
    """
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
        rule={"late": "EMO-12", "invalid": "EMO-6"}.get(word, "EMO-11") if shown.seconds else "EMO-10",
        result=answer,
        extra={
            "video": shown.video.number,
            "samples": len(shown.seconds),
            "correct_samples": shown.correct,
            **{f"{word}_samples": status[word] for word in ("late", "invalid", "missing")},
        },
    )


def _metrics(videos: Videos, accuracies: list[float], reports: list[Report]) -> Metrics:
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
        "slow_judgements": sum(is_slow(report) for report in reports),
        **_judgement_times(reports),
    }


def _judgement_times(reports: list[Report]) -> Metrics:
    """How long `algorithm()` computed, in milliseconds: what EMO-12 limits."""
    times = sorted(1000 * report.compute for report in reports)

    def at(share: float) -> float | None:
        return times[min(len(times) - 1, int(share * len(times)))] if times else None

    return {"judgement_p50_ms": at(0.5), "judgement_p99_ms": at(0.99), "judgement_max_ms": at(1.0)}


def _mean_of_subjects(videos: Videos, figure: str) -> float | None:
    means = [fmean(getattr(video, figure) for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _always_neutral(videos: Videos) -> float | None:
    """What answering neutral every time scores on these recordings: 4/28 where all videos were shown."""
    means = [fmean(video.video.label == NEUTRAL for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _headline(metrics: Metrics, run: RunRecord, subjects: int) -> list[tuple[str, str]]:
    def shown(name: str, factor: float = 100, unit: str = "%") -> str:
        value = metrics[name]
        return "–" if value is None else f"{factor * value:.1f} {unit}"

    spread = f"{shown('subject_min')} to {shown('subject_max')}, SD {shown('subject_sd')}"
    median, most, longest = (shown(f"judgement_{name}_ms", 1, "ms") for name in ("p50", "p99", "max"))
    lines = [
        ("accuracy", shown("accuracy")),
        ("floors", f"chance {shown('chance')}, always neutral {shown('always_neutral')}"),
        ("valence accuracy", shown("valence_accuracy")),
        ("subjects", f"{subjects}, {spread}"),
        ("seconds", f"{metrics['samples']} counted, {metrics['judgements']} judged"),
        ("judgement", f"median {median}, 99 % {most}, longest {longest}"),
        ("stage", _stage(run)),
    ]
    batches = {str(block.truth.extra["batch"]) for block in run.blocks if "batch" in block.truth.extra}
    if batches:
        lines.append(("batch", f"{' and '.join(sorted(batches))}, rows in the second's order (EMO-8)"))
    return lines


def _stage(run: RunRecord) -> str:
    if run.options.get("stage") != "final":
        return "preliminary, no limit a judgement"
    if run.options.get("ignore_compute"):
        return f"final, its limit of {LIMIT} s a judgement left out"
    return f"final, {LIMIT} s a judgement"
