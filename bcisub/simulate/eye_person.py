"""A person before the camera: what an eye looks like, how the headset sits on it, and what the eye does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Eye:
    """What one eye of one person looks like, whatever it does."""

    kappa: tuple[float, float]
    """Angles from the visual to the optical axis, degrees: to the right, up."""
    iris: float
    """Grey of the iris in the infrared, 0 to 255."""
    sclera: float
    skin: float
    pupil: float
    """Usual radius of the pupil in millimetres."""
    opening: tuple[float, float]
    """How far the upper and the lower lid stand from the eye's middle, millimetres, looking straight ahead."""
    tilt: float
    """How much higher the outer corner is than the inner one, millimetres."""
    skew: float
    """Where the upper lid is highest: towards the outer corner (> 0) or the inner one."""
    crease: float
    """Height of the fold above the upper lid, pixels; 0 is a lid without one."""
    lashes: int
    outer: float
    """+1 if the outer corner lies to the wearer's right (the right eye), -1 for the left eye."""


@dataclass(frozen=True)
class Wearing:
    """How the headset sits on one eye during one group."""

    centre: tuple[float, float, float]
    """Middle of the eyeball in the headset, millimetres."""
    camera: tuple[float, float, float]
    aim: tuple[float, float, float]
    """The point the camera looks at."""
    roll: float
    """Turn of the head in the headset about the z axis, degrees."""
    gain: float
    """Strength of the lighting, 1 is usual."""
    glasses: bool


@dataclass(frozen=True)
class Look:
    """What the eye does in one frame."""

    axis: tuple[float, float, float]
    """Optical axis, a unit vector in the headset."""
    dilation: float
    """Factor on the person's usual pupil."""
    closing: float
    """0 open, 1 shut."""
