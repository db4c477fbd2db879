"""Text collections, XSB and Sok alike: which lines are boards, plays, titles, properties, comments and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import lurd, rle
from sokospec.formats.collection import Collection, Entry, Properties, Recording
from sokospec.formats.drawing import Drawn, Reading, Row, level_of

SYMBOL_OF = {symbol: symbol for symbol in "#@+$*. "} | dict(zip("-_WpPbB", "  #@+$*", strict=True))
"""Both alphabets of Sok 0.19 in the symbols of XSB; XSB itself uses the first eight."""

QUOTE = re.compile(r"(?: ?>)+")
GAP = re.compile(r"[\d| \t]*[-_][-_ \t\d|]*")  # a row of floor alone; only between rows of a board
PLAIN = re.compile(r"[-_ \t]*[#@+$*.][-_ \t#@+$*.]*")
CODED = re.compile(r"[-_ \t#@+$*.WpPbB\d()|]++")
LINE_END = re.compile(r"\r\n|\r|\n")  # str.splitlines would also split at 0x85, which is '...' in old Windows texts
WALL_ENDS = frozenset("#W*B")  # what a row may begin and end with (Sok 0.19, remarks on boards)
LONGEST_KEY = 40
VARIANTS = ("hexoban", "trioban", "octoban", "multiban", "numban", "modern sokoban", "dualban", "sokomind")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text: `kind` is one of blank, row, gap, lurd, remark, property, comment, text."""

    number: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class _Span:
    """The lines of one board, [start, end) in the list of lines, and of what belongs to it."""

    start: int
    end: int
    notes_end: int
    title: str
    properties: Properties  # those that stand before the board, where the file is written in that style


def read(text: str, reading: Reading) -> Collection:
    """Return the entries of a text. Classifies every line once; a board is read when its entry is asked for.

    Rule F4: tabs in a row stand for floor up to the next multiple of eight columns; strict reading refuses a board
    whose shape depends on that width.
    Rule F5: a `comment:` line opens a block that a `comment-end:` line closes.
    Rule F6: boards of other games (`Game: Hexoban` and the like) are no levels of Sokoban.
    """
    lines, repairs = _classify(text, reading)
    blocks = list(_blocks(lines))
    lines = _settled(lines, blocks)
    titles_before = _titles_stand_before(lines, blocks)
    spans = _spans(lines, blocks, titles_before)
    header = lines[: blocks[0][0] if blocks else len(lines)]
    if titles_before and blocks:
        header = header[: _last_paragraph(lines, 0, blocks[0][0])]
    properties, notes, recordings = _described(header)
    return Collection(
        tuple(partial(_entry, number, span, lines, reading) for number, span in enumerate(spans, start=1)),
        title=_property(properties, "collection") or _property(properties, "title"),
        properties=properties,
        notes=notes,
        recordings=recordings,
        repairs=tuple(repairs),
    )


def explain_no_level(text: str, reading: Reading) -> ParseError:
    """Return the error for a text without a board, which names the run lengths that are wrong, if any."""
    for number, line in enumerate(LINE_END.split(text), start=1):
        if CODED.fullmatch(line) and not PLAIN.fullmatch(line):
            try:
                rle.expand(line, reading.limit)
            except ParseError as error:
                return type(error)(error.rule, error.message, number, error.column)
    return ParseError("F7", "there is no level here; a board needs walls '#' and a player '@' or '+'")


def _classify(text: str, reading: Reading) -> tuple[list[_Line], list[Defect]]:
    texts = LINE_END.split(text)
    ends = [index for index, line in enumerate(texts) if _closes_comment(line)]
    lines: list[_Line] = []
    repairs: list[Defect] = []
    comment_until = -1
    for index, line in enumerate(texts):
        number = index + 1
        quote = QUOTE.match(line)
        if quote:
            line = line[quote.end() :]
        if index <= comment_until:
            lines.append(_Line(number, "" if index == comment_until else line, "comment"))
            continue
        kind = _kind(line)
        if kind == "property":
            key, value = property_of(line) or ("", "")
            if key == "comment":
                while ends and ends[0] < index:
                    ends.pop(0)
                following = next(
                    (later for later in range(index + 1, len(texts)) if _opens_comment(texts[later])), len(texts)
                )
                if ends and ends[0] < following:
                    comment_until = ends[0]
                    lines.append(_Line(number, value, "comment"))
                    continue
                if not value:
                    message = "the block that 'comment:' opens is never closed with 'comment-end:'"
                    if not reading.lenient:
                        raise ParseError("F5", message, number, 1)
                    repairs.append(Defect("F5", f"{message}: read as an empty comment", number, 1))
        lines.append(_Line(number, line, kind))
    return lines, repairs


