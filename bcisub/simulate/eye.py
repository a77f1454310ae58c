"""A near-eye infrared camera's picture of one eye.

The headset is the frame of reference: x to the wearer's right, y up, z ahead, in millimetres. An eye is a sphere
that turns; every pixel's ray is met with it once per wearing, so that a frame costs one scalar product per pixel:
the cosine between the surface there and the eye's axis says pupil, iris or sclera. Lids, lashes and glints follow
from the same geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from bcisub.simulate.eye_person import Eye, Look, Wearing
from bcisub.simulate.eye_surface import (
    HEIGHT,
    LASH_ABOVE,
    LIGHTS,
    WIDTH,
    Picture,
    glasses_glare,
    iris_texture,
    lashes,
    skin,
)

Array = NDArray[Any]
LEVEL = 4
"""Step of the stored grey values: keeps the files small, and hides the last bits in which processors differ."""

_FOCAL = 470.0
_EYEBALL = 12.0
_CORNEA, _CORNEA_AHEAD = 7.8, 4.8
_IRIS = 5.9


@dataclass(frozen=True)
class _Lids:
    upper: Picture
    """Row of the upper lid's edge in every column."""
    lower: Picture
    weight: Picture
    """How much of a lid there is in every column: none far beyond the corners."""


class EyeCamera:
    """Pictures of one eye in one wearing; what does not change from frame to frame is computed once."""

    def __init__(self, eye: Eye, wearing: Wearing, rng: np.random.Generator) -> None:
        self._eye, self._wearing = eye, wearing
        self._centre = np.array(wearing.centre)
        self._place = np.array(wearing.camera)
        self._right, self._up, self._ahead = _camera_axes(self._place, np.array(wearing.aim))
        roll = np.deg2rad(wearing.roll)
        self._head_x = np.array([np.cos(roll), np.sin(roll), 0.0])
        self._head_y = np.array([-np.sin(roll), np.cos(roll), 0.0])
        self._normals, self._hit = self._meet_rays()
        self._sclera = self._light_sclera(rng)
        self._skin = skin(rng, eye.skin, eye.outer)
        self._iris = iris_texture(rng)
        self._upper_lashes = lashes(rng, eye.lashes, (22.0, 52.0), -1.0)
        self._lower_lashes = lashes(rng, eye.lashes // 2, (8.0, 18.0), 1.0)
        self._glare = glasses_glare(rng) if wearing.glasses else None
        angles = np.deg2rad(np.arange(LIGHTS) * 360 / LIGHTS + 30)
        ring = np.stack([20.0 * np.cos(angles), 16.0 * np.sin(angles), np.full(LIGHTS, 30.0)], axis=1)
        self._lights = ring + np.array([wearing.aim[0], wearing.aim[1], 0.0])

    def project(self, point: Array) -> tuple[float, float]:
        """Pixel (column, row) at which a point of the headset is seen."""
        ray = point - self._place
        depth = float(ray @ self._ahead)
        return (
            WIDTH / 2 + _FOCAL * float(ray @ self._right) / depth,
            HEIGHT / 2 - _FOCAL * float(ray @ self._up) / depth,
        )

    def render(self, look: Look, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The picture of one frame."""
        axis = np.array(look.axis)
        lids = self._lids(axis, look.closing)
        rows = np.arange(HEIGHT, dtype=np.float32)[:, None]
        below_upper, above_lower = rows - lids.upper, lids.lower - rows

        ball = self._eyeball(axis, look.dilation)
        shade = 1 / (1 + np.square(np.maximum(below_upper, 0) / 14))
        ball *= 1 - 0.45 * shade
        _add_glints(ball, self._glints(axis))
        open_ = np.clip(below_upper / 3, 0, 1) * np.clip(above_lower / 3, 0, 1)
        lid = self._skin * (1 + lids.weight * self._lid_relief(below_upper, above_lower))
        image: Picture = lid + open_ * (ball - lid)
        image *= 1 - 0.75 * _beside(self._upper_lashes, below_upper) - 0.5 * _beside(self._lower_lashes, -above_lower)
        if self._glare is not None:
            image += self._glare
        image *= self._wearing.gain
        image = ndimage.gaussian_filter(image, rng.uniform(0.8, 1.5), truncate=2.5)
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image += noise * (1.2 + 0.012 * image)
        return (np.clip(np.round(image / LEVEL), 0, 255 // LEVEL) * LEVEL).astype(np.uint8)

    def _meet_rays(self) -> tuple[Picture, NDArray[np.bool_]]:
        columns = (np.arange(WIDTH) + 0.5 - WIDTH / 2) / _FOCAL
        rows = -(np.arange(HEIGHT) + 0.5 - HEIGHT / 2) / _FOCAL
        rays = (
            self._ahead[:, None, None]
            + self._right[:, None, None] * columns[None, None, :]
            + self._up[:, None, None] * rows[None, :, None]
        )
        rays /= np.linalg.norm(rays, axis=0)
        to_camera = self._place - self._centre
        along = np.tensordot(to_camera, rays, axes=1)
        inside = along**2 - (to_camera @ to_camera - _EYEBALL**2)
        hit = inside > 0
        reach = -along - np.sqrt(np.maximum(inside, 0))
        normals = (to_camera[:, None, None] + reach * rays) / _EYEBALL
        return normals.astype(np.float32), hit

    def _light_sclera(self, rng: np.random.Generator) -> Picture:
        """White of the eye: brightest where it faces camera and lights, with faint vessels."""
        facing = (self._place - self._centre) / np.linalg.norm(self._place - self._centre)
        cosine = np.tensordot(facing.astype(np.float32), self._normals, axes=1)
        vessels = ndimage.gaussian_filter(rng.standard_normal((HEIGHT, WIDTH)), (2.0, 5.0))
        vessels = np.maximum(vessels / vessels.std() - 1.0, 0)
        light = self._eye.sclera * (0.35 + 0.65 * np.clip(cosine, 0, 1)) - 6 * vessels
        # Beside the eyeball lie the moist corners, about as bright as skin in shade; nothing there has an edge.
        whole = np.where(self._hit, light, 0.62 * self._eye.skin)
        return ndimage.gaussian_filter(whole, 5.0).astype(np.float32)

    def _lids(self, axis: Array, closing: float) -> _Lids:
        """Where the lids are: they follow the eye up and down."""
        eye, pitch = self._eye, float(axis @ self._head_y)
        outer = self._head_x * eye.outer
        out = self.project(self._centre + 14.0 * outer + (eye.tilt - 1.0) * self._head_y + np.array([0, 0, 4.0]))
        inn = self.project(self._centre - 14.5 * outer - 1.5 * self._head_y + np.array([0, 0, 6.0]))
        low = -eye.opening[1] + 0.35 * _EYEBALL * pitch
        high = eye.opening[0] + 0.75 * _EYEBALL * pitch
        high = max(low + 0.3, high - closing * (high - low))
        tops = [self.project(self._centre + h * self._head_y + np.array([0, 0, _depth(h)])) for h in (high, low)]
        left, right = sorted((out, inn))
        columns = np.arange(WIDTH) + 0.5
        place = (columns - (left[0] + right[0]) / 2) / ((right[0] - left[0]) / 2)
        line = left[1] + (right[1] - left[1]) * (np.clip(place, -1, 1) + 1) / 2
        middle = (left[1] + right[1]) / 2
        to_outer = eye.skew * (1.0 if out[0] > inn[0] else -1.0)
        upper = line + (tops[0][1] - middle) * _arch(place, to_outer)
        lower = line + (tops[1][1] - middle) * _arch(place, to_outer + 0.12 * np.sign(to_outer))
        weight = np.clip((1.25 - np.abs(place)) / 0.4, 0, 1)
        edges = (upper, np.maximum(lower, upper), weight * weight * (3 - 2 * weight))
        return _Lids(*(edge.astype(np.float32) for edge in edges))

    def _eyeball(self, axis: Array, dilation: float) -> Picture:
        """Sclera, iris and pupil, without lids."""
        ball: Picture = self._sclera.copy()
        limit = np.sqrt(1 - (1.12 * _IRIS / _EYEBALL) ** 2)
        cosine = np.tensordot(axis.astype(np.float32), self._normals, axes=1)
        inside = self._hit & (cosine > limit)
        if not inside.any():
            return ball
        box = ndimage.find_objects(inside.astype(np.int8))[0]
        side = _unit(np.cross([0.0, 1.0, 0.0], axis))
        top = np.cross(axis, side)
        normals = self._normals[:, box[0], box[1]]
        across = np.tensordot(side.astype(np.float32), normals, axes=1) * _EYEBALL
        along = np.tensordot(top.astype(np.float32), normals, axes=1) * _EYEBALL
        radius = np.sqrt(across**2 + along**2)
        radius[cosine[box] < 0] = 99.0
        pupil = self._eye.pupil * dilation
        depth = np.clip((radius - pupil) / (_IRIS - pupil), 0, 0.999)
        turn = (np.arctan2(along, across) / (2 * np.pi)) % 1.0
        texture = self._iris[
            (depth * self._iris.shape[0]).astype(int), (turn * self._iris.shape[1]).astype(int) % self._iris.shape[1]
        ]
        iris = self._eye.iris * (1 + 0.22 * texture) * (1.06 - 0.12 * np.square(depth - 0.3)) - 14 * depth**6
        rim = np.clip((radius - _IRIS) / 0.7 + 0.5, 0, 1)
        rim = rim * rim * (3 - 2 * rim)
        hole = np.clip((radius - pupil) / 0.16 + 0.5, 0, 1)
        patch = iris + rim * (ball[box] - iris)
        ball[box] = 16 + hole * (patch - 16)
        return ball

    def _glints(self, axis: Array) -> list[tuple[float, float, float]]:
        """Column, row and strength of every light's mirror image in the cornea."""
        cornea = self._centre + _CORNEA_AHEAD * axis
        glints = []
        for light in self._lights:
            normal = _unit(_unit(light - cornea) + _unit(self._place - cornea))
            edge = float(normal @ axis)
            if edge > 0.66:  # Farther out the cornea ends: the sclera scatters instead of mirroring.
                column, row = self.project(cornea + _CORNEA * normal)
                glints.append((column, row, min(1.0, (edge - 0.66) / 0.08)))
        return glints

    def _lid_relief(self, below_upper: Picture, above_lower: Picture) -> Picture:
        """Light and shade of the lids: bright moist edges, the fold above the eye, the hollow below."""
        distance = np.arange(-HEIGHT, HEIGHT, dtype=np.float32)
        above = 0.10 * np.exp(-(((distance + 4) / 3) ** 2)) - 0.12 * np.exp(-(((distance + 13) / 6) ** 2))
        if self._eye.crease:
            above -= 0.34 * np.exp(-(((distance + self._eye.crease) / 5) ** 2))
            above += 0.08 * np.exp(-(((distance + self._eye.crease - 16) / 9) ** 2))
        below = 0.16 * np.exp(-(((distance + 5) / 4) ** 2)) - 0.10 * np.exp(-(((distance + 46) / 14) ** 2))
        relief: Picture = _table(above, below_upper) + _table(below, above_lower)
        return relief


def _camera_axes(place: Array, aim: Array) -> tuple[Array, Array, Array]:
    ahead = _unit(aim - place)
    right = _unit(np.cross(ahead, np.array([0.0, 1.0, 0.0])))
    return right, np.cross(right, ahead), ahead


def _unit(vector: Sequence[float] | Array) -> Array:
    array = np.asarray(vector, dtype=float)
    scaled: Array = array / np.linalg.norm(array)
    return scaled


def _depth(height: float) -> float:
    """How far before the eye's middle the lid lies at a height: it rests on the eyeball."""
    return float(np.sqrt(max((_EYEBALL + 0.8) ** 2 - height**2, 9.0)))


def _arch(place: Array, skew: float) -> Array:
    """Shape of a lid's edge between the corners (-1 and 1): 1 at the top, 0 from the corners on."""
    inside = np.clip(place, -1, 1)
    moved = np.clip(inside - skew * (1 - inside**2), -1, 1)
    arch: Array = np.power(1 - np.abs(moved) ** 2.2, 0.85)
    return arch


def _table(values: Picture, distance: Picture) -> Picture:
    taken: Picture = values.take(np.clip(distance + HEIGHT, 0, 2 * HEIGHT - 1).astype(np.intp))
    return taken


def _beside(fringe: Picture, distance: Picture) -> Picture:
    """Lashes, drawn relative to a lid's edge, moved to where the edge is."""
    rows = np.clip(distance + LASH_ABOVE, 0, len(fringe) - 1).astype(np.intp)
    moved: Picture = np.take(fringe, rows * WIDTH + np.arange(WIDTH))
    return moved


def _add_glints(image: Picture, glints: list[tuple[float, float, float]]) -> None:
    """Small bright spots with a soft halo."""
    for column, row, strength in glints:
        left, top = int(column) - 12, int(row) - 12
        patch = image[max(top, 0) : max(top + 25, 0), max(left, 0) : max(left + 25, 0)]
        if patch.size:
            columns = np.arange(max(left, 0), max(left, 0) + patch.shape[1]) + 0.5 - column
            rows = np.arange(max(top, 0), max(top, 0) + patch.shape[0])[:, None] + 0.5 - row
            distance = np.hypot(columns, rows)
            patch += (strength * (230 * np.clip(4.2 - distance, 0, 1) + 40 * np.exp(-distance / 4))).astype(np.float32)
