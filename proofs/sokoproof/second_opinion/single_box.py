"""Single box on a board by single steps.

A place is the box's and the player's square, without the checker's regions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from sokoproof.second_opinion.step_relation import WAYS, beside
from sokospec.board import Square

Place = tuple[Square, Square]
"""The square of the box, and that of the player."""

Steps = dict[Place, list[tuple[Place, int]]]
"""The steps from each place with their counts: 0 for a walk, 1 for a push, or by heights."""


def steps_alone(floor: Collection[Square], heights: Mapping[Square, int] = MappingProxyType({})) -> Steps:
    """Return each place's steps; with heights, a push also counts the player's descent.

    >>> row = [Square(0, column) for column in range(3)]
    >>> steps_alone(row)[row[1], row[0]]
    [((Square(row=0, column=2), Square(row=0, column=1)), 1)]
    """
    found: Steps = {(box, player): [] for box in floor for player in floor if box != player}
    for box, player in found:
        for way in WAYS:
            there = beside(player, way)
            if there == box:
                if (landing := beside(there, way)) in floor:
                    down = heights.get(player, 0) - heights.get(there, 0)
                    found[box, player].append(((landing, there), 1 + down))
            elif there in floor:
                found[box, player].append(((box, there), 0))
    return found


def reverse(steps: Steps) -> Steps:
    """Return the reversed steps."""
    found: Steps = {place: [] for place in steps}
    for place, others in steps.items():
        for other, pushes in others:
            found[other].append((place, pushes))
    return found


def least_pushes(steps: Steps, sources: Iterable[Place]) -> dict[Place, int]:
    """Return the least count to each place, for counts 0 and 1."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for other, pushes in steps[place]:
            if other not in found or found[place] + pushes < found[other]:
                found[other] = found[place] + pushes
                if pushes:
                    queue.append(other)
                else:
                    queue.appendleft(other)
    return found
