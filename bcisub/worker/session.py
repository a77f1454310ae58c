"""One run of the team's code from loading to its end, whatever that end is."""

import importlib
import json
import os
import platform
import sys
import traceback
from typing import Any, Dict

from .answers import Limit
from .channel import Channel
from .loader import LoadError, load

_leave = os._exit

DETAIL = 20000
"""Characters of a traceback that are kept."""
CHAIN = 10
"""Exceptions that are shown of one that was caused by another, and so on."""
HERE = os.path.dirname(os.path.abspath(__file__))


def main(job_path: str) -> None:
    """Run the job and exit 0; the last event says how it ended."""
    with open(job_path, encoding="utf-8") as file:
        job = json.load(file)
    # The team's code finds the token neither there nor in the job.
    os.unlink(job_path)
    Limit.chars = job.get("report_chars", Limit.chars)
    channel = Channel(job.pop("token"))
    sys.stdout = _utf8(1)
    sys.stderr = _utf8(2)
    import numpy

    channel.send(
        {"event": "hello", "python": platform.python_version(), "numpy": numpy.__version__, "pid": os.getpid()}
    )
    end = _run(channel, job)
    try:
        # Before the end is told: the host ends this process as soon as it hears of it.
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        channel.send({"event": "end", **end})
        # Threads the team left behind must not keep the process alive.
        _leave(0)


def _run(channel: Channel, job: Dict[str, Any]) -> Dict[str, Any]:
    try:
        adapter = importlib.import_module("bcisub_worker." + job["adapter"])
        if job.get("encoding"):
            importlib.import_module("bcisub_worker.encoding").pretend(job["encoding"], job["root"], channel)
        algorithm_class = load(job)
        for _ in range(job.get("runs", 1)):
            adapter.run(algorithm_class, channel, job)
    except LoadError as problem:
        return {"how": "refused", "message": str(problem)}
    except SystemExit as leaving:
        return {"how": "exit", "message": f"the algorithm called sys.exit({leaving.code!r})"}
    except BaseException as problem:
        return {"how": "exception", "message": _one_line(problem), "detail": _team_traceback(problem, job["root"])}
    return {"how": "finished"}


def _one_line(problem: BaseException) -> str:
    text = traceback.format_exception_only(type(problem), problem)[-1].strip()
    return text.encode("utf-8", "backslashreplace").decode("utf-8")[:500]


def _team_traceback(problem: BaseException, root: str) -> str:
    """The traceback as Python shows it, with what caused the problem, but without our frames."""
    chain = [_frames_and_words(problem, root)]
    seen = {id(problem)}
    while True:
        cause = problem.__cause__
        link = "The above exception was the direct cause of the following exception:"
        if cause is None and not problem.__suppress_context__:
            cause = problem.__context__
            link = "During handling of the above exception, another exception occurred:"
        if cause is None or id(cause) in seen or len(chain) == CHAIN or _of_ours(cause):
            break
        problem = cause
        seen.add(id(problem))
        chain.append(_frames_and_words(problem, root) + f"\n{link}\n\n")
    return "".join(reversed(chain)).encode("utf-8", "backslashreplace").decode("utf-8")[-DETAIL:]


def _of_ours(problem: BaseException) -> bool:
    """It was raised and caught in our own frames."""
    frames = traceback.extract_tb(problem.__traceback__)
    return bool(frames) and all(os.path.abspath(frame.filename).startswith(HERE) for frame in frames)


def _frames_and_words(problem: BaseException, root: str) -> str:
    """One exception, from the team's first frame on, its files named from their own folder."""
    lines = ["Traceback (most recent call last):\n"]
    frames = traceback.extract_tb(problem.__traceback__)
    own = [at for at, frame in enumerate(frames) if os.path.abspath(frame.filename).startswith(root)]
    for frame in frames[own[0] :] if own else frames:
        path = os.path.abspath(frame.filename)
        if path.startswith(HERE) or frame.filename.startswith("<frozen importlib"):
            continue
        shown = os.path.relpath(path, root) if path.startswith(root) else frame.filename
        lines.append(f'  File "{shown}", line {frame.lineno}, in {frame.name}\n')
        if frame.line:
            lines.append(f"    {frame.line}\n")
    lines.extend(traceback.format_exception_only(type(problem), problem))
    return "".join(lines)


def _utf8(descriptor: int) -> Any:
    """A text stream that takes any character, whatever the console's code page."""
    return open(descriptor, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False, newline="\n")
