"""Everything that bcisub reads, as a folder with one file that is mutated, and what is done with it."""

from __future__ import annotations

import gzip
import json
import pickle
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.data import sets
from bcisub.data.converting.events import read_table
from bcisub.data.frame_index import read_labels
from bcisub.data.reading import read
from bcisub.evaluation.score_run import score_folder
from bcisub.history.hidden_truth import read_truth_table
from bcisub.history.interrupted import settle
from bcisub.model.frames import read_index
from bcisub.model.writing import pickled
from bcisub.project.archive import write_archive
from bcisub.project.bundle import unpacked
from bcisub.project.project import open_project
from bcisub.project.start_config import read_config
from tests.data.formats.amplifier_files import write_brainvision, write_edf

HOUSE = Path(__file__).resolve().parent.parent
GOLDEN = HOUSE / "tests" / "assets" / "golden"
DATA = np.random.default_rng(1).integers(-100, 100, size=(3, 500)).astype(np.float64)
DATA[-1] = 0
DATA[-1, [0, 100, 300, 499]] = 242, 7, 241, 243
BLOCK = {"data": DATA[:, :60], "srate": 250, "ch_names": ["O1", "O2", "trigger"], "personID": 1}
NAMES = ("O1", "O2", "Oz")
MARKS = [(0.5, "T1"), (1.5, "T2")]


@dataclass(frozen=True)
class Target:
    """Something that is read."""

    name: str
    file: str
    """The file that is mutated."""
    make: Callable[[Path], object]
    """Puts whole files into a folder."""
    use: Callable[[Path], object]
    """Reads the folder."""


