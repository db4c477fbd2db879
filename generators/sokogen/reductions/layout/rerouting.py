"""Shortening of corridors, one stretch at a time."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from sokogen.draws import below, shuffle
from sokogen.reductions.gadgets.tracing import closure
from sokogen.reductions.layout.parts import PlacedTile, extent, port_squares
from sokogen.reductions.layout.sheet import CORRIDOR, WALL, Grid, Sheet
from sokosolve.kernel import entry
from sokosolve.level.arrays import INT32, INT32_2D
from sokospec.board import DELTAS
from sokospec.transform.symmetry import SYMMETRIES

_NOWHERE, _ONE, _OTHER = 0, 1, 2
_REACH = 6
"""Rows and columns by which a tile is moved, at most."""

_Point = tuple[int, int]


def reroute(sheet: Sheet, rng: Random) -> Sheet:
    """Return the sheet with every stretch redrawn once."""
    router = _Router(sheet, rng)
    stretches = router.stretches()
    shuffle(rng, stretches)
    for stretch in stretches:
        router.draw_anew(stretch)
    return router.sheet


def shift_tiles(sheet: Sheet, rng: Random, *, tries: int = 8) -> Sheet:
    """Return the sheet with tiles moved or turned where this shortens corridors."""
    router = _Router(sheet, rng)
    router.stretches()
    for _ in range(tries):
        for index in range(len(router.tiles)):
            router.move(index)
    return router.sheet


class _Router:
    def __init__(self, sheet: Sheet, rng: Random) -> None:
        self.sheet = sheet = sheet.copy()
        self.owner, self.solid, self.tiles = sheet.owner, sheet.solid, sheet.tiles
        self.rng = rng
        self.side = np.zeros_like(self.owner)
        self.came = np.full(self.owner.size, -1, np.int32)
        self.queue = np.zeros(self.owner.size, np.int32)
        self.ports: set[_Point] = {square for placed in sheet.tiles for square in port_squares(placed).values()}
        self.marks: set[_Point] = {(row, column) for row, column in sheet.marks.values()}

    def near(self, square: _Point) -> list[_Point]:
        row, column = square
        found = []
        for down, right in DELTAS:
            other = (row + down, column + right)
            if self.owner[other] == CORRIDOR or (other in self.ports and self.owner[other] != self.owner[square]):
                found.append(other)
        return found

    def is_node(self, square: _Point) -> bool:
        return square in self.ports or square in self.marks or len(self.near(square)) != 2

    def stretches(self) -> list[list[_Point]]:
        waiting = [(int(row), int(column)) for row, column in np.argwhere(self.owner == CORRIDOR)]
        while waiting:
            square = waiting.pop()
            near = self.near(square)
            if self.owner[square] == CORRIDOR and square not in self.marks and len(near) <= 1:
                self.owner[square] = WALL
                waiting += [one for one in near if one not in self.ports]
        squares = [(int(row), int(column)) for row, column in np.argwhere(self.owner == CORRIDOR)]
        inner = {square for square in squares if not self.is_node(square)}
        found = []
        while inner:
            first = min(inner)
            inner.discard(first)
            stretch = [first]
            waiting = [first]
            while waiting:
                for other in self.near(waiting.pop()):
                    if other in inner:
                        inner.discard(other)
                        stretch.append(other)
                        waiting.append(other)
            found.append(stretch)
        return found

    def draw_anew(self, stretch: list[_Point]) -> None:
        if any(self.owner[square] != CORRIDOR for square in stretch):
            return
        inside = set(stretch)
        if any(square in self.marks or len(self.near(square)) > 2 for square in stretch):
            return  # another stretch ends here by now
        ends = [other for square in stretch for other in self.near(square) if other not in inside]
        if len(ends) != 2:
            return
        for square in stretch:
            self.owner[square] = WALL
        if self.join(ends[0], ends[1]) is None:
            for square in stretch:
                self.owner[square] = CORRIDOR

    def join(self, here: _Point, there: _Point) -> list[_Point] | None:
        """Draw a shortest corridor and return its squares, none if there is one already; None if there is no room."""
        one = self.piece(here)
        if there in one:
            return []
        other = self.piece(there)
        for square in one:
            self.side[square] = _ONE
        for square in other:
            self.side[square] = _OTHER
        smaller, number = (one, _ONE) if len(one) <= len(other) else (other, _OTHER)
        turn = below(self.rng, 4)
        last = _search.compiled(
            self.owner, self.solid, self.side, number, np.array(sorted(smaller), np.int32), self.came, self.queue, turn
        )
        path = []
        width = self.owner.shape[1]
        while last >= 0:
            path.append(divmod(int(last), width))
            self.came[last], last = -1, self.came[last]
        for square in (*one, *other):
            self.side[square] = _NOWHERE
        for square in path:
            self.owner[square] = CORRIDOR
        return path or None

    def move(self, index: int) -> None:
        old = self.tiles[index]
        tall, wide = extent(old)
        symmetry = SYMMETRIES[below(self.rng, 8)] if below(self.rng, 3) else old.symmetry
        row, column = (at + below(self.rng, 2 * _REACH + 1) - _REACH for at in (old.row, old.column))
        new = old._replace(symmetry=symmetry, row=row, column=column)
        height, width = self.owner.shape
        if row < 1 or column < 1 or row + max(tall, wide) >= height or column + max(tall, wide) >= width:
            return
        joints: list[tuple[str, _Point | str]] = []
        removed: list[_Point] = []
        own: Mapping[str, _Point] = port_squares(old)
        names = {square: name for name, square in own.items()}
        for name, square in own.items():
            for first in self.near(square):
                if first in removed:
                    continue
                before, at = square, first
                while self.owner[at] == CORRIDOR and not self.is_node(at):
                    removed.append(at)
                    before, at = at, next(one for one in self.near(at) if one != before)
                if at in names:
                    if first == at and name < names[at]:
                        continue
                    joints.append((name, names[at]))
                else:
                    joints.append((name, at))
        for square in removed:
            self.owner[square] = WALL
        self.lift(index)
        if not self.has_room(new):
            self.put(index, old)
            for square in removed:
                self.owner[square] = CORRIDOR
            return
        self.put(index, new)
        squares = port_squares(new)
        added: list[_Point] = []
        for name, end in joints:
            target = squares[end] if isinstance(end, str) else end
            drawn = self.join(squares[name], target)
            added += drawn or []
            if drawn is None or len(added) > len(removed):
                break
        else:
            return
        for square in added:
            self.owner[square] = WALL
        self.lift(index)
        self.put(index, old)
        for square in removed:
            self.owner[square] = CORRIDOR

    def lift(self, index: int) -> None:
        self.sheet.fill(index, WALL)
        self.ports.difference_update(port_squares(self.tiles[index]).values())

    def has_room(self, placed: PlacedTile) -> bool:
        tall, wide = extent(placed)
        row, column = placed.row, placed.column
        if self.solid[row : row + tall, column : column + wide].any():
            return False
        return not (
            self.owner[row : row + tall, column : column + wide].any()
            or self.owner[row - 1, column : column + wide].any()
            or self.owner[row + tall, column : column + wide].any()
            or self.owner[row : row + tall, column - 1].any()
            or self.owner[row : row + tall, column + wide].any()
        )

    def put(self, index: int, placed: PlacedTile) -> None:
        self.tiles[index] = placed
        self.sheet.fill(index, index + 2)
        self.ports.update(port_squares(placed).values())

    def piece(self, square: _Point) -> set[_Point]:
        return closure([square], self.near)


@entry
def _search(
    owner: Grid,
    solid: Grid,
    side: Grid,
    number: int,
    starts: INT32_2D,
    came: INT32,
    queue: INT32,
    turn: int,
) -> int:
    height, width = owner.shape
    downs = np.array([-1, 0, 1, 0])
    rights = np.array([0, 1, 0, -1])
    head, tail = 0, 0
    result = -1
    count = len(starts)
    at = 0
    while result < 0 and (at < count or head < tail):
        if at < count:
            row, column, before = starts[at, 0], starts[at, 1], -1
            at += 1
        else:
            row, column, before = queue[head] // width, queue[head] % width, queue[head]
            head += 1
        for index in range(4):
            r, c = row + downs[(index + turn) % 4], column + rights[(index + turn) % 4]
            if r < 1 or c < 1 or r >= height - 1 or c >= width - 1 or owner[r, c] != 0 or solid[r, c] != 0:
                continue
            code = r * width + c
            if came[code] != -1:
                continue
            mine, others, foreign = 0, 0, 0
            for way in range(4):
                r2, c2 = r + downs[way], c + rights[way]
                if owner[r2, c2] != 0:
                    if side[r2, c2] == number:
                        mine += 1
                    elif side[r2, c2] != 0:
                        others += 1
                    else:
                        foreign += 1
            if foreign > 0 or others > 1 or mine > 1 or (mine == 1 and before >= 0):
                continue
            came[code] = before if before >= 0 else -2
            queue[tail] = code
            tail += 1
            if others == 1:
                result = code
                break
    # Leave the table clean, but for the way back.
    way_back = result
    length = 0
    while way_back >= 0:
        length += 1
        way_back = came[way_back]
    keep = np.zeros(length, np.int32)
    way_back = result
    for index in range(length):
        keep[index] = way_back
        way_back = came[way_back]
    for index in range(tail):
        came[queue[index]] = -1
    for index in range(length - 1):
        came[keep[index]] = keep[index + 1]
    return result
