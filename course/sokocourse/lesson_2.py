"""Exercises on solutions that are exponentially long."""

from __future__ import annotations

from functools import cache

from sokocourse.course_levels import small_level
from sokocourse.exercise import Exercise, Wrong, is_number, short_text, wrong_if
from sokocourse.lesson_1 import ROOM
from sokogen.families import fibonacci, rooms, staggered
from sokospec import Objective, SokobanError, Verdict, replay
from sokospec.errors import quantify
from sokospec.formats import lurd
from sokospec.limits import require_verdict
from sokospec.oracle import search_exhaustively

_LONG = 10**9
"""The moves that are exceeded in the second exercise."""

_ROOMS, _ROOM_NUMBER = 20, 3
"""The level of the third exercise, and the room that is asked for."""

_MOST_FLOOR, _LEAST_MOVES = 9, 14
"""How small a level the fourth exercise wants, and how long a solution."""

_SYMBOLS, _STEPS, _MOST_STEPS = 20, 100_000, 200_000
"""How short a text the fifth exercise wants, of how many steps, and how many the check replays at the most."""


def _moves_after_the_last() -> int:
    """Return the moves of the Fibonacci family for one box more than the levels have, by the recurrence."""
    n = fibonacci.MOST + 1
    added = n + (12 if n % 2 else 10)
    return fibonacci.fibonacci_moves(n - 1) + fibonacci.fibonacci_moves(n - 2) + added


def _boxes_for_long() -> int:
    """Return the least number of boxes with more than `_LONG` moves."""
    sizes = range(fibonacci.LEAST, fibonacci.MOST + 1)
    return next(n for n in sizes if fibonacci.fibonacci_moves(n) > _LONG)


@cache
def _entries(count: int, room: int) -> int:
    """Return how often a room is entered at I in the solution of some rooms, by its parts.

    >>> _entries(1, 1), _entries(2, 1)
    (2, 4)
    """
    parts = rooms.parts(count)
    own = sum(part in (rooms.FIRST, rooms.SECOND) for part in parts) if count == room else 0
    return own + sum(_entries(part, room) for part in parts if isinstance(part, int))


def _find_staggered_constant() -> int:
    """Return the constant in the recurrence of the staggered family's pushes."""
    pushes = {pairs: staggered.staggered_pushes(pairs) for pairs in range(2, 9)}
    found = {pushes[k] - 4 * pushes[k - 1] + 4 * pushes[k - 2] - pushes[k - 3] for k in range(5, 9)}
    (constant,) = found
    return constant


def _constant_for_one_room() -> int:
    """Return the c for which 143 * 2^n - 10 n - c are the moves of one room."""
    return 143 * 2 - 10 - rooms.rooms_moves(1)


def _is_small_and_long(answer: str) -> None:
    """Check that a small level has a long shortest solution."""
    level = small_level(answer, _MOST_FLOOR)
    found = require_verdict(search_exhaustively(level, Objective.MOVES))
    if found.verdict is not Verdict.OPTIMAL or found.moves is None:
        raise Wrong("the level has no solution")
    if found.moves < _LEAST_MOVES:
        raise Wrong(f"there is a solution with {quantify(found.moves, 'move')}; at least {_LEAST_MOVES} must be needed")


def _is_short_text_of_long_solution(answer: str) -> None:
    """Check that a short text with counts is a long solution of the room."""
    text = short_text(answer, _SYMBOLS)
    with wrong_if(SokobanError):
        steps = lurd.parse(text, _MOST_STEPS).steps
    if len(steps) <= _STEPS:
        raise Wrong(f"{quantify(len(steps), 'move')} are too few; more than {_STEPS:,} are wanted")
    done = replay(ROOM, steps)
    if not done.valid:
        raise Wrong(f"after {quantify(done.at or 0, 'move')}: {done.reason}")


EXERCISES = [
    Exercise(
        f"How many moves has the Fibonacci family's solution for {fibonacci.MOST + 1} boxes, by the recurrence?",
        is_number(_moves_after_the_last, "Which two lengths come before it, and what is added for this n?"),
    ),
    Exercise(
        f"What is the least number of boxes for which the Fibonacci family's solution has more than {_LONG:,} moves?",
        is_number(_boxes_for_long, "`sokospec generate fibonacci --boxes N` tells the moves for N boxes."),
    ),
    Exercise(
        f"How often is room {_ROOM_NUMBER} entered from the right, at I, in the solution of {_ROOMS} rooms?",
        is_number(
            lambda: _entries(_ROOMS, _ROOM_NUMBER), "Count in S(1), S(2) and S(3) first, for the last room of each."
        ),
    ),
    Exercise(
        f"Which level with at most {_MOST_FLOOR} floor squares has a solution, but none with fewer than {_LEAST_MOVES}"
        " moves (--file)?",
        _is_small_and_long,
    ),
    Exercise(
        f"Which text of at most {_SYMBOLS} symbols, with counts and brackets, is a solution of room.xsb with more than"
        f" {_STEPS:,} moves?",
        _is_short_text_of_long_solution,
    ),
    Exercise(
        "Which c makes Q(k) = 4 Q(k-1) - 4 Q(k-2) + Q(k-3) + c true of the staggered family's pushes, for k from 5 on?",
        is_number(
            _find_staggered_constant, "Put in T(2) to T(5); T(5) and T(6) are told by `sokospec generate staggered`."
        ),
    ),
    Exercise(
        "In RoomsTheorem.v write 143 for 142, and for 140 the number c with which the moves of one room stay right, and"
        " let Coq reject it. Which number is c?",
        is_number(_constant_for_one_room, "One room takes 142 * 2 - 10 - 140 moves."),
    ),
]
