"""The wiring of the commands: version, help, what is imported for which, mistyped words, completion."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from bcisub import __version__
from bcisub.cli.app import COMMANDS
from bcisub.cli.data import COMMANDS as DATA_COMMANDS


def test_version_and_help_exit_0(bcisub):
    assert bcisub("--version").out.strip() == f"bcisub {__version__}"
    for words in (["-h"], ["eval", "-h"], ["data", "list", "--help"]):
        assert bcisub(*words).code == 0


def _imported(words):
    """The modules that a process has imported when it has run the command."""
    code = (
        "import sys\nfrom bcisub.cli.app import main\n"
        f"sys.argv = ['bcisub', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    return set(done.stderr.strip().splitlines()[-1].split())


@pytest.mark.parametrize("words", [["--help"], ["data", "--help"], ["tracks"], ["rules", "ssvep-async"]])
def test_neither_numpy_nor_scipy_is_imported_for_it(words):
    assert not {"numpy", "scipy", "yaml", "tomlkit"} & _imported(words)


@pytest.mark.parametrize(("words", "called"), [(["--help"], set()), (["rules", "-h"], {"bcisub.cli.rules"})])
def test_a_commands_module_is_imported_when_it_is_called(words, called):
    modules = {module for table in (COMMANDS, DATA_COMMANDS) for module, _ in table.values()}
    imported = _imported(words)
    assert imported & modules == called
    if not called:
        assert "rich" not in imported


@pytest.mark.parametrize("group", [[], ["data"]])
def test_every_command_of_a_group_is_in_its_help_and_starts(group, bcisub):
    table = DATA_COMMANDS if group else COMMANDS
    shown = bcisub(*group, "--help").out
    for name, (_, line) in table.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", shown, re.MULTILINE), name
        asked = bcisub(*group, name, "--help")
        assert asked.code == 0
        assert f"{' '.join([*group, name])} [OPTIONS]" in asked.out.splitlines()[0]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(["evl"], "eval"), (["packs"], "pack"), (["dat"], "data"), (["data", "chekc"], "check"), (["xyzzy"], None)],
)
def test_a_mistyped_command_is_asked_about(typed, meant, bcisub):
    said = bcisub(*typed)
    last = said.err.strip().splitlines()[-1]
    assert said.code == 2
    assert last.startswith(f"Error: No such command '{typed[-1]}'.")
    assert f" Did you mean '{meant}'" in last if meant else "mean" not in last


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bcisub ", {*COMMANDS, "data"}),
        ("bcisub d", {"data", "doctor"}),
        ("bcisub data i", {"info", "import", "index"}),
        ("bcisub rules ga", {"gaze"}),
        ("bcisub eval --stage ", {"preliminary", "final"}),
        ("bcisub data list --tr", {"--track"}),
    ],
)
def test_the_shell_completes_commands_options_and_values(typed, offered):
    asked = {"_BCISUB_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    code = "import sys\nfrom bcisub.cli.app import main\nsys.argv = ['bcisub']\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, encoding="utf-8", check=False
    )
    assert set(done.stdout.split()) == offered
