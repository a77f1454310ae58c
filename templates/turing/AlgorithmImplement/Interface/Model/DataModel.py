"""One packet."""


class DataModel:
    """65 rows of samples, the trigger last, and where they stand."""

    def __init__(self):
        self.data = None
        self.start_pos = None
        self.subject_id = None
        self.finish_flag = None
