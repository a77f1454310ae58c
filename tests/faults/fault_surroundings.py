"""What the machine, the data and a bundle may do, and what bcisub must say. `docs/faults.md` is made from this."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """A fault of the machine, the data or the bundle, and what the user is told."""

    name: str
    does: str
    exit: int
    says: str = ""
    """Code of the error or the diagnostic; empty where there is nothing to say."""


MACHINE = (
    Case("disk-full", "the disk is full while the log is written", 2, "log-unwritable"),
    Case("temp-full", "the temporary folder is too small for a block", 2, "temp-full"),
    Case("no-run-folder", "the run folder cannot be made", 2, "run-folder"),
    Case("no-network", "the environment cannot be made: a requirement cannot be had", 2, "requirements-failed"),
    Case("interpreter-gone", "the interpreter is not there any more", 2, "interpreter-missing"),
    Case("two-at-once", "two `eval`s at once in one project", 0),
    Case("host-killed", "bcisub is killed: the next command says so and the run scores", 1, "run-killed"),
    Case("ctrl-c", "Ctrl-C in the middle of a run", 130, "run-interrupted"),
    Case("sleep", "the machine sleeps for six seconds in a trial: nothing is late", 0),
    Case("odd-path", "a path with spaces, Chinese characters and 250 characters of depth", 0),
)

DATA = (
    Case("empty-set", "an empty folder", 2, "empty-set"),
    Case("empty-block", "a block without a sample", 2, "empty-block"),
    Case("one-sample", "a block of one sample", 0),
    Case("short-block", "a block shorter than a packet", 0),
    Case("no-trials", "a block without a trial: void, there is nothing to score", 1, "VOID"),
    Case("edges", "a trigger on the first and on the last sample", 0),
    Case("one-packet", "two triggers in one packet", 0),
    Case("back-to-back", "trials that follow each other at once", 0),
    Case("nan", "NaN in the data: sent as recorded", 0),
    Case("nan-trigger", "NaN in the trigger row", 2, "bad-trigger"),
    Case("objects", "an array of Python objects", 2, "refused-pickle"),
    Case("integers", "integers instead of floats: the same run", 0),
    Case("big-endian", "big-endian numbers: the same run", 0),
    Case("fortran", "columns stored first: the same run", 0),
    Case("wrong-rows", "a row too few", 2, "wrong-rows"),
    Case("kills-reader", "a `.mat` that kills the code that reads it (SIGSEGV in scipy)", 2, "damaged-file"),
    Case("many-trials", "100 000 trials", 0),
)

CACHE = (
    Case("missing", "a block of a sample set in the cache was deleted: the set is made again", 0, "was damaged"),
    Case("noise", "a bit of a block in the cache has changed: the set is made again", 0, "was damaged"),
)

NESTED = (
    Case("config.yaml", "a `config.yaml` nested 30 000 deep", 1, "config-unreadable"),
    Case("config.json", "a `config.json` nested 30 000 deep", 1, "config-unreadable"),
    Case("config.toml", "a `config.toml` nested 30 000 deep", 1, "config-unreadable"),
    Case("bcisub.toml", "a `bcisub.toml` nested 30 000 deep", 2, "is not valid TOML"),
    Case("dataset.toml", "a set's `dataset.toml` nested 30 000 deep", 2, "The description is no TOML"),
    Case("recording.yaml", "the `.yaml` beside a `.dat` nested 30 000 deep", 2, "The description is not readable"),
    Case("run.json", "a run's `run.json` nested 30 000 deep", 2, "run.json is damaged"),
    Case("truth.json", "a run's `truth.json` nested 30 000 deep", 2, "its truth was not kept, or is damaged"),
    Case("events.jsonl", "a line of a run's event log nested 30 000 deep", 2, "The event log is damaged"),
)

OUTPUT = (
    Case("pack-source", "`pack -o` names a source", 2, "output-in-the-way"),
    Case("pack-json", "`pack --json` names a source", 2, "output-in-the-way"),
    Case("eval-recording", "`eval --json` names a recording", 2, "output-in-the-way"),
    Case("score-source", "`score --json` names a source", 2, "output-in-the-way"),
    Case("check-source", "`check --json` names a source", 2, "output-in-the-way"),
    Case("data-check-recording", "`data check --json` names a recording", 2, "output-in-the-way"),
    Case("data-info-recording", "`data info --json` names a recording", 2, "output-in-the-way"),
    Case("plot-recording", "`data info --plot` names a recording", 2, "output-in-the-way"),
    Case("doctor-source", "`doctor --json` names a source", 2, "output-in-the-way"),
    Case("list-source", "`data list --json` names a source", 2, "output-in-the-way"),
    Case("rules-source", "`rules --json` names a source", 2, "output-in-the-way"),
)

BUNDLE = (
    Case("leads-out", "a name with `../`", 2, "unsafe-bundle"),
    Case("absolute", "an absolute name", 2, "unsafe-bundle"),
    Case("link", "a link out of the folder", 2, "unsafe-bundle"),
    Case("device", "a device file", 2, "unsafe-bundle"),
    Case("many-entries", "100 000 entries", 2, "unsafe-bundle"),
    Case("bomb", "a bomb, 1000 : 1", 2, "unsafe-bundle"),
    Case("many-folders", "145 000 folders named in the paths of 9 000 files", 2, "unsafe-bundle"),
    Case("headers", "a tar of 2 MB whose extended headers take 2 GB", 2, "unsafe-bundle"),
    Case("global-headers", "a tar that gives every entry thousands of keys", 2, "unsafe-bundle"),
    Case("device-name", "a name that is a device of Windows (`aux.py`)", 2, "unsafe-bundle"),
    Case("trailing-dot", "a name that ends in a dot", 2, "unsafe-bundle"),
    Case("two-spellings", "one name spelt in two ways (NFC beside NFD, `A.py` beside `a.py`)", 2, "unsafe-bundle"),
    Case("hidden-character", "a name with a character that turns its text round (U+202E)", 2, "unsafe-bundle"),
    Case("file-and-folder", "a file where another has its folder", 2, "unsafe-bundle"),
    Case("broken-lzma", "a zip whose compressed data are broken", 2, "damaged-bundle"),
    Case("wrong-magic", "bytecode of another Python", 1, "run-exception"),
    Case("stale-bytecode", "sources beside stale bytecode: the sources run", 0),
    Case("cut-off", "half an archive", 2, "damaged-bundle"),
)
