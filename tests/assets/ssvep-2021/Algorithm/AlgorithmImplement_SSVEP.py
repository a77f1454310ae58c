from Algorithm.Interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.Interface.Model.ReportModel import ReportModel
from Algorithm.plan import answer_at


class AlgorithmImplement_SSVEP(AlgorithmInterface):
    """A miniature with the names of 2021: it answers by the clock and reads no EEG."""

    def __init__(self):
        super().__init__()
        self.PROBLEMNAME = "SSVEP"

    def run(self):
        finished = False
        while not finished:
            dataModel = self._problemInterface.getData()
            answer = answer_at(dataModel.personID, dataModel.startPosition)
            if answer is not None:
                reportModel = ReportModel()
                reportModel.resultType = answer
                self._problemInterface.report(reportModel)
            finished = dataModel.finishedFlag
