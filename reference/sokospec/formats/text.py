"""Text collections, XSB and Sok alike: which title, properties, notes and plays belong to which board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import lurd, rle
from sokospec.formats.boards import ROWS, boards, rows_of
from sokospec.formats.collection import Collection, Entry, Properties, Recording
from sokospec.formats.drawing import Drawn, Reading, level_of
from sokospec.formats.lines import (
    CODED,
    PLAIN,
    Line,
    classify,
    inline_play,
    kind_of,
    kind_of_play,
    property_of,
    split_lines,
)

SILENT = ("blank", "remark")
SAYING = ("text", "property", "comment")
LETTER_OR_DIGIT = re.compile(r"[^\W_]")
LEAD = re.compile(r"[\s;>]*")
VARIANTS = ("hexoban", "trioban", "octoban", "multiban", "numban", "modern sokoban", "dualban", "sokomind")


class _Span(NamedTuple):
    """Where an entry stands in the list of lines: what precedes its board, its title line, the board, what follows."""

    start: int
    title: int | None
    board: int
    after: int
    end: int


@dataclass(frozen=True, slots=True)
class _Described:
    """What the lines around a board say."""

    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()


def read(text: str, reading: Reading) -> Collection:
    """Return the entries of a text. Classifies every line once; a board is read when its entry is asked for.

    Rule F15: a title is a property `Title:`, else a title line: the last line of text before a board, if a blank line
    precedes it or it is the only text there. A file may give properties before each board, when it gives `Title:`
    before the first and none after the last; or a line of text directly below each board, when nothing precedes the
    first: then these are the titles.

    Raises `ParseError` for F5 and `LimitError` for more than a million lines.
    """
    lines, repairs = classify(text, lenient=reading.lenient)
    found = boards(lines)
    lines = _settled(lines, found)
    spans = _spans(lines, found)
    header = _described(lines[: spans[0].start if spans else len(lines)])
    names = [value for key in ("collection", "title") for value in _values(header.properties, key)]
    return Collection(
        tuple(partial(_entry, number, span, lines, reading) for number, span in enumerate(spans, start=1)),
        title=next(filter(None, names), ""),
        properties=header.properties,
        notes=header.notes,
        recordings=header.recordings,
        repairs=tuple(repairs),
    )


def explain_no_level(text: str, reading: Reading) -> ParseError:
    """Return the error for a text without a board, which names the run lengths that are wrong, if any.

    Rule F7: a text that is read as levels has a board.
    """
    room = reading.limit
    for number, line in enumerate(split_lines(text), start=1):
        if room >= 0 and CODED.fullmatch(line) and not PLAIN.fullmatch(line):
            room -= len(line)
            try:
                rle.expanded_length(line, reading.limit)
            except ParseError as error:
                return type(error)(error.rule, error.message, number, error.column)
    return ParseError("F7", "there is no level here; a board needs walls '#' and a player '@' or '+'")


def names_play(name: str, kind: str) -> bool:
    """Say whether a line with this name, before steps, is read back as the title of a play of this kind.

    >>> names_play("Best Solution 4/1", "solution"), names_play("drUl", "solution"), names_play("Mine", "solution")
    (True, False, False)
    """
    if kind_of(name) == "property":
        return kind_of_play(name.partition(":")[0]) == kind
    return kind_of(name) == "text" and kind_of_play(name) == kind


def _settled(lines: Sequence[Line], found: Sequence[tuple[int, int]]) -> list[Line]:
    """Return the lines with those that merely looked like rows as what they are: text, or rows of dashes."""
    settled = list(lines)
    inside = {index for start, end in found for index in range(start, end)}
    for index, line in enumerate(lines):
        if index not in inside and line.kind in ROWS:
            says_something = line.kind != "floor" and LETTER_OR_DIGIT.search(line.text)
            settled[index] = line._replace(kind="text" if says_something else "remark")
    return settled


def _spans(lines: Sequence[Line], found: Sequence[tuple[int, int]]) -> list[_Span]:
    """Return where each entry begins and ends, by rule F15."""
    ends = [0, *(end for _, end in found)]
    if _texts_stand_below(lines, found):
        starts = [start for start, _ in found]
        titles: list[int | None] = [end for _, end in found]
    else:
        titles = [_title_line(lines, end, start) for end, (start, _) in zip(ends, found, strict=False)]
        if _properties_stand_above(lines, found):
            starts = [_last_paragraph(lines, end, start) for end, (start, _) in zip(ends, found, strict=False)]
        else:
            starts = [start if title is None else title for title, (start, _) in zip(titles, found, strict=True)]
    following = [*starts, len(lines)][1:]
    return [
        _Span(start, title, board, after, end)
        for start, title, (board, after), end in zip(starts, titles, found, following, strict=True)
    ]


def _texts_stand_below(lines: Sequence[Line], found: Sequence[tuple[int, int]]) -> bool:
    """Say whether a single line of text is directly below every board and nothing is said above the first."""
    if not found or any(line.kind in SAYING for line in lines[: found[0][0]]):
        return False
    below = [[line.kind for line in lines[end : end + 2]] for _, end in found]
    return all(kinds[:1] == ["text"] and kinds[1:] != ["text"] for kinds in below)


def _properties_stand_above(lines: Sequence[Line], found: Sequence[tuple[int, int]]) -> bool:
    """Say whether the file gives `Title:` before each board: it does before the first, and does not after the last."""
    if not found:
        return False
    first, last = found[0][0], found[-1][1]
    above = _pairs(lines[_last_paragraph(lines, 0, first) : first])
    return any(_values(above, "title")) and not any(_values(_pairs(lines[last:]), "title"))


def _last_paragraph(lines: Sequence[Line], start: int, end: int) -> int:
    """Return where the last paragraph of lines[start:end] begins."""
    index = end
    while index > start and lines[index - 1].kind in SILENT:
        index -= 1
    while index > start and lines[index - 1].kind in SAYING:
        index -= 1
    return index


def _title_line(lines: Sequence[Line], start: int, end: int, *, of_play: bool = False) -> int | None:
    """Return the index of the title line before a board or a play (Sok 0.19, "Titles"), or None.

    Before a play, a property such as 'Solution:' is a title as well.
    """
    index = end - 1
    while index >= start and lines[index].kind in SILENT:
        index -= 1
    if index < start:
        return None
    line = lines[index]
    names_it = of_play and line.kind == "property" and kind_of_play(line.text.partition(":")[0])
    if line.kind != "text" and not names_it:
        return None
    above = lines[index - 1].kind if index > start else "blank"
    return None if above in ("text", "comment") or (above == "property" and not of_play) else index


def _described(lines: Sequence[Line]) -> _Described:
    """Return what lines without a board say.

    Rule F17: steps are lines in the letters of LURD, counts and brackets, or follow a name and a colon, as in
    `Solution: rrU`. They are a snapshot when they begin with `[` or their title says so, else a solution. Text after
    steps belongs to them, but for a `Title:`; text before the first steps belongs to the level. Directly after steps or
    a line that names a play, a word that is mostly LURD is steps too, with a mistake that replay will name.
    """
    lines = _with_mistyped_steps(lines)
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
                title = _title_line(lines, plays[-1][2] if plays else 0, start, of_play=True)
            plays.append((start if title is None else title, start, index))
    edges = [title for title, _, _ in plays] + [len(lines)]
    level, rest = lines[: edges[0]], lines[edges[0] :]
    properties = _pairs(level) + tuple(pair for pair in _pairs(rest) if pair[0] == "title")
    notes = tuple(_bare(line.text) for line in level if line.kind in ("text", "comment"))
    recordings = [
        _recording(lines[title:start], lines[start:end], lines[end:edge])
        for (title, start, end), edge in zip(plays, edges[1:], strict=True)
    ]
    return _Described(properties, tuple(filter(None, notes)), tuple(recordings))


def _with_mistyped_steps(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with those that are steps but for some characters as steps."""
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


