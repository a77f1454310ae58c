"""Reads every packet and says nothing; with BCISUB_BENCH=packets it times getData against a bare copy."""

import json
import os
import time

import numpy as np

CHUNK = 500
"""Packets timed in one go; the two measurements take turns, so that a busy machine slows both."""


class AlgorithmImplementSSVEP:
    """The benchmarks' submission."""

    def run(self):
        """Read to the end."""
        if os.environ.get("BCISUB_BENCH") == "packets":
            self._compare()
        get_data = self._problemInterface.getData
        while not get_data().finishedFlag:
            pass

    def _compare(self):
        get_data = self._problemInterface.getData
        first = get_data().data
        # As large as the stream's block: the copy must come from memory, not from the processor's cache.
        packets = np.tile(first, (20000, 1, 1))
        ours, bare = [], []
        for begin in range(0, len(packets) - 2 * CHUNK, CHUNK):
            entered = time.perf_counter()
            for _ in range(CHUNK):
                get_data()
            between = time.perf_counter()
            for k in range(begin, begin + CHUNK):
                packets[k].copy()
            ours.append((between - entered) / CHUNK)
            bare.append((time.perf_counter() - between) / CHUNK)
        print(json.dumps({"getData_us": float(np.median(ours)) * 1e6, "copy_us": float(np.median(bare)) * 1e6}))
