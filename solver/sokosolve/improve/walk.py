"""Random walk through solutions of equal cost, until one is cheaper.

Each step searches a random section again with one of its states blocked. So the section gets another way at no more
cost, although nothing near the present solution may be cheaper. The next step starts from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sokosolve.improve.path import Path
from sokosolve.improve.section_kernel import ANYWHERE, Section
from sokosolve.improve.section_search import SectionSearch
from sokosolve.level.arrays import INT32

_ELSEWHERE = (1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 10)
"""Numbers of boxes that may stand elsewhere, if the level has more; small ones more often. Once more all may."""

_MOST_STATES = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
_FIRST_LENGTH, _LONGEST = 20.0, 600.0
_GROWTH = 1.03
"""Change of the length of sections after each search, so that about half of the searches are finished."""

SHORTEST = 3
"""Least pushes of a section, so that there is a state within, also where it is cut at an end of the path."""


@dataclass(slots=True)
class _Kind:
    """Sections of about `length` pushes, with at most `elsewhere` boxes elsewhere and `most` states."""

    elsewhere: int
    most: int
    length: float = _FIRST_LENGTH

    def adapt(self, *, finished: bool) -> None:
        length = self.length * _GROWTH if finished else self.length / _GROWTH
        self.length = min(max(length, SHORTEST), _LONGEST)


class Walk:
    """Present solution of a walk, which is random but the same each time."""

    def __init__(self, path: Path, boxes: int) -> None:
        self.path = path
        self._random = Random(boxes)
        fewer = [few for few in _ELSEWHERE if few < boxes]
        self._kinds = [_Kind(elsewhere, most) for elsewhere in (*fewer, boxes) for most in _MOST_STATES]

    def step(self, search: SectionSearch, states_left: int) -> INT32 | None:
        """Return the pushes of a solution that differs in a random section, None if none was found.

        The path needs SHORTEST pushes.
        """
        random, path = self._random, self.path
        kind = random.choice(self._kinds)
        length = max(SHORTEST, min(path.size, round(kind.length * random.uniform(0.5, 1.5))))
        start = random.randrange(path.size) - length // 2
        first, last = max(0, start), min(path.size, start + length)
        player = ANYWHERE if last == path.size else int(path.player[last])
        section = Section(path, first, last, kind.elsewhere, player)
        blocked = random.randrange(first + 1, last)
        found = search.run(section, min(kind.most, states_left), blocked=blocked)
        kind.adapt(finished=found.finished)
        return None if found.pushes is None else found.replace_in(path, first)
