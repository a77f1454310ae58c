"""The submission. The framework imports this class, hands it the problem and calls `run`."""

from AlgorithmImplement.Interface.AlgorithmInterface import AlgorithmInterface
from AlgorithmImplement.Interface.Model.ReportModel import ReportModel
from AlgorithmImplement.SSVEP.Detector import Detector


class AlgorithmImplementSSVEP(AlgorithmInterface):
    """Reads packets, reports the target a person looks at, keeps silent when nothing flickers."""

    def __init__(self):
        super().__init__()
        self._detector = Detector()

    def run(self):
        """Listen until the last packet of the last block."""
        person = None
        finished = False
        while not finished:
            packet = self._problemInterface.getData()
            # An engine may end a block with a packet of no samples; only a packet with samples begins a new one.
            if packet.data.shape[1] and (packet.startPosition == 0 or packet.personID != person):
                self._detector.reset()
                person = packet.personID
            label = self._detector.push(packet.data)
            if label is not None:
                report = ReportModel()
                report.resultType = label
                self._problemInterface.report(report)
            finished = packet.finishedFlag
