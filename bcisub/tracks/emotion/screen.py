"""What the screen shows of an emotion run beside the score: by emotion and video, the confusion, by subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from bcisub.model.result import Table
from bcisub.tracks.emotion.seconds import EMOTIONS, VALENCES, VideoSeconds, valence

Videos = Mapping[str, Sequence[VideoSeconds]]
"""Counted videos by subject."""


def tables(videos: Videos) -> list[Table]:
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
