"""Reads every packet and says nothing; with BCISUB_BENCH_PACKETS it times getData against a bare copy."""

import json
import os
import time

import numpy as np

CHUNK = 5000
"""Packets timed in one go; the two measurements take turns, so that a busy machine slows both."""


class AlgorithmImplementSSVEP:
    """The benchmarks' submission."""

    def run(self):
        """Read to the end."""
        get_data = self._problemInterface.getData
        if "BCISUB_BENCH_PACKETS" in os.environ:
            self._compare(get_data, int(os.environ["BCISUB_BENCH_PACKETS"]))
        while not get_data().finishedFlag:
            pass

    def _compare(self, get_data, available):
        # As large as the stream's block: the copy must come from memory, not from the processor's cache.
        packets = np.tile(get_data().data, (4 * CHUNK, 1, 1))
        # The time of this process alone, so that others do not count; what the stream does in between does.
        now = time.process_time
        ours = bare = 0.0
        rounds = available // CHUNK - 1
        for number in range(rounds):
            begin = number % 4 * CHUNK
            entered = now()
            for _ in range(CHUNK):
                get_data()
            between = now()
            for k in range(begin, begin + CHUNK):
                packets[k].copy()
            bare += now() - between
            ours += between - entered
        timed = rounds * CHUNK
        print(json.dumps({"getData_us": ours / timed * 1e6, "copy_us": bare / timed * 1e6}))
