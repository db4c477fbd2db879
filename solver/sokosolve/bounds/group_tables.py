"""Construction of the tables of groups of boxes, when each is worth its price."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np

from sokosolve.bounds import box_groups
from sokosolve.bounds.assignment import assign, new_matching
from sokosolve.bounds.box_groups import LARGEST, LeastCosts, Range, Sources, Table
from sokosolve.features import FeatureBit
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, NO_COMPONENT, UINT8_2D
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import Groups, World

_MOST_GROUPS = 1 << 24  # in a table: some twenty seconds
_GROUPS_A_STATE = 40  # times their boxes, take about as long as to expand one state
_BYTES_A_GROUP = 56
_GROUPS_A_ROW = 4  # groups for each one that has a row of components of its own, at least
_GROUPS_AT_ONCE = 100_000  # between two looks at the limits, and ...
_BYTES_AT_ONCE = 1 << 24  # ... bytes of rows: in corridors most groups have a row of their own
_ANYWHERE = -1  # the player's square after the last push


def no_groups(floor: Floor) -> Groups:
    squares = len(floor.square_of)
    binomial = [[comb(x, r) for x in range(squares + 1)] for r in range(LARGEST + 1)]
    no_words = np.zeros((0, floor.words), dtype=np.uint64)
    return Groups(
        largest=1,
        prices=0,
        binomial=np.array(binomial, dtype=np.int64),
        offset=np.zeros(LARGEST + 2, dtype=np.int64),
        row=np.zeros(0, dtype=np.int32),
        first=np.zeros(0, dtype=np.int32),
        excess=np.zeros(0, dtype=np.uint8),
        component=np.zeros((1, floor.n), dtype=np.uint8),
        least=np.zeros((floor.n, 4), dtype=np.int32),
        begins=np.zeros((LARGEST + 1, LARGEST + 1), dtype=np.int64),
        beginnings=no_words,
        conflicts=no_words,
    )


def group_count(world: World, size: int) -> int:
    return comb(len(world.floor.square_of), size)


def next_size(world: World) -> int | None:
    """Return the size of the next wanted table that fits, or None."""
    size = world.groups.largest + 1
    wanted: int = FeatureBit.QUADRUPLES
    if size <= 3:
        wanted |= FeatureBit.TRIPLES
    if size == 2:
        wanted |= FeatureBit.LINEAR_CONFLICTS | FeatureBit.PAIRS | FeatureBit.DEADLOCK_TABLE
    if size > min(LARGEST, world.k) or not world.features & wanted or group_count(world, size) > _MOST_GROUPS:
        return None
    return size


def due_at(world: World, size: int) -> int:
    """Return the expansions that take as long as the table; counts keep the search deterministic."""
    return group_count(world, size) * size // _GROUPS_A_STATE


def group_bytes(world: World, size: int) -> int:
    return group_count(world, size) * (_BYTES_A_GROUP + world.floor.n // _GROUPS_A_ROW)


def prices_of(world: World, tables: LevelTables, *, compiled: bool) -> INT32:
    """Return the duals of the initial boxes' least assignment, or backwards of the goals'."""
    k, distances = world.k, world.distances
    prices = np.zeros(k, dtype=np.int32)
    if not world.features & FeatureBit.ASSIGNMENT:
        return prices
    matching = new_matching(k)
    for index, box in enumerate(tables.goals if world.backwards else tables.boxes):
        if world.backwards:
            matching.cost[index] = distances.pushes[0, box].min(axis=0)
        else:
            component = int(distances.component[0, box, tables.player])
            matching.cost[index] = distances.pushes[0, box, component] if component != NO_COMPONENT else INFINITE
    if assign.of(compiled)(matching) < INFINITE:
        prices[:] = matching.v
    return prices


def least_by_prices(world: World, prices: INT32) -> INT32_2D:
    pushes = world.distances.pushes[0]
    return np.ascontiguousarray(np.where(pushes < INFINITE, pushes - prices, INFINITE).min(axis=2), dtype=np.int32)


def with_groups(world: World, tables: LevelTables, size: int, *, compiled: bool, pause: Callable[[], None]) -> World:
    """Return the world with its next table of groups; `pause` may raise."""
    prices = prices_of(world, tables, compiled=compiled)
    if size == 2:
        world = _with_singles(world, prices, compiled=compiled, pause=pause)
    world, table = _with_components(world, size, compiled=compiled, pause=pause)
    nodes = int(table.first[-1] + table.parts[table.row[-1]])
    search = LeastCosts(
        least=np.full(nodes, box_groups.UNREACHED, dtype=np.int32),
        buckets=np.empty((3, nodes), dtype=np.int32),
        at=np.zeros(6, dtype=np.int64),
        bits=np.zeros(LARGEST, dtype=np.int32),
        moved=np.zeros(LARGEST, dtype=np.int32),
        walls=np.zeros(world.floor.n + 1, dtype=np.uint8),
    )
    sources, cost = (np.zeros(comb(world.k, size), dtype=np.int32) for _ in range(2))
    box_groups.target_groups.of(compiled)(size, world, prices, sources, cost)
    order, base = np.argsort(cost, kind="stable"), int(cost.min())
    begin = Sources(sources[order], cost[order] - base, tables.player if world.backwards else _ANYWHERE)
    while not box_groups.least_costs.of(compiled)(_GROUPS_AT_ONCE, size, world, table, begin, search):
        pause()
    begins = np.cumsum([0, *(group_count(world, count) for count in range(1, size))])
    excess = np.zeros(nodes, dtype=np.uint8)
    beginnings = np.zeros((int(begins[-1]), world.floor.words), dtype=np.uint64)
    for groups in _ranges(world, size):
        box_groups.fill_excess.of(compiled)(groups, world, table, search.least, base, excess, beginnings)
        pause()
    return world._replace(groups=_join(world.groups, size, table, excess, begins[:-1], beginnings))


def _join(
    groups: Groups, size: int, table: Table, excess: np.ndarray, begins: np.ndarray, beginnings: np.ndarray
) -> Groups:
    offset, all_begins = groups.offset.copy(), groups.begins.copy()
    offset[size + 1 :] = offset[size] + len(table.row)
    all_begins[size, 1:size] = len(groups.beginnings) + begins
    return groups._replace(
        largest=size,
        offset=offset,
        row=np.concatenate([groups.row, table.row]),
        first=np.concatenate([groups.first, table.first + np.int32(len(groups.excess))]),
        excess=np.concatenate([groups.excess, excess]),
        begins=all_begins,
        beginnings=np.concatenate([groups.beginnings, beginnings]),
    )


def _ranges(world: World, size: int, most: int = _GROUPS_AT_ONCE) -> list[Range]:
    count = group_count(world, size)
    return [Range(size, start, min(count, start + most)) for start in range(0, count, most)]


def _with_singles(world: World, prices: INT32, *, compiled: bool, pause: Callable[[], None]) -> World:
    squares = len(world.floor.square_of)
    least = least_by_prices(world, prices)
    world, table = _with_components(world, 1, compiled=compiled, pause=pause)
    offset = world.groups.offset.copy()
    offset[2:] = squares
    groups = world.groups._replace(
        prices=int(prices.sum()),
        offset=offset,
        row=table.row,
        first=np.zeros(squares, dtype=np.int32),
        least=least,
        conflicts=np.zeros((squares, world.floor.words), dtype=np.uint64),
    )
    return world._replace(groups=groups)


def _with_components(world: World, size: int, *, compiled: bool, pause: Callable[[], None]) -> tuple[World, Table]:
    floor, groups = world.floor, world.groups
    row, own = np.zeros(group_count(world, size), dtype=np.int32), 0
    smaller = groups.row[groups.offset[size - 1] : groups.offset[size]] if size > 1 else np.zeros(1, dtype=np.int32)
    for some in _ranges(world, size):
        own = int(box_groups.share_rows.of(compiled)(some, floor, groups.binomial, smaller, own, row))
        pause()
    before = groups.component
    component: UINT8_2D = np.zeros((len(before) + own, floor.n), dtype=np.uint8)
    component[: len(before)] = before
    parts = np.zeros(len(component), dtype=np.int32)
    parts[: len(before)] = np.where(before == NO_COMPONENT, 0, before).max(axis=1) + 1
    for some in _ranges(world, size, max(1, min(_GROUPS_AT_ONCE, _BYTES_AT_ONCE // floor.n))):
        box_groups.fill_rows.of(compiled)(some, floor, groups.binomial, len(before), row, component, parts)
        pause()
    ends = np.cumsum(parts[row], dtype=np.int32)
    table = Table(row, (ends - parts[row]).astype(np.int32), parts)
    return world._replace(groups=groups._replace(component=component)), table
