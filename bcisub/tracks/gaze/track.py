"""The gaze track: pictures of both eyes in, a point on a plane out (rulebook `gaze`).

A group of a subject is a block, a frame to be predicted is one sample of it. `BlockTruth.extra` holds, for every
frame to be predicted, `frames` (names), `files` (left and right picture) and `labels` (or None where hidden), and
`plane_distance`, `known` (the person is in the training set) and `calibration` (how many frames there are for it).
A report's `p` is the frame's place in the block, counted from 1, and `compute` the seconds its answer took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.serving import FrameServing
from bcisub.model.track import Layout, Scorer, Track
from bcisub.tracks.gaze.hand_in import HAND_IN
from bcisub.tracks.gaze.rules import READINGS, RULES
from bcisub.tracks.gaze.running import RunningFrames
from bcisub.tracks.gaze.settings import TABLE, final, settings

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from bcisub.model.frames import FrameSet
    from bcisub.model.record import BlockTruth
    from bcisub.model.stream import TriggerRow

LAYOUT = Layout(
    name="predictor",
    summary="predictor.py with class Predictor, packed whole into the code ZIP",
    entry="predictor.py",
    class_name="Predictor",
    module="predictor",
    packed=(".",),
    packs="hand-in",
)


def check_truth(truth: BlockTruth) -> None:
    """Nothing to check here: `data.frames` refuses an index that cannot be scored honestly."""


def mask(row: TriggerRow) -> TriggerRow:
    """There is no trigger row."""
    return row


def tiny_frames(folder: Path, numbers: np.random.Generator, seen: bool) -> FrameSet:
    """Two people of one group: a frame for calibration, two to be predicted; noise, or black where nothing is seen."""
    import numpy as np

    from bcisub.model.frames import Frame, FrameSet
    from bcisub.simulate.png import grey_png

    folder.mkdir(parents=True)
    groups: dict[tuple[str, str], tuple[Frame, ...]] = {}
    for subject in ("S1", "S2"):
        frames = []
        for number in range(3):
            names = [f"{subject}-{number}-{eye}.png" for eye in ("left", "right")]
            for name in names:
                picture = numbers.integers(0, 256 if seen else 1, (400, 640), dtype=np.uint8)
                (folder / name).write_bytes(grey_png(picture))
            point = (float(numbers.uniform(-100, 100)), float(numbers.uniform(-100, 100)))
            frames.append(Frame(subject, "1", str(number), names[0], names[1], point, number == 0))
        groups[subject, "1"] = tuple(frames)
    return FrameSet(folder, groups)


def scorer() -> Scorer:
    """GAZE-10 to GAZE-13."""
    from bcisub.tracks.gaze.scorer import SCORER

    return SCORER


TRACK = Track(
    name="gaze",
    title="Near-eye gaze estimation",
    summary="pictures of both eyes to the point looked at; PE in degrees, lower is better",
    document="2022 世界机器人大赛—共融机器人挑战赛 智能人机交互组-眼动交互 竞赛手册",
    python="3.10",
    channels=(),
    packet=1,
    adapter="frames",
    layouts=(LAYOUT,),
    rules=RULES,
    readings=READINGS,
    metric="PE",
    unit="degrees",
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    higher_is_better=False,
    fs=1,  # a frame a second, the time an answer may take in the final (GAZE-13)
    frames=FrameServing(
        table=TABLE, settings=settings, final=final, tiny=tiny_frames, running=RunningFrames, hand_in=HAND_IN
    ),
)
