"""MF8, the notation of the mf8 forum: `[soko=w,h]`, rows in `H a x $ * . _`, `[/soko]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sokospec.errors import Defect
from sokospec.formats import xsb
from sokospec.formats.collection import Collection, Entry
from sokospec.formats.drawing import Alphabet, Reading, Row, draw_level
from sokospec.formats.lines import split_lines

_HEADER = re.compile(r"\[soko=([0-9]{1,9}),([0-9]{1,9})\]", re.IGNORECASE)
_END = re.compile(r"\[/soko\]", re.IGNORECASE)
ALPHABET = Alphabet("MF8; they are H a x $ * . _ -", re.compile(r"[^HaxX$*._-]"), str.maketrans("HaxX_-", "#@++  "))
FROM_XSB = str.maketrans("#@+ ", "Hax_")


def has_header(text: str) -> bool:
    """Tell whether `[soko=w,h]` stands in a text."""
    return _HEADER.search(text) is not None


class _Block(NamedTuple):
    line: int
    width: int
    height: int
    rows: list[Row]
    closed: bool


def read(text: str, reading: Reading | None = None) -> Collection:
    r"""Return the entries of every `[soko=...]` block; other text is ignored.

    >>> str(read("[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]")[0].level)
    '#####\n#@$.#\n#####'
    """
    reading = reading or Reading()
    blocks = enumerate(_blocks(text), start=1)
    return Collection(tuple(partial(_entry, number, block, reading) for number, block in blocks))


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block | None = None
    for number, line in enumerate(split_lines(text), start=1):
        header = _HEADER.search(line) if "[" in line else None
        if block and (header or ("[" in line and _END.search(line))):
            yield block._replace(closed=header is None)
            block = None
        if header:
            block = _Block(number, int(header[1]), int(header[2]), [], closed=False)
        elif block and line.strip():
            row, first = line.strip(), len(line) - len(line.lstrip()) + 1
            block.rows.append(Row(row, number, range(first, first + len(row))))
    if block:
        yield block


def _entry(number: int, block: _Block, reading: Reading) -> Entry:
    return Entry(number, draw_level(block.rows, ALPHABET, partial(_flaws, block), reading), line=block.line)


def _flaws(block: _Block, rows: Sequence[Row]) -> Iterator[Defect]:
    """Yield the flaws of the frame.

    Rule F8: a block names the width and height of its rows and ends with `[/soko]`.
    """
    if not block.closed:
        yield Defect("F8", "the [soko=...] block is never closed with [/soko]", block.line, 1)
    drawn = (max((len(row.symbols) for row in rows), default=0), len(rows))
    if (block.width, block.height) not in ((0, 0), drawn):
        message = f"the block names {block.width} x {block.height} squares but draws {drawn[0]} x {drawn[1]}"
        yield Defect("F8", message, block.line, 1)


def write_entry(entry: Entry) -> str:
    """Return one block, without a title and recordings. Raises `InvalidLevel`.

    >>> from sokospec import Level
    >>> from sokospec.formats import entry_of
    >>> print(write_entry(entry_of(Level.parse("#####|#@$.#|#####"))), end="")
    [soko=5,3]
    HHHHH
    Ha$.H
    HHHHH
    [/soko]
    """
    board, state = entry.level.board, entry.level.state
    rows = [row.translate(FROM_XSB) for row in xsb.board_rows(board, state)]
    return "\n".join([f"[soko={board.width},{board.height}]", *rows, "[/soko]"]) + "\n"
