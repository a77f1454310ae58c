"""META-4: the truth of a hidden set comes from a side table, and only into the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from bcisub.history.hidden_truth import find_truth, read_truth_table, tell_truth
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockRecord, BlockTruth, RunEnd, RunRecord
from bcisub.tracks import TRACKS
from bcisub.tracks.metaverse.track import TRACK

EVENTS = ((0, 242), (100, 240), (900, 241), (1000, 240), (1900, 241), (1999, 243))


def record(*blocks: BlockTruth, unread: tuple[BlockTruth, ...] = ()) -> RunRecord:
    return RunRecord([BlockRecord(block, 50) for block in blocks], RunEnd("finished"), unread=list(unread))


def block(name: str = "block_1", events: tuple[tuple[int, int], ...] = EVENTS, samples: int = 2000) -> BlockTruth:
    return BlockTruth("S01", name, samples, events)


@pytest.fixture
def table(tmp_path: Path):
    def write(*rows: str, head: str = "subject,block,trial,onset,trigger") -> Path:
        path = tmp_path / "truth.csv"
        path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
        return path

    return write


def told(run: RunRecord, path: Path) -> list[dict[int, int]]:
    tell_truth(run, read_truth_table(path), TRACK)
    return [dict(truth.events) for truth in (*(block.truth for block in run.blocks), *run.unread)]


def test_hidden_starts_get_their_triggers_and_nothing_else_changes(table) -> None:
    path = table("S01,block_1,0,100,129", "S01,block_1,1,1000,5", "S01,block_2,0,100,200", "S09,other,0,1,1")
    first, second = told(record(block(), unread=(block("block_2"),)), path)
    assert first == {**dict(EVENTS), 100: 129, 1000: 5}
    assert second == {**dict(EVENTS), 100: 200}


def test_reading_chunking_flat_the_onsets_are_those_of_the_sets_blocks(table) -> None:
    events = (*EVENTS, *((at + 2000, code) for at, code in EVENTS))
    joined = BlockTruth("S01", "flat", 4000, events, {"joined": [["S01", "block_1", 0], ["S01", "block_2", 2000]]})
    (found,) = told(record(joined), table("S01,block_1,0,100,129", "S01,block_2,1,1000,5"))
    assert found == {**dict(events), 100: 129, 3000: 5}


def test_a_block_cut_short_takes_what_it_has(table) -> None:
    (found,) = told(
        record(block(events=EVENTS[:3], samples=950)), table("S01,block_1,0,100,129", "S01,block_1,1,1000,5")
    )
    assert found[100] == 129


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("S01,block_1,0,101,129", "no trigger"),
        ("S01,block_1,0,900,129", "trigger 241"),
        ("S01,block_1,0,100,77", "77 means nothing"),
        ("S02,block_1,0,100,129", "none of the run's blocks"),
        ("S01,block_1,0,x,129", "whole numbers"),
        ("S01,block_1", "whole numbers"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, row: str, says: str) -> None:
    with pytest.raises(BcisubError, match=says):
        told(record(block()), table(row))


def test_labels_a_set_has_are_not_overruled(table) -> None:
    labelled = block(events=tuple((at, 130 if at == 100 else code) for at, code in EVENTS))
    assert told(record(labelled), table("S01,block_1,0,100,130"))[0][100] == 130
    with pytest.raises(BcisubError, match="trigger 130"):
        told(record(labelled), table("S01,block_1,0,100,129"))


def test_a_table_without_its_columns_or_none_at_all(table, tmp_path: Path) -> None:
    with pytest.raises(BcisubError, match="column onset"):
        read_truth_table(table(head="subject,block,at,trigger"))
    with pytest.raises(BcisubError, match="cannot be read"):
        read_truth_table(tmp_path / "none.csv")


def test_a_set_with_its_truth_beside_it_can_be_named(table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table("S01,block_1,0,100,129")
    home = tmp_path / "sets" / "eval_X"
    home.mkdir(parents=True)
    path.rename(home / "truth.csv")
    monkeypatch.setenv("BCISUB_DATA", str(tmp_path / "sets"))
    for named in ("eval_X", str(home), str(home / "truth.csv")):
        assert find_truth(named, TRACK).blocks == {("S01", "block_1"): {100: 129}}


def test_only_a_start_that_hides_its_label_in_this_track_gives_way(table) -> None:
    """META-4 is metaverse's: turing's 240 has no label to hide (TURING-2)."""
    read = read_truth_table(table("S01,block_1,0,100,12"))
    with pytest.raises(BcisubError, match="the trigger 240 there"):
        tell_truth(record(block()), read, TRACKS["turing"])
