"""The 2021 and 2022 interfaces in real workers: packets and reports (SSVEP-3, SSVEP-5 to SSVEP-7)."""

from __future__ import annotations

import json

import numpy as np
import pytest


def said(record):
    """What the miniature algorithm reported as JSON, block by block."""
    return [[json.loads(report.value) for report in block.reports] for block in record.blocks]


TELL = """
    def run(self):
        for packet in self.packets():
            kinds = [type(packet.data).__name__, str(packet.data.dtype), type(packet.startPosition).__name__,
                     type(packet.personID).__name__, type(packet.finishedFlag).__name__]
            self.say(json.dumps([list(packet.data.shape), packet.startPosition, packet.personID,
                                 packet.finishedFlag, kinds]))
"""
KINDS = ["ndarray", "float64", "int", "int", "bool"]


def test_ssvep_1_and_5_fields_of_every_packet(runner, whole_track, block_of):
    """65 rows, packets of 10 samples, startPosition within the block, the flag on the very last packet alone."""
    runner.track = whole_track
    runner.write(TELL)
    record = runner.run({"S2": [block_of(25, rows=65), block_of(20, rows=65)], "S10": [block_of(7, rows=65)]})
    assert record.end.complete, record.end
    assert said(record) == [
        [[[65, 10], 0, 1, False, KINDS], [[65, 10], 10, 1, False, KINDS], [[65, 5], 20, 1, False, KINDS]],
        [[[65, 10], 0, 1, False, KINDS], [[65, 10], 10, 1, False, KINDS]],
        [[[65, 7], 0, 2, True, KINDS]],
    ]
    # C2, C3: p counts the samples delivered, also on a short packet.
    assert [[report.p for report in block.reports] for block in record.blocks] == [[10, 20, 25], [10, 20], [7]]
    assert [block.delivered for block in record.blocks] == [25, 20, 7]


def test_empty_packet_engine_2022_ends_a_block_with_a_packet_of_0_samples(runner, block_of):
    """empty-packet=engine-2022 only where the length is a multiple of n; the finish flag rides on it."""
    runner.write(TELL)
    record = runner.run({"S1": [block_of(20), block_of(15), block_of(10)]}, readings={"empty-packet": "engine-2022"})
    assert [[(told[0][1], told[1], told[3]) for told in block] for block in said(record)] == [
        [(10, 0, False), (10, 10, False), (0, 20, False)],
        [(10, 0, False), (5, 10, False)],
        [(10, 0, False), (0, 10, True)],
    ]
    assert [report.p for report in record.blocks[0].reports] == [10, 20, 20]
    assert [block.packets for block in record.blocks] == [3, 2, 2]


LAST = """
    def run(self):
        for packet in self.packets():
            try:
                self.say(packet.startPosition)
            except IndexError:
                print("lost", packet.finishedFlag, packet.Endflag, packet.end_flag)
"""


def test_reading_last_packet_engine_2022_raises_on_a_report_on_the_very_last_packet_alone(runner, block_of):
    """last-packet=engine-2022; on the last packet of an earlier block a report is taken."""
    runner.write(LAST)
    record = runner.run({"S1": [block_of(20), block_of(15)]}, readings={"last-packet": "engine-2022"})
    assert record.end.complete, record.end
    assert [[report.value for report in block.reports] for block in record.blocks] == [[0, 10], [0]]
    assert runner.prints == "lost True True True\n"


def test_reading_last_packet_keep_takes_it(runner, block_of):
    """last-packet=keep."""
    runner.write(LAST)
    record = runner.run({"S1": [block_of(15)]}, readings={"last-packet": "keep"})
    assert [report.value for report in record.blocks[0].reports] == [0, 10]


@pytest.mark.parametrize(("shown_triggers", "seen"), [("block", [242, 243]), ("none", [])])
def test_ssvep_3_reading_shown_triggers(runner, block_of, shown_triggers, seen):
    runner.write("""
    def run(self):
        self.say(json.dumps([int(code) for packet in self.packets() for code in packet.data[-1] if code]))
""")
    block = block_of(30, {0: 242, 5: 7, 29: 243})
    record = runner.run({"S1": [block]}, readings={"shown-triggers": shown_triggers})
    assert said(record) == [[seen]]


