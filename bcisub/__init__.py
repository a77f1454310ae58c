"""Submission builder and local evaluator for the World Robot Contest's BCI tracks."""

__version__ = "0.1.0"
