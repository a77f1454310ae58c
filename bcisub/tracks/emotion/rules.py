"""The rules and readings of the emotion track, each with the section of the document that says it."""

from __future__ import annotations

from bcisub.model.source import document
from bcisub.model.stream import tell
from bcisub.model.track import Reading, Rule
from bcisub.scoring.stream_rules import sourced

_DATA, _TEST_DATA = document("二、2. (1) 训练数据集"), document("二、2. (2) 测试数据集")
_FLOW = document("三、1. 赛事要求")
_CODE, _SCORE = document("三、2. 代码规范"), document("三、3. 评分标准与报告")

RULES = (
    *sourced({"C1": _DATA, "C2": _FLOW, "C8": _FLOW}),
    Rule("EMO-1", "32 EEG rows and the trigger, 250 Hz; one file a subject.", _DATA),
    Rule("EMO-2", "250/251 experiment, 242/243 block, 1–28 video number, 240/241 video starts and ends.", _DATA),
    Rule("EMO-3", "The algorithm sees only 250, 242, 243 and 251.", _TEST_DATA),
    Rule(
        "EMO-4",
        "Packets of 50 samples from the sample of 250 to the packet that holds 251.",
        document("三、1. (2) 数据获取"),
    ),
    Rule(
        "EMO-5",
        "get_data for every packet; inside a block algorithm after every fifth.",
        document("三、1. (3) 结果返回"),
    ),
    Rule("EMO-6", "Only a plain int from 0 to 8 counts; anything else scores 0 (reading answer-type).", _CODE),
    Rule("EMO-7", "Videos 1–3 anger, 4–6 disgust, 7–9 fear, 10–12 sadness, 13–16 neutral, …", document("附表 1")),
    Rule("EMO-8", "The first batch's channels are put in the second batch's order.", document("二、1.; 附表 2.1, 2.2")),
    Rule(
        "EMO-10",
        "A judgement counts if more than half of its second lies inside [240 + 1 s, 241 − 1 s].",
        document("三、1. (3) 结果返回; 附表 1 注意 1"),
    ),
    Rule("EMO-11", "Correct share of a video's seconds, mean over videos, mean over subjects.", _SCORE),
    Rule("EMO-12", "In the final a judgement of more than 0.5 s scores 0.", document("三、1. (5) 实时性要求")),
    Rule("EMO-13", "MyAlgorithm, get_data and algorithm keep their names.", _CODE),
)

READINGS = (
    Reading(
        "count-from",
        {
            "after": "the packet after the one that holds 242 is the first of five",
            "with": "the packet that holds 242 is the first of five",
        },
        changes={"with": tell(start_counts=True)},
        source=document("三、1. (3) 结果返回"),
    ),
    Reading(
        "instance",
        {"one": "one MyAlgorithm for all subjects", "subject": "a new one for each subject"},
        changes={"subject": tell(instance_each=True)},
        source=document("三、1. (1) 模型初始化; (4) 下一名被试"),
    ),
    Reading(
        "edges",
        {
            "overlap": "a second counts if more than half of it lies inside [240 + 1 s, 241 − 1 s]",
            "inside": "it counts if it lies wholly there: nearly every video loses a sample",
            "grid": "more than half inside the seconds counted from 240, the first and the last left out",
        },
        source=document("三、3. 评分标准与报告; 附表 1 注意 1"),
    ),
    Reading(
        "answer-type",
        {
            "builtin": "an answer is Python's int alone, neither bool nor numpy's",
            "int": "numpy's integers too",
            "equal": "whatever == finds equal to an emotion: 7.0, numpy.int64(7), True for 1",
        },
        source=document("三、2. (3) algorithm 函数"),
    ),
    Reading(
        "final-time",
        {
            "algorithm": "the 0.5 s of the final are those of algorithm()",
            "both": "get_data() of the last second is in them too",
        },
        source=document("三、1. (5) 实时性要求"),
    ),
)
