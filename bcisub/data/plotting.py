"""The picture of a block: its channels around the first trial, their spectrum, and the triggers of the whole block."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.timeline import BLOCK_START, trial_spans
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Matrix
from bcisub.model.whole_files import write_whole

SHOWN = 12.0
"""Seconds of the channels that are drawn."""
LEAD = 2.0
"""Seconds before the first trial at which they begin."""
_INK, _QUIET, _TRIAL, _MARK = "#1f3a5f", "#9aa7b5", "#d9822b", "#b02a37"


def plot_block(
    data: Matrix,
    events: Sequence[tuple[int, int]],
    fs: float,
    names: Sequence[str],
    title: str,
    path: Path,
) -> None:
    """Draw a block into a picture file, by its suffix."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BcisubError(
            "Drawing needs matplotlib, which is not installed.", hint="pip install 'bcisub[plot]'", code="needs-plot"
        ) from None
    kind = path.suffix.lower().lstrip(".") or "png"
    if kind not in ("png", "svg", "pdf"):
        raise BcisubError(f"No picture can be written as .{kind}.", where=path, hint="Use .png, .svg or .pdf.")
    rows = data.shape[0] - 1
    labels = list(names) if len(names) == rows else [str(row + 1) for row in range(rows)]
    figure = Figure(figsize=(13, 5.5 + 0.13 * rows), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(2, 1), height_ratios=(4 + 0.13 * rows, 1.3))
    trials = len(trial_spans(events))
    figure.suptitle(f"{title}: {rows} channels, {data.shape[1] / fs:.1f} s at {fs:g} Hz, {trials} trials")
    _draw_channels(figure.add_subplot(grid[0, 0]), data, events, fs, labels)
    _draw_spectrum(figure.add_subplot(grid[0, 1]), data, fs)
    _draw_triggers(figure.add_subplot(grid[1, :]), events, data.shape[1], fs)
    picture = io.BytesIO()
    figure.savefig(picture, format=kind, dpi=110)
    write_whole(path, picture.getvalue())


def _draw_channels(axes: Any, data: Matrix, events: Sequence[tuple[int, int]], fs: float, labels: list[str]) -> None:
    spans = trial_spans(events)
    first = max(0, round((spans[0].start if spans else 0) - LEAD * fs))
    stop = min(data.shape[1], first + round(SHOWN * fs))
    time = np.arange(first, stop) / fs
    piece = _without_drift(np.nan_to_num(np.asarray(data[:-1, first:stop], dtype=np.float64)), fs)
    live = piece[np.ptp(piece, axis=1) > 0]
    step = 6 * float(np.median(live.std(axis=1))) if len(live) else 1.0
    for row, values in enumerate(piece):
        dead = np.ptp(values) == 0
        axes.plot(time, np.clip(values, -2 * step, 2 * step) - row * step, lw=0.5, color=_QUIET if dead else _INK)
    for span in spans:
        if first <= span.start < stop:
            end = stop if span.end is None else min(span.end, stop)
            axes.axvspan(span.start / fs, end / fs, color=_TRIAL, alpha=0.15, lw=0)
            axes.annotate(str(span.code), (span.start / fs, step), color=_TRIAL, fontsize=8)
    axes.set_yticks([-row * step for row in range(len(labels))], labels, fontsize=max(4, min(8, 300 / len(labels))))
    axes.set_ylim(-len(labels) * step, 2.5 * step)
    axes.set_xlim(time[0], time[-1])
    axes.set_xlabel("seconds")
    axes.set_title(f"channels above 1 Hz, {step:.3g} between two (unit of the file)", fontsize=10)


def _without_drift(rows: NDArray[np.float64], fs: float) -> NDArray[np.float64]:
    """The rows above 1 Hz: drift is often a thousand times the EEG and would leave nothing else to see."""
    from scipy.signal import butter, sosfiltfilt

    if rows.shape[1] < 4 * fs:
        return rows - np.asarray(np.median(rows, axis=1, keepdims=True), dtype=np.float64)
    passed = sosfiltfilt(butter(2, 1.0, "highpass", fs=fs, output="sos"), rows, axis=1)
    made = np.asarray(passed, dtype=np.float64)
    made[np.ptp(rows, axis=1) == 0] = 0.0
    return made


def _draw_spectrum(axes: Any, data: Matrix, fs: float) -> None:
    from scipy.signal import welch

    densities: list[NDArray[np.float64]] = []
    frequency: NDArray[np.float64] = np.zeros(0)
    for row in data[:-1]:
        values = np.nan_to_num(np.asarray(row, dtype=np.float64))
        if np.ptp(values) > 0:
            frequency, density = welch(values, fs, nperseg=min(len(values), round(4 * fs)))
            densities.append(np.asarray(density, dtype=np.float64))
            axes.semilogy(frequency, density, lw=0.4, color=_QUIET)
    if densities:
        axes.semilogy(frequency, np.median(densities, axis=0), lw=1.6, color=_INK, label="median of the channels")
        shown = (frequency >= 1) & (frequency <= min(100, fs / 2))
        inside = np.array(densities)[:, shown]
        axes.set_ylim(np.percentile(inside, 0.5) / 2, inside.max() * 2)
        axes.legend(fontsize=8, frameon=False)
    for mains in (50, 60):
        if mains < fs / 2:
            axes.axvline(mains, color=_MARK, lw=0.6, ls=":")
    axes.set_xlim(1, min(100, fs / 2))
    axes.set_xlabel("Hz (dotted: mains)")
    axes.set_title("spectrum, power per Hz", fontsize=10)


def _draw_triggers(axes: Any, events: Sequence[tuple[int, int]], samples: int, fs: float) -> None:
    spans = trial_spans(events)
    for place, span in enumerate(spans):
        end = span.end if span.end is not None else samples
        axes.broken_barh([(span.start / fs, max(1, end - span.start) / fs)], (0, 1), color=_TRIAL, alpha=0.35)
        if len(spans) <= 60:
            axes.annotate(str(span.code), (span.start / fs, 1.08 + 0.3 * (place % 2)), fontsize=7, color=_TRIAL)
    marks = [(sample, code) for sample, code in events if code >= BLOCK_START]
    for place, (sample, code) in enumerate(marks):
        axes.axvline(sample / fs, color=_MARK, lw=1)
        side = "left" if sample < samples / 2 else "right"
        axes.annotate(str(code), (sample / fs, -0.7 + 0.35 * (place % 2)), fontsize=7, color=_MARK, ha=side)
    axes.set_ylim(-0.8, 1.8)
    axes.set_xlim(0, samples / fs)
    axes.set_yticks([])
    axes.set_xlabel("seconds")
    axes.set_title("triggers: trials with their codes, marks in red", fontsize=10)
