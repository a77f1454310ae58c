"""A packet of the stream."""


class DataModel:
    """40 ms of EEG, or less at the end of a block."""

    def __init__(self):
        self.data = None
        """65 rows: 64 channels in µV and the trigger, of which only 242 (block start) and 243 (block end) show."""
        self.startPosition = None
        """Place of the packet's first sample in its block; 0 means a new block."""
        self.personID = None
        """Number of the person."""
        self.finishedFlag = False
        """True on the last packet of all."""
