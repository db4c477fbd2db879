"""Writer of the facts of a certificate: prices (assignment duals), frozen boxes, and counted goals."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sokosolve.bounds.assignment import assign
from sokosolve.kernel import kernel
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, NO_COMPONENT, UINT8, UINT8_2D, UINT64
from sokosolve.level.world import Matching, Scratch, World


class WriterCount(IntEnum):
    """Counts of a writer."""

    CURSOR = 0  # the state at hand, in the queue
    USED = 1  # of the text
    NEXT_FACT = 2
    PRICES = 3
    PATTERNS = 4
    COUNTED = 5
    NAMED = 6  # facts of the current line
    SUCCESSOR = 7  # the one at hand
    WALL_PRICES = 8
    LINES = 9
    WANTED = 10  # states in the queue
    MARKED = 11  # groups
    CLOSED_TO = 12
    WRITTEN_TO = 13
    SHIFT = 14  # added to the numbers of the first facts
    POTENTIAL = 15


POOL = 256  # price vectors that are tried again; older ones make room
TRIED = 12  # of them for one push, the latest first
NO_LINE, NOT_YET = -2, -1
STOOD_FOR = -4
NO_FACT = 0
NO_WAY = 1 << 28  # more than distances and prices come to
NO_LIMIT = 1 << 30  # the limit where there is no solution: no sum of distances and prices comes to it
ZERO_PRICES = 1  # the fact that every side begins with
_ZERO = 48


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
    """Hash table of frozen boxes with the player's component and the fact: a dead pattern, or with all on goals."""

    words: UINT64
    player: INT32
    fact: INT64


class CountPool(NamedTuple):
    """Latest counted sets of goals, with their facts and the fact of their board's frozen boxes."""

    goals: UINT8_2D
    on: INT64
    fact: INT64
    seen: UINT8


class WallPrices(NamedTuple):
    """Latest prices on boards where frozen boxes are walls; `on` is the boxes' fact."""

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
    line. The second half of `text`, a buffer, is for the current line.
    """

    limit: INT64
    ceiling: INT64
    counts: INT64
    named: INT64
    text: UINT8
    numbers: Numbers
    pool: PricePool
    patterns: PatternTable
    counted: CountPool
    wall_prices: WallPrices
    marks: Marks
    lines: Lines
    matching: Matching


@kernel
def write(writer: Writer, text: bytes) -> None:
    for code in text:
        writer.text[writer.counts[WriterCount.USED]] = code
        writer.counts[WriterCount.USED] += 1


@kernel
def write_number(writer: Writer, value: int) -> None:
    if value < 0:
        write(writer, b"-")
        value = -value
    size = 1
    rest = value // 10
    while rest > 0:
        size += 1
        rest //= 10
    at = writer.counts[WriterCount.USED]
    for i in range(size - 1, -1, -1):
        writer.text[at + i] = _ZERO + value % 10
        value //= 10
    writer.counts[WriterCount.USED] = at + size


@kernel
def write_item(writer: Writer, value: int) -> None:
    write(writer, b" ")
    write_number(writer, value)


@kernel
def begin_fact(world: World, writer: Writer, kind: bytes) -> int:
    write(writer, kind)
    if world.backwards == 1:
        write(writer, b" back")
    fact = writer.counts[WriterCount.NEXT_FACT]
    writer.counts[WriterCount.NEXT_FACT] += 1
    write_item(writer, fact)
    return int(fact)


@kernel
def name(writer: Writer, fact: int) -> None:
    for i in range(writer.counts[WriterCount.NAMED]):
        if writer.named[i] == fact:
            return
    writer.named[writer.counts[WriterCount.NAMED]] = fact
    writer.counts[WriterCount.NAMED] += 1


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
    entry = writer.counts[WriterCount.PRICES] % POOL
    writer.counts[WriterCount.PRICES] += 1
    pool.fact[entry] = begin_fact(world, writer, b"prices")
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
    write(writer, b"\n")
    return int(pool.fact[entry])


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
    for entry in range(min(writer.counts[WriterCount.COUNTED], POOL)):
        same = counted.on[entry] == frozen
        for j in range(k):
            if counted.goals[entry, j] != counted.seen[j]:
                same = False
        if same:
            return int(counted.fact[entry])
    entry = writer.counts[WriterCount.COUNTED] % POOL
    writer.counts[WriterCount.COUNTED] += 1
    counted.on[entry] = frozen
    counted.fact[entry] = begin_fact(world, writer, b"counting")
    write_board(writer, frozen)
    for j in range(k):
        counted.goals[entry, j] = counted.seen[j]
        if counted.seen[j] == 1:
            write_item(writer, writer.numbers.of[world.targets[j]])
    write(writer, b"\n")
    return int(counted.fact[entry])


@kernel
def write_board(writer: Writer, frozen: int) -> None:
    write_in(writer, frozen)
    write(writer, b" :")


@kernel
def write_in(writer: Writer, frozen: int) -> None:
    inside = frozen if frozen != 0 else int(writer.counts[WriterCount.POTENTIAL])
    if inside != 0:
        write(writer, b" in")
        write_item(writer, inside)
