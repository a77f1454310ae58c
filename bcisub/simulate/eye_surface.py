"""What surrounds and covers an eye: skin, lashes, the iris's fibres, the reflections in glasses; drawn once each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

Picture = NDArray[Any]
"""Grey values, 0 to 255, as float32."""

WIDTH, HEIGHT = 640, 400
"""Size of a picture (GAZE-1)."""
LASH_ABOVE, _LASH_BELOW = 90, 50
"""Rows of a picture of lashes above and below the lid's edge."""
LIGHTS = 6
"""Infrared lights around each eye."""


def skin(rng: np.random.Generator, grey: float, outer: float) -> Picture:
    """Skin: pores, blotches, and the falling off of the light towards the edges and the nose."""
    columns = (np.arange(WIDTH) - WIDTH / 2) / (WIDTH / 2)
    rows = ((np.arange(HEIGHT) - HEIGHT / 2) / (HEIGHT / 2))[:, None]
    nose = -columns * outer
    light = 1.0 - 0.22 * columns**2 - 0.12 * rows**2 - 0.10 * nose + 0.06 * rows
    for size, depth in (((1.0, 1.4), 0.02), ((3.0, 7.0), 0.014), ((30.0, 60.0), 0.045)):
        blotches = ndimage.gaussian_filter(rng.standard_normal((HEIGHT, WIDTH)).astype(np.float32), size)
        light = light + depth * blotches / blotches.std()
    return np.asarray(grey * light, dtype=np.float32)


def lashes(rng: np.random.Generator, count: int, length: tuple[float, float], down: float) -> Picture:
    """Darkness of the lashes, one row per pixel of distance from the lid's edge, which is row `LASH_ABOVE`."""
    mask = np.zeros((LASH_ABOVE + _LASH_BELOW, WIDTH), dtype=np.float32)
    steps = np.linspace(0, 1, 60)
    for root in rng.uniform(110, WIDTH - 110, count):
        reach = rng.uniform(*length)
        lean = (root - WIDTH / 2) / (WIDTH / 2) * 1.0 + rng.normal(0, 0.12)
        curl = rng.normal(0.6, 0.15) * lean
        columns = root + reach * (lean * steps + curl * steps**2)
        rows = LASH_ABOVE + down * reach * (steps - 0.25 * steps**2) - 2 * down
        inside = (columns >= 0) & (columns < WIDTH) & (rows >= 0) & (rows < len(mask) - 1)
        np.maximum.at(mask, (rows[inside].astype(int), columns[inside].astype(int)), (1.3 - steps[inside]))
    soft = ndimage.gaussian_filter(mask, 0.9) * 2.2
    soft[[0, -1]] = 0
    limited: Picture = np.clip(soft, 0, 1).astype(np.float32)
    return limited


def iris_texture(rng: np.random.Generator) -> Picture:
    """Fibres of the iris, pupil to rim down the rows, once around along the columns."""
    fine = ndimage.gaussian_filter(rng.standard_normal((48, 512)), (7, 1.5), mode=("nearest", "wrap"))
    coarse = ndimage.gaussian_filter(rng.standard_normal((48, 512)), (5, 9), mode=("nearest", "wrap"))
    texture = fine / fine.std() + coarse / coarse.std()
    return np.asarray(0.35 * texture, dtype=np.float32)


def glasses_glare(rng: np.random.Generator) -> Picture:
    """Reflections in a pair of glasses: smeared images of some of the lights and a faint veil."""
    glare = np.zeros((HEIGHT, WIDTH), dtype=np.float32)
    columns, rows = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    middle, ring = rng.uniform((200, 120), (440, 280)), rng.uniform((120, 80), (240, 150))
    for turn in np.arange(LIGHTS) * 2 * np.pi / LIGHTS + rng.uniform(0, 1):
        column, row = middle + ring * (np.cos(turn), np.sin(turn)) + rng.normal(0, 6, 2)
        long, short, strength = rng.uniform(7, 15), rng.uniform(4, 7), rng.choice([0, rng.uniform(60, 220)])
        along = (columns - column) * np.cos(turn) + (rows - row) * np.sin(turn)
        across = (rows - row) * np.cos(turn) - (columns - column) * np.sin(turn)
        glare += (strength * np.clip(1.8 - np.hypot(along / long, across / short), 0, 1)).astype(np.float32)
    veil = ndimage.gaussian_filter(rng.standard_normal((HEIGHT // 8, WIDTH // 8)), 8)
    veil = ndimage.zoom(veil / np.abs(veil).max(), 8, order=1)
    glare += 12 * (1 + veil).astype(np.float32)
    return glare
