"""What each kind of chart promises beyond what all do."""

from __future__ import annotations

import math
import re

import pytest

from bcisub.charts.confusion import Confusion, confusion
from bcisub.charts.cumulative import Sizes, cumulative
from bcisub.charts.eeg import Traces, traces
from bcisub.charts.estimates import Estimate, estimates
from bcisub.charts.events import Event
from bcisub.charts.eyes import Picture, eyes
from bcisub.charts.false_alarms import Still, false_alarms
from bcisub.charts.keyboard import KeyCell, keyboard
from bcisub.charts.lines import Axes, Series, lines
from bcisub.charts.plane import Arrow, plane
from bcisub.charts.ranges import Choice, Option, ranges
from bcisub.charts.spectrum import Target, spectrum
from bcisub.charts.svg import Heading, Svg
from bcisub.charts.timeline import Span, TimelineBlock, TimelineTrial, timeline
from tests.charts.drawing import NS, boxes, collisions, root, walk

HEADING = Heading("k", "A chart")


def _texts(chart: Svg) -> list[str]:
    return [box.what for box in boxes(chart)]


def _of(chart: Svg, css: str) -> list[dict[str, str]]:
    return [element.attrib for element in root(chart).iter() if css in element.get("class", "").split()]


def test_a_timeline_tells_a_script_where_everything_is() -> None:
    trials = (
        TimelineTrial("S01/b/0", 10, 14, "correct", 12.5, "flicker", "trial 0"),
        TimelineTrial("S01/b/1", 20, 24, "missing"),
    )
    block = TimelineBlock("S01 b", trials, (Span(14, 20, "rest"), Span(24, 30, "idle")), (16.0,), 30, "86.9")
    chart = timeline([block], HEADING)
    first, second = _of(chart, "trial")
    assert (first["data-trial"], first["data-status"], first["data-kind"]) == ("S01/b/0", "correct", "flicker")
    assert (first["data-t0"], first["data-t1"], first["data-r"]) == ("10", "14", "12.5")
    assert "data-r" not in second
    (data,) = _of(chart, "data")
    left, right = float(data["data-left"]), float(data["data-right"])
    rect = next(element for element in root(chart).iter(f"{NS}rect") if element.get("class") is None)
    share = (float(rect.get("x", "nan")) - left) / (right - left)
    assert share == pytest.approx(10 / float(data["data-x1"]), abs=0.001)
    assert {span["data-kind"] for span in _of(chart, "span")} == {"rest", "idle"}
    assert "86.9" in _texts(chart)
    assert "2 trials: 1 correct, 1 missing." in chart.desc


def test_a_crowded_timeline_marks_what_went_wrong_only() -> None:
    trials = tuple(TimelineTrial(str(i), i, i + 0.9, "wrong" if i == 50 else "correct") for i in range(300))
    inside = [list(trial) for trial in root(timeline([TimelineBlock("b", trials)], HEADING)).iter(f"{NS}g")]
    marked = [parts for parts in inside if [part.tag for part in parts] == [f"{NS}rect", f"{NS}path"]]
    assert len(marked) == 1


