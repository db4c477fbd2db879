"""Text collections in XSB and Sok."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import lurd, rle
from sokospec.formats.boards import TextPart, parts, rows_of
from sokospec.formats.collection import Collection, Entry, Header, Properties, Recording, Stream
from sokospec.formats.drawing import DrawnLevel, Reading, level_of, truncate_defects, with_flaws
from sokospec.formats.lines import (
    CODED,
    PLAIN,
    Line,
    classify,
    inline_play,
    is_heading,
    kind_of,
    kind_of_play,
    split_lines,
)
from sokospec.formats.places import NumberedProperty, Place, find_places, properties_in, title_line, values
from sokospec.formats.styles import SAYING, SILENT

_LEAD = re.compile(r"[\s;>]*")
_COLLECTION_TITLES = ("collection", "set", "title", "name")
"""Keys of the collection's title; the first with a value wins."""
_LEVEL_TITLES = ("title", "name")
_KEPT, _CHOOSE = "all values are kept", "remove one, or keep all with --lenient"
_LONGEST_QUOTED = 60  # characters of a value in a message
_VARIANTS = ("hexoban", "trioban", "octoban", "multiban", "numban", "modern sokoban", "dualban", "sokomind")


@dataclass(frozen=True, slots=True)
class _Description:
    numbered: tuple[NumberedProperty, ...] = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()

    @property
    def properties(self) -> Properties:
        return tuple((key, value) for _, key, value in self.numbered)


def read(text: str, reading: Reading) -> Collection:
    """Return the entries of a text. Raises `LimitError` for more than a million lines."""
    repairs: list[Defect] = []
    stream = entries_in(parts(classify(split_lines(text), repairs)), repairs, reading)
    makers = tuple(stream.entries)  # they read the text to its end, and list the repairs
    return Collection(makers, stream.header, tuple(repairs), stream.warnings)


def entries_in(text_parts: Iterable[TextPart], repairs: list[Defect], reading: Reading) -> Stream:
    """Return the header and the entries of parts taken one by one; reading them lists the repairs."""
    above, places, warnings = find_places(text_parts)
    makers = (partial(_entry, number, place, reading) for number, place in enumerate(places, start=1))
    described = _describe(above)
    warnings += tuple(truncate_defects(_find_repeated_keys(described.numbered, _KEPT)))
    return Stream(makers, repairs, _header(described), warnings)


def explain_no_level(text: str, reading: Reading) -> ParseError:
    """Return the error for a text without a board; it names wrong run lengths, if any.

    Rule F7: a text that is read as levels has a board.
    """
    room = reading.limit
    for number, line in enumerate(split_lines(text), start=1):
        if room >= 0 and CODED.fullmatch(line) and not PLAIN.fullmatch(line):
            room -= len(line)
            try:
                rle.measure_expansion(line, reading.limit)
            except ParseError as error:
                return type(error)(error.rule, error.message, number, error.column)
    if not text.strip():
        return ParseError("F7", "there is no level here, as it is empty")
    return ParseError("F7", "there is no level here; a board needs walls '#' and a player '@' or '+'")


def names_play(name: str, kind: str) -> bool:
    """Tell whether a line with this name before steps is read back as the title of a play of this kind.

    >>> names_play("Best Solution 4/1", "solution"), names_play("drUl", "solution"), names_play("Mine", "solution")
    (True, False, False)
    """
    if kind_of(name) == "property":
        return kind_of_play(name.partition(":")[0]) == kind
    return kind_of(name) == "text" and kind_of_play(name) == kind


def _describe(lines: Sequence[Line]) -> _Description:
    """Return the contents of lines without a board.

    Rule F17: plays are lines of steps, or steps after a name and a colon.
    """
    if all(line.kind in SILENT for line in lines):
        return _Description()
    lines = _with_mistyped_steps(lines)
    empty = _empty_headings(lines)
    plays: list[tuple[int, int, int]] = []  # title line, or first line of steps; first line of steps; end of steps
    index = 0
    while index < len(lines):
        start = index
        index += 1
        if lines[start].kind in ("steps", "inline"):
            while index < len(lines) and lines[index].kind == "steps":
                index += 1
            title = None
            if lines[start].kind == "steps":
                title = title_line(lines, plays[-1][2] if plays else 0, start, of_play=True)
            plays.append((start if title is None else title, start, index))
        elif start in empty:
            plays.append((start, index, index))
    before = lines[: plays[0][0]] if plays else lines
    plays[:0] = [(at, at + 1, at + 1) for at, line in enumerate(before) if line.kind == "property" and is_heading(line)]
    edges = [title for title, _, _ in plays] + [len(lines)]
    level, rest = lines[: edges[0]], lines[edges[0] :]
    properties = properties_in(level) + tuple(each for each in properties_in(rest) if each.key == "title")
    notes = tuple(_bare(line.text) for line in level if line.kind in ("text", "comment"))
    recordings = [
        _read_recording(lines[title:start], lines[start:end], lines[end:edge])
        for (title, start, end), edge in zip(plays, edges[1:], strict=True)
    ]
    return _Description(properties, tuple(filter(None, notes)), tuple(recordings))


