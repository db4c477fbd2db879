"""The normal form of a level: named steps that make levels that play alike the same, and what each step preserves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import IntEnum

from sokospec.board import Board, Direction, Level, Square, State
from sokospec.rules import normalise, reachable
from sokospec.symmetry import SYMMETRIES, Symmetry


class Preserves(IntEnum):
    """What a step keeps, the strongest promise last.

    `OPTIMAL_SOLUTION`: the result has the same least costs for every objective, and each of its optimal solutions is
    one of the original (turned by the symmetry, where one was applied). `OPTIMAL_PUSHES`: the same least number of
    pushes. `SOLVABILITY`: solvable if and only if the original is. `NONE`: no promise.
    """

    NONE = 0
    SOLVABILITY = 1
    OPTIMAL_PUSHES = 2
    OPTIMAL_SOLUTION = 3


PRESERVES = {
    "immovable": Preserves.OPTIMAL_SOLUTION,
    "unreachable": Preserves.OPTIMAL_SOLUTION,
    "dead-ends": Preserves.OPTIMAL_SOLUTION,
    "outer-walls": Preserves.OPTIMAL_SOLUTION,
    "trim": Preserves.OPTIMAL_SOLUTION,
    "player": Preserves.OPTIMAL_PUSHES,
    "symmetry": Preserves.OPTIMAL_SOLUTION,
}
"""Every step by name, in the order they are applied, with what it preserves."""


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A normalised level, the steps that changed something, the symmetry applied, and what all of it preserves."""

    level: Level
    changed: tuple[str, ...]
    symmetry: Symmetry
    preserves: Preserves


def normal_form(level: Level, steps: Collection[str] = tuple(PRESERVES)) -> NormalForm:
    """Return the level after the named steps, all by default.

    With all steps, two levels that differ by a symmetry, by walls nobody touches, by useless dead ends, by boxes that
    can never move, or by where in his region the player starts, have equal normal forms. Applying it twice changes
    nothing. Raises `ValueError` for an unknown step. O(area squared) at worst.

    >>> form = normal_form(Level.parse("#######\\n#@ $ .#\\n#######"))
    >>> print(form.level)
    ######
    #. $@#
    ######
    >>> form.changed, form.preserves.name
    (('dead-ends', 'outer-walls', 'trim', 'player', 'symmetry'), 'OPTIMAL_PUSHES')
    """
    unknown = sorted(set(steps) - set(PRESERVES))
    if unknown:
        raise ValueError(f"unknown step {unknown[0]!r}; the steps are {', '.join(PRESERVES)}")
    changed: set[str] = set()

    def applied(name: str, before: Level, after: Level) -> Level:
        if after != before:
            changed.add(name)
        return after

    previous = None
    while level != previous:
        previous = level
        if "immovable" in steps:
            level = applied("immovable", level, immovable_to_walls(level))
        if "unreachable" in steps:
            level = applied("unreachable", level, unreachable_to_walls(level))
        if "dead-ends" in steps:
            filled = fill_dead_ends(level, may_move_player="player" in steps)
            if filled.player != level.player:
                changed.add("player")
            level = applied("dead-ends", level, filled)
    if "outer-walls" in steps:
        level = applied("outer-walls", level, least_outer_walls(level))
    if "trim" in steps:
        level = applied("trim", level, trimmed(level))
    if "player" in steps:
        level = applied("player", level, first_player(level))
    symmetry = SYMMETRIES[0]
    if "symmetry" in steps:
        turned = [(_key(_turned(level, candidate, steps)), candidate) for candidate in SYMMETRIES]
        symmetry = min(turned)[1]
        level = applied("symmetry", level, _turned(level, symmetry, steps))
    kept = min((PRESERVES[name] for name in changed), default=Preserves.OPTIMAL_SOLUTION)
    return NormalForm(level, tuple(name for name in PRESERVES if name in changed), symmetry, kept)


def _turned(level: Level, symmetry: Symmetry, steps: Collection[str]) -> Level:
    turned = symmetry.level(level)
    return first_player(turned) if "player" in steps else turned


def _key(level: Level) -> tuple[int, int, str]:
    return level.board.height, level.board.width, str(level)


def _with(level: Level, walls: Iterable[Square], boxes: Iterable[Square], goals: Iterable[Square]) -> Level:
    board = level.board
    return Level(
        Board(board.width, board.height, frozenset(walls), frozenset(goals)),
        State(frozenset(boxes), level.player),
        level.title,
    )


def immovable_boxes(board: Board, boxes: frozenset[Square]) -> frozenset[Square]:
    """Return the boxes that no sequence of pushes can ever move, as far as walls and each other show.

    The largest set in which every box is blocked along both axes, by a wall or by another box of the set on either
    side. O(boxes squared).

    >>> level = Level.parse("######\\n#**  #\\n#@ $.#\\n######")
    >>> immovable_boxes(level.board, level.boxes) == {(1, 1), (1, 2)}
    True
    """
    fixed = boxes
    while True:
        held = frozenset(
            box
            for box in fixed
            if all(
                any((ahead := board.beyond[box][side]) is None or ahead in fixed for side in (axis, axis.opposite))
                for axis in (Direction.UP, Direction.LEFT)
            )
        )
        if held == fixed:
            return fixed
        fixed = held


