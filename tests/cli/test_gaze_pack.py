"""What a team of the gaze track hands in: predictions, code and `score --csv` (GAZE-20, GAZE-21)."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bcisub.pack import hand_in
from bcisub.project import code_zip
from tests.cli.gaze_team import asked, evaluate, invoke, pack, refusal, write_predictor, write_team


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write_team(tmp_path, monkeypatch)


def test_gaze_20_pack_writes_a_row_for_every_test_frame(place: Path) -> None:
    done = pack("--data", "frames", "--json", "bundle.json")
    assert done.exit_code == 0, (done.output, done.exception)
    told = json.loads(Path("bundle.json").read_text(encoding="utf-8"))
    dist = place / "team" / "dist"
    assert sorted(file.name for file in dist.iterdir()) == ["红队_Test.zip", "红队_Test_20220501.csv"]
    with (dist / "红队_Test_20220501.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["subject"], row["group"], row["frame"]) for row in rows] == [
        (s, g, n) for s in ("S1", "S2") for g in ("g1", "g2") for n in ("0", "1", "2", "3")
    ]
    assert told["schema"] == "bcisub.bundle/1"
    assert told["proof"] == {"ran": True, "reports": 3, "same_as_source": True}
    assert told["predictions"]["rows"] == 16
    assert told["predictions"]["last_upload"] is None
    assert Path(told["path"]) == dist / "红队_Test.zip"
    scored = invoke("score", "--csv", str(dist / "红队_Test_20220501.csv"), "--data", "frames", "--json", "csv.json")
    assert scored.exit_code == 0
    assert json.loads(Path("csv.json").read_text(encoding="utf-8"))["score"] == pytest.approx(evaluate()[1]["score"])


def test_gaze_20_score_refuses_a_csv_and_names_the_rows(place: Path) -> None:
    lines = ["subject,group,frame,x,y", "S1,g1,0,1,2", "S1,g1,0,1,2", "S1,g1,2,nan,2", "S9,g1,0,1,2"]
    Path("bad.csv").write_text("\n".join(lines), encoding="utf-8")
    problem = refusal(invoke("score", "--csv", "bad.csv", "--data", "frames"))
    assert problem.exit_code == 1
    for told in ("line 3", "line 4", "line 5", "S2/g2/3 has no row"):
        assert told in problem.what
    assert refusal(invoke("score", "--csv", "bad.csv")).exit_code == 2


def test_gaze_20_pack_refuses_unusable_answers_and_writes_nothing(place: Path) -> None:
    write_predictor(place, "if subject == 'S2' and left[0, 0] == 10: return None")
    problem = refusal(pack("--data", "frames"))
    assert problem.exit_code == 1
    assert "S2/g1/2" in problem.what
    assert not (place / "team" / "dist").exists()


def test_gaze_21_the_zip_holds_code_model_and_readme_and_is_proved(place: Path) -> None:
    (place / "team" / "model.bin").write_bytes(b"model")
    done = pack("--team", "blue", "-o", "out")
    assert done.exit_code == 0, (done.output, done.exception)
    assert [file.name for file in Path("out").iterdir()] == ["blue_Test.zip"]
    with zipfile.ZipFile("out/blue_Test.zip") as archive:
        assert archive.namelist() == ["README.md", "model.bin", "predictor.py"]


def test_gaze_21_a_zip_that_lacks_a_file_it_reads_is_refused(place: Path) -> None:
    (place / "team" / "notes.txt").write_text("x", encoding="utf-8")
    (place / "team" / ".bcisubignore").write_text("notes.txt\n", encoding="utf-8")
    write_predictor(place, "open(__file__.replace('predictor.py', 'notes.txt')).close()")
    assert refusal(pack()).code == "proof-failed"
    assert not (place / "team" / "dist").exists()


def test_gaze_21_too_large_is_refused_before_anything_runs(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(root: Path, layout: Any, path: Path) -> dict[str, Path]:
        return code_zip.write_code_zip(root, layout, path, limit=100)

    monkeypatch.setattr(hand_in, "write_code_zip", small)
    problem = refusal(pack("--data", "frames"))
    assert problem.code == "zip-too-large"
    assert "predictor.py" in problem.what
    assert not asked(place)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--team", "a/b"), "cannot stand in a file name"),
        (("--team", "nul"), "device"),
        (("--team", ""), "none is given"),
        (("--date", "20220231"), "no date"),
        (("--data", "nowhere"), "no data set"),
        (("-o", "x.zip"), "folder"),
        (("--format", "tar.gz"), "ZIP"),
    ],
)
def test_gaze_20_what_cannot_be_named_is_refused_before_anything_runs(
    place: Path, more: tuple[str, ...], why: str
) -> None:
    problem = refusal(pack(*more))
    assert problem.exit_code == 2
    assert why in problem.what
    assert not asked(place)


def test_pack_goes_on_with_its_predictions_but_not_with_other_code(place: Path) -> None:
    (place / "stop").touch()
    stop = repr(str(place / "stop"))
    write_predictor(
        place, f"import os\n        assert not (subject + group[0] == 'S2g' and os.path.exists({stop})), 'boom'"
    )
    assert refusal(pack("--data", "frames")).code == "run-exception"
    (place / "stop").unlink()
    answered = len(asked(place)) - 1
    done = pack("--data", "frames", "--resume")
    assert done.exit_code == 0, (done.output, done.exception)
    assert len(asked(place)) == answered + 1 + (12 - answered)
    write_predictor(place)
    assert refusal(pack("--data", "frames", "--resume")).code == "other-code"
