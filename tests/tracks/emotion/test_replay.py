"""A whole emotion run: recording, stream, worker, event log, score (EMO-1, 3, 4, 5, 8, 12, 13)."""

import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from bcisub.history.log import read_record
from bcisub.model.channel_order import batch_of
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.tracks.emotion.track import CHANNELS, FIRST_BATCH, TRACK

EVENTS = {100: 250, 220: 242, 475: 1, 500: 240, 2380: 241, 2975: 14, 3000: 240, 4510: 241, 5000: 243, 5200: 251}
"""The miniature of test_emotion_score.py: five samples of anger, four of neutral."""
SAMPLES = 5400


def recording(channels=CHANNELS):
    """A matrix in which every value tells its electrode (by its place in the second order) and its sample."""
    renamed = {"T3": "T7", "T4": "T8", "T5": "P7", "T6": "P8"}
    place = np.array([CHANNELS.index(renamed.get(name, name)) for name in channels])
    data = np.zeros((33, SAMPLES))
    data[:-1] = place[:, None] * 10_000.0 + np.arange(SAMPLES)
    for sample, code in EVENTS.items():
        data[-1, sample] = code
    return data


def evaluated(tmp_path, source, *, data=None, set_name="set", subjects=1, python=sys.executable, **options):
    """Run `source` as Algorithm/MyAlgorithm.py over subjects with the same recording; the record of the run."""
    project, runs = tmp_path / "project", tmp_path / "run"
    (project / "Algorithm").mkdir(parents=True)
    runs.mkdir()
    (project / "Algorithm" / "MyAlgorithm.py").write_text(textwrap.dedent(source), encoding="utf-8")
    stored = recording() if data is None else data
    people = []
    for number in range(1, subjects + 1):
        name = f"sub{number}"
        block = Block(name, tmp_path / set_name / name / f"{name}.pkl", lambda: stored)
        people.append(Subject(name, [block]))
    dataset = DataSet(set_name, tmp_path / set_name, people)
    return replay(Job(project, TRACK.layouts[0], TRACK, Path(python), runs, RunOptions(**options)), dataset)


ANSWERING = """
    class MyAlgorithm:
        def __init__(self):
            self.at = 0

        def get_data(self, data):
            if 250 in data[-1]:
                self.at = 0
                assert data[-1, 0] == 250, "the stream starts at the sample of 250 (EMO-4)"
                assert data[0, 0] == 100
            assert set(data[-1]) <= {0, 250, 242, 243, 251}, "videos stay hidden (EMO-3)"
            assert (data[:32, 0] // 10000 == range(32)).all(), "the second batch's order (EMO-8)"
            self.at += data.shape[1]

        def algorithm(self):
            answers = {900: 0, 1150: 0, 1400: 1, 1650: 0, 1900: 8, 2150: 0, 3400: 4, 3650: 4, 3900: 5, 4150: 0}
            return answers.get(self.at, 7)
"""
"""Answers the miniature as on paper: 3 of 5 and 2 of 4."""


SLEEPY = "__import__('time').sleep(0.02 if 650 <= self.at < 900 else 0); self.at += data.shape[1]"


def score(record, **readings):
    return TRACK.score(record, {**TRACK.defaults(), "edges": "inside", **readings})


def test_the_miniature_through_the_whole_chain_emo_4_emo_5_emo_11(tmp_path):
    record = evaluated(tmp_path, ANSWERING, subjects=2)
    assert record.end.how == "finished", record.end
    result = score(record)
    assert result.score == pytest.approx(0.55)
    assert [part.subject for part in result.subjects] == ["sub1", "sub2"]
    assert [block.delivered for block in record.blocks] == [5150, 5150], "to the end of the packet that holds 251"


