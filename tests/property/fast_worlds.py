"""The fast engine's view of a level, asked about many states at once: their bounds, their successors with theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from sokogen.random.random_levels import random_mixed_level
from sokosolve.bounds.group_tables import next_size, with_groups
from sokosolve.deadlocks.learned_patterns import Patterns, matches, matches_any
from sokosolve.kernel import entry
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT32_3D, UINT8, UINT8_2D
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, World
from sokosolve.search import build
from sokosolve.search.evaluate import evaluate, successor_bound
from sokosolve.search.expand import expand
from sokospec import Level, State

MOVE, LANDING, PLAYER, PUSHES, WALK, BOUND = range(6)


@entry
def survey(
    world: World,
    scratch: Scratch,
    boxes: INT32_2D,
    players: INT32,
    bounds: INT32,
    counts: INT32,
    found: INT32_3D,
) -> None:
    """Write the bound of each state, INFINITE for those without a name; the number of successors;
    found[state, successor, MOVE...]."""
    for state in range(players.size):
        has_name = True
        for i in range(world.k):
            has_name &= world.floor.live[boxes[state, i]] == 1
        bounds[state] = INFINITE
        counts[state] = 0
        if not has_name:
            continue
        for i in range(world.k):
            scratch.boxes[i] = boxes[state, i]
            scratch.occupied[boxes[state, i]] = 1
        measure_walks(players[state], world.floor, scratch.occupied, scratch.flood)
        bounds[state] = min(INFINITE, evaluate(world, scratch, players[state], world.floor.n))
        if bounds[state] < INFINITE:
            counts[state] = expand(world, scratch, players[state])
            for successor in range(counts[state]):
                found[state, successor, MOVE] = scratch.successors.move[successor]
                found[state, successor, LANDING] = scratch.successors.landing[successor]
                found[state, successor, PLAYER] = scratch.successors.player[successor]
                found[state, successor, PUSHES] = scratch.successors.pushes[successor]
                found[state, successor, WALK] = scratch.successors.walk[successor]
                found[state, successor, BOUND] = min(INFINITE, successor_bound(world, scratch, successor))
        for i in range(world.k):
            scratch.occupied[boxes[state, i]] = 0


@entry
def match_all(patterns: Patterns, boxes: INT32_2D, players: INT32, occupied: UINT8, found: UINT8_2D) -> None:
    """Write whether each state matches a pattern: any, and one with each box."""
    k = boxes.shape[1]
    for state in range(players.size):
        for i in range(k):
            occupied[boxes[state, i]] = 1
        found[state, 0] = matches_any(patterns, occupied, players[state])
        for i in range(k):
            found[state, 1 + i] = matches(patterns, occupied, boxes[state, i], players[state])
        for i in range(k):
            occupied[boxes[state, i]] = 0


class Successor(NamedTuple):
    """A state that the engine reaches from another: what it takes, and its bound, INFINITE when it is called dead."""

    state: State
    pushes: int
    moves: int
    bound: int


class Places(NamedTuple):
    """States, and the numbers of their boxes' and players' squares."""

    states: list[State]
    boxes: INT32
    players: INT32


def places(tables: LevelTables, states: Collection[State]) -> Places:
    """Return the states in numbers."""
    number = {square: index for index, square in enumerate(tables.squares)}
    boxes = [sorted(number[box] for box in state.boxes if box in number) for state in states]
    players = [number[state.player] for state in states]
    return Places(list(states), np.array(boxes, dtype=np.int32), np.array(players, dtype=np.int32))


class View:
    """A level as a world with some features, forwards or backwards.

    With `exact_player` a state's player stands where he stands, otherwise on the first square of his region.
    """

    def __init__(
        self,
        tables: LevelTables,
        features: Collection[str],
        *,
        exact_player: bool = False,
        backwards: bool = False,
        compiled: bool = True,
    ) -> None:
        world = build.world_of(tables, features, exact_player=exact_player, compiled=compiled)
        if backwards:
            world = build.backwards(world, tables, compiled=compiled)
        while size := next_size(world):
            world = with_groups(world, tables, size, compiled=compiled, pause=lambda: None)
        self.world, self.tables = world, tables
        self._compiled = compiled

    def bounds(self, asked: Places) -> INT32:
        """Return the bound of each state, INFINITE when it is called dead.

        A state with a box on a dead square has no name in the engine; it is called dead too.
        """
        return self._survey(asked)[0]

    def successors(self, asked: Places) -> list[list[Successor]]:
        """Return the successors of each state; none for a state that is called dead."""
        _, counts, found = self._survey(asked)
        return [
            [self._successor(state, *numbers) for numbers in found[index, : counts[index]].tolist()]
            for index, state in enumerate(asked.states)
        ]

    def _survey(self, asked: Places) -> tuple[INT32, INT32, INT32]:
        count = len(asked.boxes)
        bounds, counts = (np.empty(count, dtype=np.int32) for _ in range(2))
        found = np.zeros((count, self.world.most_successors, 6), dtype=np.int32)
        scratch = build.new_scratch(self.world)
        survey.of(self._compiled)(self.world, scratch, asked.boxes, asked.players, bounds, counts, found)
        return bounds, counts, found

    def _successor(
        self, state: State, move: int, landing: int, player: int, pushes: int, walk: int, bound: int
    ) -> Successor:
        squares = self.tables.squares
        boxes = state.boxes - {squares[move >> 2]} | {squares[landing]}
        return Successor(State(boxes, squares[player]), pushes, walk + pushes, bound)


def levels_with_tables(
    seed: int, count: int, *, max_side: int = 5, max_boxes: int = 3
) -> Iterator[tuple[Level, LevelTables]]:
    """Yield random levels, with their tables, which these alone do not settle."""
    rng = Random(seed)
    while count:
        level = random_mixed_level(rng, max_height=max_side, max_width=max_side, max_boxes=max_boxes)
        tables = level_tables(level, compiled=False)
        if tables is not None and len(tables.boxes) and all(tables.floor.live[box] for box in tables.boxes):
            count -= 1
            yield level, tables
