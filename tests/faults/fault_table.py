"""Writes `docs/faults.md` from the cases the suite tries: `python -m tests.faults.fault_table`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.faults.fault import ALL, Fault
from tests.faults.fault_cases import FAULTS
from tests.faults.fault_surroundings import BUNDLE, CACHE, DATA, MACHINE, NESTED, OUTPUT, Case

PAGE = Path(__file__).parents[2] / "docs" / "faults.md"
HEAD = """# What can go wrong, and what bcisub says

Made by `python -m tests.faults.fault_table` from the cases that `tests/faults` tries, each on Python 3.8 and 3.10.
In every case what was recorded stays in the run folder and scores again with `bcisub score`, no process and no
temporary file stays behind, and the exit code is 0 (done), 1 (the run or the submission failed), 2 (wrong usage or
unreadable input) or 130 (Ctrl-C).

A run ends by itself after three times the data's duration and 60 s. That and the other limits are set by the table
`[limits]` of `bcisub.toml` or on the command line:

| key | option of `eval` | limits | if not given |
|---|---|---|---|
| `time_seconds` | `--time-limit` | wall clock of the run | 3 × data + 60 s |
| `memory_mb` | `--memory-limit` | memory of the algorithm and its children | 8000 |
| `report_chars` | `--report-limit` | characters of one report that are looked at | 4096 |
| `log_mb` | `--log-limit` | what is kept of the prints, the newest part | 10 |
"""


SECTIONS = {
    "The machine": MACHINE,
    "The data": DATA,
    "The cache": CACHE,
    "Texts": NESTED,
    "Outputs": OUTPUT,
    "The bundle": BUNDLE,
}


def page() -> str:
    """The whole page."""
    parts = [HEAD, "## The algorithm", "", "| it … | tracks | exit | says |", "|---|---|---|---|"]
    parts += [_fault(fault) for fault in FAULTS]
    for title, cases in SECTIONS.items():
        parts += ["", f"## {title}", "", "| what | exit | says |", "|---|---|---|", *_cases(cases)]
    return "\n".join(parts) + "\n"


def _fault(fault: Fault) -> str:
    tracks = "all" if fault.tracks == ALL else ", ".join(fault.tracks)
    others = "".join(f"; {track}: {_code(code)}, exit {leave}" for track, (code, leave) in fault.other.items())
    return f"| {fault.does} | {tracks} | {fault.exit} | {_code(fault.says)}{others} |"


def _cases(cases: Iterable[Case]) -> list[str]:
    return [f"| {case.does} | {case.exit} | {_code(case.says)} |" for case in cases]


def _code(code: str) -> str:
    return f"`{code}`" if code else "nothing: it is no fault"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
