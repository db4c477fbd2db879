"""Search for counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from sokodead.audit.backward import Backward, Met, below
from sokodead.audit.changes import change
from sokodead.audit.shrink import LevelShape
from sokodead.audit.solving import Attempt, attempt
from sokospec.board import Board, Level

_WALKS = 4
"""So many walks backwards are made on each board."""
_MOST_PULLS = 20
"""A walk has up to so many pulls; one in three has up to three times as many."""
_FIRST_CHANGES, _CHANGES = 4, 40
"""A level is changed so often before, and after, the detector flags it."""
_STATES = 100
"""So many states are looked at for a solution of a changed level that is flagged."""
_MOST_SQUARES = 40
"""Levels with more floor are not changed: what is changed there is seldom what matters."""

Suspect = Callable[[Level, Callable[[], str | None]], bool]
"""Asks the detector about a level and says whether it flags it; the second argument finds a solution, if it can."""


def counterexamples(suspect: Suspect, boards: Iterable[Board], seed: int = 0) -> Iterator[int]:
    r"""Search for solvable levels that a detector flags; yield the number of levels so far after each.

    Each board gets random backward walks and a climb. On small boards the last level is then changed until it is
    flagged, and further while it comes no further from being solved.

    >>> board = Level.parse("#####\n#@$.#\n#####").board
    >>> flagged = []
    >>> def off_goals(level: Level, solution: Callable[[], str | None]) -> bool:
    ...     flagged.append((level.boxes != level.goals, solution()))
    ...     return flagged[-1][0]
    >>> asked = max(counterexamples(off_goals, [board]))
    >>> asked == len(flagged), (True, "R") in flagged
    (True, True)
    """
    rng = Random(f"search {seed}")
    asked = 0
    for board in boards:
        last: Met | None = None
        for met in _met(rng, board):
            suspect(met.level, met.solution)
            last = met
            asked += 1
            yield asked
        if last is None or len(board.floor) > _MOST_SQUARES:
            continue
        for _ in _change(rng, suspect, last.level):
            asked += 1
            yield asked


def _met(rng: Random, board: Board) -> Iterator[Met]:
    backward = Backward(board)
    for _ in range(_WALKS):
        yield from backward.walk(rng, (1 if below(rng, 3) else 3) * (1 + below(rng, _MOST_PULLS)))
    yield from backward.climb(rng)


def _change(rng: Random, suspect: Suspect, level: Level) -> Iterator[None]:
    shape, left = LevelShape.of(level), None
    tried = 0
    while tried < (_FIRST_CHANGES if left is None else _CHANGES):
        tried += 1
        candidate = change(rng, shape)
        level = candidate.level()
        found: list[Attempt] = []

        def solution(level: Level = level, found: list[Attempt] = found) -> str | None:
            found.append(attempt(level, _STATES))
            return found[-1].solution

        flagged = suspect(level, solution)
        yield
        if flagged:
            if not found:
                solution()
            if left is None or found[-1].left <= left:
                shape, left = candidate, found[-1].left
