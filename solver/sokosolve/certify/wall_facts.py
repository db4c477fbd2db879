"""Frozen boxes in a certificate: dead patterns, and facts on boards where they are walls."""

from __future__ import annotations

from sokosolve.bounds.assignment import assign
from sokosolve.certify.fact_writer import (
    COLON,
    FROZEN,
    NEWLINE,
    NO_FACT,
    NO_LIMIT,
    NO_WAY,
    NONE,
    PATTERNS,
    POOL,
    SHIFT,
    SPACE,
    WALL_PRICES,
    ZERO_PRICES,
    Writer,
    begin_fact,
    by_counting,
    keep_pattern,
    pattern_slot,
    region_of,
    write,
    write_board,
    write_boxes,
    write_in,
    write_item,
)
from sokosolve.features import FeatureBit
from sokosolve.kernel import kernel
from sokosolve.level.arrays import INFINITE, INT32_2D
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import mark_boxes
from sokosolve.level.world import Scratch, World
from sokosolve.search.evaluate import fill_costs, find_walls

_NO_PRICE = 1 << 30
"""Price of a goal under a frozen box."""


@kernel
def by_walls(world: World, scratch: Scratch, writer: Writer, player: int, needed: int) -> int:
    """Return a fact about frozen boxes that rules out the current state, or NO_FACT.

    It is their pattern if one is off the goals, else a fact with them as walls.
    """
    if world.backwards == 1 or world.features & FeatureBit.FREEZE == 0:
        return NO_FACT
    walls = find_walls(world, scratch)
    fact = NO_FACT
    if walls < 0:
        fact = _dead_pattern(world, scratch, writer, player)
    elif walls > 0:
        matching = scratch.matching
        least = fill_costs(world, scratch, player, walls)
        if least >= INFINITE:  # a box has no way, whatever the prices are
            matching.v[:] = 0
            fact = _wall_prices(world, scratch, writer, _frozen_fact(world.floor, scratch, writer, player), needed)
        else:
            least = assign(matching)
            if least >= INFINITE:
                fact = by_counting(world, writer, matching, _frozen_fact(world.floor, scratch, writer, player))
            elif least >= needed:
                fact = _wall_prices(world, scratch, writer, _frozen_fact(world.floor, scratch, writer, player), needed)
    mark_boxes(scratch.boxes, scratch.walls, 0)
    return fact


@kernel
def _dead_pattern(world: World, scratch: Scratch, writer: Writer, player: int) -> int:
    marks, patterns = scratch.freeze.frozen, writer.patterns
    _mark_cluster(world, scratch, writer)
    player = region_of(world.floor, marks, writer, player)
    slot = pattern_slot(world.floor, scratch, patterns, marks, player)
    if patterns.fact[slot] == 0:
        writer.counts[PATTERNS] += 1
        keep_pattern(patterns, scratch.packed, slot, player, begin_fact(writer, writer.text.patterns))
        _write_by_zero(writer)
        write(writer, SPACE, COLON, NONE)
        write_item(writer, 1)
        write(writer, NEWLINE, NONE, NONE)
        write_boxes(world.floor, writer, marks, player)
    marks[:] = 0
    return int(patterns.fact[slot])


@kernel
def _write_by_zero(writer: Writer) -> None:
    write(writer, SPACE, 98, 121)  # by
    write_item(writer, ZERO_PRICES + writer.counts[SHIFT])


@kernel
def _mark_cluster(world: World, scratch: Scratch, writer: Writer) -> None:
    """Mark in `freeze.frozen` the `walls` connected to one off the goals."""
    marks, queue = scratch.freeze.frozen, writer.queue
    tail = 0
    for i in range(world.k):
        box = scratch.boxes[i]
        if tail == 0 and scratch.walls[box] == 1 and world.is_target[box] == 0:
            queue[0] = box
            marks[box] = 1
            tail = 1
    head = 0
    while head < tail:
        for direction in range(4):
            near = world.floor.beyond[queue[head] * 4 + direction]
            if near != world.floor.n and scratch.walls[near] == 1 and marks[near] == 0:
                marks[near] = 1
                queue[tail] = near
                tail += 1
        head += 1


@kernel
def _frozen_fact(floor: Floor, scratch: Scratch, writer: Writer, player: int) -> int:
    walls, frozen = scratch.walls, writer.walls.frozen
    player = region_of(floor, walls, writer, player)
    slot = pattern_slot(floor, scratch, frozen, walls, player)
    if frozen.fact[slot] == 0:
        writer.counts[FROZEN] += 1
        keep_pattern(frozen, scratch.packed, slot, player, begin_fact(writer, writer.text.frozen))
        write_in(writer, 0)
        _write_by_zero(writer)
        write(writer, SPACE, COLON, SPACE)
        write_boxes(floor, writer, walls, player)
    return int(frozen.fact[slot])


@kernel
def _wall_prices(world: World, scratch: Scratch, writer: Writer, frozen: int, needed: int) -> int:
    k, pool, counts = world.k, writer.walls, writer.counts
    for entry in range(min(counts[WALL_PRICES], POOL)):
        if pool.on[entry] == frozen and wall_bound(k, scratch.matching.cost, pool.price, entry) >= needed:
            return int(pool.fact[entry])
    entry = counts[WALL_PRICES] % POOL
    counts[WALL_PRICES] += 1
    pool.on[entry] = frozen
    pool.fact[entry] = begin_fact(writer, writer.text.prices)
    write_board(writer, frozen)
    prices = writer.numbers.price
    prices[:] = 0
    for j in range(k):
        pool.price[entry, j] = scratch.matching.v[j]
        is_frozen = scratch.walls[world.targets[j]] == 1
        prices[writer.numbers.goal_at[j]] = _NO_PRICE if is_frozen else scratch.matching.v[j]
    for price in prices:
        if price != _NO_PRICE:
            write_item(writer, price)
    write(writer, NEWLINE, NONE, NONE)
    return int(pool.fact[entry])


@kernel
def wall_bound(k: int, cost: INT32_2D, price: INT32_2D, entry: int) -> int:
    """Return the bound of known prices, NO_LIMIT if a box has no way.

    Negative prices of impossible ways can make a reduced distance exceed INFINITE.
    """
    total = 0
    for i in range(k):
        least = NO_WAY
        for j in range(k):
            if cost[i, j] < INFINITE:
                least = min(least, int(cost[i, j] - price[entry, j]))
        if least == NO_WAY:
            return NO_LIMIT
        total += least + price[entry, i]
    return total
