"""Wrappings of rows: row numbers, frames, strings of a program and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sokospec.formats.lines import Line
from sokospec.formats.row_looks import LONGEST, has_wall, look_of

_MOST_LINES = 500  # that are looked at together


def unwrap(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines, with the wrappings around rows taken off; reads ahead only over lines that may be wrapped.

    Rule F23: wrappings of rows, such as row numbers and frames, are repaired; ambiguous rows are refused.

    >>> from sokospec.formats.lines import classify
    >>> [line.text for line in unwrap(classify(["1 #####", "2 #@$.#", "3 #####"], []))]
    [' #####', ' #@$.#', ' #####']
    """
    run: list[Line] = []
    looks: set[str] = set()
    for line in map(_without_tags, lines):
        look = look_of(line)
        if run and (not look or len(run) == _MOST_LINES):
            yield from _without_wrappings(run) if _is_wrapped(looks) else run
            run, looks = [], set()
        if look:
            run.append(line)
            looks.add(look)
        else:
            yield line
    yield from _without_wrappings(run) if _is_wrapped(looks) else run


def _is_wrapped(looks: set[str]) -> bool:
    return "wrapped" in looks or ("spaced" in looks and "row" not in looks)


def _without_tags(line: Line) -> Line:
    if line.kind not in ("text", "flawed") or len(line.text) > LONGEST or not has_wall(line.text):
        return line
    from sokospec.formats.peeling import without_tags  # few texts need its patterns

    return without_tags(line)


def _without_wrappings(run: Sequence[Line]) -> list[Line]:
    from sokospec.formats.peeling import without_wrappings  # few texts need its patterns

    return without_wrappings(run)