def _recording(heading: Sequence[Line], steps: Sequence[Line], below: Sequence[Line]) -> Recording:
    name = _bare(heading[0].text) if heading else ""
    texts = [line.text for line in steps]
    inline = inline_play(texts[0]) if steps[0].kind == "inline" else None
    if inline:
        name, texts[0] = inline
    play = "\n".join(texts)
    kind = "snapshot" if play.lstrip().startswith("[") else kind_of_play(name) or "solution"
    notes = [_bare(line.text) for line in below if line.kind in SAYING and not _values(_pairs([line]), "title")]
    return Recording(play, kind, name.rstrip(":").strip(), tuple(filter(None, notes)), steps[0].number)


def _pairs(lines: Sequence[Line]) -> Properties:
    """Return the properties among the lines."""
    return tuple(pair for line in lines if line.kind == "property" and (pair := property_of(line.text)))


def _values(properties: Properties, key: str) -> list[str]:
    return [value for name, value in properties if name == key]


def _bare(text: str) -> str:
    """Return a text without white space around it and without the marks of comments and mail quotes before it."""
    return LEAD.sub("", text, count=1).strip()


def _entry(number: int, span: _Span, lines: Sequence[Line], reading: Reading) -> Entry:
    around = list(lines[span.start : span.end])
    if span.title is not None:
        around[span.title - span.start] = lines[span.title]._replace(kind="blank")
    above, below = _described(around[: span.board - span.start]), _described(around[span.after - span.start :])
    properties = above.properties + below.properties
    notes = above.notes + below.notes
    title_line = "" if span.title is None else _bare(lines[span.title].text)
    title = next(filter(None, _values(properties, "title")), "")
    if title:
        at = properties.index(("title", title))
        properties = properties[:at] + properties[at + 1 :]
        notes = (title_line, *notes) if title_line not in ("", title) else notes
    else:
        title = title_line
    drawn = _drawn(lines[span.board : span.after], properties, reading, title)
    recordings = above.recordings + below.recordings
    return Entry(number, drawn, title, properties, notes, recordings, lines[span.board].number)


def _drawn(board: Sequence[Line], properties: Properties, reading: Reading, title: str) -> Drawn:
    """Return what a board means.

    Rule F6: boards of other games (`Game: Hexoban` and the like) are no levels of Sokoban.
    """
    for game in _values(properties, "game"):
        if game.lower() in VARIANTS:
            return Drawn(defects=(Defect("F6", f"a board of {game} is no level of Sokoban", board[0].number),))
    try:
        drawing = rows_of(board, reading)
        if any(defect.rule != "F9" for defect in drawing.defects):
            return Drawn(defects=tuple(drawing.defects), repairs=tuple(drawing.repairs))
        drawn = level_of(drawing.rows, reading, title)
    except LimitError as error:
        return Drawn(defects=(error.defect,))
    level = None if drawing.defects else drawn.level
    defects, repairs = (*drawing.defects, *drawn.defects), (*drawing.repairs, *drawn.repairs)
    return Drawn(level, defects, repairs, drawn.warnings)
