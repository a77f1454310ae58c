"""FACED: 123 people who watch 28 videos of nine emotions, 32 channels, 250 Hz.

Chen J, Wang X, Huang C, Hu X, Shen X, Zhang D (2023). A Large Finer-grained Affective Computing EEG Dataset. Scientific
Data 10, 740. doi 10.1038/s41597-023-02650-w. Data: Synapse syn50614194.
`Processed_data/sub000.pkl` is an array of 28 videos × 32 channels × 7500 samples, the last 30 s of every video. Longer
recordings of the videos are taken as well: 28 arrays of channels × samples in a list, or in a dict by number.

The rows are taken in the order Fp1, Fp2, Fz, … O1, O2, A2, A1, which is that of the contest's second batch; `--batch
first` is for rows in the first batch's order (EMO-8).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data import unpickle
from bcisub.data.formats.stray_files import check_stray
from bcisub.data.importers.base import Importer, Order, Person, Source, files
from bcisub.data.importers.joining import joined
from bcisub.data.validation.signal import VOLTS, brain_level
from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Stretch
from bcisub.simulate.eeg import stream

FS = 250
VIDEOS, CHANNELS = 28, 32
FADE, CALM = 50, 500
"""Samples over which pieces fade into each other, and of the calm before and after a video."""

Array = NDArray[Any]


def read_videos(path: Path, channels: int) -> list[Array]:
    """Channels × samples of video 1 to 28."""
    check_stray(path)
    content = unpickle.load(path)
    if isinstance(content, Mapping):
        content = content.get("data", [content[key] for key in sorted(content, key=lambda key: int(_digits(key)))])
    # Only arrays are taken: numpy would unfold a small file's nested lists into all of the memory.
    parts = np.atleast_1d(content) if isinstance(content, np.ndarray) else content if isinstance(content, list) else []
    videos = [part for part in parts if isinstance(part, np.ndarray) and part.dtype.kind in "biuf"]
    if len(videos) != VIDEOS or any(video.ndim != 2 or video.shape[0] != channels for video in videos):
        shapes = ", ".join(str(video.shape) for video in videos[:2]) or "arrays"
        raise BcisubError(
            f"The file holds {len(videos)} × {shapes}, where 28 videos × {channels} channels × samples are expected.",
            where=path,
            hint="Use Processed_data/sub<number>.pkl as published.",
        )
    return [video.astype(np.float64) for video in videos]


def _digits(key: Any) -> str:
    found = re.search(r"\d+", str(key))
    return found[0] if found else "0"


def session(videos: Sequence[Array], order: Sequence[int]) -> tuple[Array, list[Stretch]]:
    """The recording of one person: videos in an order (from 0), calm between, and where each of them lies."""
    pieces: list[Array] = []
    for number in order:
        # There is no EEG between the videos in the published files: their own edges, mirrored in time, fill the gap.
        video = videos[number]
        pieces += [video[:, :CALM][:, ::-1], video, video[:, -CALM:][:, ::-1]]
    data, starts = joined(pieces, FADE)
    # The fades lie inside a video's span: what is scored of it begins and ends a second further in (EMO-10).
    spans = zip(order, starts[1::3], starts[2::3], strict=True)
    return data, [Stretch("video", start, after + FADE, number + 1) for number, start, after in spans]


def find_videos(order: Order) -> Source:
    """One recording a person, the videos in a drawn order."""
    return Source(
        people=[
            Person(path.stem, partial(_pieces, path, order))
            for path in files(order.path, "sub*.pkl", "recording of FACED")
        ],
        real="Every video from its start to its end, but for its mean over time in each channel.",
        joined=(
            f"Videos in a drawn order{{blocks}}. The {CALM / FS:g} s before and after each are its own "
            f"edges mirrored in time, faded in over {FADE / FS:g} s; the first and last {FADE / FS:g} s of a video "
            "fade too{fades}."
        ),
        notes=[f"Rows were taken in the order of the {order.row_order} batch (EMO-8)."],
    )


def _pieces(path: Path, order: Order) -> Iterator[Piece]:
    videos = read_videos(path, CHANNELS)
    level = brain_level(videos[0], FS)
    if level is not None and level < VOLTS:
        videos = [video * 1e6 for video in videos]
        order.account.note("The signals were in volts, by their size, and were scaled to microvolts.")
    drawn = stream(order.seed, path.stem).permutation(VIDEOS)
    data, stretches = session(videos, [int(number) for number in drawn])
    yield Piece(path, data, FS, stretches)


IMPORTER = Importer(
    name="faced",
    title="FACED: 123 people × 28 videos of nine emotions",
    reference="Chen J et al. (2023) A Large Finer-grained Affective Computing EEG Dataset,",
    doi="10.1038/s41597-023-02650-w",
    licence=None,
    run={"videos": find_videos},
)
