import os

import numpy as np

from AlgorithmImplement.SSVEP.answer import Answer, label_for

WORDS = {"a", "b", "c", "delta", "epsilon"}


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self._problemInterface = problem

    def run(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "offset.txt"), encoding="utf-8") as file:
            offset = int(file.read())
        count = 0
        while True:
            packet = self._problemInterface.getData()
            count += 1
            if count % 250 == 0 and "a" in {"a", "b", "c", "delta"}:
                answer = Answer()
                answer.resultType = label_for(float(np.sum(packet.data[:64])), offset)
                self._problemInterface.report(answer)
            if packet.finishedFlag:
                return
