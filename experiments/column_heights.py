"""The heights of the classical variant's states, found from small sizes: what `classical_column.json` holds.

    python experiments/column_heights.py --sizes 4-14 --out proofs/sokoproof/theorems/classical_column.json

For each size, all states that can be solved are made by pulling boxes, with their pushes left, and of these those that
the start can reach are kept. A state is a word (`sokoproof.theorems.column_words`). Two beginnings of words are one
state of the automaton if the same endings follow, with the same pushes left up to one constant, for every number of
rows that both have been seen with. One ending of each state is given the weight 0; so the others get theirs, for as
many rows as were seen, and a formula says how they go on. What the family's own automaton accepts beyond what can be
solved is given heights in the end, where a step leads to it.

Nothing here is trusted: `sokospec prove` checks what comes out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from common.levels import numbers
from fibonacci_pushes import PLAYER, Words, added, first_reachable, layer_before
from sokogen.families.fibonacci_classical import classical_level
from sokoproof.theorems.column_heights import GIVEN, Heights
from sokoproof.theorems.column_words import (
    Automaton,
    Cell,
    Drawn,
    Letters,
    RoomLetter,
    Shaft,
    drawn,
    either,
    mirrored,
    with_room_to_move,
)
from sokoproof.theorems.fibonacci_fewest import MIDDLE, known_column, pairs_met

Ints = NDArray[np.int64]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
ROOM = 16
"""Squares of the room; they take the lowest bits of a state, then each row of the shaft three, from below."""
PREFERRED = (MIDDLE, 0, 12, 24, 4, 16)
"""Letters that go on a beginning to the ending with the weight 0, if they can, the first of them first."""


class Space(NamedTuple):
    """A level with numbered squares: rows of the shaft, the room, each square's neighbours, goals, and the start."""

    height: int
    room: tuple[Cell, ...]
    next_to: Ints
    beside: Ints
    goals: int
    start: np.uint64


def space_of(level: Drawn, height: int) -> Space:
    """Return a level's squares as numbers."""
    room = tuple(sorted((cell for cell in level.floor if cell[0] < 0), key=lambda cell: (-cell[0], cell[1])))
    cells = [*room, *((row, column) for row in range(height) for column in range(3))]
    number = {cell: i for i, cell in enumerate(cells)}
    next_to = np.array(
        [[number.get((row + down, column + right), -1) for down, right in WAYS] for row, column in cells],
        dtype=np.int64,
    )
    beside = np.array([sum(1 << int(square) for square in row if square >= 0) for row in next_to], dtype=np.int64)
    boxes, goals = (sum(1 << number[cell] for cell in some) for some in (level.boxes, level.goals))
    return Space(height, room, next_to, beside, goals, _state(boxes, number[level.player], beside))


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
def pushed(layer: Words, after: Words, next_to: Ints, beside: Ints) -> int:  # pragma: no cover
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
def with_players(states: Words, left: Ints, beside: Ints, made: Ints, its_left: Ints) -> int:  # pragma: no cover
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


@njit(cache=True)
def mixed(one: Ints, two: Words, three: Ints) -> Words:  # pragma: no cover
    """Return a hash of each triple."""
    out = np.empty(len(one), dtype=np.uint64)
    for i in range(len(one)):
        value = np.uint64(one[i]) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x165667B19E3779F9)
        for more in (two[i], np.uint64(three[i])):
            value = (value ^ value >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9) + more
            value = (value ^ value >> np.uint64(32)) * np.uint64(0x94D049BB133111EB)
        out[i] = value ^ value >> np.uint64(29)
    return out


class Endings(NamedTuple):
    """For all beginnings of a length: their keys, sorted; a hash of the endings that follow; the least pushes left."""

    keys: Ints
    hashes: Words
    least: Ints


