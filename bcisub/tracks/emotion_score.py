"""The score of an emotion run, from recorded judgements and the videos' true times (EMO-10..12)."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev

from bcisub.results.emotion_tables import tables
from bcisub.results.model import Diagnostic, Part, Result, Verdict
from bcisub.scoring.emotion_seconds import EMOTIONS, LIMIT, VideoSeconds, answer_of, is_slow, video_seconds
from bcisub.scoring.emotion_session import read_session
from bcisub.scoring.record import BlockRecord, BlockTruth, Report, RunRecord
from bcisub.tracks.base import Readings

CHANCE = 1 / len(EMOTIONS)
NEUTRAL = EMOTIONS.index("neutral")

Videos = dict[str, list[VideoSeconds]]
"""Counted videos by subject."""


def check_truth(truth: BlockTruth) -> None:
    """Refuse a recording whose triggers do not tell its videos (EMO-2)."""
    read_session(truth)


def score(run: RunRecord, readings: Readings) -> Result:
    """Mean over subjects of the mean over videos of the correct share of seconds (EMO-11)."""
    final = run.options.get("stage") == "final"
    unread = [BlockRecord(truth, _packet(run)) for truth in run.unread]
    videos: Videos = {}
    trials: list[Verdict] = []
    blocks: list[Part] = []
    empty: list[Verdict] = []
    for record in [*run.blocks, *unread]:
        shown = video_seconds(
            record,
            read_session(record.truth),
            fs=run.fs,
            count_from=readings["count-from"],
            edges=readings["edges"],
            final=final,
        )
        verdicts = [_verdict(record.truth, at, video) for at, video in enumerate(shown)]
        trials += verdicts
        empty += [verdict for verdict, video in zip(verdicts, shown, strict=True) if not video.seconds]
        counted = [video for video in shown if video.seconds]
        videos.setdefault(record.truth.subject, []).extend(counted)
        if counted:
            blocks.append(_part(record.truth.subject, counted, record.truth.block))
    subjects = [_part(subject, found) for subject, found in videos.items() if found]
    accuracies = [part.score for part in subjects if part.score is not None]
    complete = run.end.complete and bool(accuracies)
    reports = [(record, report) for record in run.blocks for report in record.reports]
    result = Result(
        track="emotion",
        score=fmean(accuracies) if accuracies else None,
        unit="accuracy",
        higher_is_better=True,
        valid=complete,
        void_reason=None if complete else run.end.message or "no video has a second that counts (EMO-10)",
        metrics=_metrics(videos, accuracies, reports),
        readings=dict(readings),
        subjects=subjects,
        blocks=blocks,
        trials=trials,
        diagnostics=[*_invalid(reports), *_slow(reports, final), *_unjudged(videos), *_too_short(empty)],
        tables=tables(videos),
    )
    result.headline = _headline(result, final)
    return result


def _packet(run: RunRecord) -> int:
    return run.blocks[0].packet if run.blocks else 50


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


def _metrics(
    videos: Videos, accuracies: list[float], reports: list[tuple[BlockRecord, Report]]
) -> dict[str, float | int | None]:
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


def _headline(result: Result, final: bool) -> list[tuple[str, str]]:
    def percent(name: str) -> str:
        value = result.metrics[name]
        return "–" if value is None else f"{100 * value:.1f} %"

    return [
        ("accuracy", percent("accuracy")),
        ("floors", f"chance {percent('chance')}, always neutral {percent('always_neutral')}"),
        ("valence accuracy", percent("valence_accuracy")),
        (
            "subjects",
            f"{len(result.subjects)}, {percent('subject_min')} to {percent('subject_max')}, SD {percent('subject_sd')}",
        ),
        ("seconds", f"{result.metrics['samples']} counted, {result.metrics['judgements']} judged"),
        ("stage", "final: 0.5 s a judgement" if final else "preliminary: no time limit a judgement"),
    ]


def _place(record: BlockRecord, report: Report) -> dict[str, object]:
    return {**record.place, "packet": report.packet, "p": report.p, "value": report.text, "type": report.type}


def _invalid(reports: list[tuple[BlockRecord, Report]]) -> list[Diagnostic]:
    """One message for each type that came back (EMO-6)."""
    found: dict[str, list[tuple[BlockRecord, Report]]] = {}
    for record, report in reports:
        if answer_of(report) is None:
            found.setdefault(report.type, []).append((record, report))
    return [
        Diagnostic(
            code="invalid-return",
            level="error",
            message=f"algorithm() returned {_some_values(places)} of type {kind}, {len(places)} times. "
            "Only a plain int from 0 to 8 counts; each of these seconds scores 0 (EMO-6).",
            hint=_fix(kind),
            count=len(places),
            first=_place(*places[0]),
        )
        for kind, places in found.items()
    ]


def _some_values(places: list[tuple[BlockRecord, Report]], most: int = 3) -> str:
    texts = list(dict.fromkeys(report.text for _, report in places))
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def _fix(kind: str) -> str:
    if kind == "int":
        return "Answer 0 (anger) to 8 (tenderness); the video's number or a label from 1 to 9 is out of range."
    if kind == "NoneType":
        return "Return an answer on every path through algorithm(), also while data is still being gathered."
    return "Write `return int(...)` around the answer in algorithm()."


def _slow(reports: list[tuple[BlockRecord, Report]], final: bool) -> list[Diagnostic]:
    slow = [(record, report) for record, report in reports if is_slow(report)]
    if not slow:
        return []
    worst = max(report.compute for _, report in slow)
    meaning = "they score 0 (EMO-12)" if final else "they count now, but would score 0 in the final (EMO-12)"
    return [
        Diagnostic(
            code="slow-judgement",
            level="error" if final else "warning",
            message=f"{len(slow)} judgements took over {LIMIT} s of computing, the longest {worst:.2f} s: {meaning}.",
            hint="Prepare features in get_data(), or do less in algorithm().",
            count=len(slow),
            first=_place(*slow[0]),
        )
    ]


def _unjudged(videos: Videos) -> list[Diagnostic]:
    missing = [
        (subject, video)
        for subject, found in videos.items()
        for video in found
        for second in video.seconds
        if second.status == "missing"
    ]
    if not missing:
        return []
    subject, video = missing[0]
    return [
        Diagnostic(
            code="missing-judgement",
            level="error",
            message=f"{len(missing)} seconds of videos were never judged, because the run ended early; they score 0.",
            hint="See how the run ended.",
            count=len(missing),
            first={"subject": subject, "video": video.video.number},
        )
    ]


def _too_short(videos: list[Verdict]) -> list[Diagnostic]:
    if not videos:
        return []
    return [
        Diagnostic(
            code="video-without-samples",
            level="warning",
            message=f"{len(videos)} videos have no second that counts without their first and last one (EMO-10); "
            "they are left out of the mean.",
            hint="Check 240 and 241 of these videos.",
            count=len(videos),
            first={"subject": videos[0].subject, "block": videos[0].block, "video": videos[0].extra["video"]},
        )
    ]
