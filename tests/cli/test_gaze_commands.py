"""The gaze track as a user meets it: eval, score, pack, new and data on a small set of pictures."""

from __future__ import annotations

import csv
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from bcisub.cli.app import app
from bcisub.model.errors import BcisubError
from bcisub.pack import hand_in
from bcisub.project import code_zip

PREDICTOR = """
class Predictor:
    def calibrate(self, subject, group, frames):
        print("calibrated", subject, group, len(frames))

    def predict(self, subject, group, left, right):
        print("asked", int(left[0, 0]))
        {extra}
        return 10.0 * left[0, 0], 10.0 * right[0, 0]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project `team` beside a set `frames`: S1 and S2, two groups each of one calibration frame and three more."""
    folder = tmp_path / "frames"
    folder.mkdir()
    rows = ["subject,group,frame,left,right,x,y,calibration"]
    for number in range(16):
        subject, group, frame = f"S{number // 8 + 1}", f"g{number // 4 % 2 + 1}", number % 4
        names = [f"{subject}{group}{frame}{eye}.png" for eye in "lr"]
        for grey, name in zip((number, number + 1), names, strict=True):
            Image.fromarray(np.full((400, 640), grey, dtype=np.uint8)).save(folder / name)
        rows.append(f"{subject},{group},{frame},{','.join(names)},{10 * number},{10 * number + 10},{int(frame == 1)}")
    (folder / "frames.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    team = tmp_path / "team"
    team.mkdir()
    settings = '[project]\ntrack = "gaze"\nteam = "红队"\n[gaze]\nplane_distance = 500\nknown_subjects = ["S1"]\n'
    (team / "bcisub.toml").write_text(settings, encoding="utf-8")
    (team / "README.md").write_text("how\n", encoding="utf-8")
    write_predictor(tmp_path)
    monkeypatch.chdir(tmp_path)
    # The environment of the tests stands for the target's; the proof runs over the small set.
    monkeypatch.setattr("bcisub.targets.environments.for_submission", lambda *_: Path(sys.executable))
    monkeypatch.setattr("bcisub.pack.prove.DATA", str(folder))
    return tmp_path


def write_predictor(place: Path, extra: str = "pass") -> None:
    (place / "team" / "predictor.py").write_text(PREDICTOR.format(extra=extra), encoding="utf-8")


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def evaluate(*more: str) -> tuple[Any, dict[str, Any]]:
    done = invoke("eval", "team", "--data", "frames", "--python", "current", "--json", "out.json", *more)
    return done, json.loads(Path("out.json").read_text(encoding="utf-8")) if Path("out.json").exists() else {}


def pack(*more: str) -> Any:
    return invoke("pack", "team", "--python", sys.executable, "--date", "2022-05-01", *more)


def refusal(done: Any) -> BcisubError:
    assert isinstance(done.exception, BcisubError), done.output
    return done.exception


def asked(place: Path) -> list[str]:
    logs = sorted((place / "team" / ".bcisub" / "runs").glob("*/worker.log"))
    return [line for log in logs for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("asked")]


def test_gaze_11_eval_gives_pe_per_subject_and_group(place: Path) -> None:
    done, told = evaluate()
    assert done.exit_code == 0, done.output
    assert told["score"] == pytest.approx(0, abs=1e-5)
    assert told["metrics"]["p50"] <= told["metrics"]["p95"]
    assert [part["subject"] for part in told["subjects"]] == ["S1", "S2"]
    assert [(part["subject"], part["block"]) for part in told["blocks"]] == [
        ("S1", "g1"), ("S1", "g2"), ("S2", "g1"), ("S2", "g2"),
    ]  # fmt: skip
    assert len(told["trials"]) == 12
    assert told["trials"][0]["truth"] == told["trials"][0]["result"] == [0, 10]
    assert told["run"]["packets"] == told["run"]["reports"] == 12
    assert 0 < told["run"]["compute"]["p50_ms"] <= told["run"]["compute"]["max_ms"]
    for word in ("PE", "P50", "P95", "known", "new", "Worst frames", "S1g12l.png", "gaze plane", "computing per frame"):
        assert word in done.output


def test_reading_gaze_vector_takes_the_distance_of_the_project(place: Path) -> None:
    write_predictor(place, "return 0.0, 0.0")
    _, told = evaluate("--subject", "S1", "--group", "g1", "--every", "3")
    assert [trial["truth"] for trial in told["trials"]] == [[0, 10]]
    assert told["score"] == pytest.approx(np.degrees(np.arctan(10 / 500)))
    assert {entry["reading"] for entry in told["sensitivity"]} == {"gaze-vector", "late-answer"}


def test_a_part_of_the_frames(place: Path) -> None:
    def frames(*more: str) -> list[str]:
        return [f"{t['subject']}/{t['block']}/{t['frame']}" for t in evaluate(*more)[1]["trials"]]

    assert frames("--subject", "S2", "--group", "g1") == ["S2/g1/0", "S2/g1/2", "S2/g1/3"]
    assert frames("--every", "2") == [f"{s}/{g}/{n}" for s in ("S1", "S2") for g in ("g1", "g2") for n in (0, 3)]
    assert frames("--quick") == ["S1/g1/0", "S1/g1/2", "S1/g1/3"]
    assert refusal(invoke("eval", "team", "--data", "frames", "--python", "current", "--group", "g9")).exit_code == 2


def test_c9_subjects_are_shuffled_with_their_groups(place: Path) -> None:
    orders = {tuple(part["block"] + part["subject"] for part in evaluate("--shuffle", str(seed))[1]["blocks"])
              for seed in range(4)}  # fmt: skip
    assert orders == {("g1S1", "g2S1", "g1S2", "g2S2"), ("g1S2", "g2S2", "g1S1", "g2S1")}


def test_gaze_12_an_incomplete_set_has_no_pe_and_exit_code_1(place: Path) -> None:
    write_predictor(place, "if left[0, 0] == 6: return float('nan'), 1.0")
    done, told = evaluate()
    assert done.exit_code == 1
    assert told["score"] is None
    assert not told["valid"]
    assert "S1/g2/2" in told["void_reason"]
    assert "S1/g2/2" in done.output


def test_gaze_13_the_final_counts_late_answers_as_180_degrees(place: Path) -> None:
    write_predictor(place, "import time; time.sleep(1.05 if left[0, 0] == 6 else 0)")
    done, told = evaluate("--stage", "final")
    assert [trial["error_deg"] for trial in told["trials"] if trial["status"] == "late"] == [180]
    assert told["metrics"]["late"] == 1
    assert "Time to answer" in done.output
    assert "final-of-other-size" in done.output
    assert "calibrated" not in next((place / "team/.bcisub/runs").glob("*/worker.log")).read_text(encoding="utf-8")
    again = invoke("score", str(next((place / "team/.bcisub/runs").iterdir())), "--reading", "late-answer=drop")
    assert again.exit_code == 0


def test_an_interrupted_run_goes_on_and_asks_no_frame_twice(place: Path) -> None:
    write_predictor(place, "assert left[0, 0] != 6, 'boom'")
    failed = invoke("eval", "team", "--data", "frames", "--python", "current")
    assert "--resume" in (refusal(failed).hint or "")
    assert asked(place)[-1] == "asked 6"
    before = asked(place)[:-1]  # the last was never answered
    write_predictor(place)
    done, told = evaluate("--resume")
    assert done.exit_code == 0
    assert "has changed" in done.output
    assert told["score"] == pytest.approx(0, abs=1e-5)
    assert len(told["trials"]) == 12
    assert not set(before) & set(asked(place)[len(before) + 1 :])
    assert len(list((place / "team/.bcisub/runs").iterdir())) == 1
    again, _ = evaluate("--run", told["run"]["id"])
    assert again.exit_code == 0
    assert len(asked(place)) == 13


def test_resume_over_a_changed_set_is_refused(place: Path) -> None:
    evaluate()
    with (place / "frames" / "frames.csv").open("a", encoding="utf-8") as index:
        index.write("S3,g1,0,S1g10l.png,S1g10r.png,1,2,0\n")
    assert "no longer" in refusal(evaluate("--resume")[0]).what


def test_a_track_of_blocks_takes_no_part_of_frames_and_is_not_resumed(place: Path) -> None:
    from bcisub.project.project import open_project
    from bcisub.replay.options import RunOptions
    from bcisub.replay.source import open_source

    assets = Path(__file__).parents[1] / "assets"
    project = open_project(assets / "mini-ssvep", "ssvep-async")
    for options in (RunOptions(groups=("g1",)), RunOptions(every=2), RunOptions(resume=True)):
        with pytest.raises(BcisubError, match=r"frames|one stream"):
            open_source("cali_A", project, options)


def test_gaze_20_pack_writes_a_row_for_every_test_frame(place: Path) -> None:
    done = pack("--data", "frames", "--json", "bundle.json")
    assert done.exit_code == 0, (done.output, done.exception)
    told = json.loads(Path("bundle.json").read_text(encoding="utf-8"))
    dist = place / "team" / "dist"
    assert sorted(file.name for file in dist.iterdir()) == ["红队_Test.zip", "红队_Test_20220501.csv"]
    with (dist / "红队_Test_20220501.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["subject"], row["group"], row["frame"]) for row in rows] == [
        (s, g, n) for s in ("S1", "S2") for g in ("g1", "g2") for n in ("0", "2", "3")
    ]
    assert told["schema"] == "bcisub.bundle/1"
    assert told["proof"] == {"ran": True, "reports": 3, "same_as_source": True}
    assert told["predictions"]["rows"] == 12
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
    write_predictor(place, f"import os\n        assert not (subject == 'S2' and os.path.exists({stop})), 'boom'")
    assert refusal(pack("--data", "frames")).code == "run-exception"
    (place / "stop").unlink()
    answered = len(asked(place)) - 1
    done = pack("--data", "frames", "--resume")
    assert done.exit_code == 0, (done.output, done.exception)
    assert len(asked(place)) == answered + 1 + (12 - answered)
    write_predictor(place)
    assert refusal(pack("--data", "frames", "--resume")).code == "other-code"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("plane_distance = 0", "plane_distance"),
        ("plane_distance = true", "plane_distance"),
        ('plane_distance = "far"', "plane_distance"),
        ("plane_distance = inf", "plane_distance"),
        ('known_subjects = "S1"', "known_subjects"),
    ],
)
def test_settings_that_mean_nothing_are_refused(place: Path, line: str, why: str) -> None:
    (place / "team" / "bcisub.toml").write_text(f'[project]\ntrack = "gaze"\n[gaze]\n{line}\n', encoding="utf-8")
    assert why in refusal(evaluate()[0]).what


