"""Play link: `w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH`, MF8 symbols (SokoPlayer HTML5)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import quote

from sokospec.errors import Defect, LimitError
from sokospec.formats import mf8, xsb
from sokospec.formats.collection import Collection, Entry
from sokospec.formats.drawing import DrawnLevel, Reading, Row, draw_level
from sokospec.formats.lines import split_lines
from sokospec.formats.rle import SPARE, split_rows

_FIELD = re.compile(r"(?:(?<=[?&])|^)(w|h|lvl)=([^&#]*)")
_CHARACTER = re.compile(r"%([0-9A-Fa-f]{2})|.")


def read(text: str, reading: Reading | None = None) -> Collection:
    r"""Return the entries of a text with one link or query per line; other lines are ignored.

    >>> str(read("https://example.org/play?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH")[0].level)
    '#####\n#@$.#\n#####'
    """
    reading = reading or Reading()
    links = ((number, line) for number, line in enumerate(split_lines(text), start=1) if _is_link(line))
    return Collection(
        tuple(partial(_entry, index, number, line, reading) for index, (number, line) in enumerate(links, start=1))
    )


def _is_link(line: str) -> bool:
    """Tell whether a line is nothing but a play link or its query.

    >>> _is_link("https://example.org/play?w=5&lvl=H"), _is_link("; see play?lvl=H")
    (True, False)
    """
    words = line.split(maxsplit=1) if "lvl=" in line else []
    return len(words) == 1 and any(match[1] == "lvl" for match in _FIELD.finditer(words[0]))


def has_link(text: str) -> bool:
    """Tell whether a line of a text is a play link."""
    return "lvl=" in text and any(map(_is_link, split_lines(text)))


def _entry(index: int, number: int, line: str, reading: Reading) -> Entry:
    link = line.strip()
    fields = {match[1]: match for match in _FIELD.finditer(link)}
    text = fields["lvl"][2]
    if len(text) > 2 * reading.limit + SPARE:
        limit = LimitError("R3", f"the link draws more than {reading.limit:,} squares; raise the limit", number)
        return Entry(index, DrawnLevel(defects=(limit.defect,)), line=number)
    symbols, columns = _unescape(text, line.index(link) + fields["lvl"].start(2) + 1)
    rows = (Row(part, number, places) for part, places in split_rows(symbols, columns))
    named = {key: match[2] for key, match in fields.items()}
    return Entry(index, draw_level(rows, mf8.ALPHABET, partial(_flaws, named, number), reading), line=number)


def _unescape(text: str, first_column: int) -> tuple[str, Sequence[int]]:
    if "%" not in text:
        return text, range(first_column, first_column + len(text))
    characters = list(_CHARACTER.finditer(text))
    symbols = "".join(chr(int(match[1], 16)) if match[1] else match[0] for match in characters)
    return symbols, array("Q", (first_column + match.start() for match in characters))


def _flaws(named: Mapping[str, str], number: int, rows: Sequence[Row]) -> Iterator[Defect]:
    """Yield the flaws of sizes.

    Rule F10: a play link has w, h and lvl, and lvl draws h rows, the widest of w squares.
    """
    for key, size in (("w", max(len(row.symbols) for row in rows)), ("h", len(rows))):
        if key not in named:
            yield Defect("F10", f"the play link has no {key}=", number, 1)
        elif named[key] != str(size):
            yield Defect("F10", f"the play link names {key}={named[key][:20]} but draws {size}", number, 1)


def write_entry(entry: Entry) -> str:
    r"""Return a query, without a player's address. Raises `InvalidLevel`.

    >>> from sokospec import Level
    >>> from sokospec.formats import entry_of
    >>> write_entry(entry_of(Level.parse("#####|#@$.#|#####")))
    'w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH\n'
    """
    board, state = entry.level.board, entry.level.state
    rows = "|".join(row.translate(mf8.FROM_XSB) for row in xsb.board_rows(board, state))
    return f"w={board.width}&h={board.height}&lvl={quote(rows, safe='|$*._')}\n"
