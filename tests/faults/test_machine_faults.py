"""The machine may fail at any moment; what was recorded stays, and nothing else does. Real processes throughout."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from tests.faults.fault_submissions import STYLES
from tests.faults.fault_surroundings import MACHINE

CASES = {case.name: case for case in MACHINE}
STYLE = STYLES["ssvep-async"]
MINI = Path(__file__).parents[1] / "assets" / "mini-ssvep"
QUIET = ""
SLOW = (
    "import time\n\n\ndef packet(k, data, report):\n    if k == 30:\n        report(GOOD)\n        time.sleep(1000)\n"
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits and signals")


@pytest.fixture
def place(tmp_path):
    STYLE.write(tmp_path / "project", QUIET)
    STYLE.record(tmp_path / "set")
    return tmp_path


def command(place, python, *more, project="project"):
    words = ["eval", str(place / project), "--track", STYLE.track, "--data", str(place / "set"), "--python", python]
    return [sys.executable, "-m", "bcisub", *words, *more]


def start(words, **options):
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root, **options.pop("env", {})}
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, encoding="utf-8", **options
    )


def ended(process):
    screen = " ".join(process.communicate(timeout=300)[0].split())
    return process.returncode, screen


def expect(name, told):
    code, screen = told
    assert code == CASES[name].exit, screen
    assert CASES[name].says in screen
    assert "Traceback" not in screen
    return screen


def runs(place, project="project"):
    return sorted((place / project / ".bcisub" / "runs").iterdir())


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def events(run):
    with contextlib.suppress(OSError):
        return [
            json.loads(line) for line in (run / "events.jsonl").read_text("utf-8").splitlines(True) if line[-1:] == "\n"
        ]
    return []


def reported(place):
    """The run once its first report is on disk."""
    with contextlib.suppress(OSError):
        return [run for run in runs(place) if any(event["event"] == "report" for event in events(run))]
    return []


def scored(place, run):
    words = [sys.executable, "-m", "bcisub", "score", str(run)]
    return ended(start(words, cwd=place / "project"))


def limited(size):
    """Files of the process may not grow over `size`: a disk that is full."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@posix
def test_disk_full(place, python):
    STYLE.write(place / "project", "def packet(k, data, report):\n    for _ in range(200): report(GOOD)\n")
    screen = expect("disk-full", ended(start(command(place, python), preexec_fn=limited(2_000_000))))
    assert "bcisub score" in screen
    (run,) = runs(place)
    assert len(events(run)) > 100
    code, screen = scored(place, run)
    assert (code, "correct 1" in screen) == (1, True), screen


@posix
def test_temp_full(place, python):
    expect("temp-full", ended(start(command(place, python), preexec_fn=limited(300_000))))
    code, _ = scored(place, runs(place)[0])
    assert code == 1


def test_no_run_folder(place, python):
    (place / "project" / ".bcisub").write_text("in the way", encoding="utf-8")
    expect("no-run-folder", ended(start(command(place, python))))


def test_no_network(place, python):
    (place / "project" / "requirements.txt").write_text("numpy\nno-such-package-of-bcisub==9\n", encoding="utf-8")
    cache = place / "cache"
    told = ended(start(command(place, python), env={"BCISUB_CACHE": str(cache), "UV_OFFLINE": "1"}))
    screen = expect("no-network", told)
    assert "no-such-package-of-bcisub" in screen
    assert not [path for path in (cache / "environments").iterdir() if path.is_dir()]


def test_interpreter_gone(place):
    expect("interpreter-gone", ended(start(command(place, str(place / "bin" / "python3.8")))))


def test_two_at_once(place, python):
    both = [start(command(place, python)) for _ in range(2)]
    for process in both:
        expect("two-at-once", ended(process))
    assert len(runs(place)) == 2
    assert all(json.loads((run / "result.json").read_text("utf-8"))["valid"] for run in runs(place))


def test_host_killed(place, python):
    STYLE.write(place / "project", SLOW)
    host = start(command(place, python))
    (run,) = wait_for(lambda: reported(place))
    family = psutil.Process(host.pid).children(recursive=True)
    assert family
    host.kill()
    host.communicate()
    _, alive = psutil.wait_procs(family, timeout=20)
    assert not alive
    screen = expect("host-killed", scored(place, run))
    assert "was cut off" in screen
    assert "bcisub score" in screen
    assert not list(Path(tempfile.gettempdir()).glob(f"bcisub-*-{host.pid}-*"))
    assert "was cut off" not in scored(place, run)[1]


@posix
@pytest.mark.parametrize("moment", ["at once", "start", "report"])
def test_ctrl_c(place, python, moment):
    STYLE.write(place / "project", SLOW)
    host = start(command(place, python))
    if moment == "report":
        wait_for(lambda: reported(place))
    elif moment == "start":
        wait_for(lambda: (place / "project" / ".bcisub" / "runs").is_dir() and runs(place))
    else:
        time.sleep(0.05)
    family = psutil.Process(host.pid).children(recursive=True)
    host.send_signal(signal.SIGINT)
    code, screen = ended(host)
    assert not psutil.wait_procs(family, timeout=20)[1]
    if moment == "report":
        expect("ctrl-c", (code, screen))
        assert "bcisub score" in screen
    elif moment == "start":
        assert (code, "You stopped" in screen, "Traceback" in screen) == (130, True, False), screen
    else:
        assert code in (130, -signal.SIGINT)  # Python itself may not have come to our first line


@posix
def test_sleep(place, python):
    """Stopped for six seconds between the packet and its report: on the clock of the wall it would be late."""
    STYLE.write(
        place / "project",
        "import os, signal, subprocess\n\n\ndef packet(k, data, report):\n    if k == 30:\n"
        "        subprocess.Popen(['sh', '-c', 'sleep 6; kill -CONT %d' % os.getpid()])\n"
        "        os.kill(os.getpid(), signal.SIGSTOP)\n        report(GOOD)\n",
    )
    expect("sleep", ended(start(command(place, python))))
    result = json.loads((runs(place)[0] / "result.json").read_text("utf-8"))
    assert [trial["status"] for trial in result["trials"]] == ["correct"]


def test_odd_path(tmp_path, python):
    place = tmp_path / "我的 项目"
    while len(str(place)) < 250:
        place /= "很深 的文件夹 folder"[: 250 - len(str(place))].strip() or "x"
    shutil.copytree(MINI, place / "project")
    STYLE.record(place / "set")
    expect("odd-path", ended(start(command(place, python))))
    words = [sys.executable, "-m", "bcisub", "pack", str(place / "project"), "--track", STYLE.track]
    expect("odd-path", ended(start([*words, "--python", python])))
