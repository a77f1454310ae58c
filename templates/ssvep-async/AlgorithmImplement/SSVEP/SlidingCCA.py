"""Filter-bank canonical correlation over windows of several lengths that all end now.

A window's covariances are sums over samples. Those with the references are kept as running sums, and a window is the
difference of two of them. Those among channels are few and are added up afresh: a difference would keep the rounding of
a large artefact, and the inverse would fail on it. References run in absolute time, which costs nothing: a shift in
time only rotates each sine-cosine pair, and canonical correlation does not see rotations. One update costs the same
whatever the length of the windows.
"""

import numpy as np

MAINS = 50.0


class SlidingCCA:
    """Scores of all targets, for every window length, a step at a time."""

    def __init__(self, fs, frequencies, harmonics, bands, channels, step, steps):
        self._step = step
        self._lengths = np.asarray(steps)
        self._bands = bands
        self._channels = channels
        self._targets = len(frequencies)
        self._harmonics = harmonics
        overtones = np.outer(frequencies, np.arange(1, harmonics + 1))
        # A reference on the mains answers to the mains.
        self._usable = (np.abs(overtones - MAINS) >= 1.5).ravel()
        self._omega = 2 * np.pi * overtones.ravel() / fs
        self._reference = np.exp(-1j * np.outer(np.arange(step), self._omega))
        self._reference[:, ~self._usable] = 0.0
        self._reference = np.hstack([self._reference.real, self._reference.imag])
        self._ring = int(self._lengths.max()) + 1
        self.reset()

    def reset(self):
        """Forget the past: a new block begins."""
        rows = self._bands * self._channels
        self._count = 0
        self._power = np.zeros((self._ring, self._bands, self._channels, self._channels))
        self._cross = np.zeros((self._ring, rows, len(self._omega)), dtype=complex)

    def push(self, filtered):
        """Take one step of filtered samples; bands × channels × step."""
        now, before = (self._count + 1) % self._ring, self._count % self._ring
        self._power[now] = filtered @ filtered.transpose(0, 2, 1)
        product = filtered.reshape(-1, self._step) @ self._reference
        half = len(self._omega)
        turn = np.exp(-1j * self._omega * (self._step * self._count))
        self._cross[now] = self._cross[before] + (product[:, :half] + 1j * product[:, half:]) * turn
        self._count += 1

    def scores(self):
        """Squared first canonical correlations, lengths × bands × targets; lengths not yet filled are left out."""
        lengths = self._lengths[self._lengths <= self._count]
        now, starts = self._count % self._ring, (self._count - lengths) % self._ring
        power = np.cumsum(self._power[(now - np.arange(self._ring)) % self._ring], axis=0)[lengths - 1]
        cross = self._cross[now] - self._cross[starts]
        samples = lengths * self._step
        # A flat channel, or two that are copies, must not break the inverse. The bound on its own is far below any
        # signal, so that volts and microvolts give the same scores.
        level = np.trace(power, axis1=2, axis2=3) / self._channels
        power = power + (1e-6 * level + 1e-30)[..., np.newaxis, np.newaxis] * np.eye(self._channels)
        whiten = np.linalg.inv(np.linalg.cholesky(power))
        cross = whiten @ cross.reshape(len(lengths), self._bands, self._channels, -1)
        # The references are orthogonal to within a hundredth over these windows, each of energy samples / 2.
        shape = (len(lengths), self._bands, self._channels, self._targets, self._harmonics)
        cross = cross.reshape(shape).transpose(0, 1, 3, 2, 4)
        pairs = np.concatenate([cross.real, cross.imag], axis=-1)
        joint = pairs @ pairs.transpose(0, 1, 2, 4, 3)
        return largestEigenvalue(joint) * (2.0 / samples)[:, np.newaxis, np.newaxis]


def largestEigenvalue(matrices):
    """Largest eigenvalue of each positive matrix, from below: Σλ¹⁷ / Σλ¹⁶. A tenth of the time of eigvalsh."""
    size = np.trace(matrices, axis1=-2, axis2=-1)
    scaled = matrices / np.maximum(size, 1e-12)[..., np.newaxis, np.newaxis]
    high = scaled
    for _ in range(4):
        high = high @ high
        high = high / np.maximum(np.trace(high, axis1=-2, axis2=-1), 1e-300)[..., np.newaxis, np.newaxis]
    return size * np.einsum("...ij,...ij->...", scaled, high)
