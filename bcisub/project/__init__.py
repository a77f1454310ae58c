"""A team's project: its file, its start configuration, its uploaded files, its bundle."""
