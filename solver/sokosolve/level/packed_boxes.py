"""Sets of boxes as 64-bit words."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, UINT8, UINT64
from sokosolve.level.floor import Floor


class _Placed(Protocol):
    """Working memory with the current boxes; `occupied` marks their squares."""

    @property
    def boxes(self) -> INT32: ...

    @property
    def occupied(self) -> UINT8: ...


@kernel
def place_boxes(floor: Floor, scratch: _Placed, words: UINT64, state: int) -> int:
    """Unpack the boxes of a stored state in row order; return their number."""
    one = np.uint64(1)
    size = 0
    for i in range(floor.words):
        word = words[state * floor.words + i]
        bit = i * 64
        while word != np.uint64(0):
            if word & one:
                square = floor.square_of[bit]
                scratch.boxes[size] = square
                scratch.occupied[square] = 1
                size += 1
            word >>= one
            bit += 1
    return size


@step
def mark_boxes(boxes: INT32, marks: UINT8, mark: int) -> None:
    for i in range(boxes.size):
        marks[boxes[i]] = mark


@step
def lift_boxes(scratch: _Placed) -> None:
    mark_boxes(scratch.boxes, scratch.occupied, 0)


@step
def are_same(width: int, words: UINT64, state: int, others: UINT64, other: int) -> bool:
    for i in range(width):
        if words[state * width + i] != others[other * width + i]:
            return False
    return True


@step
def copy_pushed(floor: Floor, words: UINT64, state: int, copy: UINT64, place: int, box: int, landing: int) -> None:
    w = floor.words
    for i in range(w):
        copy[place * w + i] = words[state * w + i]
    flip(floor, copy, place, box)
    flip(floor, copy, place, landing)


@kernel
def find_landing(floor: Floor, words: UINT64, before: int, after: int) -> int:
    """Return the first square with a box in `after` alone, else the number of squares."""
    one = np.uint64(1)
    for i in range(floor.words):
        word = words[after * floor.words + i] & ~words[before * floor.words + i]
        if word != np.uint64(0):
            bit = i * 64
            while word & one == np.uint64(0):
                word >>= one
                bit += 1
            return int(floor.square_of[bit])
    return int(floor.n)


@step
def flip(floor: Floor, words: UINT64, place: int, square: int) -> None:
    bit = floor.bit_of[square]
    words[place * floor.words + (bit >> 6)] ^= np.uint64(1) << np.uint64(bit & 63)


@step
def ones(word: np.uint64) -> int:
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    for shift in (8, 16, 32):
        word = word + (word >> np.uint64(shift))
    return int(word & np.uint64(0x7F))


def pack(floor: Floor, boxes: list[int], packed: UINT64) -> None:
    packed[:] = 0
    for box in boxes:
        bit = int(floor.bit_of[box])
        packed[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


def unpack_rows(floor: Floor, words: UINT64) -> UINT8:
    """Return a row for each packed set of boxes: 1 where a live square has one."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, 8 * floor.words)
    return np.unpackbits(octets, axis=1, count=len(floor.square_of), bitorder="little")


def unpack(floor: Floor, words: UINT64) -> INT32:
    """Return the squares of one packed set of boxes."""
    return floor.square_of[np.flatnonzero(unpack_rows(floor, words))]
