"""Interpreters and environments, with the real ones of this machine."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError
from bcisub.targets import environments, interpreters
from bcisub.tracks import TRACKS
from tests.contest_python import require

TRACK = TRACKS["ssvep-async"]
TOOLS = list(environments.TOOLS)


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_a_target_is_found_with_its_full_version(version):
    found = require(version)
    assert found.minor == version
    assert interpreters.choose("target", version).note is None
    assert interpreters.choose(str(found.path), version).interpreter.version == found.version


def test_a_missing_version_names_the_command_that_installs_it():
    with pytest.raises(BcisubError) as caught:
        interpreters.choose("3.99", "3.8")
    assert "uv python install 3.99" in caught.value.hint


def test_a_missing_target_falls_back_to_the_current_one_and_says_so():
    choice = interpreters.choose("target", "3.99")
    assert choice.interpreter == interpreters.current()
    assert "3.99" in choice.note


def test_a_path_without_python_is_refused(tmp_path):
    with pytest.raises(BcisubError):
        interpreters.choose(str(tmp_path / "python"), "3.8")


def test_an_environment_is_made_once_and_again_if_its_stamp_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    said = []
    python = environments.ensure(interpreters.current(), [], [], said.append)
    assert python.exists()
    assert environments.ensure(interpreters.current(), [], [], said.append) == python
    assert len(said) == 1
    next(tmp_path.rglob("bcisub-environment.json")).unlink()
    environments.ensure(interpreters.current(), [], [], said.append)
    assert len(said) == 2
    assert len(environments.cached()) == 1
    shutil.rmtree(tmp_path / "environments")
    assert environments.cached() == []


HOLDER = "import filelock, sys; lock = filelock.FileLock(sys.argv[1]); lock.acquire(); print(1, flush=True); input()"


def test_an_environment_somebody_else_makes_is_waited_for_even_if_they_are_killed(tmp_path, monkeypatch):
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    place = environments.ensure(interpreters.current(), []).parents[1]
    shutil.rmtree(place)
    said = []
    with subprocess.Popen([sys.executable, "-c", HOLDER, f"{place}.lock"], stdin=-1, stdout=-1) as holder:
        assert holder.stdout.readline().strip() == b"1"
        last_resort = threading.Timer(60, holder.kill)
        last_resort.start()

        def note(text):
            said.append(text)
            holder.kill()  # only now: it must have been waited for, and is never given back

        python = environments.ensure(interpreters.current(), [], note=note)
        last_resort.cancel()
    assert python.exists()
    assert [text.split()[0] for text in said] == ["Waiting", "Making"]


def test_a_failing_install_is_one_error_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    with pytest.raises(BcisubError, match="cannot be installed"):
        environments.ensure(interpreters.current(), ["./no-such-wheel-1.0-py3-none-any.whl"])
    assert environments.cached() == []


def test_the_lock_decides_what_the_requirements_leave_open_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    monkeypatch.setattr(environments, "_lock_of", lambda interpreter: "six==1.15.0\niniconfig==1.1.1\n")
    environments.ensure(interpreters.current(), ["six"])
    environments.ensure(interpreters.current(), ["six==1.16.0"])
    assert {one.requirements: one.holds for one in environments.cached()} == {
        ("six",): ("six==1.15.0",),
        ("six==1.16.0",): ("six==1.16.0",),
    }


def test_another_lock_is_another_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    before = environments.ensure(interpreters.current(), [])
    monkeypatch.setattr(environments, "_lock_of", lambda interpreter: "six==1.15.0\n")
    assert environments.ensure(interpreters.current(), []) != before


@pytest.mark.parametrize("track", TRACKS.values(), ids=lambda track: track.name)
def test_every_library_of_a_track_is_locked_for_its_python(track):
    locks = Path(environments.__file__).parent / "locks"
    locked = {line.split("==")[0] for line in (locks / f"{track.python}.txt").read_text("utf-8").split()}
    assert {*track.requirements, *TOOLS} <= locked


def test_requirements_are_cleaned(tmp_path: Path):
    text = "scipy @ file:///C:/ci/scipy_1  # conda\n-r more.txt\n\n# nothing\n"
    (tmp_path / "requirements.txt").write_bytes(text.encode("utf-16"))
    (tmp_path / "more.txt").write_text("mne<1.4\n", encoding="utf-8")
    said = []
    assert environments.requirements_of(tmp_path, TRACK, said.append) == ["scipy", "mne<1.4", "numpy", *TOOLS]
    assert "conda" in said[0]


def test_without_a_file_the_images_packages_are_taken(tmp_path):
    assert environments.requirements_of(tmp_path, TRACK) == [*TRACK.requirements, *TOOLS]


def test_tools_that_a_team_names_itself_are_its_own_affair(tmp_path):
    (tmp_path / "requirements.txt").write_text("setuptools==57.5.0\nNumPy\n", encoding="utf-8")
    assert environments.requirements_of(tmp_path, TRACK) == ["setuptools==57.5.0", "NumPy", "pip", "wheel"]


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_an_environment_has_the_tools_of_the_contests_time(version):
    """A real upload of 2022 imports `pkg_resources`, which setuptools had before version 81."""
    python = environments.ensure(require(version), TOOLS)
    script = "import pkg_resources, setuptools, wheel, pip; print(pip.__version__, setuptools.__version__)"
    told = subprocess.run([python, "-W", "ignore", "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["23.3.2", "69.5.1"]


def test_another_python_gets_the_same_tools():
    """Later setuptools have no `pkg_resources`; no library of the locks was built for that Python."""
    lock = environments._lock_of(interpreters.Interpreter(Path("python"), "3.99.1", "path"))
    assert {line.split("==")[0] for line in lock.split()} == set(TOOLS)
    assert "setuptools==69" in lock
