"""The event log: written as things happen, read back from whatever a crash left of it.

`tests/assets/golden/ssvep-async` is a run written by hand: two subjects, three blocks, every status once.
`result.json` beside it is what it must score, checked trial by trial against the comments below.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bcisub.evaluation.score_run import score_folder
from bcisub.history.log import EventLog, build_record, read_events, read_record, read_truth, write_truth
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth

GOLDEN = Path(__file__).parents[1] / "assets" / "golden" / "ssvep-async"


def close(expected):
    """The same numbers but for the last binary digit of another machine's logarithm."""
    if isinstance(expected, dict):
        return {key: close(value) for key, value in expected.items()}
    if isinstance(expected, list):
        return [close(value) for value in expected]
    return pytest.approx(expected, rel=1e-12) if isinstance(expected, float) else expected


@pytest.fixture
def golden(tmp_path):
    return Path(shutil.copytree(GOLDEN, tmp_path / "ssvep-async"))


def scored(folder, **options):
    return json.loads(json.dumps(score_folder(folder, **options).to_json()))


def cut(folder, keep):
    """Leave the log as a crash would: the first `keep` bytes."""
    raw = (folder / "events.jsonl").read_bytes()
    (folder / "events.jsonl").write_bytes(raw[:keep])
    return raw


def test_the_golden_run_scores_what_it_scored(golden):
    found = scored(golden)
    assert found["run"].pop("folder") == str(golden)
    assert found == close(json.loads((GOLDEN / "result.json").read_text("utf-8")))


def test_the_golden_runs_verdicts_by_hand(golden):
    assert [(t["onset"], t["status"], t["seconds"]) for t in scored(golden)["trials"]] == [
        (505, "correct", 2.02),  # (1010 − 505)/250; the report at 300 is stray, the one at 1020 the second
        (2000, "quiet", None),
        (3500, "correct", 4.04),  # at 4510, the packet of the trigger at 4509: (4510 − 3500)/250
        (4509, "late", 6.964),  # the clock says 25 s, 25 − 4509/250 = 6.964 > 5, and that is T (SSVEP-12)
        (5200, "quiet", None),
        (5300, "quiet", None),
        (5400, "quiet", None),
        (1000, "correct", 2.0),  # 3.0 == 3 (answer-type=equal)
        (2500, "false-alarm", 0.4),
        (3000, "correct", 4.02),  # on the short last packet, p = 4005
        (255, "wrong", 2.98),
        (1255, "missing", 5.0),
        (2255, "quiet", None),
    ]


@pytest.mark.parametrize(
    ("reading", "score"),
    # From the three blocks: (36.5118 + 106.0849 + 0)/3. The FPR is (1/5 + 0/1)/2 = 0.1, fine; pooled it is 1/6, void.
    [("itr-mean=block", 47.532248), ("itr-mean=subject", 27.905794), ("itr-mean=pooled", 32.195144),
     ("fpr-mean=pooled", 0.0), ("window-end=engine", 39.137524), ("block-tail=engine", 21.766183),
     ("answer-type=int", 23.328254)],
)  # fmt: skip
def test_the_golden_run_under_other_readings(golden, reading, score):
    name, value = reading.split("=")
    assert scored(golden, chosen={name: value})["score"] == pytest.approx(score, abs=1e-5)


def test_ssvep_15_the_golden_run_without_computing(golden):
    trials = scored(golden, changed={"ignore_compute": True})["trials"]
    assert trials[3]["status"] == "correct"


def test_a_stream_reading_cannot_be_scored_afterwards(golden):
    with pytest.raises(BcisubError, match="run of its own"):
        score_folder(golden, {"empty-packet": "engine-2022"})


@pytest.mark.parametrize("lost", [1, 2, 10, 20])
def test_a_truncated_last_line_is_passed_over(golden, lost):
    """A host that died while it wrote how the run ended: everything before counts, the run is void."""
    size = (golden / "events.jsonl").stat().st_size
    cut(golden, size - lost)
    found = scored(golden)
    if lost == 1:  # only the line's end is missing: the event is whole
        assert found["valid"]
        return
    assert (found["valid"], found["score"], found["run"]["end"]) == (False, 0.0, "lost")
    assert "cut off" in found["void_reason"]
    assert found["run"]["reports"] == 10


def test_c8_every_beginning_of_a_log_can_be_scored(golden):
    raw = (golden / "events.jsonl").read_bytes()
    reports = []
    for keep in range(0, len(raw), 97):
        (golden / "events.jsonl").write_bytes(raw[:keep])
        found = scored(golden)
        assert not found["valid"]
        reports.append(found["run"]["reports"])
    assert reports == sorted(reports)
    assert reports[-1] >= 9


def test_a_line_cut_inside_a_character_is_passed_over(golden):
    log = golden / "events.jsonl"
    log.write_bytes(log.read_bytes() + '{"event": "note", "code": "脑'.encode()[:-1])
    assert scored(golden)["valid"]


