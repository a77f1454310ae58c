"""What the screen shows of an emotion run beside the score: by emotion, video and subject, and the confusion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from bcisub.results.model import Table
from bcisub.scoring.emotion_seconds import EMOTIONS, VALENCES, VideoSeconds, valence

Videos = Mapping[str, Sequence[VideoSeconds]]
"""Counted videos by subject."""


def tables(videos: Videos) -> list[Table]:
    """All tables, from the coarse to the fine."""
    every = [video for found in videos.values() for video in found]
    if not every:
        return []
    return [_valences(every), _emotions(every), _confusion(every), _subjects(videos), _videos(every)]


def _percent(values: Iterable[float]) -> str:
    return f"{100 * fmean(values):.1f} %"


def _valences(videos: Sequence[VideoSeconds]) -> Table:
    rows = []
    for number, name in enumerate(VALENCES):
        found = [video for video in videos if valence(video.video.label) == number]
        if found:
            rows.append((name, str(len(found)), _percent(video.valence_accuracy for video in found)))
    return Table("Valence", ("valence", "videos", "answers of that valence"), rows)


def _emotions(videos: Sequence[VideoSeconds]) -> Table:
    rows = []
    for label, name in enumerate(EMOTIONS):
        found = [video for video in videos if video.video.label == label]
        if found:
            seconds = sum(len(video.seconds) for video in found)
            rows.append((f"{label} {name}", str(len(found)), str(seconds), _percent(video.accuracy for video in found)))
    return Table("Emotions", ("emotion", "videos", "seconds", "accuracy"), rows)


def _confusion(videos: Sequence[VideoSeconds]) -> Table:
    """Nine by nine, in percent of the row; a last column for seconds without an answer that counts."""
    rows = []
    for label, name in enumerate(EMOTIONS):
        seconds = [second for video in videos if video.video.label == label for second in video.seconds]
        answers = [second.answer if second.status in {"correct", "wrong"} else None for second in seconds]
        cells = [*(answers.count(column) for column in range(len(EMOTIONS))), answers.count(None)]
        shares = [f"{100 * cell / len(seconds):.0f}" if cell else "·" for cell in cells] if seconds else ["–"] * 10
        rows.append((f"{label} {name}", *shares))
    columns = ("video \\ answer, %", *(str(label) for label in range(len(EMOTIONS))), "none")
    return Table("Confusion", columns, rows)


def _subjects(videos: Videos) -> Table:
    rows = [
        (
            subject,
            str(len(found)),
            _percent(video.accuracy for video in found),
            _percent(f.valence_accuracy for f in found),
        )
        for subject, found in videos.items()
        if found
    ]
    return Table("Subjects", ("subject", "videos", "accuracy", "valence accuracy"), rows)


def _videos(videos: Sequence[VideoSeconds]) -> Table:
    rows = []
    for number in sorted({video.video.number for video in videos}):
        found = [video for video in videos if video.video.number == number]
        accuracies = [video.accuracy for video in found]
        spread = f"{100 * min(accuracies):.0f}–{100 * max(accuracies):.0f} %"
        rows.append((str(number), EMOTIONS[found[0].video.label], str(len(found)), _percent(accuracies), spread))
    return Table("Videos", ("video", "emotion", "subjects", "accuracy", "least–most"), rows)
