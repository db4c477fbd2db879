"""Writer of the facts of a certificate: prices (assignment duals), frozen boxes, and counted goals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.bounds.assignment import assign
from sokosolve.kernel import kernel
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, NO_COMPONENT, UINT8, UINT8_2D, UINT32, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.reach import first_reachable
from sokosolve.level.world import Matching, Scratch, World

(
    CURSOR,
    USED,
    NEXT_FACT,
    PRICES,
    PATTERNS,
    COUNTS,
    NAMED,
    SUCCESSOR,
    FROZEN,
    WALL_PRICES,
    LINES,
    WANTED,
    MARKED,
    CLOSED_TO,
    WRITTEN_TO,
    SHIFT,
    POTENTIAL,
    COUNTERS,
) = range(18)
POOL = 256  # price vectors that are tried again; older ones make room
TRIED = 12  # of them for one push, the latest first
NO_LINE, NOT_YET = -2, -1
STOOD_FOR = -4
NO_FACT = 0
NO_WAY = 1 << 28  # more than distances and prices come to
NO_LIMIT = 1 << 30  # the limit where there is no solution: no sum of distances and prices comes to it
ZERO_PRICES = 1  # the fact that every side begins with
SPACE, COLON, AT, NEWLINE, MINUS, ZERO, NONE = 32, 58, 64, 10, 45, 48, 0


class Text(NamedTuple):
    """Buffer for text; the second half is for the current line."""

    buffer: UINT8
    prices: UINT8
    patterns: UINT8
    counting: UINT8
    frozen: UINT8
    dead: UINT8


class Numbers(NamedTuple):
    """Numbers of the format: `of` each square, and `out_of_reach` those of boxes that no search moves."""

    of: INT32
    out_of_reach: INT32
    goal_at: INT32
    price: INT64


class PricePool(NamedTuple):
    """Latest price vectors, with their facts, sums, and reduced distances of nodes (square * 4 + component)."""

    fact: INT64
    total: INT64
    least: INT32_2D
    recent: INT64


class PatternTable(NamedTuple):
    """Hash table of frozen boxes with the player's component and the fact."""

    words: UINT64
    player: INT32
    fact: INT64


class CountPool(NamedTuple):
    """Latest counted sets of goals, with their facts and the fact of their board's frozen boxes."""

    goals: UINT8_2D
    on: INT64
    fact: INT64
    seen: UINT8


class Walls(NamedTuple):
    """Facts of boxes frozen on goals, and prices on boards where they are walls; `on` is the boxes' fact."""

    frozen: PatternTable
    on: INT64
    fact: INT64
    price: INT32_2D


class Marks(NamedTuple):
    """Groups that the certificate needs: `of` is 1 for their nodes; `queue` lists number * SIDES + component."""

    of: UINT8
    queue: INT64
    bits: INT32
    moved: INT32
    part: INT32


class Lines(NamedTuple):
    """States that have lines, in the order of the `queue`, and the facts that these name.

    named[start] is twice the number of facts, plus 1 with a fence, followed by the facts. Other values of `start`:
    NO_LINE, NOT_YET (in the queue), STOOD_FOR (replaced by another state), and lower ones for states ruled out.
    """

    start: INT64
    queue: INT32
    named: INT32


class Writer(NamedTuple):
    """Facts so far, and the position of the work.

    States whose doubled cost, with the balance, reaches `ceiling` need no line. `named` are the facts of the current
    line. `counts` holds SHIFT, added to the numbers of the first facts, and positions.
    """

    limit: INT64
    ceiling: INT64
    counts: INT64
    named: INT64
    text: Text
    numbers: Numbers
    pool: PricePool
    patterns: PatternTable
    counted: CountPool
    walls: Walls
    marks: Marks
    lines: Lines
    matching: Matching
    mark: UINT32
    queue: INT32


@kernel
def write(writer: Writer, first: int, second: int, third: int) -> None:
    for code in (first, second, third):
        if code != NONE:
            writer.text.buffer[writer.counts[USED]] = code
            writer.counts[USED] += 1


@kernel
def write_number(writer: Writer, value: int) -> None:
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
    write(writer, SPACE, NONE, NONE)
    write_number(writer, value)


@kernel
def begin_fact(writer: Writer, word: UINT8) -> int:
    for code in word:
        writer.text.buffer[writer.counts[USED]] = code
        writer.counts[USED] += 1
    fact = writer.counts[NEXT_FACT]
    writer.counts[NEXT_FACT] += 1
    write_number(writer, fact)
    return int(fact)


@kernel
def name(writer: Writer, fact: int) -> None:
    for i in range(writer.counts[NAMED]):
        if writer.named[i] == fact:
            return
    writer.named[writer.counts[NAMED]] = fact
    writer.counts[NAMED] += 1


@kernel
def _price_bound(
    world: World, scratch: Scratch, pool: PricePool, entry: int, moved: int, landing: int, player: int
) -> int:
    """Return the bound of a price vector after a push, or with `moved` -1 now."""
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
    for j in range(place, 0, -1):
        pool.recent[j] = pool.recent[j - 1]
    pool.recent[0] = entry


