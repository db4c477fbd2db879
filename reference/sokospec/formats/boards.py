"""Boards in a text: which lines draw one, and what rows and defects those lines come to."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import rle
from sokospec.formats.drawing import MOST_PLACES, Reading, Row, listed
from sokospec.formats.lines import PLAIN, SYMBOL_OF, Line

ROWS = ("row", "floor", "flawed")
PLAIN_ROW = re.compile(r"[-_ \t#@+$*.]*")
LONE_COUNT = re.compile(r"[0-9](?:\)|\Z)")
TAB = 8
"""Tab stops stand every so many columns."""


def boards(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return [start, end) of every run of lines that is a board.

    Rule F16: a board is a run of lines without a blank one between them that are rows in the symbols of XSB or Sok, and
    has a player, or walls and pieces and at least three rows. Rows of floor alone belong to it between other rows only,
    and so do rows that hold a few characters which are no symbols. At the top and at the bottom, lines without a wall
    belong to it only when they begin with a box on a goal or when boxes and goals are equal in number with them. When
    every line of a run has several rows and a player, each line is a board.

    >>> from sokospec.formats.lines import classify
    >>> boards(classify("#####\\n#@$.#\\n#####\\n----\\ntext")[0])
    [(0, 3)]
    """
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(lines):
        if lines[index].kind not in ROWS:
            index += 1
            continue
        end = index
        while end < len(lines) and lines[end].kind in ROWS:
            end += 1
        if all(_is_whole_board(line.text) for line in lines[index:end]):
            found.extend((start, start + 1) for start in range(index, end))
        else:
            start, stop = _board_within(lines, index, end)
            if start < stop:
                found.append((start, stop))
        index = end
    return found


def _is_whole_board(line: str) -> bool:
    return "|" in line.rstrip("| \t") and any(player in line for player in "@+pP")


def _board_within(lines: Sequence[Line], start: int, end: int) -> tuple[int, int]:
    """Return the part of a run of rows that is a board, empty when it is text that merely looks like rows."""
    rows = [line.kind == "row" and not _is_title_of_digits(line.text) for line in lines[start:end]]
    walled = [row and _shows_wall(line.text) for row, line in zip(rows, lines[start:end], strict=True)]
    first, last = _ends(rows)
    has_walls = any("#" in line.text or "W" in line.text for line in lines[start + first : start + last])
    if has_walls and not _is_balanced(lines[start + first : start + last]):
        first, last = _ends(walled)
    symbols = "".join(line.text for line in lines[start + first : start + last])
    has_player = any(player in symbols for player in "@+pP")
    has_pieces = any(piece in symbols for piece in "$*.bB")
    height = last - first + symbols.count("|")
    if has_player or (has_walls and has_pieces and height >= 3):
        return start + first, start + last
    return start, start


def _ends(belongs: Sequence[bool]) -> tuple[int, int]:
    """Return [start, end) from the first to the last line that belongs to a board."""
    where = [index for index, does in enumerate(belongs) if does]
    return (where[0], where[-1] + 1) if where else (0, 0)


def _shows_wall(line: str) -> bool:
    return "#" in line or "W" in line or line.strip("-_ \t0123456789(")[0] in "*B"


def _is_balanced(lines: Sequence[Line]) -> bool:
    """Say whether plain rows have one player and as many boxes as goals."""
    if not all(line.kind == "floor" or PLAIN.fullmatch(line.text) for line in lines):
        return False
    count = {symbol: sum(line.text.count(symbol) for line in lines) for symbol in "@+$."}
    return count["@"] + count["+"] == 1 and count["$"] == count["."] + count["+"]


def _is_title_of_digits(line: str) -> bool:
    """Say whether a line such as '#50 (3)' looks like a row with run lengths but is none."""
    bare = line.strip()
    return " " in bare and LONE_COUNT.search(bare) is not None and not PLAIN.fullmatch(line)


class Drawing(NamedTuple):
    """What the lines of a board come to: rows, the defects of those that are none, and the repairs made."""

    rows: list[Row]
    defects: list[Defect]
    repairs: list[Defect]


