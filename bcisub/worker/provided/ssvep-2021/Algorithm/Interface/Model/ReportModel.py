"""One answer, with the names of 2021."""

from typing import Any


class ReportModel:
    """`resultType` is the target the person looks at, 1 to 40."""

    def __init__(self) -> None:
        self.resultType: Any = None
