"""The types of the arrays that kernels take, and the two values in them that stand for "none"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

UINT8 = NDArray[np.uint8]
UINT32 = NDArray[np.uint32]
UINT64 = NDArray[np.uint64]
INT32 = NDArray[np.int32]
INT64 = NDArray[np.int64]

INFINITE = 1 << 20
"""The cost of what no pushes can do. Sums of two thousand such costs fit into 32 bits."""

NO_COMPONENT = 255
"""The number of a player's component that touches no box in question."""
