"""Which steps of a packing plan have to wait for others.

A plan is one order of many. A step may come early if no step before it loses its way by that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

HasWay = Callable[[frozenset[int]], bool]
"""Tells whether the square in question can still be reached when these are filled."""


def places_needed(
    steps: Sequence[frozenset[int]], has_way: Callable[[int, frozenset[int]], bool], seed: int = 0
) -> list[frozenset[int]]:
    """Return the places that have to be occupied for each step to count, its own among them.

    `steps` are the occupied places after each step. A step that moves a box on needs all before it, and all after it
    need it. Others may come in any order in which each square has a way when its step is next: `has_way(square, walls)`
    must be monotone. If two later steps take a way only together, the plan's order, or the seed, decides which waits.
    """
    needed, begin = [steps[0]], 0
    moves_on = [i for i in range(1, len(steps)) if not steps[i - 1] < steps[i]]
    for end in (*moves_on, len(steps)):
        square = {i: next(iter(steps[i] - steps[i - 1])) for i in range(begin + 1, end)}
        before: dict[int, list[int]] = {i: [] for i in square}
        for i in square:
            later = list(range(i + 1, end))
            if seed != 0:
                Random(seed).shuffle(later)
            waiting = list[int]()
            if later and has_way(square[i], steps[i - 1]):
                _fill(later, square, steps[i - 1], partial(has_way, square[i]), waiting)
            for j in waiting:
                before[j].append(i)
        for j in square:
            needed.append((steps[begin] | {square[j]}).union(*(needed[i] for i in before[j])))
        needed += steps[end : end + 1]
        begin = end
    return needed


def _fill(
    some: Sequence[int], square: Mapping[int, int], walls: frozenset[int], has_way: HasWay, waiting: list[int]
) -> frozenset[int]:
    """Return the walls and the squares of some steps, without those that would take the way; these are `waiting`."""
    filled = walls.union(square[j] for j in some)
    if has_way(filled):
        return filled
    if len(some) == 1:
        waiting += some
        return walls
    half = len(some) // 2
    walls = _fill(some[:half], square, walls, has_way, waiting)
    return _fill(some[half:], square, walls, has_way, waiting)
