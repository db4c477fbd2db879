"""Weights of the transitions of a learned automaton, their formulas, and heights made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from column.endings import Learned, Seen, learned
from column.steps import PREFERRED, fibonacci
from sokoproof.theorems.column_falls import pairs_met, words_read
from sokoproof.theorems.column_heights import GIVEN, Heights
from sokoproof.theorems.column_words import RoomLetter, Shaft, WordAutomaton, with_room_to_move
from sokoproof.theorems.fibonacci_fewest import MIDDLE


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


def steps_refused(heights: Heights, solvable: WordAutomaton, shaft: Shaft) -> Iterator[tuple[int, RoomLetter, int]]:
    """Yield states and room letters that steps with the room lead to, and how high they have to be, if they are not."""
    for state, accepting, parity in sorted(pairs_met(heights, solvable)):
        for height in range(parity, 3, 2):
            for here, letters, total in words_read(heights, state, height, 0):
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


def with_room_letters(heights: Heights, solvable: WordAutomaton, shaft: Shaft) -> Heights:
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
