"""What a track is: a declaration. Its rules, readings, layouts, stream and the functions that mask and score.

A track module holds nothing that needs numpy at import time, so that `bcisub --help` stays quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from bcisub.model.importing import Take
from bcisub.model.serving import FrameServing
from bcisub.model.source import DOCUMENT, Source
from bcisub.model.stream import Change, Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bcisub.model.record import BlockTruth, RunRecord
    from bcisub.model.result import Result, Verdict
    from bcisub.model.stream import TriggerRow

    Matrix = NDArray[np.float64]

Readings = Mapping[str, str]
"""Value chosen for each reading of a track."""
Differs = Callable[["RunRecord", str, str], "str | None"]
"""Why a run, recorded under the first value of a stream reading, would have gone otherwise under the second; None: it
would not."""


@dataclass(frozen=True)
class Rule:
    """One sentence of the rulebook."""

    id: str
    text: str
    source: Source = DOCUMENT
    """Where it is said."""


@dataclass(frozen=True)
class Reading:
    """A named choice where the official document is silent or contradicts itself."""

    name: str
    choices: Mapping[str, str]
    """Value to meaning; the first is the default."""
    changes: Mapping[str, Change] = field(default_factory=dict)
    """What a value changes in the stream; a value without an entry leaves it as the track has it."""
    source: Source = DOCUMENT
    """Where the choice arises: sentences of the document that are silent or at odds, or an engine that differs."""
    differs: Differs | None = None
    """For a stream reading, whether another value would have made a difference to a run; None: it always would."""

    @property
    def default(self) -> str:
        """The value used unless the user says otherwise."""
        return next(iter(self.choices))

    @property
    def stream(self) -> bool:
        """It changes what the algorithm receives, so it needs a run of its own and cannot be re-scored."""
        return bool(self.changes)


@dataclass(frozen=True)
class Preset:
    """The readings of a public engine, stream ones too, to be set at once."""

    name: str
    """What `--as` takes."""
    summary: str
    readings: Readings
    """Those it is told apart by; every other one stands at the track's default."""


@dataclass(frozen=True)
class Layout:
    """One official shape of a submission: where things lie, what is uploaded, how it is loaded."""

    name: str
    summary: str
    entry: str
    """Path of the participant's main file below the project, with forward slashes."""
    class_name: str
    module: str
    """Name under which the server imports `entry`."""
    packed: tuple[str, ...]
    """Files and folders that are uploaded; nothing else is."""
    config: str | None = None
    """The start configuration that must be there, `config.toml`, `config.json` or a YAML file."""
    config_keys: tuple[str, ...] = ("unitImage", "command")
    config_values: Mapping[str, Any] = field(default_factory=dict)
    """Keys of it whose value the contest fixes."""
    config_class: tuple[str, str] | None = None
    """Its keys for file and class, where the server starts what they name and not `entry`."""
    archive: str = "zip"
    """Default archive format, `zip` or `tar.gz`."""
    packs: str = "compiled"
    """What `pack` makes: a `compiled` tree, or a `hand-in` of code and predictions."""
    optional: tuple[str, ...] = ()
    """Packed when present, e.g. `requirements.txt`."""
    path_entries: tuple[str, ...] = (".",)
    """Folders below the project that the server has on `sys.path`, in order."""
    appended_entries: tuple[str, ...] = ()
    """Folders below the project that the server appends to `sys.path`, behind everything installed."""
    provided: str | None = None
    """Folder below `bcisub/worker/provided` with interface modules for submissions that came without them."""
    readings: Readings = field(default_factory=dict)
    """Defaults of readings where those of its generation differ from the track's."""
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each role (`packet`, `task`, …) the classes, `module:Class`, of which the team receives instances."""
    polled: bool = False
    """Its calls are those of the on-site kits: a packet may not be there yet (None), answers are reported bare."""
    framework: tuple[str, ...] = ()
    """Folders and files below the project that the server replaces by its own."""
    python: str | None = None
    """Target Python where it differs from the track's."""
    moved: tuple[tuple[str, str], ...] = ()
    """Places in the track's first layout and in this one, so that a project in that can be packed as this."""
    start: Mapping[str, Any] = field(default_factory=dict)
    """Content of `config` for a project that is packed as this and has none."""


@dataclass(frozen=True)
class Triggers:
    """What the stored triggers of a streaming track may be, for whoever checks or makes recordings."""

    fault: Callable[[int], str | None]
    """What is wrong with a stored code, in one sentence; None if it is one of the track's."""
    opens: Callable[[int], bool]
    """Whether a code begins a trial; `end` closes it."""
    shortest: float
    """Seconds under which a trial is too short to be answered."""
    end: int = 241
    marks: tuple[tuple[int, int], ...] = ((242, 243),)
    """Starts and ends that every recording has, the outer pair first."""
    reserved: Callable[[int], bool] = lambda code: False
    """Whether a code means nothing yet: it is played, and warned of."""
    hidden: int | None = None
    """A start that hides its label: such a trial is replayed and cannot be scored."""