def test_without_a_distance_that_of_the_sample_sets_is_taken_and_said(place: Path) -> None:
    (place / "team" / "bcisub.toml").write_text('[project]\ntrack = "gaze"\n[gaze]\nfar = 1\n', encoding="utf-8")
    done, told = evaluate("--quick")
    assert told["valid"]
    assert "1000 is taken" in done.output
    assert "gaze.far is not known" in done.output


def test_gaze_2_data_info_counts_frames_labels_and_calibration(place: Path) -> None:
    done = invoke("data", "info", "frames", "--track", "gaze", "--json", "info.json")
    assert done.exit_code == 0, done.output
    block = json.loads(Path("info.json").read_text(encoding="utf-8"))["blocks"][0]
    assert (block["trials"], block["labelled"], block["calibration"]) == (4, 4, 1)
    assert "calibration" in invoke("data", "info", "frames", "--track", "gaze").output


def test_new_gaze_is_a_project_that_eval_takes(place: Path) -> None:
    assert invoke("new", "gaze", "fresh", "--team", "blue").exit_code == 0
    made = {file.name for file in Path("fresh").iterdir()}
    assert {"predictor.py", "train.py", "README.md", "bcisub.toml", "model.json"} <= made
    assert "plane_distance" in Path("fresh/bcisub.toml").read_text(encoding="utf-8")
    done = invoke("eval", "fresh", "--data", "frames", "--python", "current")
    assert done.exit_code == 0, done.output
