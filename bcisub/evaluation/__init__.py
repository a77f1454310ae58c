"""From a request to a result: open, run, score."""
