"""Levels on which wrong programs gave wrong answers: those of the corpus of killers."""

from __future__ import annotations

from sokocheck.suites.entry import Entry, known
from sokocheck.suites.proofs import optimum
from sokospec.answer import Objective, Verdict
from sokospec.conformance import KnownLevel, known_levels, load

OBJECTIVES = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)


def levels() -> list[KnownLevel]:
    """Return the levels of the corpus, in its order."""
    return known_levels("killers")


def entry_of(trap: KnownLevel) -> Entry:
    """Return a level with all four answers, proved anew, and what it has exposed.

    Raises `AssertionError` if an answer is not that of the corpus.
    """
    exposed = {case.id: [kill.name for kill in case.kills] for case in load("killers")}
    answers, certificates = {}, {}
    for objective in OBJECTIVES:
        answer, text = optimum(trap.level, objective)
        answers[objective] = known(answer)
        if (answer.verdict, answer.lower_bound) != (
            trap.answers[objective].verdict,
            trap.answers[objective].lower_bound,
        ):
            raise AssertionError(f"{trap.id}: {answer.verdict} {answer.lower_bound} for {objective}")
        if answer.verdict is Verdict.UNSOLVABLE:
            certificates["unsolvable"] = text
        else:
            certificates[str(objective)] = text
    return Entry(trap.level, answers, {"case": trap.id, "exposed": exposed[trap.id]}, certificates)
