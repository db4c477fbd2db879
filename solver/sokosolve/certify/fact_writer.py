"""The facts of a certificate, as text: each shows that a push leads to a state that costs too much.

They are prices (the duals of the assignment, which serve for many states), frozen boxes, and counted goals; a fact that
was written is found again in a pool.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.bounds.assignment import Matching, assign
from sokosolve.deadlocks.freeze import frozen_cluster, reset
from sokosolve.kernel import kernel
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, NO_COMPONENT, UINT8, UINT8_2D, UINT32, UINT64
from sokosolve.level.reach import first_reachable
from sokosolve.level.world import Scratch, World

CURSOR, USED, NEXT_FACT, PRICES, PATTERNS, COUNTS, NAMED, SUCCESSOR = range(8)
POOL = 256  # price vectors that are tried again; older ones make room
TRIED = 12  # of them for one push, the latest first
NO_WAY = 1 << 28  # more than distances and prices come to
ZERO_PRICES = 1  # the number of the fact that every certificate begins with
SPACE, COLON, AT, NEWLINE, MINUS, ZERO, NONE = 32, 58, 64, 10, 45, 48, 0


class Text(NamedTuple):
    """Room for text, and the words with which facts begin. Its first half is for facts, and the second for the line
    that comes then."""

    buffer: UINT8
    prices: UINT8
    patterns: UINT8
    counting: UINT8


class Numbers(NamedTuple):
    """The numbers in the text: `of` each square, `out_of_reach` those of the boxes that no search moves.

    `goal_at` is the place of each target among all goals, `price` one price for each of these.
    """

    of: INT32
    out_of_reach: INT32
    goal_at: INT32
    price: INT64


class PricePool(NamedTuple):
    """The latest price vectors: each with its fact, the sum of its prices, and the least distance minus price of each
    node (square * 4 + component); `recent` lists those that were of use last."""

    fact: INT64
    total: INT64
    least: INT32_2D
    recent: INT64


class PatternTable(NamedTuple):
    """A hash table of frozen boxes, as words, with the player's component and the fact."""

    words: UINT64
    player: INT32
    fact: INT64


class CountPool(NamedTuple):
    """The latest sets of goals that were counted, each with its fact; `seen` is room for the next one."""

    goals: UINT8_2D
    fact: INT64
    seen: UINT8


class Writer(NamedTuple):
    """The facts so far, and where the work goes on.

    `limit` is the claimed cost, `named` the facts that the line of the state at hand names. `counts` holds the numbers
    named above: CURSOR and SUCCESSOR are where the work goes on.
    """

    limit: INT64
    counts: INT64
    named: INT64
    text: Text
    numbers: Numbers
    pool: PricePool
    patterns: PatternTable
    counted: CountPool
    matching: Matching
    mark: UINT32
    queue: INT32


@kernel
def write(writer: Writer, first: int, second: int, third: int) -> None:
    """Append up to three characters to the text."""
    for code in (first, second, third):
        if code != NONE:
            writer.text.buffer[writer.counts[USED]] = code
            writer.counts[USED] += 1


@kernel
def write_number(writer: Writer, value: int) -> None:
    """Append a number to the text."""
    if value < 0:
        write(writer, MINUS, NONE, NONE)
        value = -value
    size = 1
    rest = value // 10
    while rest > 0:
        size += 1
        rest //= 10
    at = writer.counts[USED]
    for i in range(size - 1, -1, -1):
        writer.text.buffer[at + i] = ZERO + value % 10
        value //= 10
    writer.counts[USED] = at + size


@kernel
def write_item(writer: Writer, value: int) -> None:
    """Append a space and a number to the text."""
    write(writer, SPACE, NONE, NONE)
    write_number(writer, value)


@kernel
def begin_fact(writer: Writer, word: UINT8) -> int:
    """Begin the line of a fact with its word and the next number, which is returned."""
    for code in word:
        writer.text.buffer[writer.counts[USED]] = code
        writer.counts[USED] += 1
    fact = writer.counts[NEXT_FACT]
    writer.counts[NEXT_FACT] += 1
    write_number(writer, fact)
    return int(fact)


@kernel
def name(writer: Writer, fact: int) -> None:
    """Have the line of the state at hand name a fact."""
    for i in range(writer.counts[NAMED]):
        if writer.named[i] == fact:
            return
    writer.named[writer.counts[NAMED]] = fact
    writer.counts[NAMED] += 1


