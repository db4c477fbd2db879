"""Tree of positions, and the cells of the feature space.

A cell holds its positions with moves left in a pairing heap (Fredman, Sedgewick, Sleator and Tarjan 1986), by the key
of the next move.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, INT64_2D, UINT32, UINT64
from sokosolve.search.columns import EMPTY, Column
from sokosolve.search.store import enter_slot

NONE = -1


class Node(IntEnum):
    """Columns of positions.

    These are the move that led here (BOX to LANDING), the pushes up to here, its moves, and its place in the heap.
    """

    PLAYER = Column.PLAYER  # where hash tables look for it
    PARENT = 1
    BOX = 2
    LANDING = 3
    COST = 4
    CELL = 5
    FIRST_MOVE = 6
    NEXT_MOVE = 7
    LAST_MOVE = 8
    WEIGHT = 9
    CHILD = 10
    SIBLING = 11
    BOXES = 12
    BELOW = 13
    CHECKED = 14


class TreeCount(IntEnum):
    """Counts of a tree, and places in it."""

    POSITIONS = 0
    MOVES = 1
    CELLS = 2
    TURN = 3
    CYCLE = 4
    EXPANDED = 5
    GENERATED = 6
    GOAL = 7
    OPENING = 8  # the position of a plan at which opening paused, plus 1
    OPENED_FROM = 9  # the position from which it was opened
    LEFT = 10  # the pulls left of the budget of the kernel that paused


class Cell(IntEnum):
    """Columns of cells."""

    FEATURES = 0
    ROOT = 1


WEIGHT_BITS = 40
FIRST_ROOM = 1 << 10
_MOST_CELLS = 1 << 14


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
        of=np.zeros((FIRST_ROOM, len(Node)), dtype=np.int32),
        move_what=np.zeros(FIRST_ROOM * 64, dtype=np.int64),
        move_pushes=np.zeros(FIRST_ROOM * 64, dtype=np.int32),
        move_key=np.zeros(FIRST_ROOM * 64, dtype=np.int64),
        cells=np.zeros((_MOST_CELLS, 2), dtype=np.int64),
        slots=np.full(4 * FIRST_ROOM, EMPTY, dtype=np.uint32),
        cell_slots=np.full(2 * _MOST_CELLS, EMPTY, dtype=np.uint32),
        counts=np.zeros(len(TreeCount), dtype=np.int64),
    )


def grown(tree: Tree, moves: int, positions: int = 1, *, compiled: bool) -> Tree:
    while tree.counts[TreeCount.POSITIONS] + positions >= len(tree.of):
        tree = tree._replace(
            words=np.concatenate([tree.words, np.zeros_like(tree.words)]),
            taken=np.concatenate([tree.taken, np.zeros_like(tree.taken)]),
            of=np.concatenate([tree.of, np.zeros_like(tree.of)]),
            slots=np.full(2 * len(tree.slots), EMPTY, dtype=np.uint32),
        )
        _fill_slots.of(compiled)(tree)
    while tree.counts[TreeCount.MOVES] + moves >= len(tree.move_key):
        tree = tree._replace(
            move_what=np.concatenate([tree.move_what, np.zeros_like(tree.move_what)]),
            move_pushes=np.concatenate([tree.move_pushes, np.zeros_like(tree.move_pushes)]),
            move_key=np.concatenate([tree.move_key, np.zeros_like(tree.move_key)]),
        )
    return tree


@entry
def _fill_slots(tree: Tree) -> None:
    for position in range(tree.counts[TreeCount.POSITIONS]):
        enter_slot(tree, position)


def tree_bytes(tree: Tree) -> int:
    of_moves = tree.move_what.nbytes + tree.move_pushes.nbytes + tree.move_key.nbytes
    return int(2 * tree.words.nbytes + tree.of.nbytes + tree.slots.nbytes + of_moves)


@step
def lacks_room(tree: Tree, positions: int, moves: int) -> bool:
    lacks_positions = tree.counts[TreeCount.POSITIONS] + positions >= tree.of.shape[0]
    return bool(lacks_positions or tree.counts[TreeCount.MOVES] + moves >= tree.move_key.size)


@step
def enter_position(tree: Tree, slot: int, packed: UINT64, player: int, parent: int) -> int:
    position = int(tree.counts[TreeCount.POSITIONS])
    tree.counts[TreeCount.POSITIONS] += 1
    tree.slots[slot] = position
    for j in range(tree.width):
        tree.words[position * tree.width + j] = packed[j]
        tree.taken[position * tree.width + j] = tree.taken[parent * tree.width + j]
    row = tree.of[position]
    row[Node.PLAYER] = player
    row[Node.PARENT] = parent
    row[Node.FIRST_MOVE] = row[Node.NEXT_MOVE] = row[Node.LAST_MOVE] = tree.counts[TreeCount.MOVES]
    return position


@kernel
def cell_of(tree: Tree, features: int) -> int:
    mask = tree.cell_slots.size - 1
    slot = int((features * 0x9E3779B97F4A7C1) >> 20) & mask
    while tree.cell_slots[slot] != EMPTY:
        cell = int(tree.cell_slots[slot])
        if tree.cells[cell, Cell.FEATURES] == features:
            return cell
        slot = (slot + 1) & mask
    cell = int(tree.counts[TreeCount.CELLS])
    if cell >= _MOST_CELLS:
        return _MOST_CELLS - 1
    tree.counts[TreeCount.CELLS] += 1
    tree.cell_slots[slot] = cell
    tree.cells[cell, Cell.FEATURES] = features
    tree.cells[cell, Cell.ROOT] = NONE
    return cell


@step
def _key_of(tree: Tree, position: int) -> int:
    return int(tree.move_key[tree.of[position, Node.NEXT_MOVE]])


@kernel
def _merge_heaps(tree: Tree, one: int, other: int) -> int:
    if one == NONE:
        return other
    if other == NONE:
        return one
    if _key_of(tree, other) < _key_of(tree, one):
        one, other = other, one
    tree.of[other, Node.SIBLING] = tree.of[one, Node.CHILD]
    tree.of[one, Node.CHILD] = other
    return one


@kernel
def insert(tree: Tree, position: int) -> None:
    tree.of[position, Node.CHILD] = tree.of[position, Node.SIBLING] = NONE
    cell = tree.of[position, Node.CELL]
    tree.cells[cell, Cell.ROOT] = _merge_heaps(tree, int(tree.cells[cell, Cell.ROOT]), position)


@kernel
def pop(tree: Tree, cell: int) -> int:
    root = int(tree.cells[cell, Cell.ROOT])
    pairs = NONE  # linked by SIBLING
    child = int(tree.of[root, Node.CHILD])
    while child != NONE:
        second = int(tree.of[child, Node.SIBLING])
        following = int(tree.of[second, Node.SIBLING]) if second != NONE else NONE
        pair = _merge_heaps(tree, child, second)
        tree.of[pair, Node.SIBLING] = pairs
        pairs = pair
        child = following
    whole = NONE
    while pairs != NONE:
        following = int(tree.of[pairs, Node.SIBLING])
        whole = _merge_heaps(tree, whole, pairs)
        pairs = following
    tree.cells[cell, Cell.ROOT] = whole
    return root


@kernel
def next_cell(tree: Tree, best_turn: int) -> int:
    cells = tree.counts[TreeCount.CELLS]
    tree.counts[TreeCount.TURN] += 1
    if tree.counts[TreeCount.TURN] % best_turn == 1:
        best = NONE
        for cell in range(cells):
            if tree.cells[cell, Cell.ROOT] != NONE and (
                best == NONE or tree.cells[cell, Cell.FEATURES] < tree.cells[best, Cell.FEATURES]
            ):
                best = cell
        return best
    for _ in range(cells):
        tree.counts[TreeCount.CYCLE] += 1
        cell = int(tree.counts[TreeCount.CYCLE] % cells)
        if tree.cells[cell, Cell.ROOT] != NONE:
            return cell
    return NONE
