"""One packet."""

from typing import Any


class DataModel:
    """65 rows of samples, the trigger last, and where they stand."""

    def __init__(self) -> None:
        self.data: Any = None
        self.start_pos: Any = None
        self.subject_id: Any = None
        self.finish_flag: Any = None
