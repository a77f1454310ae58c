"""One packet of the on-site kit of 2022."""

from typing import Any


class DataModel:
    """Rows of samples, the trigger last, and where they stand."""

    def __init__(self) -> None:
        self.data: Any = None
        self.start_pos: Any = None
        self.finish_flag: Any = None
