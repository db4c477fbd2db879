"""Search for counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from sokodead.audit.backward import Backward, LevelWithSolution, below
from sokodead.audit.changes import change
from sokodead.audit.shrink import LevelShape
from sokospec.board import Board, Level

_WALKS = 4
"""So many walks backwards are made on each board."""
_MOST_PULLS = 20
"""A walk has up to so many pulls; one in three has up to three times as many."""
_LOOKS = 3
"""Boards from one that gets a climb by the audited function to the next."""
_FIRST_CHANGES, _CHANGES = 4, 40
"""A level is changed so often before, and after, it has a distance."""
_MOST_SQUARES = 40
"""Levels with more floor are not changed: a change there seldom matters."""

_Suspect = Callable[[Level, Callable[[], str] | None], float | None]
"""Asks the audited function about a level; the second argument returns a solution, or is None if none is known.

Returns None if the answer cannot be wrong about any level like it, otherwise a distance from a counterexample."""


def counterexamples(
    suspect: _Suspect, boards: Iterable[Board], seed: int = 0, look: Callable[[Level], float] | None = None
) -> Iterator[int]:
    r"""Search for solvable levels about which a function errs; yield the number of levels so far after each.

    Each board gets random backward walks and a climb, some a climb by `look`. On small boards the last level is changed
    until `suspect` returns a distance, and further while the distance does not grow.

    >>> board = Level.parse("#####\n#@$.#\n#####").board
    >>> asked = []
    >>> def off_goals(level: Level, solution: Callable[[], str] | None) -> float | None:
    ...     asked.append(solution and solution())
    ...     return 0.0 if level.boxes != level.goals else None
    >>> max(counterexamples(off_goals, [board])) == len(asked), "R" in asked
    (True, True)
    """
    rng = Random(f"search {seed}")
    asked = 0
    for number, board in enumerate(boards):
        last: LevelWithSolution | None = None
        for met in _levels_with_solutions(rng, board, look if number % _LOOKS == 0 else None):
            suspect(met.level, met.solution)
            last = met
            asked += 1
            yield asked
        if last is None or len(board.floor) > _MOST_SQUARES:
            continue
        for _ in _change(rng, suspect, last.level):
            asked += 1
            yield asked


def _levels_with_solutions(
    rng: Random, board: Board, look: Callable[[Level], float] | None
) -> Iterator[LevelWithSolution]:
    backward = Backward(board)
    for _ in range(_WALKS):
        yield from backward.walk(rng, (1 if below(rng, 3) else 3) * (1 + below(rng, _MOST_PULLS)))
    yield from backward.climb(rng)
    if look is not None:
        yield from backward.climb_by(rng, look)


def _change(rng: Random, suspect: _Suspect, level: Level) -> Iterator[None]:
    shape, nearest = LevelShape.of(level), None
    tried = 0
    while tried < (_FIRST_CHANGES if nearest is None else _CHANGES):
        tried += 1
        candidate = change(rng, shape)
        distance = suspect(candidate.level(), None)
        yield
        if distance is not None and (nearest is None or distance <= nearest):
            shape, nearest = candidate, distance
