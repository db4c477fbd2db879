"""Rules of the game, one small function each."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from sokospec.board import Board, Direction, Square, State
from sokospec.errors import IllegalStep


def effect(board: Board, boxes: Set[Square], player: Square, direction: Direction) -> tuple[Square, Square | None]:
    """Return where one step takes the player, and the pushed box (None without a push).

    Rule T1: a step into a wall is illegal.
    Rule T2: a step onto floor without a box moves the player there and leaves every box alone.
    Rule T3: a step onto a box pushes it one square further, if that square is floor without a box.
    Rule T4: a push against a wall or another box is illegal.

    All pieces must stand on floor. Raises `IllegalStep`.
    """
    ahead = board.beyond[player][direction]
    if ahead is None:
        raise IllegalStep("T1", "wall")
    if ahead not in boxes:
        return ahead, None
    landing = board.beyond[ahead][direction]
    if landing is None or landing in boxes:
        raise IllegalStep("T4", f"the box is blocked by a {'wall' if landing is None else 'box'}")
    return ahead, landing


def step(board: Board, state: State, direction: Direction) -> State:
    r"""Return the state after one step, by the rules of `effect`.

    >>> from sokospec import Level
    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> step(level.board, level.state, Direction.RIGHT)
    State(boxes=frozenset({Square(row=1, column=3)}), player=Square(row=1, column=2))
    """
    ahead, landing = effect(board, state.boxes, state.player, direction)
    return State(state.boxes if landing is None else state.boxes - {ahead} | {landing}, ahead)


def is_push(before: State, after: State) -> bool:
    """Tell whether a step pushed a box.

    >>> is_push(State(frozenset({Square(0, 1)}), Square(0, 0)), State(frozenset({Square(0, 2)}), Square(0, 1)))
    True
    """
    return before.boxes != after.boxes


def steps(board: Board, state: State) -> Iterator[tuple[Direction, State]]:
    r"""Yield every legal step and its state, in the order up, down, left, right.

    >>> from sokospec import Level
    >>> level = Level.parse("#####\n#@$.#\n#####")
    >>> [direction.name for direction, _ in steps(level.board, level.state)]
    ['RIGHT']
    """
    for direction in Direction:
        try:
            yield direction, step(board, state, direction)
        except IllegalStep:
            continue


def is_solved(board: Board, state: State) -> bool:
    r"""Tell whether a state is solved.

    Rule A1: a state is solved when every box stands on a goal.

    >>> from sokospec import Level
    >>> level = Level.parse("#####\n#@* #\n#####")
    >>> is_solved(level.board, level.state)
    True
    """
    return state.boxes <= board.goals


def reachable(board: Board, state: State) -> frozenset[Square]:
    r"""Return the squares that the player can walk to, including his own.

    Rule N1: the reachable squares are the player's connected component of the floor without boxes.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> sorted(reachable(level.board, level.state)) == [(1, 1), (1, 2)]
    True
    """
    found = [state.player]
    closed = {state.player, *state.boxes}
    for square in found:  # the list grows while it is read
        for ahead in board.beyond[square]:
            if ahead is not None and ahead not in closed:
                closed.add(ahead)
                found.append(ahead)
    return frozenset(found)


def normalise(board: Board, state: State) -> State:
    r"""Return the state with the player on the first reachable square in row order.

    Rule N2: two states are equal up to walking when their normalised states are equal.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#. @$ #\n#######")
    >>> normalise(level.board, level.state).player
    Square(row=1, column=1)
    """
    return State(state.boxes, min(reachable(board, state)))


class Push(NamedTuple):
    """Push of the box on a square."""

    box: Square
    direction: Direction


def pushes(board: Board, state: State) -> Iterator[tuple[Push, State]]:
    r"""Yield every push possible after any walk, with its state (not normalised), by box in row order and direction.

    Rule N3: a box can be pushed when the square behind it is reachable and the square ahead of it is floor without a
    box. The player ends on the box's old square.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> [(push.box, push.direction.name) for push, _ in pushes(level.board, level.state)]
    [(Square(row=1, column=3), 'RIGHT')]
    """
    region = reachable(board, state)
    for box in sorted(state.boxes):
        for direction in Direction:
            behind = board.beyond[box][direction.opposite]
            landing = board.beyond[box][direction]
            if behind in region and landing is not None and landing not in state.boxes:
                yield Push(box, direction), State(state.boxes - {box} | {landing}, box)
