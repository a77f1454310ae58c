"""The commands as a user meets them: exit codes, screens, `score`, `rules`, `tracks`, `new`, `pack`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bcisub.tracks import TRACKS

GOLDEN = Path(__file__).parents[1] / "assets" / "golden" / "ssvep-async"
ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7]|38)[;m]")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["evaluate"], "evaluate"),
        (["eval", "--no-such-option"], "--no-such-option"),
        (["eval", "nowhere"], "There is no such folder"),
        (["eval", "{project}", "--data", "nowhere"], "no data set 'nowhere'"),
        (["eval", "{project}", "--track", "nowhere"], "nowhere"),
        (["eval", "{project}", "--reading", "itr-mean"], "NAME=VALUE"),
        (["eval", "{project}", "--reading", "itr-mean=median"], "median"),
        (["eval", "{project}", "--reading", "nowhere=1"], "nowhere"),
        (["eval", "{project}", "--data", "{good}", "--subject", "S99", "--python", "current"], "S99"),
        (["eval", "{project}", "--python", "/no/such/python"], "/no/such/python"),
        (["score", "nowhere"], "There is no such run"),
        (["score", "last"], "There is no such run"),
        (["rules", "nowhere"], "nowhere"),
        (["new", "nowhere"], "nowhere"),
        (["pack", "nowhere"], "nowhere"),
    ],
)
def test_wrong_usage_and_unreadable_input_exit_2_with_a_message_and_no_traceback(
    bcisub, project, good_set, words, told
):
    done = bcisub(*(word.format(project=project, good=good_set) for word in words))
    assert done.code == 2
    assert told in done.err
    assert "Traceback" not in done.err + done.out
    assert not (project / ".bcisub").exists()


def test_ssvep_2_a_set_with_a_trigger_that_means_nothing_exits_2_and_says_where(bcisub, project, tmp_path):
    import numpy as np

    (tmp_path / "set" / "S1").mkdir(parents=True)
    data = np.zeros((65, 100))
    data[-1, 42] = 77
    np.save(tmp_path / "set" / "S1" / "b.npy", data)
    done = bcisub("eval", project, "--data", tmp_path / "set", "--python", "current")
    assert done.code == 2
    assert "Trigger 77" in done.err
    assert "S1/b, sample 42" in done.err


def test_c8_a_time_limit_exits_1_and_says_how_to_score_what_was_recorded(bcisub, project, good_set, algorithm):
    algorithm("time.sleep(600) if packet.startPosition == 1500 else None")
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--time-limit", "3")
    assert done.code == 1
    assert "VOID" in done.out
    assert "limit of 3 s" in done.out
    (folder,) = (project / ".bcisub" / "runs").iterdir()
    assert f"bcisub score {folder}" in done.err, "in one piece, however long the path"
    again = bcisub("score", folder, "--json", "-")
    assert again.code == 1
    assert again.json["run"]["end"] == "time-limit"
    assert again.json["trials"][0]["status"] == "correct"


@pytest.mark.skipif(sys.platform == "win32", reason="a process group gets Ctrl-C differently there")
def test_ctrl_c_ends_the_worker_keeps_the_run_and_says_how_to_score_it(project, good_set, algorithm, tmp_path):
    algorithm("open('ready', 'w').write(str(__import__('os').getpid())) and time.sleep(600)")
    process = subprocess.Popen(
        [sys.executable, "-m", "bcisub", "eval", project, "--data", good_set, "--python", "current"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        while not ((project / "ready").is_file() and (project / "ready").stat().st_size) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "you stopped the run" in out + err
    assert "bcisub score" in err
    assert "Traceback" not in err
    worker = int((project / "ready").read_text())
    assert not psutil.pid_exists(worker) or psutil.Process(worker).status() == psutil.STATUS_ZOMBIE


def test_quick_serves_one_block_and_says_loudly_that_it_is_no_score(bcisub, project, good_set):
    words = ("eval", project, "--data", good_set, "--python", "current", "--ignore-compute")
    done = bcisub(*words, "--quick")
    assert done.code == 0, done.err
    assert "NOT A SCORE" in done.out
    assert "S10" not in done.out
    assert "NOT A SCORE" not in bcisub(*words).out
    told = bcisub(*words, "--quick", "--json", "-").json
    assert told["run"]["quick"] is True
    assert [(block["subject"], block["block"]) for block in told["blocks"]] == [("S2", "block_1")]


def test_the_screen_tells_score_verdicts_computing_and_sensitivity(bcisub, project, good_set):
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--ignore-compute")
    for piece in (
        "score 69.32 bits/min", "ITR 69.3", "accuracy 50.0%", "FPR 0.000 (limit 0.1)", "correct 3", "wrong 1",
        "missing 1", "invalid 1", "quiet 2", "second-report ×1", "invalid-report ×1", "stray-report ×1",
        "computing per packet", "of real time", "sensitivity:",
    ):  # fmt: skip
        assert piece in done.out, piece
    assert len(done.out.splitlines()) < 40


def test_score_last_scores_the_newest_run_of_the_folder_again(bcisub, project, good_set, alarming_set):
    words = ("--python", "current", "--ignore-compute", "--json", "-")
    bcisub("eval", project, "--data", good_set, *words)
    second = bcisub("eval", project, "--data", alarming_set, *words)
    last = bcisub("score", "last", "--json", "-", cwd=project)
    assert last.json == second.json
    assert last.code == 1
    third = bcisub("eval", project, "--data", good_set, *words)
    by_id = bcisub("score", third.json["run"]["id"], "--json", "-", cwd=project)
    assert by_id.json == third.json
    assert by_id.code == 0
    pooled = bcisub("score", "last", "--reading", "itr-mean=pooled", "--json", "-", cwd=project).json
    assert pooled["score"] == next(e["score"] for e in third.json["sensitivity"] if e["value"] == "pooled")


def test_score_of_the_golden_run_needs_no_project_and_no_data(bcisub):
    done = bcisub("score", GOLDEN, "--json", "-")
    assert done.code == 0
    assert done.json["score"] == pytest.approx(json.loads((GOLDEN / "result.json").read_text("utf-8"))["score"])
    done = bcisub("score", GOLDEN, "--reading", "empty-packet=engine-2022")
    assert done.code == 2
    assert "bcisub eval --reading empty-packet=engine-2022" in done.err


@pytest.mark.parametrize("name", TRACKS)
def test_rules_are_those_the_scorer_uses(bcisub, name):
    told = bcisub("rules", name, "--json", "-").json
    assert told["rules"] == [
        {"id": rule.id, "text": rule.text, "source": {"kind": rule.source.kind, "where": rule.source.where}}
        for rule in TRACKS[name].rules
    ]
    assert {r["name"]: r["default"] for r in told["readings"]} == TRACKS[name].defaults()
    screen = bcisub("rules", name).out
    for rule in TRACKS[name].rules:
        assert re.search(rf"^{rule.id}\b", screen, re.MULTILINE)
    for reading in TRACKS[name].readings:
        assert f"{reading.default} *" in screen
    sources = [entry["source"]["kind"] for entry in (*told["rules"], *told["readings"])]
    assert set(sources) <= {"document", "engine", "ours"}
    assert all(f"{kind}" in screen for kind in sources)


def test_tracks_lists_every_track(bcisub):
    done = bcisub("tracks")
    assert done.code == 0
    for track in TRACKS.values():
        assert re.search(rf"^{track.name}\b", done.out, re.MULTILINE)


def test_output_is_plain_in_a_pipe_and_no_color_is_honoured(process):
    words = ("score", GOLDEN)
    assert not ANSI.search(process(*words).out)
    assert COLOUR.search(process(*words, FORCE_COLOR="1", TERM="xterm").out)
    assert not COLOUR.search(process(*words, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").out)
    assert not ANSI.search(process("score", "nowhere").err)


def test_a_console_of_another_code_page_shows_question_marks_and_does_not_fail(process):
    for words in (("rules", "ssvep-async"), ("score", GOLDEN)):
        assert process(*words, PYTHONIOENCODING="ascii").code == 0


def test_new_makes_a_project_that_is_recognised(bcisub, tmp_path):
    done = bcisub("new", "ssvep-async", "脑 1", "--name", "我的", "--team", "队")
    assert done.code == 0, done.err
    made = tmp_path / "脑 1"
    for file in ("config.toml", "bcisub.toml", "README.md", "requirements.txt", "AlgorithmImplement/SSVEP"):
        assert (made / file).exists()
    assert 'team = "队"' in (made / "bcisub.toml").read_text("utf-8")
    assert [entry.name for entry in tmp_path.iterdir()] == ["脑 1"]


def test_new_refuses_a_folder_that_holds_anything_and_touches_nothing(bcisub, tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "论文.doc").write_text("x", encoding="utf-8")
    done = bcisub("new", "ssvep-async", "p")
    assert done.code == 2
    assert "论文.doc" in done.err
    assert [entry.name for entry in tmp_path.rglob("*")] == ["p", "论文.doc"]
    (tmp_path / "f").write_text("x", encoding="utf-8")
    assert bcisub("new", "ssvep-async", "f").code == 2
    assert (tmp_path / "f").read_text(encoding="utf-8") == "x"


def test_new_leaves_no_half_scaffold_when_the_disk_fails(tmp_path, monkeypatch):
    from bcisub.model.errors import BcisubError
    from bcisub.project import scaffold

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scaffold, "_fill", full)
    with pytest.raises(BcisubError, match="No space left"):
        scaffold.scaffold(TRACKS["ssvep-async"], tmp_path / "p")
    assert list(tmp_path.iterdir()) == []


def test_eval_says_which_requirement_brings_a_module_and_never_one_for_the_teams_own(
    bcisub, project, good_set, algorithm
):
    words = ("eval", project, "--data", good_set, "--python", "current")
    algorithm("import serial.nothing_of_that_name")
    assert "to do: Add a line to requirements.txt: pyserial" in bcisub(*words).err
    (project / "AlgorithmImplement" / "SSVEP" / "filters.py").touch()
    algorithm("import filters")
    said = bcisub(*words).err
    assert "AlgorithmImplement/SSVEP/filters.py is yours" in said
    assert "requirements.txt" not in said
    assert "What was recorded is kept" in said


@pytest.mark.real("3.8")
def test_pack_json_keeps_its_contract_and_the_bundle_evaluates_like_its_source(bcisub, project, good_set):
    done = bcisub("pack", project, "--json", "-")
    assert done.code == 0, done.err
    told = done.json
    assert list(told) == [
        *("schema", "path", "sha256", "size", "track", "layout", "python", "files", "proof"),
        *("submission_sha256", "faults", "evaluated"),
    ]
    assert (told["schema"], told["track"], told["layout"]) == ("bcisub.bundle/1", "ssvep-async", "algorithm-implement")
    assert Path(told["path"]).stat().st_size == told["size"]
    assert re.fullmatch(r"3\.8\.\d+", told["python"]) or told["python"] == "3.8"
    for file in told["files"]:
        assert {"name", "size", "sha256"} <= set(file) <= {"name", "size", "sha256", "magic"}
        assert ("magic" in file) == file["name"].endswith(".pyc")
    assert set(told["proof"]) == {"ran", "reports", "same_as_source"}
    assert told["proof"]["ran"] is told["proof"]["same_as_source"] is True
    words = ("--data", good_set, "--ignore-compute", "--json", "-")
    bundle, source = bcisub("eval", told["path"], *words), bcisub("eval", project, *words)
    assert bundle.code == source.code == 0, bundle.err
    assert bundle.json["trials"] == source.json["trials"]
    assert bundle.json["run"]["python"].startswith("3.8.")


@pytest.mark.real("3.8")
def test_pack_refuses_with_exit_1(bcisub, project):
    shutil.rmtree(project / "AlgorithmImplement")
    (project / "AlgorithmImplement" / "SSVEP").mkdir(parents=True)
    entry = project / "AlgorithmImplement" / "SSVEP" / "AlgorithmImplementSSVEP.py"
    entry.write_text("match 1:\n    case 1: pass\n", encoding="utf-8")
    done = bcisub("pack", project)
    assert done.code == 1
    assert "AlgorithmImplementSSVEP.py:1" in done.err
    assert not (project / "dist").exists()
