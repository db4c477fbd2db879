"""Laws of every sound checker about facts: what is accepted is true of every placement of the boxes, by the rules.

A law makes one trial: it takes a checker and random numbers, and returns what is wrong, or None. It knows no fault of
the list. What is true it has from `corrupted.naive`, which shares nothing with the checker.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import inf
from random import Random
from typing import Any

from corrupted import naive
from corrupted.areas import area_facts, careless_facts, change_facts
from corrupted.samples import (
    facts_in_potential,
    groups_of,
    is_backwards,
    other_groups,
    random_facts,
    sample,
    some_prices,
)
from mutants.checker.copies import Checker
from mutants.checker.sample_levels import some_level
from property.labels import placements, pushes_to
from sokogen.draws import below
from sokospec import Board, Level, State
from sokospec.certificates import Fact, Frozen, Pattern, Patterns, Prices
from sokospec.rules import is_solved, normalise, pushes

HUGE = 999_999_999
"""The largest price that a certificate can hold."""
MOST_PATTERNS, MOST_DEAD = 30, 80
CARELESS = 8
"""So many groups are tried of each level."""
PLACES = 150
"""So many states of a level, about, have their first pushes tried."""


def wild_facts(level: Level, rng: Random, count: int) -> list[Fact]:
    """Return facts of all kinds, many of them false: patterns that play leaves, frozen boxes that can move, prices of
    any size, and facts that rest on all facts before them or on the board of any frozen one.
    """
    facts = random_facts(level, rng, count)
    grounds = [None, *(fact.number for fact in facts if isinstance(fact, Frozen))]
    for number in range(count + 1, 2 * count + 1):
        within = grounds[below(rng, len(grounds))]
        by = tuple(fact.number for fact in facts if not isinstance(fact, Frozen) and not is_backwards(fact))
        by = by if rng.random() < 0.5 else ()
        sort = rng.random()
        boxes = sample(rng, level.goals if sort < 0.5 else level.board.floor, 1 + below(rng, 3))
        free = sorted(set(level.board.floor) - boxes)
        if sort < 0.3 or not free:
            backwards = rng.random() < 0.4
            count = len(level.goals) - (0 if within is None or backwards else 1 + below(rng, 2))
            prices = tuple((-HUGE, -5, 0, 5, HUGE)[below(rng, 5)] for _ in range(count))
            facts.append(Prices(number, prices, within, backwards))
        elif sort < 0.5:
            facts.append(Frozen(number, Pattern(boxes, free[below(rng, len(free))]), by, within))
            grounds.append(number)
        else:
            state = State(boxes, free[below(rng, len(free))])
            facts.append(Patterns(number, careless_patterns(level.board, state, rng), by, within))
    return facts


def careless_patterns(board: Board, first: State, rng: Random) -> tuple[Pattern, ...]:
    """Return a pattern with what its boxes' pushes lead to; some of that is forgotten, or has the player elsewhere."""
    found = {normalise(board, first)}
    for state in (queue := list(found)):
        for _, after in pushes(board, state):
            lapse = rng.random()
            if lapse < 0.1 or is_solved(board, after) or len(found) > MOST_PATTERNS:
                continue
            if lapse < 0.25:
                elsewhere = sorted(set(board.floor) - after.boxes)
                after = State(after.boxes, elsewhere[below(rng, len(elsewhere))])
            after = normalise(board, after)
            if after not in found:
                found.add(after)
                queue.append(after)
    return tuple(Pattern(*state) for state in queue)


def accepted(checker: Checker, level: Level, facts: Iterable[Fact]) -> tuple[Any, list[Fact]]:  # Any: a copy's Facts
    """Return the checker's facts about a level, and those that it accepts."""
    known, kept = checker.facts(level), []
    for fact in facts:
        try:
            known.add(fact)
        except checker.rejected:
            continue
        kept.append(fact)
    return known, kept


def bounds_of(checker: Checker, known: Any, number: int, *, backwards: bool) -> Sequence[Any]:  # Any: of a copy
    """Return the bound that a fact gives in a direction, nothing where the checker says that it gives none."""
    try:
        return list(known.bounds([number], backwards=backwards))
    except checker.rejected:
        return []


def says_too_much(checker: Checker, known: Any, fact: Fact, truth: naive.Truth, *, backwards: bool) -> str | None:
    """Return of which placement a fact says more in a direction than is true, None if of none."""
    grid, right = known.board_ground.grid, truth.from_first if backwards else truth.to_go
    for bound in bounds_of(checker, known, fact.number, backwards=backwards):
        for state in truth.known:
            said = bound(grid.mask(state.boxes), grid.mask([state.player]))
            if said > right.get(state, inf):
                return f"{fact} says {said} of {state}, {backwards=}, on\n{truth.level}"
    return None


def bounds_are_true(checker: Checker, rng: Random) -> str | None:
    """A fact that is accepted bounds the true pushes of every placement, in each direction in which it may be named."""
    level = some_level(rng)
    known, kept = accepted(checker, level, wild_facts(level, rng, 5))
    truth = naive.truth_of(level)
    for fact in kept:
        for backwards in (False, True):
            if (how := says_too_much(checker, known, fact, truth, backwards=backwards)) is not None:
                return how
    return None


