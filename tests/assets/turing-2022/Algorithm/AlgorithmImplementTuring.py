import json
import os

from Algorithm.Interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.Interface.Model.ReportModel import ReportModel
from Algorithm.windows import Window


class AlgorithmImplementTuring(AlgorithmInterface):
    """A miniature of the uploads of 2022: helper modules, a model keyed by subject, no interface of its own."""

    PARADIGMNAME = "Turing"

    def __init__(self):
        super().__init__()
        with open(os.path.join(os.path.dirname(__file__), "models", "answers.json")) as file:
            self.answers = json.load(file)

    def run(self):
        window = Window(length=100)
        end_flag = False
        while not end_flag:
            data_model = self.task.get_data()
            behaviour = window.push(data_model.data[-1])
            if behaviour is not None:
                report_model = ReportModel()
                report_model.result = self.answers[str(data_model.subject_id)][str(behaviour)]
                self.task.report(report_model)
            end_flag = data_model.finish_flag
