"""GAZE-1 and GAZE-2: the index, its faults, choosing a part, the pictures, and making an index from folders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bcisub.data.frame_index import build_index, compile_pattern
from bcisub.data.pictures import decoded, read_picture
from bcisub.model.errors import BcisubError
from bcisub.model.frames import Frame, FrameSet, read_index
from bcisub.tracks.gaze.settings import final

HEADER = "subject,group,frame,left,right,x,y,calibration"


def write(folder: Path, *rows: str, header: str = HEADER) -> Path:
    (folder / "frames.csv").write_text("\n".join([header, *rows]), encoding="utf-8")
    return folder


def picture(path: Path, grey: int = 100, size: tuple[int, int] = (640, 400)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.full(size[::-1], grey, dtype=np.uint8)).save(path)


def test_gaze_2_reads_labels_hidden_labels_and_calibration(tmp_path: Path) -> None:
    frames = list(
        read_index(write(tmp_path, "S1,g1,1,l1,r1,1.5,-2,0", "S1,g1,2,l2,r2,,,", "S1,g1,3,l3,r3,3,4,1")).frames
    )
    assert frames[0] == Frame("S1", "g1", "1", "l1", "r1", (1.5, -2.0), False)
    assert frames[1].label is None
    assert frames[2].calibration


def test_gaze_2_z_column(tmp_path: Path) -> None:
    deep = read_index(write(tmp_path, "S1,g1,1,l1,r1,1,2,0,3", header=HEADER + ",z"))
    assert next(deep.frames).label == (1.0, 2.0, 3.0)
    assert all(part.depth for part in (deep, deep.part(), final(deep), deep.first(), deep.without_labels()))
    assert not read_index(write(tmp_path, "S1,g1,1,l1,r1,1,2,0")).depth


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("S1,g1,1,l,r,1,2", "number of columns"),
        ("S1,g1,1,l,r,1,2,0,9", "number of columns"),
        ("S1,g1,,l,r,1,2,0", "'frame' is empty"),
        ("S1,g1,1,,r,1,2,0", "'left' is empty"),
        ("S1,g1,1,l,r,1,,0", "not 2 numbers"),
        ("S1,g1,1,l,r,a,b,0", "not 2 numbers"),
        ("S1,g1,1,l,r,nan,2,0", "not finite"),
        ("S1,g1,1,l,r,1,2,maybe", "'maybe'"),
        ("S1,g1,1,l,r,,,1", "calibration frame has no label"),
        ("S0,g1,1,l,r,1,2,0", "twice: lines 2 and 3"),
    ],
)
def test_gaze_2_faults_are_named_with_their_line(tmp_path: Path, row: str, what: str) -> None:
    with pytest.raises(BcisubError, match=what) as caught:
        read_index(write(tmp_path, "S0,g1,1,l,r,1,2,0", row))
    assert caught.value.where == f"{tmp_path / 'frames.csv'}:3"


def test_gaze_2_index_that_is_missing_empty_or_without_a_column(tmp_path: Path) -> None:
    with pytest.raises(BcisubError, match=r"no frames\.csv") as caught:
        read_index(tmp_path)
    assert caught.value.hint is not None
    assert "data index" in caught.value.hint
    with pytest.raises(BcisubError, match="no frame"):
        read_index(write(tmp_path))
    with pytest.raises(BcisubError, match="'calibration'"):
        read_index(write(tmp_path, header="subject,group,frame,left,right,x,y"))


@pytest.fixture
def many(tmp_path: Path) -> FrameSet:
    rows = [f"S{s},g{g},{n},l,r,{n},0,{int(n < 5)}" for s in range(1, 6) for g in range(1, 3) for n in range(25)]
    return read_index(write(tmp_path, *rows))


def test_part_by_subject_group_and_every(many: FrameSet) -> None:
    part = many.part(["S2"], ["g1"], every=7)
    assert list(part.groups) == [("S2", "g1")]
    assert [f.frame for f in part.frames] == ["0", "1", "2", "3", "4", "5", "12", "19"]
    assert many.part().groups == many.groups


def test_part_that_is_not_there(many: FrameSet) -> None:
    for choice in ({"subjects": ["S9"]}, {"groups": ["g9"]}, {"every": 0}):
        with pytest.raises(BcisubError):
            many.part(**choice)  # type: ignore[arg-type]


def test_gaze_13_final_takes_three_people_new_ones_first_30_targets_each(many: FrameSet) -> None:
    last = final(many, known=["S1", "S2", "S4"])
    assert set(last.subjects) == {"S3", "S5", "S1"}
    for subject in last.subjects:
        own = [frame for frame in last.frames if frame.subject == subject]
        assert len(own) == 30
        assert not any(frame.calibration for frame in own)
        assert {frame.group for frame in own} == {"g1", "g2"}


def test_without_labels_only_calibration_frames_keep_theirs(many: FrameSet) -> None:
    assert all((frame.label is not None) == frame.calibration for frame in many.without_labels().frames)


@pytest.mark.parametrize("name", ["p.png", "p.jpg", "p.bmp"])
def test_gaze_1_pictures_of_all_three_formats(tmp_path: Path, name: str) -> None:
    picture(tmp_path / name)
    image = read_picture(tmp_path / name)
    assert image.shape == (400, 640)
    assert image.dtype == np.uint8
    assert (image == 100).all()


def test_gaze_1_colour_and_palette_pictures_become_grey(tmp_path: Path) -> None:
    grey = Image.new("L", (640, 400), 100)
    for mode in ("RGB", "P", "RGBA"):
        grey.convert(mode).save(tmp_path / "p.png")
        assert (read_picture(tmp_path / "p.png") == 100).all()


def test_gaze_1_wrong_pictures_are_named(tmp_path: Path) -> None:
    picture(tmp_path / "small.png", size=(64, 40))
    picture(tmp_path / "whole.png")
    (tmp_path / "half.png").write_bytes((tmp_path / "whole.png").read_bytes()[:200])
    (tmp_path / "text.png").write_text("text", encoding="utf-8")
    for name, code in (("small", "size"), ("half", "broken"), ("text", "broken"), ("none", "missing")):
        with pytest.raises(BcisubError) as caught:
            read_picture(tmp_path / f"{name}.png")
        assert caught.value.code == f"picture-{code}"
        assert caught.value.where == str(tmp_path / f"{name}.png")


def test_decoding_keeps_order_and_holds_a_bounded_number_of_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bcisub.data import pictures

    submitted: list[str] = []

    def fake(folder: Path, frame: Frame) -> str:
        submitted.append(frame.frame)
        return frame.frame

    monkeypatch.setattr(pictures, "read_pair", fake)
    frames = [Frame("S", "g", str(n), "l", "r", None, False) for n in range(100)]
    stream = decoded(tmp_path, iter(frames), ahead=8)
    for wanted in range(20):
        frame, pair = next(stream)
        assert frame.frame == pair == str(wanted)
    assert len(submitted) <= 20 + 8
    stream.close()


def test_index_from_folders_names_broken_and_lonely_pictures(tmp_path: Path) -> None:
    for name in ("S2/g1/1_left", "S2/g1/1_right", "S10/g1/1_left", "S10/g1/1_right", "S2/g1/2_left", "S2/g1/3_left"):
        picture(tmp_path / f"{name}.png")
    (tmp_path / "S2/g1/3_right.png").write_bytes(b"broken")
    picture(tmp_path / "other.png")
    report = build_index(tmp_path, "{subject}/{group}/{frame}_{eye}.png")
    assert report.broken == [("S2/g1/3_right.png", "The file is no PNG, JPEG or BMP picture.")]
    assert report.lonely == [("S2/g1/2_left.png", "right"), ("S2/g1/3_left.png", "right")]
    assert (report.frames, report.unmatched) == (2, 1)
    assert [frame.place for frame in read_index(tmp_path).frames] == ["S2/g1/1", "S10/g1/1"]


def test_index_with_labels(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        for eye in "LR":
            picture(tmp_path / f"a_{number}_{eye}.bmp")
    (tmp_path / "labels.csv").write_text(
        "subject,frame,x,y,calibration\na,1,10,20,1\na,2,1,2,0\na,9,1,2,0\n", encoding="utf-8"
    )
    report = build_index(tmp_path, "{subject}_{frame}_{eye}.bmp", tmp_path / "labels.csv")
    frames = list(read_index(tmp_path).frames)
    assert [(frame.label, frame.calibration) for frame in frames] == [((10, 20), True), ((1, 2), False), (None, False)]
    assert (report.frames, report.labelled, report.calibration) == (3, 2, 1)
    assert report.without_frame == ["a/1/9"]


@pytest.mark.parametrize(
    ("pattern", "what"),
    [("{subject}/{frame}.png", "lacks {eye}"), ("{who}/{frame}_{eye}", "{who} is unknown"), ("{frame}{eye}", "lacks")],
)
def test_patterns_that_cannot_work(pattern: str, what: str) -> None:
    with pytest.raises(BcisubError) as caught:
        compile_pattern(pattern)
    assert what in caught.value.what


def test_pattern_with_a_repeated_field_and_a_wildcard() -> None:
    match = compile_pattern("{subject}/{*}/{subject}_{frame}-{eye}.png").fullmatch("S1/x/S1_07-R.png")
    assert match is not None
    assert match.groupdict() == {"subject": "S1", "frame": "07", "eye": "R"}
    assert compile_pattern("{subject}/{subject}_{frame}-{eye}.png").fullmatch("S1/S2_07-R.png") is None


def test_pattern_that_fits_nothing_or_two_files(tmp_path: Path) -> None:
    picture(tmp_path / "a" / "1_left.png")
    with pytest.raises(BcisubError, match="fits none of the 1 pictures"):
        build_index(tmp_path, "{subject}-{frame}-{eye}.png")
    picture(tmp_path / "a" / "1_l.png")
    with pytest.raises(BcisubError, match="Two files"):
        build_index(tmp_path, "{subject}/{frame}_{eye}.png")
