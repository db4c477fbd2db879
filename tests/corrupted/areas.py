"""Certificates with areas: what pushes waste outside and inside, found by trying all, and such facts with changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random

from corrupted.samples import sample, small_level
from property.labels import placements, pushes_to
from sokogen.draws import below
from sokogen.random.random_levels import solvable_level
from sokospec import Level, Square, State
from sokospec.answer import Objective
from sokospec.certificates import Fact, Pattern, Prices, Rejected
from sokospec.certificates.evidence import Facts
from sokospec.certificates.facts import Area, Inside, Outside
from sokospec.certificates.grid import INFINITE
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_fact, format_head
from sokospec.rules import normalise, pushes, reachable

MANY = 9
"""Excess where no play leads on, of a fact that cannot say dead."""

Steps = Callable[[State], Iterator[tuple[float, State]]]
"""Pushes from a state: what each wastes, and what is left of the state after it."""


def areas(rng: Random) -> bytes:
    """Return a certificate whose claim rests on an area; often a number or a state of a fact is another one."""
    level = solvable_level(rng, height=4, width=5, boxes=3, wall_share=0.15, pulls=15).level
    if rng.random() < 0.3:
        level = small_level(rng)
    facts = area_facts(level, rng)
    if rng.random() < 0.5:
        facts = change_facts(facts, rng, sorted(level.board.floor))
    known, named = Facts(level), 1
    with suppress(Rejected):
        for fact in facts:
            known.add(fact)
            named = fact.number if not isinstance(fact, Area) else named
    [bound] = known.bounds([named])
    pushes_needed = bound(*known.first)
    claim = Claim("unsolvable")
    if pushes_needed < INFINITE:
        claim = Claim("at-least", Objective.PUSHES, (max(0, int(pushes_needed) + (rng.random() < 0.2)),))
    lines = [*format_head(level, claim, None, is_second_version=True)]
    lines += [line for fact in facts for line in format_fact(level.board, fact)]
    return "\n".join([*lines, f"start : {facts[-1].number}", "end", ""]).encode("ascii")


def area_facts(level: Level, rng: Random) -> list[Fact]:
    """Return prices, an area, and all that pairs waste outside and any boxes inside, as far as there is such waste."""
    squares = level.goals | sample(rng, level.board.floor, below(rng, 5))
    waste = Waste(level, tuple(below(rng, 5) - 2 if rng.random() < 0.4 else 0 for _ in level.goals))
    facts: list[Fact] = [Prices(1, waste.prices), Area(2, 1, squares)]
    found = waste.outside(squares)
    if found and rng.random() < 0.8:
        facts.append(Outside(3, found, 2))
    items = waste.inside(squares)
    if items and rng.random() < 0.9:
        facts.append(Inside(4, items, 2, 3 if len(facts) == 3 else None))
    return facts


def careless_facts(level: Level, rng: Random) -> list[Fact]:
    """Return facts of which one may be false: a state inside may be solved, a goal is outside, what is wasted outside
    one area is added to what is wasted inside a larger one, or pushes into the area count outside, too.
    """
    sort = below(rng, 5)
    squares = level.goals | sample(rng, level.board.floor, below(rng, 2 if sort < 3 else 5))
    if sort == 1:
        squares -= {min(level.goals)}
    larger = squares | sample(rng, level.board.floor, 6)
    waste = Waste(level, (0,) * len(level.goals))
    facts: list[Fact] = [Prices(1, waste.prices), Area(2, 1, squares or larger), Area(3, 1, larger)]
    found = () if sort < 2 else waste.outside(squares, into=sort > 2)
    if found:
        facts.append(Outside(4, found, 2))
    items = waste.inside(larger if sort == 2 else squares)
    free = sorted(set(level.board.floor) - level.goals)
    if sort == 0 and free:
        items += ((1, Pattern(level.goals, free[below(rng, len(free))])),)
    if items:
        facts.append(Inside(5, items, 3 if sort == 2 else 2, 4 if found else None))
    return facts


class Waste:
    """Pushes that a level's pushes waste, by prices, found from the rules."""

    def __init__(self, level: Level, prices: tuple[int, ...]) -> None:
        """Measure what each box needs alone."""
        self.prices = prices
        self._level, self._floor = level, frozenset(level.board.floor)
        self._least = _least(level, prices)

    def _wasted(self, state: State) -> Iterator[tuple[float, Square, Square]]:
        for _, after in pushes(self._level.board, state):
            [box], [landing] = state.boxes - after.boxes, after.boxes - state.boxes
            # The player stood behind the box.
            behind = Square(2 * box.row - landing.row, 2 * box.column - landing.column)
            before, now = self._least(box, behind), self._least(landing, box)
            yield INFINITE if INFINITE in (before, now) else 1 + now - before, box, landing

    def outside(self, squares: frozenset[Square], *, into: bool = False) -> tuple[tuple[int | None, Pattern], ...]:
        """Return what pairs waste outside an area; with `into`, also by pushes into it."""

        def steps(state: State) -> Iterator[tuple[float, State]]:
            for waste, box, landing in self._wasted(state):
                left = landing not in squares
                after = State(state.boxes - {box} | ({landing} if left else set()), box)
                yield waste if left or into or waste == INFINITE else 0, after

        def ends(state: State) -> bool:
            return any(self._least(box, state.player) == INFINITE for box in state.boxes)

        pairs = self._fewest(combinations(sorted(self._floor - squares), 2), ends, steps)
        return tuple((None if n == INFINITE else int(n), Pattern(*state)) for state, n in pairs.items() if n > 0)

    def inside(self, squares: frozenset[Square]) -> tuple[tuple[int, Pattern], ...]:
        """Return what is wasted inside an area, at most `MANY`."""
        board, count = self._level.board, len(self._level.boxes)

        def steps(state: State) -> Iterator[tuple[float, State]]:
            for waste, box, landing in self._wasted(state):
                yield waste, State((state.boxes - {box} | {landing}) & squares, box)
            region = reachable(board, state)
            for box in sorted(self._floor - squares) if len(state.boxes) < count else ():
                for behind in region.intersection(square for square in board.beyond[box] if square is not None):
                    for waste, pushed, landing in self._wasted(State(state.boxes | {box}, behind)):
                        if pushed == box and landing in squares:
                            yield waste, State(state.boxes | {landing}, box)

        listed = (boxes for size in range(count + 1) for boxes in combinations(sorted(squares), size))
        states = self._fewest(listed, lambda state: state.boxes == board.goals, steps)
        return tuple((int(min(n, MANY)), Pattern(*state)) for state, n in states.items() if n > 0)

    def _fewest(
        self, chosen: Iterable[tuple[Square, ...]], ends: Callable[[State], bool], steps: Steps
    ) -> dict[State, float]:
        """Return the least waste from each state with chosen boxes to an end, or to a state with other boxes."""
        board = self._level.board
        states = (State(frozenset(boxes), player) for boxes in chosen for player in self._floor.difference(boxes))
        found = {state: 0 if ends(state) else INFINITE for state in (normalise(board, state) for state in states)}
        reached = {
            state: [(waste, normalise(board, after)) for waste, after in steps(state)]
            for state, waste in found.items()
            if waste > 0
        }
        changes = True
        while changes:
            changes = False
            for state, after in reached.items():
                least = min((waste + found.get(then, 0) for waste, then in after), default=INFINITE)
                changes = changes or least < found[state]
                found[state] = least
        return found


