"""Compiles sources with the target interpreter, so that the same input always gives the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, NEVER_STARTS, declare
from bcisub.model.scratch import scratch

SYNTAX = declare("syntax", ERROR, NEVER_STARTS)

# Runs in the target interpreter, so Python 3.8. Unchecked hash: no time and no source is looked at when loading.
_SCRIPT = """
import json, py_compile, sys
wrong = []
for source, compiled, shown in json.load(sys.stdin):
    try:
        py_compile.compile(source, cfile=compiled, dfile=shown, doraise=True,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    except py_compile.PyCompileError as problem:
        value = problem.exc_value
        wrong.append([shown, getattr(value, "lineno", None) or 1, getattr(value, "msg", None) or str(value)])
    except (ValueError, UnicodeError, RecursionError) as problem:
        wrong.append([shown, 1, str(problem)])
import importlib.util
json.dump({"wrong": wrong, "magic": importlib.util.MAGIC_NUMBER.hex()}, sys.stdout)
"""


def compile_sources(
    sources: Mapping[str, Path], folder: Path, python: Path, version: str
) -> tuple[str, list[SubmissionError]]:
    """Compile every source to the legacy place `X.pyc` below `folder`: the magic number, as hex, and what failed.

    Names map to files; the compiled code knows its file by that name alone.
    """
    jobs = []
    for name, source in sources.items():
        compiled = folder / PurePosixPath(name).with_suffix(".pyc")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        jobs.append([str(source), str(compiled), name])
    answer = run_script(python, _SCRIPT, jobs)
    return str(answer["magic"]), [
        SubmissionError(
            f"Python {version} does not know this syntax: {message}",
            where=f"{name}:{line}",
            hint=f"Write it so that Python {version} understands it; that is what the server runs.",
            code=SYNTAX.code,
        )
        for name, line, message in answer["wrong"]
    ]


def run_script(python: Path, script: str, given: object) -> Any:
    """Run a script in the target interpreter, plain data in and out, apart from the user's settings.

    The hash seed is fixed because it orders the members of set constants in compiled code.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment.update(PYTHONHASHSEED="0", PYTHONIOENCODING="utf-8", PYTHONDONTWRITEBYTECODE="1")
    with scratch() as empty:
        finished = subprocess.run(
            [str(python), "-s", "-c", script],
            input=json.dumps(given),
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=empty,
            check=False,
        )
    if finished.returncode:
        last = finished.stderr.strip().splitlines()[-1:] or ["no message"]
        raise SubmissionError(f"The target interpreter failed: {last[0]}", where=python, hint="Try: bcisub doctor")
    return json.loads(finished.stdout)
