"""Growth of large groups: overlapping groups of a level's boxes that are proved, and the best disjoint ones of them.

A group grows from a box, from a group and a box, or from two groups. Boxes in the way of a play join it, and boxes that
need too much together in a state on its way. It ends when no play is left for what its disjoint parts need together.
This is counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu and Veith 2003). Then boxes leave it, as
long as what is left needs as much. After each round of growth, all boxes are searched, with what is proved of groups.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify.boxes_alone import Group, GroupTables
from sokosolve.certify.large_groups import (
    LargeGroup,
    choose_unpaid,
    list_table_groups,
    patterns_of,
    search_group,
    search_states,
)
from sokosolve.certify.pattern_kernel import Patterns

_FIRST_STATES, _GROWTH = 250, 4
"""States of the first searches, and how many times as many each time after."""

_SEARCHES, _FEWER = 4000, 2
"""Searches of the first size without a better sum, and how many times fewer each time after."""

_OF_LEVEL = 16
"""How many times as many states a search of all boxes has."""

_MOST_LOOKED_AT = 2000
"""Choices of disjoint groups that are compared."""

_MOST_PATTERNS = 1 << 18
"""Opened states of all parts of a group that its search makes use of."""


def join_groups(tables: GroupTables, wanted: int, pause: Callable[[], None], most: int) -> Iterator[list[LargeGroup]]:
    """Yield disjoint groups, better each time, until their excesses add up to `wanted`.

    Searches have up to `most` states; `pause` may raise.
    """
    library = _Library(tables, pause)
    best, states, searches = -1, min(_FIRST_STATES, most), _SEARCHES
    while True:
        chosen = library.choose(tables.boxes)
        if (total := _sum_of(chosen)) > best:
            best, library.searches = total, 0
            yield chosen
        if best >= wanted or any(each.excess == DEAD for each in chosen):
            return
        if library.searches >= searches or not library.grow_one(states):
            if library.search_level(min(_OF_LEVEL * states, most)):
                continue
            if states >= most:
                return
            states, searches, library.searches = min(_GROWTH * states, most), searches // _FEWER, 0


def _sum_of(groups: Sequence[LargeGroup]) -> int:
    return sum(each.excess for each in groups)


class _Library:
    """Groups that are proved, none of which contains another that needs as much."""

    def __init__(self, tables: GroupTables, pause: Callable[[], None]) -> None:
        self._tables, self._pause, self._rng = tables, pause, Random(0)
        self._groups: dict[frozenset[int], LargeGroup] = {}
        self._in_way: dict[tuple[frozenset[int], int], list[int]] = {}
        self._ended: dict[tuple[frozenset[int], int], int] = {}
        self._slacks: dict[frozenset[int], int] = {}
        self._level: tuple[Patterns, int] | None = None
        self.searches = 0
        for each in list_table_groups(tables):
            self._add(each)

    def choose(self, within: Collection[int]) -> list[LargeGroup]:
        """Return disjoint groups of some boxes with a large sum of excesses."""
        boxes = frozenset(within)
        inside = [each for some, each in self._groups.items() if some <= boxes]
        inside.sort(key=lambda each: (-each.excess / len(each.boxes), len(each.boxes), each.boxes))
        squares = [frozenset(each.boxes) for each in inside]
        best, best_sum, left = list[LargeGroup](), 0, _MOST_LOOKED_AT

        def add(start: int, free: frozenset[int], total: int, chosen: list[LargeGroup]) -> None:
            nonlocal best, best_sum, left
            if total > best_sum:
                best, best_sum = chosen, total
            for place in range(start, len(inside)):
                each = inside[place]
                if left == 0 or total + len(free) * each.excess / len(each.boxes) <= best_sum:
                    return
                if squares[place] <= free:
                    left -= 1
                    add(place + 1, free - squares[place], total + each.excess, [*chosen, each])

        add(0, boxes, 0, [])
        return best

    def grow_one(self, states: int) -> bool:
        """Grow a group, with some states a search, and keep it if it is proved; return whether there was any left."""
        starts = [frozenset([box]) for box in self._tables.boxes]
        starts += [one | other for one, other in combinations(self._groups, 2)]
        starts += [one | {box} for one in self._groups for box in self._tables.boxes if box not in one]
        self._rng.shuffle(starts)
        for start in starts:
            self._pause()
            if not self._is_ended(start, states):
                self._grow(start, states)
                return True
        return False

    def search_level(self, states: int) -> bool:
        """Search all boxes, with some states, for one push more; return whether that is proved."""
        boxes = frozenset(self._tables.boxes)
        if self._is_ended(boxes, states):
            return False
        slack = self._slack_of(boxes)
        ended = self._search(boxes, slack, states)
        if isinstance(ended, LargeGroup):
            self._add(ended)
            return True
        self._ended[boxes, slack] = states
        return False

    def _is_ended(self, boxes: frozenset[int], states: int) -> bool:
        return self._ended.get((boxes, self._slack_of(boxes)), 0) >= states

    def _slack_of(self, boxes: frozenset[int]) -> int:
        if boxes not in self._slacks:
            self._slacks[boxes] = _sum_of(self.choose(boxes))
        return self._slacks[boxes]

    def _grow(self, boxes: frozenset[int], states: int) -> None:
        """Add boxes in the way of plays until no play is left; note where nothing comes of it."""
        grown = [boxes]
        while True:
            slack = self._slack_of(boxes)
            ended = self._search(boxes, slack, states)
            if isinstance(ended, LargeGroup):
                break
            larger = [more for box in ended if not self._is_ended(more := boxes | {box}, states)]
            if larger:
                boxes = self._rng.choice(larger)
                grown.append(boxes)
                continue
            self._ended[boxes, slack] = states
            grown.pop()
            if not grown:
                return
            boxes = grown[-1]
        for box in self._rng.sample(sorted(boxes), len(boxes)):
            smaller = self._search(boxes - {box}, slack, states) if len(boxes) > 1 else []
            if isinstance(smaller, LargeGroup):
                boxes, ended = boxes - {box}, smaller
        parts = self._parts_of(boxes)
        self._add(search_group(self._tables, ended.boxes, ended.excess, states, self._pause, parts) or ended)

    def _search(self, boxes: frozenset[int], slack: int, states: int) -> LargeGroup | list[int]:
        """Return the group if it needs more, else boxes in the way of a play, none if the search is too large."""
        if (in_way := self._in_way.get((boxes, slack))) is not None:
            return in_way
        self.searches += 1
        ended = search_states(self._tables, sorted(boxes), slack, states, self._pause, self._parts_of(boxes))
        if isinstance(ended, LargeGroup):
            return ended
        if ended is None:
            return []
        in_way = self._in_way[boxes, slack] = self._find_missing(ended, set(self._tables.boxes).difference(boxes))
        return in_way

    def _find_missing(self, play: Sequence[Group], others: Collection[int]) -> list[int]:
        """Return other boxes in the way of a play, and those of groups that need too much in a state on the way."""
        if not others:
            return []
        tables = self._tables
        pushed, missing = tables.find_obstacles(play, others)
        patterns, total = self._of_level()
        paid = total + tables.sum_alone(tables.boxes, tables.player)
        for count, end in enumerate(pushed, start=1):
            boxes = (*play[count][0], *others)
            slack = paid - count - tables.sum_alone(boxes, end)
            if slack < 0:  # the player's side is the wrong one for others
                alone = (box for box in others if tables.sum_alone([box], end) > tables.sum_alone([box], tables.player))
                return sorted({*missing, *alone})
            if unpaid := choose_unpaid(tables, tables.find_group(boxes, end), slack, patterns):
                moved = set(boxes).difference(tables.boxes)
                mixed = [group for group in unpaid if not moved.isdisjoint(group)]
                needed = set().union(*mixed).intersection(others) or set().union(*unpaid).intersection(others)
                return sorted(needed.union(missing))
        return missing

    def _of_level(self) -> tuple[Patterns, int]:
        """Return the patterns of all groups, and the greatest sum of disjoint ones."""
        if self._level is None:
            boxes = frozenset(self._tables.boxes)
            self._level = patterns_of(self._tables, self._parts_of(boxes)), self._slack_of(boxes)
        return self._level

    def _parts_of(self, boxes: frozenset[int]) -> list[LargeGroup]:
        parts, patterns = list[LargeGroup](), 0
        for some, each in self._groups.items():
            count = len(each.opened.first)
            if count and some < boxes and patterns + count <= _MOST_PATTERNS:
                parts.append(each)
                patterns += count
        return parts

    def _add(self, group: LargeGroup) -> None:
        boxes = frozenset(group.boxes)
        if any(some <= boxes and each.excess >= group.excess for some, each in self._groups.items()):
            return
        for some in [some for some, each in self._groups.items() if boxes <= some and each.excess <= group.excess]:
            del self._groups[some]
        self._groups[boxes] = group
        self._ended.clear()
        self._slacks.clear()
        self._level = None
