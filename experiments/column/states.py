"""All states of a level on a shaft that can be solved, with their pushes left; and which of them the start reaches.

A state is the set of boxes and the first square that the player can reach, in one 64-bit word. From all solved states
boxes are pulled, breadth first; all states made so far stand in one hash table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sokoproof.theorems.column_words import Cell, FamilyLevel, Letters, RoomLetter
from sokospec.board import DELTAS

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
ROOM = 16
"""Squares of the room; they take the lowest bits of a state, then each row of the shaft three, from below."""
PLAYER = 58
"""Boxes take the bits below this, the player's first square those from here on."""


@njit(cache=True)
def first_reachable(
    boxes: int | np.int64, player: int | np.int64, beside: NDArray[np.int64]
) -> tuple[int | np.int64, int]:
    """Return the squares that the player reaches, as bits, and the first of them."""
    seen = fresh = 1 << player
    while fresh:
        reached = 0
        while fresh:
            low = fresh & -fresh
            square = 0
            for step in (32, 16, 8, 4, 2, 1):
                if low >> (square + step):
                    square += step
            reached |= beside[square]
            fresh ^= low
        fresh = reached & ~(seen | boxes)
        seen |= fresh
    low, square = seen & -seen, 0
    for step in (32, 16, 8, 4, 2, 1):
        if low >> (square + step):
            square += step
    return seen, square


