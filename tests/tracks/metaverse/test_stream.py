"""What the 2024 platform's algorithms receive: META-1, META-3, META-6, META-7, C7, and the reading `chunking`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bcisub.model.record import RunRecord
from bcisub.tracks.metaverse.track import TRACK

LISTEN = """
    async def run(self):
        import json
        source = self._proxy.get_source("eeg_1")
        device = await source.get_device()
        first = await source.get_data()
        await self.tell({**vars(device), "blockID": first.blockID})
        while True:
            packet = await source.get_data()
            told = {name: value for name, value in vars(packet).items() if name != "data"}
            if packet.finish_flag:
                assert packet.data is None
                await self.tell(told)
                break
            told["triggers"] = [int(code) for code in packet.data[-1] if code]
            told["first"] = packet.data[0, 0]
            packet.data[:] = -1
            await self.tell(told)

    async def tell(self, told):
        import json
        await self._proxy.report(AlgorithmResultObject(result=json.dumps(told)))
"""


def heard(record: RunRecord) -> list[dict[str, Any]]:
    assert record.end.complete, record.end
    return [json.loads(report.value) for block in record.blocks for report in block.reports]


def test_meta_7_the_device_has_five_channels_and_a_rate_that_is_no_size(written) -> None:
    device, *_ = heard(written(LISTEN))
    assert isinstance(device["sample_rate"], float)
    del device["blockID"]
    assert device == {
        "data_type": "EEG",
        "channel_number": 5,
        "sample_rate": 250.0,
        "channel_label": ["Fz", "Cz", "Oz", "C3", "C4"],
        "other_information": {},
    }


def test_meta_1_and_6_packets_of_fifty_end_with_the_block_and_positions_go_on(written) -> None:
    _, *packets, last = heard(written(LISTEN))
    assert [packet["dimensions"] for packet in packets] == [*[[6, 50]] * 19, [6, 20], *[[6, 50]] * 20, [6, 20]]
    assert [packet["start_position"] for packet in packets] == [*range(50, 1020, 50), *range(1020, 2040, 50)]
    assert [packet["first"] for packet in packets] == [*range(50, 1020, 50), *range(0, 1020, 50)]
    assert [packet["blockID"] for packet in packets] == [1] * 20 + [2] * 21
    assert {packet["subject_id"] for packet in packets} == {"S01"}
    assert {(packet["personID"], packet["srate"], packet["nchan"]) for packet in packets} == {(0, 250, 6)}
    assert packets[0]["ch_names"] == ["Fz", "Cz", "Oz", "C3", "C4", "trigger"]
    assert (last["finish_flag"], last["start_position"], last["subject_id"]) == (True, None, None)
    assert not any(packet["finish_flag"] for packet in packets)


def test_meta_3_and_c7_every_start_reads_240_and_packets_are_the_teams_own(written) -> None:
    """The algorithm overwrites each packet it has read; the next block is as it was."""
    _, *packets, _ = heard(written(LISTEN))
    assert [code for packet in packets for code in packet["triggers"]] == [240, 241, 243, 242, 240, 241, 243]


def test_reading_chunking_flat_packets_straddle_blocks(written) -> None:
    record = written(LISTEN, chunking="flat")
    first, *packets, last = heard(record)
    assert [packet["dimensions"] for packet in packets] == [*[[6, 50]] * 39, [6, 40]]
    assert [packet["start_position"] for packet in packets] == list(range(50, 2040, 50))
    assert packets[19]["triggers"] == [243, 242]
    assert [packet["blockID"] for packet in (first, *packets)] == [1] * 20 + [2] * 21
    assert last["start_position"] is None
    assert [stored.block for stored in record.blocks[0].truth.stored] == ["block_1", "block_2"]


def test_meta_6_a_packet_over_two_people_carries_the_new_ones_id(written) -> None:
    record = written(LISTEN, subjects=("S01", "S02"), chunking="flat")
    _, *packets, _ = heard(record)
    assert [packet["subject_id"] for packet in packets[:20]] == ["S01"] * 19 + ["S02"]
    assert packets[19]["start_position"] == 1000


def test_meta_5_to_7_everything_is_of_the_classes_the_submission_imports(written) -> None:
    """By both names of the packet's class, the document's and the public platform's."""
    record = written("""
    async def run(self):
        from Algorithm.method.interface.ProxyInterface import ProxyInterface
        from Algorithm.method.interface.SourceInterface import SourceInterface
        from Algorithm.method.model import AlgorithmObject as of
        source = self._proxy.get_source("eeg_1")
        packet, device = await source.get_data(), await source.get_device()
        told = [
            isinstance(self._proxy, ProxyInterface), isinstance(source, SourceInterface),
            isinstance(device, of.AlgorithmDeviceObject), isinstance(packet, of.AlgorithmDataObject),
            isinstance(packet, of.AlgorithmContinuousDataObject), type(packet).__name__ in repr(packet),
        ]
        await self._proxy.report(AlgorithmResultObject(result=str(told)))
""")
    assert record.end.complete, record.end
    assert record.blocks[0].reports[0].value == str([True] * 6)


