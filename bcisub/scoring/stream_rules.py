"""Rules and readings that several tracks share (C1–C11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bcisub.model.record import RunRecord
from bcisub.model.source import Source, engine, ours
from bcisub.model.stream import by_number, by_place, by_text, end_empty, number, tell
from bcisub.model.track import Preset, Reading, Readings, Rule
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


def _ends_empty(record: RunRecord, had: str, other: str) -> str | None:
    """An empty packet comes only behind a block of whole packets (C2)."""
    whole = sum(block.truth.samples % block.packet == 0 for block in record.blocks)
    return f"{whole} block(s) of whole packets end with an empty one under only one of the two" if whole else None


def _reported_last(record: RunRecord, had: str, other: str) -> str | None:
    """Reports on the run's last packet are in its record only where they are taken."""
    if had != LAST_PACKET.default:
        return "the run's own engine raises at a report on its last packet, and none of those is recorded"
    last = record.blocks[-1] if record.blocks and not record.unread else None
    if last is None or not any(report.packet >= last.packets for report in last.reports):
        return None
    return "a report on the run's last packet raises IndexError there"


def _numbered(record: RunRecord, had: str, other: str) -> str | None:
    """A subject's number is that in the whole set, whatever part of it was run."""
    names = record.options.get("names") or []
    here, there = (dict(zip(names, _NUMBERINGS[value](names), strict=True)) for value in (had, other))
    for block in record.blocks:
        name = block.truth.subject
        if name not in here or here[name] != there[name]:
            return f"{name} has the number {there.get(name, '?')} there, and had {here.get(name, '?')}"
    return None


_NUMBERINGS = {"place": by_place, "text-order": by_text, "number": by_number}

EMPTY_PACKET = Reading(
    "empty-packet",
    {"none": "no packet of 0 samples", "engine-2022": "a block whose length is a multiple of n ends with one"},
    changes={"engine-2022": end_empty},
    source=engine("2022"),
    differs=_ends_empty,
)
LAST_PACKET = Reading(
    "last-packet",
    {
        "keep": "a report on the run's very last packet is taken, as in 2021",
        "engine-2022": "it raises IndexError in the team's code",
    },
    changes={"engine-2022": tell(last_report_raises=True)},
    source=engine("2021, 2022"),
    differs=_reported_last,
)
SUBJECT_ID = "subject-id"
"""The layouts' generations number the subjects differently, so each layout has its own default."""

WINDOW_READINGS = (
    TRIGGER_PACKET,
    WINDOW_END,
    BLOCK_TAIL,
    TIME_ORIGIN,
    ANSWER_TYPE,
    EMPTY_PACKET,
    LAST_PACKET,
    Reading(
        SUBJECT_ID,
        {
            "place": "the subject's place in natural order, from 1",
            "text-order": "its place among the names sorted as text (S1, S10, S2), as the engine of 2022",
            "number": "the number in its name (S05: 5), as the engine of 2021",
        },
        changes={value: number(_NUMBERINGS[value]) for value in ("text-order", "number")},
        source=engine("2021, 2022"),
        differs=_numbered,
    ),
)


def engine_presets(own: Readings) -> tuple[Preset, Preset]:
    """The public engines of 2021 and 2022: what both share, `own` readings of the track in it, and what is theirs."""
    both = {TRIGGER_PACKET.name: "engine", WINDOW_END.name: "engine", ANSWER_TYPE.name: "equal", **own}
    return (
        Preset(
            "engine-2021",
            "as the public engine of 2021",
            {
                **both,
                BLOCK_TAIL.name: "engine-2021",
                LAST_PACKET.name: "keep",
                SUBJECT_ID: "number",
                EMPTY_PACKET.name: "none",
            },
        ),
        Preset(
            "engine-2022",
            "as the public engine of 2022",
            {
                **both,
                BLOCK_TAIL.name: "engine",
                LAST_PACKET.name: "engine-2022",
                SUBJECT_ID: "text-order",
                EMPTY_PACKET.name: "engine-2022",
            },
        ),
    )


CONSTRAINTS = ("numpy<1.25", "scipy<1.11", "scikit-learn<1.4", "pandas<2.1", "torch<2.1")
"""Versions of the contest's time: an upload of then that names a bare `numpy` must not meet one of today."""
