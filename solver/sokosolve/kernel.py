"""Kernels: functions over numbers and arrays that run as they stand in Python, or as machine code.

The machine code comes with the package (see `sokosolve.machine_code`): `python -m tools.compile_kernels` makes it from
these functions by Numba, which nobody needs who only runs it. Loading it takes a moment, which is long next to a level
of a dozen squares; so a kernel that is called runs in Python, and machine code is loaded when `compiled` is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, ParamSpec, TypeVar

from sokosolve.machine_code import is_switched_off, library_of

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Kernel(Generic[Parameters, Result]):
    """A function over numbers, arrays, and named tuples of these.

    Machine code calls the kernels that its source calls; those with `is_inline` become a part of it instead. Python can
    call those with `is_entry`: their annotations say how many dimensions each array has, and they return a number, or
    nothing.
    """

    def __init__(
        self, function: Callable[Parameters, Result], *, is_entry: bool = False, is_inline: bool = False
    ) -> None:
        """Keep the function; nothing is loaded yet."""
        self.function = function
        self.is_entry = is_entry
        self.is_inline = is_inline
        self.__doc__ = function.__doc__

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Run in Python."""
        return self.function(*args, **kwargs)

    @property
    def name(self) -> str:
        """The function's name in its package, with its module's."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def compiled(self) -> Callable[Parameters, Result]:
        """The machine code of an entry point; or the function, where NUMBA_DISABLE_JIT says that Python is to run it.

        Arrays must be of the declared types and dimensions, and contiguous; it raises `TypeError` otherwise.
        """
        if is_switched_off():
            return self.function
        return library_of(self.function.__module__.partition(".")[0]).entry(self.name)

    def of(self, compiled: bool) -> Callable[Parameters, Result]:
        """Return the function to call: compiled, or as it stands."""
        return self.compiled if compiled else self.function


def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make a kernel of a function that other kernels call."""
    return Kernel(function)


def step(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make a kernel of a function that is a named step of another one, and becomes a part of its machine code.

    A call takes as long as handing over all arrays that it is given, which a state meets many times.
    """
    return Kernel(function, is_inline=True)


def entry(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make a kernel of a function that Python calls too."""
    return Kernel(function, is_entry=True)
