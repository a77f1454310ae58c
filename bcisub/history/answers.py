"""The answers of a run over a set without truth, as a table in its run folder."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from bcisub.model.result import Result
from bcisub.model.whole_files import write_whole

ANSWERS_FILE = "answers.csv"
COLUMNS = ("subject", "block", "trial", "onset", "answer", "seconds")


def write_answers(folder: Path, result: Result) -> Path:
    """One row a trial; the answer is empty where there was none."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for trial in result.trials:
        answer = "" if trial.result is None else trial.result
        seconds = "" if trial.seconds is None else round(trial.seconds, 6)
        rows.writerow((trial.subject, trial.block, trial.trial, trial.onset, answer, seconds))
    write_whole(folder / ANSWERS_FILE, text.getvalue().encode("utf-8"))
    return folder / ANSWERS_FILE
