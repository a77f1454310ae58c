"""Submission builder and local evaluator for the World Robot Contest's BCI tracks."""

from bcisub.model.version import __version__

__all__ = ["__version__"]
