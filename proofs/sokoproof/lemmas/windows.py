"""Local patterns, and the game of their boxes on an otherwise empty infinite board.

docs/reference/dead_patterns.md defines when a pattern is dead, and its ends.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sokospec.errors import SokobanError

_Node = tuple[int, int]
"""Boxes, and the part of the infinite board where the player is, as far as it is in the window or next to it."""


@dataclass(frozen=True, slots=True, order=True)
class PatternWindow:
    """Pattern by rows.

    >>> print(PatternWindow.parse("#$? / $-$ / ?$#"))
    #$?
    $-$
    ?$#
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) > 1:
            raise SokobanError("the rows of a pattern must be of one length; fill them with '?'")
        strange = sorted(set("".join(self.rows)) - set("#$-?"))
        if strange:
            raise SokobanError(f"a pattern is drawn with '#', '$', '-' and '?', not with {strange[0]!r}")

    @classmethod
    def parse(cls, text: str) -> PatternWindow:
        """Return the pattern of a text; slashes or newlines separate rows."""
        return cls(tuple(row.strip() for row in text.strip().replace("/", "\n").split("\n")))

    def __str__(self) -> str:
        return "\n".join(self.rows)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def squares(self, letter: str) -> list[tuple[int, int]]:
        return [
            (row, column) for row, line in enumerate(self.rows) for column, here in enumerate(line) if here == letter
        ]


@dataclass(frozen=True, slots=True)
class LibraryPattern:
    """Dead pattern with its ends."""

    window: PatternWindow
    ends: tuple[tuple[tuple[int, int], ...], ...]


def order(window: PatternWindow) -> tuple[int, int, int, tuple[str, ...]]:
    """Return the sort key of patterns."""
    return window.height * window.width, window.height, len(window.squares("$")), window.rows


def from_json(text: str) -> list[LibraryPattern]:
    """Read a library from JSON."""
    return [
        LibraryPattern(
            PatternWindow(tuple(data["rows"])),
            tuple(tuple((row, column) for row, column in end) for end in data["ends"]),
        )
        for data in json.loads(text)
    ]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


class WindowPlay:
    """Game of a window's boxes.

    A ring of free squares stands for the outside; boxes pushed there vanish.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._row = width + 2
        self._all = (1 << (height + 2) * self._row) - 1
        self.inside = self.mask((row, column) for row in range(height) for column in range(width))
        self.outside = self._all & ~self.inside
        self._first = sum(1 << row * self._row for row in range(height + 2))
        self._last = self._first << width + 1

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        found = 0
        for row, column in squares:
            found |= 1 << (row + 1) * self._row + column + 1
        return found

    def squares(self, mask: int) -> list[tuple[int, int]]:
        places = [square.bit_length() - 1 for square in _bits(mask)]
        return [(place // self._row - 1, place % self._row - 1) for place in places]

    def free(self, walls: int, boxes: int) -> int:
        return self._all & ~(walls | boxes)

    def region(self, start: int, free: int) -> int:
        found, last = start, 0
        while found != last:
            last = found
            aside = (found & ~self._last) << 1 | (found & ~self._first) >> 1
            found |= (aside | found << self._row | found >> self._row) & free
        return found

    def pushes(self, free: int, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        for step in (1, self._row):
            for landing in _bits((region << step & boxes) << step & free):
                yield landing >> step, landing
            for landing in _bits((region >> step & boxes) >> step & free):
                yield landing << step, landing

    def after(self, walls: int, node: _Node, box: int, landing: int) -> _Node:
        boxes = (node[0] ^ box | landing) & self.inside
        return boxes, self.region(box, self.free(walls, boxes))

    def closure(self, walls: int, nodes: Iterable[_Node]) -> list[_Node]:
        seen = set(nodes)
        waiting = sorted(seen)
        while waiting:
            node = waiting.pop()
            for box, landing in self.pushes(self.free(walls, node[0]), *node):
                other = self.after(walls, node, box, landing)
                if other[0] and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return sorted(seen)

    def regions(self, walls: int, boxes: int) -> list[int]:
        free = self.free(walls, boxes)
        found = [self.region(self.outside, free)]
        rest = free & ~found[0]
        while rest:
            found.append(self.region(rest & -rest, free))
            rest &= ~found[-1]
        return found


@dataclass(frozen=True)
class Game:
    """Pattern with its game."""

    window: PatternWindow

    @cached_property
    def play(self) -> WindowPlay:
        return WindowPlay(self.window.height, self.window.width)

    @cached_property
    def walls(self) -> int:
        return self.play.mask(self.window.squares("#"))

    @cached_property
    def starts(self) -> list[_Node]:
        """Boxes with each possible region."""
        boxes, away = self.play.mask(self.window.squares("$")), self.play.mask(self.window.squares("-"))
        regions = [region & ~away for region in self.play.regions(self.walls, boxes)]
        free = self.play.free(self.walls, boxes)
        return [(boxes, self.play.region(region & -region, free)) for region in regions if region]

    @cached_property
    def nodes(self) -> list[_Node]:
        found = self.play.closure(self.walls, self.starts)
        kept: list[_Node] = []
        for boxes, region in sorted(found, key=lambda node: (node[0].bit_count(), -node[1].bit_count(), node)):
            if not any(boxes & fewer == fewer and not region & ~wider for fewer, wider in kept):
                kept.append((boxes, region))
        return kept
