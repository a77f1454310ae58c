"""GAZE-20: the file of predictions, its name and its rows."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.frames import FrameSet, read_index
from bcisub.tracks.gaze.predictions import (
    check_date,
    csv_name,
    last_upload,
    read_predictions,
    refuse,
    write_predictions,
)

KNOWN = ("S1", "g1", "1")
GOOD = {("S1", "g1", "0"): [1.5, 2], ("S1", "g1", "2"): [-0.1, 1e-9]}


@pytest.fixture
def frames(tmp_path: Path) -> FrameSet:
    rows = ["subject,group,frame,left,right,x,y,calibration", "S1,g1,0,a,b,,,0", "S1,g1,1,c,d,1,2,1", "S1,g1,2,e,f,,,0"]
    (tmp_path / "frames.csv").write_text("\n".join(rows), encoding="utf-8")
    return read_index(tmp_path)


def read(tmp_path: Path, frames: FrameSet, *rows: str, known: tuple[str, ...] = ("S1,g1,1,1,2",)) -> list[str]:
    path = tmp_path / "p.csv"
    path.write_text("\n".join(["subject,group,frame,x,y", *rows, *known]), encoding="utf-8")
    return read_predictions(path, frames).faults


def test_gaze_20_a_row_for_every_test_frame_calibration_ones_with_their_labels(
    tmp_path: Path, frames: FrameSet
) -> None:
    path = tmp_path / "out.csv"
    write_predictions(path, frames, GOOD)
    assert path.read_text(encoding="utf-8") == (
        "subject,group,frame,x,y\nS1,g1,0,1.5,2.0\nS1,g1,1,1.0,2.0\nS1,g1,2,-0.1,1e-09\n"
    )
    found = read_predictions(path, frames)
    assert found.faults == []
    assert found.answers == {**{key: tuple(map(float, value)) for key, value in GOOD.items()}, KNOWN: (1.0, 2.0)}


@pytest.mark.parametrize(
    "bad", [None, [1], [1, float("nan")], ["a", 1], "12", ["1", "2"], [1, 2, 3], [float("inf"), 0]]
)
def test_gaze_20_writing_is_refused_whole_and_the_row_named(tmp_path: Path, frames: FrameSet, bad: object) -> None:
    path = tmp_path / "out.csv"
    with pytest.raises(SubmissionError, match="S1/g1/2"):
        write_predictions(path, frames, {**GOOD, ("S1", "g1", "2"): bad})
    assert not path.exists()


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (["S1,g1,0,1,2"], "frame S1/g1/2 has no row"),
        (["S1,g1,0,1,2", "S1,g1,2,1,2", "S1,g1,0,3,4"], "line 4: frame S1/g1/0 comes twice, first in line 2"),
        (["S1,g1,0,1,2", "S1,g1,2,1,2", "S1,g9,2,3,4"], "line 4: frame S1/g9/2 is not in the set"),
        (["S1,g1,0,1,2", "S1,g1,2,nan,2"], "line 3: frame S1/g1/2 has 'nan', '2': not two finite numbers"),
        (["S1,g1,0,1,2", "S1,g1,2,,2"], "line 3: frame S1/g1/2 has '', '2': not two finite numbers"),
        (["S1,g1,0,1,2", "S1,g1,2,1"], "line 3: frame S1/g1/2 has '1', None: not two finite numbers"),
        (["S1,g1,0,1,2", "S1,g1,2,1_0,2"], "line 3: frame S1/g1/2 has '1_0', '2': not two finite numbers"),
        (["S1,g1,0,1,2", "S1,g1,2,１,2"], "line 3: frame S1/g1/2 has '１', '2': not two finite numbers"),
        (["S1,g1,0,1,2", "S1,g1,2,1,2,3"], "line 3: frame S1/g1/2 has more cells than the first line"),
    ],
)
def test_gaze_20_row_by_row(tmp_path: Path, frames: FrameSet, rows: list[str], fault: str) -> None:
    assert read(tmp_path, frames, *rows) == [fault]


def test_gaze_20_a_column_z_must_be_in_the_set_and_hold_numbers(tmp_path: Path, frames: FrameSet) -> None:
    path = tmp_path / "z.csv"
    path.write_text("subject,group,frame,x,y,z\nS1,g1,0,1,2,3\nS1,g1,2,1,2,deep\nS1,g1,1,1,2,0\n", encoding="utf-8")
    bad = "line 3: frame S1/g1/2 has '1', '2', 'deep': not three finite numbers"
    deep = "has a z, which the set does not have"
    told = [f"line 2: frame S1/g1/0 {deep}", bad, f"line 4: frame S1/g1/1 {deep}"]
    assert read_predictions(path, frames).faults == told
    found = read_predictions(path, replace(frames, depth=True))
    assert found.faults == [bad]
    assert found.answers == {("S1", "g1", "0"): (1.0, 2.0, 3.0), KNOWN: (1.0, 2.0, 0.0)}


def test_gaze_20_a_calibration_frame_without_a_row_is_named(tmp_path: Path, frames: FrameSet) -> None:
    faults = read(tmp_path, frames, "S1,g1,0,1,2", "S1,g1,2,1,2", known=())
    assert faults == ["frame S1/g1/1 has no row with its known label"]


def test_gaze_20_the_last_upload_is_told_by_the_names_of_the_files(tmp_path: Path) -> None:
    assert last_upload(tmp_path / "none", "red", "20220520") is None
    for name in ("red_Test_20220501", "red_Test_20220512", "red_Test_20220520", "red_Test_x", "blue_Test_20220513"):
        (tmp_path / f"{name}.csv").touch()
    assert last_upload(tmp_path, "red", "20220520") == "20220512"
    assert last_upload(tmp_path, "red", "20220501") is None


def test_files_of_other_tools_are_read(tmp_path: Path, frames: FrameSet) -> None:
    path = tmp_path / "excel.csv"
    path.write_bytes("\ufeffFrame, Group ,Subject,Y,X\r\n0,g1,S1,2,1\r\n2,g1,S1,4,3\r\n1,g1,S1,2,1\r\n".encode())
    found = read_predictions(path, frames)
    assert found.faults == []
    assert found.answers["S1", "g1", "2"] == (3.0, 4.0)


def test_unreadable_files_are_refused_with_why(tmp_path: Path, frames: FrameSet) -> None:
    with pytest.raises(BcisubError, match="does not exist"):
        read_predictions(tmp_path / "none.csv", frames)
    (tmp_path / "columns.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(BcisubError, match="lacks the column 'subject'"):
        read_predictions(tmp_path / "columns.csv", frames)
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00subject")
    with pytest.raises(BcisubError):
        read_predictions(tmp_path / "bytes.csv", frames)


def test_gaze_20_many_faults_are_counted_and_the_first_named() -> None:
    with pytest.raises(SubmissionError) as caught:
        refuse(Path("p.csv"), [f"line {n}" for n in range(50)])
    assert "50 row(s)" in caught.value.what
    assert caught.value.what.endswith("… and 30 more")


@pytest.mark.parametrize(
    ("team", "why"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("a/b", "'/'"),
        ("a\\b", "cannot stand"),
        ("a\nb", "cannot stand"),
        ("..", "dot"),
        ("team ", "space"),
        ("NUL", "device"),
        ("com1.x", "device"),
        ("队" * 90, "255"),
    ],
)
def test_gaze_20_team_that_cannot_be_a_file_name(team: str, why: str) -> None:
    with pytest.raises(BcisubError, match="cannot be used") as caught:
        csv_name(team, "20220501")
    assert why in caught.value.what


def test_gaze_20_name_of_the_file() -> None:
    assert csv_name("红队 7", "20220501") == "红队 7_Test_20220501.csv"


def test_dates() -> None:
    assert check_date("2022-05-01") == check_date("20220501") == "20220501"
    assert check_date(None) == datetime.date.today().strftime("%Y%m%d")
    for wrong in ("20221301", "yesterday", "2022-5-1"):
        with pytest.raises(BcisubError, match="no date"):
            check_date(wrong)
