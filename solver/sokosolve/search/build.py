"""Construction of worlds from the tables of a level."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from sokosolve.bounds.assignment import new_matching
from sokosolve.bounds.balance import no_balance
from sokosolve.bounds.box_groups import LARGEST
from sokosolve.bounds.group_tables import no_groups
from sokosolve.bounds.potential import chosen_potential, no_potential
from sokosolve.deadlocks.corral import new_corral_search
from sokosolve.deadlocks.freeze import new_freeze
from sokosolve.deadlocks.pi_corral import new_fence
from sokosolve.features import BITS, ONLY_FORWARDS
from sokosolve.level.arrays import INT32, UINT8, ints
from sokosolve.level.level_tables import ANY_SIDE, LevelTables, distances_alone, level_tables, with_live
from sokosolve.level.reach import first_reachable, new_flood, only_walls
from sokosolve.level.world import Distances, GroupChoice, Scratch, ScratchCounter, Successors, World
from sokosolve.search.budget import Budget
from sokosolve.search.tunnel import longest_step, no_tunnels, tunnels_of
from sokospec.board import Level

_CACHE_BYTES = 1 << 27
MOST_WALL_SETS = 1 << 13
_MOST_GROUPS_FOUND = 256  # of boxes that need more than their single pushes, in one state
_NOTHING_TO_COUNT = 1 << 30  # backwards a bound may be all walk: nothing follows from it for the pushes left


def tables_within(budget: Budget, level: Level) -> LevelTables | None:
    """Return the tables of a level, None if unreachable pieces make it unsolvable; raises `LimitReached`."""
    n, k = len(level.board.floor), len(level.boxes)
    budget.compile_for(n)
    budget.room_for(0, least=3 * n * n + 48 * n * k)
    return level_tables(level, compiled=budget.compiled)


def world_of(
    tables: LevelTables,
    features: Collection[str],
    *,
    exact_player: bool,
    compiled: bool,
    cache_bytes: float = _CACHE_BYTES,
) -> World:
    """Return the level forwards; `cache_bytes` are for distances with walls."""
    floor, k = tables.floor, len(tables.boxes)
    n = floor.n
    if "dead-squares" not in features:
        floor = with_live(floor, np.ones(n, dtype=np.bool_))
    wall_sets = 1
    if "frozen-walls" in features and k <= 64:
        wall_sets += min(MOST_WALL_SETS, 1 << k, int(cache_bytes) // (n * n + 16 * n * k))
    distances = Distances(
        np.zeros(wall_sets, dtype=np.uint64),
        np.zeros((wall_sets, n, n), dtype=np.uint8),
        np.zeros((wall_sets, n, 4, k), dtype=np.int32),
    )
    potential = chosen_potential(tables, compiled=compiled) if "potential" in features else no_potential(n)
    distances.component[0], distances.pushes[0] = tables.component, tables.pushes
    if potential.value.any():
        distances.pushes[0] = distances_alone(tables, tables.goals, ANY_SIDE, potential.value, compiled=compiled)
    return World(
        floor=floor,
        k=k,
        targets=tables.goals,
        is_target=marks_of(tables.goals, n),
        distances=distances,
        potential=potential,
        groups=no_groups(floor),
        balance=no_balance(n),
        tunnels=tunnels_of(tables) if "no-influence" in features else no_tunnels(),
        most_successors=4 * k,
        features=sum(BITS[feature] for feature in features),
        backwards=0,
        exact_player=int(exact_player),
    )


def world_within(budget: Budget, tables: LevelTables, features: Collection[str], *, exact_player: bool) -> World:
    """Return the level forwards, with distances in a small part of the free memory; raises `LimitReached`."""
    room = budget.room_for(20 * _CACHE_BYTES) / 20
    return world_of(tables, features, exact_player=exact_player, compiled=budget.compiled, cache_bytes=room)


def backwards(world: World, tables: LevelTables, *, compiled: bool) -> World:
    """Return the level backwards: boxes are pulled to initial squares."""
    n, potential = world.floor.n, world.potential
    pushes = distances_alone(tables, tables.boxes, tables.player, potential.value, compiled=compiled)
    most = 1 if potential.most_a_push == 1 else _NOTHING_TO_COUNT
    return world._replace(
        backwards=1,
        targets=tables.boxes,
        is_target=marks_of(tables.boxes, n),
        distances=Distances(np.zeros(1, dtype=np.uint64), world.distances.component[:1], pushes[None]),
        groups=no_groups(world.floor),
        most_successors=4 * world.k * longest_step(world.floor, world.tunnels),
        features=world.features & ~ONLY_FORWARDS,
        potential=potential._replace(gain=potential.value - potential.value[tables.player], most_a_push=most),
    )


def marks_of(squares: Sequence[int] | INT32, n: int) -> UINT8:
    marks = np.zeros(n + 1, dtype=np.uint8)
    marks[squares] = 1
    return marks


def new_scratch(world: World) -> Scratch:
    n, k = world.floor.n, world.k
    return Scratch(
        boxes=ints(k),
        occupied=only_walls(n),
        walls=np.zeros(n + 1, dtype=np.uint8),
        packed=np.zeros(world.floor.words, dtype=np.uint64),
        counters=np.zeros(len(ScratchCounter), dtype=np.int64),
        flood=new_flood(n),
        freeze=new_freeze(n, k),
        matching=new_matching(k),
        groups=GroupChoice(
            members=ints(LARGEST * _MOST_GROUPS_FOUND),
            size=ints(_MOST_GROUPS_FOUND),
            excess=ints(_MOST_GROUPS_FOUND),
            single=ints(k),
            chosen=ints(k),
            packed=np.zeros(world.floor.words, dtype=np.uint64),
            turn=ints(LARGEST),
            bits=ints(LARGEST),
        ),
        fence=new_fence(n, k),
        corral=new_corral_search(n, k, world.floor.words),
        successors=Successors(*(ints(world.most_successors) for _ in Successors._fields)),
    )


def first_player(world: World, tables: LevelTables) -> int:
    """Return the identifier of the player in the first state."""
    return tables.player if world.exact_player else first_square(world, tables.boxes.tolist(), tables.player)


def first_square(world: World, boxes: list[int], player: int) -> int:
    return first_squares(world, boxes, player)[0]


def first_squares(world: World, boxes: list[int], player: int | None = None) -> list[int]:
    """Return the first squares of all components between the boxes, or the player's."""
    n = world.floor.n
    occupied = only_walls(n)
    occupied[boxes] = 1
    mark = np.zeros(n + 1, dtype=np.uint32)
    queue = np.zeros(n + 1, dtype=np.int32)
    return [
        int(first_reachable(square, world.floor, occupied, mark, 1, queue))
        for square in (range(n) if player is None else [player])
        if occupied[square] == 0 and mark[square] == 0
    ]
