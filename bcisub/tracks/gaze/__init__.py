"""Near-eye gaze estimation: all of the track."""
