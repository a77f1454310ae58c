"""The event log of a run: append-only JSON lines beside the truth, and the way back to a `RunRecord`.

The truth joins the log only when no worker lives that could look at it.

Every event is on disk before the next is looked at, so a run that dies at any moment can still be scored.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bcisub.history.messages import is_logged
from bcisub.history.times import Times
from bcisub.model.errors import BcisubError
from bcisub.model.parsing import parse_json
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.shell import typed
from bcisub.model.whole_files import write_whole

SCHEMA = "bcisub.events/1"
EVENTS = "events.jsonl"
TRUTH = "truth.json"
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but for the tab and the line's end."""


class EventLog:
    """Writes the events of one run; with `more`, behind those of an earlier attempt."""

    def __init__(self, folder: Path, *, more: bool = False) -> None:
        self._path = folder / EVENTS
        earlier = b""
        if more:
            # A line cut short by a crash was passed over in reading: it must not join the next.
            earlier = self._path.read_bytes()
            earlier = earlier[: earlier.rfind(b"\n") + 1]
        self._digest = hashlib.sha256(earlier)
        try:
            self._file = self._path.open("r+b" if more else "xb", buffering=0)
        except OSError as problem:
            raise self._unwritable(problem) from None
        self._file.truncate(len(earlier))
        self._file.seek(len(earlier))

    def write(self, event: Mapping[str, Any]) -> None:
        """Append one event and hand it to the system; half a line never stays."""
        whole = json.dumps(event, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        line = memoryview(whole)
        begun = self._file.tell()
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as problem:
            with contextlib.suppress(OSError):
                self._file.truncate(begun)
                self._file.seek(begun)
            raise self._unwritable(problem) from None
        self._digest.update(whole)

    def close(self) -> None:
        """No more events."""
        self._file.close()

    @property
    def sha256(self) -> str:
        """Hash of what was written: the team's code can reach the file."""
        return self._digest.hexdigest()

    def _unwritable(self, problem: OSError) -> BcisubError:
        return BcisubError(
            f"The event log cannot be written: {problem.strerror}.",
            where=self._path,
            hint=f"Free some space. What was recorded is kept; score it with: bcisub score {typed(self._path.parent)}",
            code="log-unwritable",
        )


def write_truth(folder: Path, blocks: Iterable[BlockTruth]) -> None:
    """Keep what the scorer needs of the recording, so that a run can be scored without the data set."""
    rows = [
        {"subject": b.subject, "block": b.block, "samples": b.samples, "events": b.events, "extra": dict(b.extra)}
        for b in blocks
    ]
    write_whole(folder / TRUTH, json.dumps({"schema": "bcisub.truth/1", "blocks": rows}).encode("ascii"))


def read_truth(folder: Path) -> list[BlockTruth]:
    """The truth kept with a run, in the order the blocks were to be served."""
    try:
        rows = parse_json((folder / TRUTH).read_text(encoding="utf-8"))["blocks"]
        return [_truth(row) for row in rows]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BcisubError(
            "The run cannot be scored: its truth was not kept, or is damaged.",
            where=folder / TRUTH,
            hint="Run eval again.",
        ) from None


def _truth(row: Mapping[str, Any]) -> BlockTruth:
    """ValueError and its like where a row is not as `write_truth` leaves it."""
    events = tuple((sample, code) for sample, code in row["events"])
    plain = isinstance(row["samples"], int) and all(type(number) is int for event in events for number in event)
    if not plain or not all(0 <= sample < row["samples"] for sample, _ in events) or list(events) != sorted(events):
        raise ValueError
    return BlockTruth(str(row["subject"]), str(row["block"]), row["samples"], events, dict(row.get("extra", {})))


def read_events(folder: Path) -> Iterator[dict[str, Any]]:
    """The events of a run. A last line cut short by a crash is passed over."""
    path = folder / EVENTS
    if not path.is_file():
        raise BcisubError(
            "This is not a run folder: it has no event log.", where=path, hint="Name a folder below .bcisub/runs."
        )
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            try:
                event = parse_json(line)
            except ValueError:
                if not line.endswith("\n"):
                    return
                event = None
            if not is_logged(event):
                raise BcisubError("The event log is damaged.", where=f"{path}:{number}", hint="Run eval again.")
            yield event


def read_record(folder: Path, truth: list[BlockTruth] | None = None) -> RunRecord:
    """The run as the scorers want it, and how much it computed, in one pass over its log; truth as kept if None."""
    times = Times()
    record = build_record(times.noting(read_events(folder)), read_truth(folder) if truth is None else truth)
    record.times = times.figures()
    return record


def build_record(events: Iterable[Mapping[str, Any]], truth: list[BlockTruth]) -> RunRecord:
    """Put events and truth together."""
    record = RunRecord(blocks=[], end=RunEnd("lost", "the run was cut off before it could say how it ended"))
    begun: dict[int, BlockRecord] = {}
    for event in events:
        kind = event["event"]
        if kind == "start":
            record.fs = event["fs"]
            record.options = event["options"]
        elif kind == "block":
            if not 0 <= event["index"] < len(truth):
                raise BcisubError(
                    f"The event log is damaged: the run has no block {event['index']}.", hint="Run eval again."
                )
            block = BlockRecord(truth[event["index"]], event["packet"], event["packets"])
            begun[event["index"]] = block
            record.blocks.append(block)
        elif kind == "report" and event.get("block") in begun:
            begun[event["block"]].reports.append(_report(event))
            if "size" in event:
                record.notes.append({"code": "report-too-large", "size": event["size"]})
            begun[event["block"]].delivered = max(begun[event["block"]].delivered, event["p"])
        elif kind == "tick" and event.get("block") in begun:
            begun[event["block"]].delivered = max(begun[event["block"]].delivered, event["p"])
            begun[event["block"]].computed += event.get("compute_us", ())
        elif kind in {"note", "report"}:
            note = {key: printable(value) if isinstance(value, str) else value for key, value in event.items()}
            record.notes.append(note if kind == "note" else {**note, "code": "report-before-data"})
        elif kind == "end":
            message, detail = printable(event.get("message", "")), printable(event.get("detail", ""))
            record.end = RunEnd(event["how"], message, detail)
    record.unread = [block for index, block in enumerate(truth) if index not in begun]
    return record


def printable(text: str) -> str:
    """A text of the team's code without characters that steer a terminal: they are spelled out."""
    return _STEERING.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def _report(event: Mapping[str, Any]) -> Report:
    return Report(
        event["p"],
        event["packet"],
        event["value"],
        printable(event["type"]),
        printable(event["text"]),
        event.get("clock", 0.0),
        event.get("compute", 0.0),
        event.get("equals"),
        fed=event.get("fed", 0.0),
    )
