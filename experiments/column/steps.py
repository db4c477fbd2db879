"""What steps do to heights whose transitions know the letter before: rows of a linear program.

A height is a sum of weights, one for each letter of a word (`sokoproof.theorems.column_heights`). For so many rows
left, r, a weight is a number of its own while r is below `FREE`, and a F(r) + b F(r+1) + c + d r from there on, with
other a, b, c, d for even and for odd r. So what a step changes is a linear form in these unknowns. It depends on the
window alone, and on the letters after it as long as the automaton tells the two words apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import Letters, RoomLetter, Shaft, WordAutomaton
from sokoproof.theorems.fibonacci_fewest import MIDDLE

FREE = 4
PREFERRED = (MIDDLE, 0, 12, 24, 4, 16)
"""Letters that have no weight, the first of them that each state goes on with."""
FAR = 12
"""From so many rows left on a weight counts for how a difference grows."""
LEFT = (*range(12), 16, 17, 24, 25)
"""Rows below the windows that are looked at; the last two for what any number of them does."""

Form = dict[int, int]
"""A linear form: unknowns by number, with their factors."""
Unknown = tuple[int, int | RoomLetter, str]
"""A state, a letter or a room letter, and which number of its weight: `r3`, `a0`, `d1`."""


def fibonacci(k: int) -> int:
    """Return the kth Fibonacci number, also for k below 0.

    >>> [fibonacci(k) for k in range(-3, 6)]
    [2, -1, 1, 0, 1, 1, 2, 3, 5]
    """
    one, two = 0, 1
    for _ in range(abs(k)):
        one, two = two, one + two
    return one if k >= 0 or k % 2 else -one


@dataclass
class Refined:
    """An automaton that also knows the letter before, of one that has heights; its unknowns are numbered as they come.

    `wholes` are its states as pairs of a state and a letter.
    """

    heights: Heights
    wholes: list[tuple[int, int | None]] = field(default_factory=lambda: [(0, None)])
    following: list[dict[int, int]] = field(default_factory=list)
    unknowns: dict[Unknown, int] = field(default_factory=dict)
    fixed: set[tuple[int, int | RoomLetter]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Find the states, and which letters have no weight."""
        number: dict[tuple[int, int | None], int] = {(0, None): 0}
        for state, _ in self.wholes:
            here = {}
            for letter, after in self.heights.following[state].items():
                whole = (after, letter)
                if whole not in number:
                    number[whole] = len(self.wholes)
                    self.wholes.append(whole)
                here[letter] = number[whole]
            self.following.append(here)
        for number_of, here in enumerate(self.following):
            rows = {letter: frozenset(r for r in range(9) if self.may(number_of, letter, r)) for letter in here}
            fitting = [letter for letter in here if rows[letter] == frozenset().union(*rows.values())]
            kept = next((letter for letter in (*PREFERRED, *fitting) if letter in fitting), None)
            if kept is not None:
                self.fixed.add((number_of, kept))
            if rooms := self.rooms(number_of):
                self.fixed.add((number_of, min(rooms)))

    def rooms(self, state: int) -> Mapping[RoomLetter, int]:
        """Return the room letters that end a word there."""
        return self.heights.room[self.wholes[state][0]]

    def may(self, state: int, letter: int, left: int) -> bool:
        """Return whether the letter can follow with so many rows left after it."""
        return self.heights.weight(self.wholes[state][0], letter, left) is not None

    def unknown(self, state: int, letter: int | RoomLetter, name: str) -> int:
        """Return the number of an unknown."""
        return self.unknowns.setdefault((state, letter, name), len(self.unknowns))

    def parts(self, state: int, letter: int, left: int) -> list[tuple[str, int]]:
        """Return the unknowns of a weight with their factors; none if it is 0 by choice."""
        if (state, letter) in self.fixed:
            return []
        if left < FREE:
            return [(f"r{left}", 1)]
        odd = left % 2
        return [(f"a{odd}", fibonacci(left)), (f"b{odd}", fibonacci(left + 1)), (f"c{odd}", 1), (f"d{odd}", left)]


class Row:
    """A linear form in the making, and the letters far from the bottom that it is made of."""

    def __init__(self, refined: Refined, other: Row | None = None) -> None:
        """Begin with nothing, or with a copy."""
        self.refined = refined
        self.form: Form = defaultdict(int, other.form if other else {})
        self.far: dict[tuple[int, int, int], int] = defaultdict(int, other.far if other else {})

    def read(self, state: int, letters: Letters, left: int, sign: int) -> int | None:
        """Add the weights of some letters with so many rows after them; return the state then, None if refused."""
        for i, letter in enumerate(letters):
            rows = left + len(letters) - 1 - i
            if letter not in self.refined.following[state] or not self.refined.may(state, letter, rows):
                return None
            for name, factor in self.refined.parts(state, letter, rows):
                self.form[self.refined.unknown(state, letter, name)] += sign * factor
            if rows >= FAR:
                self.far[state, letter, rows] += sign
            state = self.refined.following[state][letter]
        return state

    def room(self, state: int, room: RoomLetter, sign: int) -> None:
        """Add the weight of a room letter."""
        if (state, room) not in self.refined.fixed:
            self.form[self.refined.unknown(state, room, "r0")] += sign

    def growth(self, left: int) -> tuple[Form, Form, Form]:
        """Return what counts for any number of rows below: the form is p F(left) + q F(left+1) + d left, and more."""
        p: Form = defaultdict(int)
        q: Form = defaultdict(int)
        d: Form = defaultdict(int)
        for (state, letter, rows), sign in self.far.items():
            if (state, letter) in self.refined.fixed:
                continue
            a, b, _, slope = (self.refined.unknown(state, letter, f"{name}{rows % 2}") for name in "abcd")
            k = rows - left
            for unknown, shift in ((a, 0), (b, 1)):
                p[unknown] += sign * fibonacci(k + shift - 1)
                q[unknown] += sign * fibonacci(k + shift)
            d[slope] += sign
        return p, q, d


