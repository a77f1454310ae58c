"""A class of the submission's own, of which every packet must be an instance without costing more."""


class DataModel:
    """One packet."""

    def __init__(self):
        self.data = None
        self.startPosition = None
        self.personID = None
        self.finishedFlag = None
