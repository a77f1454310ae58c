"""Nothing a team's code does can break a run, or lie about one."""

from __future__ import annotations

import pytest

from bcisub.tracks import get
from tests.faults.fault_cases import FAULTS
from tests.faults.fault_submissions import STYLES

CASES = [pytest.param(fault, track, id=f"{fault.name}-{track}") for fault in FAULTS for track in fault.tracks]


@pytest.mark.parametrize(("fault", "track"), CASES)
def test_a_fault_of_the_algorithm(fault, track, python, bcisub, result_of, tmp_path):
    style = STYLES[track]
    project = tmp_path / "project"
    whole = fault.code.replace("{name}", get(track).layouts[0].class_name) if fault.whole else None
    style.write(project, "" if fault.whole else fault.code, whole)
    data = style.record(tmp_path / "set")
    told = bcisub("eval", project, "--track", track, "--data", data, "--python", python, *fault.options)
    code, exit_code = fault.expected(track)
    result = result_of(project)
    codes = [one["code"] for one in result["diagnostics"]]
    assert told.exit == exit_code, told.screen
    if code:
        assert code in codes, (codes, told.screen)
        assert code in told.screen
    assert fault.sentence in told.screen
    assert "\x1b" not in told.screen
    assert (result["run"]["end"] == "finished") == (exit_code == 0)
    # What was recorded stays recorded and scores the same again.
    again = bcisub("score", project / ".bcisub" / "runs" / result["run"]["id"], "--json", tmp_path / "again.json")
    assert again.exit == (0 if result["valid"] else 1)
