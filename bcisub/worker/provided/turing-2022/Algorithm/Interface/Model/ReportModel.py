"""One answer."""

from typing import Any


class ReportModel:
    """`result` is the task the person performed, 1 to 7."""

    def __init__(self) -> None:
        self.result: Any = None
