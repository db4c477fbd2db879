"""Grounds: boards with frozen boxes as walls or with heights, and distances of single boxes on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel
from sokoverify.floor_squares import Room, Squares, flood
from sokoverify.kernel_arrays import BITS, INT32, INT64, MOST_WORK, NO_WAY, SIDES, UINT8, Growing

_ELSEWHERE, _HOME = 5, 4


class Grounds(NamedTuple):
    """All grounds, ground 0 being the board; square s of ground g has the index g * n + s.

    `beyond` has the four neighbours (up, down, left, right), n for walls and fixed boxes. `fixed` marks boxes that are
    walls, `listed[listed_at[g]:listed_at[g + 1]]` are their squares, `region` is the player's region. With `of_moves` 1
    facts bound moves, and pushes cost by the `height` of squares; otherwise each costs 1. `sides[row[square] * n + p]`
    is the side of a player at p, seen from a box on the square.
    """

    n: int
    words: int
    word: INT32
    bit: INT64
    beyond: INT32
    fixed: UINT8
    listed: INT32
    listed_at: INT64
    region: INT64
    of_moves: UINT8
    height: INT32
    row: INT32
    sides: UINT8


@kernel
def node(grounds: Grounds, ground: int, box: int, player: int) -> int:
    row = int(grounds.row[ground * grounds.n + box])  # in Python a number of 32 bits would stay one when multiplied
    return box * SIDES + int(grounds.sides[row * grounds.n + player])


@kernel
def is_whole(grounds: Grounds, ground: int) -> bool:
    return bool(grounds.listed_at[ground] == grounds.listed_at[ground + 1])


@kernel
def push_count(grounds: Grounds, ground: int, stands: int, box: int) -> int:
    if grounds.of_moves[ground] == 0:
        return 1
    return int(1 + grounds.height[ground * grounds.n + stands] - grounds.height[ground * grounds.n + box])


@entry
def mark_components(grounds: Grounds, ground: int, room: Room, component: INT32) -> int:
    """Number the components of a ground's floor without `fenced` squares (-1).

    Return how many there are. O(squares).
    """
    n = grounds.n
    count = 0
    for square in range(n):
        component[square] = -1
    for square in range(n):
        if component[square] < 0 and grounds.fixed[ground * n + square] == 0 and room.fenced[square] == 0:
            room.stamps[0] += 1
            stamp = room.stamps[0]
            flood(square, grounds.beyond, ground * n, room.fenced, room.mark, stamp, room.queue)
            at = 0  # the queue holds these squares first, then those of an earlier flood
            while at < n and room.mark[room.queue[at]] == stamp and component[room.queue[at]] < 0:
                component[room.queue[at]] = count
                at += 1
            count += 1
    return count


@entry
def _find_sides(grounds: Grounds, ground: int, first: int, last: int, rows: int, room: Room) -> int:
    """Write a row of sides for each square from `first` to `last` that divides the floor; return the number of rows.

    Other squares share the row of their component.
    """
    n = grounds.n
    for box in range(first, last):
        if grounds.fixed[ground * n + box] != 0:
            continue
        room.fenced[box] = 1
        room.stamps[0] += 1
        start = room.stamps[0]
        parts = 0
        for direction in range(4):
            beside = grounds.beyond[(ground * n + box) * 4 + direction]
            if beside < n and room.mark[beside] < start:
                room.stamps[0] = start + parts
                flood(beside, grounds.beyond, ground * n, room.fenced, room.mark, start + parts, room.queue)
                parts += 1
        room.fenced[box] = 0
        if parts > 1:
            old = grounds.row[ground * n + box] * n
            for square in range(n):
                stamp = room.mark[square]
                side = int(grounds.sides[old + square])
                grounds.sides[rows * n + square] = stamp - start if stamp >= start else side
            grounds.row[ground * n + box] = rows
            rows += 1
    return rows


@kernel
def _neighbour(grounds: Grounds, ground: int, at: int, direction: int, backwards: int) -> int:
    """Return the node before the push that leads here, with `backwards` 1 the node after a push from here, or -1."""
    n = grounds.n
    box = at // SIDES
    beside = grounds.beyond[(ground * n + box) * 4 + (direction ^ 1)]
    if beside >= n or node(grounds, ground, box, beside) != at:
        return -1
    if backwards == 1:
        landing = grounds.beyond[(ground * n + box) * 4 + direction]
        return -1 if landing >= n else node(grounds, ground, landing, box)
    behind = grounds.beyond[(ground * n + beside) * 4 + (direction ^ 1)]
    return -1 if behind >= n else node(grounds, ground, beside, behind)


@entry
def _least_ways(
    grounds: Grounds, ground: int, backwards: int, sources: INT64, values: INT64, queue: INT32, ways: INT32, at: int
) -> None:
    """Write, from `at` on, the least value plus pushes for each node over all sources, or NO_WAY.

    Pushes lead from a node to the source, backwards from the source to it. Sources have increasing values and all
    pushes cost the same, so nodes enter the queue with their final value. O(nodes).
    """
    nodes = grounds.n * SIDES
    for each in range(nodes):
        ways[at + each] = NO_WAY
    head = 0
    tail = 0
    source = 0
    while head < tail or source < len(sources):
        if source < len(sources) and (head == tail or values[source] <= ways[at + queue[head]]):
            here = int(sources[source])
            source += 1
            if ways[at + here] <= values[source - 1]:
                continue
            ways[at + here] = values[source - 1]
        else:
            here = int(queue[head])
            head += 1
        for direction in range(4):
            other = _neighbour(grounds, ground, here, direction, backwards)
            if other >= 0 and ways[at + other] == NO_WAY:
                ways[at + other] = ways[at + here] + 1
                queue[tail] = other
                tail += 1


class Queue(NamedTuple):
    """Ring buffer of nodes: `waiting` many from `head` on, both in `place`; `queued` marks them."""

    nodes: INT32
    queued: UINT8
    place: INT64


@entry
def _find_weighted_ways(
    grounds: Grounds, ground: int, backwards: int, sources: INT64, values: INT64, queue: Queue, ways: INT32, at: int
) -> bool:
    """Like `_least_ways` for pushes that cost 0, 1 or 2; returns whether it is done, else call it again.

    A node is queued again when a shorter way is found.
    """
    n = grounds.n
    nodes = n * SIDES
    head = int(queue.place[0])
    waiting = int(queue.place[1])
    if head < 0:
        head = 0
        waiting = 0
        for each in range(nodes):
            ways[at + each] = NO_WAY
        for source in range(len(sources)):
            if values[source] < ways[at + sources[source]]:
                ways[at + sources[source]] = values[source]
                queue.queued[sources[source]] = 1
                queue.nodes[waiting] = sources[source]
                waiting += 1
    work = 0
    while waiting > 0 and work < MOST_WORK:
        work += 4
        here = int(queue.nodes[head])
        head = (head + 1) % nodes
        waiting -= 1
        queue.queued[here] = 0
        for direction in range(4):
            other = _neighbour(grounds, ground, here, direction, backwards)
            if other < 0:
                continue
            box = (here if backwards == 1 else other) // SIDES
            stands = int(grounds.beyond[(ground * n + box) * 4 + (direction ^ 1)])
            way = ways[at + here] + push_count(grounds, ground, stands, box)
            if way < ways[at + other]:
                ways[at + other] = way
                if queue.queued[other] == 0:
                    queue.queued[other] = 1
                    queue.nodes[(head + waiting) % nodes] = other
                    waiting += 1
    queue.place[0] = head
    queue.place[1] = waiting
    return waiting == 0


class GroundList:
    """Grounds so far."""

    def __init__(self, squares: Squares, beyond: INT32, room: Room, look: Callable[[int], object]) -> None:
        """`look` is called with the number of bytes to be allocated next, and may raise `LimitReached`."""
        self._squares, self._room, self._look = squares, room, look
        self._beyond = Growing(np.int32, look)
        self._fixed = Growing(np.uint8, look)
        self._listed = Growing(np.int32, look)
        self._listed_at = Growing(np.int64, look)
        self._region = Growing(np.int64, look)
        self._of_moves = Growing(np.uint8, look)
        self._height = Growing(np.int32, look)
        self._row = Growing(np.int32, look)
        self._sides = Growing(np.uint8, look)
        self._has_sides: list[bool] = []
        self._listed_at.add(np.zeros(1, dtype=np.int64))
        all_of_it = np.bitwise_or.reduceat(squares.bit[: squares.n], np.arange(0, squares.n, BITS))
        self._add(beyond, np.zeros(0, dtype=np.int32), all_of_it, None)

    def _add(self, beyond: INT32, listed: INT32, region: INT64, heights: INT32 | None) -> int:
        n = self._squares.n
        fixed = np.zeros(n, dtype=np.uint8)
        fixed[listed] = 1
        self._beyond.add(beyond)
        self._fixed.add(fixed)
        self._listed.add(listed)
        self._listed_at.add(np.array([self._listed.used]))
        self._region.add(region)
        self._of_moves.add(np.array([heights is not None], dtype=np.uint8))
        self._height.add(np.zeros(n, dtype=np.int32) if heights is None else heights)
        self._row.add(np.zeros(n, dtype=np.int32))
        self._has_sides.append(False)
        return len(self._has_sides) - 1

    @property
    def arrays(self) -> Grounds:
        squares = self._squares
        return Grounds(
            squares.n,
            squares.words,
            squares.word,
            squares.bit,
            self._beyond.array,
            self._fixed.array,
            self._listed.array,
            self._listed_at.array,
            self._region.array,
            self._of_moves.array,
            self._height.array,
            self._row.array,
            self._sides.array,
        )

    def wall_marks(self, ground: int) -> UINT8:
        n = self._squares.n
        return self._fixed.array[ground * n : (ground + 1) * n]

    def freeze(self, ground: int, boxes: Sequence[int], region: INT64) -> int:
        """Add a ground with more boxes as walls and the player in a region; return its number."""
        n = self._squares.n
        walls = self.wall_marks(ground).astype(bool)
        walls[[*boxes]] = True
        beyond = self._beyond.array[ground * n * 4 : (ground + 1) * n * 4].copy()
        beyond[np.append(walls, True)[beyond]] = n
        beyond.reshape(n, 4)[walls] = n
        return self._add(beyond, np.flatnonzero(walls).astype(np.int32), region, self.heights(ground))

    def heights(self, ground: int) -> INT32 | None:
        n = self._squares.n
        return self._height.array[ground * n : (ground + 1) * n].copy() if self._of_moves.array[ground] else None

    def raise_squares(self, ground: int, heights: Sequence[int]) -> int | None:
        """Add a ground with heights of its floor; None if one is negative, or neighbours differ by over 1."""
        n, words = self._squares.n, self._squares.words
        raised = np.zeros(n + 1, dtype=np.int64)
        floor = np.flatnonzero(self.wall_marks(ground) == 0)
        raised[floor] = heights
        beyond = self._beyond.array[ground * n * 4 : (ground + 1) * n * 4]
        beside = beyond.reshape(n, 4)[floor]
        if raised.min() < 0 or np.any((abs(raised[floor][:, None] - raised[beside]) > 1) & (beside < n)):
            return None
        self.have_sides(ground)
        listed = self._listed.array[self._listed_at.array[ground] : self._listed_at.array[ground + 1]]
        region = self._region.array[ground * words : (ground + 1) * words]
        added = self._add(beyond.copy(), listed.copy(), region.copy(), raised[:n].astype(np.int32))
        self._row.array[added * n : (added + 1) * n] = self._row.array[ground * n : (ground + 1) * n]
        self._has_sides[added] = True
        return added

    def ways(self, ground: int, sources: dict[int, int], into: Growing[np.int32], *, backwards: bool) -> int:
        """Append the least value plus pushes of each node to `into`; return where they begin.

        `sources` are squares with values: goals, or backwards the initial squares of boxes.
        """
        self.have_sides(ground)
        nodes = self._squares.n * SIDES
        grounds = self.arrays
        pairs = []
        for square, value in sources.items():
            if backwards:
                pairs.append((value, int(node(grounds, ground, square, self._squares.player))))
            else:
                pairs += [(value, square * SIDES + side) for side in range(SIDES)]
        pairs.sort()
        values = np.array([value for value, _ in pairs], dtype=np.int64)
        chosen = np.array([at for _, at in pairs], dtype=np.int64)
        self._look(5 * nodes)
        into.reserve(nodes)
        at = into.used
        queue = Queue(np.zeros(nodes, dtype=np.int32), np.zeros(nodes, dtype=np.uint8), np.full(2, -1, dtype=np.int64))
        ways, back = into.array, int(backwards)
        if self._of_moves.array[ground]:
            while not _find_weighted_ways.compiled(grounds, ground, back, chosen, values, queue, ways, at):
                self._look(0)
        else:
            _least_ways.compiled(grounds, ground, back, chosen, values, queue.nodes, ways, at)
        into.used += nodes
        return at

    def have_sides(self, ground: int) -> None:
        """Compute the sides of each square of a ground, once. O(floor squared)."""
        if self._has_sides[ground]:
            return
        n = self._squares.n
        component = np.zeros(n, dtype=np.int32)
        count = mark_components.compiled(self.arrays, ground, self._room, component)
        first = self._sides.used // n
        home = component[self._squares.player]
        for part in range(count):
            self._look(0)
            row = np.full(n, _ELSEWHERE, dtype=np.uint8)
            if home >= 0:
                row[component == home] = _HOME
            row[component == part] = 0
            self._sides.add(row)
        self._row.array[ground * n : (ground + 1) * n] = first + np.maximum(component, 0)
        step = max(1, MOST_WORK // n)
        for begin in range(0, n, step):
            end = min(n, begin + step)
            self._look(0)
            self._sides.reserve((end - begin) * n)
            rows = _find_sides.compiled(self.arrays, ground, begin, end, self._sides.used // n, self._room)
            self._sides.used = rows * n
        self._has_sides[ground] = True
