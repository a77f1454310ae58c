"""From data to pixels: extents that survive any input, ticks in steps of 1, 2 and 5, numbers for readers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = Sequence[float] | npt.NDArray[np.floating]
"""Plain numbers or a vector of them; NaN and infinity stand for a value that is not there."""

BIGGEST = 1e12
"""Beyond it a value is no measurement any more and counts as not there."""


@dataclass(frozen=True)
class Scale:
    """A stretch of data on a stretch of pixels; what lies outside is drawn at the edge."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self._turned(self.low), self._turned(self.high)
        share = (self._turned(min(max(value, self.low), self.high)) - low) / (high - low)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Round values inside the stretch, at most that many (and fewer where no round step gives so many)."""
        return _log_ticks(self.low, self.high, most) if self.log else _linear_ticks(self.low, self.high, most)

    def _turned(self, value: float) -> float:
        return math.log10(value) if self.log else value


def there(value: float | None) -> bool:
    """Whether the value is a measurement."""
    return value is not None and math.isfinite(value) and abs(value) <= BIGGEST


def extent(values: Iterable[float], *, zero: bool = False, pad: float = 0.0, log: bool = False) -> tuple[float, float]:
    """Lowest and highest of the values that are there, never equal; (0, 1) or (1, 10) where there is none."""
    real = [float(value) for value in values if there(value) and (value > 1e-12 or not log)]
    if zero and not log:
        real.append(0.0)
    if not real:
        return (1.0, 10.0) if log else (0.0, 1.0)
    low, high = min(real), max(real)
    if log:
        return low / 1.5, high * 3
    if high - low < max(1e-9, 1e-9 * max(abs(low), abs(high))):
        around = max(abs(high) * 0.1, 0.5)
        return (low, high + 2 * around) if zero and low == 0 else (low - around, high + around)
    extra = pad * (high - low)
    return (low if zero and low == 0 else low - extra), (high if zero and high == 0 else high + extra)


def rounded(low: float, high: float, most: int = 6) -> tuple[float, float]:
    """The stretch grown to the ticks around it, so that the axis ends on a number."""
    step = _step(high - low, most)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def labels(ticks: Sequence[float]) -> list[str]:
    """The ticks as text, all with the decimals their step needs."""
    if len(ticks) < 2:
        return [short(tick) for tick in ticks]
    step = min(abs(b - a) for a, b in itertools.pairwise(ticks))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    if decimals > 6 or max(abs(tick) for tick in ticks) >= 1e7 or (ticks[0] > 0 and ticks[-1] / ticks[0] > 50):
        return [short(tick) for tick in ticks]
    return [fixed(tick, decimals) for tick in ticks]


def fixed(value: float, decimals: int) -> str:
    """A number with that many decimals, a real minus sign and thousands apart; an en dash where it is not there."""
    if not there(value):
        return "–"
    text = f"{value:,.{decimals}f}".replace(",", "\u202f")
    return text.replace("-", "" if float(f"{value:.{decimals}f}") == 0 else "−")


def short(value: float | None) -> str:
    """A number with three digits that count: 86.9, 0.042, 1 240, 3.1e−7."""
    if value is None or not there(value):
        return "–"
    size = abs(value)
    if size and (size < 1e-3 or size >= 1e7):
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa.removesuffix('.0')}e{int(exponent)}".replace("-", "−")
    if not size or size >= 999.5:
        return fixed(value, 0)
    text = fixed(value, max(0, 2 - math.floor(math.log10(size))))
    return text.rstrip("0").rstrip(".") if "." in text else text


def alike(values: Sequence[float]) -> list[str]:
    """Numbers of one column: all with the decimals that the smallest with three digits needs, at most three."""
    sizes = [abs(value) for value in values if there(value) and value]
    largest = max(sizes, default=0.0)
    if not 0.01 <= largest < 1e7:
        return [short(value) for value in values]
    return [fixed(value, min(3, max(0, 2 - math.floor(math.log10(largest) + 1e-9)))) for value in values]


def seconds(value: float) -> str:
    """A time for a script: to the millisecond."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    """A share between 0 and 1 as percent."""
    return f"{fixed(100 * share, 0)}\u202f%" if there(share) else "–"


def _linear_ticks(low: float, high: float, most: int) -> list[float]:
    step = _step(high - low, most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [min(max(index * step, low), high) for index in range(first, last + 1)]


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for factors in ((1, 2, 5), (1,)):
        ticks = [factor * 10.0**decade for decade in decades for factor in factors]
        inside = [tick for tick in ticks if low * 0.999 <= tick <= high * 1.001]
        if len(inside) <= most:
            return inside
    return inside[:: math.ceil(len(inside) / max(1, most))]


def _step(span: float, most: int) -> float:
    raw = span / max(1, most)
    power = 10.0 ** math.floor(math.log10(raw))
    for factor in (1, 2, 5, 10):
        if factor * power >= raw * (1 - 1e-9):
            return factor * power
    return 10 * power
