"""What the screen shows of an emotion run beside the score: by emotion and video, the confusion, by subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from bcisub.model.record import RunRecord
from bcisub.model.result import Screen, Table
from bcisub.scoring.frame import Figures, Scored
from bcisub.tracks.emotion.seconds import EMOTIONS, LIMIT, VALENCES, VideoSeconds, counted_videos, valence

Videos = Mapping[str, Sequence[VideoSeconds]]
"""Counted videos by subject."""


def screen(scored: Scored, by_answer_type: Mapping[str, float | None]) -> Screen:
    """Headline and tables; the score under every `answer-type` where they differ (EMO-6)."""
    videos = {subject: counted_videos(own.verdicts) for subject, own in scored.judged.by_subject().items()}
    headline = _headline(scored.figures, scored.record)
    if len(set(by_answer_type.values())) > 1:
        under = (f"{name} {'–' if score is None else f'{100 * score:.1f} %'}" for name, score in by_answer_type.items())
        headline.insert(1, ("answer-type", ", ".join(under)))
    return Screen(headline, _tables(videos))


def _headline(figures: Figures, run: RunRecord) -> list[tuple[str, str]]:
    def shown(name: str, factor: float = 100, unit: str = "%") -> str:
        value = figures.metrics[name]
        return "–" if value is None else f"{factor * value:.1f} {unit}"

    metrics = figures.metrics
    spread = f"{shown('subject_min')} to {shown('subject_max')}, SD {shown('subject_sd')}"
    median, most, longest = (shown(f"judgement_{name}_ms", 1, "ms") for name in ("p50", "p99", "max"))
    lines = [
        ("accuracy", shown("accuracy")),
        ("floors", f"chance {shown('chance')}, always neutral {shown('always_neutral')}"),
        ("valence accuracy", shown("valence_accuracy")),
        ("subjects", f"{len(figures.subjects)}, {spread}"),
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


def _tables(videos: Videos) -> list[Table]:
    """All tables; a small set fits on one screen."""
    every = [video for found in videos.values() for video in found]
    return [_emotions(every), _confusion(every), _subjects(videos)] if every else []


def _percent(values: Iterable[float]) -> str:
    return f"{100 * fmean(values):.1f} %"


def _emotions(videos: Sequence[VideoSeconds]) -> Table:
    """A row an emotion, its videos beside one another; below, the valences."""
    rows = []
    for label, name in enumerate(EMOTIONS):
        found = [video for video in videos if video.video.label == label]
        if found:
            seconds = sum(len(video.seconds) for video in found)
            accuracy, same = (video.accuracy for video in found), (video.valence_accuracy for video in found)
            rows.append((f"{label} {name}", _by_video(found), str(seconds), _percent(accuracy), _percent(same)))
    columns = ("emotion", "its videos, %", "seconds", "accuracy", "valence")
    return Table("Emotions", columns, rows, [_by_valence(videos)])


def _by_video(videos: Sequence[VideoSeconds]) -> str:
    """Accuracy of every video, mean over the subjects."""
    cells = []
    for number in sorted({video.video.number for video in videos}):
        accuracy = fmean(video.accuracy for video in videos if video.video.number == number)
        cells.append(f"{number:>2}: {100 * accuracy:<3.0f}")
    return " ".join(cells).rstrip()


def _by_valence(videos: Sequence[VideoSeconds]) -> str:
    shares = []
    for number, name in enumerate(VALENCES):
        found = [video.valence_accuracy for video in videos if valence(video.video.label) == number]
        if found:
            shares.append(f"{name} {_percent(found)}")
    return f"valence: {', '.join(shares)}"


def _confusion(videos: Sequence[VideoSeconds]) -> Table:
    """Nine by nine, in percent of the row; a last column for seconds without an answer that counts."""
    rows = []
    for label, name in enumerate(EMOTIONS):
        seconds = [second for video in videos if video.video.label == label for second in video.seconds]
        answers = [second.answer if second.status in {"correct", "wrong"} else None for second in seconds]
        cells = [*(answers.count(column) for column in range(len(EMOTIONS))), answers.count(None)]
        shares = [f"{100 * cell / len(seconds):.0f}" if cell else "·" for cell in cells] if seconds else ["–"] * 10
        shares[0] = shares[0].rjust(3)
        rows.append((f"{label} {name}", *shares))
    columns = ("video \\ answer, %", "  0", *(str(label) for label in range(1, len(EMOTIONS))), "none")
    return Table("Confusion", columns, rows)


def _subjects(videos: Videos) -> Table:
    rows = [
        (
            subject,
            str(len(found)),
            _percent(video.accuracy for video in found),
            _percent(video.valence_accuracy for video in found),
        )
        for subject, found in videos.items()
        if found
    ]
    return Table("Subjects", ("subject", "videos", "accuracy", "valence"), rows)
