"""Array types of the kernels, numbers that mean "none", and growing arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

UINT8 = NDArray[np.uint8]
INT32 = NDArray[np.int32]
INT64 = NDArray[np.int64]
INT64_2D = Annotated[INT64, 2]

INFINITE = 1 << 62
"""Bound of a dead state or excess of a dead group, beyond all finite sums.

Those are sums of at most 65,536 numbers of nine digits and as many distances.
"""

NO_WAY = (1 << 31) - 1
"""Entry of 32-bit tables for an unreachable goal; other entries are a nine-digit number plus a distance."""

SIDES = 6
"""Number of sides of a box: up to four beside it, the first player's component if separate, and the rest."""

MOST_WORK = 3_000_000
"""Number of squares or boxes that one call of a kernel looks at, so that limits and Ctrl-C are checked often."""

BITS = 60
"""Squares per word of a set of squares; the sign bit is unused."""

_Kind = TypeVar("_Kind", np.uint8, np.int32, np.int64)


class Growing(Generic[_Kind]):
    """Array with spare capacity."""

    def __init__(self, kind: type[_Kind], look: Callable[[int], object]) -> None:
        """`look` is called with the number of bytes to be allocated next, and may raise `LimitReached`."""
        self._look = look
        self.array: NDArray[_Kind] = np.zeros(16, dtype=kind)
        self.used = 0

    def reserve(self, more: int) -> None:
        if self.used + more > len(self.array):
            size = max(2 * len(self.array), self.used + more)
            self._look(self.array.itemsize * size)
            grown = np.zeros(size, dtype=self.array.dtype)
            grown[: self.used] = self.array[: self.used]
            self.array = grown

    def add(self, values: NDArray[_Kind]) -> int:
        self.reserve(len(values))
        begin = self.used
        self.array[begin : begin + len(values)] = values
        self.used += len(values)
        return begin
