"""Rules and readings that several tracks share (C1–C11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bcisub.model.source import Source, engine, ours
from bcisub.model.stream import by_number, by_text, end_empty, number, tell
from bcisub.model.track import Reading, Rule
from bcisub.scoring.answers import ANSWER_TYPE
from bcisub.scoring.windows import BLOCK_TAIL, TIME_ORIGIN, TRIGGER_PACKET, WINDOW_END

STREAM_RULES = (
    Rule("C1", "A set is subjects, each a list of blocks; a block is a matrix, the trigger its last row, at 250 Hz."),
    Rule("C2", "Packet k covers samples k·n to (k+1)·n; the last may be shorter. p = samples delivered so far."),
    Rule("C3", "A report is stamped with p at the moment it is called."),
    Rule("C4", "A packet that holds a trigger still belongs to the trial before: a report counts only if p > E(s)."),
    Rule("C5", "A trial's window is E(s) < p ≤ E(next); the last runs to the block's end. Other reports are stray."),
    Rule("C6", "Data length of a decision = (p − s)/fs seconds."),
    Rule("C7", "What the algorithm receives is its own copy. Truth never enters its process."),
    Rule(
        "C8", "The algorithm ends by itself after the finish flag; reading on is an error; a time limit voids the run."
    ),
    Rule("C9", "Subjects may come in any order: --shuffle SEED; by default natural order."),
    Rule(
        "C10", "ITR = (log₂M + P·log₂P + (1−P)·log₂((1−P)/(M−1)))·60/T; P ≤ 1/M gives 0, if it is not read as written."
    ),
    Rule("C11", "One status per trial: late before invalid before wrong; no report is missing."),
)


def sourced(sections: Mapping[str, Source]) -> tuple[Rule, ...]:
    """The shared rules with where a track's document says them; what it does not say is an engine's, or ours."""
    return tuple(replace(rule, source=sections.get(rule.id, _BESIDE.get(rule.id, ours()))) for rule in STREAM_RULES)


_BESIDE = {"C9": engine("2021, 2022")}
"""Shared rules that no document says."""

SUBJECT_ID = "subject-id"
"""The layouts' generations number the subjects differently, so each layout has its own default."""

WINDOW_READINGS = (
    TRIGGER_PACKET,
    WINDOW_END,
    BLOCK_TAIL,
    TIME_ORIGIN,
    ANSWER_TYPE,
    Reading(
        "empty-packet",
        {"none": "no packet of 0 samples", "engine-2022": "a block whose length is a multiple of n ends with one"},
        changes={"engine-2022": end_empty},
        source=engine("2022"),
    ),
    Reading(
        "last-packet",
        {
            "keep": "a report on the run's very last packet is taken, as in 2021",
            "engine-2022": "it raises IndexError in the team's code",
        },
        changes={"engine-2022": tell(last_report_raises=True)},
        source=engine("2021, 2022"),
    ),
    Reading(
        SUBJECT_ID,
        {
            "place": "the subject's place in natural order, from 1",
            "text-order": "its place among the names sorted as text (S1, S10, S2), as the engine of 2022",
            "number": "the number in its name (S05: 5), as the engine of 2021",
        },
        changes={"text-order": number(by_text), "number": number(by_number)},
        source=engine("2021, 2022"),
    ),
)

CONSTRAINTS = ("numpy<1.25", "scipy<1.11", "scikit-learn<1.4", "pandas<2.1", "torch<2.1")
"""Versions of the contest's time: an upload of then that names a bare `numpy` must not meet one of today."""
