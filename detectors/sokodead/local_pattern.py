"""Small patterns of walls and boxes that are dead in all surroundings, from a library.

`local_patterns.json` holds every dead pattern of windows of a few squares, of which each part matters; a pattern says
where there are walls (`#`), boxes (`$`), and where the player is not (`-`). Its ends are the sets of squares of the
window that its boxes can come to be on; a state in which the pattern occurs, in any of its eight positions, is dead
when each end has a square that is no goal. The library is made and proved by `sokoproof`; see
docs/reference/dead_patterns.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from sokodead.closed_sets import ClosedSet, evidence_of
from sokodead.context import Context
from sokodead.field import Field, Node
from sokospec.board import Level, Square
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

Squares = tuple[Square, ...]


class Shape(NamedTuple):
    """A pattern of the library in one position, as rows and columns of its window."""

    height: int
    width: int
    walls: Squares
    boxes: Squares
    away: Squares
    ends: tuple[Squares, ...]


class Placement(NamedTuple):
    """A pattern at a place of a field where its walls are: its boxes there, and where its upper left square is."""

    boxes: int
    shape: Shape
    top: int
    left: int


@lru_cache(maxsize=1)
def library() -> tuple[Shape, ...]:
    """Return all patterns in all positions, each once.

    >>> len(library())
    997
    """
    text = files("sokodead").joinpath("local_patterns.json").read_text(encoding="utf-8")
    found: dict[Shape, None] = {}
    for entry in json.loads(text):
        found.update(dict.fromkeys(sorted(_turned(entry["rows"], entry["ends"], symmetry) for symmetry in SYMMETRIES)))
    return tuple(found)


def _turned(rows: list[str], ends: list[list[list[int]]], symmetry: Symmetry) -> Shape:
    height, width = len(rows), len(rows[0])

    def moved(squares: Iterable[Iterable[int]]) -> Squares:
        return tuple(sorted(symmetry.square(Square(*square), height, width) for square in squares))

    def drawn(letter: str) -> Squares:
        return moved((row, column) for row in range(height) for column in range(width) if rows[row][column] == letter)

    sides = (width, height) if symmetry.transpose else (height, width)
    return Shape(*sides, drawn("#"), drawn("$"), drawn("-"), tuple(sorted(moved(end) for end in ends)))


@lru_cache(maxsize=64)
def fits(height: int, width: int, walls: frozenset[Square]) -> list[tuple[Shape, int, int]]:
    """Return all patterns that a board's walls have, each with the place of its upper left square.

    All places are tried at once, by shifting masks of a grid that has room for windows across the edges.
    """
    margin = max(max(shape.height, shape.width) for shape in library())
    row = width + 2 * margin
    inside = [(r, c) for r in range(height) for c in range(width)]
    floor = sum(1 << (r + margin) * row + c + margin for r, c in inside if (r, c) not in walls)
    solid = ((1 << (height + 2 * margin) * row) - 1) ^ floor
    found = []
    for shape in library():
        places = floor | solid
        for squares, kind in ((shape.boxes, floor), (shape.walls, solid)):
            for r, c in squares:
                places &= kind >> r * row + c
                if not places:
                    break
        for corner in bits(places):
            top, left = divmod(corner.bit_length() - 1, row)
            found.append((shape, top - margin, left - margin))
    return found


@lru_cache(maxsize=64)
def placements(field: Field) -> dict[int, list[Placement]]:
    """Return where on a field the patterns can occur, by their first box: the walls are there, no end is all goals."""
    board = field.board
    goals = set(field.squares(field.goals))
    found: dict[int, list[Placement]] = {}
    for shape, top, left in fits(board.height, board.width, board.walls | field.walls):
        if len(shape.boxes) > len(board.goals):  # there are as many boxes as goals
            continue
        if not any(all((top + r, left + c) in goals for r, c in end) for end in shape.ends):
            boxes = field.mask((top + r, left + c) for r, c in shape.boxes)
            found.setdefault(boxes & -boxes, []).append(Placement(boxes, shape, top, left))
    return found


def local_pattern(level: Level) -> Evidence | None:
    """Return evidence when a pattern of the library occurs: what its boxes can come to until they leave the window.

    O(boxes * placements), and for the evidence the game of a pattern's boxes.

    >>> text = "########\\n#@  ...#\\n# #$   #\\n# $ $  #\\n#  $#  #\\n#  .   #\\n########"
    >>> [fact] = local_pattern(Level.parse(text))
    >>> len(fact.patterns)
    5
    """
    context = Context.of(level.board)
    boxes, player = context.masks(level)
    placed = placements(context.field)
    row, column = level.player
    for first in bits(boxes):
        for placement in placed.get(first, ()):
            where = (row - placement.top, column - placement.left)
            if not placement.boxes & ~boxes and where not in placement.shape.away:
                nodes = tuple(sorted(_closure(context.field, placement, player)))
                return evidence_of(context, ClosedSet(nodes, rests_on_dead_squares=False))
    return None


def _closure(field: Field, placement: Placement, player: int) -> set[Node]:
    """Return what the boxes of a pattern can come to; a box that leaves the window is not followed."""
    rows = range(placement.top, placement.top + placement.shape.height)
    columns = range(placement.left, placement.left + placement.shape.width)
    window = field.mask(
        square for square in field.squares(field.floor) if square.row in rows and square.column in columns
    )
    start = (placement.boxes, field.region(player, placement.boxes))
    found = {start}
    waiting = [start]
    while waiting:
        boxes, region = waiting.pop()
        for box, landing in field.pushes(boxes, region):
            after = (boxes ^ box) | (landing & window)
            assert after & ~field.goals, "a pattern of the library is dead"
            node = (after, field.region(box, after))
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found
