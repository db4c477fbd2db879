"""Small patterns that are dead in all surroundings, from a library (docs/reference/dead_patterns.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from sokodead.closed_sets import evidence_of
from sokodead.context import Context
from sokodead.field import Field, Node
from sokospec.board import Level, Square
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

_Squares = tuple[Square, ...]


class PatternShape(NamedTuple):
    """Pattern in one symmetric form."""

    height: int
    width: int
    walls: _Squares
    boxes: _Squares
    away: _Squares
    ends: tuple[_Squares, ...]


class _Placement(NamedTuple):
    boxes: int
    shape: PatternShape
    top: int
    left: int


@lru_cache(maxsize=1)
def library() -> tuple[PatternShape, ...]:
    """Return all patterns in all symmetric forms."""
    text = files("sokodead").joinpath("local_patterns.json").read_text(encoding="utf-8")
    found: dict[PatternShape, None] = {}
    for entry in json.loads(text):
        found.update(
            dict.fromkeys(sorted(_transform(entry["rows"], entry["ends"], symmetry) for symmetry in SYMMETRIES))
        )
    return tuple(found)


def _transform(rows: list[str], ends: list[list[list[int]]], symmetry: Symmetry) -> PatternShape:
    height, width = len(rows), len(rows[0])

    def move(squares: Iterable[Iterable[int]]) -> _Squares:
        return tuple(sorted(symmetry.square(Square(*square), height, width) for square in squares))

    def squares_of(letter: str) -> _Squares:
        return move((row, column) for row in range(height) for column in range(width) if rows[row][column] == letter)

    sides = (width, height) if symmetry.transpose else (height, width)
    return PatternShape(
        *sides, squares_of("#"), squares_of("$"), squares_of("-"), tuple(sorted(move(end) for end in ends))
    )


@lru_cache(maxsize=64)
def _fits(height: int, width: int, walls: frozenset[Square]) -> list[tuple[PatternShape, int, int]]:
    """Return all patterns whose walls match a board, tested at all places at once by shifted masks."""
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
def _placements(field: Field) -> dict[int, list[_Placement]]:
    board = field.board
    goals = set(field.squares(field.goals))
    found: dict[int, list[_Placement]] = {}
    for shape, top, left in _fits(board.height, board.width, board.walls | field.walls):
        if len(shape.boxes) > len(board.goals):  # there are as many boxes as goals
            continue
        if not any(all((top + r, left + c) in goals for r, c in end) for end in shape.ends):
            boxes = field.mask((top + r, left + c) for r, c in shape.boxes)
            found.setdefault(boxes & -boxes, []).append(_Placement(boxes, shape, top, left))
    return found


def local_pattern(level: Level) -> Evidence | None:
    r"""Return evidence if a library pattern occurs.

    >>> text = "########\n#@  ...#\n# #$   #\n# $ $  #\n#  $#  #\n#  .   #\n########"
    >>> [fact] = local_pattern(Level.parse(text))
    >>> len(fact.patterns)
    5
    """
    context = Context.of(level)
    placed = _placements(context.field)
    row, column = level.player
    for first in bits(context.boxes):
        for placement in placed.get(first, ()):
            where = (row - placement.top, column - placement.left)
            if not placement.boxes & ~context.boxes and where not in placement.shape.away:
                return evidence_of(context, sorted(_closure(context.field, placement, context.player)))
    return None


def _closure(field: Field, placement: _Placement, player: int) -> set[Node]:
    rows = range(placement.top, placement.top + placement.shape.height)
    columns = range(placement.left, placement.left + placement.shape.width)
    window = field.mask(
        square for square in field.squares(field.floor) if square.row in rows and square.column in columns
    )
    start = (placement.boxes, field.reachable(player, placement.boxes))
    found = {start}
    waiting = [start]
    while waiting:
        boxes, region = waiting.pop()
        for box, landing in field.pushes(boxes, region):
            after = (boxes ^ box) | (landing & window)
            assert after & ~field.goals, "a pattern of the library is dead"
            node = (after, field.reachable(box, after))
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found
