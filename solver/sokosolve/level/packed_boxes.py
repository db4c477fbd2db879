"""Sets of boxes in 64-bit words: the state at hand taken from them, and a push of one box."""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, UINT8, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.world import Scratch, World


@kernel
def place_boxes(world: World, scratch: Scratch, words: UINT64, state: int) -> int:
    """Set the state at hand: unpack the boxes of a stored state, in row order; returns how many there are."""
    one = np.uint64(1)
    size = 0
    for i in range(world.floor.words):
        word = words[state * world.floor.words + i]
        bit = i * 64
        while word != np.uint64(0):
            if word & one:
                square = world.floor.square_of[bit]
                scratch.boxes[size] = square
                scratch.occupied[square] = 1
                size += 1
            word >>= one
            bit += 1
    return size


@step
def unmark(boxes: INT32, marks: UINT8) -> None:
    """Take the marks of the squares of some boxes away."""
    for i in range(boxes.size):
        marks[boxes[i]] = 0


@step
def lift_boxes(scratch: Scratch) -> None:
    """Undo `place_boxes`."""
    unmark(scratch.boxes, scratch.occupied)


@step
def copy_pushed(floor: Floor, words: UINT64, state: int, copy: UINT64, place: int, box: int, landing: int) -> None:
    """Copy the boxes of a stored state to a place of another array, with one box moved."""
    w = floor.words
    for i in range(w):
        copy[place * w + i] = words[state * w + i]
    flip(floor, copy, place, box)
    flip(floor, copy, place, landing)


@kernel
def moved_to(floor: Floor, words: UINT64, before: int, after: int) -> int:
    """Return the first square with a box in the stored state `after` and none in `before`, the number of squares if
    there is none: where a step has put a box that leads from the one to the other."""
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
    """Put a box on a square into the set at a place of an array, or take it out."""
    bit = floor.bit_of[square]
    words[place * floor.words + (bit >> 6)] ^= np.uint64(1) << np.uint64(bit & 63)


@step
def ones(word: np.uint64) -> int:
    """Return how many bits of a word are 1."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    for shift in (8, 16, 32):
        word = word + (word >> np.uint64(shift))
    return int(word & np.uint64(0x7F))


def pack(floor: Floor, boxes: list[int], packed: UINT64) -> None:
    """Write the boxes on these squares as words."""
    packed[:] = 0
    for box in boxes:
        bit = int(floor.bit_of[box])
        packed[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
