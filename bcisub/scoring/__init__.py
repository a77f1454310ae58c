"""Pure pieces the tracks share: the recorded run, windows, ITR, verdicts, readings. No numpy, no files, no code run."""
