"""Array types of kernels, and the two values that mean "none"."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

UINT8 = NDArray[np.uint8]
UINT32 = NDArray[np.uint32]
UINT64 = NDArray[np.uint64]
INT32 = NDArray[np.int32]
INT64 = NDArray[np.int64]

# The same with more dimensions than one, which the entry points to machine code must know.
UINT8_2D = Annotated[UINT8, 2]
UINT8_3D = Annotated[UINT8, 3]
INT32_2D = Annotated[INT32, 2]
INT32_3D = Annotated[INT32, 3]
INT32_4D = Annotated[INT32, 4]
INT64_2D = Annotated[INT64, 2]
UINT64_2D = Annotated[UINT64, 2]

INFINITE = 1 << 20
"""Cost of the impossible; sums of two thousand such costs fit into 32 bits."""

NO_COMPONENT = 255
"""Number of a component that touches no box in question."""


def ints(*shape: int) -> INT32:
    """Return zeros."""
    return np.zeros(shape, dtype=np.int32)
