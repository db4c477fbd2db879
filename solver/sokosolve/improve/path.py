"""Solution as numbers: its pushes, states and costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry
from sokosolve.level.arrays import INT32, INT64_2D, UINT64
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import copy_pushed, pack, place_boxes
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, World
from sokosolve.search.cost import first_cost, second_cost
from sokosolve.search.expand import player_after
from sokosolve.search.solution import Run
from sokospec.board import Direction, Level


class Path(NamedTuple):
    """Pushes of a solution (box square * 4 + direction), and its states, one more than pushes.

    The boxes of state i are `words[i * w:(i + 1) * w]`, `player` identifies its player as the objective does, and
    `costs[i]` is its pair of costs.
    """

    pushes: INT32
    words: UINT64
    player: INT32
    costs: INT64_2D

    @property
    def size(self) -> int:
        return len(self.pushes)

    @property
    def cost(self) -> tuple[int, int]:
        return int(self.costs[-1, 0]), int(self.costs[-1, 1])


def pushes_of(level: Level, tables: LevelTables, lurd: str) -> INT32:
    """Return the pushes of a solution up to its first solved state."""
    number = {square: index for index, square in enumerate(tables.squares)}
    direction_of = {direction.letter: direction for direction in Direction}
    beyond, player = level.board.beyond, level.player
    missing = len(level.boxes - level.goals)
    pushes: list[int] = []
    for letter in lurd:
        if missing == 0:
            break
        direction = direction_of[letter.lower()]
        ahead = beyond[player][direction]
        assert ahead is not None
        if letter.isupper():
            landing = beyond[ahead][direction]
            pushes.append(number[ahead] * 4 + direction)
            missing += int(ahead in level.goals) - int(landing in level.goals)
        player = ahead
    return np.array(pushes, dtype=np.int32)


def path_of(
    pushes: INT32, first_state: tuple[list[int], int], objective: int, world: World, scratch: Scratch, *, compiled: bool
) -> Path:
    size, w = len(pushes), world.floor.words
    path = Path(
        pushes,
        np.zeros((size + 1) * w, dtype=np.uint64),
        np.zeros(size + 1, dtype=np.int32),
        np.zeros((size + 1, 2), dtype=np.int64),
    )
    pack(world.floor, first_state[0], path.words[:w])
    path.player[0] = first_state[1]
    made = _trace.of(compiled)(objective, world, scratch, path)
    assert made == size, f"push {made} of {size} cannot be made"
    return path


def without_loops(path: Path) -> INT32:
    w = len(path.words) // len(path.player)
    states = [(path.words[i * w : i * w + w].tobytes(), int(path.player[i])) for i in range(path.size + 1)]
    last = {state: i for i, state in enumerate(states)}
    kept, at = [], last[states[0]]
    while at < path.size:
        kept.append(at)
        at = last[states[at + 1]]
    return path.pushes[kept]


def runs_of(pushes: INT32, tables: LevelTables) -> list[Run]:
    """Return pushes with squares of the board."""
    return [Run(tables.squares[push >> 2], Direction(push & 3), 1) for push in map(int, pushes)]


@entry
def _trace(objective: int, world: World, scratch: Scratch, path: Path) -> int:
    beyond, occupied = world.floor.beyond, scratch.occupied
    place_boxes(world.floor, scratch, path.words, 0)
    player = int(path.player[0])
    made = 0
    for i in range(path.pushes.size):
        push = path.pushes[i]
        box = push >> 2
        landing = beyond[push]
        behind = beyond[push ^ 1]
        measure_walks(player, world.floor, occupied, scratch.flood)
        if occupied[box] == 0 or occupied[landing] == 1 or scratch.flood.mark[behind] != scratch.flood.stamp[0]:
            break
        moves = scratch.flood.moves[behind] + 1
        occupied[box] = 0
        player = player_after(world, scratch, player, box, landing, box, True)
        occupied[landing] = 1
        copy_pushed(world.floor, path.words, i, path.words, i + 1, box, landing)
        path.player[i + 1] = player
        path.costs[i + 1, 0] = path.costs[i, 0] + first_cost(objective, 1, moves)
        path.costs[i + 1, 1] = path.costs[i, 1] + second_cost(objective, 1, moves)
        made += 1
    for square in range(world.floor.n):
        occupied[square] = 0
    return made
