"""Where the program begins and ends: Ctrl-C ends it with exit code 3 at every moment.

Python hears Ctrl-C before it runs the first line of this file, and says so with a traceback; so this file is short, and
imports what it needs where it can be interrupted.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # `typing` would take some milliseconds
if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 3
"""`Exit.UNKNOWN`, which cannot be imported yet."""

SOON = 0.01  # seconds


def run() -> None:
    """Run the program and exit."""
    code = INTERRUPTED
    try:
        try:
            sys.unraisablehook = raise_again
            _write_what_can_be_written()
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts a thread for each processor
            from sokocli.memory import guard_imports

            guard_imports()
            from sokocli.main import exit_code  # takes a tenth of a second

            code = exit_code(sys.argv[1:])
        finally:
            _stop_hearing()
    except KeyboardInterrupt:
        code = INTERRUPTED
        print("interrupted", file=sys.stderr)
    _flush()
    sys.exit(code)


def _write_what_can_be_written() -> None:
    """Let stdout have an escape in the place of a character that its encoding lacks; stderr does so by itself."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def raise_again(lost: UnraisableHookArgs) -> None:
    """Let Ctrl-C come again a moment later when Python throws it away, as it does inside of a finalizer."""
    import signal
    from threading import Timer, main_thread

    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    if hasattr(signal, "pthread_kill"):  # which wakes the main thread, too, whatever it waits for
        again = Timer(SOON, signal.pthread_kill, (main_thread().ident, signal.SIGINT))
    else:
        again = Timer(SOON, signal.raise_signal, (signal.SIGINT,))
    again.daemon = True
    again.start()


def _stop_hearing() -> None:
    """Ignore Ctrl-C: everything is said, and the exit code is settled; it could only spoil the end of Python."""
    while True:
        try:
            from signal import SIG_IGN, SIGINT, signal

            signal(SIGINT, SIG_IGN)
            return
        except KeyboardInterrupt:  # it came just before
            continue


def _flush() -> None:
    """Write what is left; whoever read it may have gone by the same Ctrl-C."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            setattr(sys, name, None)
