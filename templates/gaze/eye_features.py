"""Finding the pupil and the mirror images of the lights (glints) in a near-eye picture."""

import numpy as np
from scipy import ndimage

MIDDLE = np.array([320.0, 200.0])
SCALE = 100.0
"""Pixels are centred and scaled so that features are of the size of 1."""


def find_pupil(image):
    """Middle (column, row) of the pupil, or None: the dark patch that is most like a filled disc."""
    small = image.reshape(200, 2, 320, 2).mean(axis=(1, 3))
    dark = small < np.percentile(small, 0.5) + 28
    dark = ndimage.binary_closing(dark, iterations=3)
    labels, _ = ndimage.label(ndimage.binary_opening(dark, iterations=2))
    best, best_score = None, 0.35
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        height, width = box[0].stop - box[0].start, box[1].stop - box[1].start
        if not (10 < width < 90 and 6 < height < 90):
            continue
        # Glints at the pupil's rim bite pieces out of it: its hull counts, not its pixels.
        patch = ndimage.binary_fill_holes(labels[box] == number)
        # A disc fills 0.785 of its box; lashes and the edge of a shadow much less. Long shapes are lids.
        filling = min(1.0, patch.mean() / 0.785)
        score = filling * min(1.0, height / width) * min(1.0, width * height / 400.0)
        if score > best_score:
            rows, columns = np.nonzero(patch)
            middle = np.array([columns.mean() + box[1].start, rows.mean() + box[0].start])
            best, best_score = 2 * middle + 1.0, score
    return best


def find_spots(image, pupil):
    """Middles of the small bright spots around the pupil, one row each; reflections in glasses are larger."""
    left, top = max(int(pupil[0]) - 120, 0), max(int(pupil[1]) - 100, 0)
    window = image[top : int(pupil[1]) + 150, left : int(pupil[0]) + 120]
    window = window.astype(np.float32)
    labels, count = ndimage.label(window - ndimage.uniform_filter(window, 25) > 65)
    if count == 0:
        return np.zeros((0, 2))
    numbers = np.arange(1, count + 1)
    sizes = ndimage.sum_labels(np.ones_like(labels), labels, numbers)
    middles = np.array(ndimage.center_of_mass(np.ones_like(labels), labels, numbers))
    keep = (sizes >= 12) & (sizes <= 150)
    return middles[keep][:, ::-1] + (left + 0.5, top + 0.5)


def place_ring(spots, ring, pupil, reach=11.0):
    """Where the ring of glints is, from the spots that fit it best; None with fewer than two.

    Lids hide some glints and glasses add spots of their own, so every pairing of a spot and a light is tried.
    """
    best, best_count, best_miss = None, 1, 0.0
    for spot in spots:
        for light in ring:
            if np.hypot(*(spot - light - pupil)) > 90:  # Farther apart pupil and cornea are never seen.
                continue
            apart = spots[None, :, :] - (ring[:, None, :] + spot - light)
            distance = np.hypot(apart[..., 0], apart[..., 1])
            nearest = distance.argmin(axis=1)
            fits = distance[np.arange(len(ring)), nearest] < reach
            count = int(fits.sum())
            miss = float(distance[np.arange(len(ring)), nearest][fits].mean())
            if count > best_count or (count == best_count and best is not None and miss < best_miss):
                best = np.mean(spots[nearest[fits]] - ring[fits], axis=0)
                best_count, best_miss = count, miss
    return best


def look(image, ring):
    """Pupil and ring of glints of one eye as a row of four numbers, nan where not found; None without a pupil."""
    pupil = find_pupil(image)
    if pupil is None:
        return None
    spots = find_spots(image, pupil)
    centre = place_ring(spots, ring, pupil) if len(spots) else None
    found = np.full(4, np.nan)
    found[:2] = (pupil - MIDDLE) / SCALE
    if centre is not None:
        found[2:] = (centre - MIDDLE) / SCALE
    return found


def terms(found):
    """The polynomial's terms: pupil against glints, which a slip of the headset hardly moves, and where they are."""
    if np.isnan(found[2]):
        u, v = found[:2]
        return "pupil", np.array([1, u, v, u * u, u * v, v * v])
    u, v = found[:2] - found[2:]
    a, b = found[2:]
    return "glints", np.array([1, u, v, u * u, u * v, v * v, u * u * u, v * v * v, a, b, u * a, v * b])
