"""The course of an emotion recording: its videos, its blocks, and where `algorithm()` is asked (EMO-2, 4, 5, 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth

EXPERIMENT_START, EXPERIMENT_END = 250, 251
BLOCK_START, BLOCK_END = 242, 243
VIDEO_START, VIDEO_END = 240, 241
VISIBLE = (EXPERIMENT_START, BLOCK_START, BLOCK_END, EXPERIMENT_END)
"""What the algorithm sees (EMO-3)."""

VIDEOS = 28
LABELS = (*(0,) * 3, *(1,) * 3, *(2,) * 3, *(3,) * 3, *(4,) * 4, *(5,) * 3, *(6,) * 3, *(7,) * 3, *(8,) * 3)
"""The emotion of video 1, 2, … 28 (EMO-7)."""

PACKET = 50
"""0.2 s (EMO-4)."""
PACKETS_A_JUDGEMENT = 5


@dataclass(frozen=True, slots=True)
class Video:
    """One video as recorded, in samples of the recording."""

    number: int
    start: int
    """Sample of 240."""
    end: int
    """Sample of 241. A video that lasted longer than the table says is taken as recorded."""

    @property
    def label(self) -> int:
        """Its emotion (EMO-7)."""
        return LABELS[self.number - 1]


@dataclass(frozen=True)
class Session:
    """What the triggers of a recording say, in samples of the recording."""

    start: int
    """Sample of 250: the stream begins there (EMO-4)."""
    end: int
    """Sample of 251."""
    blocks: tuple[tuple[int, int], ...]
    """Samples of 242 and 243."""
    videos: tuple[Video, ...]

    def stream_end(self, packet: int, samples: int) -> int:
        """Where the stream ends: with the packet that holds 251, or with the recording (EMO-4, C2)."""
        return min(self.start + ((self.end - self.start) // packet + 1) * packet, samples)


def read_session(truth: BlockTruth) -> Session:
    """Read the triggers, or say at which sample they cannot be what EMO-2 describes."""
    reader = _Reader(truth)
    for sample, code in truth.events:
        reader.take(sample, code)
    return reader.session()


class _Reader:
    """Walks through the triggers and refuses what cannot be scored honestly."""

    def __init__(self, truth: BlockTruth) -> None:
        self._truth = truth
        self._start: int | None = None
        self._end: int | None = None
        self._block: int | None = None
        self._number: int | None = None
        self._video: int | None = None
        self._blocks: list[tuple[int, int]] = []
        self._videos: list[Video] = []

    def take(self, sample: int, code: int) -> None:
        if code == EXPERIMENT_START:
            self._need(self._start is None, sample, "a second experiment start (250)")
            self._start = sample
        elif self._start is None or self._end is not None:
            return  # before 250 and after 251 nothing is sent, so nothing there can matter (EMO-4)
        elif code == EXPERIMENT_END:
            self._need(self._block is None, sample, "the experiment end (251) inside a block")
            self._end = sample
        elif code == BLOCK_START:
            self._need(self._block is None, sample, "a block start (242) inside a block")
            self._block = sample
        elif code == BLOCK_END:
            self._need(self._block is not None, sample, "a block end (243) without its start (242)")
            self._need(self._video is None, sample, "a block end (243) inside a video")
            self._blocks.append((self._block or 0, sample))
            self._block = None
        elif 1 <= code <= VIDEOS:
            self._need(self._video is None, sample, f"the number of video {code} inside another video")
            self._number = code
        elif code == VIDEO_START:
            self._need(self._block is not None, sample, "a video start (240) outside a block")
            self._need(self._number is not None, sample, "a video start (240) without the video's number")
            self._need(self._video is None, sample, "a video start (240) inside a video")
            self._video = sample
        elif code == VIDEO_END:
            self._need(self._video is not None, sample, "a video end (241) without its start (240)")
            self._videos.append(Video(self._number or 0, self._video or 0, sample))
            self._number = self._video = None
        else:
            self._need(False, sample, f"the trigger {code}")

    def session(self) -> Session:
        last = self._truth.samples
        self._need(self._block is None, last, "the end of the recording inside a block")
        if self._start is None or self._end is None:
            lacking = "experiment start (250)" if self._start is None else "experiment end (251)"
            raise self._error(f"has no {lacking}")
        self._need(bool(self._videos), last, "the end of the recording without a single video")
        return Session(self._start, self._end, tuple(self._blocks), tuple(self._videos))

    def _need(self, fine: bool, sample: int, found: str) -> None:
        if not fine:
            raise self._error(f"has {found} at sample {sample}")

    def _error(self, what: str) -> BcisubError:
        return BcisubError(
            f"The recording {what}, so it cannot be scored by EMO-2.",
            where=f"{self._truth.subject}/{self._truth.block}",
            hint="Emotion triggers: 250 … (242 … (1-28, 240, 241) … 243) … 251. Correct the recording or leave it out.",
            code="emotion-triggers",
        )


def judgement_ends(session: Session, packet: int, count_from: str) -> Sequence[int]:
    """Delivered samples `p` at every call of `algorithm()` that EMO-5 asks for, in order."""
    ends: list[int] = []
    shift = 1 if count_from == "after" else 0
    for begin, stop in session.blocks:
        first = (begin - session.start) // packet + shift
        last = (stop - session.start) // packet
        ends += [(k + 1) * packet for k in range(first + PACKETS_A_JUDGEMENT - 1, last + 1, PACKETS_A_JUDGEMENT)]
    return ends