def test_a_damaged_line_in_the_middle_is_an_error_with_its_number(golden):
    lines = (golden / "events.jsonl").read_text("utf-8").splitlines(keepends=True)
    lines[4] = '{"event": "rep\n'
    (golden / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    with pytest.raises(BcisubError, match="damaged") as caught:
        score_folder(golden)
    assert caught.value.where.endswith("events.jsonl:5")


def test_a_folder_without_a_log_is_no_run(tmp_path):
    with pytest.raises(BcisubError, match="no event log"):
        list(read_events(tmp_path))
    with pytest.raises(BcisubError, match=r"run\.json"):
        score_folder(tmp_path)


def test_what_is_written_is_on_disk_at_once_and_reads_back(tmp_path):
    log = EventLog(tmp_path)
    log.write({"event": "note", "code": "脑", "n": 1})
    assert list(read_events(tmp_path)) == [{"event": "note", "code": "脑", "n": 1}]
    log.write({"event": "end", "how": "finished"})
    assert len(list(read_events(tmp_path))) == 2
    log.close()
    with pytest.raises(BcisubError, match="File exists"):
        EventLog(tmp_path)  # a recorded run is never written over


def test_truth_reads_back(tmp_path):
    truth = [BlockTruth("被试", "b", 100, ((0, 242), (5, 7)), {"label": [1, 2]}), BlockTruth("S2", "b", 0, ())]
    write_truth(tmp_path, truth)
    assert read_truth(tmp_path) == truth


def test_c3_reports_go_to_the_block_they_were_stamped_with():
    truth = [BlockTruth("S1", name, 100, ()) for name in ("a", "b", "c")]
    report = {"event": "report", "packet": 1, "value": 1, "type": "int", "text": "1", "clock": 0.04}
    record = build_record(
        [
            {"event": "start", "fs": 250, "options": {"ignore_compute": True}},
            {**report, "block": None, "p": 0},
            {"event": "block", "index": 0, "packet": 10, "packets": 10},
            {**report, "block": 0, "p": 10},
            {"event": "block", "index": 1, "packet": 10, "packets": 10},
            {**report, "block": 1, "p": 30},
            {"event": "tick", "block": 1, "p": 50, "compute_us": [1]},
            {"event": "note", "code": "read-after-finish"},
            {"event": "end", "how": "exception", "message": "m", "detail": "d"},
        ],
        truth,
    )
    assert [(b.truth.block, [r.p for r in b.reports], b.delivered) for b in record.blocks] == [
        ("a", [10], 10), ("b", [30], 50),
    ]  # fmt: skip
    assert [note["code"] for note in record.notes] == ["report-before-data", "read-after-finish"]
    assert (record.end.how, record.end.message, record.end.detail) == ("exception", "m", "d")
    assert record.unread == [truth[2]]
    assert record.options == {"ignore_compute": True}


def test_the_golden_record_reads_whole(golden):
    record = read_record(golden)
    assert [(b.truth.subject, b.delivered, b.packets) for b in record.blocks] == [
        ("S2", 6000, 600), ("S2", 4005, 401), ("S10", 3000, 300),
    ]  # fmt: skip
    assert record.unread == []


@pytest.mark.parametrize(
    "line",
    ['{"x": 1}', "5", '{"event": "end"}', '{"event": "report", "block": 0}', '{"event": "tick", "block": 0, "p": 1}',
     '{"event": "block", "index": 99, "packet": 10, "packets": 1}', "[" * 100_000],
)  # fmt: skip
def test_a_log_that_the_teams_code_has_written_into_is_damaged(golden, line):
    """Logs of versions that believed every line are still about."""
    log = golden / "events.jsonl"
    log.write_text(log.read_text("utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(BcisubError, match="damaged"):
        score_folder(golden)


def test_texts_of_the_teams_code_do_not_steer_the_terminal():
    """An exception, an object's repr and a task's name may hold whatever they like; lines and tabs stay."""
    evil, tame = "\x1b[2J\x9b\r\x7f\n\t脑", "\\x1b[2J\\x9b\\x0d\\x7f\n\t脑"
    report = {"event": "report", "block": 0, "p": 10, "packet": 1, "value": None, "type": evil, "text": evil}
    record = build_record(
        [
            {**report, "block": None},
            {"event": "block", "index": 0, "packet": 10, "packets": 10},
            report,
            {"event": "note", "code": "task-exception", "text": evil},
            {"event": "end", "how": "exception", "message": evil, "detail": evil},
        ],
        [BlockTruth("S1", "a", 100, ())],
    )
    (said,) = record.blocks[0].reports
    assert [said.type, said.text, record.end.message, record.end.detail] == [tame] * 4
    assert [note["text"] for note in record.notes] == [tame] * 2
