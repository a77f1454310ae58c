"""Recordings: reading, checking and writing them; sample sets and their generators."""
