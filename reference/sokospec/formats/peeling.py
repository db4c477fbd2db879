"""Removal of the wrappings of rows; `sokospec.formats.boards` finds the lines that may be wrapped."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from sokospec.errors import ParseError
from sokospec.formats import rle
from sokospec.formats.lines import PLAIN, Line
from sokospec.formats.row_looks import BLOCKS, LEAST_ROWS, LONGEST, is_around, is_drawn, is_ruler, is_whole_board

_LEAST_MARKS = 5  # of a ruler that stands alone
_LONGEST_TAIL = 6  # characters
_MOST_WRAPPINGS = 3  # around each other

_SPACES = "\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "".join(map(chr, [*range(9), 11, 12, *range(14, 32), 127])) + "\u200b\u200c\u200d\u2060\ufeff\xad"
_FULL_WIDTH = {chr(ord(symbol) + 0xFEE0): symbol for symbol in "#@+$*.-_"}
_SYMBOLS = str.maketrans(
    {**_FULL_WIDTH, **dict.fromkeys(BLOCKS, "#"), **dict.fromkeys(_SPACES, " "), **dict.fromkeys(_INVISIBLE, "")}
)
_ESCAPED = re.compile(r"\\(?=[#@+$*._-])")
_TAG = (
    r"</?(?:pre|code|tt|samp|p|div|span|td|tr|li)\b[^<>]*+>|\[/?(?:code|pre|tt|mono|quote)\b[^\[\]]*+\]"
    r"|\"\"\"|'''|```|`"
)
_TAGGED = re.compile(rf"\s*+(?:[\w .]++=\s*+)?((?:{_TAG})*+)(.*?\S)((?:{_TAG})*+)", re.IGNORECASE)
_ENTITY = re.compile(r"&#?\w{1,8};")

_NUMBER = re.compile(r"\s*+(?:row|line|[(\[])?\s*+([0-9]{1,4})([ ]?+[:.)\]|>\u2502]|\t|(?=\D))", re.IGNORECASE)
_NUMBER_BEHIND = re.compile(r"(.*?[^\s0-9(|:\u2502])[ \t]*+[|:\u2502]?[ \t]*+\(?([0-9]{1,4})\)?[ \t]*+")
_LETTER = re.compile(r"\s*+([A-Za-z])([:.)|]|(?=\s))")
_BARS = "|!\u00a6\u2502\u2503\u2551"
_MARKS = "#*+:\u00bb\u2022"
_DIFFERENCE = re.compile(r"\+(.*)")
_TAIL = re.compile(r"(?:[,;\\]|\\n|<br ?/?>)\Z", re.IGNORECASE)
_CELLS = re.compile(r"\s*+([#@+$*._ -]?[,;\t])++[#@+$*._ -]?\s*+")
_STRING = re.compile(
    r"\"((?:[^\"\\]|\\.)*+)\"|'((?:[^'\\]|\\.)*+)'|`([^`]*+)`|[\u201c-\u201e]([^\u201c-\u201e]*+)[\u201c\u201d]"
    r"|[\u2018-\u201a]([^\u2018-\u201a]*+)[\u2018\u2019]|\u00ab([^\u00ab\u00bb]*+)\u00bb"
)
_CODE = re.compile(r"[\w\s\[\](){},;:=+*.\\]{0,80}+")


_T = TypeVar("_T")


class _PeeledBlock(NamedTuple):
    first: int
    end: int
    lines: list[Line]
    wrapping: str
    plain: bool = True
    others: Sequence[Line] = ()


_Peel = Callable[[Sequence[Line]], Iterator[_PeeledBlock]]


def without_tags(line: Line) -> Line:
    """Return a line without the marks of quoted text around its row."""
    match = _TAGGED.fullmatch(line.text.rstrip("; \t)"))
    if not match or not (match[1] or match[3]) or not PLAIN.fullmatch(match[2]):
        return line
    return _cut(line, match.start(2), match.end(2))._replace(remark="marks of quoted text taken off")


def without_wrappings(run: Sequence[Line]) -> list[Line]:
    """Return lines that may be wrapped, with the wrappings around rows taken off."""
    done: list[Line] = []
    start = 0
    for board in _peel_boards(run):
        before, after = board.first, board.end
        while before > start and is_around(run[before - 1]):
            before -= 1
        while after < len(run) and is_around(run[after]):
            after += 1
        done += without_wrappings(run[start:before])
        done += [line._replace(kind="remark") for line in run[before : board.first]]
        done += _mark_board(board)
        done += [line._replace(kind="remark") for line in run[board.end : after]]
        start = after
    return _without_rulers([*done, *(without_wrappings(run[start:]) if start else run)])


def _mark_board(peeled: _PeeledBlock) -> list[Line]:
    first, *others = (line._replace(kind="row" if PLAIN.fullmatch(line.text) else "floor") for line in peeled.lines)
    if peeled.others and is_whole_board(_expand_rows(peeled.others)):
        flaw = "the numbers before the rows can be understood in two ways: write the board without them"
        return [first._replace(kind="unclear", remark=flaw), *(line._replace(kind="unclear") for line in others)]
    return [first._replace(remark=peeled.wrapping), *others]


def _without_rulers(run: list[Line]) -> list[Line]:
    for index, line in enumerate(run):
        if line.kind != "text" or not is_ruler(line.text) or len(line.text.split()[0]) < _LEAST_MARKS:
            continue
        for beside in (index + 1, index - 1):
            if 0 <= beside < len(run) and run[beside].kind == "row" and "#" in run[beside].text:
                step = beside - index
                last = beside
                while 0 <= last + step < len(run) and run[last + step].kind in ("row", "floor"):
                    last += step
                first, last = min(beside, last), max(beside, last)
                if max(len(row.text.rstrip()) for row in run[first : last + 1]) <= len(line.text.rstrip()):
                    run[index] = line._replace(kind="remark")
                    run[first] = run[first]._replace(remark=run[first].remark or "ruler taken off")
                    break
    return run


def _peel_boards(run: Sequence[Line], depth: int = 0) -> list[_PeeledBlock]:
    others: list[_PeeledBlock] = []
    for peel in _PEELERS:
        boards = [board for peeled in peel(run) if (board := _peel_further(peeled, depth))]
        whole = [board for board in boards if is_whole_board([line.text for line in board.lines])]
        if whole:
            return _disjoint(whole)
        others = others or [board for board in boards if board.plain]
    return _disjoint(others)


def _disjoint(boards: Sequence[_PeeledBlock]) -> list[_PeeledBlock]:
    chosen: list[_PeeledBlock] = []
    for board in boards:
        if all(board.end <= other.first or other.end <= board.first for other in chosen):
            chosen.append(board)
    return sorted(chosen, key=lambda board: board.first)


def _peel_further(peeled: _PeeledBlock, depth: int) -> _PeeledBlock | None:
    if is_drawn([line.text for line in peeled.lines]):
        return peeled
    if depth == _MOST_WRAPPINGS:
        return None
    inner = next(iter(_peel_boards(peeled.lines, depth + 1)), None)
    if inner is None or (len(inner.lines) != len(peeled.lines) and len(peeled.lines) > 1):
        return None
    names = f"{peeled.wrapping}, {inner.wrapping}"
    return inner._replace(
        first=peeled.first,
        end=peeled.end,
        wrapping=names,
        plain=peeled.plain and inner.plain,
        others=peeled.others or inner.others,
    )


def _expand_rows(lines: Sequence[Line]) -> list[str]:
    try:
        return [rle.expand(line.text, LONGEST).symbols for line in lines]
    except ParseError:
        return []


def _runs(keys: Iterable[_T]) -> Iterator[tuple[_T, int, int]]:
    start = 0
    for key, run in groupby(keys):
        end = start + sum(1 for _ in run)
        yield key, start, end
        start = end


def _groups(matches: Iterable[object]) -> Iterator[tuple[int, int]]:
    return ((start, end) for matched, start, end in _runs(map(bool, matches)) if matched and end - start >= LEAST_ROWS)


def _find_sequences(numbers: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    start = 0
    for index in range(1, len(numbers) + 1):
        previous, number = numbers[index - 1], numbers[index] if index < len(numbers) else None
        step = None if previous is None or number is None else number - previous
        first = None if index - start < 2 or previous is None else previous - (numbers[index - 2] or 0)
        if step not in (1, -1) or (first is not None and step != first):
            if index - start >= LEAST_ROWS:
                yield start, index
            start = index


def _cut(line: Line, start: int, end: int | None = None) -> Line:
    return line._replace(text=line.text[start:end], kind="row", quoted=line.quoted + start)


def _peel_numbers(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    matches = [_NUMBER.match(line.text) for line in run]
    yield from _cut_numbers(run, matches, [int(match[1]) if match else None for match in matches])
    matches = [_LETTER.match(line.text) for line in run]
    yield from _cut_numbers(run, matches, [ord(match[1]) if match else None for match in matches])


def _cut_numbers(
    run: Sequence[Line], matches: Sequence[re.Match[str] | None], numbers: Sequence[int | None]
) -> Iterator[_PeeledBlock]:
    for first, end in _find_sequences(numbers):
        rows = run[first:end]
        cuts = [match.end() for match in matches[first:end] if match]
        lowest = min(numbers[first] or 0, numbers[end - 1] or 0)
        plain = lowest < 2 or all(match[2] for match in matches[first:end] if match)
        tight = [_cut(line, cut) for line, cut in zip(rows, cuts, strict=True)]
        others: Sequence[Line] = () if plain else rows
        if min(cuts) < max(cuts) and all(
            not line.text[cut : max(cuts)].strip() for line, cut in zip(rows, cuts, strict=True)
        ):
            filled = [_cut(line, max(cuts)) for line in rows]
            if _begin_together(filled, cuts) and not _begin_together(tight, cuts):
                tight = filled
            elif _begin_together(filled, cuts) or not _begin_together(tight, cuts):
                others = filled
        yield _PeeledBlock(first, end, tight, "row numbers taken off", plain, others)


def _begin_together(lines: Sequence[Line], cuts: Sequence[int]) -> bool:
    margins: dict[int, int] = {}
    for line, cut in zip(lines, cuts, strict=True):
        margin = len(line.text) - len(line.text.lstrip())
        margins[cut] = min(margin, margins.get(cut, margin))
    return len(set(margins.values())) == 1


def _peel_numbers_behind(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    matches = [_NUMBER_BEHIND.fullmatch(line.text) for line in run]
    for first, end in _find_sequences([int(match[2]) if match else None for match in matches]):
        lines = [
            _cut(line, 0, match.end(1)) for line, match in zip(run[first:end], matches[first:end], strict=True) if match
        ]
        yield _PeeledBlock(first, end, lines, "row numbers taken off")


def _peel_frames(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    for mark, start, end in _runs(_mark_of(line.text) for line in run):
        if mark and end - start >= LEAST_ROWS:
            ends = mark != "#" and all(_ends_with(line.text, mark) for line in run[start:end])
            lines = [_inside(line, ends=ends) for line in run[start:end]]
            name = "frame taken off" if mark in _BARS else f"mark {mark!r} of each row taken off"
            yield _PeeledBlock(start, end, lines, name, plain=mark in _BARS)


def _mark_of(text: str) -> str:
    bare = text.strip()
    mark = bare[:1]
    return mark if len(bare) > 1 and (mark in _BARS or (mark in _MARKS and bare[1].isspace())) else ""


def _ends_with(text: str, mark: str) -> bool:
    bare = text.strip()
    return bare[-1] == mark and (mark in _BARS or bare[-2].isspace())


def _inside(line: Line, *, ends: bool) -> Line:
    start = len(line.text) - len(line.text.lstrip()) + 1
    return _cut(line, start, len(line.text.rstrip()) - ends)


def _peel_difference(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    for first, end in _groups([_DIFFERENCE.fullmatch(line.text) for line in run]):
        yield _PeeledBlock(
            first, end, [_cut(line, 1) for line in run[first:end]], "mark '+' of each row taken off", False
        )


def _peel_tails(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    ends = [_end_before_tail(line.text) for line in run]
    rows = [end < len(line.text.rstrip()) or PLAIN.fullmatch(line.text) for end, line in zip(ends, run, strict=True)]
    for start, stop in _groups(rows):
        if any(end < len(line.text.rstrip()) for end, line in zip(ends[start:stop], run[start:stop], strict=True)):
            lines = [_cut(line, 0, end) for line, end in zip(run[start:stop], ends[start:stop], strict=True)]
            yield _PeeledBlock(start, stop, lines, "marks at the ends of rows taken off")


def _end_before_tail(text: str) -> int:
    bare = text.rstrip()
    while match := _TAIL.search(bare, max(0, len(bare) - _LONGEST_TAIL)):
        bare = bare[: match.start()].rstrip()
    return len(bare)


def _peel_cells(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    for first, end in _groups([_CELLS.fullmatch(line.text) for line in run]):
        lines = [
            line._replace(text=re.sub(r"([#@+$*._ -]?)[,;\t]", lambda cell: cell[1] or " ", line.text), kind="row")
            for line in run[first:end]
        ]
        yield _PeeledBlock(first, end, lines, "marks between symbols taken off")
    spaced = [PLAIN.fullmatch(line.text) and not line.text.rstrip()[_margin(run) + 1 :: 2].strip() for line in run]
    for first, end in _groups(spaced):
        margin = _margin(run[first:end])
        lines = [line._replace(text=line.text[margin::2], kind="row") for line in run[first:end]]
        yield _PeeledBlock(first, end, lines, "spaces between symbols taken off", plain=False)


def _margin(lines: Sequence[Line]) -> int:
    return min(len(line.text) - len(line.text.lstrip()) for line in lines)


def _peel_strings(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    rows = [_strings_in(line) for line in run]
    for _, start, end in _runs(map(bool, rows)):
        lines = [row for in_line in rows[start:end] for row in in_line]
        if len(lines) >= LEAST_ROWS:
            yield _PeeledBlock(start, end, lines, "quotation marks taken off")


def _strings_in(line: Line) -> list[Line]:
    matches = list(_STRING.finditer(line.text))
    if not matches or not _CODE.fullmatch(_STRING.sub("", line.text)):
        return []
    strings = [(match.start() + 1, match[match.lastindex or 0] or "") for match in matches]
    if not all(PLAIN.fullmatch(text.replace("\\n", "")) for _, text in strings):
        rows = [index for index, (_, text) in enumerate(strings) if PLAIN.fullmatch(text) and len(text) >= LEAST_ROWS]
        strings = strings[rows[0] : rows[-1] + 1] if len(rows) >= LEAST_ROWS else strings
    if len(strings) >= LEAST_ROWS and all(len(text) == 1 for _, text in strings):
        return [line._replace(text="".join(text for _, text in strings), kind="row")]
    return [
        line._replace(text=row, kind="row", quoted=line.quoted + start)
        for start, text in strings
        for row in text.removesuffix("\\n").split("\\n")
    ]


def _peel_symbols(run: Sequence[Line]) -> Iterator[_PeeledBlock]:
    texts = [_translate(line.text) for line in run]
    for first, end in _groups([PLAIN.fullmatch(text) or not text.strip("-_ \t") for text in texts]):
        if any(text != line.text for text, line in zip(texts[first:end], run[first:end], strict=True)):
            lines = [
                line._replace(text=text, kind="row")
                for text, line in zip(texts[first:end], run[first:end], strict=True)
            ]
            yield _PeeledBlock(first, end, lines, "characters that only look like symbols replaced")


def _translate(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if "\\" in text:
        text = _ESCAPED.sub("", text)
    return text.translate(_SYMBOLS)


_PEELERS: tuple[_Peel, ...] = (
    *(_peel_frames, _peel_symbols, _peel_strings, _peel_numbers, _peel_numbers_behind, _peel_tails, _peel_cells),
    _peel_difference,
)
