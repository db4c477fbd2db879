"""Ctrl-C, held back for a moment where it would be lost or leave something half done.

Python raises `KeyboardInterrupt` between any two steps of the main thread. A library that is being imported may swallow
it, a timer may be left running, a line of output may be torn. The handler of this module waits until such a step is
over, and at most `PATIENCE` seconds.
"""

from __future__ import annotations

import os
import signal
import time
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import main_thread
from types import CodeType, FrameType
from typing import TypeVar

SOON = 0.01
"""Seconds until an interrupt that was held back comes again."""

PATIENCE = 3.0
"""Seconds after which an interrupt is raised wherever the main thread is."""

IMPORTING = "<frozen importlib._bootstrap>"

SWALLOWING = frozenset({"__del__", "from_param"})
"""Names of functions whose errors Python throws away, or ctypes turns into others, as in the bindings of Z3."""

OWNING = f"{os.sep}llvmlite{os.sep}"
"""Part of the paths of a library that notes who owns an object only after C has taken it: an interrupt between the two
lets it be freed twice.
"""

HALF_MADE = f"{os.sep}z3{os.sep}"
"""Part of the paths of a library whose finalizers complain of objects that an interrupt left half made."""

F = TypeVar("F", bound=Callable[..., object])

_atomic: set[CodeType] = set()
"""The code of the functions that are not interrupted."""


class _Held:
    """How many blocks hold interrupts back now, and when the first interrupt that waits came."""

    blocks = 0
    since: float | None = None


def install() -> None:
    """Let this module handle Ctrl-C; does nothing where it is ignored, as in programs that `nohup` starts."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, handle)


def handle(_number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, or come again `SOON` where the main thread is not to be interrupted."""
    now = time.monotonic()
    if _Held.since is None:
        _Held.since = now
    if (_Held.blocks or must_go_on(frame)) and now - _Held.since < PATIENCE:
        send_again()
        return
    _Held.since = None
    raise KeyboardInterrupt


def raise_waiting() -> None:
    """Raise `KeyboardInterrupt` at once if an interrupt was held back and has not come again yet."""
    if _Held.since is not None:
        _Held.since = None
        raise KeyboardInterrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Hold interrupts back while the block runs, in the main thread of a program that has called `install`."""
    _Held.blocks += 1
    try:
        yield
    finally:
        _Held.blocks -= 1


def atomic(function: F) -> F:
    """Mark a short function that is not to be interrupted, neither by Ctrl-C nor by a limit."""
    _atomic.add(function.__code__)
    return function


def must_go_on(frame: FrameType | None) -> bool:
    """Say whether an error would be lost where a signal came, or whether a function that is `atomic` runs there.

    It would be lost in an import, in a finalizer, and where ctypes converts an argument. LLVM is not interrupted while
    objects change their owners.
    """
    while frame is not None:
        code = frame.f_code
        if code in _atomic or code.co_filename == IMPORTING or code.co_name in SWALLOWING:
            return True
        if OWNING in code.co_filename or (code.co_name == "__init__" and HALF_MADE in code.co_filename):
            return True
        frame = frame.f_back
    return False


def send_again() -> None:
    """Send Ctrl-C to the main thread again `SOON`, whatever it waits for then.

    The thread for that is started without Python's bookkeeping of threads, which the main thread may just be changing.
    """
    start_new_thread(_send, (main_thread().ident or 0,))


def _send(receiver: int) -> None:
    time.sleep(SOON)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(receiver, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
