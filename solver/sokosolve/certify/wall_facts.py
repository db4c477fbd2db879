"""Frozen boxes in a certificate: dead patterns, and facts on boards where they are walls."""

from __future__ import annotations

from sokosolve.bounds.assignment import assign
from sokosolve.certify.fact_writer import (
    NO_FACT,
    NO_LIMIT,
    NO_WAY,
    POOL,
    ZERO_PRICES,
    PatternTable,
    Writer,
    WriterCount,
    begin_fact,
    by_counting,
    write,
    write_board,
    write_in,
    write_item,
    write_number,
)
from sokosolve.features import FeatureBit
from sokosolve.kernel import kernel
from sokosolve.level.arrays import INFINITE, INT32_2D, UINT8, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import flip, mark_boxes
from sokosolve.level.reach import reach_after
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
        _mark_cluster(world, scratch)
        fact = _pattern_fact(world, scratch, writer, scratch.freeze.frozen, player, True)
        scratch.freeze.frozen[:] = 0
    elif walls > 0:
        matching = scratch.matching
        least = fill_costs(world, scratch, player, walls)
        has_ways = least < INFINITE
        if has_ways:
            least = assign(matching)
        else:
            matching.v[:] = 0  # a box has no way, whatever the prices are
        if least >= min(needed, INFINITE):
            frozen = _pattern_fact(world, scratch, writer, scratch.walls, player, False)
            if has_ways and least >= INFINITE:
                fact = by_counting(world, writer, matching, frozen)
            else:
                fact = _wall_prices(world, scratch, writer, frozen, needed)
    mark_boxes(scratch.boxes, scratch.walls, 0)
    return fact


@kernel
def _pattern_fact(world: World, scratch: Scratch, writer: Writer, boxes: UINT8, player: int, is_dead: bool) -> int:
    """Return the fact about marked boxes that block each other: a dead pattern if `is_dead`, otherwise frozen boxes."""
    floor, patterns = world.floor, writer.patterns
    player = _first_in_region(floor, scratch, boxes, player)
    slot = _pattern_slot(floor, scratch.packed, patterns, boxes, player)
    if patterns.fact[slot] == 0:
        writer.counts[WriterCount.PATTERNS] += 1
        patterns.fact[slot] = begin_fact(world, writer, b"patterns" if is_dead else b"frozen")
        patterns.player[slot] = player
        for i in range(floor.words):
            patterns.words[slot * floor.words + i] = scratch.packed[i]
        if not is_dead:
            write_in(writer, 0)
        write(writer, b" by")
        write_item(writer, ZERO_PRICES + writer.counts[WriterCount.SHIFT])
        write(writer, b" : 1\n" if is_dead else b" : ")
        for square in range(floor.n):
            if boxes[square] == 1:
                write_number(writer, writer.numbers.of[square])
                write(writer, b" ")
        write(writer, b"@")
        write_item(writer, writer.numbers.of[player])
        write(writer, b"\n")
    return int(patterns.fact[slot])


@kernel
def _first_in_region(floor: Floor, scratch: Scratch, boxes: UINT8, player: int) -> int:
    """Return the first square of the player's component among marked boxes."""
    boxes[floor.n] = 1  # a wall, for the flood
    first = reach_after(player, floor, boxes, scratch.flood)
    boxes[floor.n] = 0
    return first


@kernel
def _pattern_slot(floor: Floor, packed: UINT64, patterns: PatternTable, boxes: UINT8, player: int) -> int:
    """Return the slot of the marked boxes with the player's component, or a free one; sets `packed`."""
    packed[:] = 0
    key = 0
    for square in range(floor.n):
        if boxes[square] == 1:
            flip(floor, packed, 0, square)
            key = (key * 31 + square) & 0x3FFFFFFF
    slots = patterns.fact.size
    slot = (key * 31 + player) & (slots - 1)
    while patterns.fact[slot] > 0:
        same = patterns.player[slot] == player
        for i in range(floor.words):
            if patterns.words[slot * floor.words + i] != packed[i]:
                same = False
        if same:
            break
        slot = (slot + 1) & (slots - 1)
    return int(slot)


@kernel
def _mark_cluster(world: World, scratch: Scratch) -> None:
    """Mark in `freeze.frozen` the `walls` connected to one off the goals."""
    marks, queue = scratch.freeze.frozen, scratch.flood.queue
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
def _wall_prices(world: World, scratch: Scratch, writer: Writer, frozen: int, needed: int) -> int:
    k, pool, counts = world.k, writer.wall_prices, writer.counts
    for entry in range(min(counts[WriterCount.WALL_PRICES], POOL)):
        if pool.on[entry] == frozen and wall_bound(k, scratch.matching.cost, pool.price, entry) >= needed:
            return int(pool.fact[entry])
    entry = counts[WriterCount.WALL_PRICES] % POOL
    counts[WriterCount.WALL_PRICES] += 1
    pool.on[entry] = frozen
    pool.fact[entry] = begin_fact(world, writer, b"prices")
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
    write(writer, b"\n")
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
