"""Entry point of the program; Ctrl-C ends it with exit code 3 at every moment.

Before the first line of this file, Python answers Ctrl-C with a traceback. So this file is short, and imports where it
can be interrupted.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` would take some milliseconds
if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_INTERRUPTED = 3
"""`Exit.UNKNOWN`, which cannot be imported yet."""


def run() -> None:
    code = _INTERRUPTED
    try:
        try:
            sys.unraisablehook = _raise_again
            from sokocli.streams import set_up

            set_up()
            from sokocheck.application.interrupts import install, raise_waiting

            install()  # before the imports: Python turns an interrupt inside of some of them into other errors
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts a thread for each processor
            from sokocli.memory import guard_imports

            guard_imports()
            from sokocli.main import exit_code  # takes a tenth of a second

            raise_waiting()
            code = exit_code(sys.argv[1:])
        finally:
            _stop_signals()
    except KeyboardInterrupt:
        code = _INTERRUPTED
        print("interrupted", file=sys.stderr)
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        from sokospec.__main__ import main_without_packages

        code = main_without_packages(sys.argv[1:])
    _flush()
    if code == _INTERRUPTED and "z3" in sys.modules:
        os._exit(code)  # Z3 may wait for itself for ever when an interrupted process takes it down
    sys.exit(code)


def _raise_again(lost: UnraisableHookArgs) -> None:
    """Raise Ctrl-C again a moment later if Python drops it, as in a finalizer."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    from sokocheck.application.interrupts import send_again

    send_again()


def _stop_signals() -> None:
    """Ignore Ctrl-C and stop timers once the exit code is settled."""
    while True:
        try:
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_REAL, 0)
            return
        except KeyboardInterrupt:  # it came just before
            continue


def _flush() -> None:
    """Write output left by an interrupt; its reader may be gone by the same Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            continue
