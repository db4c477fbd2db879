"""Certificates of lower bounds by what pushes waste outside and inside an area with all goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
"""What is proved to be wasted inside, at most."""

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
        try:
            search.try_areas()
        except LimitReached:
            search.keep()
        best = search.best
        return Result(best.excess, [] if best.area is None else _facts(tables, best), search.searched, known)

    return write_bound(level, write, Budget(limits, on_compile), known, find)


@dataclass(frozen=True, slots=True)
class _Best:
    """Proof about an area: the waste in all, groups outside, and states inside."""

    excess: int
    area: frozenset[int] | None
    outside: dict[Group, int]
    inside: InsideSearch | None


class _Search:
    def __init__(self, groups: GroupTables, budget: Budget, wanted: int, most: int) -> None:
        self._groups, self._budget, self._wanted, self._most = groups, budget, wanted, most
        self.best = _Best(0, None, {}, None)
        self.searched = 0
        self._area = frozenset[int]()
        self._outside: ConflictSearch | None = None
        self._closed: dict[Group, int] = {}
        self._inside: InsideSearch | None = None

    def try_areas(self) -> None:
        """Prove what is wasted for one area after another, until it is as much as is wanted."""
        for area in _areas(self._groups):
            self._area, self._closed, self._inside = area, {}, None
            if len(self._groups.boxes) <= MOST_BOXES:
                self._outside = ConflictSearch(self._groups, _MOST_PATTERNS, self._pause, self._area)
                self._outside.raise_excess(self._wanted)
                self._close()
            left = min(_MOST_WASTE, self._wanted - choose_greedily(self._groups, self._closed))
            self._inside = InsideSearch(self._groups, self._area, max(0, left), self._pause)
            self._inside.run(self._most)
            self.keep()
            if self.best.excess >= self._wanted:
                return

    def keep(self) -> None:
        """Keep what is proved of the area at hand, if it is more than of those before."""
        self._close()
        inside = 0 if self._inside is None else self._inside.waste
        excess = choose_greedily(self._groups, self._closed) + inside
        if excess > self.best.excess:
            self.best = _Best(excess, self._area, self._closed, self._inside if inside else None)
        self.searched += 0 if self._inside is None else self._inside.states

    def _close(self) -> None:
        if self._outside is not None:
            self._closed = self._outside.close()
            self.searched += self._outside.patterns
            self._outside = None

    def _pause(self) -> None:
        self._budget.check_limits(self.searched, 0, self._groups.base + self.best.excess)


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
    area = best.area or frozenset()
    facts: list[Fact] = [Area(_AREA, TABLE_PRICES, frozenset(tables.squares[square] for square in area))]
    if best.outside:
        facts.append(Outside(_OUTSIDE, list_excesses(tables, best.outside), _AREA))
    if best.inside is not None:
        excesses = tuple((excess, pattern_of(tables, state)) for excess, state in best.inside.excesses())
        facts.append(Inside(_INSIDE, excesses, _AREA, _OUTSIDE if best.outside else None))
    return facts
