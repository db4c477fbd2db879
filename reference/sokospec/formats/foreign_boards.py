"""Boards in the symbols of other programs, recognised in order to be refused with advice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sokospec.formats.lines import Line, cache_short_lines

_KINDS = ("row", "floor", "flawed", "text", "property")
_NO_WALLS = frozenset("-_=.~*:/;>|'\"`,!")  # what lines of text are underlined and framed with
_XSB = frozenset("#@+$*.-_")
_FLOOR = " \t_-~,0\u00b7\u2013"  # what may stand outside the walls
_LEAST_ROWS, _MOST_ROWS = 3, 1_000
_LEAST_SYMBOLS, _MOST_SYMBOLS = (
    3,
    7,
)  # besides walls and spaces: a player, a box and a goal, up to all and two for floor
_LONGEST_WORD = 2  # letters side by side that are all different
_MF8 = re.compile(r"\[(/)?soko\b", re.IGNORECASE)
_ADVICE = "write # for wall, @ player, $ box, . goal, * box on goal, + player on goal, and a space for floor"


def with_foreign_boards(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines, with kind `foreign` for boards in other symbols; reads ahead only over such a board.

    Its lines begin and end with one symbol, the only one of its first and last line. Not all are rows of XSB; there are
    no words and few symbols, one of which occurs once.

    >>> from sokospec.formats.lines import classify
    >>> [line.kind for line in with_foreign_boards(classify(["HHHHH", "Ha$.H", "HHHHH", "text"], []))]
    ['foreign', 'foreign', 'foreign', 'text']
    """
    block: list[Line] = []
    wall = ""
    in_mf8 = False
    for line in lines:
        ends = _ends_of(line)
        if block and (ends[:1] != wall or len(block) == _MOST_ROWS):
            yield from _classify_block(block)
            block = []
        if block:
            block.append(line)
        elif len(ends) == 2 and not in_mf8:
            block, wall = [line], ends[0]
        else:
            yield line
        if "[" in line.text:
            mark = _MF8.search(line.text)
            in_mf8 = not mark[1] if mark else in_mf8
    yield from _classify_block(block)


def _ends_of(line: Line) -> str:
    return _ends(line.text) if line.kind in _KINDS else ""


@cache_short_lines
def _ends(text: str) -> str:
    bare = text.strip(_FLOOR)
    if len(bare) < _LEAST_ROWS or bare[0] != bare[-1] or bare[0] in _NO_WALLS:
        return ""
    return bare[0] * (2 if set(bare) <= {bare[0], " "} else 1)


def _classify_block(block: list[Line]) -> list[Line]:
    if not block or _is_read(block):
        return block
    end = len(block)
    while end and len(_ends_of(block[end - 1])) < 2:
        end -= 1
    if not _is_foreign([line.text for line in block[:end]]):
        return block
    symbols = sorted(set("".join(line.text for line in block[:end])) - {" ", "\t"})
    names = " ".join(symbols[: _MOST_SYMBOLS + 1])
    first = block[0]._replace(kind="foreign", remark=f"the board is drawn in other symbols ({names}): {_ADVICE}")
    return [first, *(line._replace(kind="foreign") for line in block[1:end]), *block[end:]]


def _is_read(block: Sequence[Line]) -> bool:
    kinds = {line.kind for line in block}
    if not {"#", "W"} & set(block[0].text):
        return False
    return kinds <= {"row", "floor"} or (kinds <= {"row", "floor", "flawed"} and any("@" in row.text for row in block))


def _is_foreign(rows: Sequence[str]) -> bool:
    wall = rows[0].strip(_FLOOR)[0] if rows else ""
    counts = Counter("".join(row.replace(" ", "") for row in rows))
    walls = counts.pop(wall, 0)
    symbols = {symbol: count for symbol, count in counts.items() if not symbol.isspace()}
    if len(rows) < _LEAST_ROWS or not _LEAST_SYMBOLS <= len(symbols) <= _MOST_SYMBOLS or 1 not in symbols.values():
        return False
    if 10 * walls < 3 * (walls + sum(counts.values())):
        return False
    return not ({wall, *symbols} <= _XSB or any(_has_word(row.replace(wall, " ")) for row in rows))


def _has_word(row: str) -> bool:
    length = 0
    for symbol, before in zip(row, " " + row, strict=False):
        length = length + 1 if symbol.isalpha() and symbol != before else 0
        if length > _LONGEST_WORD + 1:
            return True
    return False
