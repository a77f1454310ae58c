"""`make bench`: every limit with what was measured; exit code 1 if one is missed."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import long_recording, many_reports, measure


def main() -> int:
    """Measure, print, judge."""
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "measured", "ratio", "limit", "")
    results = []
    for one in (
        measure.packets,
        measure.scoring,
        measure.memory,
        measure.frame_memory,
        long_recording.held,
        many_reports.evaluated,
        measure.start,
    ):
        result = one()
        results.append(result.ok)
        table.add_row(
            result.what,
            result.detail,
            f"{result.ratio:.2f}×",
            f"≤ {result.limit:g}×",
            "ok" if result.ok else "MISSED",
        )
    heavy = measure.heavy_imports()
    results.append(not heavy)
    table.add_row("numpy, scipy in bcisub --help", ", ".join(heavy) or "none", "", "none", "MISSED" if heavy else "ok")
    Console(width=110).print(table)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
