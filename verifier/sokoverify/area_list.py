"""Areas of the facts read so far, and room for the states inside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sokoverify.box_table import slots_for
from sokoverify.floor_squares import Squares
from sokoverify.kernel_arrays import INT32, Growing
from sokoverify.text import Refused


class Area(NamedTuple):
    """An area: its number among areas, from 1, and the place of the fact with its prices."""

    number: int
    prices: int


class AreaList:
    """Areas by fact; `marks`, `rows` and `slots` are the arrays that `bounds.Facts` describes."""

    def __init__(self, squares: Squares, look: Callable[[int], object]) -> None:
        """`look` is called with the number of bytes to be allocated next, and may raise `LimitReached`."""
        self._squares = squares
        self.marks = Growing(np.uint8, look)
        self.rows, self.slots = Growing(np.int64, look), Growing(np.int64, look)
        self.marks.add(np.zeros(squares.n + 1, dtype=np.uint8))
        self._of: dict[int, Area] = {}

    def add(self, fact: int, prices: int, squares: INT32) -> None:
        """Add an area. Raises `Refused` if a goal is missing."""
        marks = np.zeros(self._squares.n + 1, dtype=np.uint8)
        marks[squares] = 1
        if np.any(self._squares.goal > marks):
            raise Refused("an area has all goals")
        self._of[fact] = Area(self.marks.add(marks) // len(marks), prices)

    def find(self, fact: int | None) -> Area:
        """Return the area of a fact. Raises `Refused` if it has none."""
        if fact is None or fact not in self._of:
            raise Refused("the fact is not in an area")
        return self._of[fact]

    def reserve(self, states: int) -> tuple[int, int, int]:
        """Make room for the states of a fact; return the first row, the first slot, and the number of slots."""
        words, slots = self._squares.words + 2, slots_for(states)
        self.rows.reserve(words * states)
        self.slots.reserve(slots)
        place = self.rows.used // words, self.slots.used, slots
        self.rows.used += words * states
        self.slots.used += slots
        return place

    def entries(self, area: Area, beyond: INT32) -> INT32:
        """Return the pushes into an area as `insides_are_closed` takes them, in its order."""
        n, found = self._squares.n, list[int]()
        marks = self.marks.array[area.number * (n + 1) : (area.number + 1) * (n + 1)].astype(bool)
        beyond = beyond[: 4 * n].reshape(n, 4)
        for direction in range(4):
            box = beyond[:, direction ^ 1]
            behind = np.append(beyond[:, direction ^ 1], n)[box]
            chosen = marks[:n] & (box < n) & ~marks[box] & (behind < n)
            found += (direction * n + np.flatnonzero(chosen)).tolist()
        return np.array(found, dtype=np.int32)
