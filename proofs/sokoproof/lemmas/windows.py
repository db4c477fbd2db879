"""Local patterns: what a window of the board shows, and the game of its boxes on an otherwise empty infinite board.

A pattern is a rectangle of squares: `#` a wall, `$` a box, `-` a square that the player is not on, `?` anything. It
*occurs* in a state where walls, boxes and player are like that; nothing is said of what else is there.

It is *dead* if on the infinite board, where nothing but its walls and boxes stands, the player can never get all of
its boxes out of the window, wherever he starts (except on `-`). More walls and more boxes only hinder the player, and
a box that has left the window can always be brought out of the way. So that is the same as to say: no level in which
the pattern occurs, and which has no goal in the window, can be solved, whatever its surroundings.

With goals in the window the boxes may belong there. The *ends* of a pattern are the sets of squares, none a part of
another one, that its boxes can come to be on, those that have left not counted. In every level in which a dead pattern
occurs and each end has a square that is no goal, the state is dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sokospec.errors import SokobanError

Node = tuple[int, int]
"""Boxes, and the part of the infinite board where the player is, as far as it is in the window or next to it."""


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """A pattern, row by row.

    >>> print(Window.parse("#$? / $-$ / ?$#"))
    #$?
    $-$
    ?$#
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse what is no pattern."""
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) > 1:
            raise SokobanError("the rows of a pattern must be of one length; fill them up with '?'")
        strange = sorted(set("".join(self.rows)) - set("#$-?"))
        if strange:
            raise SokobanError(f"a pattern is drawn with '#', '$', '-' and '?', not with {strange[0]!r}")

    @classmethod
    def parse(cls, text: str) -> Window:
        """Read a pattern whose rows are on lines of their own or have a slash between them."""
        return cls(tuple(row.strip() for row in text.strip().replace("/", "\n").split("\n")))

    def __str__(self) -> str:
        """Return the drawing."""
        return "\n".join(self.rows)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def squares(self, letter: str) -> list[tuple[int, int]]:
        """Return the squares with a letter, as rows and columns of the window."""
        return [
            (row, column) for row, line in enumerate(self.rows) for column, here in enumerate(line) if here == letter
        ]

    def turned(self) -> list[Window]:
        """Return the pattern in its up to eight positions, in order.

        >>> [str(window).replace("\\n", "/") for window in Window.parse("#$ / ?#").turned()]
        ['#$/?#', '#?/$#', '$#/#?', '?#/#$']
        """
        found = set()
        rows = self.rows
        for _ in range(4):
            rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
            found |= {Window(rows), Window(rows[::-1])}
        return sorted(found)

    def trimmed(self) -> Window:
        """Return the pattern without the rows and columns at its sides that say nothing.

        >>> Window.parse("??? / ?$# / ?#?").trimmed()
        Window(rows=('$#', '#?'))
        """
        said = [(row, column) for letter in "#$-" for row, column in self.squares(letter)]
        rows, columns = sorted(row for row, _ in said), sorted(column for _, column in said)
        return Window(tuple(line[columns[0] : columns[-1] + 1] for line in self.rows[rows[0] : rows[-1] + 1]))

    def canonical(self) -> Window:
        """Return the pattern, trimmed, in the position that comes first among those with the fewest rows."""
        return min(self.trimmed().turned(), key=lambda window: (window.height, window.rows))

    def less(self) -> Iterator[Window]:
        """Yield each pattern that says one thing less."""
        for row, line in enumerate(self.rows):
            for column, letter in enumerate(line):
                if letter != "?":
                    changed = f"{line[:column]}?{line[column + 1 :]}"
                    yield Window((*self.rows[:row], changed, *self.rows[row + 1 :]))


def bits(mask: int) -> Iterator[int]:
    """Yield the squares of a mask.

    >>> list(bits(0b101))
    [1, 4]
    """
    while mask:
        yield mask & -mask
        mask &= mask - 1


class Play:
    """The game of a window's boxes on the infinite board.

    A square is one bit of a number. There is a ring of squares around the window, all of them floor without boxes: they
    stand for the whole outside, in which the player can get from anywhere to anywhere, and a box that comes to the ring
    is gone.
    """

    def __init__(self, height: int, width: int) -> None:
        """Lay out the window and the ring."""
        self.height, self.width = height, width
        self._row = width + 2
        self._all = (1 << (height + 2) * self._row) - 1
        self.inside = self.mask((row, column) for row in range(height) for column in range(width))
        self.outside = self._all & ~self.inside
        self._first = sum(1 << row * self._row for row in range(height + 2))
        self._last = self._first << width + 1

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        """Return squares of the window as a mask."""
        found = 0
        for row, column in squares:
            found |= 1 << (row + 1) * self._row + column + 1
        return found

    def squares(self, mask: int) -> list[tuple[int, int]]:
        """Return the squares of a mask, in row order."""
        places = [square.bit_length() - 1 for square in bits(mask)]
        return [(place // self._row - 1, place % self._row - 1) for place in places]

    def free(self, walls: int, boxes: int) -> int:
        """Return the squares without a wall and without a box."""
        return self._all & ~(walls | boxes)

    def region(self, start: int, free: int) -> int:
        """Return where the player can walk to over free squares."""
        found, last = start, 0
        while found != last:
            last = found
            aside = (found & ~self._last) << 1 | (found & ~self._first) >> 1
            found |= (aside | found << self._row | found >> self._row) & free
        return found

    def pushes(self, free: int, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Yield each push of a box in the window, as its square and the one it lands on."""
        for step in (1, self._row):
            for landing in bits((region << step & boxes) << step & free):
                yield landing >> step, landing
            for landing in bits((region >> step & boxes) >> step & free):
                yield landing << step, landing

    def after(self, walls: int, node: Node, box: int, landing: int) -> Node:
        """Return the node after a push."""
        boxes = (node[0] ^ box | landing) & self.inside
        return boxes, self.region(box, self.free(walls, boxes))

    def is_dead(self, walls: int, node: Node) -> bool:
        """Say whether the boxes can never all leave.

        A push that takes a box out can be made at once: one box less never hinders, and the player gets no less far.
        """
        seen, waiting = {node}, [node]
        while waiting:
            node = waiting.pop()
            if not node[0]:
                return False
            after = []
            for box, landing in self.pushes(self.free(walls, node[0]), *node):
                after.append(self.after(walls, node, box, landing))
                if landing & self.outside:
                    after = after[-1:]
                    break
            for other in after:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return True

    def closure(self, walls: int, nodes: Iterable[Node]) -> list[Node]:
        """Return all nodes that play can come to, those with no box left aside, in order."""
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
        """Return the parts of the board where the player can be, the outside first."""
        free = self.free(walls, boxes)
        found = [self.region(self.outside, free)]
        rest = free & ~found[0]
        while rest:
            found.append(self.region(rest & -rest, free))
            rest &= ~found[-1]
        return found


