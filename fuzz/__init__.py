"""Files that no one would write, for everything bcisub reads: `make fuzz`."""
