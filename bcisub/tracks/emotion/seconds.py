"""Which judged seconds count for which video, and what each is worth (EMO-6, 10, 11, 12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bcisub.model.record import BlockRecord, Report, RunRecord
from bcisub.model.result import Verdict
from bcisub.model.track import Readings
from bcisub.scoring.answers import integer
from bcisub.tracks.emotion.session import PACKETS_A_JUDGEMENT, Session, Video, judgement_ends

EMOTIONS = ("anger", "disgust", "fear", "sadness", "neutral", "amusement", "inspiration", "joy", "tenderness")
VALENCES = ("negative", "neutral", "positive")
ANSWER_TYPES = ("builtin", "int", "equal")
LIMIT = 0.5
"""Seconds of computing a judgement may take in the final (EMO-12)."""


@dataclass(frozen=True, slots=True)
class Second:
    """One counted second of a video: what was answered, and what that is worth."""

    answer: int | None
    """The emotion answered, where it is a valid one."""
    status: str
    """`correct`, `wrong`, `late`, `missing` or `invalid` (C11)."""


@dataclass(frozen=True)
class VideoSeconds:
    """A video and its counted seconds."""

    video: Video
    seconds: Sequence[Second]

    @property
    def correct(self) -> int:
        """Correct seconds."""
        return sum(second.status == "correct" for second in self.seconds)

    @property
    def accuracy(self) -> float:
        """Correct share of the counted seconds (EMO-11)."""
        return self.correct / len(self.seconds)

    @property
    def valence_accuracy(self) -> float:
        """Share of seconds whose answer has at least the video's valence; late answers do not count."""
        fitting = sum(
            second.status in {"correct", "wrong"}
            and second.answer is not None
            and valence(second.answer) == valence(self.video.label)
            for second in self.seconds
        )
        return fitting / len(self.seconds)


def valence(label: int) -> int:
    """0 negative, 1 neutral, 2 positive."""
    return (label > 3) + (label > 4)


def counted_videos(verdicts: Iterable[Verdict]) -> list[VideoSeconds]:
    """The videos with a second that counts (EMO-10)."""
    return [verdict.detail for verdict in verdicts if verdict.detail.seconds]


def is_limited(record: RunRecord) -> bool:
    """The final's time limit holds (EMO-12)."""
    return record.options.get("stage") == "final" and not record.options.get("ignore_compute")


def answer_of(report: Report, answer_type: str) -> int | None:
    """The emotion from 0 to 8 a return stands for: a plain `int`, unless `answer-type` takes more (EMO-6)."""
    found = integer(report, answer_type) if answer_type != "builtin" or report.type == "int" else None
    return found if found is not None and 0 <= found < len(EMOTIONS) else None


def spent(report: Report, final_time: str) -> float:
    """Seconds of computing that the final's limit is about (EMO-12, reading `final-time`)."""
    return report.compute + report.fed if final_time == "both" else report.compute


def is_slow(report: Report, final_time: str) -> bool:
    """More computing than the final allows (EMO-12)."""
    return spent(report, final_time) > LIMIT


def kept_span(video: Video, fs: int, edges: str) -> tuple[int, int]:
    """The part of a video that is scored: without its first and last second (EMO-10, reading `edges`)."""
    if edges == "grid":
        # Seconds counted from 240; the last is the one in which 241 comes, whole or not.
        seconds = -(-(video.end - video.start) // fs)
        return video.start + fs, video.start + (seconds - 1) * fs
    return video.start + fs, video.end - fs


def counts(video: Video, begin: int, end: int, fs: int, edges: str) -> bool:
    """Whether the second [begin, end) is a sample of the video (EMO-10, reading `edges`)."""
    low, high = kept_span(video, fs, edges)
    if edges == "inside":
        return low <= begin and end <= high
    overlap = min(end, high) - max(begin, low)
    return 2 * overlap > end - begin


def video_seconds(
    record: BlockRecord,
    session: Session,
    *,
    fs: int,
    readings: Readings,
    limited: bool,
    reached: int | None = None,
) -> list[VideoSeconds]:
    """The counted seconds of every video, in the order the videos were shown.

    The seconds come from the truth, not from the reports: a judgement that was never given is missing and
    scores 0. `limited`: the final's time limit holds (EMO-12). Of a run that broke off only what it had `reached`
    is looked at (samples delivered).
    """
    # By packets, not samples: the recording's last packet may be cut short (C2), its second counts all the same.
    given = {-(-report.p // record.packet): report for report in record.reports}
    length = PACKETS_A_JUDGEMENT * record.packet
    seconds: list[list[Second]] = [[] for _ in session.videos]
    at = 0
    for p in judgement_ends(session, record.packet, readings["count-from"]):
        if reached is not None and p - record.packet >= reached:
            break
        end = session.start + p
        while at < len(session.videos) - 1 and session.videos[at + 1].start + fs < end:
            at += 1
        video = session.videos[at]
        if counts(video, end - length, end, fs, readings["edges"]):
            seconds[at].append(_judge(given.get(p // record.packet), video.label, limited, readings))
    return [VideoSeconds(video, tuple(found)) for video, found in zip(session.videos, seconds, strict=True)]


def _judge(report: Report | None, label: int, limited: bool, readings: Readings) -> Second:
    if report is None:
        return Second(None, "missing")
    answer = answer_of(report, readings["answer-type"])
    if limited and is_slow(report, readings["final-time"]):
        return Second(answer, "late")
    if answer is None:
        return Second(None, "invalid")
    return Second(answer, "correct" if answer == label else "wrong")
