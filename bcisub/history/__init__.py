"""Runs that were made: their folders, event logs, truth and answers."""
