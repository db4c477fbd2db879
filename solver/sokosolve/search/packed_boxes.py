"""Sets of boxes in 64-bit words: the state at hand taken from them, and a push of one box."""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.world import Scratch, World


@kernel
def place_boxes(world: World, scratch: Scratch, words: UINT64, state: int) -> None:
    """Set the state at hand: unpack the boxes of a stored state, in row order."""
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


@step
def lift_boxes(scratch: Scratch) -> None:
    """Undo `place_boxes`."""
    for i in range(scratch.boxes.size):
        scratch.occupied[scratch.boxes[i]] = 0


@step
def copy_pushed(floor: Floor, words: UINT64, state: int, copy: UINT64, place: int, box: int, landing: int) -> None:
    """Copy the boxes of a stored state to a place of another array, with one box moved."""
    one = np.uint64(1)
    w = floor.words
    for i in range(w):
        copy[place * w + i] = words[state * w + i]
    from_bit = floor.bit_of[box]
    to_bit = floor.bit_of[landing]
    copy[place * w + (from_bit >> 6)] ^= one << np.uint64(from_bit & 63)
    copy[place * w + (to_bit >> 6)] ^= one << np.uint64(to_bit & 63)


def pack(floor: Floor, boxes: list[int], packed: UINT64) -> None:
    """Write the boxes on these squares as words."""
    packed[:] = 0
    for box in boxes:
        bit = int(floor.bit_of[box])
        packed[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
