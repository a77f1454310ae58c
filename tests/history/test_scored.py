"""What a submission's very code scored, found by its hash among the run folders of the project."""

import json

import pytest

from bcisub.history.scored import scored_by

CODE = "c0de"


@pytest.fixture
def run(tmp_path):
    """Make a run folder; a change of None leaves the key out."""

    def make(name, about=None, options=None, score=0.5, end="finished", **result):
        folder = tmp_path / ".bcisub" / "runs" / name
        folder.mkdir(parents=True)
        told = {"track": "emotion", "data": "cali_A", "data_sha256": "d", "readings": {}, "python": "3.8.18"}
        told |= {"bcisub": "1", "submission_sha256": CODE, "quick": False, **(about or {})}
        (folder / "run.json").write_text(json.dumps(told), encoding="utf-8")
        start = {"event": "start", "schema": "bcisub.events/1", "fs": 250, "options": options or {}}
        (folder / "events.jsonl").write_text(json.dumps(start) + "\n", encoding="utf-8")
        kept = {"score": score, "unit": "accuracy", "valid": True, "void_reason": None, "run": {"end": end}, **result}
        (folder / "result.json").write_text(json.dumps(kept), encoding="utf-8")
        return folder

    return make


def found(tmp_path):
    return [(one.data, one.score, one.when) for one in scored_by(CODE, tmp_path)]


def test_the_newest_run_of_this_code_over_each_set_and_stage_is_told(tmp_path, run):
    run("20260101-100000-000-aaaa", score=0.1)
    run("20260102-100000-000-aaaa", score=0.2)
    run("20260103-100000-000-aaaa", {"data": "cali_B", "data_sha256": "e"}, score=0.3)
    run("20260104-100000-000-aaaa", options={"stage": "final"}, score=0.4)
    assert found(tmp_path) == [
        ("cali_A", 0.4, "2026-01-04 10:00:00"),
        ("cali_B", 0.3, "2026-01-03 10:00:00"),
        ("cali_A", 0.2, "2026-01-02 10:00:00"),
    ]
    assert [one.stage for one in scored_by(CODE, tmp_path)] == ["final", "preliminary", "preliminary"]


@pytest.mark.parametrize(
    "other",
    [
        {"about": {"submission_sha256": "other"}},
        {"about": {"quick": True}},
        {"about": {"begun_by": "other"}},
        {"options": {"part": {"subjects": ["S1"]}}},
        {"end": "time-limit"},
    ],
)
def test_other_code_parts_of_a_set_and_runs_that_broke_off_are_not_its_score(tmp_path, run, other):
    run("20260101-100000-000-aaaa", score=0.1)
    run("20260102-100000-000-aaaa", **other)
    assert found(tmp_path) == [("cali_A", 0.1, "2026-01-01 10:00:00")]


def test_damaged_and_foreign_folders_are_passed_over(tmp_path, run):
    assert scored_by(CODE, tmp_path) == []
    (run("20260101-100000-000-aaaa") / "result.json").write_text("[", encoding="utf-8")
    (run("20260101-100001-000-aaaa") / "result.json").write_text("[]", encoding="utf-8")
    (run("20260101-100002-000-aaaa") / "run.json").unlink()
    (run("20260101-100003-000-aaaa") / "events.jsonl").write_text("", encoding="utf-8")
    (tmp_path / ".bcisub" / "runs" / "notes").mkdir()
    run("kept", score=0.7)
    assert found(tmp_path) == [("cali_A", 0.7, None)]
