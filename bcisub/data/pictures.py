"""Decoding near-eye pictures on the host, some frames ahead of the algorithm."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from bcisub.model.errors import BcisubError
from bcisub.model.frames import Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pair = NDArray[np.uint8]

WIDTH, HEIGHT = 640, 400
"""Size of a picture (GAZE-1)."""
FORMATS = ("PNG", "JPEG", "BMP")


def read_picture(path: Path) -> Pair:
    """A picture as grey values, 400 × 640."""
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path, formats=FORMATS) as image:
            if image.size != (WIDTH, HEIGHT):
                raise BcisubError(
                    f"The picture is {image.size[0]}×{image.size[1]}, not {WIDTH}×{HEIGHT} (GAZE-1).",
                    where=path,
                    code="picture-size",
                )
            return np.asarray(image.convert("L"))
    except FileNotFoundError:
        raise BcisubError(
            "The picture does not exist.",
            where=path,
            hint="Paths in the index are relative to it.",
            code="picture-missing",
        ) from None
    except UnidentifiedImageError:
        raise BcisubError("The file is no PNG, JPEG or BMP picture.", where=path, code="picture-broken") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BcisubError(f"The picture is broken: {error}.", where=path, code="picture-broken") from None


def read_pair(folder: Path, frame: Frame) -> Pair:
    """Both pictures of a frame, 2 × 400 × 640, left first."""
    import numpy as np

    return np.stack([read_picture(folder / frame.left), read_picture(folder / frame.right)])


def decoded(folder: Path, frames: Iterable[Frame], ahead: int = 16) -> Generator[tuple[Frame, Pair], None, None]:
    """Frames with their pictures, in order; at most `ahead` pairs are held, however many frames there are."""
    threads = min(4, os.cpu_count() or 1)
    waiting: deque[tuple[Frame, Future[Pair]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="decode")
    try:
        for frame in frames:
            waiting.append((frame, pool.submit(read_pair, folder, frame)))
            if len(waiting) >= ahead:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
