"""Nine emotions: all of the track."""
