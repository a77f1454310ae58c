"""Asynchronous SSVEP: all of the track."""
