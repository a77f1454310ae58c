"""Thinning keeps what matters, and the chart says that it was done."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bcisub.charts import thin
from bcisub.charts.eeg import Traces, traces
from bcisub.charts.false_alarms import Still, false_alarms
from bcisub.charts.lines import Series, lines
from bcisub.charts.plane import Arrow, plane
from bcisub.charts.svg import Heading
from bcisub.charts.timeline import TimelineBlock, TimelineTrial, timeline

HEADING = Heading("k", "A run")


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=400), st.integers(1, 50))
def test_an_envelope_loses_no_peak(values: list[float], columns: int) -> None:
    points = [point for point in thin.envelope(range(len(values)), values, columns) if point]
    assert len(points) <= max(2 * columns, len(values) if len(values) <= 2 * columns else 0)
    assert max(y for _, y in points) == max(values)
    assert min(y for _, y in points) == min(values)
    assert [x for x, _ in points] == sorted(x for x, _ in points)


def test_an_envelope_breaks_where_nothing_was_measured() -> None:
    values = np.concatenate([np.ones(100), np.full(100, np.nan), np.ones(100)])
    assert None in thin.envelope(np.arange(300), values, 30)


@given(st.lists(st.sampled_from(["a", "a", "a", "a", "b", "c"]), max_size=300), st.integers(6, 100))
def test_the_rare_kinds_stay_whole(kinds: list[str], most: int) -> None:
    kept = thin.rare_first(kinds, most)
    assert len(kept) <= most
    assert len(set(kept)) == len(kept)
    if len(kinds) <= most:
        assert kept == list(range(len(kinds)))
    rarest = min(set(kinds), key=kinds.count, default="")
    if kinds.count(rarest) <= most // len(set(kinds) or {0}):
        assert sum(kinds[index] == rarest for index in kept) == kinds.count(rarest)


def test_a_hundred_thousand_trials_fit_and_the_wrong_ones_are_seen() -> None:
    trials = tuple(
        TimelineTrial(f"S01/b/{i}", i * 5.0, i * 5.0 + 4, "wrong" if i % 1000 == 7 else "correct", i * 5.0 + 2)
        for i in range(100_000)
    )
    chart = timeline([TimelineBlock("b", trials)], HEADING)
    drawn = chart.inline()
    assert len(drawn) < 500_000
    assert drawn.count('data-status="wrong"') == 100
    assert "100000 trials: 99900 correct, 100 wrong." in chart.desc
    assert "Drawn: 1200 of 100000" in chart.desc


def test_long_runs_stay_small() -> None:
    many = 200_000
    values = np.random.default_rng(1).normal(size=many)
    assert len(lines([Series("ms", np.arange(many), values)], HEADING).inline()) < 30_000
    assert len(traces(Traces(("Oz",), (values,), 250.0), [], HEADING).inline()) < 20_000
    chart = plane([Arrow(x, y, y, x) for x, y in pairwise(values[:20_001])], HEADING)
    assert len(chart.inline()) < 200_000
    assert "Drawn: 800 of 20000" in chart.desc
    stills = [Still(i * 5.0, i * 5.0 + 4, i * 5.0 if i % 500 == 0 else float("nan")) for i in range(50_000)]
    chart = false_alarms(stills, 0.1, "limit", HEADING)
    assert len(chart.inline()) < 400_000
    assert chart.inline().count('data-status="false-alarm"') == 100
    assert "Drawn: 1500 of 50000" in chart.desc
