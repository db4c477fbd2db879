"""The search for all dead local patterns of windows of a size, and the library that they make up.

    python -m tools.search_dead_patterns --size 3x4 --size 2x6 --out FILE --page FILE

finds every dead pattern of which each part matters: with one wall, one box or one square without the player less it is
not dead. Patterns that differ by a symmetry of the square or by where in the window they are count as one. What dead
means is said in `sokoproof.lemmas.windows`; `sokoproof.lemmas.window_proofs` proves each of them with z3, knowing
nothing of this search.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tools.pages.dead_patterns import files, page

from sokoproof.lemmas.windows import Game, LibraryPattern, PatternWindow, WindowPlay, order
from sokospec.errors import SokobanError

MOST_SQUARES = 12
"""Windows of more squares are refused: there are 3 patterns of walls and boxes for each square, multiplied."""


def minimal_patterns(height: int, width: int, look: Callable[[int], object] = lambda _: None) -> list[PatternWindow]:
    """Return the dead patterns of a size and of smaller ones, of which each part matters.

    `look` is called with each number of walls and boxes before the patterns with so many are tried.

    >>> [" / ".join(window.rows) for window in minimal_patterns(2, 2)]
    ['#$ / ?#', '## / $$', '#$ / $$', '$$ / $$']

    Time and memory grow with 3 ** squares. Raises `SokobanError` for more than `MOST_SQUARES` squares.
    """
    squares = height * width
    if height < 1 or width < 1 or squares > MOST_SQUARES:
        raise SokobanError(f"a window of {height}x{width} cannot be searched: it must have 1 to {MOST_SQUARES} squares")
    play = WindowPlay(height, width)
    single = [play.mask([divmod(place, width)]) for place in range(squares)]
    away: dict[int, int] = {}  # for each pattern that is dead with the player outside, where he must not be
    found = []
    for said, codes in enumerate(_by_size(squares)):
        look(said)
        for code in codes:
            walls, boxes, parts = _read(code, single)
            if not boxes:
                continue
            less = [away[part] for part in parts if part in away]
            outside, *enclosed = play.regions(walls, boxes)
            if not less and not is_play_dead(play, walls, boxes, outside):
                continue
            not_here = 0
            for region in enclosed:
                if all(other & region for other in less) and not is_play_dead(play, walls, boxes, region):
                    not_here |= region
            away[code] = not_here
            if all(other & ~(not_here | walls | boxes) for other in less):
                found.append(_window(play, walls, boxes, not_here))
    return sorted(set(map(canonical, found)), key=order)


def is_play_dead(play: WindowPlay, walls: int, boxes: int, region: int) -> bool:
    """Say whether the boxes can never all leave, with the player in a region.

    A push out of the window is made at once: one box less never hinders, and the player reaches no less.
    """
    seen, waiting = {(boxes, region)}, [(boxes, region)]
    while waiting:
        node = waiting.pop()
        if not node[0]:
            return False
        after = []
        for box, landing in play.pushes(play.free(walls, node[0]), *node):
            after.append(play.after(walls, node, box, landing))
            if landing & play.outside:
                after = after[-1:]
                break
        for other in after:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return True


def is_dead(window: PatternWindow) -> bool:
    """Say whether a pattern is dead.

    >>> is_dead(PatternWindow.parse("#$ / ?#")), is_dead(PatternWindow.parse("#$ / ??"))
    (True, False)
    """
    game = Game(window)
    return all(is_play_dead(game.play, game.walls, *node) for node in game.starts)


def canonical(window: PatternWindow) -> PatternWindow:
    """Return the least symmetric form of a pattern, without outer lines of `?`.

    >>> canonical(PatternWindow.parse("??? / ?$# / ?#?"))
    PatternWindow(rows=('#$', '?#'))
    """
    said = [(row, column) for letter in "#$-" for row, column in window.squares(letter)]
    down, right = sorted(row for row, _ in said), sorted(column for _, column in said)
    rows = tuple(line[right[0] : right[-1] + 1] for line in window.rows[down[0] : down[-1] + 1])
    found = []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        found += [PatternWindow(rows), PatternWindow(rows[::-1])]
    return min(found, key=lambda form: (form.height, form.rows))


def library_pattern(window: PatternWindow) -> LibraryPattern:
    """Return a pattern with its ends.

    >>> library_pattern(PatternWindow.parse("#$ / ?#")).ends
    (((0, 1),),)
    """
    game, least = Game(window), list[int]()
    for boxes in sorted({boxes for boxes, _ in game.nodes}, key=lambda boxes: (boxes.bit_count(), boxes)):
        if not any(boxes & other == other for other in least):
            least.append(boxes)
    return LibraryPattern(window, tuple(sorted(tuple(game.play.squares(boxes)) for boxes in least)))


def entries(windows: Iterable[PatternWindow]) -> list[LibraryPattern]:
    """Return the distinct patterns, sorted."""
    return [library_pattern(window) for window in sorted(set(windows), key=order)]


def to_json(library: Sequence[LibraryPattern]) -> str:
    """Return a library as JSON.

    >>> print(to_json(entries([PatternWindow.parse("#$ / ?#")])))
    [
    {"rows": ["#$", "?#"], "ends": [[[0, 1]]]}
    ]
    """
    lines = [json.dumps({"rows": entry.window.rows, "ends": entry.ends}) for entry in library]
    return "[\n" + ",\n".join(lines) + "\n]"


def _by_size(squares: int) -> list[list[int]]:
    """Return the patterns of walls and boxes by their number of these; one is a number in base 3."""
    sizes = bytearray(3**squares)
    groups: list[list[int]] = [[] for _ in range(squares + 1)]
    for code in range(3**squares):
        sizes[code] = sizes[code // 3] + (code % 3 > 0)
        groups[sizes[code]].append(code)
    return groups


def _read(code: int, single: Sequence[int]) -> tuple[int, int, list[int]]:
    """Return the walls and the boxes of a pattern, and the patterns with one of these less."""
    masks, parts = [0, 0, 0], []
    rest, power = code, 1
    for square in single:
        rest, digit = divmod(rest, 3)
        if digit:
            masks[digit] |= square
            parts.append(code - digit * power)
        power *= 3
    return masks[1], masks[2], parts


def _window(play: WindowPlay, walls: int, boxes: int, away: int) -> PatternWindow:
    rows = [["?"] * play.width for _ in range(play.height)]
    for letter, mask in (("#", walls), ("$", boxes), ("-", away)):
        for row, column in play.squares(mask):
            rows[row][column] = letter
    return PatternWindow(tuple("".join(row) for row in rows))


def size(text: str) -> tuple[int, int]:
    """Read the size of a window.

    >>> size("3x4")
    (3, 4)
    """
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write HEIGHTxWIDTH, as in 3x4")
    return int(match[1]), int(match[2])


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, write the library and the page about it, and return the exit code."""
    parser = argparse.ArgumentParser(description="All minimal dead local patterns of windows of some sizes.")
    parser.add_argument("--size", type=size, action="append", required=True, help="HEIGHTxWIDTH; may be given again")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the library, as JSON")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="where to write the page; long lists of drawings are files beside it"
    )
    options = parser.parse_args(arguments)
    windows: list[PatternWindow] = []
    try:
        for height, width in options.size:

            def look(said: int, height: int = height, width: int = width) -> None:
                if sys.stderr.isatty():
                    print(f"\r{height}x{width}: {said} of {height * width} squares", end="", file=sys.stderr)

            windows += minimal_patterns(height, width, look)
    except SokobanError as error:
        parser.error(str(error))
    library = entries(windows)
    if options.out:
        options.out.write_text(to_json(library) + "\n", encoding="utf-8")
    if options.page:
        for name, text in {options.page.name: page(library), **files(library)}.items():
            options.page.with_name(name).write_text(text, encoding="utf-8")
    print(f"{len(library)} patterns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