@njit(cache=True)
def place_of(table: Words, word: np.uint64) -> int:
    """Return the place of a word that is not 0, or where it would go."""
    mask = np.uint64(len(table) - 1)
    place = ((word ^ (word >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
    place = (place ^ (place >> np.uint64(15))) & mask
    while table[place] != np.uint64(0) and table[place] != word:
        place = (place + np.uint64(1)) & mask
    return int(place)


@njit(cache=True)
def added(table: Words, state: np.uint64) -> bool:
    """Put a state into the table, unless it is there; whether it is new."""
    place = place_of(table, state)
    new = table[place] == np.uint64(0)
    table[place] = state
    return bool(new)


@njit(cache=True)
def layer_before(
    layer: Words, before: Words, table: Words, next_to: NDArray[np.int64], beside: NDArray[np.int64]
) -> int:
    """Write the new states one pull away from a layer's; return how many, or -1 if there is no room for them."""
    made = 0
    squares = len(next_to)
    for state in layer:
        boxes = np.int64(state) & ((1 << PLAYER) - 1)
        seen, _ = first_reachable(boxes, np.int64(state >> np.uint64(PLAYER)), beside)
        for box in range(squares):
            if not boxes >> box & 1:
                continue
            for way in range(4):
                player, beyond = next_to[box, way], -1
                if player >= 0 and seen >> player & 1:
                    beyond = next_to[player, way]
                if beyond < 0 or boxes >> beyond & 1:
                    continue
                pulled = boxes ^ (1 << box) | (1 << player)
                _, first = first_reachable(pulled, beyond, beside)
                word = np.uint64(pulled) | np.uint64(first) << np.uint64(PLAYER)
                if added(table, word):
                    if made == len(before):
                        return -1
                    before[made] = word
                    made += 1
    return made


class Space(NamedTuple):
    """A level with numbered squares: rows of the shaft, the room, each square's neighbours, goals, and the start."""

    height: int
    room: tuple[Cell, ...]
    next_to: Ints
    beside: Ints
    goals: int
    start: np.uint64


class Numbered(NamedTuple):
    """A level's squares as numbers: the neighbours of each by way, and as bits; the boxes and goals as bits."""

    next_to: Ints
    beside: list[int]
    boxes: int
    goals: int
    player: int


def numbered(level: FamilyLevel) -> Numbered:
    """Number the squares of the room, then those of the shaft from below."""
    cells = [*level.room, *sorted(cell for cell in level.floor if cell[0] >= 0)]
    number = {cell: i for i, cell in enumerate(cells)}
    next_to = [[number.get((row + down, column + right), -1) for down, right in DELTAS] for row, column in cells]
    beside = [sum(1 << square for square in row if square >= 0) for row in next_to]
    boxes, goals = (sum(1 << number[cell] for cell in some) for some in (level.boxes, level.goals))
    return Numbered(np.array(next_to, dtype=np.int64), beside, boxes, goals, number[level.player])


def space_of(level: FamilyLevel) -> Space:
    """Return a level's squares as numbers."""
    squares = numbered(level)
    height = (len(squares.next_to) - len(level.room)) // 3
    beside = np.array(squares.beside, dtype=np.int64)
    start = _state(squares.boxes, squares.player, beside)
    return Space(height, level.room, squares.next_to, beside, squares.goals, start)


def _state(boxes: int, player: int, beside: Ints) -> np.uint64:
    return np.uint64(boxes | first_reachable(boxes, player, beside)[1] << PLAYER)


def solvable(space: Space, bits: int) -> tuple[Words, Ints]:
    """Return all states that can be solved, sorted, and their pushes left; the table has 2^bits places."""
    players = [i for i in range(len(space.next_to)) if not space.goals >> i & 1]
    layer = np.array(sorted({_state(space.goals, i, space.beside) for i in players}), dtype=np.uint64)
    table, layers = np.zeros(1 << bits, dtype=np.uint64), []
    before = np.zeros(max(1024, len(table) // 8), dtype=np.uint64)
    for state in layer:
        added(table, state)
    while len(layer):
        layers.append(layer)
        made = layer_before(layer, before, table, space.next_to, space.beside)
        if made < 0 or sum(map(len, layers)) > 0.9 * len(table):
            raise SystemExit(f"a table of 2^{bits} places is too small; raise --bits")
        layer = before[:made].copy()
    states = np.concatenate(layers)
    left = np.repeat(np.arange(len(layers)), [len(one) for one in layers])
    order = np.argsort(states)
    return states[order], left[order]


@njit(cache=True)
def pushed(layer: Words, after: Words, next_to: Ints, beside: Ints) -> int:
    """Write what one push makes of the states of a layer; return how many, some of them the same."""
    made = 0
    for state in layer:
        boxes = np.int64(state) & ((1 << PLAYER) - 1)
        seen, _ = first_reachable(boxes, np.int64(state >> np.uint64(PLAYER)), beside)
        for box in range(len(next_to)):
            if not boxes >> box & 1:
                continue
            for way in range(4):
                ahead, behind = next_to[box, way], next_to[box, way ^ 1]
                if ahead < 0 or behind < 0 or not seen >> behind & 1 or boxes >> ahead & 1:
                    continue
                moved = boxes ^ (1 << box) | (1 << ahead)
                _, first = first_reachable(moved, box, beside)
                after[made] = np.uint64(moved) | np.uint64(first) << np.uint64(PLAYER)
                made += 1
    return made


def reached(space: Space, states: Words) -> NDArray[np.bool_]:
    """Return which of the sorted states the start reaches through such states."""
    seen = np.zeros(len(states), dtype=np.bool_)
    front = np.searchsorted(states, [space.start])
    if states[front[0]] != space.start:
        raise SystemExit("the start cannot be solved")
    while len(front):
        seen[front] = True
        after = np.zeros(4 * len(front) * (space.height + 3), dtype=np.uint64)
        made = np.unique(after[: pushed(states[front], after, space.next_to, space.beside)])
        places = np.minimum(np.searchsorted(states, made), len(states) - 1)
        places = places[states[places] == made]
        front = places[~seen[places]]
    return seen


@njit(cache=True)
def with_players(states: Words, left: Ints, beside: Ints, made: Ints, its_left: Ints) -> int:
    """Write the boxes and each square that the player can have, 6 bits, of each state; return how many if they fit."""
    count = 0
    for i in range(len(states)):
        boxes = np.int64(states[i]) & ((1 << PLAYER) - 1)
        seen, _ = first_reachable(boxes, np.int64(states[i] >> np.uint64(PLAYER)), beside)
        player = 0
        while seen:
            if seen & 1:
                if count < len(made):
                    made[count], its_left[count] = boxes << 6 | player, left[i]
                count += 1
            seen >>= 1
            player += 1
    return count


def expanded(space: Space, states: Words, left: Ints) -> tuple[Ints, Ints]:
    """Return the boxes and each square that the player can have, 6 bits, of some states; and their pushes left."""
    none = np.zeros(0, dtype=np.int64)
    count = with_players(states, left, space.beside, none, none)
    words, its_left = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    with_players(states, left, space.beside, words, its_left)
    return words, its_left


def words_of(space: Space, words: Ints) -> Iterator[tuple[Letters, RoomLetter]]:
    """Yield words from boxes and players, those in which the player has a free square beside him."""
    for word in map(int, words):
        boxes, player = word >> 6, word & 63
        if not int(space.beside[player]) & ~boxes:
            continue
        rows = [boxes >> ROOM + 3 * row & 7 for row in range(space.height - 1, -1, -1)]
        letters = [row << 2 for row in rows]
        if player >= ROOM:
            letters[space.height - 1 - (player - ROOM) // 3] |= (player - ROOM) % 3 + 1
        yield tuple(letters), RoomLetter(boxes & (1 << ROOM) - 1, player + 1 if player < ROOM else 0)
