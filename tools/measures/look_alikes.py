"""Find the places of the code that look alike: runs of lines of the same shape but for names, numbers and texts."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

LEAST_LINES = 6
"""Shorter runs are no copies."""

MOST_PLACES = 8
"""A run that stands in more places is a habit of the language, not a copy."""

LEAST_WORDS = 24
"""A run needs so many names, numbers and texts; fewer are signatures, brackets and keywords."""

Line = tuple[int, str, int]
"""A line of code: its number, its shape, and how many names, numbers and texts it holds."""

Run = tuple[str, int, str, int, int]
"""Two places alike: file and first line of each, and how many lines."""


def shapes(source: str) -> list[Line]:
    """Return the lines of a source by shape, without imports, comments, docstrings and lone brackets.

    >>> shapes("x = f(1)  # why\\n\\nimport os\\n")
    [(1, 'N=N(0)', 3)]
    """
    lines: dict[int, list[str]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            lines[token.start[0]].append(token.string if keyword.iskeyword(token.string) else "N")
        elif token.type == tokenize.NUMBER:
            lines[token.start[0]].append("0")
        elif token.type == tokenize.STRING:
            lines[token.start[0]].append("S")
        elif token.type == tokenize.OP:
            lines[token.start[0]].append(token.string)
    return [
        (number, "".join(parts), sum(part in ("N", "0", "S") for part in parts))
        for number, parts in sorted(lines.items())
        if parts != ["S"] and parts[0] not in ("import", "from") and any(part.isalnum() for part in parts)
    ]


def look_alikes(texts: Mapping[str, str]) -> list[Run]:
    """Return each pair of files, or of places in one file, that share a run of lines; the longest run of each pair.

    O(all lines) for code that does not repeat itself.

    >>> body = "".join(f"    a{n} = f(b, c{n}, d{n})\\n" for n in range(6))
    >>> look_alikes({"one": f"def f():\\n{body}", "two": f"def g():\\n{body}"})
    [('one', 1, 'two', 1, 7)]
    """
    lines = {name: shapes(text) for name, text in texts.items()}
    windows: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, held in lines.items():
        for first in range(len(held) - LEAST_LINES + 1):
            window = held[first : first + LEAST_LINES]
            if sum(words for _, _, words in window) >= LEAST_WORDS:
                windows[tuple(shape for _, shape, _ in window)].append((name, first))
    longest: dict[tuple[str, str], Run] = {}
    for places in windows.values():
        if len(places) <= MOST_PLACES:
            for one, other in combinations(places, 2):
                run = _whole(lines, one, other)
                if run is not None and run[4] > longest.get((one[0], other[0]), ("", 0, "", 0, 0))[4]:
                    longest[one[0], other[0]] = run
    return sorted(longest.values(), key=lambda run: (-run[4], run))


def _whole(lines: Mapping[str, Sequence[Line]], one: tuple[str, int], other: tuple[str, int]) -> Run | None:
    """Return the whole run that begins at two places; None inside of a run, or where a place overlaps itself."""
    (name, first), (other_name, other_first) = one, other
    ours, theirs = lines[name], lines[other_name]
    if first and other_first and ours[first - 1][1] == theirs[other_first - 1][1]:
        return None
    count = sum(1 for _ in _common(ours[first:], theirs[other_first:]))
    if name == other_name and first + count > other_first:
        return None
    return name, ours[first][0], other_name, theirs[other_first][0], count


def _common(ours: Sequence[Line], theirs: Sequence[Line]) -> Iterator[None]:
    for one, other in zip(ours, theirs, strict=False):
        if one[1] != other[1]:
            return
        yield None
