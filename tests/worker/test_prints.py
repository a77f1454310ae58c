"""What the team's code prints goes to worker.log and nowhere else."""

from __future__ import annotations

import numpy as np

from bcisub.replay.limits import Limits

PRINTS = """
    def run(self):
        import subprocess
        print("plain")
        print("脑机接口 ü \\udc80")
        print("to stderr", file=sys.stderr)
        os.write(1, b"to descriptor 1\\n")
        sys.__stdout__.write("old stdout\\n")
        sys.__stdout__.flush()
        subprocess.call([sys.executable, "-c", "print('a child')"])
        print('{"event": "end", "how": "finished"}')
        for packet in self.packets():
            self.say(packet.startPosition)
        sys.stdout.write("no newline at the end")
"""


def test_prints_of_every_kind_reach_the_log_and_no_event(runner):
    record = runner(PRINTS)
    assert record.end.complete, record.end
    assert [report.value for report in record.blocks[0].reports] == list(range(0, 100, 10))
    for line in ("plain", "脑机接口 ü \\udc80", "to stderr", "to descriptor 1", "old stdout", "a child", '{"event"'):
        assert line in runner.prints
    assert runner.prints.endswith("no newline at the end")


def test_prints_are_echoed_as_they_come(runner):
    heard = []
    runner(PRINTS, echo=heard.append)
    assert "".join(heard) == runner.prints


def test_asking_the_keyboard_gets_no_answer_and_disturbs_nothing(runner):
    record = runner("    def run(self):\n        input('> ')\n")
    assert record.end.message.startswith("EOFError")


def test_a_flood_of_prints_is_rotated_and_noted(runner):
    body = "    def run(self):\n        print('x' * 100000)\n        print('the end')\n        list(self.packets())\n"
    record = runner(body, limits=Limits(log=1000))
    assert record.end.complete
    assert runner.prints.endswith("the end\n")
    kept = [len((runner.folder / name).read_bytes()) for name in ("worker.log", "worker.log.1")]
    assert sum(kept) <= 1000
    assert [note["code"] for note in record.notes] == ["log-rotated"]


def test_paths_with_spaces_and_chinese_characters(runner, tmp_path):
    runner.home = tmp_path / "脑机 接口 ü"
    (runner.root / "AlgorithmImplement" / "SSVEP").mkdir(parents=True)
    (runner.root / "AlgorithmImplement" / "SSVEP" / "模型.txt").write_text("17", encoding="utf-8")
    runner.write("""
    def run(self):
        here = os.path.dirname(os.path.abspath(__file__))
        self._problemInterface.getData()
        with open(os.path.join(here, "模型.txt"), encoding="utf-8") as file:
            self.say(int(file.read()))
        with open(os.path.join("AlgorithmImplement", "SSVEP", "模型.txt"), encoding="utf-8") as file:
            self.say(int(file.read()))
        raise ValueError(os.path.basename(os.path.dirname(os.getcwd())))
""")
    record = runner.run({"被试 1": [np.zeros((3, 100))]})
    assert [report.value for report in record.blocks[0].reports] == [17, 17]
    assert record.end.message == "ValueError: 脑机 接口 ü"
    assert record.blocks[0].truth.subject == "被试 1"
