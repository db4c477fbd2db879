"""Levels with long solutions of known length, from the families."""

from __future__ import annotations

import hashlib

from sokocheck.suites.entry import BestAnswer, SuiteEntry
from sokogen.families.catalogue import FAMILIES
from sokospec.answer import Objective, Verdict

_LONGEST = 2_000_000
"""The most moves of a solution whose digest is recorded."""


SIZES = {
    "fibonacci": range(4, 26),
    "fibonacci-classical": range(2, 13),
    "staggered": range(1, 12),
    "rooms": range(1, 13),
}
"""Sizes of the members by family."""


def entry_of(family: str, size: int) -> SuiteEntry:
    """Return a member with its known answers; its solution is given by a digest."""
    made = FAMILIES[family].member(size)
    best = set(made.proved)
    answers = {
        objective: BestAnswer(
            Verdict.OPTIMAL if objective in best else Verdict.SOLVED,
            made.moves,
            made.pushes,
            objective.cost(made.moves, made.pushes)[0] if objective in best else None,
        )
        for objective in (Objective.PUSHES, Objective.MOVES)
    }
    digest = hashlib.sha256()
    if made.moves <= _LONGEST:
        for piece in made.solution():
            digest.update(piece.encode("ascii"))
    figures: dict[str, object] = {
        "family": family,
        "size": size,
        "known": made.known,
        "solution_sha256": digest.hexdigest() if made.moves <= _LONGEST else None,
    }
    return SuiteEntry(made.level, answers, figures)