@dataclass(frozen=True)
class Game:
    """A pattern with the game of its boxes.

    >>> game = Game(Window.parse("#$ / ?#"))
    >>> game.is_dead, game.ends
    (True, (((0, 1),),))
    >>> Game(Window.parse("#$ / ??")).is_dead
    False
    """

    window: Window

    @cached_property
    def play(self) -> Play:
        """The game on windows of this size."""
        return Play(self.window.height, self.window.width)

    @cached_property
    def walls(self) -> int:
        """The walls as a mask."""
        return self.play.mask(self.window.squares("#"))

    @cached_property
    def starts(self) -> list[Node]:
        """The boxes, with each part of the board where the player may be."""
        boxes, away = self.play.mask(self.window.squares("$")), self.play.mask(self.window.squares("-"))
        regions = [region & ~away for region in self.play.regions(self.walls, boxes)]
        free = self.play.free(self.walls, boxes)
        return [(boxes, self.play.region(region & -region, free)) for region in regions if region]

    @cached_property
    def is_dead(self) -> bool:
        """Whether the pattern is dead."""
        return all(self.play.is_dead(self.walls, node) for node in self.starts)

    @cached_property
    def nodes(self) -> list[Node]:
        """All that its boxes can come to, except that none is left in the window.

        Left out is what has only more boxes than something else has, with the player in no other places.
        """
        found = self.play.closure(self.walls, self.starts)
        kept: list[Node] = []
        for boxes, region in sorted(found, key=lambda node: (node[0].bit_count(), -node[1].bit_count(), node)):
            if not any(boxes & fewer == fewer and not region & ~wider for fewer, wider in kept):
                kept.append((boxes, region))
        return kept

    @cached_property
    def ends(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The ends of the pattern."""
        least: list[int] = []
        for boxes in sorted({boxes for boxes, _ in self.nodes}, key=lambda boxes: (boxes.bit_count(), boxes)):
            if not any(boxes & other == other for other in least):
                least.append(boxes)
        return tuple(sorted(tuple(self.play.squares(boxes)) for boxes in least))
