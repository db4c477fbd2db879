"""The types of arrays that the kernels take, the numbers that stand for "none", and arrays that grow."""

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
"""The pushes of a dead state, or the excess of a dead group. Finite ones are sums of at most 65,536 numbers of nine
digits, and of as many distances, so that neither they nor their sums with costs come near it."""

NO_WAY = (1 << 31) - 1
"""In tables of 32 bits: a box gets nowhere. Other entries are a number of nine digits and a distance."""

SIDES = 6
"""So many parts of the floor are told apart by where a box stands: the up to four beside it, the component of the
first player if the box is not in that, and all else."""

MOST_WORK = 3_000_000
"""About so many squares, or boxes of patterns and groups, are looked at in one call of a kernel, so that limits and
Ctrl-C are never far."""

BITS = 60
"""So many squares share a word of a set of squares: its sign is never used."""

Kind = TypeVar("Kind", np.uint8, np.int32, np.int64)


class Growing(Generic[Kind]):
    """An array with room behind what it holds."""

    def __init__(self, kind: type[Kind], look: Callable[[int], object]) -> None:
        """Begin without any; `look` is called with the bytes to be taken next, and may raise `LimitReached`."""
        self._look = look
        self.array: NDArray[Kind] = np.zeros(16, dtype=kind)
        self.used = 0

    def reserve(self, more: int) -> None:
        """Have room for so many more."""
        if self.used + more > len(self.array):
            size = max(2 * len(self.array), self.used + more)
            self._look(self.array.itemsize * size)
            grown = np.zeros(size, dtype=self.array.dtype)
            grown[: self.used] = self.array[: self.used]
            self.array = grown

    def add(self, values: NDArray[Kind]) -> int:
        """Put values behind the others; returns where they begin."""
        self.reserve(len(values))
        begin = self.used
        self.array[begin : begin + len(values)] = values
        self.used += len(values)
        return begin
