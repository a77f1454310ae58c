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
from bcisub.model.whole_files import write_whole
from bcisub.scoring.readings import resolve, score_with_sensitivity


def score_folder(
    folder: Path,
    chosen: Mapping[str, str] | None = None,
    changed: Mapping[str, Any] | None = None,
    truth: TruthTable | None = None,
    record: RunRecord | None = None,
) -> Result:
    """Score a recorded run. `chosen` readings go over those it was run with; stream readings are fixed by the run.

    `changed` options (`ignore_compute`, `stage`) go over the run's own; None leaves one as it was. `truth` is that of
    a set that hides it; it is used here and not kept. `record` is what the folder holds, where that was just read.
    """
    with _told_as_damaged(folder, readable=record is not None):
        return _scored(folder, chosen or {}, changed or {}, truth, record)


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
) -> Result:
    about = read_run(folder)
    track = tracks.get(about["track"])
    recorded = resolve(track, about["readings"])
    readings = resolve(track, recorded, chosen)
    for reading in track.readings:
        if reading.stream and readings[reading.name] != recorded[reading.name]:
            raise BcisubError(
                f"The reading {reading.name} changes what the algorithm receives, so it needs a run of its own.",
                hint=f"Run: bcisub eval --reading {reading.name}={readings[reading.name]}",
            )
    remarks = []
    if record is None:
        record = read_record(folder, None if (folder / TRUTH).is_file() else rebuilt_truth(folder, about))
        remarks = changed_since(folder, about)
    if truth is not None:
        tell_truth(record, truth, track)
    given = {name: value for name, value in changed.items() if value is not None}
    record.options = {**record.options, **given}
    result = score_with_sensitivity(track, record, readings)
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
    }
    return result


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
