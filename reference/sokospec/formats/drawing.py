"""Conversion of a drawn board to a level."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, repeat
from typing import NamedTuple

from sokospec.board import Board, Level, Square, State, level_defects
from sokospec.errors import Defect, LimitError
from sokospec.formats.rle import DEFAULT_LIMIT
from sokospec.formats.walking import Walk

_WALL = re.compile("#")
_PIECE = re.compile("[@+$*.]")
_DRAWN = re.compile("[^ ](?:.*[^ ])?")

MOST_PLACES = 100
"""Number of defects of one kind that are listed before "and in more places"."""

_CLOSE_IT = "close the outer wall or use --close"


@dataclass(frozen=True, slots=True)
class Reading:
    """Options of reading.

    `lenient` repairs text with one obvious meaning; `close` adds a missing outer wall. `limit` is the largest number of
    squares of a board, or steps of a play.
    """

    lenient: bool = False
    close: bool = False
    limit: int = DEFAULT_LIMIT


class Alphabet(NamedTuple):
    """Symbols of a format: the pattern of all other characters, which are floor, and the translation to XSB."""

    name: str
    foreign: re.Pattern[str]
    to_xsb: Mapping[int, int]


class Row(NamedTuple):
    """Row in the symbols `#@+$*. ` or another alphabet, its line, and the columns (from 1)."""

    symbols: str
    line: int
    columns: Sequence[int]


@dataclass(frozen=True, slots=True)
class DrawnLevel:
    """Level, or the defects that prevent one; repairs; and warnings (rules W1 and W2)."""

    level: Level | None = None
    defects: tuple[Defect, ...] = ()
    repairs: tuple[Defect, ...] = ()
    warnings: tuple[Defect, ...] = ()


class _Pieces(NamedTuple):
    goals: list[Square]
    boxes: list[Square]
    players: list[Square]


class _Frame(NamedTuple):
    top: int
    left: int
    height: int
    width: int

    def inside(self, squares: Iterable[Square]) -> frozenset[Square]:
        top, left = self.top, self.left
        if top or left:
            return frozenset(Square(row - top, column - left) for row, column in squares)
        return frozenset(squares)


def level_of(rows: Sequence[Row], reading: Reading, title: str = "") -> DrawnLevel:
    """Return the meaning of rows, in time linear in the area. Raises `LimitError`.

    Rule L5: in strict reading, the player cannot walk off the grid, boxes taken away.
    Rule F3: empty rows and columns around a level are no part of it, unless the player can walk on them.
    Rule W1: a box that the player can never reach, off the goals, makes the level unsolvable.
    Rule W2: a goal that the player can never reach, without a box, makes the level unsolvable.

    >>> drawn = level_of([Row("#@$.#", 1, range(1, 6))], Reading())
    >>> [(defect.rule, defect.column) for defect in drawn.defects]
    [('L5', 2), ('L5', 3), ('L5', 4)]
    """
    if not rows:
        return DrawnLevel(defects=tuple(level_defects(Board(0, 0, frozenset(), frozenset()), (), ())))
    height, width = len(rows), max([len(row.symbols) for row in rows])
    _check_area(rows, height, width, reading.limit)
    symbols = [row.symbols.ljust(width) for row in rows]
    drawing = "".join(symbols)
    pieces = _pieces(drawing, width)
    walk = Walk(symbols, pieces.players)
    edge = walk.edge()
    ring = bool(edge) and reading.close
    repairs: list[Defect] = []
    open_at: list[Square] = []
    if ring:
        _check_area(rows, height + 2, width + 2, reading.limit)
        repairs.append(_at(rows, edge[0], "L5", "the outer wall was missing: closed with a ring of walls"))
    elif edge and reading.lenient:
        repairs.append(_at(rows, edge[0], "L5", "the level is open: squares outside the grid count as walls"))
    else:
        open_at = edge
    frame = _find_frame(symbols, walk, margin=1 if ring else 0)
    walls = frame.inside(_squares(_WALL, drawing, width))
    board = Board(frame.width, frame.height, walls | _ring(frame) if ring else walls, frame.inside(pieces.goals))
    boxes, players = frame.inside(pieces.boxes), frame.inside(pieces.players)
    defects = [
        *(_place(defect, rows, pieces.players) for defect in level_defects(board, boxes, players)),
        *_all_at(
            rows,
            open_at,
            "L5",
            f"the player can walk off the grid here; {_CLOSE_IT}",
            "the player can walk off the grid here, too",
        ),
    ]
    if defects:
        return DrawnLevel(defects=tuple(defects), repairs=tuple(repairs))
    lost_boxes = _find_lost(pieces.boxes, walk, pieces.goals)
    lost_goals = _find_lost(pieces.goals, walk, pieces.boxes)
    warnings = [
        *_all_at(rows, lost_boxes, "W1", "the player can never reach this box, and it stands on no goal"),
        *_all_at(rows, lost_goals, "W2", "the player can never reach this goal, and no box stands on it"),
    ]
    (player,) = players
    return DrawnLevel(Level(board, State(boxes, player), title), (), tuple(repairs), tuple(warnings))


def _check_area(rows: Sequence[Row], height: int, width: int, limit: int) -> None:
    if height * width > limit:
        message = f"the board has {height} x {width} squares, more than the limit of {limit:,}"
        raise LimitError("R3", message, rows[0].line)


def truncate_defects(defects: Iterable[Defect]) -> Iterator[Defect]:
    """Yield the first `MOST_PLACES` defects, then one that says that there are more.

    >>> flaws = (Defect("L5", "here", 1, column) for column in range(1, 1000))
    >>> [str(flaw) for flaw in truncate_defects(flaws)][-1]
    'line 1, column 101: and in more places from here on: here [L5]'
    """
    remaining = iter(defects)
    yield from islice(remaining, MOST_PLACES)
    for defect in islice(remaining, 1):
        yield defect._replace(message=f"and in more places from here on: {defect.message}")


def draw_level(
    rows: Iterable[Row],
    alphabet: Alphabet,
    flaws_of: Callable[[Sequence[Row]], Iterable[Defect]],
    reading: Reading,
    title: str = "",
) -> DrawnLevel:
    """Return the meaning of rows in an alphabet; lenient reading repairs the flaws of the rows in XSB."""
    in_xsb: list[Row] = []
    strange: list[Row] = []
    for row in rows:
        if alphabet.foreign.search(row.symbols):
            strange.append(row)
        in_xsb.append(row._replace(symbols=alphabet.foreign.sub(" ", row.symbols).translate(alphabet.to_xsb)))
    foreign = (
        Defect("F9", f"{match[0]!r} is not a symbol of {alphabet.name}", row.line, row.columns[match.start()])
        for row in strange
        for match in alphabet.foreign.finditer(row.symbols)
    )
    try:
        drawn = level_of(in_xsb, reading, title)
    except LimitError as error:
        return DrawnLevel(defects=(error.defect,))
    return with_flaws(replace(drawn, defects=(*truncate_defects(foreign), *drawn.defects)), flaws_of(in_xsb), reading)


def with_flaws(drawn: DrawnLevel, flaws: Iterable[Defect], reading: Reading) -> DrawnLevel:
    """Return a drawing with flaws, which lenient reading repairs, and without its level if it has defects.

    >>> with_flaws(DrawnLevel(), [Defect("F8", "no end")], Reading(lenient=True)).repairs
    (Defect(rule='F8', message='no end', line=None, column=None),)
    """
    if reading.lenient:
        drawn = replace(drawn, repairs=(*flaws, *drawn.repairs))
    else:
        drawn = replace(drawn, defects=(*flaws, *drawn.defects))
    return replace(drawn, level=None) if drawn.defects else drawn


def _all_at(rows: Sequence[Row], squares: Iterable[Square], rule: str, *messages: str) -> Iterator[Defect]:
    """Yield a defect for each square; the last message is for all further ones."""
    texts = chain(messages, repeat(messages[-1]))
    return truncate_defects(_at(rows, square, rule, text) for square, text in zip(squares, texts, strict=False))


def _squares(kind: re.Pattern[str], drawing: str, width: int) -> list[Square]:
    return [Square(*divmod(match.start(), width)) for match in kind.finditer(drawing)]


def _pieces(drawing: str, width: int) -> _Pieces:
    goals, boxes, players = pieces = _Pieces([], [], [])
    for match in _PIECE.finditer(drawing):
        symbol, square = match[0], Square(*divmod(match.start(), width))
        if symbol in ".*+":
            goals.append(square)
        if symbol in "$*":
            boxes.append(square)
        elif symbol != ".":
            players.append(square)
    return pieces


def _find_lost(squares: Sequence[Square], walk: Walk, others: Sequence[Square]) -> list[Square]:
    lost = [square for square in squares if square not in walk]
    return sorted(set(lost).difference(others)) if lost else lost


def _find_frame(symbols: Sequence[str], walk: Walk, *, margin: int) -> _Frame:
    spans = [
        (row, *span)
        for row, drawn in enumerate(symbols)
        for span in [*(match.span() for match in _DRAWN.finditer(drawn)), *walk.runs[row]]
    ]
    if not spans:
        return _Frame(0, 0, 1, 1)
    top, left = spans[0][0] - margin, min(start for _, start, _ in spans) - margin
    height, width = spans[-1][0] - top + 1 + margin, max(end for _, _, end in spans) - left + margin
    return _Frame(top, left, height, width)


def _ring(frame: _Frame) -> frozenset[Square]:
    across = {Square(row, column) for row in (0, frame.height - 1) for column in range(frame.width)}
    return frozenset(across | {Square(row, column) for row in range(frame.height) for column in (0, frame.width - 1)})


def _at(rows: Sequence[Row], square: Square, rule: str, message: str) -> Defect:
    row = rows[square.row]
    if square.column < len(row.columns):
        column = row.columns[square.column]
    else:  # the row ends before this column; the squares that follow its last symbol are floor
        column = (row.columns[-1] if row.columns else 0) + 1 + square.column - len(row.columns)
    return Defect(rule, message, row.line, column)


def _place(defect: Defect, rows: Sequence[Row], players: Sequence[Square]) -> Defect:
    second = players[1] if defect.rule == "L1" and len(players) > 1 else Square(0, 0)
    return _at(rows, second, defect.rule, defect.message)