def _empty_headings(lines: Sequence[Line]) -> set[int]:
    empty: set[int] = set()
    last: int | None = None
    for index, line in enumerate(lines):
        announces = is_heading(line)
        if announces and last is not None:
            between = lines[last + 1 : index]
            bare = _bare(lines[last].text).rstrip(":").strip().lower() == "solution"
            if not bare or any(each.kind not in SILENT for each in between):
                empty.add(last)
        if announces or line.kind in ("steps", "inline"):
            last = index if announces else None
    return empty if last is None else {*empty, last}


def _with_mistyped_steps(lines: Sequence[Line]) -> list[Line]:
    settled: list[Line] = []
    expected = in_play = False
    for line in lines:
        if expected and line.kind == "text" and lurd.is_mistyped(line.text):
            line = line._replace(kind="steps")
        settled.append(line)
        if line.kind == "blank":  # it ends a play, but may stand between a title and its play
            expected = expected and not in_play
        else:
            in_play = line.kind in ("steps", "inline")
            expected = in_play or bool(line.kind in SAYING and kind_of_play(line.text.partition(":")[0]))
    return settled


def _read_recording(heading: Sequence[Line], steps: Sequence[Line], below: Sequence[Line]) -> Recording:
    name = _bare(heading[0].text) if heading else ""
    texts = [line.text for line in steps]
    first = steps[0] if steps else heading[0]
    column = first.quoted + 1
    inline = inline_play(texts[0]) if first.kind == "inline" else None
    if inline:
        name, texts[0] = inline
        column = first.quoted + first.text.index(":") + 1 + first.text.partition(":")[2].index(texts[0]) + 1
    play = "\n".join(texts)
    kind = "snapshot" if play.lstrip().startswith("[") else kind_of_play(name) or "solution"
    notes = [_bare(line.text) for line in below if line.kind in SAYING and not _is_title(line)]
    return Recording(play, kind, name.rstrip(":").strip(), tuple(filter(None, notes)), first.number, column)


def _is_title(line: Line) -> bool:
    return any(each.key == "title" for each in properties_in([line]))


def _bare(text: str) -> str:
    return _LEAD.sub("", text, count=1).strip()


def _header(described: _Description) -> Header:
    title, properties = _take_title(described.properties, _COLLECTION_TITLES)
    kept = tuple(pair for pair in properties if pair != (_COLLECTION_TITLES[0], ""))
    return Header(title, kept, described.notes, described.recordings)


def _find_repeated_keys(properties: Iterable[NumberedProperty], advice: str) -> Iterator[Defect]:
    first: dict[str, NumberedProperty] = {}
    for each in properties:
        if not each.value or each.key == "comment":
            continue
        before = first.setdefault(each.key, each)
        if before.value != each.value:
            said = f"{each.key!r} has the value {_quote(before.value)} in line {before.line}"
            yield Defect("F14", f"{said}, and {_quote(each.value)} here; {advice}", each.line)


def _quote(value: str) -> str:
    return repr(value if len(value) <= _LONGEST_QUOTED else value[: _LONGEST_QUOTED - 3] + "...")


def _take_title(properties: Properties, keys: Sequence[str]) -> tuple[str, Properties]:
    for key in keys:
        for value in filter(None, values(properties, key)):
            at = properties.index((key, value))
            return value, properties[:at] + properties[at + 1 :]
    return "", properties


def _entry(number: int, place: Place, reading: Reading) -> Entry:
    above, below = _describe(place.above), _describe(place.below)
    repeated = _find_repeated_keys(above.numbered + below.numbered, _KEPT if reading.lenient else _CHOOSE)
    properties = above.properties + below.properties
    notes = above.notes + below.notes
    named = _bare(place.title.text) if place.title else ""
    title, properties = _take_title(properties, _LEVEL_TITLES)
    if title:
        notes = (named, *notes) if named not in ("", title) else notes
    else:
        title = named
    drawn = with_flaws(_draw(place.board, properties, reading, title), truncate_defects(repeated), reading)
    recordings = above.recordings + below.recordings
    return Entry(number, drawn, title, properties, notes, recordings, place.board[0].number)


def _draw(board: Sequence[Line], properties: Properties, reading: Reading, title: str) -> DrawnLevel:
    """Return the meaning of a board.

    Rule F6: boards of other games are no levels of Sokoban.
    """
    for game in values(properties, "game"):
        if game.lower() in _VARIANTS:
            return DrawnLevel(defects=(Defect("F6", f"a board of {game} is not a level of Sokoban", board[0].number),))
    try:
        drawing = rows_of(board, reading)
        if not drawing.rows or any(defect.rule != "F9" for defect in drawing.defects):
            return DrawnLevel(defects=tuple(drawing.defects), repairs=tuple(drawing.repairs))
        drawn = level_of(drawing.rows, reading, title)
    except LimitError as error:
        return DrawnLevel(defects=(error.defect,))
    level = None if drawing.defects else drawn.level
    defects, repairs = (*drawing.defects, *drawn.defects), (*drawing.repairs, *drawn.repairs)
    return DrawnLevel(level, defects, repairs, drawn.warnings)
