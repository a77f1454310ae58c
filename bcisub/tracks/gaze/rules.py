"""The rules and readings of the gaze track, each with the section of the document that says it."""

from __future__ import annotations

from bcisub.model.source import document, ours
from bcisub.model.track import Reading, Rule

_DATA, _SCORE = document("一、2.1.1 数据说明"), document("一、2.1.1 评分细则")
_FINAL = document("一、2.1.2 复赛任务")

RULES = (
    Rule(
        "GAZE-1",
        "Frames are pairs of 640×400 pictures with subject and group; 5 of each test group are labelled.",
        _DATA,
    ),
    Rule(
        "GAZE-2",
        "The index frames.csv has subject,group,frame,left,right,x,y,calibration.",
        ours("the document gives no file layout"),
    ),
    Rule("GAZE-3", "A predictor gets a frame's pictures and its group's calibration frames, never its label.", _DATA),
    Rule("GAZE-10", "A frame's error is the angle between answer and truth in degrees.", _SCORE),
    Rule(
        "GAZE-11", "PE is the mean of P50 and P95, the ⌈p·n⌉-th smallest errors, calibration frames left out.", _SCORE
    ),
    Rule(
        "GAZE-12",
        "A frame without two finite numbers makes the set incomplete: no PE, the frames are named; in the final it "
        "counts like a late answer.",
        ours("the document asks for all frames and says nothing of missing ones"),
    ),
    Rule("GAZE-13", "Final: three people × 30 targets, no calibration, 1 s to answer; later counts as 180°.", _FINAL),
    Rule(
        "GAZE-20",
        "The CSV has one row for every test frame, calibration ones with their labels: none missing, twice or unknown.",
        document("一、2.1.1 数据说明; 四、1"),
    ),
    Rule("GAZE-21", "The ZIP with code, model and documentation is at most 200 MB.", document("四、2")),
)

READINGS = (
    Reading(
        "gaze-vector",
        {
            "plane": "the gaze is (x, y, D), D the plane_distance of bcisub.toml",
            "raw": "the label columns are the vector, 2-D or with z 3-D",
        },
        source=_SCORE,
    ),
    Reading(
        "late-answer",
        {
            "180": "an answer after 1 s counts as 180 degrees, one that is missing or invalid in the final too",
            "drop": "they are left out",
        },
        source=_FINAL,
    ),
    Reading(
        "pe-frames",
        {"hidden": "calibration frames are left out", "all": "they are in, at error 0"},
        source=_SCORE,
    ),
    Reading(
        "pe-pool",
        {
            "all": "the quantiles are those of all frames in one",
            "subject": "PE of each subject, then the mean",
            "group": "PE of each group of frames, then the mean",
        },
        source=_SCORE,
    ),
)
