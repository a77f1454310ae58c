"""Bundles from strangers: refused or run safely; nothing outside the temporary folder is written."""

from __future__ import annotations

import gzip
import io
import py_compile
import random
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.project.archive import write_archive
from bcisub.project.bundle import unpacked
from bcisub.tracks import get
from tests.faults.fault_submissions import STYLES
from tests.faults.fault_surroundings import BUNDLE

STYLE = STYLES["ssvep-async"]
TARS = {"device", "headers", "global-headers"}
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


def tar_of_headers(path, kind, text, times):
    """Extended headers of `kind` that hold `text`, before an entry, so many times."""
    with gzip.open(path, "wb", compresslevel=9) as packed:
        for number in range(times):
            header = tarfile.TarInfo("header")
            header.type, header.size = kind, len(text)
            packed.write(header.tobuf(tarfile.USTAR_FORMAT) + text + bytes(-len(text) % 512))
            packed.write(tarfile.TarInfo(f"AlgorithmImplement/{number}").tobuf(tarfile.USTAR_FORMAT))
        packed.write(bytes(1024))
    return path


def pax(keys, value=""):
    """The text of an extended header: every key with its value."""
    lines = []
    for key in keys:
        line = f" {key}={value}\n".encode()
        size = len(line) + len(str(len(line)))
        lines.append(str(size + (len(str(size)) > len(str(len(line))))).encode() + line)
    return b"".join(lines)


def named(*names):
    return lambda path, _: zipped(path, lambda archive: [archive.writestr(name, "x") for name in names])


def deep(path, _):
    """Every file in sixteen folders of its own."""
    return named(*(f"{number}/" + "/".join("abcdefghijklmno") + "/x" for number in range(9_000)))(path, _)


def broken_lzma(path, _):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("AlgorithmImplement/x.py", bytes(range(256)) * 40)
    raw = bytearray(path.read_bytes())
    raw[60:90] = bytes(30)
    path.write_bytes(raw)
    return path


MADE = {
    "many-folders": deep,
    "headers": lambda path, _: tar_of_headers(path, tarfile.XHDTYPE, pax(["a"], "x" * 1_000_000), 40),
    "global-headers": lambda path, _: tar_of_headers(path, tarfile.XGLTYPE, pax(range(5_000)), 3),
    "device-name": named("AlgorithmImplement/aux.py"),
    "trailing-dot": named("AlgorithmImplement/q.py."),
    "two-spellings": named("AlgorithmImplement/\u00e9.py", "AlgorithmImplement/e\u0301.py"),
    "hidden-character": named("AlgorithmImplement/a\u202eyp.exe"),
    "file-and-folder": named("AlgorithmImplement/a", "AlgorithmImplement/a/b"),
    "broken-lzma": broken_lzma,
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
    suffix = ".tar.gz" if case.name in TARS else ".zip"
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


def tried(path):
    """What a bundle leaves in its folder; None where it is refused with an error of ours."""
    try:
        with unpacked(path) as folder:
            return {file.relative_to(folder).as_posix() for file in folder.rglob("*")}
    except BcisubError:
        return None


@pytest.mark.parametrize("form", ["zip", "lzma", "tar.gz"])
def test_mutants_of_bundles_are_unpacked_or_refused(form, tmp_path):
    """146 of 8,000 such mutants reached the user as tracebacks."""
    source = tmp_path / "x.py"
    source.write_bytes(bytes(range(256)) * 8)
    whole = tmp_path / "whole"
    files = {f"Algorithm/{name}.py": source for name in "abc算"}
    if form == "lzma":
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_LZMA) as archive:
            for name, file in files.items():
                archive.write(file, name)
    else:
        write_archive(files, whole, form)
    chance, raw = random.Random(1), whole.read_bytes()
    read = 0
    for _ in range(300):
        content = bytearray(raw)
        if form == "tar.gz":
            content = bytearray(gzip.decompress(raw))
        for _ in range(chance.choice((1, 1, 2, 8))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        mutant = tmp_path / "mutant"
        mutant.write_bytes(gzip.compress(content, 1) if form == "tar.gz" else content)
        read += tried(mutant) is not None
    assert 0 < read < 300


@pytest.mark.parametrize(
    "name",
    ["CON", "aux.py", "nul.tar.gz", "q.py.", "a b ", "x\u202ey", "a\tb", "a:b", "q?", "é" * 128, "a/" * 32 + "x"],
)
def test_a_name_not_every_system_can_hold_is_neither_packed_nor_read(name, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    with pytest.raises(SubmissionError) as refused:
        write_archive({name: file}, tmp_path / "made.zip", "zip")
    assert refused.value.code == "unportable-name"
    assert not (tmp_path / "made.zip").exists()
    assert tried(named(name)(tmp_path / "got.zip", None)) is None


@pytest.mark.parametrize("pair", [("A.py", "a.py"), ("é", "e\u0301"), ("straße", "STRASSE"), ("a/x", "A/y")])
def test_two_names_that_are_one_elsewhere_are_neither_packed_nor_read(pair, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    with pytest.raises(SubmissionError, match="the same as"):
        write_archive(dict.fromkeys(pair, file), tmp_path / "made.zip", "zip")
    assert tried(named(*pair)(tmp_path / "got.zip", None)) is None


def test_ordinary_names_pass(tmp_path):
    names = ["console.py", "auxiliary/com.py", "算法/模型 1.npz", "a/b.py", "a/c.py", ".hidden", "x..y", "con-1"]
    file = tmp_path / "file"
    file.write_bytes(b"x")
    for form in ("zip", "tar.gz"):
        write_archive(dict.fromkeys(names, file), tmp_path / "made", form)
        assert tried(tmp_path / "made") >= set(names)


def test_what_is_no_archive_is_said(bcisub, tmp_path):
    file = tmp_path / "b.zip"
    file.write_bytes(io.BytesIO(b"nonsense").read())
    told = bcisub("eval", file)
    assert told.exit == 2
    assert "zip" in told.screen
