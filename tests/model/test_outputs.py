"""What an output may replace: an earlier one of its kind, and never what somebody else made."""

from __future__ import annotations

import json
import zipfile

import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.outputs import BUNDLE, PICTURE, check_output, json_of, table_of
from bcisub.project.archive import FORMATS, write_archive

RESULT = json_of("bcisub.result/1")


def refused(path, kind):
    with pytest.raises(BcisubError) as caught:
        check_output(path, kind)
    return caught.value.code == "output-in-the-way"


def test_a_place_with_nothing_is_free(tmp_path):
    assert check_output(tmp_path / "new" / "result.json", RESULT) == tmp_path / "new" / "result.json"


@pytest.mark.parametrize("indent", [None, 2])
def test_a_result_replaces_a_result_alone(tmp_path, indent):
    path = tmp_path / "out.json"
    for schema, fits in (("bcisub.result/1", True), ("bcisub.bundle/1", False), ("other", False)):
        path.write_text(json.dumps({"schema": schema, "x": "bcisub.result/1"}, indent=indent), encoding="utf-8")
        if fits:
            check_output(path, RESULT)
        else:
            assert refused(path, RESULT)


@pytest.mark.parametrize("content", [b"", b"import numpy\n", b"{}", b"\x80\x04\x95", b"\x89PNG....", b"subject,x\n"])
def test_a_source_or_a_recording_is_never_replaced(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    for kind in (RESULT, BUNDLE, PICTURE, table_of("subject", "group")):
        assert refused(path, kind)
    assert path.read_bytes() == content


@pytest.mark.parametrize("form", FORMATS)
def test_a_bundle_replaces_a_bundle_and_no_other_archive(tmp_path, form):
    path, source = tmp_path / f"bundle.{form}", tmp_path / "a.py"
    source.write_text("x = 1\n", encoding="utf-8")
    write_archive({"a.py": source}, path, form)
    check_output(path, BUNDLE)
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(source, "a.py")
    assert refused(path, BUNDLE)


def test_a_table_replaces_its_like(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("subject,group,frame,x,y\n", encoding="utf-8-sig")
    check_output(path, table_of("subject", "group"))
    assert refused(path, table_of("subject", "block"))


def test_nothing_is_written_into_the_folder_of_a_run(tmp_path):
    """Its result.json is a result, but the run's own."""
    (tmp_path / "events.jsonl").write_bytes(b"")
    (tmp_path / "result.json").write_text('{"schema": "bcisub.result/1"}', encoding="utf-8")
    assert refused(tmp_path / "result.json", RESULT)
    assert refused(tmp_path / "new.json", RESULT)
    assert refused(tmp_path / ".bcisub" / "runs" / "x.json", RESULT)


def test_a_folder_is_no_place_for_a_file(tmp_path):
    assert refused(tmp_path, RESULT)
