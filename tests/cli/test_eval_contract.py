"""`bcisub eval --json` keeps the contract of the result to the letter."""

from __future__ import annotations

import json

import pytest

TOP = {
    "schema": str, "track": str, "data": str, "valid": bool, "void_reason": (str, type(None)), "score": float,
    "unit": str, "higher_is_better": bool, "metrics": dict, "readings": dict, "sensitivity": list, "range": dict,
    "as_engine": dict, "subjects": list,
    "blocks": list, "trials": list, "stray_reports": int, "diagnostics": list, "run": dict,
}  # fmt: skip
TRIAL = {
    "subject": str, "block": str, "trial": int, "kind": str, "truth": int, "onset": int,
    "result": (int, str, type(None)), "reported_at": (int, type(None)), "seconds": (float, type(None)), "status": str,
    "correct": bool, "rule": str,
}  # fmt: skip
METRICS = {"itr": float, "fpr": (float, type(None)), "accuracy": float, "mean_seconds": float}
RUN = {
    "id": str, "python": str, "packets": int, "reports": int, "wall_seconds": float, "compute": dict, "bcisub": str,
}  # fmt: skip


def shaped(found, shape, exact=True):
    assert list(found) == list(shape) if exact else set(shape) <= set(found)
    for key, kinds in shape.items():
        assert isinstance(found[key], kinds), (key, found[key])
        assert kinds is not int or not isinstance(found[key], bool), key


@pytest.fixture
def result(process, project, good_set):
    done = process("eval", project, "--data", good_set, "--python", "current", "--ignore-compute", "--json", "-")
    assert done.code == 0, done.err
    assert "printed by the team" not in done.out
    return done.json


def test_every_key_with_its_type_and_every_status_word(result):
    shaped(result, TOP)
    shaped(result["metrics"], METRICS)
    assert (result["schema"], result["track"], result["data"]) == ("bcisub.result/1", "ssvep-async", "good")
    assert (result["unit"], result["higher_is_better"], result["valid"]) == ("bits/min", True, True)
    assert result["readings"] == {
        "compute-time": "packets", "itr-mean": "block", "fpr-mean": "subject", "five-seconds": "upto",
        "report-window": "next", "idle-window": "next", "missing-time": "5", "below-chance": "zero",
        "time-origin": "trigger", "answer-type": "equal",
        "trigger-packet": "written", "window-end": "written", "block-tail": "keep", "empty-packet": "none",
            "shown-triggers": "block", "last-packet": "keep", "subject-id": "place",
    }  # fmt: skip
    shaped(result["range"], {"low": float, "high": float, "exact": bool})
    shaped(result["as_engine"], {"engine-2021": (float, type(None)), "engine-2022": (float, type(None))})
    for entry in result["sensitivity"]:
        shaped(entry, {"reading": str, "value": str, "score": float})
    for entry in result["subjects"]:
        shaped(entry, {"subject": str, "score": float, "metrics": dict})
        shaped(entry["metrics"], METRICS)
    for entry in result["blocks"]:
        shaped(entry, {"subject": str, "block": str, "score": float, "metrics": dict})
        shaped(entry["metrics"], METRICS)
    for entry in result["diagnostics"]:
        shaped(
            entry,
            {"code": str, "level": str, "count": int, "first": (dict, type(None)), "message": str, "hint": str},
        )
        assert entry["level"] in ("info", "warning", "error")
    shaped(result["run"], RUN, exact=False)
    shaped(result["run"]["compute"], {"p50_ms": float, "p99_ms": float, "max_ms": float}, exact=False)


