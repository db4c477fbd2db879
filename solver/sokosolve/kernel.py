"""Kernels: functions that run as they stand in Python, or compiled by Numba once that pays.

Compilation takes seconds, and so does importing Numba next to a level of a dozen squares. So nothing is compiled until
`compiled` is asked for; a kernel that is called runs in Python, and so do the kernels that it calls.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Generic, ParamSpec, TypeVar, cast

from sokospec import clock

ALLOCATORS = frozenset({"empty", "zeros", "full"})
"""A kernel that uses none of these makes no arrays, so it need not count references to those that it is given.

Counting is atomic, and happens each time an array is taken out of a tuple: it took half of the time of a search.
"""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Kernel(Generic[Parameters, Result]):
    """A function over numbers and arrays; `compiled` is the same function as machine code."""

    def __init__(self, function: Callable[Parameters, Result], *, inline: bool = False) -> None:
        """Keep the function; nothing is compiled yet."""
        self.function = function
        self.inline = inline
        self.__doc__ = function.__doc__

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Run in Python."""
        return self.function(*args, **kwargs)

    @cached_property
    def compiled(self) -> Callable[Parameters, Result]:
        """The compiled function; machine code is made at its first call, or read from the disk."""
        return self._compiled(self.function.__qualname__, callable_from_python=True)

    @cached_property
    def inner(self) -> Callable[Parameters, Result]:
        """The compiled function for kernels to call: making a way in from Python takes longer than a small kernel."""
        return self._compiled(f"{self.function.__qualname__}_inner", callable_from_python=False)

    def _compiled(self, name: str, *, callable_from_python: bool) -> Callable[Parameters, Result]:
        """Compile a copy of the function, under a name for the disk, whose globals name the compiled kernels it calls.

        That is where Numba looks them up.
        """
        import numba
        from numba import config

        heed_the_compiler()
        function = self.function
        assert isinstance(function, FunctionType)
        used = function.__code__.co_names
        names = {
            name: value.inner if isinstance(value, Kernel) and name in used else value
            for name, value in function.__globals__.items()
        }
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = name, function.__module__
        theirs = config.CACHE_DIR  # type: ignore[attr-defined]  # numba sets its settings as it starts
        config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]  # as above
        compile_it = numba.njit(  # type: ignore[call-overload]  # numba's types leave out the last three options
            cache=True,
            nogil=True,
            no_cpython_wrapper=not callable_from_python,
            no_cfunc_wrapper=True,
            forceinline=self.inline,
            _nrt=bool(ALLOCATORS & set(used)),
        )
        try:
            return cast(Callable[Parameters, Result], compile_it(copy))
        finally:
            config.CACHE_DIR = theirs  # type: ignore[attr-defined]  # as above

    @property
    def is_loaded(self) -> bool:
        """Whether this process has the machine code already."""
        return "compiled" in self.__dict__ or "inner" in self.__dict__

    def of(self, compiled: bool) -> Callable[Parameters, Result]:
        """Return the function to call: compiled, or as it stands."""
        return self.compiled if compiled else self.function


def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make a kernel of a function."""
    return Kernel(function)


def step(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make a kernel of a function that is a named step of another one, and becomes a part of its machine code.

    A call takes as long as handing over all arrays that it is given, which a state meets many times.
    """
    return Kernel(function, inline=True)


@cache
def heed_the_compiler() -> None:
    """Let every thread's clock stand still from now on while Numba compiles for it, or loads what it has compiled."""
    from numba.core import event

    class Compiler(event.Listener):
        def on_start(self, event: event.Event) -> None:
            clock.stop()

        def on_end(self, event: event.Event) -> None:
            clock.go_on()

    event.register("numba:compiler_lock", Compiler())  # type: ignore[no-untyped-call]  # numba has few types


@cache
def cache_folder() -> Path:
    """Return where the machine code of this version of the kernels is kept: NUMBA_CACHE_DIR, or the user's cache.

    Its name holds a digest of the sources, because Numba itself notices a change only in the file of the function that
    is called, and not in the kernels which that function calls. Where neither can be written to, a temporary folder
    serves, and goes at the end.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*.py")):  # those without kernels may hold constants of theirs
        digest.update(source.read_bytes())
    name = f"kernels-{digest.hexdigest()[:16]}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(chosen)] if chosen else []
    with suppress(RuntimeError):  # a user without a home
        homes.append(_user_cache() / "sokospec")
    for home in homes:
        folder = home / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = tempfile.NamedTemporaryFile(dir=folder)  # noqa: SIM115 - only whether it can be made counts
        except OSError:
            continue
        probe.close()
        return folder
    _temporary.append(tempfile.TemporaryDirectory(prefix="sokospec-"))
    folder = Path(_temporary[0].name) / name
    folder.mkdir()
    return folder


_temporary: list[tempfile.TemporaryDirectory[str]] = []  # kept until the process ends


def is_kept() -> bool:
    """Say whether the folder of the kernels outlives this process."""
    cache_folder()
    return not _temporary


def _user_cache() -> Path:
    if sys.platform == "darwin":
        return Path("~/Library/Caches").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
