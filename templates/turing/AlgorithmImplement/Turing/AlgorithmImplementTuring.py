"""Baseline of the BCI Turing test: narrow down by behaviour, look every 0.2 s, answer when sure."""

import numpy as np
from AlgorithmImplement.Interface.AlgorithmInterface import AlgorithmInterface
from AlgorithmImplement.Interface.Model.ReportModel import ReportModel
from AlgorithmImplement.Turing import flicker, imagery, model
from AlgorithmImplement.Turing.montage import CANDIDATES, FLICKER, FS, TRIGGER_ROW

BEFORE = imagery.WARM_UP
"""Samples kept from before a trial's trigger."""
FIRST_LOOK = 200
"""Samples after the trigger before the first look at a trial."""
SURE = 0.9
"""Probability at which a trial is answered before its time is up. Lower is quicker and riskier."""
REST_RATE = 0.1
"""How fast the power at rest follows the day: the share a new trial has in it."""


class AlgorithmImplementTuring(AlgorithmInterface):
    """Reads packets until the finish flag and reports once for every task trigger."""

    PARADIGMNAME = "Turing"

    def __init__(self):
        super().__init__()
        self._models = model.load()
        self._subject = None
        self._past = np.zeros((TRIGGER_ROW, 0))
        self._trial = None

    def run(self):
        """Read packet after packet; the server calls this once."""
        while True:
            packet = self.task.get_data()
            if packet.subject_id != self._subject:
                self._meet(packet.subject_id)
            if packet.start_pos == 0:
                self._start_block()
            self._take(np.asarray(packet.data))
            if packet.finish_flag:
                return

    def _meet(self, subject):
        """A new person: take their model, or anybody's if there is none."""
        self._subject = subject
        self._model = self._models.get(subject) or next(iter(self._models.values()))
        self._rest = self._model.imagery.rest.copy()

    def _start_block(self):
        self._past = np.zeros((TRIGGER_ROW, 0))
        self._trial = None

    def _take(self, data):
        samples, triggers = data[:TRIGGER_ROW], data[TRIGGER_ROW].astype(int)
        if self._trial is not None:
            answer = self._trial.look(samples)
            if answer is not None:
                report = ReportModel()
                report.result = answer
                self.task.report(report)
                self._trial = None
        joined = np.hstack([self._past, samples])
        for place in np.flatnonzero((triggers > 0) & (triggers < 128)):
            onset = self._past.shape[1] + place
            self._start_trial(triggers[place] >> 3, joined[:, :onset], joined[:, onset:])
        self._past = joined[:, -BEFORE:]

    def _start_trial(self, behaviour, before, after):
        """The packet with the trigger is too early to answer, but its samples belong to the trial."""
        missing = BEFORE - before.shape[1]
        if missing > 0:
            before = np.pad(before, ((0, 0), (missing, 0)), "edge" if before.shape[1] else "constant")
        self._trial = Trial(self._model, CANDIDATES.get(behaviour, tuple(range(1, 8))), before[:, -BEFORE:], after)
        self._rest += REST_RATE * (self._trial.at_rest - self._rest)
        self._trial.rest = self._rest


class Trial:
    """One trial as it goes on: its samples, and the probability of every candidate."""

    def __init__(self, person, candidates, before, after):
        self._person = person
        self._flickers = [task for task in candidates if task in FLICKER]
        self._quiets = [task for task in candidates if task not in FLICKER]
        self._parts = [before[:, -flicker.WARM_UP :], after]
        self._power = imagery.BandPower(person.imagery.patterns, before)
        self._length = after.shape[1]
        self._fed = 0
        self.at_rest = self._power.at_rest
        self.rest = self.at_rest

    def look(self, samples):
        """Take in a packet; the answer if it is time to give one, else None."""
        before = self._length
        self._parts.append(samples)
        self._length += samples.shape[1]
        looks = self._length // imagery.STEP
        if looks == before // imagery.STEP or looks * imagery.STEP < FIRST_LOOK:
            return None
        chances = self._chances(looks * imagery.STEP)
        best = max(chances, key=chances.get)
        done = chances[best] > SURE or looks * imagery.STEP >= imagery.LAST
        return best if done else None

    def _chances(self, length):
        """Probability of each candidate from the first `length` samples after the trigger."""
        samples = np.hstack(self._parts)[:, : flicker.WARM_UP + length]
        self._parts = [samples, np.hstack(self._parts)[:, flicker.WARM_UP + length :]]
        power = self._power.add(samples[:, flicker.WARM_UP + self._fed :]) - self.rest
        self._fed = length
        evidence = {}
        mean, deviation = self._person.quiet[min(length // imagery.STEP, len(self._person.quiet)) - 1]
        heights = {task: (s - mean) / deviation for task, s in flicker.scores(samples, self._flickers).items()}
        classes = dict(zip(imagery.CLASSES, self._person.imagery.evidence(power, length)))
        total = len(heights) + len(self._quiets)
        odds = flicker.log_odds(max(heights.values()), length / FS)
        evidence.update(_shared(heights, odds + np.log(len(heights) / total)))
        evidence.update(_shared({task: classes[task] for task in self._quiets}, np.log(len(self._quiets) / total)))
        return _probabilities(evidence)


def _shared(evidence, whole):
    """Log probabilities that keep their proportions and sum up to exp(whole)."""
    return {task: np.log(chance) + whole for task, chance in _probabilities(evidence).items()}


def _probabilities(evidence):
    values = np.array(list(evidence.values()))
    chances = np.exp(values - values.max())
    return dict(zip(evidence, np.maximum(chances / chances.sum(), 1e-12)))