ANSWER_AT = """
    async def run(self):
        source = self._proxy.get_source("eeg_1")
        read = 0
        while not (packet := await source.get_data()).finish_flag:
            read += packet.data.shape[1]
            if read in {}:
                await self._proxy.report(AlgorithmResultObject(result="110000"))
"""


def scored(written: Any, positions: tuple[int, ...], chunking: str) -> list[tuple[Any, ...]]:
    chosen = {**TRACK.defaults(), "chunking": chunking}
    result = TRACK.score(written(ANSWER_AT.format(positions), chunking=chunking), chosen)
    return [(one.block, one.trial, one.onset, one.reported_at, one.status) for one in result.trials]


@pytest.mark.parametrize(
    ("at", "second"),
    [((900, 1200), "correct"), ((900, 1950), "correct"), ((900, 2000), "late"), ((900, 1150), "missing")],
)
def test_reading_chunking_flat_the_windows_run_on_the_whole_stream(written, at: tuple[int, ...], second: str) -> None:
    """The second trial starts at 1020 + 110, in the packet that ends at 1150, and ends in the one that ends at 1950."""
    first, other = scored(written, at, "flat")
    expected = None if second == "missing" else at[1] - 1020
    assert other == ("block_2", 0, 110, expected, second)
    # What is reported at 1150 is still the trial's before, across the block's end, and late.
    late = second == "missing"
    assert first == ("block_1", 0, 110, at[1] if late else 900, "late" if late else "correct")


def test_reading_chunking_block_a_block_keeps_its_own_packets(written) -> None:
    assert scored(written, (900, 1920), "block") == [
        ("block_1", 0, 110, 900, "correct"),
        ("block_2", 0, 110, 900, "correct"),
    ]


def test_helpers_are_found_by_both_names_and_installed_modules_come_first(written, tmp_path: Path) -> None:
    """The impl folder is appended to the path: a helper named like an installed module is shadowed by it."""
    impl = tmp_path / "project" / "Algorithm" / "method" / "impl"
    impl.mkdir(parents=True)
    (impl / "Helper.py").write_text("NAME = __name__\n", encoding="utf-8")
    (impl / "numpy.py").write_text("raise AssertionError\n", encoding="utf-8")
    body = """
    async def run(self):
        import Helper
        import Algorithm.method.impl.Helper as other
        import sys
        source = self._proxy.get_source("eeg_1")
        await source.get_data()
        told = [Helper.NAME, other.NAME, sys.path[-1].replace("\\\\", "/")[-21:], np.__name__, type(self).__module__]
        await self._proxy.report(AlgorithmResultObject(result=" ".join(told)))
"""
    record = written(body)
    assert record.blocks[0].reports[0].value == (
        "Helper Algorithm.method.impl.Helper Algorithm/method/impl numpy AlgorithmImplement"
    )
