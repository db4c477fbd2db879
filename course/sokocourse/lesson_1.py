"""Exercises on decision problems and certificates."""

from __future__ import annotations

from io import BytesIO
from itertools import takewhile

from sokocourse import FILES
from sokocourse.course_levels import small_level
from sokocourse.exercise import Exercise, Wrong, check_size, is_number, short_text, wrong_if, yes_or_no
from sokospec import Level, SokobanError, State, Verdict, replay, steps
from sokospec.board import Board, Square
from sokospec.certificates.verify import verify
from sokospec.errors import quantify
from sokospec.formats import Reading, parse_level
from sokospec.limits import require_verdict
from sokospec.oracle import perft, search_exhaustively
from sokospec.rules import is_push, is_solved

ROOM = Level.parse(FILES.joinpath("room.xsb").read_text(encoding="utf-8"))
_PILLAR = Level.parse(FILES.joinpath("pillar.xsb").read_text(encoding="utf-8"))

_MOVES = 100
"""How many moves a solution of the room is to have in the second exercise."""

_SQUARES, _SYMBOLS = 1_000, 30
"""How large a level, and how short a text for it, the third exercise wants."""

_LONGEST_CERTIFICATE = 10_000
"""Characters of a certificate that is checked; the level has few states."""

_MOST_FLOOR = 12
"""How many floor squares the level of the last exercise may have."""


def _solves_the_room(answer: str) -> None:
    """Check a LURD on the first lesson's level."""
    done = replay(ROOM, answer.strip())
    if not done.valid:
        raise Wrong(done.reason or "the level is not solved at the end")


def _has_solution_of(level: Level, moves: int) -> bool:
    """Tell whether a level has a solution of exactly that many moves (at least one), the last a push.

    >>> _has_solution_of(ROOM, 4), _has_solution_of(ROOM, 5)
    (False, True)
    """
    layer: set[State] = {level.state}
    for _ in range(moves - 1):
        layer = {after for state in layer for _, after in steps(level.board, state)}
    return any(
        is_push(state, after) and is_solved(level.board, after)
        for state in layer
        for _, after in steps(level.board, state)
    )


def _is_short_text_of_large_level(answer: str) -> None:
    """Check that a text of few symbols is a level of many squares."""
    text = short_text(answer, _SYMBOLS)
    with wrong_if(SokobanError):
        level = parse_level(text, Reading(limit=100 * _SQUARES))
    area = level.board.height * level.board.width
    if area < _SQUARES:
        raise Wrong(f"the level has {area:,} squares; at least {_SQUARES:,} are wanted")


def _states_of_room() -> int:
    """Return the number of reachable normalised states of the room."""
    return sum(takewhile(bool, perft(ROOM, 100)))


def _is_closed_set(answer: str) -> None:
    """Check a certificate, of states alone, for the level with a pillar."""
    check_size(len(answer), _LONGEST_CERTIFICATE, "characters")
    text = "\n".join(line.rstrip() for line in answer.strip().splitlines()) + "\n"
    found = verify(BytesIO(text.encode()), _PILLAR)
    if not found.accepted:
        raise Wrong(f"line {found.line}: {found.reason}")
    if found.claim != "unsolvable":
        raise Wrong(f"what it shows is '{found.claim}', not 'unsolvable'")
    if found.facts:
        raise Wrong("it uses facts; list states alone")


def _needs_both_boxes(answer: str) -> None:
    """Check that a level with two boxes is unsolvable, but not without either box and a goal."""
    level = small_level(answer, _MOST_FLOOR)
    if len(level.boxes) != 2:
        raise Wrong(f"the level has {quantify(len(level.boxes), 'box')}; two are wanted")
    if require_verdict(search_exhaustively(level)).verdict is not Verdict.UNSOLVABLE:
        raise Wrong("the level has a solution")
    for box in sorted(level.boxes):
        if not any(_solvable_without(level, box, goal) for goal in sorted(level.goals)):
            raise Wrong("without one of the boxes, and any goal, the level is still unsolvable")


def _solvable_without(level: Level, box: Square, goal: Square) -> bool:
    r"""Tell whether a level without a box and a goal has a solution.

    >>> _solvable_without(Level.parse("#######\n#$.@$.#\n#######"), Square(1, 1), Square(1, 2))
    True
    """
    board = level.board
    less = Board(board.width, board.height, board.walls, board.goals - {goal})
    return (
        require_verdict(search_exhaustively(Level(less, State(level.boxes - {box}, level.player)))).verdict
        is Verdict.OPTIMAL
    )


EXERCISES = [
    Exercise("Which moves solve the level room.xsb?", _solves_the_room),
    Exercise(
        f"Is there a solution of room.xsb with exactly {_MOVES} moves that ends with a push (yes or no)?",
        yes_or_no(
            lambda: _has_solution_of(ROOM, _MOVES),
            "Colour the squares like a chessboard: where is the player after 100 moves, and where after the last push?",
        ),
    ),
    Exercise(
        f"Which text of at most {_SYMBOLS} symbols is a level of at least {_SQUARES:,} squares?",
        _is_short_text_of_large_level,
    ),
    Exercise(
        "How many normalised states has the smallest set with the first one of room.xsb that is closed under pushes?",
        is_number(_states_of_room, "Go by distance: `sokospec perft room.xsb --depth 9` counts the states at each."),
    ),
    Exercise(
        "Which certificate, of states alone, shows that pillar.xsb of lesson 1 has no solution (--file)?",
        _is_closed_set,
    ),
    Exercise(
        f"Which level with two boxes and at most {_MOST_FLOOR} floor squares has no solution, but has one without"
        " either box and a goal (--file)?",
        _needs_both_boxes,
    ),
]
