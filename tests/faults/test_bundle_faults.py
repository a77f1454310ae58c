"""Bundles from strangers: refused or run safely; nothing outside the temporary folder is written."""

from __future__ import annotations

import io
import py_compile
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from bcisub.tracks import get
from tests.faults.fault_submissions import STYLES
from tests.faults.fault_surroundings import BUNDLE

STYLE = STYLES["ssvep-async"]
ENTRY = get(STYLE.track).layouts[0].entry


def zipped(path, add):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        add(archive)
    return path


def tarred(path, entry):
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(entry)
    return path


def tar_entry(kind, target=""):
    entry = tarfile.TarInfo("AlgorithmImplement/x")
    entry.type, entry.linkname = kind, target
    return entry


def submission(folder, archive, **replaced):
    """The files of a working submission, some of them replaced."""
    STYLE.write(folder, "")
    for file in sorted(folder.rglob("*.py")):
        archive.write(file, file.relative_to(folder).as_posix())
    for name, content in replaced.items():
        archive.writestr(name, content)


def linked(path):
    entry = zipfile.ZipInfo("AlgorithmImplement/x")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return zipped(path, lambda archive: archive.writestr(entry, "/etc/passwd"))


def bomb(path):
    def add(archive):
        for number in range(300):
            archive.writestr(f"AlgorithmImplement/{number}.bin", bytes(1_000_000))

    return zipped(path, add)


def wrong_magic(path, work):
    def add(archive):
        archive.writestr(ENTRY + "c", b"\x00\x00\r\n" + bytes(60))

    return zipped(path, add)


def stale(path, work):
    """Bytecode of other code, with today's magic number, where the source lies."""
    other = work / "other.py"
    work.mkdir()
    other.write_text("raise SystemExit('stale')\n", encoding="utf-8")
    compiled = Path(str(py_compile.compile(str(other), cfile=str(work / "other.pyc")))).read_bytes()
    return zipped(path, lambda archive: submission(work / "p", archive, **{ENTRY + "c": compiled}))


def cut(path, work):
    zipped(path, lambda archive: submission(work / "p", archive))
    path.write_bytes(path.read_bytes()[:200])
    return path


MADE = {
    "leads-out": lambda path, _: zipped(path, lambda archive: archive.writestr("../outside.txt", "x")),
    "absolute": lambda path, _: zipped(path, lambda archive: archive.writestr("/tmp/bcisub-outside.txt", "x")),
    "link": lambda path, _: linked(path),
    "device": lambda path, _: tarred(path, tar_entry(tarfile.CHRTYPE)),
    "many-entries": lambda path, _: zipped(
        path, lambda archive: [archive.writestr(f"AlgorithmImplement/{n}", b"") for n in range(100_000)]
    ),
    "bomb": lambda path, _: bomb(path),
    "wrong-magic": wrong_magic,
    "stale-bytecode": stale,
    "cut-off": cut,
}


@pytest.mark.parametrize("case", BUNDLE, ids=lambda case: case.name)
def test_a_fault_of_the_bundle(case, bcisub, python, tmp_path, monkeypatch):
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    suffix = ".tar.gz" if case.name == "device" else ".zip"
    bundle = MADE[case.name](tmp_path / f"bundle{suffix}", tmp_path / "work")
    data = STYLE.record(tmp_path / "set")
    before = sorted(tmp_path.rglob("*"))
    told = bcisub("eval", bundle, "--track", STYLE.track, "--data", data, "--python", python)
    assert told.exit == case.exit, told.screen
    assert case.says in told.screen
    assert "Traceback" not in told.screen or case.exit == 1
    written = [path for path in sorted(tmp_path.rglob("*")) if path not in before]
    assert all(path.is_relative_to(place / ".bcisub") for path in written)
    assert not Path("/tmp/bcisub-outside.txt").exists()


def test_a_hard_link_in_a_tar_is_refused(bcisub, tmp_path):
    bundle = tarred(tmp_path / "b.tar.gz", tar_entry(tarfile.LNKTYPE, "/etc/passwd"))
    told = bcisub("eval", bundle, "--track", STYLE.track)
    assert (told.exit, "unsafe-bundle" in told.screen) == (2, True)


def test_what_is_no_archive_is_said(bcisub, tmp_path):
    file = tmp_path / "b.zip"
    file.write_bytes(io.BytesIO(b"nonsense").read())
    told = bcisub("eval", file)
    assert told.exit == 2
    assert "zip" in told.screen
