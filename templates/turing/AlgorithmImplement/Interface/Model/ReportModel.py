"""One answer; the server brings its own copy of this file."""


class ReportModel:
    """`result` is the task the person performed, 1 to 7."""

    def __init__(self):
        self.result = None