def groups_are_true(checker: Checker, rng: Random) -> str | None:
    """Groups that are accepted, right ones and careless ones, bound the true pushes of every placement.

    Where there are no more boxes than in a group, nothing that is said too much is true by chance.
    """
    level = some_level(rng)
    while len(level.boxes) != (2 if rng.random() < 0.5 else 3):
        level = some_level(rng)
    _, kept = accepted(checker, level, some_prices(level, rng))
    all_prices = [fact for fact in kept if isinstance(fact, Prices)]
    on_frozen = [fact for fact in all_prices if fact.within is not None and len(fact.prices) > 1]
    pool = on_frozen if on_frozen and rng.random() < 0.4 else all_prices
    prices = pool[below(rng, len(pool))]
    right = groups_of(level, kept, prices, 100, 2)
    if right is None:
        return None
    truth = naive.truth_of(level)
    for number in range(CARELESS):
        groups = right if number == 0 else other_groups(level, right, rng)
        if number > 0 and rng.random() < 0.2:
            other = all_prices[below(rng, len(all_prices))]
            groups = replace(groups, prices=other.number, backwards=groups.backwards != (rng.random() < 0.3))
        known, all_kept = accepted(checker, level, [*kept, groups])
        if all_kept[-1] is not groups:
            if groups is right:
                return f"{right} is refused on\n{level}"
            continue
        if (how := says_too_much(checker, known, groups, truth, backwards=groups.backwards)) is not None:
            return how
    return None


def areas_are_true(checker: Checker, rng: Random) -> str | None:
    """Accepted facts about an area bound the pushes of every placement, whether they are right, changed or careless."""
    level = some_level(rng)
    while len(level.boxes) not in (2, 3):
        level = some_level(rng)
    right = area_facts(level, rng)
    truth = naive.truth_of(level)
    for number in range(CARELESS):
        facts = right if number == 0 else change_facts(right, rng, sorted(level.board.floor))
        facts = careless_facts(level, rng) if number % 4 == 1 else facts
        known, kept = accepted(checker, level, facts)
        if number == 0 and len(kept) < len(facts):
            return f"{facts[len(kept)]} is refused on\n{level}"
        for fact in kept[2:]:
            if (how := says_too_much(checker, known, fact, truth, backwards=False)) is not None:
                return how
    return None


