"""MF8, the notation of the mf8 forum: `[soko=w,h]`, rows in `H a x $ * . _`, `[/soko]`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sokospec.errors import Defect, ParseError
from sokospec.formats import xsb
from sokospec.formats.collection import Collection, Entry
from sokospec.formats.drawing import Drawn, Reading, Row, level_of

HEADER = re.compile(r"\[soko=(\d{1,9}),(\d{1,9})\]", re.IGNORECASE)
END = re.compile(r"\[/soko\]", re.IGNORECASE)
SYMBOL_OF = dict(zip("Hax$*._-X", "#@+$*.  +", strict=True))
FROM_XSB = str.maketrans("#@+ ", "Hax_")


def read(text: str, reading: Reading | None = None) -> Collection:
    """Return the entries of every `[soko=...]` block of a text; text around the blocks is left alone.

    Rule F8: a block names its width and height, which its rows match, and ends with `[/soko]`. The size `0,0`, which
    some programs write, says nothing. Lenient reading takes the rows as they are.

    >>> str(read("[soko=5,3]\\nHHHHH\\nHa$.H\\nHHHHH\\n[/soko]")[0].level)
    '#####\\n#@$.#\\n#####'
    """
    reading = reading or Reading()
    entries: list[Entry] = []
    block: list[tuple[int, str]] | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        header = HEADER.search(line)
        if header:
            if block is not None:
                entries.append(_entry(len(entries) + 1, block, reading, closed=False))
            block = [(number, header[0])]
        elif block is not None and END.search(line):
            entries.append(_entry(len(entries) + 1, block, reading, closed=True))
            block = None
        elif block is not None:
            block.append((number, line.strip()))
    if block is not None:
        entries.append(_entry(len(entries) + 1, block, reading, closed=False))
    return Collection.of(entries)


def _entry(number: int, block: list[tuple[int, str]], reading: Reading, *, closed: bool) -> Entry:
    first, header = block[0]
    try:
        rows = [_row(line, text) for line, text in block[1:] if text]
        if not rows:
            raise ParseError("F8", "the [soko=...] block has no rows", first)
        flaws = list(_flaws(header, rows, first, closed=closed))
        if flaws and not reading.lenient:
            return Entry(number, Drawn(defects=tuple(flaws)), line=first)
        drawn = level_of(rows, reading)
        drawn = Drawn(drawn.level, drawn.defects, (*flaws, *drawn.repairs), drawn.warnings)
    except ParseError as error:
        drawn = Drawn(defects=(error.defect,))
    return Entry(number, drawn, line=first)


def _row(number: int, text: str) -> Row:
    for column, symbol in enumerate(text, start=1):
        if symbol not in SYMBOL_OF:
            raise ParseError("F9", f"{symbol!r} is no symbol of MF8; they are H a x $ * . _ -", number, column)
    return Row("".join(SYMBOL_OF[symbol] for symbol in text), number, range(1, len(text) + 1))


def _flaws(header: str, rows: list[Row], line: int, *, closed: bool) -> Iterable[Defect]:
    if not closed:
        yield Defect("F8", "the [soko=...] block is never closed with [/soko]", line, 1)
    match = HEADER.fullmatch(header)
    named = (int(match[1]), int(match[2])) if match else (0, 0)
    drawn = (max(len(row.symbols) for row in rows), len(rows))
    if named not in ((0, 0), drawn):
        message = f"the block names {named[0]} x {named[1]} squares but draws {drawn[0]} x {drawn[1]}"
        yield Defect("F8", message, line, 1)


def write(entries: Iterable[Entry]) -> str:
    """Return MF8 text, one block for each entry; titles and recordings have no place in it. Raises `InvalidLevel`.

    >>> from sokospec.formats import xsb
    >>> print(write(xsb.read("#####\\n#@$.#\\n#####")), end="")
    [soko=5,3]
    HHHHH
    Ha$.H
    HHHHH
    [/soko]
    """
    return "\n".join(_block(entry) for entry in entries)


def _block(entry: Entry) -> str:
    board, state = entry.level.board, entry.level.state
    rows = [row.translate(FROM_XSB) for row in xsb.board_rows(board, state)]
    return "\n".join([f"[soko={board.width},{board.height}]", *rows, "[/soko]"]) + "\n"
