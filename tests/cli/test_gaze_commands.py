"""The gaze track as a user meets it: eval, new and data on a small set of pictures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bcisub.model.errors import BcisubError
from tests.cli.gaze_team import asked, evaluate, invoke, refusal, write_predictor, write_team


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write_team(tmp_path, monkeypatch)


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
    assert {entry["reading"] for entry in told["sensitivity"]} == {"gaze-vector", "late-answer", "pe-frames", "pe-pool"}


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
