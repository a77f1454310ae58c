"""What every finding comes to on the server, and how grave that is."""

from __future__ import annotations

from typing import NamedTuple


class Meaning(NamedTuple):
    """How grave a finding is, and why."""

    level: str
    text: str


_NEVER_STARTS = "The submission does not start there: no score."
_STOPS = "The run ends there, and the score is void or that of the trials before."

MEANINGS = {
    # Seen by looking; `pack` refuses most of these.
    "no-entry": Meaning("error", _NEVER_STARTS),
    "part-missing": Meaning("error", _NEVER_STARTS),
    "config-missing": Meaning("error", _NEVER_STARTS),
    "config-unreadable": Meaning("error", _NEVER_STARTS),
    "config-key-missing": Meaning("error", _NEVER_STARTS),
    "config-value": Meaning("error", "The server starts the submission otherwise than the contest describes."),
    "layout-fixed": Meaning("error", "The upload cannot be made in this layout."),
    "linked-folder": Meaning("error", "An archive cannot hold the link, so what is behind it is not uploaded."),
    "syntax": Meaning("error", _NEVER_STARTS),
    "import-missing": Meaning("error", "The import fails there as it does in this environment."),
    "class-missing": Meaning("error", _NEVER_STARTS),
    "wrong-magic": Meaning("error", "Python refuses the file: bad magic number."),
    "absolute-path": Meaning("error", "The file is not there, and the call fails."),
    "shadows-standard-library": Meaning("error", "Libraries that import the standard module get the wrong one."),
    "shadowed-by-installed": Meaning("warning", "Whichever comes first on the server's path is imported."),
    "requirements-failed": Meaning("error", "The server cannot have these libraries on that Python either."),
    "other-python": Meaning("warning", "The server's Python was not tried: what only it refuses was not seen."),
    "import-not-packed": Meaning("error", "The module is not uploaded, and the import fails."),
    "file-not-packed": Meaning("warning", "The file is not uploaded; reading it fails."),
    "zip-too-large": Meaning("error", "The upload is refused for its size."),
    "documentation-missing": Meaning("error", "The ZIP must hold documentation (GAZE-21)."),
    "large-upload": Meaning("warning", "No limit is published; a large upload may be refused or time out."),
    "framework-file-changed": Meaning("info", "The server puts its own file in its place; your changes do nothing."),
    # Seen by trying.
    "outside-upload": Meaning("error", "Only the uploaded files are there, so it fails there as it did here."),
    "upload-differs": Meaning("error", "Only the uploaded files are there, so it answers otherwise there."),
    "framework-needed": Meaning("error", "The server puts its own files in their place; it needs yours."),
    "run-fails": Meaning("error", _STOPS),
    "fails-on-short-packet": Meaning("error", f"A block's last packet may have any length (C2). {_STOPS}"),
    "fails-on-empty-packet": Meaning("error", f"The engine of 2022 ends a block so. {_STOPS}"),
    "fails-on-reading": Meaning("error", f"A public engine does this where the document is silent. {_STOPS}"),
    "fails-on-other-order": Meaning("error", f"Subjects come in any order (C9). {_STOPS}"),
    "fails-on-one-block": Meaning("error", f"A test set may be as short as that. {_STOPS}"),
    "fails-on-zeros": Meaning("error", f"Flat data occurs: a lost electrode, the pause between trials. {_STOPS}"),
    "fails-without-calibration": Meaning("error", "The final has no calibration frames (GAZE-13): no answers there."),
    "fails-on-second-run": Meaning("error", "A server that starts it again in the same process gets no answers."),
    "stopped-early": Meaning("error", "What was not read counts as missing."),
    "read-after-finish": Meaning("error", "The engine raises there, and the run may count as failed (C8)."),
    "invalid-report": Meaning("error", "Such an answer is wrong, whatever was meant."),
    "invalid-prediction": Meaning("error", "One such frame leaves the whole set without PE (GAZE-12)."),
    "invalid-return": Meaning("error", "Such a second scores 0 (EMO-6)."),
    "late-by-computing": Meaning("error", "Computing counts there as well: a late answer is wrong (SSVEP-15)."),
    "report-too-large": Meaning("error", "Such an answer is wrong, whatever was meant."),
    "un-awaited": Meaning("error", "What is not awaited never happens (META-5)."),
    "task-exception": Meaning("error", "The task is dead for the rest of the run."),
    "report-before-data": Meaning("warning", "Such a report counts for nothing."),
    "slow-judgement": Meaning("warning", "In the final such a judgement scores 0 (EMO-12)."),
    "second-report": Meaning("warning", "One report a trial is due; a further one is ignored or a violation."),
    "order-matters": Meaning("warning", "Subjects come in any order there (C9): the score is another each time."),
    "state-left-over": Meaning("warning", "A server that starts it again in the same process gets other answers."),
    "not-deterministic": Meaning("warning", "The score there is another than here, and another each time."),
    "reading-matters": Meaning("warning", "If the server counts as the public engine does, these answers are lost."),
    "no-reports": Meaning("info", "Nothing by itself; but the tries show only that it runs, not what it answers."),
}
"""Every code of `bcisub check`."""
