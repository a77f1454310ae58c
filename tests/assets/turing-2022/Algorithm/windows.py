class Window:
    """Waits for a number of samples after a task trigger, then gives its behaviour."""

    def __init__(self, length):
        self.length = length
        self.behaviour = None
        self.seen = 0

    def push(self, triggers):
        if self.behaviour is not None:
            self.seen += len(triggers)
            if self.seen >= self.length:
                behaviour, self.behaviour = self.behaviour, None
                return behaviour
        for trigger in triggers:
            if 0 < trigger < 128:
                self.behaviour, self.seen = int(trigger) >> 3, 0
        return None
