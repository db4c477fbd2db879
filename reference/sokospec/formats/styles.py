"""Style of a text: whether properties, or paragraphs, stand above or below their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sokospec.errors import Defect, quantify
from sokospec.formats.boards import TextPart
from sokospec.formats.lines import Line, announces_solution, kind_of_play, property_of

SILENT = ("blank", "remark")
SAYING = ("text", "property", "comment")
_PLAYS = ("steps", "inline")
_COLLECTION_KEYS = frozenset({"collection", "set"})
"""Keys of a collection: together with them, the lines above the first board describe all boards, unless repeated."""
_TITLE_KEYS = frozenset({"title", "name"})


class Style(NamedTuple):
    """Position, in the lines between two boards, of those that belong to the second.

    They begin with a property with one of `keys` and the lines above it in its paragraph; without keys, they are the
    last paragraph. Above the first board they are the last lines with all `first_keys`, and at most `lead` more.
    """

    keys: frozenset[str]
    first_keys: frozenset[str]
    lead: int = 0
    attached: bool = False
    has_titles: bool = False

    def cut(self, gap: Sequence[Line], *, is_first: bool = False) -> int:
        """Return the index of the first line that belongs to the board below."""
        start = _after_plays(gap) if is_first or self.attached else _after_attached(gap)
        if is_first:
            last = {_key_of(line): index for index, line in enumerate(gap)}
            at = min((last[key] for key in self.first_keys if key in last), default=None)
        else:
            at = _first_of(gap, start, self.keys)
        if at is None:
            return max(start, _last_paragraph(gap))
        first = max(start, _paragraph_start(gap, at))
        return max(first, at - self.lead) if is_first else first


class _StyleGuess(NamedTuple):
    """Style, None for properties below boards, and a warning if ambiguous."""

    style: Style | None
    warnings: tuple[Defect, ...] = ()


_BELOW = _StyleGuess(None)


class _Gap(NamedTuple):
    attached: frozenset[str]
    apart: frozenset[str]
    on_board: bool


def style_of(read: list[TextPart], parts: Iterator[TextPart]) -> _StyleGuess:
    """Return the style of a text, after reading two parts; appends others to `read` if they may matter."""
    above = _gap(read[0].gap, is_first=True).apart
    second = _gap(read[1].gap)
    if not read[1].board:
        return _style_of_one(read[0].gap, second)
    if above & _COLLECTION_KEYS and not above & second.apart:
        return _BELOW
    if not above and not _is_on_board(second):
        return _BELOW
    read.extend(parts)
    between = [_gap(part.gap) for part in read[1:-1]]
    last = _gap(read[-1].gap)
    closing = last.attached | last.apart
    on_boards = all(_is_on_board(gap) for gap in between if gap.apart | gap.attached)
    if not above:
        keys = frozenset[str]().union(*(gap.apart for gap in between))
        return _StyleGuess(Style(keys, frozenset())) if on_boards and not keys & closing else _BELOW
    keys = above & frozenset[str]().union(*(gap.apart for gap in between))
    if (keys or above) & closing and not on_boards:
        return _BELOW
    if keys:
        missing = sum(not gap.apart & keys for gap in between)
        return _style_of_repeated(read, keys, keys & second.apart or keys, missing)
    return _style_of_attached(read, above, between)


def _style_of_one(gap: Sequence[Line], below: _Gap) -> _StyleGuess:
    keys = frozenset(key for line in gap[_last_paragraph(gap) :] if (key := _key_of(line)))
    closing = below.attached | below.apart
    if not keys or keys & _COLLECTION_KEYS or keys & closing or not (keys & _TITLE_KEYS or not closing):
        return _BELOW
    return _StyleGuess(Style(keys, keys, lead=len(gap)))


def _style_of_repeated(
    read: Sequence[TextPart], keys: frozenset[str], first_keys: frozenset[str], missing: int
) -> _StyleGuess:
    count = len(read) - 1
    stands_above = 2 * missing <= count - 1
    reason = f"{quantify(missing, 'board')} of {count:,} have none like these above them"
    warnings = (_warn(read, reason, above=stands_above),) if missing else ()
    return _StyleGuess(Style(keys, first_keys, _lead(read[1].gap, keys)) if stands_above else None, warnings)


def _style_of_attached(read: Sequence[TextPart], above: frozenset[str], between: Sequence[_Gap]) -> _StyleGuess:
    if not all(gap.attached & above for gap in between):
        return _BELOW
    stands_above = all(gap.attached == above for gap in between)
    reason = "such properties stand directly below the other boards, but not below the last one"
    style = Style(above, above, attached=True) if stands_above else None
    return _StyleGuess(style, (_warn(read, reason, above=stands_above),))


def _warn(read: Sequence[TextPart], reason: str, *, above: bool) -> Defect:
    line = next(line.number for line in read[0].gap if _key_of(line))
    assumed = (
        "taken to describe the first level, and those between boards the board below them"
        if above
        else "taken to describe the collection, and those between boards the board above them"
    )
    advice = "to be sure, write properties directly below their board"
    return Defect("F15", f"the properties above the first board are {assumed}, but {reason}; {advice}", line)


def style_of_text(read: list[TextPart], parts: Iterator[TextPart]) -> _StyleGuess:
    """Return the style of a text without properties above its boards, after reading two parts.

    If a paragraph stands above every board, and none below the last, each describes the board below it. Appends further
    parts to `read` if a paragraph is longer than a title line.
    """
    style = Style(frozenset(), frozenset(), has_titles=True)
    sizes = [_lines_above(part.gap, style, is_first=index == 0) for index, part in enumerate(read[:2])]
    if not read[1].board or not all(sizes) or max(sizes) == 1:
        return _BELOW
    read.extend(parts)
    sizes += [_lines_above(part.gap, style) for part in read[2:-1]]
    if _text_ends(read, style):
        return _BELOW
    missing = sizes.count(0)
    if not missing and max(sizes[1:]) > 1:
        return _StyleGuess(style)
    reason = (
        f"{quantify(missing, 'board')} of {len(sizes):,} have none above them"
        if missing
        else "the text above each of the other boards is one line"
    )
    message = (
        "the text above the first board is taken to describe the collection, and lines of text between boards, but for "
        f"a title line, the board above them, but {reason}, and no text stands below the last board; "
        "to be sure, write 'Title:' before titles, directly below their board"
    )
    return _StyleGuess(
        None, (Defect("F15", message, next(line.number for line in read[0].gap if line.kind in SAYING)),)
    )


def _lines_above(gap: Sequence[Line], style: Style, *, is_first: bool = False) -> int:
    lines = [line for line in gap[style.cut(gap, is_first=is_first) :] if line.kind not in SILENT]
    return len(lines) if all(line.kind == "text" and not announces_solution(line.text) for line in lines) else 0


def _text_ends(read: Sequence[TextPart], style: Style) -> bool:
    gap = read[-1].gap
    start = _after_plays(gap)
    if all(style.cut(part.gap) > _after_plays(part.gap) for part in read[1:-1]):
        while start < len(gap) and gap[start].kind in SAYING:
            start += 1
    return any(line.kind == "text" and not announces_solution(line.text) for line in gap[start:])


def _is_on_board(gap: _Gap) -> bool:
    return gap.on_board and bool(gap.apart) and not gap.attached


def _gap(lines: Sequence[Line], *, is_first: bool = False) -> _Gap:
    middle = _after_plays(lines) if is_first else _after_attached(lines)
    attached, apart = (
        frozenset(key for line in part if (key := _key_of(line))) for part in (lines[:middle], lines[middle:])
    )
    return _Gap(attached, apart, bool(lines) and lines[-1].kind in SAYING)


def _lead(gap: Sequence[Line], keys: frozenset[str]) -> int:
    start = _after_attached(gap)
    at = _first_of(gap, start, keys)
    return 0 if at is None else at - max(start, _paragraph_start(gap, at))


def _first_of(gap: Sequence[Line], start: int, keys: frozenset[str]) -> int | None:
    return next((index for index in range(start, len(gap)) if _key_of(gap[index]) in keys), None)


def _after_plays(gap: Sequence[Line]) -> int:
    return next((index + 1 for index in reversed(range(len(gap))) if gap[index].kind in _PLAYS), 0)


def _after_attached(gap: Sequence[Line]) -> int:
    start = end = _after_plays(gap)
    while end < len(gap) and gap[end].kind in SAYING:
        end += 1
    return start if end == len(gap) else end


def _last_paragraph(lines: Sequence[Line]) -> int:
    index = len(lines)
    while index and lines[index - 1].kind in SILENT:
        index -= 1
    return _paragraph_start(lines, index)


def _paragraph_start(lines: Sequence[Line], index: int) -> int:
    while index and lines[index - 1].kind in SAYING:
        index -= 1
    return index


def _key_of(line: Line) -> str:
    pair = property_of(line.text) if line.kind == "property" else None
    return pair[0] if pair and not kind_of_play(pair[0]) else ""
