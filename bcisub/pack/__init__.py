"""From a project to a bundle the server can run: compile, lay out, archive, prove."""
