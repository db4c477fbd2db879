"""Dead local patterns with their ends, as the library has them that detectors read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sokoproof.lemmas.windows import Game, Window

Ends = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A dead pattern with its ends, as `sokoproof.lemmas.windows` explains them."""

    window: Window
    ends: Ends


def order(window: Window) -> tuple[int, int, int, tuple[str, ...]]:
    """Return the key by which patterns are sorted: small windows first, then few boxes."""
    return window.height * window.width, window.height, len(window.squares("$")), window.rows


def entries(windows: Iterable[Window]) -> list[Entry]:
    """Return the patterns, each once, with their ends.

    >>> entries([Window.parse("#$ / ?#")])
    [Entry(window=Window(rows=('#$', '?#')), ends=(((0, 1),),))]
    """
    return [Entry(window, Game(window).ends) for window in sorted(set(windows), key=order)]


def to_json(library: Sequence[Entry]) -> str:
    """Return a library as JSON, one pattern on a line.

    >>> print(to_json(entries([Window.parse("#$ / ?#")])))
    [
    {"rows": ["#$", "?#"], "ends": [[[0, 1]]]}
    ]
    """
    lines = [json.dumps({"rows": entry.window.rows, "ends": entry.ends}) for entry in library]
    return "[\n" + ",\n".join(lines) + "\n]"


def from_json(text: str) -> list[Entry]:
    """Read a library.

    >>> from_json(to_json([Entry(Window(("$#",)), (((0, 0),),))]))
    [Entry(window=Window(rows=('$#',)), ends=(((0, 0),),))]
    """
    return [
        Entry(Window(tuple(data["rows"])), tuple(tuple((row, column) for row, column in end) for end in data["ends"]))
        for data in json.loads(text)
    ]
