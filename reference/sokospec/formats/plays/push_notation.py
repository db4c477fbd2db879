"""Push notation: boxes with a direction and a number of pushes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from sokospec.board import Direction, Level, Square, neighbour
from sokospec.errors import LimitError
from sokospec.formats.rle import DEFAULT_LIMIT
from sokospec.oracle.search import find_walk

_PLACES = re.compile(r"([0-9]+)[-:/.]([0-9]+) ?([udlrnsew])([0-9]*)", re.IGNORECASE)
_NUMBERS = re.compile(r"([0-9]+) ?([udlrnsew])([0-9]*)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")
_LONGEST_NUMBER = 9  # digits

_DIRECTIONS = dict(zip("udlrnswe", [*Direction] * 2, strict=True))


class PushItem(NamedTuple):
    """Pushes of one box in one direction; `box` is its column and row, or its number."""

    box: tuple[int, ...]
    direction: Direction
    times: int


class PushReading(NamedTuple):
    """Reading of a play; `reason` says why the next push is impossible, None if all are made."""

    lurd: str
    name: str
    pushes: int
    wanted: int
    reason: str | None


def items_of(text: str) -> list[PushItem] | None:
    """Return the items of a play in push notation, or None.

    >>> items_of("3-2d1,1-2r3")[1]
    PushItem(box=(1, 2), direction=<Direction.RIGHT: 3>, times=3)
    >>> items_of("2d1,1r3")[0].box, items_of("rrR")
    ((2,), None)
    """
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    for pattern in (_PLACES, _NUMBERS):
        matches = [pattern.fullmatch(part) for part in parts]
        if parts and all(matches):
            groups = [match.groups() for match in matches if match]
            if any(len(digits) > _LONGEST_NUMBER for group in groups for digits in group):
                return None
            return [_item(group) for group in groups]
    return None


def _item(group: tuple[str, ...]) -> PushItem:
    *box, letter, times = group
    return PushItem(tuple(map(int, box)), _DIRECTIONS[letter.lower()], int(times or 1))


def walks(level: Level, items: list[PushItem], limit: int = DEFAULT_LIMIT) -> Iterator[PushReading]:
    r"""Yield the play for every convention of naming boxes. Raises `LimitError`.

    Rule F32: an item is a box by square or number, a direction, and a count of pushes; shortest walks lie between.

    >>> level = Level.parse("#######\n#@  $.#\n#######")
    >>> next(walks(level, items_of("5-2r1")))
    PushReading(lurd='rrR', name='column-row from 1, rows from the top', pushes=1, wanted=1, reason=None)
    """
    for way in _ways(level, len(items[0].box) == 2):
        yield _play_items(level, items, way, limit)


class _Way(NamedTuple):
    name: str
    square_of: Callable[[tuple[int, ...], Sequence[Square]], Square | None]
    boxes: Sequence[Square]


def _ways(level: Level, by_square: bool) -> Iterator[_Way]:
    for base, (named, top) in product((1, 0), product((0, 1), (True, False))):
        if by_square:
            name = f"{('column-row', 'row-column')[named]} from {base}, rows from the {'top' if top else 'bottom'}"
            last = level.board.height - 1
            yield _Way(name, partial(_at_place, base=base, column=named, last=None if top else last), ())
        elif top:
            boxes = sorted(level.boxes, key=lambda square: (square[named], square[1 - named]))
            name = f"boxes numbered from {base}, in {('row', 'column')[named]} order"
            yield _Way(name, partial(_with_number, base=base), boxes)


def _at_place(box: tuple[int, ...], _: Sequence[Square], *, base: int, column: int, last: int | None) -> Square:
    row = box[1 - column] - base
    return Square(row if last is None else last - row, box[column] - base)


def _with_number(box: tuple[int, ...], boxes: Sequence[Square], *, base: int) -> Square | None:
    number = box[0] - base
    return boxes[number] if 0 <= number < len(boxes) else None


def _play_items(level: Level, items: Sequence[PushItem], way: _Way, limit: int) -> PushReading:
    boxes, numbered, player = set(level.boxes), list(way.boxes), level.player
    letters: list[str] = []
    length = pushes = 0
    wanted = sum(item.times for item in items)

    def outcome(reason: str | None) -> PushReading:
        return PushReading("".join(letters), way.name, pushes, wanted, reason)

    for item in items:
        square = way.square_of(item.box, numbered)
        if square is None or square not in boxes:
            return outcome(f"there is no box {'-'.join(map(str, item.box))}")
        walk = find_walk(level.board, boxes, player, neighbour(square, item.direction.opposite))
        if walk is None:
            return outcome(f"the player cannot get behind box {'-'.join(map(str, item.box))}")
        length += len(walk) + min(item.times, limit + 1)
        if length > limit:
            raise LimitError("R3", f"the play has more than {limit:,} steps; raise the limit to read it", 1, 1)
        letters.append(walk)
        for _ in range(item.times):
            landing = neighbour(square, item.direction)
            if level.board.is_wall(landing) or landing in boxes:
                return outcome(f"the box is blocked by {'a box' if landing in boxes else 'a wall'}")
            letters.append(item.direction.letter.upper())
            boxes ^= {square, landing}
            if numbered:
                numbered[numbered.index(square)] = landing
            player, square = square, landing
            pushes += 1
    return outcome(None)
