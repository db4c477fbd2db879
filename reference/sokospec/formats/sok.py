"""Sok 0.19, the format of Sokoban YASC: XSB plus the letters `W p P b B`, and run lengths."""

from __future__ import annotations

from collections.abc import Iterable

from sokospec.formats import xsb
from sokospec.formats.collection import Collection, Entry, header_of
from sokospec.formats.drawing import Reading
from sokospec.formats.entries import read as read_text
from sokospec.formats.rle import compress

_LETTERS = str.maketrans("#@+$* ", "WpPbB-")


def read(text: str, reading: Reading | None = None) -> Collection:
    r"""Return the entries of Sok text in either alphabet.

    >>> str(read("First\n\nWWWWW\nWpb.W\n5W\n")[0].level)
    '#####\n#@$.#\n#####'
    """
    return read_text(text, reading or Reading())


def write(entries: Iterable[Entry], *, letters: bool = False) -> str:
    r"""Return Sok text; `letters` selects the second alphabet. Raises `InvalidLevel`.

    Boards with floor or unreachable pieces outside their walls keep the first one, as letters would be ambiguous.

    >>> print(write(read("#####\n#@$.#\n#####"), letters=True).splitlines()[1])
    Wpb.W
    """
    header = xsb.write_header(header_of(entries))
    return header + "\n".join(write_entry(entry, letters=letters) for entry in entries)


def write_entry(entry: Entry, *, letters: bool = False) -> str:
    """Return one entry, with its board in letters if that can be read back."""
    board = xsb.board_text(entry.level.board, entry.level.state)
    walled = all(row.strip("- ")[:1] in "#*" and row.strip("- ")[-1:] in "#*" for row in board.split("\n"))
    return xsb.write_entry(entry, board=board.translate(_LETTERS) if letters and walled else board)


def write_run_lengths(entry: Entry) -> str:
    """Return one line with run lengths. Raises `InvalidLevel`."""
    return compress(xsb.board_text(entry.level.board, entry.level.state).replace(" ", "-").replace("\n", "|")) + "\n"
