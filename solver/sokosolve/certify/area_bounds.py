"""Certificates of lower bounds by what pushes waste outside and inside an area with all goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from sokosolve.certify.boxes_alone import Group, GroupTables, choose_greedily
from sokosolve.certify.conflicts import MOST_BOXES, ConflictSearch
from sokosolve.certify.group_bounds import Result, cost_of, list_excesses, pattern_of, write_bound
from sokosolve.certify.group_facts import TABLE_PRICES
from sokosolve.certify.inside import InsideSearch
from sokosolve.certify.lower_bounds import CertifiedBound
from sokosolve.level.level_tables import LevelTables
from sokosolve.search.budget import Budget
from sokospec.board import Level
from sokospec.certificates.facts import Area, Fact, Inside, Outside
from sokospec.limits import LimitReached, Limits

MOST_STATES = 1_000_000
"""States of the boxes in an area, at most; a certificate lists nearly all of them."""

_MOST_PATTERNS = 100_000
"""Patterns that are learned outside an area, at most."""

_MOST_BESIDE, _STEP = 16, 2
"""Squares of the largest area beside the goals, and by how many areas grow."""

_MOST_WASTE = 64
"""Pushes that are proved to be wasted inside, at most."""

_AREA, _OUTSIDE, _INSIDE = 3, 4, 5
"""Numbers of the facts."""


def bound_by_areas(
    level: Level,
    write: Callable[[bytes], object],
    limits: Limits,
    *,
    known: str | None = None,
    most: int = MOST_STATES,
    on_compile: Callable[[], object] = lambda: None,
) -> CertifiedBound:
    r"""Write a certificate of what pushes waste outside and inside the best of some areas around the goals.

    At most `most` states of the boxes in an area are searched. If the bound is the cost of a `known` solution (LURD),
    this is optimal. Raises `SokobanError` like `solve_or_bound`.

    >>> parts = []
    >>> level = Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########")
    >>> print(bound_by_areas(level, parts.append, Limits()).claim)
    at-least pushes 5
    """

    def find(tables: LevelTables, groups: GroupTables, budget: Budget) -> Result:
        search = _Search(groups, budget, cost_of(known) - groups.base, most)
        for area in _areas(groups):
            if not search.prove(area):
                break
        return Result(search.best.excess, _facts(tables, search.best), search.searched, known)

    return write_bound(level, write, Budget(limits, on_compile), known, find)


@dataclass(frozen=True, slots=True)
class _Best:
    """Proof about an area: the waste in all, groups outside, and states inside if these waste anything."""

    excess: int = 0
    area: frozenset[int] = frozenset()
    outside: Mapping[Group, int] = field(default_factory=dict)
    inside: InsideSearch | None = None


class _Search:
    def __init__(self, groups: GroupTables, budget: Budget, wanted: int, most: int) -> None:
        self._groups, self._budget, self._wanted, self._most = groups, budget, wanted, most
        self.best, self.searched = _Best(), 0

    def prove(self, area: frozenset[int]) -> bool:
        """Keep what is proved of an area, if it is more than of others; return whether more is wanted, in time."""
        closed, is_in_time = dict[Group, int](), True
        if len(self._groups.boxes) <= MOST_BOXES:
            outside = ConflictSearch(self._groups, _MOST_PATTERNS, self._pause, area)
            is_in_time = _ends_in_time(partial(outside.raise_excess, self._wanted))
            closed = outside.close()
            self.searched += outside.patterns
        excess = choose_greedily(self._groups, closed)
        inside = InsideSearch(self._groups, area, min(_MOST_WASTE, max(0, self._wanted - excess)), self._pause)
        is_in_time = is_in_time and _ends_in_time(partial(inside.run, self._most))
        self.searched += inside.states
        excess += inside.waste
        if excess > self.best.excess:
            self.best = _Best(excess, area, closed, inside if inside.waste else None)
        return is_in_time and excess < self._wanted

    def _pause(self) -> None:
        self._budget.check_limits(self.searched, 0, self._groups.base + self.best.excess)


def _ends_in_time(search: Callable[[], object]) -> bool:
    try:
        search()
    except LimitReached:
        return False
    return True


def _areas(groups: GroupTables) -> Iterator[frozenset[int]]:
    """Yield sets of the squares nearest to the goals."""
    beyond, n = groups.world.floor.beyond.tolist(), groups.world.floor.n
    squares = list(dict.fromkeys(groups.prices))
    goals = len(squares)
    for square in squares:
        for ahead in beyond[4 * square : 4 * square + 4]:
            if ahead < n and ahead not in squares:
                squares.append(ahead)
    for beside in range(0, _MOST_BESIDE + 1, _STEP):
        if goals + beside <= len(squares):
            yield frozenset(squares[: goals + beside])


def _facts(tables: LevelTables, best: _Best) -> list[Fact]:
    if not best.excess:
        return []
    facts: list[Fact] = [Area(_AREA, TABLE_PRICES, frozenset(tables.squares[square] for square in best.area))]
    if best.outside:
        facts.append(Outside(_OUTSIDE, list_excesses(tables, best.outside), _AREA))
    if best.inside is not None:
        excesses = tuple((excess, pattern_of(tables, state)) for excess, state in best.inside.excesses())
        facts.append(Inside(_INSIDE, excesses, _AREA, _OUTSIDE if best.outside else None))
    return facts
