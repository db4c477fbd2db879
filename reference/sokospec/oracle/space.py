"""Meter of held bits, and bounds on them, proved in docs/background/savitch.md."""

from __future__ import annotations


class Space:
    """Number of bits held now, and its peak.

    >>> space = Space()
    >>> space.hold(5); space.release(3); space.hold(1)
    >>> space.live, space.peak
    (3, 5)
    """

    def __init__(self) -> None:
        self.live = 0
        self.peak = 0

    def hold(self, bits: int) -> None:
        """Add bits."""
        self.live += bits
        if self.live > self.peak:
            self.peak = self.live

    def release(self, bits: int) -> None:
        """Remove bits."""
        self.live -= bits


def counter_bits(horizon: int) -> int:
    """Return the bits of a number of steps, k in the bounds."""
    return max(1, horizon.bit_length())


def levels(horizon: int) -> int:
    """Return the largest number of open calls of `Savitch.reaches`.

    >>> [levels(horizon) for horizon in (0, 1, 2, 3, 4, 5, 8, 9)]
    [1, 1, 2, 3, 3, 4, 4, 5]
    """
    return 1 + max(0, horizon - 1).bit_length()


def horizon_bound(bits: int, horizon: int, workspace: int) -> int:
    """Return a bound for a horizon: D(2n + k) + (D - 1)(n + 1) + n + 2k + w."""
    depth, counter = levels(horizon), counter_bits(horizon)
    return depth * (2 * bits + counter) + (depth - 1) * (bits + 1) + bits + 2 * counter + workspace


def quadratic_bound(bits: int, workspace: int) -> int:
    """Return a bound for any horizon: 11 n² + w.

    >>> all(horizon_bound(n, 2**n - 1, 0) <= quadratic_bound(n, 0) for n in range(1, 100))
    True
    """
    return 11 * bits**2 + workspace
