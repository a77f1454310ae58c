"""Formats that foreign native code parses are read in a process of their own: what kills it is one damaged file."""
