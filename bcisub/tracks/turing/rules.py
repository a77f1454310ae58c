"""The rules and readings of the turing track, each with the section of the document that says it."""

from __future__ import annotations

from bcisub.model.source import document, engine, ours
from bcisub.model.track import Reading, Rule
from bcisub.scoring.stream_rules import WINDOW_READINGS, engine_presets, sourced

_DATA, _TRIGGERS = document("七、数据发布"), document("六、Trigger 定义")
_METHOD = document("九、8. 性能评估方法")

RULES = (
    *sourced(
        {
            "C1": _DATA,
            "C2": _DATA,
            "C3": document("八、算法规范"),
            "C4": _METHOD,
            "C5": document("八、算法规范 1; 九、8. 性能评估方法"),
            "C6": _METHOD,
            "C8": document("八、算法规范 3; 九、9. (3)"),
            "C10": ours("no ITR in this track"),
        }
    ),
    Rule(
        "TURING-1",
        "64 rows (59 EEG, ECG, HEOR, HEOL, VEOU, VEOL; table 4) and the trigger row, 250 Hz, packets of 10 samples.",
        document("七、数据发布, 表 4"),
    ),
    Rule(
        "TURING-2",
        "250/251 experiment, 242/243 block, 240/241 trial, 1 to 127 task start; others are reserved: no trial, played "
        "with a warning.",
        document("六、Trigger 定义, 表 1"),
    ),
    Rule("TURING-3", "Trigger 240 and bits 2 to 0 of the task trigger are hidden; the rest is shown.", _TRIGGERS),
    Rule(
        "TURING-4",
        "A behaviour allows the tasks of table 2 only; a stored trigger of another is bad data.",
        document("六、Trigger 定义, 表 2"),
    ),
    Rule(
        "TURING-5",
        "A packet has data, start_pos, subject_id (subeject_id) and finish_flag (end_flag).",
        document("九、3. 数据模型"),
    ),
    Rule(
        "TURING-6",
        "The answer is 1 to 7, compared with == (reading answer-type); what equals none is invalid, one that the "
        "behaviour rules out is wrong.",
        engine("2021, 2022"),
    ),
    Rule(
        "TURING-10",
        "A trial runs from its task trigger; its first report counts, one and only one is due (reading repeats).",
        document("九、9. (1) 报告次数"),
    ),
    Rule(
        "TURING-11",
        "In time is under 5 s of data; at 5 s or more wrong, and its data length counts.",
        document("八、算法规范 2; 九、9. (2)"),
    ),
    Rule(
        "TURING-12",
        "L = data length + 0.5 s; without a report wrong, and L = 5 + 0.5 s.",
        document("九、7. 评分方式 4)"),
    ),
    Rule(
        "TURING-13",
        "A block stops at ⌈0.8·N⌉ correct: S = 200·target/ΣL over the trials walked; never reached: 0.",
        document("九、7. 评分方式 1), 3)"),
    ),
    Rule("TURING-14", "The running score of every trial walked.", document("九、7. 评分方式 2)")),
    Rule("TURING-15", "The score is the mean of the blocks.", document("九、7. 评分方式 5)")),
)

READINGS = (
    Reading(
        "five-seconds",
        {"under": "under 5 s is in time (「不含 5 秒」)", "upto": "5 s itself is in time (public engine)"},
        source=engine("2022"),
    ),
    Reading(
        "repeats",
        {"first": "the first report counts", "wrong": "more than one makes the trial wrong (「只能也必须报告一次」)"},
        source=document("九、9. (1) 报告次数"),
    ),
    Reading(
        "report-window",
        {
            "next": "up to the next task trigger",
            "end": "up to trigger 241, a trigger too (「最迟在接收到下一 trigger 时」)",
        },
        source=document("八、算法规范 1"),
    ),
    Reading(
        "missing-length",
        {"5": "no report costs 5 s", "5.004": "5 s and a sample", "trial": "up to the end of the trial's window"},
        source=engine("2022"),
    ),
    *WINDOW_READINGS,
)

PRESETS = engine_presets({"five-seconds": "upto", "missing-length": "5.004"})
