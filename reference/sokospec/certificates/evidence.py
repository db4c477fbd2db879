"""Checked facts, and the proof from them that a level has no solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property

from sokospec.board import Level
from sokospec.certificates.areas import AreaGround, InsideBound, OutsideBound
from sokospec.certificates.counting import Count
from sokospec.certificates.dead_patterns import Bound, DeadPatterns
from sokospec.certificates.facts import (
    Area,
    Counting,
    Fact,
    Frozen,
    Groups,
    Inside,
    Outside,
    Patterns,
    Potential,
    Prices,
)
from sokospec.certificates.frozen import frozen_ground
from sokospec.certificates.grid import INFINITE, Grid
from sokospec.certificates.ground import Distances, Ground, Rejected
from sokospec.certificates.groups import GroupBound
from sokospec.certificates.heights import ground_with_potential
from sokospec.certificates.prices import PriceBound


class Facts:
    """Checked facts about a level by number. Backward facts use its initial state."""

    def __init__(self, level: Level, look: Callable[[], object] = lambda: None) -> None:
        self.board_ground = Ground(Grid(level.board), look=look)
        self._level = level
        self._grounds: dict[int, Ground] = {}
        self._bounds: dict[int, Bound] = {}
        self._prices: dict[int, PriceBound] = {}
        self._areas: dict[int, AreaGround] = {}
        self._outside: dict[int, OutsideBound] = {}
        self._backwards: set[int] = set()
        self._from_boxes: Callable[[Ground], Distances] = cache(lambda ground: ground.from_boxes(*self.first))
        self.of_moves: set[Bound] = set()
        """Bounds on the moves of a state; the others bound its pushes."""
        self._last = 0

    def add(self, fact: Fact) -> None:
        """Check and store a fact. Raises `Rejected`."""
        if fact.number <= self._last:
            raise Rejected(f"fact {fact.number} comes after fact {self._last}: numbers must increase")
        match fact:
            case Area():
                self._areas[fact.number] = self._area(fact)
            case Outside():
                self._outside[fact.number] = outside = OutsideBound(self._area_of(fact), fact.excesses)
                self._bounds[fact.number] = outside.bound
            case Inside():
                inside = InsideBound(self._area_of(fact), fact.excesses, self._outside_of(fact))
                self._bounds[fact.number] = inside.bound
            case _:
                self._add_on(self._ground(fact.within), fact)
        self._last = fact.number

    def _add_on(self, ground: Ground, fact: Patterns | Frozen | Potential | Counting | Prices | Groups) -> None:
        match fact:
            case Patterns():
                self._bounds[fact.number] = DeadPatterns(ground, fact.patterns, self.bounds(fact.by)).bound
            case Frozen():
                self._grounds[fact.number] = frozen_ground(ground, fact.pattern, self.bounds(fact.by))
            case Potential():
                self._grounds[fact.number] = ground_with_potential(ground, fact.heights)
            case Counting():
                self._bounds[fact.number] = Count(ground, self._distances(ground, fact), fact.goals).bound
            case Groups():
                self._bounds[fact.number] = self._groups(ground, fact).bound
            case _:  # Prices
                distances, of_player = self._distances(ground, fact), self._of_player(ground, backwards=fact.backwards)
                prices = PriceBound(ground, distances, fact.prices, of_player)
                self._prices[fact.number], self._bounds[fact.number] = prices, prices.bound
        if ground.height and fact.number in self._bounds:
            self.of_moves.add(self._bounds[fact.number])

    def bounds(self, numbers: Iterable[int], *, backwards: bool = False) -> Sequence[Bound]:
        """Return the bounds of facts. Raises `Rejected` if one has none in that direction."""
        for number in numbers:
            if number not in self._bounds or (number in self._backwards) != backwards:
                raise Rejected(f"there is no earlier fact {number} that bounds the pushes of a state")
        return [self._bounds[number] for number in numbers]

    def _distances(self, ground: Ground, fact: Counting | Prices) -> Distances:
        if not fact.backwards:
            return ground.to_goals
        if ground.fixed:
            raise Rejected("frozen boxes hold only forwards")
        self._backwards.add(fact.number)
        return self._from_boxes(ground)

    def _of_player(self, ground: Ground, *, backwards: bool) -> Mapping[int, int]:
        """Return the player's term of a bound: minus his height, or backwards its gain since the initial state."""
        if not backwards:
            return {square: -height for square, height in ground.height.items()}
        return {square: height - ground.height[self.first[1]] for square, height in ground.height.items()}

    def prices_of_all(self, number: int, *, backwards: bool) -> Bound:
        """Return the bound of a fact with prices of all boxes. Raises `Rejected` for any other."""
        prices = self._prices.get(number)
        if prices is None or prices.ground.fixed or (number in self._backwards) != backwards:
            raise Rejected(f"there is no fact {number} with prices of all boxes in that direction")
        return prices.bound

    def _groups(self, ground: Ground, fact: Groups) -> GroupBound:
        prices = self._prices.get(fact.prices)
        if prices is None or prices.ground is not ground or (fact.prices in self._backwards) != fact.backwards:
            raise Rejected(f"there is no earlier fact {fact.prices} with prices of the same board and direction")
        if fact.backwards:
            self._backwards.add(fact.number)
        return GroupBound(ground, prices, fact.excesses, self.first if fact.backwards else None)

    def _area(self, fact: Area) -> AreaGround:
        prices = self._prices.get(fact.prices)
        if fact.within is not None:
            raise Rejected("an area is not on the board of another fact")
        if prices is None or prices.ground is not self.board_ground or fact.prices in self._backwards:
            raise Rejected(f"there is no earlier fact {fact.prices} with prices of all boxes forwards, not of moves")
        return AreaGround(self.board_ground, prices, self.board_ground.mask(fact.squares))

    def _area_of(self, fact: Outside | Inside) -> AreaGround:
        area = None if fact.within is None else self._areas.get(fact.within)
        if area is None:
            raise Rejected("the fact is not in an area")
        return area

    def _outside_of(self, fact: Inside) -> OutsideBound | None:
        if fact.outside is None:
            return None
        outside = self._outside.get(fact.outside)
        if outside is None or outside.area is not self._area_of(fact):
            raise Rejected(f"there is no earlier fact {fact.outside} outside the same area")
        return outside

    @cached_property
    def first(self) -> tuple[int, int]:
        """Initial state as masks."""
        grid = self.board_ground.grid
        return grid.mask(self._level.boxes), grid.mask([self._level.player])

    def _ground(self, number: int | None) -> Ground:
        if number is None:
            return self.board_ground
        if number not in self._grounds:
            raise Rejected(f"there is no earlier fact {number} that freezes boxes or is a potential")
        return self._grounds[number]


def check_evidence(level: Level, evidence: Sequence[Fact]) -> None:
    r"""Raise `Rejected` unless the last fact, resting on those before it, shows that a level has no solution.

    >>> from sokospec import Level, Square
    >>> from sokospec.certificates import Pattern, Patterns
    >>> level = Level.parse("#####\n#@ .#\n#$  #\n#####")
    >>> check_evidence(level, [Patterns(1, (Pattern(frozenset({Square(2, 1)}), Square(1, 1)),))])
    >>> check_evidence(level, [Patterns(1, (Pattern(frozenset({Square(1, 2)}), Square(1, 1)),))])
    Traceback (most recent call last):
        ...
    sokospec.certificates.ground.Rejected: nothing shows that the push from (1, 2) to (1, 1) leads to a dead state
    """
    facts = Facts(level)
    for fact in evidence:
        facts.add(fact)
    if not evidence or isinstance(evidence[-1], Frozen | Potential | Area):
        raise Rejected("the last fact must be one that shows states to be dead")
    [bound] = facts.bounds([evidence[-1].number])
    if bound(*facts.first) < INFINITE:
        raise Rejected("the last fact does not rule out the level's state")
