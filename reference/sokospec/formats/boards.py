"""Boards in a text: which lines draw one, and what rows and defects those lines come to."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat
from typing import NamedTuple

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import rle
from sokospec.formats.drawing import MOST_PLACES, Reading, Row, listed
from sokospec.formats.foreign_boards import with_foreign_boards
from sokospec.formats.lines import PLAIN, Line, with_other_notations
from sokospec.formats.wrappings import is_whole_board, unwrapped

ROWS = ("row", "floor", "flawed")
UNREADABLE = {"unclear": "F23", "foreign": "F9"}
"""The kinds of lines that draw a board which is refused as a whole, with the rules for that."""
TO_XSB = str.maketrans("-_WpPbB", "  #@+$*")
"""Both alphabets of Sok 0.19 in the symbols of XSB; XSB itself uses the first two and its own."""
FOREIGN = re.compile(r"[^-_ #@+$*.WpPbB]")
PLAIN_ROW = re.compile(r"[-_ #@+$*.]*+")
LETTER_OR_DIGIT = re.compile(r"[^\W_]")
PLAYERS = re.compile("[@+pP]")
SEPARATOR = re.compile(r"\s*+([-_*.+])(?:\s?+\1){2,}+\s*+")
"""A line of one symbol, which may stand between boards that no blank line separates."""
STARS = re.compile(r"\s*+\*(?:\s?+\*){2,}+\s*+")
WALL_ROW = re.compile(r"[-_ \t0-9()|]*+[#W][-_ \t0-9()|#W]*+")
LONE_COUNT = re.compile(r"[0-9](?:\)|\Z)")
TAB = 8
"""Tab stops stand every so many columns."""


class Part(NamedTuple):
    """A board of a text, and the lines between the board before it and itself; after the last one, lines alone."""

    gap: list[Line]
    board: list[Line]


def parts(lines: Iterable[Line]) -> Iterator[Part]:
    """Yield the boards of a text with the lines before each; the last part has no board. Each as soon as it is known.

    Rule F16: a board is a run of lines without a blank one between them that are rows in the symbols of XSB or Sok, and
    has a player, or walls and pieces and at least three rows. Rows of floor alone belong to it between other rows only,
    and so do rows that hold a few characters which are no symbols. At the top and at the bottom, lines without a wall
    belong to it only when they begin with a box on a goal or when boxes and goals are equal in number with them. When
    every line of a run has several rows and a player, each line is a board. A run with several players is cut where
    boards meet: at lines of one symbol, or between two rows of walls. Lines that merely look like rows are text, or
    rows of dashes.

    >>> from sokospec.formats.lines import classified
    >>> texts = ["#####", "#@$.#", "#####", "----", "text"]
    >>> [(len(part.gap), len(part.board)) for part in parts(classified(texts, []))]
    [(0, 3), (2, 0)]
    """
    gap: list[Line] = []
    for are_rows, group in groupby(with_foreign_boards(unwrapped(lines)), _group_of):
        run = list(group)
        if are_rows and gap:
            steps = _steps_above(gap, run)
            gap += steps
            run = run[len(steps) :]
        if not are_rows:
            gap += run
            continue
        done = 0
        for start, end in _boards(run):
            beside = [*run[max(done, start - 1) : start], *run[end : end + 1]]
            if any(STARS.fullmatch(line.text) for line in beside):
                run[start] = run[start]._replace(remark=run[start].remark or "line of '*' beside the board left out")
            yield Part([*gap, *map(_no_row, run[done:start])], run[start:end])
            gap = []
            done = end
        gap += map(_no_row, run[done:])
    yield Part(gap, [])


def _steps_above(gap: Sequence[Line], run: Sequence[Line]) -> list[Line]:
    """Return the lines of a play in compass letters or WASD keys at the top of a run whose board has other walls.

    A `W` is a wall of Sok, too: a line of nothing else, directly after the heading of a solution, is steps if walls
    `#` follow in the run.
    """
    count = next((index for index, line in enumerate(run) if line.text.strip(" W") or "W" not in line.text), len(run))
    if not count or not any("#" in line.text for line in run[count:]):
        return []
    lines = [*gap, *(line._replace(kind="text") for line in run[:count])]
    steps = with_other_notations(lines)[len(gap) :]
    return steps if all(line.kind == "steps" for line in steps) else []


def _group_of(line: Line) -> str:
    """Return the kind of the run that a line belongs to, nothing if it is no row."""
    return line.kind if line.kind in UNREADABLE else "row" if line.kind in ROWS else ""


def _boards(run: Sequence[Line]) -> list[tuple[int, int]]:
    """Return [start, end) of every board in a run of rows."""
    if run[0].kind in UNREADABLE:
        return [(0, len(run))]
    if all(_is_whole_board(line.text) for line in run):
        return [(start, start + 1) for start in range(len(run))]
    if sum(len(PLAYERS.findall(line.text)) for line in run) > 1:
        for cut in (_at_separators, _between_walls):
            boards = [(start + a, start + b) for start, end in cut(run) for a, b in [_board_within(run[start:end])]]
            if len(boards) > 1 and all(_stands_alone(run[start:end]) for start, end in boards):
                return boards
    start, end = _board_within(run)
    return [(start, end)] if start < end else []


def _at_separators(run: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the parts of a run between lines of one symbol."""
    edges = [index for index, line in enumerate(run) if SEPARATOR.fullmatch(line.text)]
    return [(a, b) for a, b in zip([0, *(edge + 1 for edge in edges)], [*edges, len(run)], strict=True) if a < b]


