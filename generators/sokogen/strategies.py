"""Hypothesis strategies.

>>> from hypothesis import find
>>> print(find(levels(), lambda level: True))
####
#@*#
####
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from sokogen.random.random_levels import SolvableLevel, possible_pulls
from sokogen.small.small_levels import build_board, inside_of
from sokospec.board import Direction, Level, Square, State
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push, pushes, reachable

_SYMBOLS = " #.$*@+"
"""The symbols of XSB, the plainest first: failing grids shrink towards it."""


def levels(
    *,
    min_height: int = 1,
    max_height: int = 5,
    min_width: int = 1,
    max_width: int = 5,
    min_boxes: int = 1,
    max_boxes: int = 3,
) -> st.SearchStrategy[Level]:
    """Return a strategy for levels closed by outer walls; sizes measure the inside. Raises `ValueError` for impossible
    sizes.

    >>> from hypothesis import find
    >>> print(find(levels(min_boxes=2), lambda level: True))
    #####
    #@**#
    #####
    """
    _check_room(max_height * max_width, min_boxes)
    return _levels(min_height, max_height, min_width, max_width, min_boxes, max_boxes)


def solvable_levels(
    *,
    min_height: int = 1,
    max_height: int = 5,
    min_width: int = 1,
    max_width: int = 5,
    min_boxes: int = 1,
    max_boxes: int = 3,
    max_pulls: int = 20,
) -> st.SearchStrategy[SolvableLevel]:
    r"""Return a strategy for levels with a solution, not necessarily shortest.

    >>> from hypothesis import find
    >>> level, solution = find(solvable_levels(min_boxes=2), lambda solvable: True)
    >>> print(level, repr(solution), sep="\n")
    #####
    #@**#
    #####
    ''
    """
    _check_room(max_height * max_width, min_boxes)
    solved = _levels(min_height, max_height, min_width, max_width, min_boxes, max_boxes, solved=True)
    return _pull_apart(solved, max_pulls)


@st.composite
def states(draw: st.DrawFn, level: Level) -> State:
    r"""Return a strategy for states of a level's board, reachable or not.

    >>> from hypothesis import find
    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> find(states(level), lambda state: True) == level.state
    True
    """
    if draw(st.booleans()):
        floor = list(level.board.floor)
        *boxes, player = _distinct(draw, floor, len(level.boxes) + 1)
        return State(frozenset(boxes), player)
    return level.state


@st.composite
def plays(draw: st.DrawFn, level: Level) -> str:
    r"""Return a strategy for legal plays as LURD.

    >>> from hypothesis import find
    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> find(plays(level), lambda lurd: "l" in lurd)
    'Rl'
    """
    actions = draw(st.lists(st.sampled_from(Direction) | st.integers(4, 31), max_size=20))
    state = level.state
    lurd = ""
    for action in actions:
        if isinstance(action, Direction):
            ahead = level.board.beyond[state.player][action]
            if ahead is not None and ahead not in state.boxes:
                lurd += action.letter
                state = State(state.boxes, ahead)
        elif possible := list(pushes(level.board, state)):
            push, after = possible[action % len(possible)]
            lurd += push_path_lurd(Level(level.board, state), [push])
            state = after
    return lurd


def grids(*, max_height: int = 8, max_width: int = 8, symbols: str = _SYMBOLS) -> st.SearchStrategy[str]:
    """Return a strategy for multi-line texts of symbols.

    >>> from hypothesis import find
    >>> find(grids(), lambda text: "@" in text)
    '@'
    """
    return st.lists(st.text(symbols, max_size=max_width), max_size=max_height).map("\n".join)


def _check_room(squares: int, boxes: int) -> None:
    if squares < boxes + 1:
        raise ValueError(f"an inside of {squares} squares has no room for {boxes} boxes and the player")


@st.composite
def _levels(
    draw: st.DrawFn,
    min_height: int,
    max_height: int,
    min_width: int,
    max_width: int,
    min_boxes: int,
    max_boxes: int,
    *,
    solved: bool = False,
) -> Level:
    height = draw(st.integers(max(min_height, -(-(min_boxes + 1) // max_width)), max_height))
    width = draw(st.integers(max(min_width, -(-(min_boxes + 1) // height)), max_width))
    inside = inside_of(height, width)
    player = draw(st.sampled_from(inside))
    others = [square for square in inside if square != player]
    most = min(max_boxes, len(others))
    boxes = draw(st.lists(st.sampled_from(others), unique=True, min_size=min_boxes, max_size=most))
    free = [square for square in inside if square not in {player, *boxes}]
    goals = boxes if solved else _distinct(draw, [*free, *boxes, player], len(boxes))
    free = [square for square in free if square not in goals]
    walls = draw(st.lists(st.sampled_from(free), unique=True)) if free else []
    return Level(build_board(height, width, walls, goals), State(frozenset(boxes), player))


@st.composite
def _pull_apart(draw: st.DrawFn, solved: st.SearchStrategy[Level], max_pulls: int) -> SolvableLevel:
    level = draw(solved)
    board, state = level.board, level.state
    path: list[Push] = []
    for number in draw(st.lists(st.integers(0, 31), max_size=max_pulls)):
        pulls = list(possible_pulls(board, state))
        if not pulls:
            break
        push, state = pulls[number % len(pulls)]
        path.insert(0, push)
    player = draw(st.sampled_from(sorted(reachable(board, state))))
    level = Level(board, State(state.boxes, player))
    return SolvableLevel(level, push_path_lurd(level, path))


def _distinct(draw: st.DrawFn, squares: Sequence[Square], count: int) -> list[Square]:
    pool = list(squares)
    return [pool.pop(draw(st.integers(0, len(pool) - 1))) for _ in range(count)]