def property_of(line: str) -> tuple[str, str] | None:
    """Return the key, in lower case, and the value of a line such as 'Author: Name', or None.

    >>> property_of("Author : Thinking Rabbit"), property_of("a remark")
    (('author', 'Thinking Rabbit'), None)
    """
    key, colon, value = line.partition(":")
    key = key.strip()
    if not colon or not 0 < len(key) <= LONGEST_KEY or not key[0].isalpha() or ";" in key or value.startswith(":"):
        return None
    return key.lower(), value.strip()


def _opens_comment(line: str) -> bool:
    return line.lstrip()[:8].lower() == "comment:"


def _closes_comment(line: str) -> bool:
    return line.strip().rstrip(":").rstrip().lower() in ("comment-end", "comment_end", "comment end")


def _kind(line: str) -> str:
    if not line.strip():
        return "blank"
    if line.startswith("::"):
        return "remark"
    if PLAIN.fullmatch(line) or _is_coded_row(line):
        return "row"
    if GAP.fullmatch(line):
        return "gap"
    if lurd.LINE.fullmatch(line):
        return "lurd"
    if line.lstrip().startswith(";"):
        return "blank" if not line.strip("; \t") else "text"
    return "property" if property_of(line) else "text"


def _is_coded_row(line: str) -> bool:
    """Say whether a line may be a row with run lengths or letters: walls, or boxes on goals, are its ends."""
    if not CODED.fullmatch(line) or not set(line) & WALL_ENDS:
        return False
    ends = line.strip("-_ \t0123456789()|")
    return ends[0] in WALL_ENDS and ends[-1] in WALL_ENDS


def _blocks(lines: Sequence[_Line]) -> Iterator[tuple[int, int]]:
    """Yield [start, end) of every run of lines that is a board."""
    index = 0
    while index < len(lines):
        if lines[index].kind not in ("row", "gap"):
            index += 1
            continue
        end = index
        while end < len(lines) and lines[end].kind in ("row", "gap"):
            end += 1
        start, stop = _board_within(lines, index, end)
        if start < stop:
            yield start, stop
        index = end


def _board_within(lines: Sequence[_Line], start: int, end: int) -> tuple[int, int]:
    """Return the part of a run of rows that is a board, empty when it is text that merely looks like rows."""
    walled = any("#" in line.text or "W" in line.text for line in lines[start:end])

    def belongs(line: _Line) -> bool:
        if line.kind == "gap":
            return False
        return not walled or any(wall in line.text for wall in "#W") or line.text.strip("-_ \t")[0] == "*"

    while start < end and not (belongs(lines[start]) and not _is_title_of_digits(lines[start].text)):
        start += 1
    while start < end and not belongs(lines[end - 1]):
        end -= 1
    symbols = "".join(line.text for line in lines[start:end])
    has_player = any(player in symbols for player in "@+pP")
    has_pieces = any(piece in symbols for piece in "$*.bB")
    rows = end - start + symbols.count("|")
    return (start, end) if has_player or (walled and has_pieces and rows >= 3) else (start, start)


def _settled(lines: Sequence[_Line], blocks: Sequence[tuple[int, int]]) -> list[_Line]:
    """Return the lines with those that merely looked like rows as what they are: text, or rows of dashes."""
    inside = {index for start, end in blocks for index in range(start, end)}

    def settled(line: _Line) -> _Line:
        says_something = any(character.isalnum() for character in line.text)
        return replace(line, kind="text" if line.kind == "row" and says_something else "remark")

    return [
        line if index in inside or line.kind not in ("row", "gap") else settled(line)
        for index, line in enumerate(lines)
    ]


def _is_title_of_digits(line: str) -> bool:
    """Say whether a line such as '#50 (3)' looks like a row with run lengths but is none."""
    if PLAIN.fullmatch(line) or " " not in line.strip():
        return False
    try:
        rle.expand(line)
    except LimitError:
        return False
    except ParseError:
        return True
    return False


