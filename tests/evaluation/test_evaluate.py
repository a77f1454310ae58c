"""`evaluate`: an evaluation as a program calls it, without a command line."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.evaluation.evaluate import Request, evaluate, home_of
from bcisub.evaluation.follower import Follower
from bcisub.evaluation.score_run import score_folder
from bcisub.history import log
from bcisub.model.errors import BcisubError
from bcisub.model.writing import write_block
from bcisub.tracks.ssvep_async.track import CHANNELS

ALGORITHM = """
class Answer:
    resultType = 12


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self.problem = problem

    def run(self):
        print("printed by the team")
        while not self.problem.getData().finishedFlag:
            pass
"""
REPORTING = ALGORITHM.replace("pass\n", "self.problem.report(Answer())\n")
REPORTING_ONCE = (
    ALGORITHM.replace("pass\n", "self.once()\n")
    + """
    def once(self):
        self.packets = getattr(self, "packets", 0) + 1
        if self.packets % 201 in (51, 100):
            self.problem.report(Answer())
"""
)
FAILING = ALGORITHM.replace("pass\n", "raise ValueError('no more')\n")


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., Request]:
    """A request to evaluate an algorithm over a set of two subjects with a trial each."""

    def ask(code: str = REPORTING, **more: Any) -> Request:
        entry = tmp_path / "project" / "AlgorithmImplement" / "SSVEP" / "AlgorithmImplementSSVEP.py"
        entry.parent.mkdir(parents=True)
        entry.write_text(code, encoding="utf-8")
        for subject in ("S1", "S2"):
            data = np.zeros((65, 2000), dtype=np.float32)
            data[-1, [0, 505, 1999]] = 242, 12, 243
            write_block(tmp_path / "set", subject, "block_1", data, channels=CHANNELS)
        return Request(tmp_path / "project", str(tmp_path / "set"), python="current", **more)

    return ask


class Listening(Follower):
    """Keeps all it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.printed: list[str] = []
        self.events: list[str] = []
        self.echo = self.printed.append

    def note(self, text: str) -> None:
        self.told.append(text)

    def run(self, blocks: int, running: Any) -> AbstractContextManager[Callable[[dict[str, Any]], None]]:
        @contextmanager
        def watching() -> Iterator[Callable[[dict[str, Any]], None]]:
            yield lambda event: self.events.append(event["event"])

        return watching()


def test_a_program_gets_the_result_and_nothing_is_printed(asked, capfd):
    done = evaluate(asked())
    assert done.end.complete
    assert done.result.metrics["accuracy"] == 1.0
    assert [one.subject for one in done.result.trials] == ["S1", "S2"]
    assert capfd.readouterr() == ("", "")


def test_the_run_is_kept_and_scores_the_same_again(asked):
    request = asked(home=None)
    done = evaluate(request)
    assert done.folder.parent == home_of(request.submission) / ".bcisub" / "runs"
    again = score_folder(done.folder)
    assert again.to_json() == done.result.to_json()
    kept = json.loads((done.folder / "result.json").read_text("utf-8"))
    assert kept == json.loads(json.dumps(again.to_json()))


def test_a_request_crosses_into_another_process(asked):
    request = asked(subjects=("S2",), readings={"itr-mean": "pooled"})
    sent = pickle.loads(pickle.dumps(request))
    assert sent == request
    result = evaluate(sent).result
    assert result.readings["itr-mean"] == "pooled"
    assert {one.subject for one in result.trials} == {"S2"}


def test_the_run_is_kept_where_the_request_says(asked, tmp_path):
    assert evaluate(asked(home=tmp_path)).folder.parent == tmp_path / ".bcisub" / "runs"


def test_a_follower_is_told_what_a_screen_would_show(asked):
    listening = Listening()
    evaluate(asked(), listening)
    assert "printed by the team" in "".join(listening.printed)
    assert listening.events[0] == "start"
    assert listening.events.count("block") == 2
    assert listening.events[-1] == "end"


def test_a_run_that_failed_is_scored_as_far_as_it_came(asked):
    done = evaluate(asked(FAILING))
    assert done.end.how == "exception"
    assert "no more" in done.end.detail
    assert not done.result.valid
    assert (done.folder / "result.json").is_file()


def test_what_cannot_be_read_is_an_error_and_leaves_no_run(asked):
    request = asked(subjects=("S9",))
    with pytest.raises(BcisubError, match="no subject 'S9'"):
        evaluate(request)
    assert not (request.submission / ".bcisub").exists()


def test_the_event_log_is_read_once(asked, monkeypatch):
    reads = []
    read = log.read_events

    def counted(folder: Path) -> Iterator[dict[str, Any]]:
        reads.append(folder)
        return read(folder)

    monkeypatch.setattr(log, "read_events", counted)
    done = evaluate(asked())
    assert reads == [done.folder]


@pytest.mark.parametrize("engine", ["engine-2021", "engine-2022"])
def test_an_engines_score_is_that_of_an_evaluation_as_this_engine_where_the_streams_are_the_same(asked, engine):
    request = asked(REPORTING_ONCE)
    for subject in ("S1", "S2"):
        data = np.zeros((65, 2005), dtype=np.float32)
        data[-1, [0, 500, 1300, 2004]] = 242, 12, 13, 243
        write_block(Path(request.data), subject, "block_1", data, channels=CHANNELS)
    plain = evaluate(request).result
    there = evaluate(replace(request, engine=engine)).result
    told = plain.to_json()["as_engine"]
    assert told[engine] == there.score == there.to_json()["as_engine"][engine]
    assert there.score != plain.score
    assert (there.readings["trigger-packet"], there.readings["empty-packet"]) == (
        "engine", {"engine-2021": "none"}.get(engine, engine),
    )  # fmt: skip


def test_readings_that_are_chosen_go_over_an_engines(asked):
    request = asked(engine="engine-2021", readings={"itr-mean": "pooled", "trigger-packet": "written"})
    readings = evaluate(request).result.readings
    assert (readings["itr-mean"], readings["trigger-packet"], readings["window-end"]) == ("pooled", "written", "engine")


def test_an_evaluation_as_if_on_a_slower_machine_says_so_and_keeps_the_run_as_it_was(asked):
    done = evaluate(asked(slower=2.0))
    assert done.result.run["slower"] == 2.0
    assert "slower" not in score_folder(done.folder).run