def _least(level: Level, prices: tuple[int, ...]) -> Callable[[Square, Square], float]:
    known = placements(level.board, level.board.floor, 1)
    price_of = dict(zip(sorted(level.goals), prices, strict=True))
    ways = {goal: pushes_to(known, frozenset({goal})) for goal in price_of}

    def least(box: Square, player: Square) -> float:
        state = normalise(level.board, State(frozenset({box}), player))
        return min((way[state] - price_of[goal] for goal, way in ways.items() if state in way), default=INFINITE)

    return least


def change_facts(facts: list[Fact], rng: Random, floor: list[Square]) -> list[Fact]:
    """Return the facts with something changed, so that often one is not true."""
    at = len(facts) - 1 - below(rng, 2)
    fact = facts[at]
    if isinstance(fact, Area):
        squares = fact.squares ^ sample(rng, floor, 1)
        fact = replace(fact, squares=squares or fact.squares)
    elif isinstance(fact, Outside | Inside):
        i = below(rng, len(fact.excesses))
        items = *fact.excesses[:i], *_other(fact, i, rng, floor), *fact.excesses[i + 1 :]
        if rng.random() < 0.3:
            items = tuple((None if excess is None else excess + 1, pattern) for excess, pattern in fact.excesses)
        if isinstance(fact, Outside):
            fact = replace(fact, excesses=items)
        else:
            fact = replace(fact, excesses=tuple((excess or 1, pattern) for excess, pattern in items))
    return [*facts[:at], fact, *facts[at + 1 :]]


def _other(fact: Outside | Inside, i: int, rng: Random, floor: list[Square]) -> list[tuple[int | None, Pattern]]:
    """Return what may stand instead of an item, not nothing if it is the only one."""
    excess, pattern = fact.excesses[i]
    sort = rng.random()
    if sort < 0.2 and len(fact.excesses) > 1:
        return []
    if sort < 0.6 or excess is None:
        return [(None if isinstance(fact, Outside) and rng.random() < 0.2 else (excess or 1) + 1, pattern)]
    free = sorted({*floor} - pattern.boxes)
    other = Pattern(pattern.boxes, free[below(rng, len(free))])
    return [(excess, other)] if sort < 0.8 else [(excess, pattern), (excess + 1, other)]
