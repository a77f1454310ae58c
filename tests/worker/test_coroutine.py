"""The coroutine interface in a real worker process: META-5 to META-8, C8."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from bcisub.data.recording import Block, DataSet, Subject
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.scoring.record import RunRecord
from bcisub.tracks.metaverse import TRACK

SAMPLE = Path(__file__).parents[1] / "assets" / "platform_sample"
HEAD = """
import asyncio
import numpy as np
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class AlgorithmImplement(AlgorithmInterface):
"""
LOOP = """
    async def run(self):
        source = self._proxy.get_source("eeg_1")
        while True:
            packet = await source.get_data()
            if packet.finish_flag:
                break
"""


def block() -> np.ndarray:
    data = np.zeros((6, 1020))
    data[-1, [0, 110, 900, 1019]] = 242, 144, 241, 243
    return data


def run(root: Path, folder: Path) -> RunRecord:
    blocks = [Block(f"block_{number}", Path("none"), block) for number in (1, 2)]
    dataset = DataSet("set", Path("set"), [Subject("S01", blocks)])
    folder.mkdir(exist_ok=True)
    return replay(root, TRACK.layouts[0], TRACK, dataset, Path(sys.executable), folder, RunOptions())


@pytest.fixture
def written(tmp_path: Path):
    """Run a submission with this text in its class."""

    def go(body: str, head: str = HEAD) -> RunRecord:
        root = tmp_path / "project"
        impl = root / "Algorithm" / "method" / "impl"
        impl.mkdir(parents=True)
        (impl / "AlgorithmImplement.py").write_text(head + body, encoding="utf-8")
        return run(root, tmp_path / "run")

    return go


def test_meta_5_to_7_the_public_platforms_sample_shape_runs_unmodified(tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "project")
    record = run(tmp_path / "project", tmp_path / "run")
    assert record.end.complete, record.end
    found = [(report.p, report.value) for item in record.blocks for report in item.reports]
    assert found == [(300, "110000"), (300, "110000")]
    result = TRACK.score(record, TRACK.defaults())
    assert result.score == pytest.approx(27.047, abs=1e-3)


def test_meta_6_reading_after_the_finish_object_is_an_error(written) -> None:
    record = written(LOOP + "        await source.get_data()\n")
    assert record.end.how == "exception"
    assert "no more data" in record.end.message
    assert [note["code"] for note in record.notes] == ["read-after-finish"]


def test_meta_5_a_packet_that_was_not_awaited_is_said_as_such(written) -> None:
    record = written(LOOP.replace("await source.get_data", "source.get_data"))
    assert record.end.how == "exception"
    assert "un-awaited" in record.end.message


def test_meta_5_a_report_that_was_not_awaited_is_said_as_such(written) -> None:
    record = written(LOOP + '            self._proxy.report(AlgorithmResultObject(result="110000"))\n')
    assert record.end.complete
    assert not any(item.reports for item in record.blocks)
    (found,) = TRACK.score(record, TRACK.defaults()).diagnostics
    assert (found.code, found.count) == ("un-awaited", 42)
    assert "report" in found.message


def test_meta_5_a_plain_run_is_refused(written) -> None:
    record = written("    def run(self):\n        pass\n")
    assert record.end.how == "refused"
    assert "async def run" in record.end.message


def test_meta_5_other_tasks_of_the_team_get_their_turn(written) -> None:
    body = LOOP.replace("        while True", "        task = asyncio.create_task(self.other())\n        while True")
    body += "        assert task.done()\n\n    async def other(self):\n        await asyncio.sleep(0)\n"
    assert written(body).end.complete


@pytest.mark.parametrize("value", ['"110000"', 'b"110000"', "True", '["1"]', "np.array([1, 2])", "None"])
def test_meta_8_types_that_report_takes(written, value: str) -> None:
    record = written(LOOP + f"            await self._proxy.report(AlgorithmResultObject(result={value}))\n")
    assert record.end.complete, record.end
    assert len(record.blocks[0].reports) == 21


@pytest.mark.parametrize(("value", "error"), [("48", "TypeError"), ("4.8", "TypeError"), ("[]", "ValueError")])
def test_meta_8_types_that_raise_as_on_the_platform(written, value: str, error: str) -> None:
    record = written(LOOP + f"            await self._proxy.report(AlgorithmResultObject(result={value}))\n")
    assert record.end.how == "exception"
    assert record.end.message.startswith(error)
    assert "AlgorithmImplement.py" in record.end.detail
