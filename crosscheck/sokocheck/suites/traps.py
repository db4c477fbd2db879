"""Regression levels, which exposed wrong programs, as a suite."""

from __future__ import annotations

from functools import cache

from sokocheck.suites.entry import SuiteEntry
from sokocheck.suites.proofs import optima
from sokospec.conformance import SuiteLevel, load, load_levels


@cache
def levels() -> list[SuiteLevel]:
    """Return the regression levels in order."""
    return load_levels("killers")


@cache
def _wrong_programs() -> dict[str, list[str]]:
    return {case.id: [kill.name for kill in case.kills] for case in load("killers")}


def entry_of(trap: SuiteLevel) -> SuiteEntry:
    """Return a level with four newly certified answers and the programs it exposed."""
    answers, certificates = optima(trap.level)
    for objective, answer in answers.items():
        wanted = trap.answers[objective]
        if (answer.verdict, answer.lower_bound) != (wanted.verdict, wanted.lower_bound):
            raise AssertionError(f"{trap.id}: {answer.verdict} {answer.lower_bound} for {objective}")
    figures: dict[str, object] = {"case": trap.id, "exposed": _wrong_programs()[trap.id]}
    return SuiteEntry(trap.level, answers, figures, certificates)