def _spans(lines: Sequence[_Line], blocks: Sequence[tuple[int, int]], titles_before: bool) -> list[_Span]:
    titles = [_title_line(lines, blocks[i - 1][1] if i else 0, start) for i, (start, _) in enumerate(blocks)]
    paragraphs = [
        _last_paragraph(lines, blocks[i - 1][1] if i else 0, start) if titles_before else start
        for i, (start, _) in enumerate(blocks)
    ]
    spans = []
    for i, (start, end) in enumerate(blocks):
        following = len(lines)
        if i + 1 < len(blocks):
            next_title = titles[i + 1]
            following = min(paragraphs[i + 1], blocks[i + 1][0] if next_title is None else next_title)
        title = titles[i]
        before, _, _ = _described(lines[paragraphs[i] : start])
        spans.append(_Span(start, end, following, "" if title is None else _bare(lines[title].text), before))
    return spans


def _titles_stand_before(lines: Sequence[_Line], blocks: Sequence[tuple[int, int]]) -> bool:
    """Say whether the file gives `Title:` before each board: it does before the first, and does not after the last."""
    if not blocks:
        return False
    first, last = blocks[0][0], blocks[-1][1]
    paragraph = _described(lines[_last_paragraph(lines, 0, first) : first])[0]
    return bool(_property(paragraph, "title")) and not _property(_described(lines[last:])[0], "title")


def _last_paragraph(lines: Sequence[_Line], start: int, end: int) -> int:
    """Return where the last paragraph of lines[start:end] begins."""
    index = end
    while index > start and lines[index - 1].kind == "blank":
        index -= 1
    while index > start and lines[index - 1].kind in ("property", "text", "comment"):
        index -= 1
    return index


def _title_line(lines: Sequence[_Line], start: int, end: int, *, of_play: bool = False) -> int | None:
    """Return the index of the title line before a board or a play (Sok 0.19, "Titles"), or None.

    It is the last line of text, if a blank line precedes it or it is the only text there. Before a play, a property
    such as 'Solution:' is a title as well.
    """
    index = end - 1
    while index >= start and lines[index].kind in ("blank", "remark", "gap"):
        index -= 1
    if index < start or not (lines[index].kind == "text" or (of_play and lines[index].kind == "property")):
        return None
    before = lines[index - 1].kind if index > start else "blank"
    return index if before not in ("text", "comment") and not (before == "property" and not of_play) else None


def _bare(line: str) -> str:
    return line.strip().lstrip(";").strip()


def _property(properties: Properties, key: str) -> str:
    return next((value for name, value in properties if name == key), "")


def _described(lines: Sequence[_Line]) -> tuple[Properties, tuple[str, ...], tuple[Recording, ...]]:
    """Return the properties, the notes and the plays of the lines that follow a board."""
    properties: list[tuple[str, str]] = []
    notes: list[str] = []
    recordings: list[Recording] = []
    plays: list[tuple[int, int, int | None]] = []
    index = 0
    while index < len(lines):
        if lines[index].kind != "lurd" and not _inline_play(lines[index]):
            index += 1
            continue
        end = index + 1
        while end < len(lines) and lines[end].kind == "lurd" and lines[index].kind == "lurd":
            end += 1
        start = plays[-1][1] if plays else 0
        plays.append(
            (index, end, None if _inline_play(lines[index]) else _title_line(lines, start, index, of_play=True))
        )
        index = end
    edges = [start if title is None else title for start, _, title in plays] + [len(lines)]
    for line in lines[: edges[0]]:
        pair = property_of(line.text) if line.kind == "property" else None
        if pair:
            properties.append(pair)
        elif line.kind in ("text", "comment") and _bare(line.text):
            notes.append(_bare(line.text))
    for (start, end, title), edge in zip(plays, edges[1:], strict=True):
        recordings.append(_recording(lines, start, end, title, edge))
    return tuple(properties), tuple(notes), tuple(recordings)


def _inline_play(line: _Line) -> str:
    """Return the LURD of a line such as 'Solution: rrU', or nothing."""
    key, value = (property_of(line.text) if line.kind == "property" else None) or ("", "")
    return value if kind_of_play(key, "") and lurd.LINE.fullmatch(value) else ""


def _recording(lines: Sequence[_Line], start: int, end: int, title: int | None, edge: int) -> Recording:
    inline = _inline_play(lines[start])
    text = inline or "\n".join(line.text for line in lines[start:end])
    name = _bare(lines[start].text.partition(":")[0]) if inline else "" if title is None else _bare(lines[title].text)
    notes = tuple(line.text.strip() for line in lines[end:edge] if line.kind in ("text", "property", "comment"))
    kind = "snapshot" if text.lstrip().startswith("[") else kind_of_play(name, "solution")
    return Recording(text, kind, name.rstrip(":").strip(), tuple(note for note in notes if note), lines[start].number)


