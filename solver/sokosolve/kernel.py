"""Compilation of kernels: the one place that touches Numba's untyped decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function on its first call and keep the machine code on disk; its Python types stay as they are."""
    compiled = numba.njit(cache=True, nogil=True)(function)
    return cast(Callable[Parameters, Result], compiled)
