"""The rules and readings of the ssvep-async track, each with the section of the document that says it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bcisub.model.source import document, engine
from bcisub.model.track import Reading, Rule
from bcisub.scoring.stream_rules import WINDOW_READINGS, engine_presets, sourced

if TYPE_CHECKING:
    from bcisub.model.stream import TriggerRow

_DATA = document("实验数据")
_SCORE, _METHOD = document("评分方式"), document("性能评估方法")
_TWICE, _SLOW = document("结果反馈异常处理 1)"), document("结果反馈异常处理 4)")

RULES = (
    *sourced(
        {
            "C1": _DATA,
            "C2": _DATA,
            "C3": _METHOD,
            "C4": _METHOD,
            "C5": _METHOD,
            "C6": _METHOD,
            "C8": document("算法规范 3"),
            "C10": _SCORE,
        }
    ),
    Rule(
        "SSVEP-1",
        "64 rows (59 EEG, ECG, 4 EOG; table 2 of the document) and the trigger row, 250 Hz, packets of 40 ms = 10 "
        "samples.",
        document("实验数据, 表 2"),
    ),
    Rule(
        "SSVEP-2",
        "Stored triggers: trial start 1–240 (1–40 a flickering target, 101–141 idle), trial end 241, block 242/243, "
        "244–255 reserved.",
        document("实验数据, 表 3; 实验范式, 注 1"),
    ),
    Rule(
        "SSVEP-3",
        "The algorithm sees only 242 and 243; every other trigger sample reads 0.",
        document("实验数据, 表 3"),
    ),
    Rule("SSVEP-4", "Label k flickers at 8 + 0.2·(k−1) Hz with phase 0.5π·(k−1).", document("实验范式, 表 1")),
    Rule(
        "SSVEP-5",
        "getData() gives data, startPosition (in the block), personID and finishedFlag (also end_flag, Endflag; true "
        "on the very last packet).",
        document("数据模型"),
    ),
    Rule(
        "SSVEP-6",
        "The answer is resultType (or result), 1–40, compared with == (reading answer-type); what equals no allowed "
        "integer is invalid and wrong.",
        engine("2021, 2022"),
    ),
    Rule("SSVEP-7", "camelCase and snake_case names both work.", engine("2021, 2022")),
    Rule("SSVEP-10", "Flicker trial: the first report in its window counts; later ones are ignored and shown.", _TWICE),
    Rule(
        "SSVEP-11",
        "Correct: the right label, data length ≤ 5 s, and data length + waiting for computing ≤ 5 s.",
        document("算法规范 1, 2"),
    ),
    Rule(
        "SSVEP-12",
        "In time T = data length; late: wrong, T = the time on the clock of SSVEP-15, never under 5 s; no report: "
        "wrong, T = 5 s.",
        document("结果反馈异常处理 2)–4)"),
    ),
    Rule("SSVEP-13", "Idle trial: any report in its window is one false positive. FPR = FP/(FP+TN).", _SCORE),
    Rule("SSVEP-14", "P and T over flicker trials alone; M = 40.", _SCORE),
    Rule(
        "SSVEP-15",
        "Computing counts against the 5 s, not against T, on a virtual clock in which packet k is there at (k+1)·n/fs; "
        "in whole packets: a report made before the next one would have arrived is as early as its data.",
        _SLOW,
    ),
    Rule("SSVEP-16", "Score = ITR; void (0) if mean FPR > 0.1 or if the run hit the time limit.", _SCORE),
)


def _blank(row: TriggerRow) -> TriggerRow:
    """SSVEP-3 under shown-triggers=none."""
    shown: TriggerRow = row * 0
    return shown


READINGS = (
    Reading(
        "compute-time",
        {
            "packets": "computing makes late by the packets that would have arrived meanwhile",
            "exact": "every microsecond of it counts",
            "none": "it never makes late",
        },
        source=_SLOW,
    ),
    Reading(
        "itr-mean",
        {"block": "ITR of each block, then the mean", "subject": "of each subject", "pooled": "of all trials"},
        source=engine("2021, 2022"),
    ),
    Reading(
        "fpr-mean",
        {"subject": "FPR of each subject, then the mean", "pooled": "of all idle trials", "block": "of each block"},
        source=_SCORE,
    ),
    Reading(
        "five-seconds",
        {"upto": "5.000 s is in time (「5 秒内」, 「超出 5 秒」)", "under": "it is late (「需小于 5 秒」)"},
        source=document("算法规范 1, 2"),
    ),
    Reading(
        "report-window",
        {
            "next": "a report counts for its trial up to the next trial's start, late after 5 s",
            "5s": "after 5 s of data it is no report: missing",
            "end": "after trigger 241 it is no report: missing",
        },
        source=document("算法规范 1, 2; 结果反馈异常处理 2), 3)"),
    ),
    Reading(
        "idle-window",
        {"next": "up to the next trial", "5s": "only reports within 5 s of the idle trigger are false positives"},
        source=_SCORE,
    ),
    Reading(
        "missing-time",
        {"5": "a missing report costs 5 s", "5.004": "5 s and one sample, as public engines"},
        source=engine("2021, 2022"),
    ),
    Reading(
        "below-chance",
        {"zero": "ITR is 0 at chance and below, as the engines", "formula": "as written: above 0 far below chance"},
        source=engine("2021, 2022"),
    ),
    Reading(
        "shown-triggers",
        {"block": "242 and 243 are shown", "none": "the trigger row is 0 throughout, as the document says too"},
        changes={"none": lambda stream: replace(stream, mask=_blank)},
        source=_DATA,
    ),
    *WINDOW_READINGS,
)

PRESETS = engine_presets(
    {"five-seconds": "upto", "compute-time": "none", "missing-time": "5.004", "below-chance": "zero"}
)
