"""The result of a run: its model, its folder on disk, its tables."""
