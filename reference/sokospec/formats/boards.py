"""Boards in a text: their lines, rows, and defects."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby, repeat
from typing import NamedTuple

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import rle
from sokospec.formats.drawing import MOST_PLACES, Reading, Row, truncate_defects
from sokospec.formats.foreign_boards import with_foreign_boards
from sokospec.formats.lines import PLAIN, Line, with_other_notations
from sokospec.formats.row_looks import LONGEST, has_wall, is_whole_board, look_of

_MOST_LINES = 500  # that are looked at together


def _unwrap(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines, with the wrappings around rows taken off; reads ahead only over lines that may be wrapped.

    Rule F23: wrappings of rows, such as row numbers and frames, are repaired; ambiguous rows are refused.

    >>> from sokospec.formats.lines import classify
    >>> [line.text for line in _unwrap(classify(["1 #####", "2 #@$.#", "3 #####"], []))]
    [' #####', ' #@$.#', ' #####']
    """
    run: list[Line] = []
    looks: set[str] = set()
    for line in map(_without_tags, lines):
        look = look_of(line)
        if run and (not look or len(run) == _MOST_LINES):
            yield from _without_wrappings(run, looks)
            run, looks = [], set()
        if look:
            run.append(line)
            looks.add(look)
        else:
            yield line
    yield from _without_wrappings(run, looks)


def _without_tags(line: Line) -> Line:
    if line.kind not in ("text", "flawed") or len(line.text) > LONGEST or not has_wall(line.text):
        return line
    from sokospec.formats.peeling import without_tags  # few texts need its patterns

    return without_tags(line)


def _without_wrappings(run: Sequence[Line], looks: Set[str]) -> Sequence[Line]:
    is_wrapped = "wrapped" in looks or ("spaced" in looks and "row" not in looks)
    if not is_wrapped:
        return run
    from sokospec.formats.peeling import without_wrappings  # few texts need its patterns

    return without_wrappings(run)


_ROWS = ("row", "floor", "flawed")
_UNREADABLE = {"unclear": "F23", "foreign": "F9"}
"""Kinds of lines whose board is refused as a whole, with the broken rule."""
_TO_XSB = str.maketrans("-_WpPbB", "  #@+$*")
"""Both alphabets of Sok 0.19 in the symbols of XSB, which itself uses `-`, `_` and its own symbols."""
_FOREIGN = re.compile(r"[^-_ #@+$*.WpPbB]")
_PLAIN_ROW = re.compile(r"[-_ #@+$*.]*+")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_PLAYERS = re.compile("[@+pP]")
_SEPARATOR = re.compile(r"\s*+([-_*.+])(?:\s?+\1){2,}+\s*+")
"""Line of one repeated symbol, which may separate boards without a blank line."""
_STARS = re.compile(r"\s*+\*(?:\s?+\*){2,}+\s*+")
_WALL_ROW = re.compile(r"[-_ \t0-9()|]*+[#W][-_ \t0-9()|#W]*+")
_LONE_COUNT = re.compile(r"[0-9](?:\)|\Z)")
_TAB = 8
"""Distance of tab stops."""


class TextPart(NamedTuple):
    """Board and the lines before it; the last part has only lines."""

    gap: list[Line]
    board: list[Line]


def parts(lines: Iterable[Line]) -> Iterator[TextPart]:
    """Yield each board of a text with the lines before it, as soon as possible; the last part has no board.

    Rule F16: a board is a run of rows with a player, or of at least three with walls and pieces
    (docs/reference/formats.md).

    >>> from sokospec.formats.lines import classify
    >>> texts = ["#####", "#@$.#", "#####", "----", "text"]
    >>> [(len(part.gap), len(part.board)) for part in parts(classify(texts, []))]
    [(0, 3), (2, 0)]
    """
    gap: list[Line] = []
    for are_rows, group in groupby(with_foreign_boards(_unwrap(lines)), _group_of):
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
            if any(_STARS.fullmatch(line.text) for line in beside):
                run[start] = run[start]._replace(remark=run[start].remark or "line of '*' beside the board left out")
            yield TextPart([*gap, *map(_no_row, run[done:start])], run[start:end])
            gap = []
            done = end
        gap += map(_no_row, run[done:])
    yield TextPart(gap, [])