class Scorer(Protocol):
    """A track's rules of scoring, as `scoring.frame` puts them together."""

    def result(self, track: Track, record: RunRecord, readings: Readings) -> Result:
        """The whole result of a run."""

    def verdicts(self, record: RunRecord, readings: Readings) -> Sequence[Verdict]:
        """What became of every trial, in order."""

    def scores(self, track: Track, record: RunRecord, readings: Readings) -> Callable[[Readings], float | None]:
        """Readings to the score alone, to be asked of many; `readings` are the run's own."""


@dataclass(frozen=True)
class Track:
    """One contest track, whole."""

    name: str
    title: str
    summary: str
    document: str
    """Title of the official document."""
    python: str
    """Target interpreter, `3.8` or `3.10`."""
    channels: tuple[str, ...]
    """Names of the data rows, without the trigger."""
    packet: int
    """Samples in a packet."""
    adapter: str
    """Module of `bcisub.worker` that speaks the track's interface."""
    layouts: tuple[Layout, ...]
    """The first is what `bcisub new` makes."""
    rules: tuple[Rule, ...]
    readings: tuple[Reading, ...]
    metric: str
    """Name of the score, e.g. `ITR`."""
    unit: str
    mask: Callable[[TriggerRow], TriggerRow]
    """Stored trigger row to the row the algorithm sees."""
    scorer: Callable[[], Scorer]
    """Loads the track's rules of scoring."""
    check_truth: Callable[[BlockTruth], None]
    """Raise `BcisubError` with subject, block and sample where a block cannot be scored honestly."""
    higher_is_better: bool = True
    decimals: int = 2
    """Digits after the point in which the score is shown."""
    fs: int = 250
    sample_sets: tuple[str, ...] = ("cali_train", "cali_A", "cali_B")
    requirements: tuple[str, ...] = ("numpy", "scipy")
    """What the server's image is known to have; used where a submission has no `requirements.txt`."""
    constraints: tuple[str, ...] = ()
    """Versions of the contest's time, as pip constraints."""
    report_fields: tuple[str, ...] = ("result",)
    """Attributes of a report object that may hold the answer, in order of preference."""
    frames: FrameServing | None = None
    """What a track brings that feeds the algorithm with frames of pictures; None: with blocks of a recording."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the adapter needs beside the stream, handed to it as it is."""
    blank: Callable[[TriggerRow], NDArray[np.bool_]] | None = None
    """Stored trigger row to the samples whose data the server hides as zeros, e.g. a cue; None: none are."""
    span: Callable[[BlockTruth], tuple[int, int]] | None = None
    """First sample of a block that is sent, and the one after the last; without it the whole block is."""
    tiny: Callable[[int, np.random.Generator], Matrix] | None = None
    """A few seconds of labelled noise to try submissions on, its last packet of so many samples; None: no stream."""
    batches: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Batches of recordings whose rows lie in another order: the stored row for every row of the track's order."""
    triggers: Triggers | None = None
    """The stored triggers; None for a track without a stream of samples."""
    compute_limit: float | None = None
    """Seconds of computing that make any answer late (SSVEP-15); None where computing costs nothing."""
    presets: tuple[Preset, ...] = ()
    """Engines whose readings can be set at once."""
    imports: Mapping[str, Take] = field(default_factory=dict)
    """Importers of public data sets that are of use here, and what is made of what they find."""
    one_file: bool = False
    """A subject is one file, a bare matrix named after it (EMO-1), not a folder of blocks."""

    def score(self, record: RunRecord, readings: Readings) -> Result:
        """Pure: recorded run and readings to a result."""
        return self.scorer().result(self, record, readings)

    def scores(self, record: RunRecord, readings: Readings) -> Callable[[Readings], float | None]:
        """Readings to the result's score, without what is told beside it, to be asked of many."""
        return self.scorer().scores(self, record, readings)

    @property
    def rows(self) -> int:
        """Rows of a block, the trigger included."""
        return len(self.channels) + 1

    @property
    def serves(self) -> str:
        """What the algorithm is fed with: `blocks` or `frames`."""
        return "blocks" if self.frames is None else "frames"

    def layout(self, name: str) -> Layout | None:
        """The layout of that name."""
        return next((layout for layout in self.layouts if layout.name == name), None)

    def defaults(self) -> dict[str, str]:
        """Every reading at its default."""
        return {reading.name: reading.default for reading in self.readings}

    def stream(self, readings: Readings) -> Stream:
        """How blocks are served under these readings, those not named at their default."""
        made = Stream(self.mask, self.blank, options=self.options)
        for reading in self.readings:
            change = reading.changes.get(readings.get(reading.name, reading.default))
            made = made if change is None else change(made)
        return made
