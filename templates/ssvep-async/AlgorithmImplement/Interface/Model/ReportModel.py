"""An answer."""


class ReportModel:
    """The target the person looks at."""

    def __init__(self):
        self.resultType = None
        """The label, an integer from 1 to 40."""