def immovable_to_walls(level: Level) -> Level:
    """Step `immovable`: boxes on goals that can never move become walls, unless no box would be left.

    Preserves optimal solutions: the same steps are legal before and after, and the same ends are solved.

    >>> print(immovable_to_walls(Level.parse("######\\n#*@$.#\\n######")))
    ######
    ##@$.#
    ######
    """
    done = immovable_boxes(level.board, level.boxes) & level.goals
    if done == level.boxes:
        return level
    return _with(level, level.walls | done, level.boxes - done, level.goals - done)


def _walkable(level: Level) -> frozenset[Square]:
    return reachable(level.board, State(frozenset(), level.player))


def unreachable_to_walls(level: Level) -> Level:
    """Step `unreachable`: floor that the player could not walk to without any boxes becomes wall, boxes on goals there
    included, unless no box would be left. A box off the goals, or a goal without a box, stays: it makes the level
    unsolvable.

    Preserves optimal solutions: no step ever touches such a square.

    >>> print(unreachable_to_walls(Level.parse("########\\n#@$.#*##\\n########")))
    ########
    #@$.####
    ########
    """
    hidden = frozenset(level.board.floor) - _walkable(level)
    done = hidden & level.boxes & level.goals
    if done == level.boxes:
        done = frozenset()
    filled = hidden - (level.boxes | level.goals) | done
    return _with(level, level.walls | (filled - _outside(level, filled)), level.boxes - done, level.goals - done)


def _outside(level: Level, squares: frozenset[Square]) -> frozenset[Square]:
    """Return those squares that are connected to the edge of the grid: the blank outside, which is no part to fill."""
    board = level.board
    frontier = [s for s in squares if s.row in (0, board.height - 1) or s.column in (0, board.width - 1)]
    seen = set(frontier)
    while frontier:
        for ahead in board.beyond[frontier.pop()]:
            if ahead is not None and ahead in squares and ahead not in seen:
                seen.add(ahead)
                frontier.append(ahead)
    return frozenset(seen)


def fill_dead_ends(level: Level, *, may_move_player: bool = False) -> Level:
    """Step `dead-ends`: squares with at most one floor neighbour, without goal, box or player, become walls, and so on.

    Preserves optimal solutions: the player who enters such a square can only come back, with nothing changed; a box
    pushed into it stays off the goals for good. With `may_move_player` (used together with step `player`, so that
    only optimal pushes are preserved) a player in a dead end is walked out of it first, if he can leave it.

    >>> print(fill_dead_ends(Level.parse("########\\n#@$ .  #\\n########")))
    ########
    #@$ .###
    ########
    """
    while True:
        board = level.board
        pieces = level.boxes | level.goals
        ends = {
            square
            for square in _walkable(level)
            if square not in pieces and sum(ahead is not None for ahead in board.beyond[square]) <= 1
        }
        player = level.player
        if player in ends:
            region = reachable(board, level.state)
            staying = region - ends
            if may_move_player and staying:
                player = min(staying)
            else:
                ends -= region if may_move_player else {player}
        if not ends:
            return level
        filled = Board(board.width, board.height, level.walls | ends, level.goals)
        level = Level(filled, State(level.boxes, player), level.title)


def least_outer_walls(level: Level) -> Level:
    """Step `outer-walls`: walls exactly where they touch, perhaps by a corner, a square that is in play.

    In play are the squares the player could walk to without any boxes, and those that hold a box or a goal; all
    other squares become blank floor outside. Adds rows and columns for the wall where the level had none.

    Preserves optimal solutions: no walkable square is opened or closed.

    >>> print(least_outer_walls(Level.parse("######\\n######\\n##@$.#\\n######", lenient=True)))
    -
     #####
     #@$.#
     #####
    """
    in_play = _walkable(level) | level.boxes | level.goals
    walls = {
        Square(row + rows, column + columns)
        for row, column in in_play
        for rows in (-1, 0, 1)
        for columns in (-1, 0, 1)
        if (row + rows, column + columns) not in in_play
    }
    board = level.board
    top = min(0, *(wall.row for wall in walls))
    left = min(0, *(wall.column for wall in walls))
    height = max(board.height - 1, *(wall.row for wall in walls)) - top + 1
    width = max(board.width - 1, *(wall.column for wall in walls)) - left + 1
    return _moved(level, walls, top, left, height, width)


def trimmed(level: Level) -> Level:
    """Step `trim`: rows and columns at the edge that hold nothing, and where nobody can walk, are cut off.

    Preserves optimal solutions.

    >>> print(trimmed(least_outer_walls(Level.parse("######\\n######\\n##@$.#\\n######"))))
    #####
    #@$.#
    #####
    """
    used = level.walls | level.boxes | level.goals | _walkable(level)
    top, left = min(square.row for square in used), min(square.column for square in used)
    height = max(square.row for square in used) - top + 1
    width = max(square.column for square in used) - left + 1
    return _moved(level, level.walls, top, left, height, width)


def _moved(level: Level, walls: Iterable[Square], top: int, left: int, height: int, width: int) -> Level:
    def moved(squares: Iterable[Square]) -> frozenset[Square]:
        return frozenset(Square(square.row - top, square.column - left) for square in squares)

    (player,) = moved([level.player])
    return Level(Board(width, height, moved(walls), moved(level.goals)), State(moved(level.boxes), player), level.title)


def first_player(level: Level) -> Level:
    """Step `player`: the player starts on the first square he can reach, in row order.

    Preserves optimal pushes; the walk to the first push changes.

    >>> print(first_player(Level.parse("######\\n# @$.#\\n######")))
    ######
    #@ $.#
    ######
    """
    return Level(level.board, normalise(level.board, level.state), level.title)
