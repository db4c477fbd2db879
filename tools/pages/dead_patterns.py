"""The page on dead patterns: their definition, their number, and a drawing of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sokoproof.lemmas.windows import LibraryPattern

LINE = 108
"""The drawings of a block take up so many characters of a line."""

MOST_DRAWN = 10
"""The drawings of a size with more patterns have a file of their own."""

_INTRODUCTION = """\
# Dead patterns

A dead pattern is a small arrangement of walls and boxes whose boxes can never all leave it, in any surroundings. Below
`#` is a wall, `$` a box, `-` a square without the player, and `?` any square. A pattern *occurs* in a state if it fits
there after a rotation or reflection; its *window* is the rectangle of its squares. The [detector](detectors.md)
`local-pattern` looks for all patterns of up to 3x4 and 2x6 squares.

## Definitions

Take the infinite board with only the walls and boxes of the pattern. The pattern is *dead* if the player, starting
anywhere except on `-`, can never get all of its boxes out of the window. More walls and boxes only hinder him.

The *ends* of a pattern are the minimal sets of squares in the window that its boxes can come to stand on. A state is
dead if a dead pattern occurs in it and each end has a square that is not a goal.

A pattern is *minimal* if removing any one of its walls, boxes or `-` makes it not dead. Patterns that differ by a
symmetry or by an edge of `?` count as one.

## Search and proof

    python -m tools.search_dead_patterns --size 3x4 --size 2x6 \\
        --out detectors/sokodead/local_patterns.json --page docs/reference/dead_patterns.md

tries every pattern, and writes the minimal dead ones and this page. `sokospec prove dead-windows` proves each with z3,
for any board: no legal step leads out of the positions that can arise. Each has a box off the goals.

## The patterns
"""


def page(library: Sequence[LibraryPattern]) -> str:
    """Return the page, in Markdown."""
    sizes = _groups(library)
    parts = [_INTRODUCTION, _summary(sizes)]
    for (height, width), group in sizes:
        name = f"{height}x{width}"
        text = f"[{len(group)} drawings]({file_name(name)})\n" if len(group) > MOST_DRAWN else _drawings(group)
        parts.append(f"\n### {name}\n\n{text}")
    return "".join(parts)


def file_name(size: str) -> str:
    """Return the name of the file, beside the page, with the drawings of a size."""
    return f"dead_patterns_{size}.txt"


def files(library: Sequence[LibraryPattern]) -> Mapping[str, str]:
    """Return the files of drawings that the page names, with their texts."""
    return {
        file_name(f"{height}x{width}"): "\n\n".join(_blocks(group)) + "\n"
        for (height, width), group in _groups(library)
        if len(group) > MOST_DRAWN
    }


def _groups(library: Sequence[LibraryPattern]) -> list[tuple[tuple[int, int], list[LibraryPattern]]]:
    return [(size, list(group)) for size, group in groupby(library, _size)]


def _drawings(group: Sequence[LibraryPattern]) -> str:
    return "```text\n" + "\n\n".join(_blocks(group)) + "\n```\n"


def _size(entry: LibraryPattern) -> tuple[int, int]:
    return entry.window.height, entry.window.width


def _summary(sizes: Sequence[tuple[tuple[int, int], Sequence[LibraryPattern]]]) -> str:
    total = [entry.window for _, group in sizes for entry in group]
    away = sum(bool(window.squares("-")) for window in total)
    boxes = max(len(window.squares("$")) for window in total)
    return f"\nThere are {len(total)} patterns, of up to {boxes} boxes; {away} of them need `-`.\n"


def _blocks(group: Sequence[LibraryPattern]) -> Iterator[str]:
    """Yield blocks of drawings beside each other."""
    width = group[0].window.width + 4
    for start in range(0, len(group), LINE // width):
        windows = [entry.window for entry in group[start : start + LINE // width]]
        yield "\n".join(
            "".join(window.rows[row].ljust(width) for window in windows).rstrip() for row in range(windows[0].height)
        )