@pytest.mark.parametrize(("how", "numbers"), [("place", [1, 2, 3]), ("text-order", [1, 3, 2]), ("number", [1, 2, 10])])
def test_ssvep_5_reading_subject_id_reaches_the_algorithm(runner, block_of, how, numbers):
    """subject-id=place, subject-id=text-order, subject-id=number."""
    runner.write(TELL)
    record = runner.run({name: [block_of(5)] for name in ("S1", "S2", "S10")}, readings={"subject-id": how})
    assert [told[0][2] for told in said(record)] == numbers


def test_c9_a_subject_keeps_its_number_in_any_order(runner, block_of):
    runner.write(TELL)
    names = ["S1", "S2", "S3", "S10"]
    record = runner.run({name: [block_of(10)] for name in names}, shuffle=1)
    order = [block.truth.subject for block in record.blocks]
    assert order != names
    assert [told[0][2] for told in said(record)] == [names.index(name) + 1 for name in order]


def test_ssvep_3_data_arrives_as_recorded_and_triggers_masked(runner, block_of):
    runner.write("""
    def run(self):
        got = [packet.data for packet in self.packets()]
        whole = np.concatenate(got, axis=1)
        seen = [[int(s), whole[-1, s]] for s in np.flatnonzero(whole[-1])]
        self.say(json.dumps([whole[0].tolist(), whole[1].tolist(), seen]))
""")
    block = block_of(123, {0: 242, 17: 5, 40: 241, 60: 101, 99: 250, 122: 243})
    ((told,),) = said(runner.run({"S1": [block]}))
    assert told == [block[0].tolist(), block[1].tolist(), [[0, 242], [122, 243]]]


STYLES = {
    "camelCase": """
    def run(self):
        finished = False
        while not finished:
            packet = self._problemInterface.getData()
            self.names = [packet.startPosition, packet.personID, packet.finishedFlag]
            answer = type("ReportModel", (), {})()
            answer.resultType = int(packet.startPosition // 10) + 1
            self._problemInterface.report(answer)
            finished = packet.finishedFlag
""",
    "snake_case": """
    def run(self):
        finished = False
        while not finished:
            packet = self.task.get_data()
            self.names = [packet.start_pos, packet.subject_id, packet.finish_flag]
            answer = type("ReportModel", (), {})()
            answer.result = int(packet.start_pos // 10) + 1
            self.task.report(answer)
            finished = packet.finish_flag
""",
}
SETTERS = {
    "setProblemInterface": "    def setProblemInterface(self, problem):\n        self._problemInterface = problem\n",
    "set_task": "    def set_task(self, task):\n        self.task = task\n",
    "neither": "",
}


@pytest.mark.parametrize("setter", SETTERS)
@pytest.mark.parametrize("style", STYLES)
def test_ssvep_7_both_generations_names_work_and_score_the_same(runner, style, setter):
    runner.write(STYLES[style], head="class AlgorithmImplementSSVEP:\n" + SETTERS[setter])
    record = runner.run({"S1": [np.zeros((3, 35))]})
    assert record.end.complete, record.end
    assert [(r.p, r.value, r.type) for r in record.blocks[0].reports] == [
        (10, 1, "int"), (20, 2, "int"), (30, 3, "int"), (35, 4, "int"),
    ]  # fmt: skip


def test_ssvep_7_names_may_be_mixed(runner):
    runner.write("""
    def run(self):
        assert self.task is self._problemInterface
        packet = self.task.getData()
        assert (packet.startPosition, packet.personID, packet.finishedFlag) == (0, 1, False)
        assert (packet.start_pos, packet.subject_id, packet.finish_flag) == (0, 1, False)
        assert self._problemInterface.get_data().start_pos == 10
""")
    record = runner.run({"S1": [np.zeros((3, 20))]})
    assert record.end.complete, record.end


