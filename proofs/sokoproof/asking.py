"""Questions to z3, whose answer Ctrl-C is not: while it works, z3 hears the signal itself, and answers "unknown"."""

from __future__ import annotations

import time

import z3

INTERRUPTED = "interrupted from keyboard"
"""The reason that a solver of z3 gives."""


def answer_of(solver: z3.Solver, *more: z3.BoolRef) -> z3.CheckSatResult:
    """Return what z3 says of a solver's formulas and some more: `sat`, `unsat`, `unknown`. Raises `KeyboardInterrupt`.

    >>> answer_of(z3.Solver())
    sat
    """
    answer = solver.check(*more)
    if answer == z3.unknown and solver.reason_unknown() == INTERRUPTED:
        raise KeyboardInterrupt
    return answer


def answer_of_spacer(spacer: z3.Fixedpoint, question: z3.BoolRef, milliseconds: int) -> z3.CheckSatResult:
    """Return what the fixed-point engine says within that time, `unknown` at its end. Raises `KeyboardInterrupt`.

    It says 'canceled' when the time is over and at Ctrl-C; which of them it was shows by the clock.
    """
    spacer.set(timeout=milliseconds)
    started = time.monotonic()
    try:
        return spacer.query(question)
    except z3.Z3Exception as error:
        if is_cancelled(error) and time.monotonic() - started < milliseconds / 1000:
            raise KeyboardInterrupt from None
        return z3.unknown


def is_cancelled(error: z3.Z3Exception) -> bool:
    """Say whether z3 was told to stop, which Ctrl-C does."""
    return "canceled" in str(error)
