"""The gaze track's sample sets: the index of GAZE-2, pictures of GAZE-1, people and groups that differ."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bcisub.simulate.eye import EyeCamera
from bcisub.simulate.eye_person import Eye, Look, Wearing
from bcisub.simulate.png import grey_png
from bcisub.tracks.gaze import generator as gaze


def recipe(**changes: Any) -> dict[str, Any]:
    return {
        "seed": 7,
        "people": {"subjects": ["S01", "S02"], "groups": ["g1", "g2"]},
        "frames": {"per_group": 6, "calibration": 5},
        "plane": {"distance": 1000, "half_width": 340, "half_height": 250},
        **changes,
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gaze")
    shares: list[float] = []
    gaze.generate(recipe(), folder, shares.append)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    return folder


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "frames.csv").open(encoding="utf-8", newline="")))


def test_gaze_2_index_has_the_columns_and_names_existing_files(made: Path) -> None:
    header = (made / "frames.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == "subject,group,frame,left,right,x,y,calibration"
    assert len(rows(made)) == 2 * 2 * 6
    for row in rows(made):
        assert (made / row["left"]).is_file()
        assert (made / row["right"]).is_file()


def test_gaze_1_five_calibration_frames_in_every_group(made: Path) -> None:
    counts: dict[tuple[str, str], int] = {}
    for row in rows(made):
        key = (row["subject"], row["group"])
        counts[key] = counts.get(key, 0) + int(row["calibration"])
    assert set(counts.values()) == {5}
    assert len(counts) == 4


def test_gaze_1_pictures_are_grey_640_by_400_and_the_eyes_differ(made: Path) -> None:
    row = rows(made)[0]
    left, right = Image.open(made / row["left"]), Image.open(made / row["right"])
    assert left.size == right.size == (640, 400)
    assert left.mode == right.mode == "L"
    assert np.asarray(left).min() < 30  # the pupil
    assert np.asarray(left).max() > 230  # the glints
    assert not np.array_equal(np.asarray(left), np.asarray(right))


def test_targets_lie_on_the_plane_and_spread(made: Path) -> None:
    points = np.array([[float(row["x"]), float(row["y"])] for row in rows(made)])
    assert np.abs(points).max(axis=0)[0] <= 340
    assert np.abs(points).max(axis=0)[1] <= 250
    assert points.std(axis=0).min() > 80


def test_same_recipe_same_bytes(made: Path, tmp_path: Path) -> None:
    gaze.generate(recipe(), tmp_path, lambda share: None)
    assert digest(tmp_path) == digest(made)
    other = tmp_path / "other"
    gaze.generate(recipe(seed=8), other, lambda share: None)
    assert digest(other) != digest(made)


def test_a_person_is_the_same_in_every_set_and_a_frame_does_not_hang_on_the_others(made: Path, tmp_path: Path) -> None:
    gaze.generate(recipe(people={"subjects": ["S02"], "groups": ["g2"]}), tmp_path, lambda share: None)
    name = "S02/g2/0003_left.png"
    assert (tmp_path / name).read_bytes() == (made / name).read_bytes()


def test_groups_differ_by_a_slip_of_the_headset(made: Path) -> None:
    one, two = (np.asarray(Image.open(made / f"S01/{group}/0000_left.png"), dtype=float) for group in ("g1", "g2"))
    assert np.abs(one - two).mean() > 5


def test_png_is_read_back_as_it_was() -> None:
    image = np.random.default_rng(0).integers(0, 256, (40, 64), dtype=np.uint8)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(grey_png(image)))), image)


EYE = Eye((0, 0), 100, 180, 150, 2.0, (8.0, 8.0), 1.0, 0.0, 30.0, 40, 1.0)
WEARING = Wearing((31.5, 0, 0), (37.0, -13.0, 38.0), (31.5, -0.5, 10.0), 0.0, 1.0, glasses=False)


def dark_middle(image: np.ndarray) -> tuple[float, float]:
    """Middle (column, row) of the pupil: the darkest pixels."""
    found = np.nonzero(image < 40)
    return float(np.median(found[1])), float(np.median(found[0]))


@pytest.mark.parametrize(("yaw", "pitch"), [(0, 0), (15, 0), (-15, 0), (0, 10), (0, -10)])
def test_the_pupil_is_seen_where_the_axis_leaves_the_eyeball(yaw: float, pitch: float) -> None:
    camera = EyeCamera(EYE, WEARING, np.random.default_rng(1))
    across, up = np.sin(np.deg2rad(yaw)), np.sin(np.deg2rad(pitch))
    axis = (float(across), float(up), float(np.sqrt(1 - across**2 - up**2)))
    image = camera.render(Look(axis, 1.0, 0.0), np.random.default_rng(2))
    expected = camera.project(np.array(WEARING.centre) + 12.0 * np.array(axis))
    assert np.hypot(*np.subtract(dark_middle(image), expected)) < 6


def test_a_closing_lid_hides_the_pupil() -> None:
    camera = EyeCamera(EYE, WEARING, np.random.default_rng(1))
    dark = [
        int((camera.render(Look((0, 0, 1), 1.0, closing), np.random.default_rng(2)) < 30).sum())
        for closing in (0.0, 0.5, 1.0)
    ]
    assert dark[0] > dark[1] > dark[2]


def digest(folder: Path) -> str:
    total = hashlib.sha256()
    for path in [*sorted(folder.glob("S*/**/*.png")), folder / "frames.csv"]:
        total.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return total.hexdigest()