@kernel
def by_known_prices(
    world: World, scratch: Scratch, writer: Writer, moved: int, landing: int, player: int, needed: int
) -> int:
    """Return a recent price fact that rules out the state after a push, or NO_FACT."""
    pool = writer.pool
    for i in range(TRIED):
        entry = pool.recent[i]
        if pool.fact[entry] > 0 and _price_bound(world, scratch, pool, entry, moved, landing, player) >= needed:
            make_recent(pool, i, entry)
            return int(pool.fact[entry])
    return NO_FACT


@kernel
def assign_boxes(world: World, scratch: Scratch, matching: Matching, player: int) -> int:
    for i in range(world.k):
        box = scratch.boxes[i]
        number = world.distances.component[0, box, player]
        for j in range(world.k):
            matching.cost[i, j] = world.distances.pushes[0, box, number, j]
    return assign(matching)


@kernel
def own_prices(world: World, writer: Writer) -> int:
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
    write_board(writer, 0)
    numbers.price[:] = 0
    for j in range(k):
        numbers.price[numbers.goal_at[j]] = v[j]
    for price in numbers.price:
        write_item(writer, price)
    write(writer, NEWLINE, NONE, NONE)
    return int(pool.fact[entry])


@kernel
def region_of(floor: Floor, boxes: UINT8, writer: Writer, player: int) -> int:
    """Return the first square of the player's component among marked boxes."""
    writer.mark[:] = 0
    boxes[floor.n] = 1  # a wall, for the flood
    first = first_reachable(player, floor, boxes, writer.mark, 1, writer.queue)
    boxes[floor.n] = 0
    return first


@kernel
def pattern_slot(floor: Floor, scratch: Scratch, patterns: PatternTable, boxes: UINT8, player: int) -> int:
    """Return the slot of the marked boxes with the player's component, or a free one; sets `packed`."""
    one = np.uint64(1)
    packed = scratch.packed
    packed[:] = 0
    key = 0
    for square in range(floor.n):
        if boxes[square] == 1:
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
def keep_pattern(patterns: PatternTable, packed: UINT64, slot: int, player: int, fact: int) -> None:
    patterns.fact[slot] = fact
    patterns.player[slot] = player
    for i in range(packed.size):
        patterns.words[slot * packed.size + i] = packed[i]


@kernel
def write_boxes(floor: Floor, writer: Writer, boxes: UINT8, player: int) -> None:
    for square in range(floor.n):
        if boxes[square] == 1:
            write_number(writer, writer.numbers.of[square])
            write(writer, SPACE, NONE, NONE)
    write(writer, AT, SPACE, NONE)
    write_number(writer, writer.numbers.of[player])
    write(writer, NEWLINE, NONE, NONE)


@kernel
def _confine(matching: Matching, seen: UINT8) -> None:
    """Collect in `seen` goals that are too few for the boxes confined to them, given a box without a way to its goal.

    Goals are collected along alternating paths from that box. Its own is not among them, as the assignment is least.
    """
    cost, stack = matching.cost, matching.way
    size = 0
    seen[:] = 0
    for row in range(seen.size):
        if size == 0 and cost[row, matching.column_of[row]] >= INFINITE:
            stack[0] = row
            size = 1
    while size > 0:
        size -= 1
        row = stack[size]
        for j in range(seen.size):
            if seen[j] == 0 and cost[row, j] < INFINITE:
                seen[j] = 1
                stack[size] = matching.row_of[j]
                size += 1


@kernel
def by_counting(world: World, writer: Writer, matching: Matching, frozen: int) -> int:
    """Return a fact of too few goals for the boxes confined to them, with frozen boxes as walls (or 0)."""
    k, counted = world.k, writer.counted
    _confine(matching, counted.seen)
    for entry in range(min(writer.counts[COUNTS], POOL)):
        same = counted.on[entry] == frozen
        for j in range(k):
            if counted.goals[entry, j] != counted.seen[j]:
                same = False
        if same:
            return int(counted.fact[entry])
    entry = writer.counts[COUNTS] % POOL
    writer.counts[COUNTS] += 1
    counted.on[entry] = frozen
    counted.fact[entry] = begin_fact(writer, writer.text.counting)
    write_board(writer, frozen)
    for j in range(k):
        counted.goals[entry, j] = counted.seen[j]
        if counted.seen[j] == 1:
            write_item(writer, writer.numbers.of[world.targets[j]])
    write(writer, NEWLINE, NONE, NONE)
    return int(counted.fact[entry])


@kernel
def write_board(writer: Writer, frozen: int) -> None:
    write_in(writer, frozen)
    write(writer, SPACE, COLON, NONE)


@kernel
def write_in(writer: Writer, frozen: int) -> None:
    inside = frozen if frozen != 0 else int(writer.counts[POTENTIAL])
    if inside != 0:
        write(writer, SPACE, 105, 110)  # in
        write_item(writer, inside)
