"""Library of dead patterns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sokoproof.lemmas.windows import Game, PatternWindow

_Ends = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class LibraryPattern:
    """Dead pattern with its ends."""

    window: PatternWindow
    ends: _Ends


def order(window: PatternWindow) -> tuple[int, int, int, tuple[str, ...]]:
    """Return the sort key of patterns."""
    return window.height * window.width, window.height, len(window.squares("$")), window.rows


def entries(windows: Iterable[PatternWindow]) -> list[LibraryPattern]:
    """Return the distinct patterns, sorted."""
    return [LibraryPattern(window, Game(window).ends) for window in sorted(set(windows), key=order)]


def to_json(library: Sequence[LibraryPattern]) -> str:
    """Return a library as JSON.

    >>> print(to_json(entries([PatternWindow.parse("#$ / ?#")])))
    [
    {"rows": ["#$", "?#"], "ends": [[[0, 1]]]}
    ]
    """
    lines = [json.dumps({"rows": entry.window.rows, "ends": entry.ends}) for entry in library]
    return "[\n" + ",\n".join(lines) + "\n]"


def from_json(text: str) -> list[LibraryPattern]:
    """Read a library from JSON."""
    return [
        LibraryPattern(
            PatternWindow(tuple(data["rows"])),
            tuple(tuple((row, column) for row, column in end) for end in data["ends"]),
        )
        for data in json.loads(text)
    ]
