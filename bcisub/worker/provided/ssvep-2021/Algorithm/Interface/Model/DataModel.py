"""One packet, with the names of 2021."""

from typing import Any


class DataModel:
    """65 rows of samples, the trigger last, and where they stand."""

    def __init__(self) -> None:
        self.data: Any = None
        self.startPosition: Any = None
        self.personID: Any = None
        self.finishedFlag: Any = None