@dataclass
class Steps:
    """All steps from words with heights to words that A accepts: what they lose, as rows."""

    refined: Refined
    accepting: WordAutomaton
    shaft: Shaft

    def rows(self, most: int) -> Iterator[tuple[Row, int]]:
        """Yield the rows of levels with up to so many rows of the shaft, and how many rows the window has below."""
        for rows, pairs in enumerate(self._reached(most)):
            if rows > max(LEFT) + 3:
                return
            for state, accepting in sorted(pairs):
                for height in (1, 2, 3):
                    if rows - height in LEFT:
                        yield from self._of_rows(state, accepting, height, rows - height)
                if rows <= 2:
                    yield from self._of_room(state, accepting, rows)

    def _reached(self, most: int) -> list[set[tuple[int, int]]]:
        """Return, by rows left, the states before the player is read."""
        reached: list[set[tuple[int, int]]] = [{(0, 0)} for _ in range(most + 1)]
        reached[0] = set()
        for left in range(most, 0, -1):
            for state, accepting in reached[left]:
                for letter, after in self.refined.following[state].items():
                    then = self.accepting.following[accepting].get(letter)
                    if not letter & 3 and then is not None and self.refined.may(state, letter, left - 1):
                        reached[left - 1].add((after, then))
        return reached

    def _windows(self, state: int, height: int, left: int) -> Iterator[tuple[int, Letters]]:
        waiting: list[tuple[int, Letters]] = [(state, ())]
        while waiting:
            here, letters = waiting.pop()
            if len(letters) == height:
                yield here, letters
                continue
            rows = left + height - len(letters) - 1
            waiting += [
                (after, (*letters, letter))
                for letter, after in self.refined.following[here].items()
                if self.refined.may(here, letter, rows)
            ]

    def _of_rows(self, state: int, accepting: int, height: int, left: int) -> Iterator[tuple[Row, int]]:
        for after, letters in self._windows(state, height, left):
            if sum(letter & 3 > 0 for letter in letters) != 1:
                continue
            for change in self.shaft.changes(letters, None, backwards=False):
                then = self.accepting.run(accepting, change.letters)
                row = Row(self.refined)
                row.read(state, letters, left, 1)
                against = None if then is None else row.read(state, change.letters, left, -1)
                if then is not None and against is not None:
                    yield from ((made, left) for made in self._tails(row, (after, against, then), left))

    def _tails(self, row: Row, states: tuple[int, int, int], left: int) -> Iterator[Row]:
        """Yield the row with each way in which the two words can go on alike, until their states are the same."""
        state, against, accepting = states
        if state == against:
            yield row
        elif left == 0:
            for room in self.refined.rooms(state):
                if room.player == 0 and room in self.accepting.accepted[accepting]:
                    ended = Row(self.refined, row)
                    ended.room(state, room, 1)
                    ended.room(against, room, -1)
                    yield ended
        else:
            for letter, after in self.refined.following[state].items():
                then = self.accepting.following[accepting].get(letter)
                if letter & 3 or then is None or not self.refined.may(state, letter, left - 1):
                    continue
                longer = Row(self.refined, row)
                longer.read(state, (letter,), left - 1, 1)
                other = longer.read(against, (letter,), left - 1, -1)
                assert other is not None  # a step from a word with a height leads to one with a height
                yield from self._tails(longer, (after, other, then), left - 1)

    def _of_room(self, state: int, accepting: int, height: int) -> Iterator[tuple[Row, int]]:
        for after, letters in self._windows(state, height, 0):
            for room in self.refined.rooms(after):
                if sum(letter & 3 > 0 for letter in letters) + (room.player > 0) != 1:
                    continue
                for change in self.shaft.changes(letters, room, backwards=False):
                    then = self.accepting.run(accepting, change.letters)
                    if then is None or change.room is None or change.room not in self.accepting.accepted[then]:
                        continue
                    row = Row(self.refined)
                    row.read(state, letters, 0, 1)
                    against = row.read(state, change.letters, 0, -1)
                    assert against is not None  # as above
                    row.room(after, room, 1)
                    row.room(against, change.room, -1)
                    yield row, 0