ANSWERS = [
    # expression, value kept, type, status
    ("7", 7, "int", "correct"),
    ("np.int64(7)", 7, "numpy.int64", "correct"),
    ("np.uint8(7)", 7, "numpy.uint8", "correct"),
    ("np.array([7, 8])[0]", 7, "numpy.int64", "correct"),
    ("np.argmax([0] * 7 + [1])", 7, "numpy.int64", "correct"),
    ("np.longlong(7)", 7, "numpy.longlong", "correct"),
    ("8", 8, "int", "wrong"),
    ("0", 0, "int", "invalid"),
    ("41", 41, "int", "invalid"),
    ("2 ** 80", None, "int", "invalid"),
    ("10 ** 5000", None, "int", "invalid"),
    ("7.0", 7.0, "float", "correct"),
    ("float('nan')", None, "float", "invalid"),
    ("np.float32(7)", 7.0, "numpy.float32", "correct"),
    ("np.array(7)", 7, "numpy.ndarray", "correct"),
    ("np.array([7])", None, "numpy.ndarray", "correct"),
    ("np.zeros((65, 1000))", None, "numpy.ndarray", "invalid"),
    ("'7'", "7", "str", "invalid"),
    ("'\\udc80脑'", "\\udc80脑", "str", "invalid"),
    ("True", True, "bool", "wrong"),
    ("[7]", None, "list", "invalid"),
    ("list(range(10 ** 6))", None, "list", "invalid"),
    ("None", None, "NoneType", "invalid"),
    ("Shy()", None, "AlgorithmImplement.SSVEP.AlgorithmImplementSSVEP.Shy", "invalid"),
]


def test_ssvep_6_every_kind_of_answer_is_recorded_with_its_type_and_judged(runner, block_of):
    """One trial an answer: triggers at 5, 105, 205, …; the answer comes 3 packets into its trial."""
    lines = "".join(f"            lambda: {expression},\n" for expression, *_ in ANSWERS)
    runner.write(
        "    def run(self):\n        answers = [\n" + lines + "        ]\n"
        "        for number, packet in enumerate(self.packets()):\n"
        "            if number % 10 == 3:\n"
        "                self.say(answers[number // 10]())\n\n\n"
        "class Shy:\n    def __repr__(self):\n        raise ValueError('no')\n"
    )
    samples = 100 * len(ANSWERS)
    events = {100 * number + 5: 7 for number in range(len(ANSWERS))}
    record = runner.run({"S1": [block_of(samples, events)]}, ignore_compute=True)
    assert record.end.complete, record.end
    found = [(report.value, report.type) for report in record.blocks[0].reports]
    assert found == [(value, kind) for _, value, kind, _ in ANSWERS]
    assert all(len(report.text) <= 80 for report in record.blocks[0].reports)
    result = runner.track.score(record, runner.track.defaults())
    assert [trial.status for trial in result.trials] == [status for *_, status in ANSWERS]


def test_ssvep_6_where_the_answer_is_looked_for(runner):
    runner.write("""
    def run(self):
        self._problemInterface.getData()
        report = self._problemInterface.report
        report(Two(resultType=3, result=4))     # resultType first
        report(Two(resultType=None, result=4))  # result where resultType is not set
        report(Two(result=5))
        report(Two(resultType=0, result=4))     # 0 is set, and invalid
        report(6)                               # no report object at all
        report(Broken())


class Two:
    def __init__(self, **fields):
        vars(self).update(fields)


class Broken:
    @property
    def resultType(self):
        raise RuntimeError("no")

    result = 8
""")
    record = runner.run({"S1": [np.zeros((3, 100))]})
    assert record.end.complete, record.end
    assert [report.value for report in record.blocks[0].reports] == [3, 4, 5, 0, 6, 8]


def test_a_report_before_the_first_packet_counts_for_nothing_and_is_remarked_on(runner):
    record = runner("    def run(self):\n        self.say(1)\n        list(self.packets())\n")
    assert record.end.complete, record.end
    assert record.blocks[0].reports == []
    result = runner.track.score(record, runner.track.defaults())
    assert "report-before-data" in [one.code for one in result.diagnostics]


def test_c3_reports_from_a_thread_are_stamped_where_they_were_called(runner):
    record = runner("""
    def run(self):
        for packet in self.packets():
            thread = threading.Thread(target=self.say, args=(packet.startPosition,))
            thread.start()
            thread.join()
""")
    assert [(r.p, r.value) for r in record.blocks[0].reports] == [(10 * (k + 1), 10 * k) for k in range(10)]