def _grouped(keys: Ints, letters: Ints, hashes: Words, left: Ints) -> Endings:
    order = np.argsort(keys, kind="stable")
    keys, left = keys[order], left[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    least = np.minimum.reduceat(left, first)
    more = left - np.repeat(least, np.diff(np.r_[first, len(keys)]))
    return Endings(keys[first], np.add.reduceat(mixed(letters[order], hashes[order], more), first), least)


@dataclass
class Seen:
    """What has been seen of sizes, by the shaft's rows: endings of beginnings of each length, and all words."""

    endings: dict[int, list[Endings]] = field(default_factory=dict)
    words: dict[int, tuple[Ints, Ints, Ints]] = field(default_factory=dict)

    def add(self, height: int, words: Ints, left: Ints) -> None:
        """Add the words of a size, boxes and player, with their pushes left."""
        boxes, player = words >> 6, words & 63
        row = height - 1 - (player - ROOM) // 3
        in_shaft = np.where(player < ROOM, 0, 1 + 3 * row + (player - ROOM) % 3)
        keys = boxes >> ROOM << 6 | in_shaft
        letters = (boxes & (1 << ROOM) - 1) << 6 | np.where(player < ROOM, player + 1, 0)
        order = np.argsort(keys, kind="stable")
        self.words[height] = keys[order], letters[order], left[order]
        found = _grouped(keys, letters, np.zeros(len(keys), dtype=np.uint64), left)
        rows = [found]
        for above in range(height - 1, -1, -1):
            player = found.keys & 63
            here = (player > 0) & ((player - 1) // 3 == above)
            letter = (found.keys >> 6 & 7) << 2 | np.where(here, (player - 1) % 3 + 1, 0)
            found = _grouped(found.keys >> 9 << 6 | np.where(here, 0, player), letter, found.hashes, found.least)
            rows.append(found)
        self.endings[height] = rows[::-1]

    def after(self, letters: Letters) -> dict[int, tuple[int, int] | None]:
        """Return, by rows left, the hash of what follows a beginning and its least pushes left; None if nothing."""
        found: dict[int, tuple[int, int] | None] = {}
        for height, rows in self.endings.items():
            if height >= len(letters):
                endings, key = rows[len(letters)], _key(letters)
                i = int(np.searchsorted(endings.keys, key))
                there = i < len(endings.keys) and endings.keys[i] == key
                found[height - len(letters)] = (int(endings.hashes[i]), int(endings.least[i])) if there else None
        return found

    def rooms(self, letters: Letters) -> dict[RoomLetter, int]:
        """Return the room letters that end a word there, with their pushes left."""
        if len(letters) not in self.words:
            return {}
        keys, rooms, left = self.words[len(letters)]
        first, last = np.searchsorted(keys, [_key(letters), _key(letters) + 1])
        return {
            RoomLetter(int(room) >> 6, int(room) & 63): int(pushes)
            for room, pushes in zip(rooms[first:last], left[first:last], strict=True)
        }


def _key(letters: Letters) -> int:
    boxes = player = 0
    for row, letter in enumerate(letters):
        boxes = boxes << 3 | letter >> 2
        if letter & 3:
            player = 3 * row + (letter & 3)
    return boxes << 6 | player


class Learned(NamedTuple):
    """The states of an automaton: a beginning that leads to each, what was seen after it, and the transitions."""

    beginnings: list[Letters]
    seen: list[dict[int, tuple[int, int] | None]]
    following: list[dict[int, int]]


def learned(seen: Seen) -> Learned:
    """Return the automaton of what was seen: shortest beginnings first, one state for those with the same endings."""
    found = Learned([()], [seen.after(())], [])
    letters = [boxes << 2 | player for boxes in range(8) for player in range(4)]
    for beginning in found.beginnings:
        here: dict[int, int] = {}
        for letter in letters if len(beginning) < max(seen.endings) else ():
            longer = (*beginning, letter)
            after = seen.after(longer)
            two_players = letter & 3 and any(earlier & 3 for earlier in beginning)
            if two_players or not any(after.values()):
                continue
            same = [i for i, other in enumerate(found.seen) if _agree(after, other)]
            if len(same) > 1:
                raise SystemExit(f"{longer} was seen with too few rows to tell which state it is; raise --sizes")
            if not same:
                found.beginnings.append(longer)
                found.seen.append(after)
            here[letter] = same[0] if same else len(found.seen) - 1
        found.following.append(here)
    return found


def _agree(one: Mapping[int, tuple[int, int] | None], other: Mapping[int, tuple[int, int] | None]) -> bool:
    """Return whether the same endings follow, for all numbers of rows that both were seen with, if there are any."""
    common = one.keys() & other.keys()
    hashes = ((None if (a := one[r]) is None else a[0], None if (b := other[r]) is None else b[0]) for r in common)
    return bool(common) and all(a == b for a, b in hashes)


def fibonacci(k: int) -> int:
    """Return the kth Fibonacci number, also for k below 0.

    >>> [fibonacci(k) for k in range(-3, 6)]
    [2, -1, 1, 0, 1, 1, 2, 3, 5]
    """
    one, two = 0, 1
    for _ in range(abs(k)):
        one, two = two, one + two
    return one if k >= 0 or k % 2 else -one


def formula(values: Mapping[int, int]) -> tuple[int, int, int, int] | None:
    """Return a, k, c, d such that all values are a F(r + k) + c + d r: constants first, then linear, then others.

    >>> formula({1: 7, 3: 7}), formula({2: 12, 4: 14, 6: 16}), formula({1: 17, 3: 57, 5: 165, 7: 451})
    ((0, 0, 7, 0), (0, 0, 10, 1), (2, 6, -8, -1))
    """
    rows = sorted(values)
    plain = [(0, 0, False), (0, 0, True)]
    grown = [(a, k, linear) for linear in (False, True) for a in (2, -2, 4, -4) for k in range(-3, 9)]
    for a, k, linear in plain + grown:
        rest = [values[r] - a * fibonacci(r + k) for r in rows]
        d = (rest[1] - rest[0]) // (rows[1] - rows[0]) if linear and len(rows) > 1 else 0
        c = rest[0] - d * rows[0]
        if all(value == c + d * r for value, r in zip(rest, rows, strict=True)):
            return a, k, c, d
    return None


@dataclass
class Weighing:
    """Gives each state one ending with the weight 0, for each number of rows; so the others get their weights."""

    seen: Seen
    automaton: Learned
    rooms: list[dict[RoomLetter, int]]
    _lost: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)
    _relative: dict[tuple[int, int], int] = field(default_factory=dict)

    def least(self, state: int, left: int) -> int | None:
        """Return the least pushes left that were seen."""
        seen = self.automaton.seen[state].get(left)
        return None if seen is None else seen[1]

    def lost(self, state: int, letter: int) -> dict[int, int]:
        """Return, by rows left after a letter, how much the least pushes left grow by it."""
        if (state, letter) not in self._lost:
            after = self.seen.after((*self.automaton.beginnings[state], letter))
            self._lost[state, letter] = {
                left: one[1] - before
                for left, one in after.items()
                if one is not None and (before := self.least(state, left + 1)) is not None
            }
        return self._lost[state, letter]

    def chosen(self, state: int) -> int:
        """Return the letter with which the ending with the weight 0 goes on."""
        rows = {left - 1 for left in self.automaton.seen[state] if left and self.least(state, left) is not None}
        fitting = [letter for letter in self.automaton.following[state] if self.lost(state, letter).keys() >= rows]
        return next(letter for letter in (*PREFERRED, *fitting) if letter in fitting)

    def relative(self, state: int, left: int) -> int:
        """Return how many more pushes than the least the ending with the weight 0 has left."""
        if (state, left) not in self._relative:
            if left:
                letter = self.chosen(state)
                value = self.lost(state, letter)[left - 1]
                value += self.relative(self.automaton.following[state][letter], left - 1)
            else:
                value = self.rooms[state][self.room(state)] - min(self.rooms[state].values())
            self._relative[state, left] = value
        return self._relative[state, left]

    def room(self, state: int) -> RoomLetter:
        """Return the room letter with the weight 0: of the whole column a solved one."""
        if set(self.automaton.beginnings[state]) == {MIDDLE}:
            return min(self.rooms[state], key=lambda room: (self.rooms[state][room], room))
        return min(self.rooms[state])

    def weights(self, state: int, letter: int) -> list[int | None]:
        """Return the weights of a transition for 0 to 8 rows left after it; None for numbers that never occur."""
        after = self.automaton.following[state][letter]
        found = {
            left: value + self.relative(after, left) - self.relative(state, left + 1)
            for left, value in self.lost(state, letter).items()
        }
        given: list[int | None] = [None] * GIVEN
        for parity in (0, 1):
            values = {left: value for left, value in found.items() if left and left % 2 == parity}
            if not values:
                continue
            shape = formula(values)
            if shape is None:
                raise SystemExit(f"no formula for {values}, after {self.automaton.beginnings[state]} {letter}")
            a, k, c, d = shape
            for left in range(2 - parity, GIVEN, 2):
                given[left] = a * fibonacci(left + k) + c + d * left
            if parity == 0:
                given[0] = found.get(0, 0)
        return given


def heights_of(seen: Seen) -> Heights:
    """Return the heights of all that was seen."""
    automaton = learned(seen)
    rooms = [seen.rooms(beginning) for beginning in automaton.beginnings]
    weighing = Weighing(seen, automaton, rooms)
    states = range(len(rooms))
    return Heights(
        automaton.following,
        [{letter: weighing.weights(state, letter) for letter in automaton.following[state]} for state in states],
        [
            {room: left - rooms[state][weighing.room(state)] for room, left in rooms[state].items()}
            if rooms[state]
            else {}
            for state in states
        ],
        0,
    )


def steps_refused(heights: Heights, solvable: Automaton, shaft: Shaft) -> Iterator[tuple[int, RoomLetter, int]]:
    """Yield states and room letters that steps with the room lead to, and how high they have to be, if they are not."""
    for state, accepting, parity in sorted(pairs_met(heights, solvable)):
        for height in range(parity, 3, 2):
            for letters, here, total in _words(heights, state, height):
                for room, value in heights.room[here].items():
                    if sum(letter & 3 > 0 for letter in letters) + (room.player > 0) != 1:
                        continue
                    for change in shaft.changes(letters, room, backwards=False):
                        then = solvable.run(accepting, change.letters)
                        after = heights.run(state, change.letters, 0)
                        if then is None or after is None or change.room not in solvable.accepted[then]:
                            continue
                        needed = total + value - after[1] - change.pushed
                        if heights.room[after[0]].get(change.room, needed - 1) < needed:
                            yield after[0], change.room, needed


def _words(heights: Heights, state: int, height: int) -> Iterator[tuple[Letters, int, int]]:
    waiting: list[tuple[Letters, int, int]] = [((), state, 0)]
    while waiting:
        letters, here, total = waiting.pop()
        if len(letters) == height:
            yield letters, here, total
            continue
        for letter, after in heights.following[here].items():
            value = heights.weight(here, letter, height - len(letters) - 1)
            if value is not None:
                waiting.append(((*letters, letter), after, total + value))


def with_room_letters(heights: Heights, solvable: Automaton, shaft: Shaft) -> Heights:
    """Return the heights with those room letters that steps lead to and A accepts, each as high as steps need it.

    What was seen keeps its height. Raises `SystemExit` if that does not go.
    """
    moving = with_room_to_move(solvable)[0]
    fresh: set[tuple[int, RoomLetter]] = set()
    room = [dict(row) for row in heights.room]
    while True:
        heights = Heights(heights.following, heights.weights, room, heights.base)
        wanted = sorted(steps_refused(heights, moving, shaft))
        if not wanted:
            return heights
        for state, letter, _ in wanted:
            if letter in heights.room[state] and (state, letter) not in fresh:
                raise SystemExit(f"a step to {letter} after state {state} loses too much")
            fresh.add((state, letter))
        room = [dict(row) for row in room]
        for state, letter, needed in wanted:
            room[state][letter] = needed


def beside_of(words: Iterable[tuple[Letters, RoomLetter]]) -> Automaton:
    """Return an automaton of two states, before and after the player was read, that accepts some words."""
    following: tuple[dict[int, int], dict[int, int]] = {}, {}
    accepted: tuple[set[RoomLetter], set[RoomLetter]] = set(), set()
    for letters, room in words:
        state = 0
        for letter in letters:
            after = int(state or letter & 3 > 0)
            following[state][letter] = after
            state = after
        accepted[state].add(room)
    return Automaton(following, [frozenset(rooms) for rooms in accepted])


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


def as_text(beside: Automaton, heights: Heights) -> str:
    """Return the text that `column_from_json` reads."""
    rooms = sorted({room for row in (*beside.accepted, *heights.room) for room in row})
    number = {room: i for i, room in enumerate(rooms)}
    weights: list[list[int | None]] = []
    following = []
    for row, given in zip(heights.following, heights.weights, strict=True):
        for letter in sorted(row):
            if list(given[letter]) not in weights:
                weights.append(list(given[letter]))
        following.append([[letter, row[letter], weights.index(list(given[letter]))] for letter in sorted(row)])
    return f"""{{
 "room_letters": {_compact(rooms)},
 "solvable": {{
  "following": [
{_lines([sorted(row.items()) for row in beside.following])}
  ],
  "accepted": [
{_lines([",".join(str(number[room]) for room in sorted(row)) for row in beside.accepted])}
  ]
 }},
 "heights": {{
  "base": {heights.base},
  "weights": [
{_lines(weights)}
  ],
  "following": [
{_lines(following)}
  ],
  "room": [
{_lines([[[number[room], value] for room, value in sorted(row.items())] for row in heights.room])}
  ]
 }}
}}
"""


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(rows: Iterable[object]) -> str:
    return ",\n".join(f"   {_compact(row)}" for row in rows)


def found(sizes: Sequence[int], bits: int) -> tuple[Automaton, Heights]:
    """Return what to accept beside the family's automaton, and the heights, from some even sizes."""
    own = known_column().solvable
    seen = Seen()
    beside: set[tuple[Letters, RoomLetter]] = set()
    for n in sizes:
        space = space_of(mirrored(drawn(classical_level(n), n)), n - 3)
        states, left = solvable(space, bits)
        if n <= 6:
            words = _expanded(space, states, left)[0]
            beside |= {word for word in words_of(space, words) if not own.accepts(*word)}
        kept = reached(space, states)
        words, its_left = _expanded(space, states[kept], left[kept])
        seen.add(n - 3, words, its_left)
        print(f"{n}: {len(states):,} states can be solved, {kept.sum():,} of them reached", file=sys.stderr)
    other = beside_of(beside)
    return other, with_room_letters(heights_of(seen), either(own, other), Shaft(space.room))


def _expanded(space: Space, states: Words, left: Ints) -> tuple[Ints, Ints]:
    none = np.zeros(0, dtype=np.int64)
    count = with_players(states, left, space.beside, none, none)
    words, its_left = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    with_players(states, left, space.beside, words, its_left)
    return words, its_left


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables, or print how many states and weights they have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sizes", type=numbers, default=numbers("4-14"), help="numbers of boxes, as 4-14; odd are left out"
    )
    parser.add_argument("--bits", type=int, default=26, help="the table has 2^BITS places of 8 bytes")
    parser.add_argument("--out", type=Path, help="the file to write")
    given = parser.parse_args(arguments)
    beside, heights = found([n for n in sorted(given.sizes) if n % 2 == 0], given.bits)
    text = as_text(beside, heights)
    print(f"H has {len(heights.following)} states and {sum(map(len, heights.following))} transitions", file=sys.stderr)
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
