"""Ctrl-C handling that defers an interrupt where it would be lost or leave something half done.

Python raises `KeyboardInterrupt` between any two steps of the main thread, also during imports, finalizers and partial
output. This handler waits until such a step is over, at most `_PATIENCE` seconds.
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

_SOON = 0.01
"""Seconds until an interrupt that was held back comes again."""

_PATIENCE = 3.0
"""Seconds after which an interrupt is raised wherever the main thread is."""

_IMPORTING = "<frozen importlib._bootstrap>"

_SWALLOWING = frozenset({"__del__", "from_param"})
"""Names of functions whose errors Python throws away, or ctypes turns into others, as in the bindings of Z3."""

_OWNING = f"{os.sep}llvmlite{os.sep}"
"""Part of the paths of a library that notes who owns an object only after C has taken it: an interrupt between the two
lets it be freed twice.
"""

_HALF_MADE = f"{os.sep}z3{os.sep}"
"""Part of the paths of a library whose finalizers complain of objects that an interrupt left half made."""

_F = TypeVar("_F", bound=Callable[..., object])

_atomic: set[CodeType] = set()
"""The code of the functions that are not interrupted."""


class _Deferral:
    blocks = 0
    since: float | None = None


def install() -> None:
    """Install the handler, unless Ctrl-C is ignored (as under `nohup`)."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, handle)


def handle(_number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, or try again after `_SOON` if the main thread must not be interrupted."""
    now = time.monotonic()
    if _Deferral.since is None:
        _Deferral.since = now
    if (_Deferral.blocks or must_go_on(frame)) and now - _Deferral.since < _PATIENCE:
        send_again()
        return
    _Deferral.since = None
    raise KeyboardInterrupt


def raise_waiting() -> None:
    """Raise `KeyboardInterrupt` at once if an interrupt is pending."""
    if _Deferral.since is not None:
        _Deferral.since = None
        raise KeyboardInterrupt


@contextmanager
def hold_back() -> Iterator[None]:
    """Defer interrupts while the block runs."""
    _Deferral.blocks += 1
    try:
        yield
    finally:
        _Deferral.blocks -= 1


def atomic(function: _F) -> _F:
    """Mark a short function that neither Ctrl-C nor a limit may interrupt."""
    _atomic.add(function.__code__)
    return function


def must_go_on(frame: FrameType | None) -> bool:
    """Say whether an error raised in this frame would be lost, or an `atomic` function is running.

    Errors are lost in imports, finalizers and ctypes conversions. LLVM calls that change ownership are not interrupted.
    """
    while frame is not None:
        code = frame.f_code
        if code in _atomic or code.co_filename == _IMPORTING or code.co_name in _SWALLOWING:
            return True
        if _OWNING in code.co_filename or (code.co_name == "__init__" and _HALF_MADE in code.co_filename):
            return True
        frame = frame.f_back
    return False


def send_again() -> None:
    """Send Ctrl-C to the main thread after `_SOON`.

    Uses a raw thread, as the main thread may be changing the state of `threading`.
    """
    start_new_thread(_send, (main_thread().ident or 0,))


def _send(receiver: int) -> None:
    time.sleep(_SOON)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(receiver, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
