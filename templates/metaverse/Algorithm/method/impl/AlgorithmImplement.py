"""Real or generated, and whose? Collect the trial, decide once at three seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from Algorithm.method.impl.TrialModel import TrialModel
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject

TRIAL_START, TRIAL_END = 240, 241
FLOOR = 750
"""Three seconds: an earlier answer counts as three seconds anyway, so all the data up to there is free."""


class AlgorithmImplement(AlgorithmInterface):
    """The class named in `AlgorithmConfig.yml`; the server builds it without arguments."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._model = TrialModel.load(Path(__file__).resolve().parent / "model.npz")

    async def run(self) -> None:
        """Read packets until the finish flag; one report a trial."""
        source = self._proxy.get_source("eeg_1")
        trial: list[np.ndarray] | None = None
        while not self._end_flag:
            packet = await source.get_data()
            if packet.finish_flag:
                break
            data = np.asarray(packet.data)
            trigger = data[-1]
            if trial is not None:
                trial.append(data[:-1])
                seen = sum(part.shape[1] for part in trial)
                ends = np.flatnonzero(trigger == TRIAL_END)
                # The next packet would be past three seconds, or past the trial: now is the time.
                if len(ends) or seen + data.shape[1] > FLOOR:
                    window = np.hstack(trial)
                    if len(ends):
                        window = window[:, : seen - data.shape[1] + ends[0] + 1]
                    real, subject = self._model.decide(window)
                    await self._proxy.report(AlgorithmResultObject(result=f"{int(real)}{subject:05b}"))
                    trial = None
            starts = np.flatnonzero(trigger == TRIAL_START)
            if len(starts):
                # The packet with the start still belongs to the trial before: keep its tail, report from the next on.
                trial = [data[:-1, starts[-1] :]]