def potentials_are_true(checker: Checker, rng: Random) -> str | None:
    """Prices and groups in a potential that is accepted bound the true moves of every placement, and half of what they
    say bounds the true pushes."""
    level = some_level(rng)
    while len(level.boxes) > 3:
        level = some_level(rng)
    known, kept = accepted(checker, level, facts_in_potential(level, rng))
    truth, prices = naive.truth_of(level), [fact for fact in kept if isinstance(fact, Prices)]
    for fact in prices:
        if (how := says_too_many_moves(checker, known, fact, truth)) is not None:
            return how
    right = groups_of(level, kept, prices[below(rng, len(prices))], 100, 2) if prices else None
    for number in range(CARELESS // 2 if right is not None else 0):
        assert right is not None
        groups = right if number == 0 else other_groups(level, right, rng)
        known, all_kept = accepted(checker, level, [*kept, groups])
        if all_kept[-1] is groups:
            if (how := says_too_many_moves(checker, known, groups, truth)) is not None:
                return how
        elif groups is right:
            return f"{right} is refused on\n{level}"
    return None


def says_too_many_moves(checker: Checker, known: Any, fact: Fact, truth: naive.Truth) -> str | None:
    """Return of which placement a fact within a potential says more than is true, None if of none."""
    grid, back = known.board_ground.grid, is_backwards(fact)
    for bound in bounds_of(checker, known, fact.number, backwards=back):
        for state in {**truth.moves[0], **truth.moves[1]}:
            said = bound(grid.mask(state.boxes), grid.mask([state.player]))
            if said > truth.moves[back].get(state, inf):
                return f"{fact} says {said} moves of {state}, on\n{truth.level}"
            if not back and said > 2 * truth.to_go.get(normalise(truth.level.board, state), inf):
                return f"{fact} says {said} of {state}, half of which are no pushes, on\n{truth.level}"
    return None


def dead_patterns_are_dead(checker: Checker, rng: Random) -> str | None:
    """With all dead patterns of one box, or of two, no other one is accepted: its boxes, alone, can get to goals."""
    level = some_level(rng)
    goals, count = level.goals, 1 + below(rng, 2)
    known = placements(level.board, level.board.floor, count)
    alive = {state for some in combinations(sorted(goals), count) for state in pushes_to(known, frozenset(some))}
    dead = [Pattern(*state) for state in known if state not in alive]
    tried = [state for state in known if state in alive and not state.boxes <= goals] if len(dead) <= MOST_DEAD else []
    for state in tried[:: 1 + len(tried) // 15]:
        if accepted(checker, level, [Patterns(1, (*dead, Pattern(*state)))])[1]:
            return f"{state} is accepted as dead beside all that are, on\n{level}"
    return None


def dead_levels_are_dead(checker: Checker, rng: Random) -> str | None:
    """Evidence that a level has no solution is accepted of levels without one alone."""
    level = some_level(rng)
    _, kept = accepted(checker, level, wild_facts(level, rng, 5))
    if normalise(level.board, level.state) in naive.truth_of(level).to_go:
        for count in range(1, len(kept) + 1):
            try:
                checker.check_evidence(level, kept[:count])
            except checker.rejected:
                continue
            return f"{kept[count - 1]} shows a solvable level to be dead:\n{level}"
    return None


def frozen_boxes_stay(checker: Checker, rng: Random) -> str | None:
    """Where boxes are frozen, the others can be assigned to the other goals on the board with these walls, and the
    least sum of their pushes is at most the true pushes: of every placement, for all boxes on goals and all parts of
    the floor. No prices come to more than that sum, so it finds what random prices miss.
    """
    level = some_level(rng)
    while rng.random() < 0.8 and not is_divided(level):
        level = some_level(rng)
    facts = [fact for fact in wild_facts(level, rng, 3) if fact.within is None and not isinstance(fact, Frozen)]
    known, kept = accepted(checker, level, [*facts, Prices(100, (0,) * len(level.goals))])
    by = tuple(fact.number for fact in kept if not is_backwards(fact))
    truth, grid = naive.truth_of(level), known.board_ground.grid
    numbers, grounds = itertools.count(101), list[int]()
    for state in boxes_on_goals(level):
        for within in [None, *(grounds[below(rng, len(grounds))] for _ in grounds[:2])]:
            number = next(numbers)
            try:
                known.add(Frozen(number, Pattern(*state), by, within))
            except checker.rejected:
                continue
            grounds.append(number)
            ground = known._ground(number)
            for there in truth.known:
                boxes, player = grid.mask(there.boxes), grid.mask([there.player])
                if ground.holds(boxes, player) and assignment(ground, boxes, player) > truth.to_go.get(there, inf):
                    return f"with {state} frozen, {within=}, the others need too much in {there} on\n{level}"
    return None


def is_divided(level: Level) -> bool:
    """Say whether boxes on goals can divide the floor, so that it matters where the player is."""
    states = list(boxes_on_goals(level))
    return len(states) > len({state.boxes for state in states})


def boxes_on_goals(level: Level) -> Iterable[State]:
    """Return each set of up to three boxes on goals with each part of the floor that it leaves."""
    every = (
        normalise(level.board, State(frozenset(boxes), player))
        for count in (1, 2, 3)
        for boxes in combinations(sorted(level.goals), count)
        for player in level.board.floor
        if player not in boxes
    )
    return dict.fromkeys(every)


def assignment(ground: Any, boxes: int, player: int) -> float:  # Any: a copy's Ground
    """Return the least sum of pushes that bring each box that is not frozen to a goal of its own; by trying all."""
    free = boxes & ~ground.fixed
    nodes = [ground.node(1 << bit, player) for bit in range(free.bit_length()) if free >> bit & 1]
    rows = [[found.get(node, inf) for found in ground.to_goals.values()] for node in nodes]
    ways = permutations(range(len(ground.to_goals)), len(rows))
    return min((sum(row[i] for row, i in zip(rows, way, strict=True)) for way in ways), default=inf)


def first_pushes_suffice(checker: Checker, rng: Random) -> str | None:
    """Of the pushes that are left where some boxes are to be pushed first, the best one is as good as the best of all:
    in the states of the whole graph, for every set of closing boxes that is accepted.
    """
    level = some_level(rng)
    known, kept = accepted(checker, level, wild_facts(level, rng, 3))
    covered = [bound for fact in kept for bound in bounds_of(checker, known, fact.number, backwards=False)]
    grid, truth = known.board_ground.grid, naive.truth_of(level)
    states, floor = list(truth.known), sorted(level.board.floor)
    for state in states[:: 1 + len(states) // PLACES]:
        boxes = grid.mask(state.boxes)
        region = grid.reachable(grid.mask([state.player]), boxes)
        legal = {
            (grid.mask([push.box]), grid.mask(after.boxes - state.boxes)): after
            for push, after in pushes(level.board, state)
        }
        squares = [*sorted(state.boxes), floor[below(rng, len(floor))]]
        for some in range(1, 1 << len(squares)):
            closing = grid.mask({square for i, square in enumerate(squares) if some >> i & 1})
            try:
                left = list(checker.first_pushes(grid, boxes, region, closing, covered))
            except checker.rejected:
                continue
            if not set(left) <= legal.keys():
                return f"a push of {state} is none on\n{level}"
            rest = (truth.to_go.get(normalise(level.board, legal[push]), inf) for push in left)
            if 1 + min(rest, default=inf) != truth.to_go.get(state, inf):
                return f"no best push is among those of {grid.squares(closing)} in {state} on\n{level}"
    return None
