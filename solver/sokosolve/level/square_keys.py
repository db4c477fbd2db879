"""Random hash keys of squares, the same in every run."""

from __future__ import annotations

from random import Random

import numpy as np

from sokosolve.level.arrays import INT64


def square_keys(rng: Random, bits: int, squares: int) -> INT64:
    """Return a number of `bits` bits for each square, without the slow import of `numpy.random`."""
    return np.array([rng.getrandbits(bits) for _ in range(squares)], dtype=np.int64)
