"""Miniature files of amplifiers, written byte by byte after the published formats: EDF+, BDF+ and BrainVision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

Marks = Sequence[tuple[float, str]]
"""Onset in seconds and text."""


def write_edf(
    path: Path,
    data: Any,
    fs: int,
    channels: Sequence[str],
    marks: Marks | None = None,
    *,
    step: float = 0.125,
    status: Any = None,
) -> None:
    """EDF+ or, by the suffix `.bdf`, BDF+: `data` in µV, records of one second, stored in steps of `step` µV.

    `status` is a row of raw numbers, as BioSemi's trigger channel.
    """
    wide = path.suffix == ".bdf"
    width = 3 if wide else 2
    low, high = (-8388600, 8388600) if wide else (-32760, 32760)
    rows = [np.round(np.asarray(row) / step).astype(np.int64) for row in data]
    signals = [
        (name, "uV", low * step, high * step, low, high, fs, row) for name, row in zip(channels, rows, strict=True)
    ]
    if status is not None:
        signals.append(("Status", "Boolean", low, high, low, high, fs, np.asarray(status, np.int64)))
    records = len(rows[0]) // fs
    notes = _annotations(records, marks, width) if marks is not None else None
    if notes is not None:
        name = "BDF Annotations" if wide else "EDF Annotations"
        signals.append((name, "", -1, 1, low, high, len(notes[0]) // width, notes))
    kind = ("BDF+C" if wide else "EDF+C") if notes is not None else ("24BIT" if wide else "")
    fields = [
        (b"\xffBIOSEMI" if wide else b"0       "),
        *(
            str(text).ljust(size).encode()
            for text, size in (
                ("X X X X", 80), ("Startdate 01-JAN-2020 X X X", 80), ("01.01.20", 8), ("00.00.00", 8),
                (256 * (len(signals) + 1), 8), (kind, 44), (records, 8), (1, 8), (len(signals), 4),
            )
        ),
    ]  # fmt: skip
    for column, size in ((0, 16), (None, 80), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (None, 80), (6, 8), (None, 32)):
        for signal in signals:
            text = "" if column is None else signal[column]
            fields.append((f"{text:.7g}" if isinstance(text, float) else str(text)).ljust(size).encode())
    body = b""
    for record in range(records):
        for *_, samples, content in signals:
            if content is notes:
                body += content[record]
            else:
                piece = content[record * samples : (record + 1) * samples].astype("<i4")
                body += piece.view(np.uint8).reshape(-1, 4)[:, :width].tobytes()
    path.write_bytes(b"".join(fields) + body)


def _annotations(records: int, marks: Marks, width: int) -> list[bytes]:
    """One list of time-stamped annotations a record; each begins with its record's own time."""
    texts = []
    for record in range(records):
        own = [f"+{onset}\x14{text}\x14\0" for onset, text in marks if record <= onset < record + 1]
        texts.append((f"+{record}\x14\x14\0" + "".join(own)).encode())
    size = -(-max(map(len, texts)) // width) * width
    return [text.ljust(size, b"\0") for text in texts]


def write_brainvision(
    path: Path, data: Any, fs: int, channels: Sequence[str], marks: Sequence[tuple[int, str]]
) -> None:
    """`.vhdr`, `.vmrk` and `.eeg`: int16 in steps of 0.125 µV; marks are samples from 0 and texts as `S  1`."""
    names = "\n".join(f"Ch{place}={name},,0.125,µV" for place, name in enumerate(channels, 1))
    path.write_text(
        "Brain Vision Data Exchange Header File Version 1.0\n\n[Common Infos]\nCodepage=UTF-8\n"
        f"DataFile={path.stem}.eeg\nMarkerFile={path.stem}.vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\n"
        f"NumberOfChannels={len(channels)}\nSamplingInterval={1e6 / fs:g}\n\n[Binary Infos]\nBinaryFormat=INT_16\n\n"
        f"[Channel Infos]\n{names}\n",
        encoding="utf-8",
    )
    lines = "\n".join(f"Mk{place}=Stimulus,{text},{at + 1},1,0" for place, (at, text) in enumerate(marks, 1))
    path.with_suffix(".vmrk").write_text(
        "Brain Vision Data Exchange Marker File, Version 1.0\n\n[Common Infos]\nCodepage=UTF-8\n"
        f"DataFile={path.stem}.eeg\n\n[Marker Infos]\n{lines}\n",
        encoding="utf-8",
    )
    path.with_suffix(".eeg").write_bytes(np.round(np.asarray(data) / 0.125).astype("<i2").T.tobytes())
