"""The fast engine's view of a level, asked about many states at once: their bounds, and their children with theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from sokogen.random_levels import varied_level
from sokosolve import build
from sokosolve.children import children
from sokosolve.expand import child_bound, look, walk_about, walk_before
from sokosolve.kernel import kernel
from sokosolve.tables import FAR, INT32, Tables, tables_of
from sokosolve.world import Scratch, World
from sokospec import Level, State

MOVE, LANDING, PLAYER, PUSHES, WALK, BOUND = range(6)


@kernel
def survey(
    world: World,
    scratch: Scratch,
    boxes: INT32,
    players: INT32,
    bounds: INT32,
    walks: INT32,
    counts: INT32,
    found: INT32,
) -> None:
    """Write the bound of each state, FAR for those without a name; what the walk to a push adds to it; the number of
    children; found[state, child, MOVE...]."""
    for state in range(players.size):
        has_name = True
        for i in range(world.k):
            has_name &= world.live[boxes[state, i]] == 1
        bounds[state] = FAR
        walks[state] = FAR
        counts[state] = 0
        if not has_name:
            continue
        for i in range(world.k):
            scratch.boxes[i] = boxes[state, i]
            scratch.occupied[boxes[state, i]] = 1
        walk_about(world, scratch, players[state])
        bounds[state] = min(FAR, look(world, scratch, players[state]))
        if bounds[state] < FAR:
            counts[state] = children(world, scratch, players[state])
            if world.backwards == 0:
                walks[state] = walk_before(world, scratch, counts[state], players[state], bounds[state])
            for child in range(counts[state]):
                found[state, child, MOVE] = scratch.found_move[child]
                found[state, child, LANDING] = scratch.found_landing[child]
                found[state, child, PLAYER] = scratch.found_player[child]
                found[state, child, PUSHES] = scratch.found_pushes[child]
                found[state, child, WALK] = scratch.found_walk[child]
                found[state, child, BOUND] = min(FAR, child_bound(world, scratch, child))
        for i in range(world.k):
            scratch.occupied[boxes[state, i]] = 0


class Child(NamedTuple):
    """A state that the engine reaches from another: what it takes, and its bound, FAR when it is called dead."""

    state: State
    pushes: int
    moves: int
    bound: int


class Places(NamedTuple):
    """States, and the numbers of their boxes' and players' squares."""

    states: list[State]
    boxes: INT32
    players: INT32


def places(tables: Tables, states: Collection[State]) -> Places:
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
        tables: Tables,
        features: Collection[str],
        *,
        exact_player: bool = False,
        backwards: bool = False,
        compiled: bool = True,
    ) -> None:
        world = build.world_of(tables, features, exact_player=exact_player, compiled=compiled)
        if build.wants_pairs(world) and not backwards:
            world = build.with_pairs(world, compiled=compiled, pause=lambda: None)
        if build.wants_triples(world) and not backwards:
            world = build.with_triples(world, compiled=compiled, pause=lambda: None)
        if backwards:
            world = build.backwards(world, tables, compiled=compiled)
        self.world, self.tables = world, tables
        self._compiled = compiled

    def bounds(self, asked: Places) -> tuple[INT32, INT32]:
        """Return the bound of each state, FAR when it is called dead, and what the walk to a push adds to it.

        A state with a box on a dead square has no name in the engine; it is called dead too.
        """
        bounds, walks, _, _ = self._survey(asked)
        return bounds, walks

    def children(self, asked: Places) -> list[list[Child]]:
        """Return the children of each state; none for a state that is called dead."""
        _, _, counts, found = self._survey(asked)
        return [
            [self._child(state, *numbers) for numbers in found[index, : counts[index]].tolist()]
            for index, state in enumerate(asked.states)
        ]

    def _survey(self, asked: Places) -> tuple[INT32, INT32, INT32, INT32]:
        count = len(asked.boxes)
        bounds, walks, counts = (np.empty(count, dtype=np.int32) for _ in range(3))
        found = np.zeros((count, self.world.most_children, 6), dtype=np.int32)
        scratch = build.new_scratch(self.world)
        survey.of(self._compiled)(self.world, scratch, asked.boxes, asked.players, bounds, walks, counts, found)
        return bounds, walks, counts, found

    def _child(self, state: State, move: int, landing: int, player: int, pushes: int, walk: int, bound: int) -> Child:
        squares = self.tables.squares
        boxes = state.boxes - {squares[move >> 2]} | {squares[landing]}
        return Child(State(boxes, squares[player]), pushes, walk + pushes, bound)


def levels_with_tables(
    seed: int, count: int, *, max_side: int = 5, max_boxes: int = 3
) -> Iterator[tuple[Level, Tables]]:
    """Yield random levels, with their tables, which these alone do not settle."""
    rng = Random(seed)
    while count:
        level = varied_level(rng, max_height=max_side, max_width=max_side, max_boxes=max_boxes)
        tables = tables_of(level, compiled=False)
        if tables is not None and len(tables.boxes) and all(tables.live[box] for box in tables.boxes):
            count -= 1
            yield level, tables
