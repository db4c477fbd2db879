"""Tree of positions, and the cells of the feature space.

A cell holds its positions with moves left in a pairing heap (Fredman, Sedgewick, Sleator and Tarjan 1986), by the key
of the next move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, INT64_2D, UINT32, UINT64
from sokosolve.search.columns import EMPTY, Column
from sokosolve.search.store import enter_slot

NONE = -1
(PARENT, BOX, LANDING, COST, CELL, FIRST_MOVE, NEXT_MOVE, LAST_MOVE, WEIGHT, CHILD, SIBLING, BOXES, BELOW, CHECKED) = (
    range(1, 15)
)
"""The columns of positions after PLAYER: the move that led here (BOX to LANDING), the pushes up to here, its moves, its
place in the heap."""
POSITIONS, MOVES, CELLS, TURN, CYCLE, EXPANDED, GENERATED, GOAL, OPENING, OPENED_FROM, LEFT = range(11)
FEATURES_KEY, ROOT = range(2)
WEIGHT_BITS = 40
FIRST_ROOM = 1 << 10
MOST_CELLS = 1 << 14


class Tree(NamedTuple):
    """Positions in the order of discovery, with `width` words of boxes each; `of` has a row for each.

    `taken` has the squares where boxes have vanished. `move_what` holds box, target and player, 20 bits each.
    """

    width: int
    words: UINT64
    taken: UINT64
    of: INT32_2D
    move_what: INT64
    move_pushes: INT32
    move_key: INT64
    cells: INT64_2D
    slots: UINT32
    cell_slots: UINT32
    counts: INT64


def new_tree(words: int) -> Tree:
    return Tree(
        width=words,
        words=np.zeros(FIRST_ROOM * words, dtype=np.uint64),
        taken=np.zeros(FIRST_ROOM * words, dtype=np.uint64),
        of=np.zeros((FIRST_ROOM, CHECKED + 1), dtype=np.int32),
        move_what=np.zeros(FIRST_ROOM * 64, dtype=np.int64),
        move_pushes=np.zeros(FIRST_ROOM * 64, dtype=np.int32),
        move_key=np.zeros(FIRST_ROOM * 64, dtype=np.int64),
        cells=np.zeros((MOST_CELLS, 2), dtype=np.int64),
        slots=np.full(4 * FIRST_ROOM, EMPTY, dtype=np.uint32),
        cell_slots=np.full(2 * MOST_CELLS, EMPTY, dtype=np.uint32),
        counts=np.zeros(LEFT + 1, dtype=np.int64),
    )


def grown(tree: Tree, moves: int, positions: int = 1, *, compiled: bool) -> Tree:
    while tree.counts[POSITIONS] + positions >= len(tree.of):
        tree = tree._replace(
            words=np.concatenate([tree.words, np.zeros_like(tree.words)]),
            taken=np.concatenate([tree.taken, np.zeros_like(tree.taken)]),
            of=np.concatenate([tree.of, np.zeros_like(tree.of)]),
            slots=np.full(2 * len(tree.slots), EMPTY, dtype=np.uint32),
        )
        _fill_slots.of(compiled)(tree)
    while tree.counts[MOVES] + moves >= len(tree.move_key):
        tree = tree._replace(
            move_what=np.concatenate([tree.move_what, np.zeros_like(tree.move_what)]),
            move_pushes=np.concatenate([tree.move_pushes, np.zeros_like(tree.move_pushes)]),
            move_key=np.concatenate([tree.move_key, np.zeros_like(tree.move_key)]),
        )
    return tree


@entry
def _fill_slots(tree: Tree) -> None:
    for position in range(tree.counts[POSITIONS]):
        enter_slot(tree, position)


def tree_bytes(tree: Tree) -> int:
    of_moves = tree.move_what.nbytes + tree.move_pushes.nbytes + tree.move_key.nbytes
    return int(2 * tree.words.nbytes + tree.of.nbytes + tree.slots.nbytes + of_moves)


@step
def lacks_room(tree: Tree, positions: int, moves: int) -> bool:
    return bool(
        tree.counts[POSITIONS] + positions >= tree.of.shape[0] or tree.counts[MOVES] + moves >= tree.move_key.size
    )


@step
def enter_position(tree: Tree, slot: int, packed: UINT64, player: int, parent: int) -> int:
    position = int(tree.counts[POSITIONS])
    tree.counts[POSITIONS] += 1
    tree.slots[slot] = position
    for j in range(tree.width):
        tree.words[position * tree.width + j] = packed[j]
        tree.taken[position * tree.width + j] = tree.taken[parent * tree.width + j]
    row = tree.of[position]
    row[Column.PLAYER] = player
    row[PARENT] = parent
    row[FIRST_MOVE] = row[NEXT_MOVE] = row[LAST_MOVE] = tree.counts[MOVES]
    return position


@kernel
def cell_of(tree: Tree, features: int) -> int:
    mask = tree.cell_slots.size - 1
    slot = int((features * 0x9E3779B97F4A7C1) >> 20) & mask
    while tree.cell_slots[slot] != EMPTY:
        cell = int(tree.cell_slots[slot])
        if tree.cells[cell, FEATURES_KEY] == features:
            return cell
        slot = (slot + 1) & mask
    cell = int(tree.counts[CELLS])
    if cell >= MOST_CELLS:
        return MOST_CELLS - 1
    tree.counts[CELLS] += 1
    tree.cell_slots[slot] = cell
    tree.cells[cell, FEATURES_KEY] = features
    tree.cells[cell, ROOT] = NONE
    return cell


@step
def _key_of(tree: Tree, position: int) -> int:
    return int(tree.move_key[tree.of[position, NEXT_MOVE]])


@kernel
def _merge_heaps(tree: Tree, one: int, other: int) -> int:
    if one == NONE:
        return other
    if other == NONE:
        return one
    if _key_of(tree, other) < _key_of(tree, one):
        one, other = other, one
    tree.of[other, SIBLING] = tree.of[one, CHILD]
    tree.of[one, CHILD] = other
    return one


@kernel
def insert(tree: Tree, position: int) -> None:
    tree.of[position, CHILD] = tree.of[position, SIBLING] = NONE
    cell = tree.of[position, CELL]
    tree.cells[cell, ROOT] = _merge_heaps(tree, int(tree.cells[cell, ROOT]), position)


@kernel
def pop(tree: Tree, cell: int) -> int:
    root = int(tree.cells[cell, ROOT])
    pairs = NONE  # linked by SIBLING
    child = int(tree.of[root, CHILD])
    while child != NONE:
        second = int(tree.of[child, SIBLING])
        following = int(tree.of[second, SIBLING]) if second != NONE else NONE
        pair = _merge_heaps(tree, child, second)
        tree.of[pair, SIBLING] = pairs
        pairs = pair
        child = following
    whole = NONE
    while pairs != NONE:
        following = int(tree.of[pairs, SIBLING])
        whole = _merge_heaps(tree, whole, pairs)
        pairs = following
    tree.cells[cell, ROOT] = whole
    return root


@kernel
def next_cell(tree: Tree, best_turn: int) -> int:
    cells = tree.counts[CELLS]
    tree.counts[TURN] += 1
    if tree.counts[TURN] % best_turn == 1:
        best = NONE
        for cell in range(cells):
            if tree.cells[cell, ROOT] != NONE and (
                best == NONE or tree.cells[cell, FEATURES_KEY] < tree.cells[best, FEATURES_KEY]
            ):
                best = cell
        return best
    for _ in range(cells):
        tree.counts[CYCLE] += 1
        cell = int(tree.counts[CYCLE] % cells)
        if tree.cells[cell, ROOT] != NONE:
            return cell
    return NONE
