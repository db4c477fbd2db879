"""Levels on which wrong programs gave wrong answers: those of the corpus of killers."""

from __future__ import annotations

from functools import cache

from sokocheck.suites.entry import Entry, known
from sokocheck.suites.proofs import optima
from sokospec.conformance import KnownLevel, known_levels, load


def levels() -> list[KnownLevel]:
    """Return the levels of the corpus, in its order."""
    return known_levels("killers")


@cache
def _exposed() -> dict[str, list[str]]:
    """Return the wrong programs that each case has exposed."""
    return {case.id: [kill.name for kill in case.kills] for case in load("killers")}


def entry_of(trap: KnownLevel) -> Entry:
    """Return a level with all four answers, proved anew, and what it has exposed.

    Raises `AssertionError` if an answer is not that of the corpus.
    """
    answers, certificates = optima(trap.level)
    for objective, answer in answers.items():
        wanted = trap.answers[objective]
        if (answer.verdict, answer.lower_bound) != (wanted.verdict, wanted.lower_bound):
            raise AssertionError(f"{trap.id}: {answer.verdict} {answer.lower_bound} for {objective}")
    figures: dict[str, object] = {"case": trap.id, "exposed": _exposed()[trap.id]}
    return Entry(trap.level, {objective: known(answer) for objective, answer in answers.items()}, figures, certificates)