@kernel
def priced(world: World, scratch: Scratch, pool: PricePool, entry: int, moved: int, landing: int, player: int) -> int:
    """Return the bound that a price vector of the pool gives to the state after a push."""
    total = pool.total[entry]
    for i in range(world.k):
        box = landing if i == moved else scratch.boxes[i]
        number = world.distances.component[0, box, player]
        if number == NO_COMPONENT:
            return NO_WAY
        total += pool.least[entry, box * 4 + number]
    return int(total)


@kernel
def make_recent(pool: PricePool, place: int, entry: int) -> None:
    """Put a price vector before those that were of use last, up to a place."""
    for j in range(place, 0, -1):
        pool.recent[j] = pool.recent[j - 1]
    pool.recent[0] = entry


@kernel
def by_known_prices(
    world: World, scratch: Scratch, writer: Writer, moved: int, landing: int, player: int, needed: int
) -> bool:
    """Name prices of the pool that show the state after a push to need so many pushes; False if none do."""
    pool = writer.pool
    for i in range(writer.counts[NAMED]):
        for entry in range(POOL):
            if pool.fact[entry] == writer.named[i] and (
                priced(world, scratch, pool, entry, moved, landing, player) >= needed
            ):
                return True
    for i in range(TRIED):
        entry = pool.recent[i]
        if pool.fact[entry] > 0 and priced(world, scratch, pool, entry, moved, landing, player) >= needed:
            make_recent(pool, i, entry)
            name(writer, pool.fact[entry])
            return True
    return False


@kernel
def assign_after(world: World, scratch: Scratch, matching: Matching, moved: int, landing: int, player: int) -> int:
    """Return the least assignment of the state after a push, and leave its duals in the matching."""
    for i in range(world.k):
        box = landing if i == moved else scratch.boxes[i]
        number = world.distances.component[0, box, player]
        for j in range(world.k):
            matching.cost[i, j] = world.distances.pushes[0, box, number, j]
    return assign(matching)


@kernel
def write_prices(world: World, writer: Writer) -> int:
    """Write the duals of the assignment as a fact, and keep them in the pool; returns their entry there."""
    k, pool, numbers = world.k, writer.pool, writer.numbers
    v = writer.matching.v
    pushes = world.distances.pushes
    entry = writer.counts[PRICES] % POOL
    writer.counts[PRICES] += 1
    pool.fact[entry] = begin_fact(writer, writer.text.prices)
    pool.total[entry] = 0
    for j in range(k):
        pool.total[entry] += v[j]
    for node in range(4 * world.floor.n):
        least = NO_WAY
        for j in range(k):
            if pushes[0, node >> 2, node & 3, j] < INFINITE:
                least = min(least, int(pushes[0, node >> 2, node & 3, j] - v[j]))
        pool.least[entry, node] = least
    make_recent(pool, TRIED - 1, entry)
    write(writer, SPACE, COLON, NONE)
    numbers.price[:] = 0
    for j in range(k):
        numbers.price[numbers.goal_at[j]] = v[j]
    for price in numbers.price:
        write_item(writer, price)
    write(writer, NEWLINE, NONE, NONE)
    name(writer, pool.fact[entry])
    return int(entry)


@kernel
def by_prices(
    world: World, scratch: Scratch, writer: Writer, moved: int, landing: int, player: int, needed: int
) -> bool:
    """Name prices that show the state after a push to need so many pushes: known ones, or its own; False if none do."""
    if by_known_prices(world, scratch, writer, moved, landing, player, needed):
        return True
    if assign_after(world, scratch, writer.matching, moved, landing, player) < needed:
        return False
    entry = write_prices(world, writer)
    return priced(world, scratch, writer.pool, entry, moved, landing, player) >= needed


