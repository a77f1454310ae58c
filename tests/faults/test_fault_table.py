"""The page about faults is what the suite tries, no more and no less."""

from __future__ import annotations

from tests.faults.fault_table import PAGE, page


def test_the_page_is_made_from_the_cases():
    assert PAGE.read_text("utf-8") == page(), "run: python -m tests.faults.fault_table"
