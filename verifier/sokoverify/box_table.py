"""Hash tables whose keys are a set of boxes and a square of the player."""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokoverify.floor_squares import Squares
from sokoverify.kernel_arrays import INT32, INT64


def slots_for(capacity: int) -> int:
    """Return the number of slots of a table with `capacity` rows, a power of two."""
    return 1 << max(4, (2 * capacity).bit_length())


@kernel
def pack(squares: Squares, boxes: INT32, count: int, key: INT64) -> int:
    for word in range(squares.words):
        key[word] = 0
    hashed = 0
    for each in range(count):
        box = boxes[each]
        key[squares.word[box]] |= squares.bit[box]
        hashed ^= squares.random[box]
    return int(hashed)


@kernel
def find(words: int, rows: INT64, slots: INT64, looks: INT64, key: INT64, player: int, hashed: int) -> int:
    """Return the slot s of a row, or -1 - s for the free slot where it belongs; add the slots looked at to `looks[1]`.

    A row has the `words` words of the boxes, the player, and a number. A slot holds half of the hash and the row's
    number from 1.
    """
    mask = len(slots) - 1
    slot = hashed & mask
    tag = hashed >> 32
    while slots[slot] != 0:
        looks[1] += 1
        held = slots[slot]
        if held >> 32 == tag:
            row = ((held & 0xFFFFFFFF) - 1) * (words + 2)
            same = rows[row + words] == player
            for word in range(words):
                if rows[row + word] != key[word]:
                    same = False
                    break
            if same:
                return int(slot)
        slot = (slot + 1) & mask
    return int(-1 - slot)
