"""The readings of the gaze track, on paper and against a naive scorer."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracks.gaze.judged import block, run


def test_reading_late_answer_drop_leaves_it_out() -> None:
    slow = block([([0, 0], 1.2), ([0, 0], 0.2)], [[0, 0]] * 2)
    assert run(slow, stage="final", late_answer="drop").score == pytest.approx(0)
    assert run(slow, stage="final", late_answer="180").score == pytest.approx(90)


def test_gaze_11_reading_pe_pool_on_paper() -> None:
    """S1 has errors 0 | 45 in two groups, S2 45: of all (45 + 45)/2, by subject (22.5 + 45)/2, by group 90/3."""
    blocks = [
        block([[0, 0]], [[0, 0]], subject="S1", group="g1"),
        block([[0, 0]], [[1000, 0]], subject="S1", group="g2"),
        block([[0, 0]], [[1000, 0]], subject="S2", group="g1"),
    ]
    assert run(*blocks, pe_pool="all").score == pytest.approx(45)
    assert run(*blocks, pe_pool="subject").score == pytest.approx(33.75)
    assert run(*blocks, pe_pool="group").score == pytest.approx(30)


def naive_pe(groups: dict[tuple[str, str], tuple[list[float], int]], frames: str, pool: str) -> float:
    """GAZE-11 from the rulebook's words: errors of the frames and how many calibration frames, of every group."""
    heaps: dict[object, list[float]] = {}
    for (subject, group), (errors, known) in groups.items():
        key = {"all": 0, "subject": subject, "group": (subject, group)}[pool]
        heaps.setdefault(key, []).extend(errors + [0.0] * (known if frames == "all" else 0))
    means = []
    for heap in heaps.values():
        ranked = sorted(heap)
        means.append(sum(ranked[math.ceil(len(ranked) * p / 100) - 1] for p in (50, 95)) / 2)
    return sum(means) / len(means)


@settings(max_examples=100, deadline=None)
@given(
    groups=st.dictionaries(
        st.tuples(st.sampled_from(("S1", "S2")), st.sampled_from(("g1", "g2", "g3"))),
        st.tuples(st.lists(st.integers(0, 80), min_size=1, max_size=9), st.integers(0, 5)),
        min_size=1,
    ),
    frames=st.sampled_from(("hidden", "all")),
    pool=st.sampled_from(("all", "subject", "group")),
)
def test_gaze_11_readings_pe_frames_and_pe_pool_agree_with_a_naive_scorer(
    groups: dict[tuple[str, str], tuple[list[int], int]], frames: str, pool: str
) -> None:
    blocks, errors = [], {}
    for (subject, group), (degrees, known) in groups.items():
        labels = [[1000 * math.tan(math.radians(angle)), 0] for angle in degrees]
        blocks.append(block([[0, 0]] * len(labels), labels, subject=subject, group=group, calibration=known))
        errors[subject, group] = ([float(angle) for angle in degrees], known)
    result = run(*blocks, pe_frames=frames, pe_pool=pool)
    assert result.score == pytest.approx(naive_pe(errors, frames, pool), abs=1e-5)


def test_reading_gaze_vector_raw() -> None:
    flat = block([[0, 1]], [[1, 0]])
    assert run(flat, gaze_vector="raw").score == pytest.approx(90)
    assert run(flat).score == pytest.approx(0.081, abs=1e-3)
    deep = block([[0, 0, 1]], [[0, 1, 0]])
    assert run(deep, gaze_vector="raw").score == pytest.approx(90)


def test_reading_gaze_vector_raw_needs_as_many_numbers_as_the_label() -> None:
    assert run(block([[0, 1]], [[0, 1, 0]]), gaze_vector="raw").trials[0].status == "invalid"


def test_reading_gaze_vector_raw_with_zero_vectors() -> None:
    result = run(block([[0, 1], [0, 1]], [[0, 0], [0, 1]]), gaze_vector="raw")
    assert result.metrics["scored"] == 1
    assert [found.code for found in result.diagnostics] == ["label-without-direction"]
