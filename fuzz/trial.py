"""One damaged file, read as a command would."""

from __future__ import annotations

import faulthandler
import shutil
import tempfile
import time
import traceback
from pathlib import Path

import psutil

from bcisub.model.errors import BcisubError
from fuzz.targets import Target

SECONDS, MEGABYTES = 20.0, 700.0
"""What one small file may take."""


def tried(target: Target, whole: Path, content: bytes) -> str | None:
    """What is wrong with how the target takes a file of this content, or None."""
    with tempfile.TemporaryDirectory(prefix="bcisub-fuzz-") as name:
        folder = Path(name).resolve()
        shutil.copytree(whole, folder, dirs_exist_ok=True)
        (folder / target.file).write_bytes(content)
        before, began = psutil.Process().memory_info().rss, time.monotonic()
        faulthandler.dump_traceback_later(6 * SECONDS, exit=True)
        try:
            target.use(folder)
        except BcisubError:
            pass
        except Exception:
            return traceback.format_exc()
        finally:
            faulthandler.cancel_dump_traceback_later()
        seconds, memory = time.monotonic() - began, (psutil.Process().memory_info().rss - before) / 1e6
        if seconds > SECONDS or memory > MEGABYTES:
            return f"it took {seconds:.1f} s and {memory:.0f} MB\n"
    return None
