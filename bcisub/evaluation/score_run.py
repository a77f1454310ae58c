"""From a run folder to a result: read the log, score it, add what is known about the run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bcisub import tracks
from bcisub.evaluation.kept import changed_since, rebuilt_truth
from bcisub.history.hidden_truth import TruthTable, tell_truth
from bcisub.history.log import TRUTH, read_record
from bcisub.history.runs import RESULT_FILE, read_run
from bcisub.model.errors import BcisubError
from bcisub.model.record import RunRecord
from bcisub.model.result import Result
from bcisub.model.track import Readings, Track
from bcisub.model.whole_files import write_whole
from bcisub.scoring.readings import of_engine, resolve, score_with_sensitivity
from bcisub.scoring.slower import slower as slowed


def score_folder(
    folder: Path,
    chosen: Mapping[str, str] | None = None,
    changed: Mapping[str, Any] | None = None,
    truth: TruthTable | None = None,
    record: RunRecord | None = None,
    *,
    engine: str | None = None,
    slower: float = 1.0,
) -> Result:
    """Score a recorded run. `chosen` readings go over those it was run with; stream readings are fixed by the run.

    `changed` options (`ignore_compute`, `stage`) go over the run's own; None leaves one as it was. `truth` is that of
    a set that hides it; it is used here and not kept. `record` is what the folder holds, where that was just read.
    `engine` sets all its readings before those that are `chosen`; computing takes `slower` times as long as recorded.
    """
    with _told_as_damaged(folder, readable=record is not None):
        return _scored(folder, chosen or {}, changed or {}, truth, record, engine, slower)


@contextmanager
def _told_as_damaged(folder: Path, *, readable: bool) -> Iterator[None]:
    """A scorer trusts what a run left; what was read back from disk may be anything. A run just made is `readable`."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if readable:
            raise
        raise BcisubError(
            f"The run cannot be scored: its log or its truth is damaged ({type(error).__name__}: {error}).",
            where=folder,
            hint="Run eval again.",
            code="damaged-run",
        ) from error


def _scored(
    folder: Path,
    chosen: Mapping[str, str],
    changed: Mapping[str, Any],
    truth: TruthTable | None,
    record: RunRecord | None,
    engine: str | None,
    slower: float,
) -> Result:
    about = read_run(folder)
    track = tracks.get(about["track"])
    recorded = resolve(track, about["readings"])
    readings = resolve(track, recorded, {} if engine is None else of_engine(track, engine), chosen)
    _check_stream(track, recorded, readings, engine)
    remarks = []
    if record is None:
        record = read_record(folder, None if (folder / TRUTH).is_file() else rebuilt_truth(folder, about))
        remarks = changed_since(folder, about)
    if truth is not None:
        tell_truth(record, truth, track)
    given = {name: value for name, value in changed.items() if value is not None}
    record.options = {**record.options, **given}
    result = score_with_sensitivity(track, slowed(record, slower), readings)
    result.diagnostics = [*remarks, *result.diagnostics]
    result.data = about["data"]
    compute = dict(record.times["compute"])
    seconds = sum(block.delivered for block in record.blocks) / record.fs
    total = compute.pop("total_s")
    compute["share_of_real_time"] = total / seconds if seconds else 0.0
    result.run = {
        "id": folder.name,
        "python": about["python"],
        "packets": record.times["packets"],
        "reports": record.times["reports"],
        "wall_seconds": about.get("wall_seconds"),
        "compute": compute,
        "bcisub": about["bcisub"],
        "end": record.end.how,
        "quick": about.get("quick", False),
        "folder": str(folder),
        **({"served": track.serves} if track.serves == "frames" else {}),
        **({"slower": slower} if slower != 1 else {}),
    }
    return result


def _check_stream(track: Track, recorded: Readings, readings: Readings, engine: str | None) -> None:
    """What the algorithm received cannot be changed afterwards."""
    for reading in track.readings:
        value = readings[reading.name]
        if reading.stream and value != recorded[reading.name]:
            option = f"--reading {reading.name}={value}" if engine is None else f"--as {engine}"
            raise BcisubError(
                f"The reading {reading.name} changes what the algorithm receives, so it needs a run of its own.",
                where=f"run with {reading.name}={recorded[reading.name]}",
                hint=f"Run: bcisub eval {option}",
            )


def write_result(folder: Path, result: Result) -> None:
    """Keep the result in the run folder, written a trial at a time: the text of a long run is larger than the run."""
    text = json.dumps(replace(result, trials=[]).to_json(), indent=1, ensure_ascii=False)
    head, tail = text.split('"trials": []', 1)

    def pieces() -> Iterator[str]:
        yield f'{head}"trials": ['
        for number, verdict in enumerate(result.trials):
            row = json.dumps(verdict.to_json(), ensure_ascii=False)
            yield f"{',' if number else ''}\n  {row}"
        yield f"\n ]{tail}"

    write_whole(folder / RESULT_FILE, (piece.encode("utf-8", "backslashreplace") for piece in pieces()))
