"""However the team's code ends, the log survives and says what happened (C8)."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import psutil
import pytest

from bcisub.history.log import read_record
from bcisub.replay.limits import Limits
from bcisub.tracks.ssvep_async.track import TRACK

REPORT_3 = """
    def three(self):
        for _ in range(3):
            self._problemInterface.getData()
            self.say(1)

"""


def kept(runner, record, reports=3):
    """What was recorded is on disk, reads back the same, and can be scored; an unfinished run is void."""
    again = read_record(runner.folder)
    assert again.end == record.end
    assert [len(block.reports) for block in again.blocks] == [reports]
    result = TRACK.score(again, runner.track.defaults())
    assert not result.valid
    return result


def test_c8_an_algorithm_that_returns_after_the_flag_has_finished(runner):
    record = runner("    def run(self):\n        list(self.packets())\n")
    assert (record.end.how, record.end.message, record.end.detail) == ("finished", "", "")
    assert record.notes == []


@pytest.mark.parametrize("samples", [5, 10, 2500, 2505, 2510, 2520, 5010])
def test_c2_all_of_a_block_is_delivered_whatever_its_length(runner, samples):
    """Progress is sent every 250 packets; what comes after the last progress counts too."""
    record = runner("    def run(self):\n        list(self.packets())\n", samples)
    assert record.blocks[0].delivered == samples
    codes = [one.code for one in TRACK.score(record, runner.track.defaults()).diagnostics]
    assert "stopped-early" not in codes


def test_c8_reading_on_after_the_finish_flag_is_an_error_with_a_clear_message(runner):
    record = runner("    def run(self):\n        list(self.packets())\n        self._problemInterface.getData()\n")
    assert record.end.how == "exception"
    assert "finish flag" in record.end.message
    assert [note["code"] for note in record.notes] == ["read-after-finish"]
    result = kept(runner, record, 0)
    assert {"read-after-finish", "run-exception"} <= {one.code for one in result.diagnostics}


def test_c8_one_who_swallows_the_error_and_returns_is_still_told(runner):
    record = runner("""
    def run(self):
        list(self.packets())
        for _ in range(2):
            try:
                self._problemInterface.get_data()
            except IndexError:
                pass
""")
    assert record.end.complete
    assert len(record.notes) == 2


@pytest.mark.parametrize("hang", ["while True: pass", "time.sleep(600)", "threading.Event().wait()"])
def test_c8_a_run_over_its_time_limit_is_void_and_kept(runner, hang):
    record = runner(REPORT_3 + f"    def run(self):\n        self.three()\n        {hang}\n", limits=Limits(time=6.0))
    assert record.end.how == "time-limit"
    assert "limit of 6 s" in record.end.message
    assert "C8" in kept(runner, record).void_reason


def test_c8_reading_for_ever_does_not_outlive_the_time_limit(runner):
    body = """
    def run(self):
        self.three()
        while True:
            try:
                self._problemInterface.getData()
            except IndexError:
                time.sleep(0.01)
