"""The coroutine interface in a real worker process: META-5 to META-8, C8."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bcisub.tracks.metaverse.track import TRACK

SAMPLE = Path(__file__).parents[2] / "assets" / "platform_sample"
LOOP = """
    async def run(self):
        source = self._proxy.get_source("eeg_1")
        while True:
            packet = await source.get_data()
            if packet.finish_flag:
                break
"""


def test_meta_5_to_7_the_public_platforms_sample_shape_runs_unmodified(tmp_path: Path, platform_run) -> None:
    shutil.copytree(SAMPLE, tmp_path / "project")
    record = platform_run(tmp_path / "project")
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
    assert "un-awaited: `await` is missing before get_data(" in record.end.message
    assert record.end.detail.splitlines()[1].startswith('  File "Algorithm')
    (found,) = [one for one in TRACK.score(record, TRACK.defaults()).diagnostics if one.code == "un-awaited"]
    assert found.first == {"name": "get_data", "line": 14}


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("source.get_device().sample_rate", "get_device"),
        ("np.zeros(4) + source.get_data().data", "get_data"),
        ("source.get_data()[0]", "get_data"),
        ("len(source.get_data())", "get_data"),
        ("await self._proxy.report(self.answer())", "answer"),
    ],
)
def test_meta_5_a_call_that_was_not_awaited_and_used_at_once_is_said_with_its_line(written, call, name) -> None:
    body = LOOP.replace("        while True", f"        {call}\n        while True")
    record = written(body + '\n    async def answer(self):\n        return "110000"\n')
    assert f"un-awaited: `await` is missing before {name}(" in record.end.message
    (found,) = [one for one in TRACK.score(record, TRACK.defaults()).diagnostics if one.code == "un-awaited"]
    assert found.first == {"name": name, "line": 12}
    assert found.count == 1


def test_meta_5_a_coroutine_that_is_dropped_elsewhere_has_the_line_that_called_it(written) -> None:
    """It is let go when `run` ends, on a line of the worker's own."""
    body = LOOP.replace("        while True", "        packet = source.get_data()\n        while True")
    body = body.replace("packet = await", "other = await").replace("packet.finish", "other.finish")
    record = written(body + '        getattr(packet, "data", None)\n')
    assert record.end.complete
    (found,) = [one for one in TRACK.score(record, TRACK.defaults()).diagnostics if one.code == "un-awaited"]
    assert found.first == {"name": "get_data", "line": 12}


def test_meta_5_a_coroutine_that_is_kept_elsewhere_is_told_with_the_line_that_used_it(written) -> None:
    record = written(
        LOOP.replace("        while", "        self.kept = source.get_data()\n        self.kept[0]\n        while")
    )
    (found, *_) = [one for one in TRACK.score(record, TRACK.defaults()).diagnostics if one.code == "un-awaited"]
    assert found.first == {"name": "a coroutine", "line": 13}


def test_meta_5_a_result_that_was_not_awaited_is_said_as_such(written) -> None:
    body = LOOP + "            await self._proxy.report(AlgorithmResultObject(result=self.answer()))\n"
    record = written(body + '\n    async def answer(self):\n        return "110000"\n')
    assert "un-awaited" in record.end.message
    assert "answer(" in record.end.message


def test_meta_5_a_report_that_was_not_awaited_is_said_as_such(written) -> None:
    record = written(LOOP + '            self._proxy.report(AlgorithmResultObject(result="110000"))\n')
    assert record.end.complete
    assert not any(item.reports for item in record.blocks)
    assert len(record.notes) == 7  # at 1, 2, 4, ... 32 of them, and the rest at the end
    found = TRACK.score(record, TRACK.defaults()).diagnostics[0]
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


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("48", "TypeError"),
        ("4.8", "TypeError"),
        ("[]", "ValueError"),
        ("[1, 'a']", "TypeError"),
        ("[1, 2.0]", "TypeError"),
        ("[None]", "TypeError"),
    ],
)
def test_meta_8_types_that_raise_as_on_the_platform(written, value: str, error: str) -> None:
    record = written(LOOP + f"            await self._proxy.report(AlgorithmResultObject(result={value}))\n")
    assert record.end.how == "exception"
    assert record.end.message.startswith(error)
    assert "AlgorithmImplement.py" in record.end.detail
