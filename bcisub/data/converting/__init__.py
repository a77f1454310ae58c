"""Recordings of any shape into a track's official one. For `bcisub data convert` and the importers."""
