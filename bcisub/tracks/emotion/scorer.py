"""The score of an emotion run, from recorded judgements and the videos' true times (EMO-10..12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev

from bcisub.model.record import BlockTruth, RunEnd, RunRecord
from bcisub.model.result import Part, Screen, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Metrics, Scored, Scorer, judged_block, served
from bcisub.tracks.emotion.remarks import diagnose
from bcisub.tracks.emotion.screen import screen
from bcisub.tracks.emotion.seconds import (
    ANSWER_TYPES,
    EMOTIONS,
    VideoSeconds,
    counted_videos,
    is_limited,
    is_slow,
    spent,
    video_seconds,
)
from bcisub.tracks.emotion.session import PACKET, read_session

CHANCE = 1 / len(EMOTIONS)
NEUTRAL = EMOTIONS.index("neutral")

Videos = dict[str, list[VideoSeconds]]
"""Counted videos by subject."""


def judge(record: RunRecord, readings: Readings) -> Judged:
    """One verdict a video; those without a second that counts are kept of whole runs, for they are told (EMO-10)."""
    blocks = []
    for block in served(record, PACKET):
        shown = video_seconds(
            block,
            read_session(block.truth),
            fs=record.fs,
            readings=readings,
            limited=is_limited(record),
            reached=None if record.end.complete else block.delivered,
        )
        verdicts = [
            _verdict(block.truth, trial, video)
            for trial, video in enumerate(shown)
            if video.seconds or record.end.complete
        ]
        blocks.append(judged_block(block, record, verdicts, len(shown)))
    return Judged(blocks, record.end.complete, beside=_judgements(record, readings["final-time"]))


def figures(judged: Judged, readings: Readings) -> Figures:
    """Mean over subjects of the mean over videos of the correct share of seconds (EMO-11)."""
    videos = {subject: counted_videos(own.verdicts) for subject, own in judged.by_subject().items()}
    subjects = [_part(subject, found) for subject, found in videos.items() if found]
    blocks = [_part(one.subject, found, one.block) for one in judged.blocks if (found := counted_videos(one.verdicts))]
    metrics = _metrics(videos, [part.score for part in subjects if part.score is not None], judged.beside)
    reason = None if subjects else "no video has a second that counts (EMO-10)"
    return Figures(metrics["accuracy"], metrics, subjects, blocks, reason)


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
        detail=shown,
    )


def _metrics(videos: Videos, accuracies: Sequence[float], judgements: Metrics) -> Metrics:
    every = [video for found in videos.values() for video in found]
    seconds = Counter(second.status for video in every for second in video.seconds)
    return {
        "accuracy": fmean(accuracies) if accuracies else None,
        "valence_accuracy": _mean_of_subjects(videos, "valence_accuracy"),
        "chance": CHANCE,
        "always_neutral": _always_neutral(videos),
        "subject_sd": pstdev(accuracies) if accuracies else None,
        "subject_min": min(accuracies, default=None),
        "subject_max": max(accuracies, default=None),
        "judgements": judgements["judgements"],
        "samples": seconds.total(),
        **{f"{word}_samples": seconds[word] for word in ("correct", "invalid", "missing", "late")},
        **judgements,
    }


def _judgements(record: RunRecord, final_time: str) -> Metrics:
    """How many there were, and how long they computed, in milliseconds: what EMO-12 limits."""
    reports = [report for block in record.blocks for report in block.reports]
    times = sorted(1000 * spent(report, final_time) for report in reports)

    def at(share: float) -> float | None:
        return times[min(len(times) - 1, int(share * len(times)))] if times else None

    return {
        "judgements": len(reports),
        "slow_judgements": sum(is_slow(report, final_time) for report in reports),
        "judgement_p50_ms": at(0.5),
        "judgement_p99_ms": at(0.99),
        "judgement_max_ms": at(1.0),
    }


def _mean_of_subjects(videos: Videos, figure: str) -> float | None:
    means = [fmean(getattr(video, figure) for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _always_neutral(videos: Videos) -> float | None:
    """What answering neutral every time scores on these recordings: 4/28 where all videos were shown."""
    means = [fmean(video.video.label == NEUTRAL for video in found) for found in videos.values() if found]
    return fmean(means) if means else None


def _broke_off(end: RunEnd) -> str:
    why = end.message or end.how
    return why if end.how == "refused" else f"{why} (C8)"


def _screen(scored: Scored) -> Screen:
    return screen(scored, _by_answer_type(scored))


def _by_answer_type(scored: Scored) -> dict[str, float | None]:
    """The score under every `answer-type`: a numpy integer is worth all or nothing (EMO-6)."""
    under = {}
    for value in ANSWER_TYPES:
        readings = {**scored.readings, "answer-type": value}
        under[value] = figures(judge(scored.record, readings), readings).score
    return under


SCORER = Scorer(judge, figures, diagnose, _screen, _broke_off)
