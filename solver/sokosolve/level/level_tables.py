"""Level as numbers: floor, boxes, goals, and distances of single boxes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sokosolve.level.arrays import INFINITE, INT32, UINT8, ints
from sokosolve.level.floor import Floor
from sokosolve.level.single_box import player_components, single_box_distances
from sokospec.board import Level, Square

_STRAIGHT_AND_DIAGONAL = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
ANY_SIDE = -1  # the player may end on any side of a box on its goal


@dataclass(frozen=True, slots=True, eq=False)
class LevelTables:
    """Level as numbers, without unreachable boxes and goals; `pushes` lead to the goals, without a potential."""

    squares: list[Square]
    floor: Floor
    component: UINT8
    pushes: INT32
    boxes: INT32
    goals: INT32
    player: int


def level_tables(level: Level, *, compiled: bool) -> LevelTables | None:
    """Return the tables, or None if unreachable pieces make the level unsolvable."""
    walkable = walkable_squares(level)
    if not can_fill_goals_outside(level, walkable):
        return None
    squares = sorted(walkable)
    number = {square: index for index, square in enumerate(squares)}
    n = len(squares)
    floor = number_floor(squares, np.ones(n, dtype=np.bool_))
    boxes = np.array(sorted(number[box] for box in level.boxes & walkable), dtype=np.int32)
    goals = np.array(sorted(number[goal] for goal in level.goals & walkable), dtype=np.int32)
    component = np.empty((n, n), dtype=np.uint8)
    player_components.of(compiled)(floor, np.zeros(n + 1, dtype=np.uint8), floor.live, component)
    pushes = np.empty((n, 4, 0), dtype=np.int32)
    without_goals = LevelTables(squares, floor, component, pushes, boxes, goals[:0], number[level.player])
    return with_goals(without_goals, goals, compiled=compiled)


def with_goals(tables: LevelTables, goals: INT32, *, compiled: bool) -> LevelTables:
    """Return the tables of the level with other goals."""
    pushes = distances_alone(tables, goals, ANY_SIDE, ints(tables.floor.n), compiled=compiled)
    floor = with_live(tables.floor, pushes.min(axis=(1, 2), initial=INFINITE) < INFINITE)
    return replace(tables, floor=floor, pushes=pushes, goals=goals)


def distances_alone(tables: LevelTables, targets: INT32, player: int, potential: INT32, *, compiled: bool) -> INT32:
    """Return the pushes between a box alone and each target, as `single_box_distances` writes them."""
    n = tables.floor.n
    walls, pushes = np.zeros(n + 1, dtype=np.uint8), ints(n, 4, len(targets))
    single_box_distances.of(compiled)(targets, player, tables.floor, walls, tables.component, potential, pushes)
    return pushes


def walkable_squares(level: Level) -> set[Square]:
    """Return the squares that the player could walk to without boxes."""
    walkable = {level.player}
    frontier = deque([level.player])
    while frontier:
        for ahead in level.board.beyond[frontier.popleft()]:
            if ahead is not None and ahead not in walkable:
                walkable.add(ahead)
                frontier.append(ahead)
    return walkable


def can_fill_goals_outside(level: Level, walkable: set[Square]) -> bool:
    """Tell whether the squares that are not walkable hold boxes exactly on their goals."""
    return level.boxes - walkable == level.goals - walkable


def number_floor(squares: Sequence[Square], live: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floor:
    """Return the floor of squares in row order."""
    n = len(squares)
    number = {square: index for index, square in enumerate(squares)}
    beyond = np.full((n + 1) * 4, n, dtype=np.int32)
    ring = np.full((n + 1) * 8, n, dtype=np.int32)
    for index, (row, column) in enumerate(squares):
        for direction, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
            beyond[index * 4 + direction] = number.get(Square(row + down, column + right), n)
        for place, (down, right) in enumerate(_STRAIGHT_AND_DIAGONAL):
            ring[index * 8 + place] = number.get(Square(row + down, column + right), n)
    nothing = np.zeros(0, dtype=np.int32)
    return with_live(Floor(n, 0, beyond, ring, np.zeros(n + 1, dtype=np.uint8), nothing, nothing), live)


def with_live(floor: Floor, live: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floor:
    """Return the floor with other live squares, numbered in row order."""
    marks = np.zeros(floor.n + 1, dtype=np.uint8)
    marks[:-1] = live
    square_of = np.nonzero(live)[0].astype(np.int32)
    bit_of = np.full(floor.n + 1, -1, dtype=np.int32)
    bit_of[square_of] = np.arange(len(square_of), dtype=np.int32)
    return floor._replace(words=(len(square_of) + 63) // 64, live=marks, bit_of=bit_of, square_of=square_of)
