"""The errors meant for the user: what happened, where, and what to do. One handler in `cli.app` renders them."""

from __future__ import annotations


class BcisubError(Exception):
    """Wrong usage or unreadable input; ends the command with exit code 2."""

    exit_code = 2

    def __init__(self, what: str, *, where: object = None, hint: str | None = None, code: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        """One sentence: what is wrong."""
        self.where = None if where is None else str(where)
        """File, folder, line or place in the data."""
        self.hint = hint
        """What to do about it."""
        self.code = code
        """Stable name of the fault, where it has one."""


class SubmissionError(BcisubError):
    """The submission itself failed or was refused; ends the command with exit code 1."""

    exit_code = 1


class StoppedError(BcisubError):
    """The user pressed Ctrl-C: nobody is to blame; ends the command with exit code 130."""

    exit_code = 130


class BcisubWarning(UserWarning):
    """One sentence for the user about something that was put right; the command goes on."""
