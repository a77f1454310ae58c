"""What everything speaks of: tracks, recordings, runs, verdicts, results, errors; and how files are written."""
