"""What an emotion run is told besides its score: returns that count for nothing, slow judgements, empty videos."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.finding import ERROR, WARNING, Finding, declare
from bcisub.model.record import BlockRecord, Report
from bcisub.model.result import Verdict
from bcisub.scoring.frame import Scored
from bcisub.scoring.remarks import LOOSE_ANSWER, Remarks, remarks_on_run
from bcisub.tracks.emotion.seconds import LIMIT, answer_of, is_limited, is_slow, spent

INVALID_RETURN = declare("invalid-return", ERROR, "Such a second scores 0 (EMO-6).")
SLOW_JUDGEMENT = declare("slow-judgement", WARNING, "In the final such a judgement scores 0 (EMO-12).")

_COUNTS = {
    "builtin": "Only a plain int from 0 to 8 counts",
    "int": "Only an integer from 0 to 8 counts, Python's or numpy's",
    "equal": "Only what == finds equal to 0 to 8 counts",
}
"""What an answer must be, by the reading `answer-type`."""

Given = Sequence[tuple[BlockRecord, Report]]
"""Every judgement of a run and where it was made."""


def diagnose(scored: Scored) -> list[Finding]:
    """What an emotion run is told besides its score."""
    record = scored.record
    remarks = remarks_on_run(record)
    for verdict in scored.judged.verdicts:
        if not verdict.detail.seconds:
            _remark_on_short_video(verdict, remarks)
    reports = [(block, report) for block in record.blocks for report in block.reports]
    _remark_on_returns(reports, scored.readings["answer-type"], remarks)
    _remark_on_slow(reports, is_limited(record), scored.readings["final-time"], remarks)
    return remarks.list()


def _remark_on_returns(reports: Given, answer_type: str, remarks: Remarks) -> None:
    """Returns that score nothing: every type with values of it and how often, and what to write (EMO-6)."""
    found: dict[str, list[Report]] = {}
    invalid = [(record, report) for record, report in reports if answer_of(report, answer_type) is None]
    for _, report in invalid:
        found.setdefault(report.type, []).append(report)
    loose = [(record, report) for record, report in reports if answer_of(report, answer_type) is not None]
    loose = [(record, report) for record, report in loose if report.type != "int"]
    if loose:
        remarks.add(
            LOOSE_ANSWER.code,
            "warning",
            f"An answer is no plain int and counts by answer-type={answer_type} alone; the document demands an int.",
            _fix(loose[0][1].type),
            first=_place(*loose[0]),
            count=len(loose),
        )
    if not invalid:
        return
    kinds = "; ".join(f"{_some_values(same)} of type {kind}, {_times(len(same))}" for kind, same in found.items())
    remarks.add(
        INVALID_RETURN.code,
        "error",
        f"algorithm() returned {kinds}. {_COUNTS[answer_type]}; these seconds score 0 (EMO-6).",
        " ".join(dict.fromkeys(_fix(kind) for kind in found)),
        first=_place(*invalid[0]),
        count=len(invalid),
    )


def _remark_on_slow(reports: Given, limited: bool, final_time: str, remarks: Remarks) -> None:
    """Judgements over the final's limit: counted there, shown before (EMO-12)."""
    slow = [(record, report) for record, report in reports if is_slow(report, final_time)]
    if not slow:
        return
    worst = max(spent(report, final_time) for _, report in slow)
    what = "1 judgement" if len(slow) == 1 else f"{len(slow)} judgements"
    meaning = "scores 0 in the final" if limited else "counts now and would score 0 in the final"
    remarks.add(
        SLOW_JUDGEMENT.code,
        "error" if limited else "warning",
        f"{what} took over {LIMIT} s of computing, the longest {worst:.2f} s; such a one {meaning} (EMO-12).",
        "Prepare features in get_data(), or do less in algorithm().",
        first=_place(*slow[0]),
        count=len(slow),
    )


def _remark_on_short_video(verdict: Verdict, remarks: Remarks) -> None:
    """A video too short to have a second that counts (EMO-10)."""
    remarks.add(
        "video-without-samples",
        "warning",
        "A video has no second that counts without its first and last one (EMO-10); it is left out of the mean.",
        "Check 240 and 241 of this video.",
        first={"subject": verdict.subject, "block": verdict.block, "video": verdict.extra["video"]},
    )


def _place(record: BlockRecord, report: Report) -> dict[str, object]:
    return {**record.place, "packet": report.packet, "p": report.p, "value": report.text, "type": report.type}


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _some_values(reports: Sequence[Report], most: int = 3) -> str:
    texts = list(dict.fromkeys(report.text for report in reports))
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def _fix(kind: str) -> str:
    if kind == "int":
        return "Answer 0 (anger) to 8 (tenderness); a video's number or a label from 1 to 9 is out of range."
    if kind == "NoneType":
        return "Return an answer on every path through algorithm(), also while data is still being gathered."
    if kind in {"numpy.ndarray", "list", "tuple"}:
        return "Return one emotion, not a row: `return int(answer[0])`, or `return int(np.argmax(scores))`."
    return "Write `return int(...)` around the answer in algorithm()."
