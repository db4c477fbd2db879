"""Certificates with areas: what pushes waste outside and inside, found by trying all, and such facts with changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
        facts = _change(facts, rng, sorted(level.board.floor))
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
    board = level.board
    prices = tuple(below(rng, 5) - 2 if rng.random() < 0.4 else 0 for _ in board.goals)
    floor = frozenset(board.floor)
    squares = board.goals | sample(rng, board.floor, below(rng, 5))
    least = _least(level, prices)

    def wasted(state: State) -> Iterator[tuple[float, Square, Square]]:
        for _, after in pushes(board, state):
            [box], [landing] = state.boxes - after.boxes, after.boxes - state.boxes
            # The player stood behind the box.
            behind = Square(2 * box.row - landing.row, 2 * box.column - landing.column)
            before, now = least(box, behind), least(landing, box)
            yield INFINITE if INFINITE in (before, now) else 1 + now - before, box, landing

    def outside(state: State) -> Iterator[tuple[float, State]]:
        for waste, box, landing in wasted(state):
            left = landing not in squares
            yield (
                waste if left or waste == INFINITE else 0,
                State(state.boxes - {box} | ({landing} if left else set()), box),
            )

    def inside(state: State) -> Iterator[tuple[float, State]]:
        for waste, box, landing in wasted(state):
            yield waste, State((state.boxes - {box} | {landing}) & squares, box)
        region = reachable(board, state)
        for box in sorted(floor - squares) if len(state.boxes) < len(level.boxes) else ():
            for behind in region.intersection(square for square in board.beyond[box] if square is not None):
                for waste, pushed, landing in wasted(State(state.boxes | {box}, behind)):
                    if pushed == box and landing in squares:
                        yield waste, State(state.boxes | {landing}, box)

    def of_all(chosen: Iterator[tuple[Square, ...]]) -> list[State]:
        states = (State(frozenset(boxes), player) for boxes in chosen for player in board.floor if player not in boxes)
        return list(dict.fromkeys(normalise(board, state) for state in states))

    def fewest(states: list[State], ends: Callable[[State], bool], steps: Steps) -> dict[State, float]:
        found = {state: 0 if ends(state) else INFINITE for state in states}
        reached = {state: list(reach) for state in states for reach in [_of_region(level, state, steps)]}
        while True:
            now = {
                state: 0
                if ends(state)
                else min((waste + found.get(after, 0) for waste, after in reached[state]), default=INFINITE)
                for state in states
            }
            if now == found:
                return found
            found = now

    pairs = fewest(
        of_all(combinations(sorted(floor - squares), 2)),
        lambda state: any(least(box, state.player) == INFINITE for box in state.boxes),
        outside,
    )
    listed = [boxes for count in range(len(level.boxes) + 1) for boxes in combinations(sorted(squares), count)]
    states = fewest(of_all(iter(listed)), lambda state: state.boxes == board.goals, inside)
    facts: list[Fact] = [Prices(1, prices), Area(2, 1, squares)]
    found = tuple((None if n == INFINITE else int(n), Pattern(*state)) for state, n in pairs.items() if n > 0)
    if found and rng.random() < 0.8:
        facts.append(Outside(3, found, 2))
    items = tuple((int(min(n, MANY)), Pattern(*state)) for state, n in states.items() if n > 0)
    if items and rng.random() < 0.9:
        facts.append(Inside(4, items, 2, 3 if len(facts) == 3 else None))
    return facts


def _of_region(level: Level, state: State, steps: Steps) -> Iterator[tuple[float, State]]:
    for waste, after in steps(state):
        yield waste, normalise(level.board, after)


def _least(level: Level, prices: tuple[int, ...]) -> Callable[[Square, Square], float]:
    known = placements(level.board, level.board.floor, 1)
    price_of = dict(zip(sorted(level.goals), prices, strict=True))
    ways = {goal: pushes_to(known, frozenset({goal})) for goal in price_of}

    def least(box: Square, player: Square) -> float:
        state = normalise(level.board, State(frozenset({box}), player))
        return min((way[state] - price_of[goal] for goal, way in ways.items() if state in way), default=INFINITE)

    return least


def _change(facts: list[Fact], rng: Random, floor: list[Square]) -> list[Fact]:
    """Return the facts with something changed, so that often one is not true."""
    at = len(facts) - 1 - below(rng, 2)
    fact = facts[at]
    if isinstance(fact, Area):
        squares = fact.squares ^ sample(rng, floor, 1)
        fact = replace(fact, squares=squares or fact.squares)
    elif isinstance(fact, Outside | Inside):
        i = below(rng, len(fact.excesses))
        items = *fact.excesses[:i], *_other(fact, i, rng, floor), *fact.excesses[i + 1 :]
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
