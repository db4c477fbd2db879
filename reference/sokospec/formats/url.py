"""The play link: `w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH`, MF8 symbols with `|` between the rows (SokoPlayer HTML5)."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, urlsplit

from sokospec.errors import Defect, ParseError
from sokospec.formats import mf8, xsb
from sokospec.formats.collection import Collection, Entry
from sokospec.formats.drawing import Drawn, Reading, Row, level_of


def read(text: str, reading: Reading | None = None) -> Collection:
    """Return the entries of a text with one play link, or its query alone, on each line.

    Rule F10: a play link has w, h and lvl, and lvl draws h rows of w squares in the symbols of MF8. Lenient reading
    does without w and h, and takes the rows as they are.

    >>> str(read("https://example.org/play?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH")[0].level)
    '#####\\n#@$.#\\n#####'
    """
    reading = reading or Reading()
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if "lvl=" in line]
    return Collection.of(_entry(index, number, line, reading) for index, (number, line) in enumerate(lines, start=1))


def _entry(index: int, number: int, line: str, reading: Reading) -> Entry:
    try:
        fields = dict(parse_qsl(urlsplit(line).query if "?" in line else line, keep_blank_values=True))
        rows = _rows(fields.get("lvl", ""), number, line.index("lvl=") + 5)
        flaws = list(_flaws(fields, rows, number))
        if flaws and not reading.lenient:
            return Entry(index, Drawn(defects=tuple(flaws)), line=number)
        drawn = level_of(rows, reading)
        drawn = Drawn(drawn.level, drawn.defects, (*flaws, *drawn.repairs), drawn.warnings)
    except ParseError as error:
        drawn = Drawn(defects=(error.defect,))
    except ValueError as error:  # what urllib says of a link that is none
        drawn = Drawn(defects=(Defect("F10", f"the play link cannot be taken apart: {error}", number, 1),))
    return Entry(index, drawn, line=number)


def _rows(drawing: str, number: int, first_column: int) -> list[Row]:
    rows = []
    column = first_column
    for part in drawing.split("|"):
        for offset, symbol in enumerate(part):
            if symbol not in mf8.SYMBOL_OF:
                message = f"{symbol!r} is no symbol of a play link; they are H a x $ * . _ -"
                raise ParseError("F9", message, number, column + offset)
        symbols = "".join(mf8.SYMBOL_OF[symbol] for symbol in part)
        rows.append(Row(symbols, number, range(column, column + len(part))))
        column += len(part) + 1
    return rows


def _flaws(fields: dict[str, str], rows: list[Row], number: int) -> Iterable[Defect]:
    drawn = {"w": max(len(row.symbols) for row in rows), "h": len(rows)}
    for key, size in drawn.items():
        named = fields.get(key)
        if named is None:
            yield Defect("F10", f"the play link has no {key}=", number, 1)
        elif named != str(size):
            yield Defect("F10", f"the play link names {key}={named[:20]} but draws {size}", number, 1)


def write(entries: Iterable[Entry]) -> str:
    """Return one query a line; put any player's address and '?' before it. Raises `InvalidLevel`.

    >>> from sokospec.formats import xsb
    >>> write(xsb.read("#####\\n#@$.#\\n#####"))
    'w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH\\n'
    """
    return "".join(f"{_query(entry)}\n" for entry in entries)


def _query(entry: Entry) -> str:
    board, state = entry.level.board, entry.level.state
    rows = "|".join(row.translate(mf8.FROM_XSB) for row in xsb.board_rows(board, state))
    return f"w={board.width}&h={board.height}&lvl={quote(rows, safe='|$*._')}"