def test_traces_break_at_gaps_and_a_blink_does_not_flatten_the_rest() -> None:
    signal = [math.sin(i / 3) for i in range(500)]
    signal[100:120] = [math.nan] * 20
    signal[300] = 1e6
    chart = traces(Traces(("Oz",), (signal,), 250.0), [Event(1.0, "onset")], HEADING)
    d = next(element.get("d", "") for element in root(chart).iter() if element.get("data-channel") == "Oz")
    assert d.count("M") == 2
    ys = sorted(y for _, y in walk(d))
    assert ys[len(ys) * 9 // 10] - ys[len(ys) // 10] > 15


def test_an_event_outside_the_window_is_not_drawn() -> None:
    moments = [Event(-5.0, "before"), Event(0.5, "inside", "report"), Event(99.0, "after")]
    chart = traces(Traces(("Oz",), ([0.0] * 250,), 250.0), moments, HEADING)
    assert [event["data-label"] for event in _of(chart, "event")] == ["inside"]


def test_close_events_lean_apart() -> None:
    chart = spectrum([Series("", range(40), [1.0] * 40)], Target(9.2, 3, answered=9.6), HEADING)
    assert {"f = 9.2", "2f", "3f", "answered 9.6"} <= set(_texts(chart))
    tops = {box.what: box.top for box in boxes(chart)}
    assert tops["f = 9.2"] == tops["answered 9.6"], "side by side, not one over the other"
    assert collisions(chart) == []


def test_bars_begin_at_zero_also_below_it() -> None:
    chart = estimates([Estimate("a", 5), Estimate("b", -3)], HEADING, look="bars")
    (data,) = _of(chart, "data")
    a, b = (element for element in root(chart).iter(f"{NS}rect"))
    assert float(a.get("x", 0)) == pytest.approx(float(b.get("x", 0)) + float(b.get("width", 0)), abs=0.11)
    assert float(data["data-x0"]) <= -3


def test_an_interval_is_said_to_who_cannot_see_it() -> None:
    chart = estimates([Estimate("S01", 86.94, 71.2, 98.1)], HEADING)
    assert "S01: 86.9 (71.2 to 98.1)." in chart.desc


def test_a_step_keeps_its_value_until_the_next() -> None:
    chart = lines([Series("", [0, 1, 2], [0.0, 1.0, 0.0], look="step")], HEADING, Axes(y_range=(0, 1)))
    (data,) = _of(chart, "data")
    corners = walk(next(e.get("d", "") for e in root(chart).iter() if "line d0" in e.get("class", "")))
    middle = (float(data["data-left"]) + float(data["data-right"])) / 2
    top, bottom = float(data["data-top"]), float(data["data-bottom"])
    assert [y for _, y in corners] == pytest.approx([bottom, bottom, top, top, bottom], abs=0.1)
    assert corners[1][0] == pytest.approx(middle, abs=0.1)


def test_a_logarithm_leaves_out_what_has_none() -> None:
    chart = lines([Series("", [0, 1, 2, 3], [1.0, 0.0, -1.0, 100.0])], HEADING, Axes(y_log=True))
    assert collisions(chart) == []
    assert {"1", "10", "100"} <= set(_texts(chart))
    assert not [e for e in root(chart).iter() if "line d0" in e.get("class", "")], "nothing joins what lies apart"
    assert len(_of(chart, "f-good")) == 2, "the two values that have a logarithm"


@pytest.mark.parametrize("size", [2, 7, 9, 23])
@pytest.mark.parametrize("width", [366.0, 620.0])
def test_a_matrix_of_any_size_counts_every_cell(size: int, width: float) -> None:
    labels = tuple(f"S{i:02}" for i in range(size))
    counts = tuple(tuple(20 if i == j else 1 for j in range(size)) for i in range(size))
    chart = confusion(Confusion(labels, counts), HEADING, width=width)
    pairs = _of(chart, "pair")
    assert len(pairs) == size * size
    assert len(_of(chart, "ring")) == size
    assert collisions(chart) == []
    assert _texts(chart).count("20") == size
    assert f"{20 * size} right" in chart.desc


def test_answers_that_no_truth_is_stand_behind_the_others() -> None:
    chart = confusion(Confusion(("real", "generated"), ((4, 0, 1), (1, 3, 0)), ("none",)), HEADING)
    assert "none" in _texts(chart)
    assert "80\u202f%" in _texts(chart)
    assert ("0", "2", "1") in {(p["data-truth"], p["data-answer"], p["data-count"]) for p in _of(chart, "pair")}


def test_a_key_that_never_came_is_empty_not_bad() -> None:
    chart = keyboard([KeyCell(0, 0, "A", math.nan, "8.0 Hz"), KeyCell(0, 1, "B", 0.0, "8.2 Hz")], HEADING)
    assert len(_of(chart, "axis")) == 1
    assert len(_of(chart, "h0")) == 1


def test_the_rate_of_false_alarms_is_of_the_stretches_so_far() -> None:
    stills = [Still(i * 5.0, i * 5.0 + 4, 2.0 + i * 5 if i == 1 else math.nan) for i in range(4)]
    chart = false_alarms(stills, 0.5, "limit", HEADING)
    (data,) = _of(chart, "data")
    span = float(data["data-bottom"]) - float(data["data-top"])
    curve = next(e.get("d", "") for e in root(chart).iter() if e.get("class") == "s-bad line")
    shares = [(float(data["data-bottom"]) - y) / span * float(data["data-y1"]) for _, y in walk(curve)]
    assert [round(share, 2) for share in shares][::2] == pytest.approx([0, 0.5, 0.33, 0.25], abs=0.01)
    assert "False alarms: 1 in 16 s of rest." in chart.desc


def test_a_plane_has_one_scale_in_both_directions() -> None:
    (data,) = _of(plane([Arrow(0, 0, 30, 5), Arrow(-10, 3, 2, 2)], HEADING), "data")
    across = (float(data["data-right"]) - float(data["data-left"])) / (float(data["data-x1"]) - float(data["data-x0"]))
    down = (float(data["data-bottom"]) - float(data["data-top"])) / (float(data["data-y1"]) - float(data["data-y0"]))
    assert across == pytest.approx(down, rel=0.01)


@pytest.mark.parametrize("down", [False, True])
def test_up_is_up_unless_the_rows_of_a_picture_are_counted(down: bool) -> None:
    chart = plane([Arrow(0, 0, 0, 10)], HEADING, down=down)
    frame = next(element for element in root(chart).iter(f"{NS}g") if element.get("class") == "frame")
    line = walk(frame[1].get("d", ""))
    assert (line[1][1] > line[0][1]) == down


def test_p50_and_p95_are_named_for_every_group() -> None:
    chart = cumulative([Sizes("run", [float(i) for i in range(101)]), Sizes("G2", [1.0])], HEADING)
    assert "run P50 50 · P95 95" in _texts(chart)
    assert "G2 P50 1 · P95 1" in _texts(chart)


def test_options_of_a_reading_are_named_where_they_lie() -> None:
    options = (Option("block", 86.9, chosen=True), Option("pooled", 85.1), Option("subject", 40.0))
    chart = ranges([Choice("itr-mean", options)], 86.9, HEADING)
    assert {"itr-mean", "block", "pooled", "subject"} <= set(_texts(chart))
    assert "itr-mean: 40 to 86.9." in chart.desc


def test_pictures_of_eyes_are_inside_the_file() -> None:
    pictures = (Picture("left", b"\x89PNG", 80, 60), Picture("right", b"\xff\xd8", 80, 60))
    drawn = eyes(pictures, Arrow(0, 0, 1, 1), (-5, -5, 5, 5), HEADING).inline()
    assert re.findall(r'href="(data:image/\w+)', drawn) == ["data:image/png", "data:image/jpeg"]
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
