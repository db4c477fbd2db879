"""The page about dead local patterns: what they are, how many there are, and a drawing of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sokoproof.lemmas.window_library import Entry
from sokoproof.lemmas.windows import Game

LINE = 108
"""The drawings of a block take up so many characters of a line."""

_INTRODUCTION = """\
# Dead local patterns

Small patterns of walls and boxes that are dead whatever surrounds them, drawn with `#` a wall, `$` a box, `-` a square
that the player is not on, `?` anything. A pattern *occurs* in a state, in any of the eight positions (turned,
mirrored), where walls, boxes and player are like that.

## What dead means

A pattern is *dead* if on the infinite board, where nothing but its walls and boxes stands, the player can never get all
of its boxes out of the window, wherever he starts (except on `-`). No surroundings are better: more walls and boxes
only hinder him, and a box that has left the window can always be brought out of the way. So a pattern is dead if and
only if no level in which it occurs, without a goal in the window, can be solved.

The *ends* of a pattern are the minimal sets of squares that its boxes can come to be on, those that have left the
window not counted. Where a dead pattern occurs and each end has a square that is no goal, the state is dead.

A pattern is *minimal* if without any one of its walls, boxes and `-` it is not dead. Patterns that differ by a symmetry
or by an edge of `?` count as one.

## How they are found and proved

    python -m tools.search_dead_patterns --size 3x4 --size 2x6 \\
        --out detectors/sokodead/local_patterns.json --page docs/reference/dead_patterns.md

tries every pattern in the windows of these sizes, and writes the library of the minimal dead ones and this page (25
CPU seconds, times 3 for each square more; windows of more than 12 squares are refused).

    sokospec prove dead-windows

proves each pattern with z3, which takes from the search only the *places*: where the boxes and the player can come to
be. Walls, boxes, goals and the player are unknown on the whole infinite board, except for the walls of the pattern, and
that each end has a square without a goal. z3 finds that a state in which the pattern occurs is at one of the places;
that at each place a box is off the goals; and that no legal step leads from a place to none. With a part left out a
pattern is refuted by such a step. The [detector](detectors.md) `local-pattern` gives the places as evidence.

## The patterns

With the number of boxes, and the most places of a pattern (only minimal ones: a place with the boxes of another one and
more, and the player nowhere else, follows from that).
"""


def page(library: Sequence[Entry]) -> str:
    """Return the page, in Markdown."""
    sizes = [(size, list(group)) for size, group in groupby(library, lambda entry: _size(entry))]
    parts = [_INTRODUCTION, _table(sizes)]
    for (height, width), group in sizes:
        parts.append(f"\n### {height}x{width}\n\n```text\n" + "\n\n".join(_blocks(group)) + "\n```\n")
    return "".join(parts)


def _size(entry: Entry) -> tuple[int, int]:
    return entry.window.height, entry.window.width


def _table(sizes: Sequence[tuple[tuple[int, int], Sequence[Entry]]]) -> str:
    lines = ["", "| window | patterns | that need `-` | boxes | places |", "|---|--:|--:|--:|--:|"]
    for (height, width), group in sizes:
        away = sum(bool(entry.window.squares("-")) for entry in group)
        boxes = sorted({len(entry.window.squares("$")) for entry in group})
        places = max(len(Game(entry.window).nodes) for entry in group)
        few = f"{boxes[0]} to {boxes[-1]}" if len(boxes) > 1 else f"{boxes[0]}"
        lines.append(f"| {height}x{width} | {len(group)} | {away} | {few} | {places} |")
    total = [entry for _, group in sizes for entry in group]
    away = sum(bool(entry.window.squares("-")) for entry in total)
    lines.append(f"| all | {len(total)} | {away} | | |")
    return "\n".join(lines) + "\n"


def _blocks(group: Sequence[Entry]) -> Iterator[str]:
    """Yield blocks of drawings beside each other."""
    width = group[0].window.width + 4
    for start in range(0, len(group), LINE // width):
        windows = [entry.window for entry in group[start : start + LINE // width]]
        yield "\n".join(
            "".join(window.rows[row].ljust(width) for window in windows).rstrip() for row in range(windows[0].height)
        )
