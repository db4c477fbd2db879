"""The tables of groups of two, three and four boxes: when each is worth its price, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np

from sokosolve.bounds import box_groups
from sokosolve.bounds.assignment import assign, new_matching
from sokosolve.bounds.box_groups import LeastCosts, Range, Sources
from sokosolve.features import ASSIGNMENT, DEADLOCK_TABLE, LINEAR_CONFLICTS, PAIRS, QUADRUPLES, TRIPLES
from sokosolve.level.arrays import INFINITE, INT32, INT64_2D, NO_COMPONENT
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import Groups, GroupTable, World

USED_BY = {2: LINEAR_CONFLICTS | PAIRS | DEADLOCK_TABLE, 3: TRIPLES, 4: QUADRUPLES}
MOST_GROUPS = 1 << 24  # in a table: some twenty seconds
GROUPS_IN_PYTHON = 500  # that Python makes in a moment
GROUPS_AN_EXPANSION = 10  # a table of so many groups takes about as long as to expand one state
BYTES_A_GROUP = 32
GROUPS_AT_ONCE = 100_000  # between two looks at the limits
NO_ROWS = np.zeros(1, dtype=np.int32)
ANYWHERE = -1  # the player's square after the last push


def no_groups(floor: Floor) -> Groups:
    """Return tables of no size."""
    words = np.zeros((0, floor.words), dtype=np.uint64)
    empty = np.zeros(0, dtype=np.int32)
    nothing = GroupTable(empty, empty, np.zeros(0, dtype=np.uint8), words, words)
    component = np.zeros((1, floor.n), dtype=np.uint8)
    return Groups(component, np.zeros((floor.n, 4), dtype=np.int32), 0, nothing, nothing, nothing, words)


def group_count(world: World, size: int) -> int:
    """Return how many groups of that many live squares there are."""
    return comb(len(world.floor.square_of), size)


def table_of(world: World, size: int) -> GroupTable:
    """Return the table of groups of that many boxes."""
    return (world.groups.pairs, world.groups.triples, world.groups.quadruples)[size - 2]


def next_size(world: World) -> int | None:
    """Return of how many boxes the next table is that the world has not, and that a feature wants; None without one.

    Each table needs those of smaller groups.
    """
    for size in (2, 3, 4):
        larger = sum(bits for boxes, bits in USED_BY.items() if boxes >= size)
        if not world.features & larger or world.k < size or group_count(world, size) > MOST_GROUPS:
            return None
        if not table_of(world, size).first.size:
            return size
    return None


def due_at(world: World, size: int, *, compiled: bool) -> float:
    """Return after how many expansions a table is made: when they have taken about as long as it takes."""
    count = group_count(world, size)
    if count <= GROUPS_IN_PYTHON:
        return 0
    return count / GROUPS_AN_EXPANSION if compiled else float("inf")


def group_bytes(world: World, size: int) -> int:
    """Return the bytes that it takes to make a table of groups, about."""
    return group_count(world, size) * BYTES_A_GROUP


def prices_of(world: World, tables: LevelTables, *, compiled: bool) -> INT32:
    """Return the prices of the targets: the duals of the least assignment of the boxes where they stand at first, or
    of those on the goals, seen backwards. All are 0 where nothing is assigned, or nothing can be."""
    k, distances = world.k, world.distances
    prices = np.zeros(k, dtype=np.int32)
    if not world.features & ASSIGNMENT:
        return prices
    matching = new_matching(k)
    for index, box in enumerate(tables.goals if world.backwards else tables.boxes):
        component = int(distances.component[0, box, tables.player])
        if world.backwards:
            matching.cost[index] = distances.pushes[0, box].min(axis=0)
        else:
            matching.cost[index] = distances.pushes[0, box, component] if component != NO_COMPONENT else INFINITE
    if assign.of(compiled)(matching) < INFINITE:
        prices[:] = matching.v
    return prices


def with_groups(world: World, tables: LevelTables, size: int, *, compiled: bool, pause: Callable[[], None]) -> World:
    """Return the world with its table of groups of that many boxes; those of fewer come first.

    `pause` is called now and then, and may raise to end the work.
    """
    prices = prices_of(world, tables, compiled=compiled)
    player = tables.player if world.backwards else ANYWHERE
    floor, count = world.floor, group_count(world, size)
    binomial = np.array([[comb(x, r) for x in range(len(floor.square_of) + 1)] for r in range(5)], dtype=np.int64)
    if size == 2:
        world = _with_prices(world, prices)
        world, smaller = _with_rows(world, 1, binomial, NO_ROWS, compiled=compiled, pause=pause)
    else:
        smaller = table_of(world, size - 1).row
    world, row = _with_rows(world, size, binomial, smaller, compiled=compiled, pause=pause)
    component = world.groups.component
    parts = (np.where(component == NO_COMPONENT, 0, component).max(axis=1) + 1).astype(np.int32)
    ends = np.cumsum(parts[row], dtype=np.int32)
    first = ends - parts[row]
    squares = len(floor.square_of)
    partners, leads = (np.zeros((comb(squares, size - less), floor.words), dtype=np.uint64) for less in (1, 2))
    table = GroupTable(row, first.astype(np.int32), np.zeros(int(ends[-1]), dtype=np.uint8), partners, leads)
    sources, cost = (np.zeros(comb(world.k, size), dtype=np.int32) for _ in range(2))
    box_groups.target_groups.of(compiled)(size, world, prices, sources, cost)
    order, base = np.argsort(cost, kind="stable"), int(cost.min())
    search = LeastCosts(
        np.full(int(ends[-1]), box_groups.UNREACHED, dtype=np.int32),
        np.empty((3, int(ends[-1])), dtype=np.int32),
        np.zeros(6, dtype=np.int64),
        np.zeros(4, dtype=np.int32),
        np.zeros(floor.n + 1, dtype=np.uint8),
    )
    known = world, table, parts, Sources(sources[order], cost[order] - base, player), search
    while not box_groups.least_costs.of(compiled)(GROUPS_AT_ONCE, Range(size, 0, count, binomial), *known):
        pause()
    for groups in _ranges(size, count, binomial):
        box_groups.fill_excess.of(compiled)(groups, world, table, parts, search.least, base)
        pause()
    made = world.groups
    if size == 2:
        return world._replace(groups=made._replace(pairs=table))
    return world._replace(groups=made._replace(triples=table) if size == 3 else made._replace(quadruples=table))


def _ranges(size: int, count: int, binomial: INT64_2D) -> list[Range]:
    """Return all groups of so many boxes in parts."""
    starts = range(0, count, GROUPS_AT_ONCE)
    return [Range(size, start, min(count, start + GROUPS_AT_ONCE), binomial) for start in starts]


def _with_prices(world: World, prices: INT32) -> World:
    """Return the world with what each box needs at least, alone, by these prices."""
    pushes = world.distances.pushes[0]
    least = np.where(pushes < INFINITE, pushes - prices, INFINITE).min(axis=2)
    squares = len(world.floor.square_of)
    return world._replace(
        groups=world.groups._replace(
            least=np.ascontiguousarray(least, dtype=np.int32),
            prices=int(prices.sum()),
            conflicts=np.zeros((squares, world.floor.words), dtype=np.uint64),
        )
    )


def _with_rows(
    world: World, size: int, binomial: INT64_2D, smaller: INT32, *, compiled: bool, pause: Callable[[], None]
) -> tuple[World, INT32]:
    """Return the world with the components of all groups of that many boxes, and the row of each group."""
    floor, count = world.floor, comb(len(world.floor.square_of), size)
    row, own = np.zeros(count, dtype=np.int32), 0
    for groups in _ranges(size, count, binomial):
        own = int(box_groups.share_rows.of(compiled)(groups, floor, smaller, own, row))
        pause()
    before = world.groups.component
    component = np.zeros((len(before) + own, floor.n), dtype=np.uint8)
    component[: len(before)] = before
    parts = np.zeros(len(component), dtype=np.int32)
    for groups in _ranges(size, count, binomial):
        box_groups.fill_rows.of(compiled)(groups, floor, len(before), row, component, parts)
        pause()
    return world._replace(groups=world.groups._replace(component=component)), row
