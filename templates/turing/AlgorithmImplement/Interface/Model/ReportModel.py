"""One answer."""


class ReportModel:
    """`result` is the task the person performed, 1 to 7."""

    def __init__(self):
        self.result = None