def _between_walls(run: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the parts of a run that two rows of walls divide, when each is plain, has one player and a goal a box."""
    walls = [WALL_ROW.fullmatch(line.text) is not None for line in run]
    edges = [index for index in range(1, len(run)) if walls[index - 1] and walls[index]]
    parts = []
    start = 0
    for edge in [*edges, len(run)]:
        if any(PLAYERS.search(line.text) for line in run[start:edge]):
            parts.append((start, edge))
            start = edge
    balanced = all(_is_balanced(run[a:b], "".join([line.text for line in run[a:b]])) for a, b in parts)
    return parts if balanced else []


def _stands_alone(lines: Sequence[Line]) -> bool:
    """Say whether lines of a run are a board with a player between a row of walls at the top and one at the bottom."""
    if len(lines) == 1:
        return _is_whole_board(lines[0].text)
    if len(lines) < 3 or not all(WALL_ROW.fullmatch(line.text) for line in (lines[0], lines[-1])):
        return False
    return any(PLAYERS.search(line.text) for line in lines)


def _no_row(line: Line) -> Line:
    """Return a line that merely looks like a row as what it is."""
    says_something = line.kind != "floor" and LETTER_OR_DIGIT.search(line.text)
    return line._replace(kind="text" if says_something else "remark")


def _is_whole_board(line: str) -> bool:
    return "|" in line.rstrip("| \t") and any(player in line for player in "@+pP")


def _board_within(run: Sequence[Line]) -> tuple[int, int]:
    """Return the part of a run of rows that is a board, empty when it is text that merely looks like rows."""
    rows = [line.kind == "row" and not _is_title_of_digits(line.text) for line in run]
    first, last = _ends(rows)
    symbols = "".join([line.text for line in run[first:last]])
    has_walls = "#" in symbols or "W" in symbols
    if has_walls and not _is_balanced(run[first:last], symbols):
        first, last = _ends([row and _shows_wall(line.text) for row, line in zip(rows, run, strict=True)])
        symbols = "".join([line.text for line in run[first:last]])
    first, last = _without_star_lines(run, first, last)
    symbols = "".join([line.text for line in run[first:last]])
    has_player = any(player in symbols for player in "@+pP")
    has_pieces = any(piece in symbols for piece in "$*.bB")
    height = last - first + symbols.count("|")
    return (first, last) if has_player or (has_walls and has_pieces and height >= 3) else (0, 0)


def _without_star_lines(run: Sequence[Line], first: int, last: int) -> tuple[int, int]:
    """Return the part of a run without a line of `*` at its top or bottom, if a whole board is left without it."""
    start, end = first, last
    while start < end and STARS.fullmatch(run[start].text):
        start += 1
    while start < end and STARS.fullmatch(run[end - 1].text):
        end -= 1
    if (start, end) == (first, last) or start == end or not _stands_alone(run[start:end]):
        return first, last
    try:
        rows = [row.symbols for row in _drawing_of(run[start:end], Reading()).rows]
    except LimitError:
        return first, last
    return (start, end) if is_whole_board(rows) else (first, last)


def _ends(belongs: Sequence[bool]) -> tuple[int, int]:
    """Return [start, end) from the first to the last line that belongs to a board."""
    where = [index for index, does in enumerate(belongs) if does]
    return (where[0], where[-1] + 1) if where else (0, 0)


def _shows_wall(line: str) -> bool:
    return "#" in line or "W" in line or line.strip("-_ \t0123456789(")[0] in "*B"


def _is_balanced(lines: Sequence[Line], symbols: str) -> bool:
    """Say whether lines with these symbols are plain rows with one player and as many boxes as goals."""
    if symbols.count("@") + symbols.count("+") != 1:
        return False
    if symbols.count("$") != symbols.count(".") + symbols.count("+"):
        return False
    return all(line.kind == "floor" or PLAIN.fullmatch(line.text) for line in lines)


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

    >>> from sokospec.formats.lines import classified
    >>> [row.symbols for row in rows_of(list(classified(["3#|#.3#", "#p-b.W"], [])), Reading()).rows]
    ['###', '#.###', '#@ $.#']
    """
    first = lines[0]
    if first.kind in UNREADABLE:
        return Drawing([], [Defect(UNREADABLE[first.kind], first.remark, first.number, first.quoted + 1)], [])
    drawing = _drawing_of(lines, reading)
    wrappings = [Defect("F23", line.remark, line.number, 1) for line in lines if line.remark]
    return drawing._replace(repairs=[*wrappings, *drawing.repairs])


def _drawing_of(lines: Sequence[Line], reading: Reading) -> Drawing:
    texts = [line.text.rstrip() for line in lines]
    if PLAIN_ROW.fullmatch("".join(texts)) and len(lines) * max(map(len, texts)) <= reading.limit:
        return Drawing([_plain_row(line, text) for line, text in zip(lines, texts, strict=True)], [], [])
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
    if line.kind == "flawed" or PLAIN_ROW.fullmatch(text.replace("\t", " ")):
        if len(text) + (TAB - 1) * text.count("\t") > room:
            raise LimitError("R3", "too long")
        row = _tabbed_row(line, text) if "\t" in text else _plain_row(line, text)
        return [row], len(row.columns)
    expanded = rle.expand(text, room)
    rows: list[Row] = []
    start = 0
    parts = expanded.symbols.removesuffix("|").split("|")
    if len(parts) * max(map(len, parts)) > room:
        raise LimitError("R3", "too many rows")
    for part in parts:
        offsets = expanded.offsets[start : start + len(part)]
        rows.append(
            Row(_symbols(part).rstrip(), line.number, array("Q", (offset + line.quoted + 1 for offset in offsets)))
        )
        start += len(part) + 1
    return rows, len(expanded.symbols)


def _symbols(text: str) -> str:
    """Return a text in the symbols of XSB; what is no symbol counts as floor."""
    return FOREIGN.sub(" ", text).translate(TO_XSB)


def _plain_row(line: Line, text: str) -> Row:
    first = line.quoted + 1
    return Row(_symbols(text).rstrip(), line.number, range(first, first + len(text)))


def _tabbed_row(line: Line, text: str) -> Row:
    drawn: list[str] = []
    columns = array("Q")
    for column, character in enumerate(text, start=line.quoted + 1):
        width = TAB - len(drawn) % TAB if character == "\t" else 1
        drawn.extend(repeat(_symbols(character), width))
        columns.extend(repeat(column, width))
    return Row("".join(drawn).rstrip(), line.number, columns)


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