"""
    record = runner(REPORT_3 + body, limits=Limits(time=6.0))
    assert record.end.how == "time-limit"
    kept(runner, record)


def test_an_exception_comes_with_the_teams_own_traceback(runner):
    runner.write("def divide(a):\n    return a / 0  # 除以零\n", head="", file="AlgorithmImplement/SSVEP/maths.py")
    runner.write(
        REPORT_3 + "    def run(self):\n        self.three()\n        divide(1)\n",
        head="from AlgorithmImplement.SSVEP.maths import divide\n" + runner.head,
    )
    record = runner.run({"S1": [np.zeros((3, 100))]})
    assert record.end.how == "exception"
    assert record.end.message == "ZeroDivisionError: division by zero"
    lines = record.end.detail.splitlines()
    places = [line.split('"')[1].replace("\\", "/") for line in lines if line.startswith("  File")]
    assert places == ["AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py", "AlgorithmImplement/SSVEP/maths.py"]
    assert lines[0] == "Traceback (most recent call last):"
    assert "    return a / 0  # 除以零" in lines
    assert 'maths.py", line 2, in divide' in record.end.detail
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert str(runner.home) not in record.end.detail
    assert "bcisub" not in record.end.detail
    kept(runner, record)


def test_what_caused_an_exception_is_shown_before_it(runner):
    body = (
        "    def run(self):\n        try:\n            {}['模型']\n        except KeyError as error:\n"
        "            try:\n                raise ValueError('no model') from error\n"
        "            except ValueError:\n                open('weights.bin')\n"
    )
    record = runner(body)
    told = record.end.detail
    assert record.end.message.startswith("FileNotFoundError")
    assert told.index("KeyError: '模型'") < told.index("direct cause") < told.index("ValueError: no model")
    assert told.index("ValueError: no model") < told.index("During handling") < told.index("FileNotFoundError")
    assert told.count("Traceback (most recent call last):") == 3
    assert "bcisub" not in told


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("    def __init__(self):\n        raise ValueError('in the constructor')\n", "in the constructor"),
        ("    def __init__(self, model):\n        pass\n", "__init__"),
        ("    pass\n", "run"),
        ("    def run(self):\n        pass\n\nraise RuntimeError('模型缺失')\n", "模型缺失"),
        ("    def run(self)\n", "SyntaxError"),
        ("    def run(self):\n        import no_such_module\n", "no_such_module"),
        ("    def run(self):\n        raise KeyboardInterrupt\n", "KeyboardInterrupt"),
        ("    def run(self):\n        raise MemoryError\n", "MemoryError"),
        ("    def run(self):\n        raise Exception('a\\ud800b')\n", "a\\ud800b"),
        ("    def run(self):\n        self.run()\n", "RecursionError"),
    ],
)
def test_an_exception_anywhere_is_said_in_one_line(runner, body, told):
    record = runner(body)
    assert record.end.how == "exception"
    assert told in record.end.message
    assert "\n" not in record.end.message
    assert len(record.end.detail) <= 20_000


def test_a_missing_class_is_refused_with_those_there_are(runner):
    runner.write("class Algorithm:\n    pass\n", head="")
    record = runner.run({"S1": [np.zeros((3, 100))]})
    assert record.end.how == "refused"
    assert "no class AlgorithmImplementSSVEP" in record.end.message
    assert "Algorithm" in record.end.message.split(";")[1]


@pytest.mark.parametrize("code", ["0", "3", "'done'"])
def test_sys_exit_is_an_exit_and_not_an_end(runner, code):
    record = runner(REPORT_3 + f"    def run(self):\n        self.three()\n        sys.exit({code})\n")
    assert (record.end.how, record.end.message) == ("exit", f"the algorithm called sys.exit({code})")
    kept(runner, record)


@pytest.mark.parametrize("code", [0, 3])
def test_os_exit_in_the_middle_is_told_with_its_code(runner, code):
    record = runner(REPORT_3 + f"    def run(self):\n        self.three()\n        os._exit({code})\n")
    assert record.end.how == "exit"
    assert f"exit code {code}" in record.end.message
    kept(runner, record)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize(("signal", "number"), [("SIGKILL", 9), ("SIGSEGV", 11), ("SIGTERM", 15)])
def test_a_signal_is_told_with_its_number(runner, signal, number):
    kill = f"os.kill(os.getpid(), signal.{signal})"
    record = runner(REPORT_3 + f"    def run(self):\n        import signal\n        self.three()\n        {kill}\n")
    assert record.end.how == "signal"
    assert f"signal {number}" in record.end.message
    kept(runner, record)


def test_returning_early_is_an_end_and_the_rest_is_missing(runner, block_of):
    runner.write(REPORT_3 + "    def run(self):\n        self.three()\n")
    record = runner.run({"S1": [block_of(100, {5: 1, 55: 2}), block_of(100, {5: 3})]}, ignore_compute=True)
    assert record.end.complete
    result = TRACK.score(record, runner.track.defaults())
    assert [trial.status for trial in result.trials] == ["correct", "missing", "missing"]
    assert "stopped-early" in [one.code for one in result.diagnostics]
    assert (record.blocks[0].delivered, [block.block for block in record.unread]) == (30, ["block_2"])


def test_threads_left_behind_do_not_keep_the_run_alive(runner):
    record = runner("""
    def run(self):
        threading.Thread(target=time.sleep, args=(600,)).start()
        list(self.packets())
""")
    assert record.end.complete


CHILDREN = {
    "a program": "import subprocess as s; pid = s.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid",
    "a fork": "pid = os.fork() or time.sleep(600)",
}


@pytest.mark.parametrize("end", ["list(self.packets())", "os._exit(3)"])
@pytest.mark.parametrize("child", CHILDREN)
def test_children_left_behind_are_ended(runner, child, end):
    """Also those of a worker that is gone, and those that hold its pipes open."""
    if child == "a fork" and sys.platform == "win32":
        pytest.skip("there is no fork")
    body = f"    def run(self):\n        self._problemInterface.getData()\n        {CHILDREN[child]}\n"
    record = runner(body + f"        self.say(pid)\n        {end}\n", limits=Limits(time=30.0))
    assert record.end.how == ("exit" if "exit" in end else "finished")
    pid = record.blocks[0].reports[0].value
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


DAEMON = """
    def run(self):
        self._problemInterface.getData()
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            pid = os.fork()
            if pid == 0:
                os.execve("/bin/sleep", ["sleep", "600"], {})
            os.write(writing, str(pid).encode())
            os._exit(0)
        os.wait()
        self.say(int(os.read(reading, 20)))
        list(self.packets())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans over")
def test_a_process_that_has_cut_all_ties_is_ended_and_no_other(runner):
    """Its parent is gone, it has a session of its own, and nothing in its environment."""
    other = subprocess.Popen(["/bin/sleep", "600"])
    try:
        record = runner(DAEMON)
        assert record.end.complete
        assert not psutil.pid_exists(record.blocks[0].reports[0].value)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_an_interrupt_keeps_the_run(runner, block_of):
    def stop(event):
        if event["event"] == "report":
            raise KeyboardInterrupt

    runner.write(REPORT_3 + "    def run(self):\n        self.three()\n        time.sleep(600)\n")
    record = runner.run({"S1": [block_of(100)]}, watch=stop)
    assert record.end.how == "interrupted"
    kept(runner, record, 1)


LINES = [
    b'{"x": 1}',
    b'{"event": "report", "block": 0}',
    b'{"event": "block", "index": 99}',
    b'{"event": "end", "how": "finished"}',
    b'{"event": "tick", "packed_us": 5}',
    b'{"event": "next"}',
    b"[" * 60_000,
    b"\xff",
]


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are POSIX's")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40].decode("latin-1"))
def test_what_the_team_writes_into_the_workers_line_is_never_believed(runner, line):
    body = f"""
    def run(self):
        self.three()
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, {line!r} + b"\\n")
            except OSError:
                pass
        list(self.packets())
"""
    record = runner(REPORT_3 + body, limits=Limits(time=20.0))
    assert record.end.how == "lost"
    assert "wrote into the line" in record.end.message
    kept(runner, record)
