"""Real or generated EEG, and whose: all of the track."""
