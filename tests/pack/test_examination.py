"""An upload whose every answer scores nothing is refused, or made by force with its faults; the card says its worth."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bcisub.cli.pack import _card
from bcisub.history.runs import hash_tree
from bcisub.history.scored import Scored
from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, WARNING, Finding
from bcisub.pack.build import PackOptions, build
from bcisub.pack.examination import Examination
from bcisub.project.contents import present_files
from bcisub.project.project import open_project

MINI = Path(__file__).parents[1] / "assets" / "mini-ssvep"
CODE = "AlgorithmImplement/SSVEP"


@pytest.fixture
def root(tmp_path):
    shutil.copytree(MINI, tmp_path / "mini")
    return tmp_path / "mini"


@pytest.mark.slow
@pytest.mark.real("3.8")
def test_answers_of_a_wrong_type_are_refused_though_the_proof_holds_and_forced_with_the_fault_told(root):
    """The proof alone says only that source and bundle agree, and both report text."""
    answer = "class Answer:\n    resultType = None\n\n\ndef label_for(total, offset):\n    return 'seven'\n"
    (root / CODE / "answer.py").write_text(answer, encoding="utf-8")
    with pytest.raises(SubmissionError) as caught:
        build(open_project(root), PackOptions())
    assert caught.value.code == "invalid-report"
    assert caught.value.hint.endswith("--force packs it all the same.")
    assert not (root / "dist").exists()
    bundle = build(open_project(root), PackOptions(force=True))
    assert bundle.path.is_file()
    (fault,) = bundle.to_json()["faults"]
    assert (fault["code"], fault["level"]) == ("invalid-report", "error")
    assert set(fault) == {"code", "level", "place", "message", "meaning", "fix"}
    assert bundle.submission_sha256 == hash_tree(present_files(root, open_project(root).layout))


@pytest.mark.slow
@pytest.mark.real("3.8")
def test_a_bundle_that_does_not_run_can_be_forced_and_says_that_nothing_proves_it(root):
    (root / CODE / "AlgorithmImplementSSVEP.py").write_text(
        "class AlgorithmImplementSSVEP:\n    def __init__(self):\n        1 / 0\n", encoding="utf-8"
    )
    told = build(open_project(root), PackOptions(force=True)).to_json()
    assert told["proof"] == {"ran": False, "reports": 0, "same_as_source": False}
    assert [fault["code"] for fault in told["faults"]] == ["proof-failed", "run-fails"]


def test_warnings_refuse_nothing_and_places_are_seen_from_the_project(root):
    looked = Examination(open_project(root), root / "relaid", force=False)
    looked.weigh([Finding("shadowed-by-installed", WARNING, "x")])
    with pytest.raises(SubmissionError) as caught:
        looked.weigh([Finding("config-missing", ERROR, "One.", "Do.", place=str(root / "config.toml"))] * 2)
    assert caught.value.where == "config.toml"
    assert caught.value.hint == "Do. --force packs it all the same. (and 1 more: bcisub check lists them)"
    forced = Examination(open_project(root), root / "relaid", force=True)
    forced.weigh([Finding("config-missing", ERROR, "One.", "Do.", place=str(root / "config.toml"))] * 1)
    forced.weigh([Finding("config-missing", ERROR, "One.", "Do.", place="config.toml")])
    assert [fault.place for fault in forced.faults] == ["config.toml"]


def test_a_fault_that_no_code_names_is_never_forgiven(root):
    looked = Examination(open_project(root), root, force=True)
    with pytest.raises(SubmissionError):
        looked.forgive(SubmissionError("The target interpreter failed."))


SCORED = Scored(
    "emotion", "cali_B", 0.43584, "accuracy", True, None, "final", "3.8.18", "2026-01-04 10:00:00", "20260104-100000"
)


class Packed:
    """What the card looks at."""

    layout, track, python, sha256 = "my-algorithm", "emotion", "3.8.18", "abc"

    def __init__(self, *evaluated):
        self.evaluated = evaluated


def test_the_card_has_layout_python_hash_and_what_this_code_scored_on_which_set_and_when():
    assert _card(Packed(SCORED)) == [
        ("layout", "my-algorithm (emotion)"),
        ("Python", "3.8.18"),
        ("sha256", "abc"),
        ("scored", "0.4358 accuracy, final on cali_B, 2026-01-04 10:00:00, run 20260104-100000"),
    ]
    void = replace(SCORED, valid=False, score=0.0, void_reason="the FPR", stage="preliminary", when=None)
    assert _card(Packed(void))[-1][1] == "no score (the FPR) on cali_B, at an unknown time, run 20260104-100000"


def test_the_card_of_code_that_was_never_evaluated_says_so():
    assert _card(Packed())[-1] == ("scored", "never: this very code was not evaluated (bcisub eval)")
