"""Questions to z3, which Ctrl-C ends: z3 would hear the signal itself, and lose it or call it an unknown answer.

After Ctrl-C z3 keeps no time limits any more in this process: whoever catches `KeyboardInterrupt` should ask no more.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import z3

LOOK = 0.05  # seconds between two attempts to stop z3, which does not listen before it has begun


def answer_of(solver: z3.Solver, *more: z3.BoolRef) -> z3.CheckSatResult:
    """Return what z3 says of a solver's formulas and some more: `sat`, `unsat`, `unknown`. Raises `KeyboardInterrupt`.

    >>> answer_of(z3.Solver())
    sat
    """
    solver.set("ctrl_c", False)
    return _told(lambda: solver.check(*more))


def answer_of_spacer(spacer: z3.Fixedpoint, question: z3.BoolRef) -> z3.CheckSatResult:
    """Return what the fixed-point engine says, `unknown` when its time is over. Raises `KeyboardInterrupt`."""
    spacer.set(ctrl_c=False)

    def answer() -> z3.CheckSatResult:
        try:
            return spacer.query(question)
        except z3.Z3Exception:  # the time is over
            return z3.unknown

    return _told(answer)


def _told(ask: Callable[[], z3.CheckSatResult]) -> z3.CheckSatResult:
    """Return an answer of z3's, found in a thread, so that this one hears Ctrl-C; z3 has stopped when it is raised."""
    answers: list[z3.CheckSatResult | BaseException] = []

    def work() -> None:
        try:
            answers.append(ask())
        except BaseException as error:  # it is raised where it was asked
            answers.append(error)

    worker = Thread(target=work)
    worker.start()
    try:
        worker.join()
    except KeyboardInterrupt:
        _stop(worker)
        raise
    if isinstance(answers[0], BaseException):
        raise answers[0]
    return answers[0]


def _stop(worker: Thread) -> None:
    """Tell z3 to stop until it has."""
    while worker.is_alive():
        try:
            z3.main_ctx().interrupt()
            worker.join(LOOK)
        except KeyboardInterrupt:  # once is enough
            continue
