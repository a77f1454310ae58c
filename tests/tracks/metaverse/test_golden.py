"""A recorded run of a scripted algorithm on Python 3.10 and the result worked out for it, to the last field.

Block 1: right; right but voided by a late second answer (META-12); real or generated wrong, subject right (META-14);
late by one packet, figure 5's t3 (META-10). Block 2: right after an invalid one (META-12); on the end trigger's own
packet, figure 5's t2 (META-10); invalid (META-8); late and invalid (C11); nothing (META-13). Beside these a stray
report (C5) and a second one between two packets (META-11).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bcisub.evaluation.score_run import score_folder
from bcisub.scoring.itr import itr

GOLDEN = Path(__file__).parents[2] / "assets" / "golden" / "metaverse"


def test_the_golden_run_scores_as_it_did() -> None:
    result = score_folder(GOLDEN).to_json()
    del result["run"]
    assert result == json.loads((GOLDEN / "result.json").read_text(encoding="utf-8"))


def test_the_golden_result_is_the_one_worked_out_by_hand() -> None:
    result = score_folder(GOLDEN)
    assert [(one.status, one.seconds) for one in result.trials] == [
        ("correct", 3.12),
        ("late", 3.32),
        ("wrong", 3.0),
        ("late", 4.8),
        ("correct", 4.28),
        ("correct", 4.2),
        ("invalid", 4.56),
        ("late", 3.0),
        ("missing", 2.4),
    ]
    seconds = 32.68 / 9
    assert result.metrics["mean_seconds"] == pytest.approx(seconds)
    assert result.score == pytest.approx(0.9 * itr(2, 3 / 9, seconds) + 0.1 * itr(23, 4 / 9, seconds))
    by_reading = {(entry["reading"], entry["value"]): entry["score"] for entry in result.sensitivity}
    # The late answers then take 3.04, 4.52 and 3 s: the trials' lengths, at least 3 s.
    shorter = (32.68 - 0.28 - 0.28) / 9
    assert by_reading["late-time", "trial"] == pytest.approx(0.1 * itr(23, 4 / 9, shorter))
    blocks = [(14.24 / 4, 1 / 4, 2 / 4), (18.44 / 5, 2 / 5, 2 / 5)]
    each = [0.9 * itr(2, real, t) + 0.1 * itr(23, subject, t) for t, real, subject in blocks]
    assert by_reading["itr-mean", "block"] == pytest.approx(sum(each) / 2)
