"""Text files read without an encoding: as the server reads them, and as a Chinese Windows does."""

from __future__ import annotations

import pytest

from tests.checking.miniatures import CODE, ENTRY, checked, codes

READS = (
    "for packet in self.packets():\n"
    "    if packet.startPosition == 500:\n"
    "        with open(os.path.join(os.path.dirname(__file__), 'labels.txt')) as file:\n"
    "            self.say(len(file.read()) {})\n"
)


LABELS = f"{CODE}/labels.txt"


@pytest.mark.parametrize(
    ("text", "encoding", "words"),
    [
        ("左手右手", "utf-8", "(as UTF-8, then as GBK)"),
        ("标签标", "utf-8", "runs where text is UTF-8 and fails where it is GBK: UnicodeDecodeError"),
        ("标签标签", "gbk", "runs where text is GBK and fails where it is UTF-8: UnicodeDecodeError"),
    ],
)
def test_a_text_file_that_reads_otherwise_on_a_chinese_windows_is_told_with_the_line(submission, text, encoding, words):
    root = submission(READS.format(""))
    (root / LABELS).write_bytes(text.encode(encoding))
    result = checked(root)
    found = {finding.code: finding for finding in result.findings}
    assert words in found["encoding-matters"].message
    lines = (root / ENTRY).read_text("utf-8").splitlines()
    (line,) = [number for number, code in enumerate(lines, 1) if "labels.txt" in code]
    assert found["encoding-matters"].place == f"{ENTRY}:{line}"


@pytest.mark.parametrize(("text", "named"), [("labels", ""), ("标签", ", encoding='utf-8'")])
def test_a_text_file_that_reads_alike_is_not_told(submission, text, named):
    root = submission(READS.format("").replace("'labels.txt')", f"'labels.txt'){named}"))
    (root / LABELS).write_bytes(text.encode())
    assert "encoding-matters" not in codes(checked(root))