def _steps_above(gap: Sequence[Line], run: Sequence[Line]) -> list[Line]:
    count = next((index for index, line in enumerate(run) if line.text.strip(" W") or "W" not in line.text), len(run))
    if not count or not any("#" in line.text for line in run[count:]):
        return []
    lines = [*gap, *(line._replace(kind="text") for line in run[:count])]
    steps = with_other_notations(lines)[len(gap) :]
    return steps if all(line.kind == "steps" for line in steps) else []


def _group_of(line: Line) -> str:
    return line.kind if line.kind in _UNREADABLE else "row" if line.kind in _ROWS else ""


def _boards(run: Sequence[Line]) -> list[tuple[int, int]]:
    if run[0].kind in _UNREADABLE:
        return [(0, len(run))]
    if all(_is_whole_board(line.text) for line in run):
        return [(start, start + 1) for start in range(len(run))]
    if sum(len(_PLAYERS.findall(line.text)) for line in run) > 1:
        for cut in (_at_separators, _between_walls):
            boards = [(start + a, start + b) for start, end in cut(run) for a, b in [_board_within(run[start:end])]]
            if len(boards) > 1 and all(_stands_alone(run[start:end]) for start, end in boards):
                return boards
    start, end = _board_within(run)
    return [(start, end)] if start < end else []


def _at_separators(run: Sequence[Line]) -> list[tuple[int, int]]:
    edges = [index for index, line in enumerate(run) if _SEPARATOR.fullmatch(line.text)]
    return [(a, b) for a, b in zip([0, *(edge + 1 for edge in edges)], [*edges, len(run)], strict=True) if a < b]


def _between_walls(run: Sequence[Line]) -> list[tuple[int, int]]:
    walls = [_WALL_ROW.fullmatch(line.text) is not None for line in run]
    edges = [index for index in range(1, len(run)) if walls[index - 1] and walls[index]]
    parts = []
    start = 0
    for edge in [*edges, len(run)]:
        if any(_PLAYERS.search(line.text) for line in run[start:edge]):
            parts.append((start, edge))
            start = edge
    balanced = all(_is_balanced(run[a:b], "".join([line.text for line in run[a:b]])) for a, b in parts)
    return parts if balanced else []


def _stands_alone(lines: Sequence[Line]) -> bool:
    if len(lines) == 1:
        return _is_whole_board(lines[0].text)
    if len(lines) < 3 or not all(_WALL_ROW.fullmatch(line.text) for line in (lines[0], lines[-1])):
        return False
    return any(_PLAYERS.search(line.text) for line in lines)


def _no_row(line: Line) -> Line:
    says_something = line.kind != "floor" and _LETTER_OR_DIGIT.search(line.text)
    return line._replace(kind="text" if says_something else "remark")


def _is_whole_board(line: str) -> bool:
    return "|" in line.rstrip("| \t") and any(player in line for player in "@+pP")


def _board_within(run: Sequence[Line]) -> tuple[int, int]:
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
    start, end = first, last
    while start < end and _STARS.fullmatch(run[start].text):
        start += 1
    while start < end and _STARS.fullmatch(run[end - 1].text):
        end -= 1
    if (start, end) == (first, last) or start == end or not _stands_alone(run[start:end]):
        return first, last
    try:
        rows = [row.symbols for row in _draw(run[start:end], Reading()).rows]
    except LimitError:
        return first, last
    return (start, end) if is_whole_board(rows) else (first, last)


def _ends(belongs: Sequence[bool]) -> tuple[int, int]:
    where = [index for index, does in enumerate(belongs) if does]
    return (where[0], where[-1] + 1) if where else (0, 0)


def _shows_wall(line: str) -> bool:
    return "#" in line or "W" in line or line.strip("-_ \t0123456789(")[0] in "*B"


def _is_balanced(lines: Sequence[Line], symbols: str) -> bool:
    if symbols.count("@") + symbols.count("+") != 1:
        return False
    if symbols.count("$") != symbols.count(".") + symbols.count("+"):
        return False
    return all(line.kind == "floor" or PLAIN.fullmatch(line.text) for line in lines)


def _is_title_of_digits(line: str) -> bool:
    bare = line.strip()
    return " " in bare and _LONE_COUNT.search(bare) is not None and not PLAIN.fullmatch(line)


class Drawing(NamedTuple):
    """Rows of a board, defects and repairs."""

    rows: list[Row]
    defects: list[Defect]
    repairs: list[Defect]