def kind_of_play(title: str, otherwise: str) -> str:
    """Return 'snapshot' or 'solution' as the title says, or `otherwise`.

    >>> kind_of_play("SaveGame 14/1", ""), kind_of_play("Best Solution 4/1", ""), kind_of_play("Author", "")
    ('snapshot', 'solution', '')
    """
    words = title.lower()
    if any(word in words for word in ("snapshot", "savegame", "save game", "saved game")):
        return "snapshot"
    return "solution" if "solution" in words else otherwise


def _entry(number: int, span: _Span, lines: Sequence[_Line], reading: Reading) -> Entry:
    after, notes, recordings = _described(lines[span.end : span.notes_end])
    properties = span.properties + after
    title = _property(properties, "title") or span.title
    try:
        rows, repairs = rows_of([(line.number, line.text) for line in lines[span.start : span.end]], reading)
        game = _property(properties, "game").lower()
        if game in VARIANTS:
            raise ParseError("F6", f"a board of {game.capitalize()} is no level of Sokoban", rows[0].line)
        drawn = level_of(rows, reading, title)
        drawn = Drawn(drawn.level, drawn.defects, (*repairs, *drawn.repairs), drawn.warnings)
    except ParseError as error:
        drawn = Drawn(defects=(error.defect,))
    return Entry(number, drawn, title, properties, notes, recordings, lines[span.start].number)


def rows_of(lines: Sequence[tuple[int, str]], reading: Reading) -> tuple[list[Row], list[Defect]]:
    """Return the rows that numbered lines draw, in the symbols of XSB, and the repairs made; raises `ParseError`.

    >>> [row.symbols for row in rows_of([(1, "3#|#.3#"), (2, "#p-b.W")], Reading())[0]]
    ['###', '#.###', '#@ $.#']
    """
    rows: list[Row] = []
    repairs: list[Defect] = []
    room = reading.limit
    for number, line in lines:
        if PLAIN.fullmatch(line) or (GAP.fullmatch(line) and not set(line) & set("0123456789|")):
            symbols, columns = _untabbed(line)
            rows.append(Row(symbols.rstrip(), number, columns))
            room -= len(symbols)
        else:
            try:
                expanded = rle.expand(line.rstrip(), room)
            except ParseError as error:
                raise type(error)(error.rule, error.message, number, error.column) from None
            room -= len(expanded.symbols)
            start = 0
            parts = expanded.symbols.removesuffix("|").split("|")
            for part in parts:
                columns = [offset + 1 for offset in expanded.offsets[start : start + len(part)]]
                symbols = "".join(SYMBOL_OF.get(symbol, " ") for symbol in part)
                rows.append(Row(symbols.rstrip(), number, columns))
                start += len(part) + 1
        if room < 0:
            raise LimitError("R3", f"the board has more than {reading.limit:,} squares; raise the limit", number)
    tabs = [(number, line) for number, line in lines if "\t" in line]
    if tabs and not _same_at_any_width([line for _, line in lines]):
        number, line = tabs[0]
        message = "the board's shape depends on the width of this tab; write spaces or '-'"
        if not reading.lenient:
            raise ParseError("F4", message, number, line.index("\t") + 1)
        repairs.append(Defect("F4", f"{message}: tab stops taken every 8 columns", number, line.index("\t") + 1))
    return rows, repairs


def _untabbed(line: str) -> tuple[str, list[int]]:
    symbols: list[str] = []
    columns: list[int] = []
    for column, character in enumerate(line, start=1):
        if character == "\t":
            width = 8 - len(symbols) % 8
            symbols.extend(" " * width)
            columns.extend([column] * width)
        else:
            symbols.append(SYMBOL_OF[character])
            columns.append(column)
    return "".join(symbols), columns


def _same_at_any_width(lines: Sequence[str]) -> bool:
    """Say whether the drawing is the same, up to its left margin, whatever the distance of tab stops."""

    def drawing(width: int) -> list[str]:
        rows = [line.expandtabs(width).replace("-", " ").replace("_", " ").rstrip() for line in lines]
        margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
        return [row[margin:] for row in rows]

    return drawing(8) == drawing(4) == drawing(1)
