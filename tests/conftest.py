"""What every test needs of the process it runs in, and what is said of tests that could not run."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
from collections import Counter
from collections.abc import Iterator

import pytest

import bcisub
from bcisub.model.finding import KINDS, Kind
from tests.contest_python import require

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_NOT_PROVED = re.compile(r"not proved without Python (3\.\d+)")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--strict-targets", action="store_true", help="fail where the contest's Python is missing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is given the contest's interpreter is a `real` one, whether or not it says so itself."""
    for item in items:
        if "python" in getattr(item, "fixturenames", ()):
            item.add_marker("real")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`real("3.8")` skips where that interpreter is missing."""
    for mark in item.iter_markers("real"):
        for version in mark.args:
            require(version)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Under --strict-targets a test that lacks the contest's Python has failed."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and item.config.getoption("--strict-targets") and _NOT_PROVED.search(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"{report.longrepr[2]} (--strict-targets)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last lines name what was not proved, so that a green run without the contest's Python misleads nobody."""
    skipped = (_NOT_PROVED.search(str(report.longrepr)) for report in terminalreporter.stats.get("skipped", ()))
    missing = Counter(match[1] for match in skipped if match)
    for version, count in sorted(missing.items()):
        terminalreporter.write_line(
            f"NOT PROVED: {count} tests need Python {version}, which the contest runs and this machine lacks. "
            f"To prove them: uv python install {version}, then make test.",
            red=True,
            bold=True,
        )


@pytest.fixture(scope="session")
def every_kind() -> list[Kind]:
    """Every kind of finding the package declares; the worker runs on another Python and declares none."""
    for module in pkgutil.walk_packages(bcisub.__path__, "bcisub."):
        if not module.name.startswith(("bcisub.worker", "bcisub.__main__")):
            importlib.import_module(module.name)
    return [kind for kind in KINDS.values() if kind.module.startswith("bcisub.")]
