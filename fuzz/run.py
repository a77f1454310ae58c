"""`make fuzz`: mutates all that bcisub reads, for minutes; exit code 1 if anything but a BcisubError comes out."""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path

from fuzz.mutate import mutated
from fuzz.targets import TARGETS
from fuzz.trial import tried

HOUSE = Path(__file__).resolve().parent.parent
FOUND = HOUSE / "build" / "fuzz"


def main() -> int:
    """Mutate in turn, keep what fails, and say how often each was tried."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=5.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", default="", help="targets whose names hold this")
    told = asked.parse_args()
    warnings.simplefilter("ignore")
    chance = random.Random(told.seed)
    targets = [target for target in TARGETS if told.only in target.name]
    count, kinds = 0, set()
    FOUND.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bcisub-fuzz-") as name:
        wholes = {target.name: Path(name) / target.name for target in targets}
        for target in targets:
            wholes[target.name].mkdir()
            target.make(wholes[target.name])
        end = time.monotonic() + 60 * told.minutes
        while time.monotonic() < end:
            target = targets[count % len(targets)]
            whole = wholes[target.name]
            content = mutated((whole / target.file).read_bytes(), chance)
            (FOUND / "current").write_bytes(content)  # what was tried, should the process die
            wrong = tried(target, whole, content)
            count += 1
            if wrong is not None:
                kind = (target.name, wrong.splitlines()[-1][:80])
                if kind not in kinds:
                    kinds.add(kind)
                    file = FOUND / f"{target.name}.{hashlib.sha256(content).hexdigest()[:12]}"
                    file.write_bytes(content)
                    print(f"{target.name}: {file.relative_to(HOUSE)}\n{wrong}", flush=True)
    print(f"{count} mutants of {len(targets)} kinds with seed {told.seed}: {len(kinds)} ways to fail")
    if kinds:
        print("Mend each, and keep the file as tests/assets/fuzz/TARGET.NAME: tests/faults/test_fuzz.py tries it.")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
