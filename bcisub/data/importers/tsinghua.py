"""The Tsinghua Benchmark and BETA: 40 flickering targets, 8 to 15.8 Hz, 0.2 Hz and 0.5π apart, 64 channels, 250 Hz.

Wang Y, Chen X, Gao X, Gao S (2017). A Benchmark Dataset for SSVEP-Based Brain-Computer Interfaces. IEEE Transactions
on Neural Systems and Rehabilitation Engineering 25(10), 1746-1752. doi 10.1109/TNSRE.2016.2627556.
`S1.mat`: `data`, 64 channels × 1500 samples × 40 targets × 6 blocks; 0.5 s before onset, 5 s of flicker, 0.5 s after.

Liu B, Huang X, Wang Y, Chen X, Gao X (2020). BETA: A Large Benchmark Database Toward SSVEP-BCI Application. Frontiers
in Neuroscience 14, 627. doi 10.3389/fnins.2020.00627.
`S1.mat`: struct `data` with `EEG`, 64 × 750 (S1 to S15) or 1000 samples × 4 blocks × 40 targets; 0.5 s before onset,
2 or 3 s of flicker, 0.5 s after; `suppl_info.freqs` names the targets' frequencies.

Each block becomes one stream: its 40 epochs in a drawn order, and, for tracks that want them, idle stretches made of
the pre-stimulus pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.apart.reader import matlab_variables
from bcisub.data.formats.stray_files import check_stray
from bcisub.data.importers.base import Importer, Order, Person, Source, files
from bcisub.data.importers.joining import joined
from bcisub.data.reading import told_as_errors
from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Stretch
from bcisub.simulate.eeg import stream

FS = 250
BEFORE, AFTER = 125, 125
"""Samples of an epoch before the flicker and after it."""
TARGETS = 40
FADE = 25
"""Samples over which epochs fade into each other, and the pre-stimulus pieces of an idle stretch."""

CHANNELS = (
    *("FP1", "FPZ", "FP2", "AF3", "AF4", "F7", "F5", "F3", "F1", "FZ", "F2", "F4", "F6", "F8", "FT7", "FC5"),
    *("FC3", "FC1", "FCZ", "FC2", "FC4", "FC6", "FT8", "T7", "C5", "C3", "C1", "CZ", "C2", "C4", "C6", "T8"),
    *("M1", "TP7", "CP5", "CP3", "CP1", "CPZ", "CP2", "CP4", "CP6", "TP8", "M2", "P7", "P5", "P3", "P1", "PZ"),
    *("P2", "P4", "P6", "P8", "PO7", "PO5", "PO3", "POZ", "PO4", "PO6", "PO8", "CB1", "O1", "OZ", "O2", "CB2"),
)
BENCHMARK_HZ = tuple(round(8 + place % 8 + 0.2 * (place // 8), 1) for place in range(TARGETS))
"""Frequency of target 1, 2, …: the speller's rows, eight keys 1 Hz apart."""
BETA_HZ = tuple(round(8 + 0.2 * ((place + 3) % TARGETS), 1) for place in range(TARGETS))
"""The same of BETA's keyboard, which begins at 8.6 Hz."""


def read_epochs(path: Path, hertz: Sequence[float]) -> tuple[NDArray[Any], Sequence[float]]:
    """Channels × samples × targets × blocks of one person, and the frequency of every target."""
    with told_as_errors(path):
        check_stray(path)
        content: Any = matlab_variables(path).get("data")
    if isinstance(content, Mapping):
        about = content.get("suppl_info")
        if isinstance(about, Mapping) and np.size(about.get("freqs", ())) == TARGETS:
            hertz = [float(value) for value in np.ravel(about["freqs"])]
        content = content.get("EEG")
    if isinstance(content, np.ndarray) and content.ndim == 3:
        content = content[..., np.newaxis]  # MATLAB drops the axis of a single block
    if not isinstance(content, np.ndarray) or content.ndim != 4 or content.shape[0] != len(CHANNELS):
        raise BcisubError(
            "The file holds no epochs of 64 channels.", where=path, hint="Is it S<number>.mat as published?"
        )
    if content.shape[3] == TARGETS and content.shape[2] != TARGETS:
        content = content.swapaxes(2, 3)
    if content.shape[2] != TARGETS or content.shape[1] <= BEFORE + AFTER + FS:
        shape = " × ".join(map(str, content.shape))
        raise BcisubError(f"{shape} is not channels × samples × 40 targets × blocks.", where=path)
    return content, hertz