def test_the_log_alone_is_enough_to_score_again(tmp_path):
    evaluated(tmp_path, ANSWERING)
    again = read_record(tmp_path / "run")
    assert score(again).score == pytest.approx(0.55)
    assert score(again, edges="overlap").score == pytest.approx((4 / 6 + 2 / 4) / 2)


def test_reading_count_from_reaches_the_worker(tmp_path):
    record = evaluated(tmp_path, ANSWERING, readings={"count-from": "with"})
    assert [report.p for report in record.blocks[0].reports][:2] == [350, 600]


@pytest.mark.parametrize(("folder", "batch"), [("TrainSet_first_batch", None), ("anything", "first")])
def test_the_first_batch_arrives_in_the_second_order_emo_8(tmp_path, folder, batch):
    """The algorithm itself checks every row; recognised by the folder's name or asked for."""
    record = evaluated(tmp_path, ANSWERING, data=recording(FIRST_BATCH), set_name=folder, batch=batch)
    assert record.end.how == "finished", record.end


def test_without_a_batch_rows_stay_as_stored_emo_8(tmp_path):
    record = evaluated(tmp_path, ANSWERING, data=recording(FIRST_BATCH))
    assert "second batch's order" in record.end.message


def test_what_the_user_asks_for_wins_over_the_folder_emo_8():
    path = Path("TrainSet/TrainSet_first_batch/sub1/sub1.pkl")
    assert batch_of(path, TRACK.batches) == "first"
    assert batch_of(path, TRACK.batches, "second") == "second"
    assert batch_of(Path("TrainSet/TrainSet_second_batch/sub55/sub55.pkl"), TRACK.batches) == "second"
    with pytest.raises(BcisubError, match="third") as caught:
        batch_of(path, TRACK.batches, "third")
    assert "first, second" in caught.value.hint


@pytest.mark.parametrize(("stage", "late"), [("preliminary", 0), ("final", 1)])
def test_the_stage_decides_about_slow_judgements_emo_12(tmp_path, stage, late):
    slow = ANSWERING.replace("answers = {", "__import__('time').sleep(0.52 if self.at == 900 else 0); answers = {")
    result = score(evaluated(tmp_path, slow, stage=stage))
    assert result.metrics["slow_judgements"] == 1
    assert result.metrics["late_samples"] == late
    assert result.score == pytest.approx(((3 - late) / 5 + 2 / 4) / 2)


def test_the_log_tells_what_get_data_took_in_the_last_second_emo_12(tmp_path):
    """Five packets of 0.02 s before the judgement of p = 900, reading `final-time`; none before the others."""
    fed = ANSWERING.replace("self.at += data.shape[1]", SLEEPY)
    reports = {report.p: report for report in evaluated(tmp_path, fed).blocks[0].reports}
    assert reports[900].fed >= 0.1
    assert sorted(report.fed for report in reports.values())[len(reports) // 2] < 0.1


def test_a_cut_stream_for_proofs_keeps_the_truth_whole(tmp_path):
    record = evaluated(tmp_path, ANSWERING, samples=1000)
    assert record.end.how == "finished"
    assert record.blocks[0].delivered == 1000


def test_a_submission_with_changed_names_is_refused_emo_13(tmp_path):
    record = evaluated(tmp_path, ANSWERING.replace("def algorithm", "def predict"))
    assert record.end.how == "refused"
    assert "algorithm" in record.end.message


def test_a_long_recording_is_not_held_twice(tmp_path):
    """Reordering and cutting a big recording takes pieces of a few megabytes, not another copy of it."""
    import tracemalloc

    from bcisub.replay.packets import write_packets

    data = np.zeros((33, 250 * 3000), dtype=np.float32)
    tracemalloc.start()
    write_packets(tmp_path / "block.bin", data[:, 100:], 50, TRACK.stream({}), TRACK.batches["first"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    stored = data.shape[0] * data.shape[1] * 8
    assert (tmp_path / "block.bin").stat().st_size == stored - 33 * 100 * 8
    assert peak < stored / 2
