"""Routing of a part's ports to the top and bottom of a box.

Wires run between points two squares apart, so they never touch; contested points become more expensive (McMurchie and
Ebeling 1995).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from sokogen.reductions.layout.crossover_part import part_of
from sokogen.reductions.layout.parts import LayoutPart
from sokospec.board import DELTAS, Direction, Square
from sokospec.transform.symmetry import Symmetry

_ROTATIONS = (
    Symmetry(),
    Symmetry(transpose=True, flip_columns=True),
    Symmetry(flip_rows=True, flip_columns=True),
    Symmetry(transpose=True, flip_rows=True),
)
_MIRROR = Symmetry(flip_columns=True)
_MOST_ROUNDS = 12

_Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """Part in its box, and the wires.

    Sizes count points; point (i, j) is square (2i, 2j).
    """

    height: int
    width: int
    part: LayoutPart
    corner: Square
    squares: frozenset[Square]
    top: tuple[int, ...]
    bottom: tuple[int, ...]


@cache
def put_in_box(kind: str, top: tuple[str, ...], bottom: tuple[str, ...], *, mirrored: bool) -> Box:
    """Return the smallest box of a gadget or the crossover, with these ports above and below, over all rotations.

    >>> box = put_in_box("DIODE", ("B",), ("A",), mirrored=False)
    >>> box.height * box.width < 100
    True
    """
    part = part_of(kind)
    for margin in range(1, 12):
        found: list[tuple[int, int, int, Box]] = []
        for rotation in _ROTATIONS:
            moved = (part.transform(_MIRROR) if mirrored else part).transform(rotation)
            box = _route(moved, top, bottom, margin)
            if box is not None:
                found.append((box.height * box.width, len(box.squares), len(found), box))
        if found:
            return min(found)[3]
    raise ValueError(f"no box for ports {top} above and {bottom} below; is their order right?")


def _route(part: LayoutPart, top: tuple[str, ...], bottom: tuple[str, ...], margin: int) -> Box | None:
    height, width = 2 * margin + (part.height + 2) // 2, 2 * margin + (part.width + 2) // 2
    wires = max(len(top), len(bottom))
    side = max(0, (wires - width + 1) // 2)
    width += 2 * side
    row, column = 2 * margin, 2 * (margin + side)

    def is_free(point: _Point) -> bool:
        inside = 0 <= point[0] < height and 0 <= point[1] < width
        clear = not (row - 1 <= 2 * point[0] <= row + part.height and column - 1 <= 2 * point[1] <= column + part.width)
        return inside and clear

    ports = (*top, *bottom)
    choices = [_stubs(part, port, row, column) for port in ports]
    free = {(i, j) for i in range(height) for j in range(width) if is_free((i, j))}
    start_top, start_bottom = (width - len(top)) // 2, (width - len(bottom)) // 2
    ends = [(0, start_top + index) for index in range(len(top))]
    ends += [(height - 1, start_bottom + index) for index in range(len(bottom))]
    for chosen in product(*choices):
        starts = [point for point, _, _ in chosen]
        taken = [{point, *([also] if also else [])} for point, also, _ in chosen]
        if len(set().union(*taken)) != sum(map(len, taken)) or not free.issuperset(starts):
            continue
        blocked = [set().union(*taken[:index], *taken[index + 1 :]) for index in range(len(taken))]
        paths = _negotiate(free, starts, ends, blocked)
        if paths is None:
            continue
        squares = {square for _, _, stub in chosen for square in stub}
        for path in paths:
            squares |= {Square(2 * i, 2 * j) for i, j in path}
            squares |= {Square(a + c, b + d) for (a, b), (c, d) in pairwise(path)}
        return Box(
            height,
            width,
            part,
            Square(row, column),
            frozenset(squares),
            tuple(j for _, j in ends[: len(top)]),
            tuple(j for _, j in ends[len(top) :]),
        )
    return None


def _stubs(
    part: LayoutPart, port: str, row: int, column: int
) -> list[tuple[_Point, _Point | None, tuple[Square, ...]]]:
    (r, c), outward = part.ports[port]
    at = (r + row, c + column)
    down, right = DELTAS[outward]
    squares: list[Square] = []
    vertical = outward in (Direction.UP, Direction.DOWN)
    while len(squares) < 2 or (at[0] if vertical else at[1]) % 2:
        at = (at[0] + down, at[1] + right)
        squares.append(Square(*at))
    across = at[1] if vertical else at[0]
    if across % 2 == 0:
        return [((at[0] // 2, at[1] // 2), None, tuple(squares))]
    found: list[tuple[_Point, _Point | None, tuple[Square, ...]]] = []
    for shift in (-1, 1):
        one, other = (
            ((at[0], at[1] + shift), (at[0], at[1] - shift))
            if vertical
            else ((at[0] + shift, at[1]), (at[0] - shift, at[1]))
        )
        found.append(((one[0] // 2, one[1] // 2), (other[0] // 2, other[1] // 2), tuple(squares)))
    return found


def _negotiate(
    free: set[_Point], starts: Sequence[_Point], ends: Sequence[_Point], blocked: Sequence[set[_Point]]
) -> list[list[_Point]] | None:
    past: dict[_Point, int] = {}
    paths: list[list[_Point]] = [[] for _ in starts]
    uses: dict[_Point, int] = {}
    for pressure in range(1, _MOST_ROUNDS):
        for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
            for point in paths[index]:
                uses[point] -= 1
            prices = {point: 1 + past.get(point, 0) + pressure * count * 2 for point, count in uses.items() if count}
            path = _cheapest(free, start, end, blocked[index], prices, past)
            if path is None:
                return None
            paths[index] = path
            for point in path:
                uses[point] = uses.get(point, 0) + 1
        shared = [point for point, count in uses.items() if count > 1]
        if not shared:
            return paths
        for point in shared:
            past[point] = past.get(point, 0) + 2
    return None


def _cheapest(
    free: set[_Point],
    start: _Point,
    end: _Point,
    blocked: set[_Point],
    prices: dict[_Point, int],
    past: dict[_Point, int],
) -> list[_Point] | None:
    came: dict[_Point, tuple[int, _Point]] = {start: (0, start)}
    waiting = [(0, 0, start)]
    while waiting:
        _, price, point = heapq.heappop(waiting)
        if point == end:
            path = [point]
            while point != start:
                point = came[point][1]
                path.append(point)
            return path[::-1]
        if price > came[point][0]:
            continue
        for down, right in DELTAS:
            other = (point[0] + down, point[1] + right)
            if other in free and other not in blocked:
                more = price + prices.get(other, 1 + past.get(other, 0))
                if other not in came or more < came[other][0]:
                    came[other] = (more, point)
                    guess = more + abs(other[0] - end[0]) + abs(other[1] - end[1])
                    heapq.heappush(waiting, (guess, more, other))
    return None
