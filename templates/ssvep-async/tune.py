"""Try thresholds on a data set without replaying it for each: `python tune.py FOLDER [--plain] [--sweep]`.

FOLDER holds `<subject>/<block>.pkl`. The evidence of every look is computed once; the gate is then replayed over it.
A quick guide, not the judge: that is `bcisub eval`. Only open recordings you trust: this script unpickles them.
"""

import argparse
import itertools
import pickle
from pathlib import Path

import numpy as np
from AlgorithmImplement.SSVEP.Detector import Detector
from AlgorithmImplement.SSVEP.IdleGate import IdleGate
from AlgorithmImplement.SSVEP.Settings import FS, FilterBankSettings, PlainSettings

PACKET = 10
LIMIT = 0.07
"""False alarms a sweep may cost; the contest's limit is 0.1, a margin is wise."""


class Recorder:
    """Stands in the gate's place, keeps the evidence and stays silent."""

    def __init__(self, settings):
        self.looks = []

    def push(self, evidence, now):
        """Keep one look."""
        self.looks.append((evidence, now))


def looksOf(path, settings):
    """The evidence of one block, its trigger row and whose it is."""
    with path.open("rb") as file:
        data = pickle.load(file)["data"]
    recorders = []

    def makeGate(chosen):
        recorders.append(Recorder(chosen))
        return recorders[-1]

    Detector(settings, makeGate).push(data)
    return recorders[-1].looks, data[-1], path.parent


def reportsOf(looks, settings):
    """What the gate says over recorded looks: pairs of sample and label, as seen from packets of 40 ms."""
    gate = IdleGate(settings)
    reports = []
    for evidence, now in looks:
        label = gate.push(evidence, now)
        if label is not None:
            reports.append((-(-now * settings.step // PACKET) * PACKET, label))
    return reports


def score(reports, triggers):
    """ITR in bits/min, false alarms and idle trials of one block."""
    onsets = np.flatnonzero((triggers >= 1) & (triggers <= 141))
    ends = np.append(np.minimum((onsets // PACKET + 1) * PACKET, len(triggers)), len(triggers))
    seconds, correct, alarms, idle = [], 0, 0, 0
    for onset, begin, end in zip(onsets, ends, ends[1:]):
        truth = int(triggers[onset])
        inside = [(at, label) for at, label in reports if begin < at <= end]
        if truth > 40:
            idle += 1
            alarms += bool(inside)
        elif not inside:
            seconds.append(5.0)
        else:
            seconds.append((inside[0][0] - onset) / FS)
            correct += seconds[-1] <= 5.0 and inside[0][1] == truth
    return itr(correct / max(len(seconds), 1), float(np.mean(seconds or [5.0]))), alarms, idle


def itr(accuracy, seconds, targets=40):
    """Information transfer rate in bits/min."""
    if accuracy <= 1 / targets:
        return 0.0
    bits = np.log2(targets) + accuracy * np.log2(accuracy)
    if accuracy < 1:
        bits += (1 - accuracy) * np.log2((1 - accuracy) / (targets - 1))
    return bits * 60 / seconds


def measure(blocks, settings):
    """Mean ITR over blocks and mean FPR over subjects, as the contest takes them by default."""
    rates, counts = [], {}
    for looks, triggers, subject in blocks:
        rate, *count = score(reportsOf(looks, settings), triggers)
        rates.append(rate)
        counts.setdefault(subject, []).append(count)
    shares = [alarms / max(idle, 1) for alarms, idle in (np.sum(count, axis=0) for count in counts.values())]
    return float(np.mean(rates)), float(np.mean(shares))


def main():
    """Measure the settings as they are, or the best of a grid."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--plain", action="store_true", help="the yardstick: plain CCA, one fixed window")
    parser.add_argument("--sweep", action="store_true", help="search thresholds instead of taking Settings.py's")
    chosen = parser.parse_args()
    base = PlainSettings if chosen.plain else FilterBankSettings
    paths = [path for folder in chosen.folders for path in sorted(folder.glob("*/*.pkl"))]
    if not paths:
        parser.error("no <subject>/<block>.pkl in " + ", ".join(map(str, chosen.folders)))
    blocks = [looksOf(path, base) for path in paths]
    rate, falseAlarms = measure(blocks, base)
    print(f"as set: ITR {rate:.1f} bits/min, FPR {falseAlarms:.3f}")
    if not chosen.sweep:
        return
    margins = (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2) if chosen.plain else (0.6, 1.0, 1.4)
    heights = (0.0, 0.4, 0.5, 0.6, 0.7) if chosen.plain else (3.5, 3.8, 4.1, 4.4, 4.7)
    tried = []
    for height, margin, agreeing in itertools.product(heights, margins, (1, 2, 3)):
        settings = type("Tried", (base,), {"height": height, "margin": margin, "agreeing": agreeing})
        tried.append((*measure(blocks, settings), height, margin, agreeing))
    for row in sorted((row for row in tried if row[1] <= LIMIT), reverse=True)[:5]:
        print("ITR {:.1f} FPR {:.3f}  height {} margin {} agreeing {}".format(*row))


if __name__ == "__main__":
    main()
