"""XSB, the common text format of levels: `#` wall, `@` player, `$` box, `.` goal, `*` and `+` on a goal.

Sok 0.19, the format of Sokoban YASC, is read like XSB, with letters and run lengths too, and written alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sokospec.board import Board, Square, State
from sokospec.formats.boards import parts
from sokospec.formats.collection import Entry, Header, Recording
from sokospec.formats.entries import names_play
from sokospec.formats.lines import CLOSES_COMMENT, LINE_END, OPENS_COMMENT, announces_solution, classify
from sokospec.formats.rle import compress

_NO_NOTES = ("Comment:", "Comment-End:")
"""Notes of a solution without steps: above another heading, the heading `Solution:` alone would announce nothing."""


def _symbol_at(board: Board, state: State, square: Square) -> str:
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
    rows = [[" "] * board.width for _ in range(board.height)]
    for square in {*board.walls, *board.goals, *state.boxes, state.player}:
        row, column = square
        if 0 <= row < board.height and 0 <= column < board.width:
            rows[row][column] = _symbol_at(board, state, square)
    return ["".join(row) for row in rows]


def board_text(board: Board, state: State) -> str:
    """Return the board without trailing floor; an empty row inside is written '-'.

    >>> from sokospec import Level
    >>> level = Level.parse("5#|#@$.#|5#")
    >>> print(board_text(level.board, level.state))
    #####
    #@$.#
    #####
    """
    return "\n".join(row.rstrip() or "-" for row in board_rows(board, state))


def write_header(header: Header) -> str:
    r"""Return the text before the first board; nothing for an empty header.

    `Collection:` also stands before properties without a title: they are not those of the first level.

    >>> write_header(Header("", (("author", "me"),), ("free to copy",)))
    'Collection:\nAuthor: me\nComment:\nfree to copy\nComment-End:\n\n'
    """
    title = one_line(header.title)
    lines = [f"Collection: {title}".rstrip()] if title or header.properties else []
    lines.extend(_description_lines(header))
    return "\n".join([*lines, "", ""]).removeprefix("\n") if lines else ""


def write_entry(entry: Entry) -> str:
    """Return one entry. Raises `InvalidLevel`.

    Floor is `-`, and a row of stars ends with one, if the board would be misread otherwise (F16, F23).
    """
    level = entry.level
    rows = board_text(level.board, level.state).split("\n")
    title = one_line(entry.title)
    lines = [*([f"Title: {title}"] if title else []), *_description_lines(entry)]
    board = next(parts(classify(chain(rows, lines), []))).board
    if [line.text for line in board] != rows or any(line.remark for line in board):
        rows = [row.replace(" ", "-") + ("" if row.strip("*") else "-") for row in rows]
    return "\n".join([*rows, *lines]) + "\n"


def write_run_lengths(entry: Entry) -> str:
    """Return one line with run lengths. Raises `InvalidLevel`."""
    return compress(board_text(entry.level.board, entry.level.state).replace(" ", "-").replace("\n", "|")) + "\n"


def _description_lines(source: Header | Entry) -> Iterator[str]:
    values = {"title": one_line(source.title)} if isinstance(source, Entry) and one_line(source.title) else {}
    further = []
    for key, text in source.properties:
        value = one_line(text)
        line = f"{key_text(key)}: {value}"
        if value and key != "comment" and values.setdefault(key, value) != value:
            further.append(line)
        else:
            yield line
    yield from _comment((*source.notes, *further))
    for recording in source.recordings:
        yield from ["", *_format_recording(recording)]


def key_text(key: str) -> str:
    """Return a key with a capital if that is read back as the same key."""
    return key.capitalize() if key.isascii() else key


def _comment(notes: Iterable[str]) -> list[str]:
    texts = [one_line(note) for note in notes]
    marked = [f"; {text}" if OPENS_COMMENT.match(text) or CLOSES_COMMENT.fullmatch(text) else text for text in texts]
    return ["Comment:", *filter(None, marked), "Comment-End:"] if any(marked) else []


def _format_recording(recording: Recording) -> list[str]:
    title = one_line(recording.title)
    steps = [line for line in LINE_END.split(recording.lurd) if line.strip()]
    if not names_play(title, recording.kind) or not (steps or announces_solution(title)):
        title = recording.kind.capitalize()
    notes = _comment(recording.notes)
    if steps:
        return [title, *steps, *notes]
    return [title if ":" in title else f"{title}:", *(notes or _NO_NOTES)]


def one_line(text: str) -> str:
    r"""Return a text on one line, without white space around it.

    >>> one_line(" two\r\nlines ")
    'two lines'
    """
    return LINE_END.sub(" ", text.strip())
