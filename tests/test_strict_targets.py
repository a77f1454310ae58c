"""A test that lacks the contest's Python skips and says so; under --strict-targets it fails."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

SUITE = """
import pytest
from tests.contest_python import require

@pytest.mark.real("3.99")
def test_marked(): pass

def test_asks(): require("3.98")

@pytest.mark.skip(reason="something else")
def test_other(): pass

def test_plain(): pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    root = Path(__file__).parents[1]
    pytester.makeconftest((root / "tests" / "conftest.py").read_text("utf-8"))
    pytester.makepyfile(SUITE)
    pytester.syspathinsert(root)
    return pytester


def test_a_missing_interpreter_is_said_loudly(suite):
    done = suite.runpytest_subprocess("-p", "no:cacheprovider")
    done.assert_outcomes(passed=1, skipped=3)
    done.stdout.fnmatch_lines(["NOT PROVED: 1 tests need Python 3.98*uv python install 3.98*", "NOT PROVED: 1*3.99*"])


def test_strict_targets_fails_those_and_no_others(suite):
    done = suite.runpytest_subprocess("-p", "no:cacheprovider", "--strict-targets")
    done.assert_outcomes(passed=1, skipped=1, failed=1, errors=1)
