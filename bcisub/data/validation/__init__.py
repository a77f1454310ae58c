"""Checks of recordings: what would spoil a score, or make one impossible. For `bcisub data check`."""
