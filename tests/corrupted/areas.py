"""Random areas with what pushes waste outside and inside them, as much as the conditions allow, or otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from random import Random

from sokogen.draws import below
from sokospec import Level, Square
from sokospec.certificates import Fact, Pattern, Patterns, Prices
from sokospec.certificates.areas import AreaGround
from sokospec.certificates.evidence import Facts
from sokospec.certificates.facts import Area, Inside, Outside
from sokospec.certificates.grid import INFINITE, bits

Place = tuple[int, int]
"""Masks of boxes, and of the player's component."""

_MOST = 9
"""Largest finite excess: where no bound exists, each number is right."""


class Divided:
    """Level with an area, and the largest excesses outside and inside it."""

    def __init__(self, level: Level, prices: Prices, squares: frozenset[Square], pairs_among: int) -> None:
        """Check both facts; pairs outside are among so many squares."""
        facts = Facts(level)
        facts.add(prices)
        bound = facts._prices[prices.number]  # as a fact in an area uses it
        self._grid = facts.board_ground.grid
        self._area = AreaGround(facts.board_ground, bound, self._grid.mask(squares))
        self._pairs_among = pairs_among
        self._count = len(level.boxes)

    def _places(self, squares: Iterable[int], counts: Iterable[int]) -> list[Place]:
        chosen = [sum(boxes) for count in counts for boxes in combinations(squares, count)]
        return [(boxes, part) for boxes in chosen for part in self._grid.parts(boxes)]

    def _largest(self, places: list[Place], steps: Callable[[Place], list[tuple[float, Place]]]) -> dict[Place, float]:
        """Return the largest excesses e such that e <= waste + e after each step; 0 for places not among them."""
        wasted = {place: steps(place) for place in places}
        found: dict[Place, float] = dict.fromkeys(places, INFINITE)
        changes = True
        while changes:
            changes = False
            for place, after in wasted.items():
                least = min((waste + found.get(then, 0) for waste, then in after), default=INFINITE)
                if least < found[place]:
                    found[place], changes = least, True
        return found

    def _place(self, boxes: int, player: int) -> Place:
        return boxes, self._grid.reachable(player, boxes)

    @cached_property
    def outside(self) -> Mapping[Place, float]:
        """Excess of each pair of boxes."""
        squares = [*bits(self._grid.floor & ~self._area.squares)][: self._pairs_among]

        def steps(place: Place) -> list[tuple[float, Place]]:
            found = []
            for box, landing in self._grid.pushes(*place):
                waste = self._area.waste(box, landing)
                into = landing & self._area.squares and waste < INFINITE
                found.append((0 if into else waste, self._place(place[0] ^ box ^ landing, box)))
            return found

        return self._largest(self._places(squares, [2]), steps)

    @cached_property
    def inside(self) -> Mapping[Place, float]:
        """Excess of each state inside but the solved one."""
        grid, area = self._grid, self._area
        beyond = grid.floor & ~area.squares

        def steps(place: Place) -> list[tuple[float, Place]]:
            boxes, region = place
            tried = [*grid.pushes(boxes, region)]
            if boxes.bit_count() < self._count:
                tried += [push for push in grid.pushes(boxes | beyond, region) if push[0] & beyond]
            return [
                (area.waste(box, landing), self._place((boxes & ~box | landing) & area.squares, box))
                for box, landing in tried
            ]

        places = self._places([*bits(area.squares)], range(self._count + 1))
        return self._largest([place for place in places if place[0] != grid.goals], steps)

    def pattern(self, place: Place) -> Pattern:
        """Return the pattern of a place, with the first square of the component."""
        return Pattern(frozenset(self._grid.squares(place[0])), self._grid.squares(place[1])[0])


def facts_of_area(level: Level, rng: Random, *, pairs_among: int = 16) -> list[Fact]:
    """Return prices, an area, and facts outside and inside it; most are right."""
    floor = sorted(level.board.floor)
    more = {floor[below(rng, len(floor))] for _ in range(below(rng, 5))}
    squares = frozenset(level.goals | more)
    prices = Prices(1, tuple(below(rng, 5) - 2 for _ in level.goals))
    divided = Divided(level, prices, squares, pairs_among)
    outside = [
        (None if excess >= INFINITE else int(excess), divided.pattern(place))
        for place, excess in divided.outside.items()
        if excess > 0
    ]
    inside = [(int(min(excess, _MOST)), divided.pattern(place)) for place, excess in divided.inside.items() if excess]
    facts: list[Fact] = [prices, Area(2, 1, squares)]
    if outside:
        facts.append(Outside(3, tuple(outside), 2))
    if inside:
        facts.append(Inside(4, tuple(inside), 2, 3 if outside and rng.random() < 0.7 else None))
    dead = [group for excess, group in outside if excess is None]
    if dead:
        facts.append(Patterns(5, (dead[below(rng, len(dead))],), (1, 3 + below(rng, 2))))
    for _ in range(below(rng, 3)):
        at = 1 + below(rng, len(facts) - 1)
        facts[at] = _other(facts[at], rng, floor)
    return facts


def _other(fact: Fact, rng: Random, floor: list[Square]) -> Fact:
    """Return the fact with something changed."""

    def one() -> Square:
        return floor[below(rng, len(floor))]

    if isinstance(fact, Area):
        return replace(fact, squares=fact.squares ^ {one()} or fact.squares)
    if not isinstance(fact, Outside | Inside):
        return fact
    at = below(rng, len(fact.excesses))
    excess, group = fact.excesses[at]
    larger = 1 if excess is None else excess + 1
    boxes = frozenset({one(), one()})
    others: list[list[tuple[int | None, Pattern]]] = [
        [],
        [(larger, group)],
        [(excess, group), (larger, group)],
        [(excess, fact.excesses[below(rng, len(fact.excesses))][1])],
        [(excess, group), (1 + below(rng, 2), Pattern(boxes, one()))],
        [(excess, Pattern(group.boxes ^ {one()}, group.player))],
    ]
    changed = (*fact.excesses[:at], *others[below(rng, len(others))], *fact.excesses[at + 1 :]) or fact.excesses
    if isinstance(fact, Outside):
        return replace(fact, excesses=changed if rng.random() < 0.8 else tuple((None, item[1]) for item in changed))
    if rng.random() < 0.1:
        return replace(fact, outside=1 + below(rng, 4))
    return replace(fact, excesses=tuple((excess or 1, group) for excess, group in changed))
