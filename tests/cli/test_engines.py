"""`--as`, `--slower` and the lines of the screen that they answer."""

from __future__ import annotations

import pytest


@pytest.fixture
def played(bcisub, project, good_set):
    """A run of the good set, in a project whose folder is the current one for what comes next."""
    done = bcisub("eval", project, "--data", good_set, "--python", "current")
    assert done.code == 0, done.err
    return done


def test_rules_show_the_presets_on_the_screen_and_in_json(bcisub):
    shown = " ".join(bcisub("rules", "turing").out.split())
    assert "Presets" in shown
    assert "--as engine-2022 as the public engine of 2022: trigger-packet=engine," in shown
    told = {preset["name"]: preset["readings"] for preset in bcisub("rules", "turing", "--json", "-").json["presets"]}
    assert list(told) == ["as-engine-2021", "as-engine-2022"]
    assert told["as-engine-2021"] == {
        "trigger-packet": "engine", "window-end": "engine", "answer-type": "equal", "five-seconds": "upto",
        "missing-length": "5.004", "block-tail": "engine-2021", "last-packet": "keep", "subject-id": "number",
        "empty-packet": "none",
    }  # fmt: skip
    assert bcisub("rules", "gaze", "--json", "-").json["presets"] == []
    assert "Presets" not in bcisub("rules", "gaze").out


def test_the_screen_has_a_line_for_each_engine(played):
    # S2 and S10 are 1 and 2 by place; their numbers are 2 and 10.
    lines = [" ".join(line.split()) for line in played.out.splitlines()]
    (first,) = [line for line in lines if line.startswith("as engine-2021:")]
    assert first == "as engine-2021: needs --as engine-2021: S2 has the number 2 there, and had 1"
    (second,) = [line for line in lines if line.startswith("as engine-2022:")]
    assert second.startswith("as engine-2022: needs --as engine-2022: 3 block(s) of whole packets end with an empty")
    assert any("over all readings" in line for line in lines)


def test_an_evaluation_as_an_engine_needs_no_other_for_that_engine(bcisub, project, good_set):
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--as", "engine-2021", "--json", "-")
    assert done.code == 0, done.err
    assert done.json["as_engine"]["engine-2021"] == done.json["score"]
    assert (done.json["readings"]["subject-id"], done.json["readings"]["missing-time"]) == ("number", "5.004")
    assert set(done.json["range"]) == {"low", "high", "exact"}
    scores = [done.json["score"], *(entry["score"] for entry in done.json["sensitivity"])]
    assert done.json["range"]["low"] <= min(scores) <= max(scores) <= done.json["range"]["high"]
    again = bcisub("score", "--as", "engine-2021", "--json", "-", cwd=project)
    assert again.json["score"] == done.json["score"]


def test_a_run_under_other_stream_readings_is_not_scored_as_an_engine(played, bcisub, project):
    done = bcisub("score", "--as", "engine-2022", cwd=project)
    assert done.code == 2
    assert "needs a run of its own" in done.err
    assert "bcisub eval --as engine-2022" in done.err


def test_an_unknown_engine_is_one_clear_error(played, bcisub, project):
    for words in (("score",), ("eval", project, "--python", "current")):
        done = bcisub(*words, "--as", "engine-1999", cwd=project)
        assert done.code == 2
        assert "no preset 'engine-1999'" in done.err
        assert "engine-2021, engine-2022" in done.err


def test_ssvep_15_a_slower_machine_is_announced_and_asked_for(bcisub, project, algorithm, good_set):
    # 1.8 s of computing behind 2 s of data, once in each of two blocks: 3.8 s here, 5.6 s on a machine half as fast.
    algorithm("if packet.startPosition == 1000: time.sleep(1.8)")
    done = bcisub("eval", project, "--data", good_set, "--python", "current", "--subject", "S2")
    assert "on a machine half as fast 2 trials turn late" in done.out
    slow = bcisub("score", "--slower", "2", "--json", "-", cwd=project).json
    assert [trial["status"] for trial in slow["trials"]].count("late") == 2
    assert slow["run"]["slower"] == 2.0
    shown = bcisub("score", "--slower", "2", cwd=project).out
    assert "as if computing had taken 2 times as long" in shown
    assert "half as fast" not in shown
    assert "slower" not in bcisub("score", "--json", "-", cwd=project).json["run"]


def test_quick_code_hears_nothing_of_slower_machines(played):
    assert "half as fast" not in played.out


@pytest.mark.parametrize("words", [("--as", "engine-2021"), ("--slower", "2")])
def test_a_file_of_predictions_is_of_no_engine_and_no_machine(bcisub, words):
    done = bcisub("score", "--csv", "x.csv", "--data", "cali_A", *words)
    assert done.code == 2
    assert f"{words[0]} is for a recorded run" in done.err


def test_a_machine_cannot_be_slower_by_nothing(bcisub):
    assert bcisub("score", "--slower", "0").code == 2
