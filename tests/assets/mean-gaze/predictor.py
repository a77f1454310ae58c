"""Answers the mean of a group's calibration targets, whatever the eyes do: what a gaze baseline has to beat."""


class Predictor:
    """Looks at no picture."""

    def calibrate(self, subject, group, frames):
        """Keep the mean target."""
        count = len(frames)
        self.mean = sum(frame["x"] for frame in frames) / count, sum(frame["y"] for frame in frames) / count

    def predict(self, subject, group, left, right):
        """The mean target."""
        return self.mean