def rows_of(lines: Sequence[Line], reading: Reading) -> Drawing:
    """Return the rows that the lines of a board draw, in the symbols of XSB, with the defects of all lines.

    Raises `LimitError` when the board has more squares than the limit.

    >>> from sokospec.formats.lines import classify
    >>> [row.symbols for row in rows_of(classify("3#|#.3#\\n#p-b.W")[0], Reading()).rows]
    ['###', '#.###', '#@ $.#']
    """
    rows: list[Row] = []
    defects: list[Defect] = []
    room = reading.limit
    widest = 1
    for line in lines:
        try:
            made, cost = _rows_on(line, room)
            room -= cost
            widest = max(widest, *(len(row.symbols) for row in made))
            if (len(rows) + len(made)) * widest > reading.limit:
                raise LimitError("R3", "too many rows")
        except LimitError as error:
            message = f"the board has more than {reading.limit:,} squares; raise the limit to read it"
            raise LimitError("R3", message, line.number, line.quoted + (error.column or 1)) from None
        except ParseError as error:
            if len(defects) <= MOST_PLACES:
                defects.append(Defect(error.rule, error.message, line.number, line.quoted + (error.column or 1)))
        else:
            rows.extend(made)
            if len(defects) <= MOST_PLACES:
                defects.extend(_foreign(line))
    defects = list(listed(defects))
    flaw = _tab_flaw(lines)
    if flaw and not reading.lenient:
        return Drawing(rows, [*defects, flaw], [])
    repair = [flaw._replace(message=f"{flaw.message}: tab stops taken every {TAB} columns")] if flaw else []
    return Drawing(rows, defects, repair)


def _rows_on(line: Line, room: int) -> tuple[list[Row], int]:
    """Return the row, or the rows, of a line, and how many symbols were made for it; what is no symbol is floor."""
    text = line.text.rstrip()
    if line.kind == "flawed" or PLAIN_ROW.fullmatch(text):
        if len(text) + (TAB - 1) * text.count("\t") > room:
            raise LimitError("R3", "too long")
        symbols, columns = _untabbed(text, line.quoted + 1)
        return [Row(symbols.rstrip(), line.number, columns)], len(symbols)
    expanded = rle.expand(text, room)
    rows: list[Row] = []
    start = 0
    parts = expanded.symbols.removesuffix("|").split("|")
    if len(parts) * max(map(len, parts)) > room:
        raise LimitError("R3", "too many rows")
    for part in parts:
        offsets = expanded.offsets[start : start + len(part)]
        symbols = "".join(SYMBOL_OF.get(symbol, " ") for symbol in part)
        rows.append(Row(symbols.rstrip(), line.number, array("Q", (offset + line.quoted + 1 for offset in offsets))))
        start += len(part) + 1
    return rows, len(expanded.symbols)


def _untabbed(text: str, first_column: int) -> tuple[str, Sequence[int]]:
    if "\t" not in text:
        symbols = "".join(SYMBOL_OF.get(character, " ") for character in text)
        return symbols, range(first_column, first_column + len(text))
    drawn: list[str] = []
    columns = array("Q")
    for column, character in enumerate(text, start=first_column):
        if character == "\t":
            width = TAB - len(drawn) % TAB
            drawn.extend(repeat(" ", width))
            columns.extend(repeat(column, width))
        else:
            drawn.append(SYMBOL_OF.get(character, " "))
            columns.append(column)
    return "".join(drawn), columns


def _foreign(line: Line) -> Iterator[Defect]:
    """Yield every character of a flawed row that is no symbol.

    Rule F9: every character of a row is one of the format's symbols.
    """
    if line.kind == "flawed":
        for column, character in enumerate(line.text.rstrip(), start=line.quoted + 1):
            if character not in "#@+$*.-_ \t":
                yield Defect("F9", f"{character!r} is no symbol of a board", line.number, column)


def _tab_flaw(lines: Sequence[Line]) -> Defect | None:
    """Return what is wrong with the tabs of a board, if anything.

    Rule F4: tabs in a row stand for floor up to the next multiple of eight columns; strict reading refuses a board
    whose shape depends on that width.
    """
    tabbed = next((line for line in lines if "\t" in line.text.rstrip()), None)
    if tabbed is None or _same_at_any_width([line.text.rstrip() for line in lines]):
        return None
    message = "the board's shape depends on the width of this tab; write spaces or '-'"
    return Defect("F4", message, tabbed.number, tabbed.quoted + tabbed.text.index("\t") + 1)


def _same_at_any_width(texts: Sequence[str]) -> bool:
    """Say whether the drawing is the same, up to its left margin, whatever the distance of tab stops."""

    def drawing(width: int) -> list[str]:
        rows = [re.sub("[-_]", " ", text.expandtabs(width)).rstrip() for text in texts]
        margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
        return [row[margin:] for row in rows]

    return drawing(TAB) == drawing(4) == drawing(1)