def block_stream(
    epochs: NDArray[Any], hertz: Sequence[float], idle: int, rng: np.random.Generator
) -> tuple[NDArray[Any], list[Stretch]]:
    """One block (channels × samples × targets) as a stream, and where flicker and idle stretches lie in it."""
    length = epochs.shape[1]
    pieces: list[NDArray[Any]] = []
    trials: list[Stretch] = []
    for target in range(TARGETS):
        pieces.append(epochs[:, :, target])
        trials.append(Stretch("flicker", BEFORE, length - AFTER, hertz[target]))
    for stretch in idle_stretches(epochs, idle, rng):
        pieces.append(stretch)
        trials.append(Stretch("idle", FADE, FADE + idle))
    order = [int(place) for place in rng.permutation(len(pieces))]
    data, starts = joined([pieces[place] for place in order], FADE)
    placed = zip(starts, (trials[place] for place in order), strict=True)
    return data, [replace(trial, first=start + trial.first, stop=start + trial.stop) for start, trial in placed]


def idle_stretches(epochs: NDArray[Any], idle: int, rng: np.random.Generator) -> list[NDArray[Any]]:
    """As many stretches of so many samples as the block's pre-stimulus pieces give, none of them used twice."""
    if not idle:
        return []
    pieces = [epochs[:, :BEFORE, int(target)] for target in rng.permutation(TARGETS)]
    needed = -(-(FADE + idle) // (BEFORE - FADE))
    return [joined(pieces[first : first + needed], FADE)[0] for first in range(0, len(pieces) - needed + 1, needed)]


def find_blocks(hertz: Sequence[float], importer: str, order: Order) -> Source:
    """Every block of every person as a stream."""
    idle = round(order.take(importer).idle * FS)
    return Source(
        people=[
            Person(path.stem, partial(_pieces, path, hertz, idle, order.seed))
            for path in files(order.path, "S*.mat", "Tsinghua recording")
        ],
        real="Every flicker trial, from its onset to its end, but for each epoch's mean; the samples of idle trials.",
        joined=(
            f"Epochs in a drawn order, faded into each other over {FADE / FS:g} s within the half seconds before "
            "onsets and after ends. Idle trials ({idle}): 0.5 s pre-stimulus pieces of the block's own epochs, which "
            "also stand before their onsets, faded into each other the same way."
        ),
    )


def _pieces(path: Path, hertz: Sequence[float], idle: int, seed: int) -> Iterator[Piece]:
    epochs, hertz = read_epochs(path, hertz)
    for number in range(1, epochs.shape[3] + 1):
        data, stretches = block_stream(epochs[:, :, :, number - 1], hertz, idle, stream(seed, path.stem, number))
        yield Piece(path, data, FS, stretches, CHANNELS)


BENCHMARK = Importer(
    name="benchmark",
    title="Tsinghua Benchmark: 35 people × 6 blocks × 40 targets of 5 s",
    reference="Wang Y et al. (2017) A Benchmark Dataset for SSVEP-Based Brain-Computer Interfaces,",
    doi="10.1109/TNSRE.2016.2627556",
    licence=None,
    run={"flicker": partial(find_blocks, BENCHMARK_HZ, "benchmark")},
)
BETA = Importer(
    name="beta",
    title="BETA: 70 people × 4 blocks × 40 targets of 2 or 3 s",
    reference="Liu B et al. (2020) BETA: A Large Benchmark Database Toward SSVEP-BCI Application,",
    doi="10.3389/fnins.2020.00627",
    licence=None,
    run={"flicker": partial(find_blocks, BETA_HZ, "beta")},
)
