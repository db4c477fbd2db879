"""Levels without a solution that is optimal in both moves and pushes."""

from __future__ import annotations

from random import Random

from sokocheck.suites.effort import search_states
from sokocheck.suites.entry import Json, SuiteEntry
from sokocheck.suites.proofs import optima
from sokogen.draws import choice
from sokogen.random.level_changes import enlarge, in_one_piece
from sokogen.random.random_levels import FloorKind, solvable_level
from sokospec.answer import Objective
from sokospec.board import Level

_SIDES = {"5 x 5": 5, "6 x 6": 6, "7 x 7": 7}
GROUPS = tuple(_SIDES)
_CHANGES = 25
_LARGEST = 20_000
"""States an engine may expand for each objective."""


def attempt(rng: Random, group: str) -> SuiteEntry | None:
    """Return a level where moves and pushes need different solutions, or None."""
    side = _SIDES[group]
    level = solvable_level(
        rng, kind=choice(rng, list(FloorKind)), height=side, width=side, boxes=2 + side // 4, pulls=10 * side
    ).level
    if not in_one_piece(level.board, level.player):
        return None
    wider = enlarge(rng, level, _gap, _CHANGES)
    return entry_of(wider) if wider is not None and _gap(wider) else None


def entry_of(level: Level) -> SuiteEntry:
    """Return a level with four certified answers and their differences."""
    answers, certificates = optima(level)
    moves, pushes = _more(level) or (0, 0)
    figures: Json = {"moves_more": moves, "pushes_more": pushes}
    return SuiteEntry(level, answers, figures, certificates)


def _gap(level: Level) -> int | None:
    more = _more(level)
    return None if more is None else sum(more)


def _more(level: Level) -> tuple[int, int] | None:
    by_pushes = search_states(level, Objective.PUSHES_MOVES, most=_LARGEST)
    by_moves = search_states(level, Objective.MOVES_PUSHES, most=_LARGEST)
    if None in (by_pushes.moves, by_pushes.pushes, by_moves.moves, by_moves.pushes):
        return None
    return (by_pushes.moves or 0) - (by_moves.moves or 0), (by_moves.pushes or 0) - (by_pushes.pushes or 0)
