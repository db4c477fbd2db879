"""Kernels: functions over numbers and arrays that run in Python or as machine code.

Loading machine code takes longer than a small level, so only `compiled` loads it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, ParamSpec, TypeVar

from sokosolve.machine_code import is_switched_off, library_of

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Kernel(Generic[_Parameters, _Result]):
    """Function over numbers, arrays, and named tuples of these.

    Python can call a kernel with `is_entry`; its annotations give the dimensions of arrays.
    """

    def __init__(
        self, function: Callable[_Parameters, _Result], *, is_entry: bool = False, is_inline: bool = False
    ) -> None:
        self.function = function
        self.is_entry = is_entry
        self.is_inline = is_inline
        self.__doc__ = function.__doc__

    def __call__(self, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        return self.function(*args, **kwargs)

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def compiled(self) -> Callable[_Parameters, _Result]:
        """Machine code of an entry point, or the Python function with NUMBA_DISABLE_JIT.

        Raises `TypeError` unless arrays are contiguous and of the declared types.
        """
        if is_switched_off():
            return self.function
        return library_of(self.function.__module__.partition(".")[0]).entry(self.name)

    def of(self, compiled: bool) -> Callable[_Parameters, _Result]:
        """Return the function to call: compiled or not."""
        return self.compiled if compiled else self.function


def kernel(function: Callable[_Parameters, _Result]) -> Kernel[_Parameters, _Result]:
    """Make a kernel that other kernels call."""
    return Kernel(function)


def step(function: Callable[_Parameters, _Result]) -> Kernel[_Parameters, _Result]:
    """Make a kernel that is inlined, as a call would pass all arrays."""
    return Kernel(function, is_inline=True)


def entry(function: Callable[_Parameters, _Result]) -> Kernel[_Parameters, _Result]:
    """Make a kernel that Python can call."""
    return Kernel(function, is_entry=True)
