"""Queries to z3 that Ctrl-C can end.

After Ctrl-C z3 ignores time limits in this process, so no more queries should follow.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import z3

_LOOK = 0.05  # seconds between two attempts to stop z3, which does not listen before it has begun


def answer_of(solver: z3.Solver, *more: z3.BoolRef) -> z3.CheckSatResult:
    """Return z3's answer (`sat`, `unsat`, `unknown`) for a solver's formulas and `more`.

    >>> answer_of(z3.Solver())
    sat
    """
    solver.set("ctrl_c", False)
    return _ask(lambda: solver.check(*more))


def answer_of_spacer(spacer: z3.Fixedpoint, question: z3.BoolRef) -> z3.CheckSatResult:
    """Return the fixed-point engine's answer, `unknown` at its time limit."""
    spacer.set(ctrl_c=False)

    def answer() -> z3.CheckSatResult:
        try:
            return spacer.query(question)
        except z3.Z3Exception:  # the time is over
            return z3.unknown

    return _ask(answer)


def _ask(ask: Callable[[], z3.CheckSatResult]) -> z3.CheckSatResult:
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
    while worker.is_alive():
        try:
            z3.main_ctx().interrupt()
            worker.join(_LOOK)
        except KeyboardInterrupt:  # once is enough
            continue
