"""Search for counterexamples, by small random changes of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from sokodead.audit.backward import Backward, LevelWithSolution, any_of, below
from sokodead.audit.shrink import LevelShape
from sokospec.board import Board, Direction, Level, Square, neighbour

_MOST_FLOOR = 100
"""No floor is made larger."""


def change(rng: Random, shape: LevelShape) -> LevelShape:
    r"""Return a shape after one or two random changes.

    >>> from sokospec import Level
    >>> print(change(Random(5), LevelShape.of(Level.parse("######\n#@$ .#\n######"))).level())
    ######
    #+$  #
    ######
    """
    wanted = 1 + below(rng, 2)
    while wanted:
        after = CHANGES[below(rng, len(CHANGES))](rng, shape)
        if after is not None:
            shape = after
            wanted -= 1
    return shape


def _dig(rng: Random, shape: LevelShape) -> LevelShape | None:
    square = neighbour(any_of(rng, sorted(shape.floor)), any_of(rng, list(Direction)))
    return None if len(shape.floor) >= _MOST_FLOOR else shape._replace(floor=shape.floor | {square})


def _build(rng: Random, shape: LevelShape) -> LevelShape | None:
    empty = sorted(shape.floor - shape.boxes - shape.goals - {shape.player})
    return shape._replace(floor=shape.floor - {any_of(rng, empty)}) if empty else None


def _add_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    free = sorted(shape.floor - shape.boxes - {shape.player})
    goals = sorted(shape.floor - shape.goals)
    if not free or not goals:
        return None
    box = any_of(rng, free)
    goal = any_of(rng, goals) if box in shape.goals or below(rng, 3) == 0 else box
    return shape._replace(boxes=shape.boxes | {box}, goals=shape.goals | {goal})


def _remove_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    if len(shape.boxes) == 1:
        return None
    box = any_of(rng, sorted(shape.boxes))
    goal = box if box in shape.goals else any_of(rng, sorted(shape.goals))
    return shape._replace(boxes=shape.boxes - {box}, goals=shape.goals - {goal})


def _move_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    free = sorted(shape.floor - shape.boxes - {shape.player})
    moved = _move_piece(rng, shape.boxes, free)
    return None if moved is None else shape._replace(boxes=moved)


def _move_goal(rng: Random, shape: LevelShape) -> LevelShape | None:
    moved = _move_piece(rng, shape.goals, sorted(shape.floor - shape.goals))
    return None if moved is None else shape._replace(goals=moved)


def _move_player(rng: Random, shape: LevelShape) -> LevelShape | None:
    return shape._replace(player=any_of(rng, sorted(shape.floor - shape.boxes)))


def _move_piece(rng: Random, pieces: frozenset[Square], free: list[Square]) -> frozenset[Square] | None:
    return pieces - {any_of(rng, sorted(pieces))} | {any_of(rng, free)} if free else None


CHANGES = (_dig, _dig, _build, _build, _add_box, _remove_box, _move_box, _move_goal, _move_goal, _move_player)


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