def _written(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(content)


def _recording(file: str, make: Callable[[Path], object]) -> Target:
    return Target(file.replace(".", "-"), file, make, lambda folder: read(next(_recordings(folder))))


def _recordings(folder: Path) -> Any:
    return (path for path in sorted(folder.iterdir()) if path.suffix not in (".yaml", ".vmrk", ".eeg"))


def _mat(compressed: bool) -> Callable[[Path], object]:
    from scipy.io import savemat

    content = {**BLOCK, "ch_names": np.array(["O1", "O2"], object), "s": {"a": 1.5, "b": "text"}}
    return lambda folder: savemat(folder / "block.mat", content, do_compression=compressed)


def _hdf5(folder: Path) -> None:
    import h5py

    with h5py.File(folder / "block.mat", "w", userblock_size=512) as file:
        file["data"] = DATA[:, :60].T
        file["srate"] = np.array([[250.0]])
    raw = (folder / "block.mat").read_bytes()
    (folder / "block.mat").write_bytes(b"MATLAB 7.3 MAT-file".ljust(512) + raw[512:])


def _dat(folder: Path) -> None:
    (folder / "block.dat").write_bytes(DATA[:, :60].T.astype("<f4").tobytes())
    text = "channel_number: 2\nsample_rate: 250\nchannel_label: [O1, O2]\n"
    (folder / "block.yaml").write_text(text, encoding="utf-8")


def _archive(form: str, folder: Path) -> None:
    source = folder / "source"
    source.write_bytes(b"print('x')\n" * 9)
    files = {f"Algorithm/{name}.py": source for name in ("a", "b", "算法")}
    if form == "lzma":
        with zipfile.ZipFile(folder / "bundle", "w", zipfile.ZIP_LZMA) as archive:
            for name in files:
                archive.write(source, name)
    else:
        write_archive(files, folder / "bundle", form)
    source.unlink()


def _tar(folder: Path) -> None:
    _archive("tar.gz", folder)
    (folder / "bundle").write_bytes(gzip.decompress((folder / "bundle").read_bytes()))


def _unpack(folder: Path, wrapped: bool = False) -> None:
    bundle = folder / "bundle"
    if wrapped:
        bundle.write_bytes(gzip.compress(bundle.read_bytes(), 1))
    with unpacked(bundle):
        pass


def _text(file: str, content: bytes, use: Callable[[Path], object]) -> Target:
    return Target(file.replace(".", "-"), file, _written(file, content), lambda folder: use(folder / file))


def _run(track: str, file: str) -> Target:
    def make(folder: Path) -> None:
        for name in ("run.json", "truth.json", "events.jsonl"):
            shutil.copyfile(GOLDEN / track / name, folder / name)

    return Target(f"{track}-{file.replace('.', '-')}", file, make, score_folder)


def _settle(folder: Path) -> None:
    place = folder / ".bcisub" / "runs" / "1"
    place.mkdir(parents=True)
    shutil.copyfile(folder / "events.jsonl", place / "events.jsonl")
    settle(folder)


PROJECT = b'[project]\ntrack = "ssvep-async"\nname = "x"\n[target]\npython = "3.8"\n[eval]\ndata = "cali_A"\n'
CONFIG = {"method": {"method_class_file": "Algorithm/a.py", "method_class": "A"}, "image": ["x", 1, None]}
INDEX = b"subject,group,frame,left,right,x,y,calibration\nS1,1,1,a.png,b.png,1.5,2,1\nS1,1,2,c.png,d.png,3,4,0\n"
LABELS = b"subject,group,frame,x,y,calibration\nS1,1,1,1.5,2,1\nS1,1,2,3,4,0\n"
DESCRIPTION = b'track = "ssvep-async"\nsubjects = ["S01"]\nmissing_channels = ["O1"]\nmade = "x"\n'

LOG = (GOLDEN / "turing" / "events.jsonl").read_bytes()

TARGETS = (
    _recording("block.pkl", _written("block.pkl", pickled(BLOCK))),
    _recording("old.pkl", _written("old.pkl", pickle.dumps(BLOCK, protocol=0))),
    _recording("block.npy", lambda folder: np.save(folder / "block.npy", DATA)),
    _recording("block.npz", lambda folder: np.savez_compressed(folder / "block.npz", data=DATA)),
    _recording("block.mat", _mat(compressed=False)),
    Target("packed-mat", "block.mat", _mat(compressed=True), lambda folder: read(folder / "block.mat")),
    Target("hdf5-mat", "block.mat", _hdf5, lambda folder: read(folder / "block.mat")),
    _recording("block.dat", _dat),
    _recording("block.yaml", _dat),
    _recording("run.edf", lambda folder: write_edf(folder / "run.edf", DATA, 250, NAMES, MARKS)),
    _recording("run.bdf", lambda folder: write_edf(folder / "run.bdf", DATA, 250, NAMES, MARKS)),
    *(
        _recording(file, lambda folder: write_brainvision(folder / "run.vhdr", DATA, 250, NAMES, [(10, "S  1")]))
        for file in ("run.vhdr", "run.vmrk", "run.eeg")
    ),
    *(Target(f"{form}-bundle", "bundle", partial(_archive, form), _unpack) for form in ("zip", "lzma", "tar.gz")),
    Target("tar-bundle", "bundle", _tar, partial(_unpack, wrapped=True)),
    Target("project", "bcisub.toml", _written("bcisub.toml", PROJECT), open_project),
    _text("config.json", json.dumps(CONFIG).encode("ascii"), read_config),
    _text("config.yaml", b"method: {file: a.py, class: &x A}\nimage: [x, 1, ~, *x]\nwhen: 2020-01-01\n", read_config),
    _text("config.toml", b'unitImage = "x"\nn = [1, 2.5, 2020-01-01T00:00:00]\n[a.b]\nc = {d = "e"}\n', read_config),
    Target("description", "dataset.toml", _written("dataset.toml", DESCRIPTION), sets.describe),
    _text("frames.csv", INDEX, lambda file: list(read_index(file).frames)),
    _text("labels.csv", LABELS, read_labels),
    _text("events.csv", b"from,to,seconds\nT1,7,4\nT2,8,\n", read_table),
    _text("truth.csv", b"subject,block,onset,trigger\nS1,b,10,7\n", read_truth_table),
    Target(
        "settle", "events.jsonl", _written("events.jsonl", (GOLDEN / "turing" / "events.jsonl").read_bytes()), _settle
    ),
    *(
        _run(track, file)
        for track in ("ssvep-async", "turing", "metaverse", "emotion", "gaze")
        for file in ("run.json", "truth.json", "events.jsonl")
    ),
)
