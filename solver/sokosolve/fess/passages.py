"""Rooms, where a player can walk around a box, and the passages between them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from sokosolve.level.arrays import UINT64
from sokosolve.level.floor import Floor


def room_squares(floor: Floor) -> set[int]:
    """Return the squares in 2 x 3 or 3 x 2 rectangles of floor."""
    n, found = floor.n, set[int]()

    def step(square: int, direction: int) -> int:
        return int(floor.beyond[square * 4 + direction])

    for square in range(n):
        for along, across in ((3, 1), (1, 3)):
            first = [square, step(square, along)]
            first.append(step(first[1], along))
            rectangle = first + [step(each, across) for each in first]
            if n not in rectangle:
                found.update(rectangle)
    return found


def areas(floor: Floor, squares: set[int]) -> list[set[int]]:
    found, left = list[set[int]](), set(squares)
    while left:
        area, frontier = set[int](), [min(left)]
        while frontier:
            square = frontier.pop()
            if square in left:
                left.remove(square)
                area.add(square)
                frontier += [int(near) for near in floor.beyond[square * 4 : square * 4 + 4]]
        found.append(area)
    return found


def passages(floor: Floor) -> list[set[int]]:
    """Return the areas outside rooms that connect rooms."""
    rooms = room_squares(floor)
    found = []
    for area in areas(floor, set(range(floor.n)) - rooms):
        doors = [
            near for square in area for near in floor.beyond[square * 4 : square * 4 + 4].tolist() if near in rooms
        ]
        if len(doors) >= 2:
            found.append(area)
    return found


def pack_sets(floor: Floor, sets: Sequence[Collection[int]]) -> UINT64:
    packed = np.zeros((len(sets), floor.words), dtype=np.uint64)
    for row, squares in enumerate(sets):
        for square in squares:
            bit = int(floor.bit_of[square])
            if bit >= 0:
                packed[row, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return packed
