"""What Savitch's procedure holds, in bits: the meter, and the bounds on it, which docs/background/savitch.md proves."""

from __future__ import annotations


class Space:
    """How many bits are held now, and the most there were at any time.

    >>> space = Space()
    >>> space.hold(5); space.release(3); space.hold(1)
    >>> space.live, space.peak
    (3, 5)
    """

    def __init__(self) -> None:
        """Hold nothing."""
        self.live = 0
        self.peak = 0

    def hold(self, bits: int) -> None:
        """Add to what is held."""
        self.live += bits
        if self.live > self.peak:
            self.peak = self.live

    def release(self, bits: int) -> None:
        """Take away from what is held."""
        self.live -= bits


def counter_bits(horizon: int) -> int:
    """Return how many bits hold any number of steps from 0 to the horizon: k in the bounds."""
    return max(1, horizon.bit_length())


def levels(horizon: int) -> int:
    """Return how many calls of `Savitch.reaches` are open at a time at most: 1, and 1 for each time t can be halved.

    >>> [levels(horizon) for horizon in (0, 1, 2, 3, 4, 5, 8, 9)]
    [1, 1, 2, 3, 3, 4, 4, 5]
    """
    return 1 + max(0, horizon - 1).bit_length()


def horizon_bound(bits: int, horizon: int, workspace: int) -> int:
    """Return the most bits that `decide` holds for a horizon: D(2n + k) + (D - 1)(n + 1) + n + 2k + w.

    Each of the D open calls holds two configurations and a number of steps, and each but the last a midpoint and which
    half is asked for; the caller holds a goal, the horizon, and the number of steps that it asks for.
    """
    depth, counter = levels(horizon), counter_bits(horizon)
    return depth * (2 * bits + counter) + (depth - 1) * (bits + 1) + bits + 2 * counter + workspace


def quadratic_bound(bits: int, workspace: int) -> int:
    """Return the most bits that `decide` holds, whatever the horizon: 11 n² + w.

    >>> all(horizon_bound(n, 2**n - 1, 0) <= quadratic_bound(n, 0) for n in range(1, 100))
    True
    """
    return 11 * bits**2 + workspace
