"""XSB: the common text format of levels, `#` wall, `@` player, `$` box, `.` goal, `*` and `+` on a goal."""

from __future__ import annotations

from collections.abc import Iterable

from sokospec.board import Board, Square, State
from sokospec.formats import lurd
from sokospec.formats.collection import Collection, Entry, Recording
from sokospec.formats.drawing import Reading
from sokospec.formats.text import kind_of_play
from sokospec.formats.text import read as read_text


def symbol_at(board: Board, state: State, square: Square) -> str:
    """Return the XSB symbol of a square.

    >>> from sokospec import Level
    >>> level = Level.parse("#####\\n#@$.#\\n#####")
    >>> symbol_at(level.board, level.state, Square(1, 2))
    '$'
    """
    if board.is_wall(square):
        return "#"
    on_goal = square in board.goals
    if square in state.boxes:
        return "*" if on_goal else "$"
    if square == state.player:
        return "+" if on_goal else "@"
    return "." if on_goal else " "


def board_rows(board: Board, state: State) -> list[str]:
    """Return every row at full width, floor as spaces."""
    return [
        "".join(symbol_at(board, state, Square(row, column)) for column in range(board.width))
        for row in range(board.height)
    ]


def board_text(board: Board, state: State) -> str:
    """Return the board as XSB lines without trailing floor; an empty row inside is written '-'.

    >>> from sokospec import Level
    >>> level = Level.parse("5#|#@$.#|5#")
    >>> print(board_text(level.board, level.state))
    #####
    #@$.#
    #####
    """
    return "\n".join(row.rstrip() or "-" for row in board_rows(board, state))


def read(text: str, reading: Reading | None = None) -> Collection:
    """Return the entries of XSB text; see `sokospec.formats.text` for what belongs to an entry.

    >>> [entry.title for entry in read("#####\\n#@$.#\\n#####\\nTitle: One push\\n")]
    ['One push']
    """
    return read_text(text, reading or Reading())


def write(entries: Iterable[Entry]) -> str:
    """Return XSB text: each board, then `Title:`, its other properties, a comment block, and its recordings.

    Raises `InvalidLevel` for an entry that is no level.
    """
    return "\n".join(write_entry(entry) for entry in entries)


def write_entry(entry: Entry, *, board: str = "") -> str:
    """Return one entry as text; `board` stands in for the XSB board where another alphabet is wanted."""
    level = entry.level
    lines = [board or board_text(level.board, level.state)]
    if entry.title:
        lines.append(f"Title: {one_line(entry.title)}")
    lines.extend(
        f"{one_line(key).capitalize()}: {one_line(value)}" for key, value in entry.properties if key != "title"
    )
    if entry.notes:
        lines.extend(["Comment:", *(one_line(note) for note in entry.notes), "Comment-End:"])
    for recording in entry.recordings:
        lines.extend(["", *_recording_lines(recording)])
    return "\n".join(lines) + "\n"


def _recording_lines(recording: Recording) -> list[str]:
    """Return a title line that is read back as the same kind, and the steps in lines that are read back as LURD."""
    title = one_line(recording.title)
    if not title or kind_of_play(title, "") != recording.kind or lurd.LINE.fullmatch(title):
        title = recording.kind.capitalize()
    return [title, *(line for line in recording.lurd.splitlines() if line.strip())]


def one_line(text: str) -> str:
    """Return a text with every run of white space as one space.

    >>> one_line(" two\\nlines ")
    'two lines'
    """
    return " ".join(text.split())