@kernel
def pattern_slot(world: World, scratch: Scratch, writer: Writer, player: int) -> int:
    """Return the slot of the frozen boxes, with the player's component, in the table of patterns, or its free slot.

    `packed` gets the boxes.
    """
    one = np.uint64(1)
    floor, frozen, patterns, packed = world.floor, scratch.freeze.frozen, writer.patterns, scratch.packed
    packed[:] = 0
    key = 0
    for square in range(floor.n):
        if frozen[square] == 1:
            bit = floor.bit_of[square]
            packed[bit >> 6] |= one << np.uint64(bit & 63)
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
def write_pattern(world: World, scratch: Scratch, writer: Writer, slot: int, player: int) -> None:
    """Write the frozen boxes as a fact, and keep them in a free slot of the table."""
    patterns, numbers = writer.patterns, writer.numbers
    writer.counts[PATTERNS] += 1
    patterns.fact[slot] = begin_fact(writer, writer.text.patterns)
    patterns.player[slot] = player
    for i in range(world.floor.words):
        patterns.words[slot * world.floor.words + i] = scratch.packed[i]
    write(writer, SPACE, 98, 121)  # by
    write_item(writer, ZERO_PRICES)
    write(writer, SPACE, COLON, NONE)
    write_item(writer, 1)
    write(writer, NEWLINE, NONE, NONE)
    for square in range(world.floor.n):
        if scratch.freeze.frozen[square] == 1:
            write_number(writer, numbers.of[square])
            write(writer, SPACE, NONE, NONE)
    write(writer, AT, SPACE, NONE)
    write_number(writer, numbers.of[player])
    write(writer, NEWLINE, NONE, NONE)


@kernel
def by_frozen_boxes(world: World, scratch: Scratch, writer: Writer, box: int, landing: int) -> bool:
    """Name the pattern of boxes that are frozen after a push; False if there are none off the goals."""
    floor, freeze = world.floor, scratch.freeze
    scratch.occupied[box] = 0
    scratch.occupied[landing] = 1
    size = frozen_cluster(landing, floor, scratch.occupied, world.is_target, freeze)
    scratch.occupied[landing] = 0
    scratch.occupied[box] = 1
    if size >= 0:
        reset(size, freeze)
        return False
    writer.mark[:] = 0
    freeze.frozen[floor.n] = 1  # a wall, for the flood
    player = first_reachable(box, floor, freeze.frozen, writer.mark, 1, writer.queue)
    freeze.frozen[floor.n] = 0
    slot = pattern_slot(world, scratch, writer, player)
    if writer.patterns.fact[slot] == 0:
        write_pattern(world, scratch, writer, slot, player)
    reset(size, freeze)
    name(writer, writer.patterns.fact[slot])
    return True


@kernel
def confine(world: World, scratch: Scratch, writer: Writer, moved: int, landing: int, player: int) -> bool:
    """Collect in `seen` goals that are too few for the boxes confined to them after a push; False if there are none.

    From the box that moved, and over the matching of the others, goals are collected until no box leads to another.
    """
    distances, seen = world.distances, writer.counted.seen
    seen[:] = 0
    free = scratch.matching.column_of[moved]
    stack = writer.queue
    stack[0] = moved
    size = 1
    while size > 0:
        size -= 1
        row = stack[size]
        box = landing if row == moved else scratch.boxes[row]
        number = distances.component[0, box, player]
        for j in range(world.k):
            if seen[j] == 0 and distances.pushes[0, box, number, j] < INFINITE:
                if j == free:
                    return False
                seen[j] = 1
                stack[size] = scratch.matching.row_of[j]
                size += 1
    return True


@kernel
def by_counting(world: World, scratch: Scratch, writer: Writer, moved: int, landing: int, player: int) -> bool:
    """Name the goals that are too few for the boxes confined to them after a push; False if there are none."""
    if not confine(world, scratch, writer, moved, landing, player):
        return False
    k, counted = world.k, writer.counted
    for entry in range(min(writer.counts[COUNTS], POOL)):
        same = True
        for j in range(k):
            if counted.goals[entry, j] != counted.seen[j]:
                same = False
        if same:
            name(writer, counted.fact[entry])
            return True
    entry = writer.counts[COUNTS] % POOL
    writer.counts[COUNTS] += 1
    counted.fact[entry] = begin_fact(writer, writer.text.counting)
    write(writer, SPACE, COLON, NONE)
    for j in range(k):
        counted.goals[entry, j] = counted.seen[j]
        if counted.seen[j] == 1:
            write_item(writer, writer.numbers.of[world.targets[j]])
    write(writer, NEWLINE, NONE, NONE)
    name(writer, counted.fact[entry])
    return True
