"""The rules and readings of the metaverse track, each with the section of the document that says it."""

from __future__ import annotations

from bcisub.model.source import document, engine
from bcisub.model.stream import join
from bcisub.model.track import Reading, Rule
from bcisub.scoring.stream_rules import sourced
from bcisub.scoring.windows import TIME_ORIGIN

_DATA, _MODEL = document("三、实验数据"), document("五、3、数据模型")
_CALLS, _SCORE = document("五、4、参赛者相关接口函数"), document("五、6、评分方式")
_METHOD, _REPEATS = document("五、7、性能评估方法"), document("五、8、1) 重复多次报告")
_LATE = document("五、8、3) 结果反馈超时")
_PLATFORM = engine("2024 platform")

RULES = (
    *sourced(
        {
            "C1": document("二、实验范式; 三、实验数据"),
            "C2": _MODEL,
            "C3": document("四、算法规范"),
            "C4": _METHOD,
            "C5": _METHOD,
            "C6": _METHOD,
            "C8": document("四、算法规范 3; 五、8、4) 算法执行超时"),
            "C10": _SCORE,
        }
    ),
    Rule(
        "META-1",
        "Five EEG rows Fz, Cz, Oz, C3, C4 and the trigger, 250 Hz, packets of 50 samples.",
        document("三、实验数据, 表 1; 五、3、数据模型"),
    ),
    Rule(
        "META-2",
        "Starts 129-151 real open, 193-215 real closed, 1-23 generated, 240 hidden; 241 ends a trial, 242/243 a block; "
        "zeros between trials.",
        document("三、实验数据, 表 2, 表 3"),
    ),
    Rule("META-3", "The algorithm sees 240 for every trial start; 241, 242, 243 stay.", _DATA),
    Rule(
        "META-4",
        "eval_A and eval_B hide their starts: they replay but cannot be scored without the truth.",
        _DATA,
    ),
    Rule("META-5", "Coroutines: run, get_device, get_data and report are awaited.", _CALLS),
    Rule(
        "META-6",
        "Positions count over the whole stream; a packet over two people carries the new one's id; after the last "
        "comes an object whose data, start_position and subject_id are None.",
        _PLATFORM,
    ),
    Rule(
        "META-7",
        "The device: data_type 'EEG', five channels, the trigger not counted, sample_rate 250.0, a float.",
        _PLATFORM,
    ),
    Rule(
        "META-8",
        "A result is a string of six binary digits: real or not, then the subject 1-23; a wrong string takes its place "
        "and is wrong. A bare int or float and a list of mixed types raise TypeError, an empty list ValueError.",
        document("五、4、提交格式, 表 4"),
    ),
    Rule("META-10", "On time: E(s) < p ≤ E(e). Late: E(e) < p ≤ E(next s).", document("五、8, 图 5")),
    Rule("META-11", "Between two packets only the first report is effective.", _REPEATS),
    Rule(
        "META-12",
        "The last effective report decides, result and time; if it is late the trial is wrong in both parts.",
        document("五、8、1), 3)"),
    ),
    Rule(
        "META-13",
        "T = max(3 s, data length); no report: wrong in both parts, T = the trial's whole length.",
        document("五、7、性能评估方法; 五、8、2) 结果未反馈"),
    ),
    Rule("META-14", "Real or generated (M = 2) and the subject (M = 23) are judged apart.", _SCORE),
    Rule("META-15", "Score = 0.9·ITR(real or generated) + 0.1·ITR(subject), with the mean T; below chance 0.", _SCORE),
)

READINGS = (
    Reading("itr-mean", {"pooled": "one ITR over all trials", "block": "mean of the blocks' scores"}, source=_SCORE),
    Reading(
        "late-time",
        {
            "report": "a late answer takes until its report",
            "trial": "a late answer takes the whole trial, at least 3 s",
        },
        source=_LATE,
    ),
    Reading(
        "trial-end",
        {
            "with": "the packet that holds 241 is in time",
            "before": "it is late (「接收到成绩提交点 Trigger 前」)",
        },
        source=document("四、算法规范 1; 五、8, 图 5"),
    ),
    Reading(
        "below-chance",
        {
            "part": "each ITR by itself is 0 at chance and below",
            "whole": "either accuracy below chance makes the score 0 (「成绩无效,ITR 记为 0」)",
            "formula": "as written: above 0 far below chance",
        },
        source=_SCORE,
    ),
    Reading(
        "subject-part",
        {
            "all": "the subject is judged in all trials",
            "real": "in real trials alone",
            "joint": "in all, and right only if real or generated is too",
        },
        source=_SCORE,
    ),
    Reading(
        "late-override",
        {"void": "a late report voids an earlier one", "ignore": "it is ignored where there is an earlier one"},
        source=document("五、8、1), 3)"),
    ),
    TIME_ORIGIN,
    Reading(
        "chunking",
        {
            "block": "packets end at block ends",
            "flat": "one run of samples over all blocks, as the public platform",
        },
        changes={"flat": join},
        source=_PLATFORM,
    ),
)