def rows_of(lines: Sequence[Line], reading: Reading) -> Drawing:
    """Return the rows of a board in the symbols of XSB, with all defects. Raises `LimitError`.

    >>> from sokospec.formats.lines import classify
    >>> [row.symbols for row in rows_of(list(classify(["3#|#.3#", "#p-b.W"], [])), Reading()).rows]
    ['###', '#.###', '#@ $.#']
    """
    first = lines[0]
    if first.kind in _UNREADABLE:
        return Drawing([], [Defect(_UNREADABLE[first.kind], first.remark, first.number, first.quoted + 1)], [])
    drawing = _draw(lines, reading)
    wrappings = [Defect("F23", line.remark, line.number, 1) for line in lines if line.remark]
    return drawing._replace(repairs=[*wrappings, *drawing.repairs])


def _draw(lines: Sequence[Line], reading: Reading) -> Drawing:
    texts = [line.text.rstrip() for line in lines]
    if _PLAIN_ROW.fullmatch("".join(texts)) and len(lines) * max(map(len, texts)) <= reading.limit:
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
    defects = list(truncate_defects(defects))
    flaw = _tab_flaw(lines)
    if flaw and not reading.lenient:
        return Drawing(rows, [*defects, flaw], [])
    repair = [flaw._replace(message=f"{flaw.message}: tab stops taken every {_TAB} columns")] if flaw else []
    return Drawing(rows, defects, repair)


def _rows_on(line: Line, room: int) -> tuple[list[Row], int]:
    text = line.text.rstrip()
    if line.kind == "flawed" or _PLAIN_ROW.fullmatch(text.replace("\t", " ")):
        if len(text) + (_TAB - 1) * text.count("\t") > room:
            raise LimitError("R3", "too long")
        row = _expand_tabs(line, text) if "\t" in text else _plain_row(line, text)
        return [row], len(row.columns)
    expanded = rle.expand(text, room)
    texts = expanded.symbols.removesuffix("|").split("|")
    if len(texts) * max(map(len, texts)) > room:
        raise LimitError("R3", "too many rows")
    first = line.quoted + 1
    rows = [
        Row(_symbols(row).rstrip(), line.number, array("Q", (first + offset for offset in offsets)))
        for row, offsets in rle.split_rows(expanded.symbols, expanded.offsets)
    ]
    return rows, len(expanded.symbols)


def _symbols(text: str) -> str:
    return _FOREIGN.sub(" ", text).translate(_TO_XSB)


def _plain_row(line: Line, text: str) -> Row:
    first = line.quoted + 1
    return Row(_symbols(text).rstrip(), line.number, range(first, first + len(text)))


def _expand_tabs(line: Line, text: str) -> Row:
    drawn: list[str] = []
    columns = array("Q")
    for column, character in enumerate(text, start=line.quoted + 1):
        width = _TAB - len(drawn) % _TAB if character == "\t" else 1
        drawn.extend(repeat(_symbols(character), width))
        columns.extend(repeat(column, width))
    return Row("".join(drawn).rstrip(), line.number, columns)


def _foreign(line: Line) -> Iterator[Defect]:
    """Yield the defects of a row.

    Rule F9: every character of a row is one of the format's symbols.
    """
    if line.kind == "flawed":
        for column, character in enumerate(line.text.rstrip(), start=line.quoted + 1):
            if character not in "#@+$*.-_ \t":
                yield Defect("F9", f"{character!r} is not a symbol of a board", line.number, column)


def _tab_flaw(lines: Sequence[Line]) -> Defect | None:
    """Return the defect of a board.

    Rule F4: strict reading refuses a board whose shape depends on the width of tabs.
    """
    tabbed = next((line for line in lines if "\t" in line.text.rstrip()), None)
    if tabbed is None or _same_at_any_width([line.text.rstrip() for line in lines]):
        return None
    message = "the board's shape depends on the width of this tab; write spaces or '-'"
    return Defect("F4", message, tabbed.number, tabbed.quoted + tabbed.text.index("\t") + 1)


def _same_at_any_width(texts: Sequence[str]) -> bool:
    def draw(width: int) -> list[str]:
        rows = [re.sub("[-_]", " ", text.expandtabs(width)).rstrip() for text in texts]
        margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
        return [row[margin:] for row in rows]

    return draw(_TAB) == draw(4) == draw(1)
