"""Levels with long solutions of known length, from the families."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sokocheck.suites.entry import BestAnswer, SuiteEntry
from sokogen.families.catalogue import FAMILIES
from sokospec.answer import Objective, Verdict

_LONGEST = 2_000_000
"""The most moves of a solution whose digest is recorded."""


class Size(NamedTuple):
    """Member of a family."""

    family: str
    size: int


SIZES = (
    *(Size("fibonacci", size) for size in range(4, 26)),
    *(Size("fibonacci-classical", size) for size in range(2, 13)),
    *(Size("staggered", size) for size in range(1, 12)),
    *(Size("rooms", size) for size in range(1, 13)),
)


def entry_of(member: Size) -> SuiteEntry:
    """Return a member with its known answers; its solution is given by a digest."""
    made = FAMILIES[member.family].member(member.size)
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
        "family": member.family,
        "size": member.size,
        "known": made.known,
        "solution_sha256": digest.hexdigest() if made.moves <= _LONGEST else None,
    }
    return SuiteEntry(made.level, answers, figures)