def test_c9_subjects_in_natural_order_and_trials_as_scripted(result):
    for trial in result["trials"]:
        shaped(trial, TRIAL)
    told = [
        tuple(t[k] for k in ("subject", "block", "trial", "kind", "truth", "onset", "result", "reported_at", "status"))
        for t in result["trials"]
    ]
    assert told == [
        ("S2", "block_1", 0, "flicker", 12, 505, 12, 1010, "correct"),
        ("S2", "block_1", 1, "idle", 101, 1505, None, None, "quiet"),
        ("S2", "block_1", 2, "flicker", 30, 2005, 30, 2510, "correct"),
        ("S2", "block_2", 0, "flicker", 12, 505, 13, 1010, "wrong"),
        ("S2", "block_2", 1, "flicker", 7, 1505, 7, 2010, "correct"),
        ("S10", "block_1", 0, "flicker", 12, 505, "41", 1010, "invalid"),
        ("S10", "block_1", 1, "flicker", 7, 1505, None, None, "missing"),
        ("S10", "block_1", 2, "idle", 102, 2505, None, None, "quiet"),
    ]
    assert result["stray_reports"] == 1
    assert {d["code"]: d["count"] for d in result["diagnostics"]} == {
        "second-report": 1, "invalid-report": 1, "stray-report": 1,
    }  # fmt: skip
    assert (result["run"]["packets"], result["run"]["reports"]) == (900, 7)
    # Block 1: log2(40)·60/2.02; block 2: 1.6792270·60/2.02 (P = 0.5); block 3: 0. Their mean:
    assert result["score"] == pytest.approx((158.07707 + 49.87803 + 0) / 3, abs=1e-4)


def test_the_run_folder_keeps_everything_and_the_same_result(result, project):
    (folder,) = (project / ".bcisub" / "runs").iterdir()
    assert folder.name == result["run"]["id"]
    kept = {entry.name for entry in folder.iterdir()}
    assert kept == {"events.jsonl", "truth.json", "worker.log", "run.json", "result.json"}
    assert json.loads((folder / "result.json").read_text("utf-8")) == result
    assert "printed by the team" in (folder / "worker.log").read_text("utf-8")
    about = json.loads((folder / "run.json").read_text("utf-8"))
    assert {"bcisub", "python", "data", "data_sha256", "submission_sha256", "readings"} <= set(about)
    assert len(about["data_sha256"]) == len(about["submission_sha256"]) == 64


def test_json_to_a_file_leaves_the_screen_alone(bcisub, project, good_set, tmp_path):
    target = tmp_path / "结果" / "r.json"
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--json", target)
    assert done.code == 0, done.err
    shaped(json.loads(target.read_text("utf-8")), TOP)
    assert "bits/min" in done.out


def test_a_void_run_keeps_the_contract_and_exits_1(bcisub, project, alarming_set):
    done = bcisub("eval", project, "--data", alarming_set, "--python", "current", "--ignore-compute", "--json", "-")
    assert done.code == 1
    shaped(done.json, TOP)
    assert (done.json["valid"], done.json["score"]) == (False, 0.0)
    assert "FPR" in done.json["void_reason"]
    assert done.json["trials"][1]["status"] == "false-alarm"


def test_a_crashed_run_keeps_the_contract_and_shows_the_teams_traceback(bcisub, project, good_set, algorithm):
    algorithm("1 / 0")
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--json", "-")
    assert done.code == 1
    shaped(done.json | {"metrics": {}}, TOP)
    assert done.json["valid"] is False
    assert "ZeroDivisionError" in done.json["void_reason"]
    assert "1 / 0" in done.err
    assert "run-exception" in done.err
    assert "bcisub score" in done.err


def test_prints_go_to_the_screen_only_when_asked(bcisub, project, good_set):
    words = ("eval", project, "--data", good_set, "--python", "current", "--json", "-")
    assert "printed by the team" not in bcisub(*words).err
    done = bcisub(*words, "-v")
    assert "printed by the team" in done.err
    shaped(done.json, TOP)


def test_subject_shuffle_and_readings_reach_the_run(bcisub, project, good_set):
    words = ("eval", project, "--data", good_set, "--python", "current", "--json", "-")
    one = bcisub(*words, "--subject", "S10").json
    assert [block["subject"] for block in one["blocks"]] == ["S10"]
    orders = {tuple(b["subject"] for b in bcisub(*words, "--shuffle", seed).json["blocks"]) for seed in (0, 3)}
    assert orders <= {("S2", "S2", "S10"), ("S10", "S2", "S2")}
    assert len(orders) == 2
    read = bcisub(*words, "--reading", "itr-mean=pooled", "--reading", "empty-packet=engine-2022").json
    assert (read["readings"]["itr-mean"], read["readings"]["empty-packet"]) == ("pooled", "engine-2022")
    assert read["run"]["packets"] == 903
