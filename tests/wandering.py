"""Random small levels with solutions that are longer than need be."""

from __future__ import annotations

from random import Random

from sokogen.random.random_levels import FloorKind, random_level
from sokospec import Level
from sokospec.answer import Objective
from sokospec.board import Direction
from sokospec.errors import IllegalStep
from sokospec.oracle.search import search_exhaustively
from sokospec.rules import is_push, is_solved, step


def levels_with_bad_solutions(seed: int, count: int) -> list[tuple[Level, str]]:
    """Return random levels that have solutions, each with a bad one: a random walk, then the oracle's way."""
    rng, found = Random(seed), list[tuple[Level, str]]()
    while len(found) < count:
        size = rng.randrange(2, 5)
        level = random_level(rng, kind=FloorKind.SCATTERED, height=size, width=6 - size // 2, boxes=2, wall_share=0.1)
        if search_exhaustively(level, Objective.PUSHES).lurd in (None, ""):
            continue
        lurd = wandering(level, rng)
        if lurd is not None:
            found.append((level, lurd))
    return found


def wandering(level: Level, rng: Random) -> str | None:
    """Return a solution that wanders first; None if what is reached at random cannot be solved."""
    state, lurd = level.state, ""
    for _ in range(60):
        if is_solved(level.board, state):
            break
        direction = rng.choice(list(Direction))
        try:
            after = step(level.board, state, direction)
        except IllegalStep:
            continue
        lurd += direction.letter.upper() if is_push(state, after) else direction.letter
        state = after
    rest = search_exhaustively(Level(level.board, state), Objective.PUSHES).lurd
    return None if rest is None else lurd + rest
