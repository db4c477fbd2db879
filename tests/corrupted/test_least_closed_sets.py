"""No false claim has a closed set, of any kind: the least one that some facts allow comes to the end of play.

A prover with given facts chooses which states to list, and at which costs. Fewer states are easier to have, and higher
costs. So who names all facts, and lists only what the checker still asks for, the cheapest first, has a closed set if
anybody has: this settles all certificates with these facts at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from random import Random

import pytest

from corrupted.samples import accepted_facts, facts_in_potential, groups_of, is_backwards, small_level, some_prices
from parts import parts
from sokogen.draws import below
from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates import Fact, Frozen, Potential, Prices, Rejected
from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.evidence import Facts
from sokospec.certificates.states import Aim, BackwardSet, ClosedSet, ForwardSet, Listing, MeetingSet, one_cost
from sokospec.oracle import search_exhaustively

LEVELS = 80
OBJECTIVES = Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES


def is_closed(closed: ClosedSet, bounds: Sequence[Bound], at_first: Sequence[Bound]) -> bool:
    """Put those states into a set that have to be there; says whether play ends in none of them too soon."""
    begins = closed._begins()
    waiting = [(0, *state) for state in begins if not closed._is_settled(0, *state, at_first)]
    heapify(waiting)
    while waiting:
        cost, boxes, player = heappop(waiting)
        if closed._is_settled(cost, boxes, player, bounds if cost else ()):
            continue
        entry = Listing(cost, boxes, player, (), 0)
        try:
            closed.enter(entry)
        except Rejected:
            return False
        for after in closed._steps(entry, bounds):
            heappush(waiting, after)
    return True


def some_facts(level: Level, rng: Random) -> tuple[Facts, list[Fact]]:
    """Return facts that the checker accepts, more often than not in potentials, and groups beyond some prices."""
    _, facts = accepted_facts(level, facts_in_potential(level, rng) if rng.random() < 0.7 else some_prices(level, rng))
    prices = [fact for fact in facts if isinstance(fact, Prices)]
    groups = groups_of(level, facts, prices[below(rng, len(prices))], 90, 2) if prices else None
    return accepted_facts(level, [*facts, *([] if groups is None else [groups])])


def aims(objective: Objective, limit: int, facts: Sequence[Fact], rng: Random) -> Iterator[tuple[type[ClosedSet], Aim]]:
    """Yield the ways of a certificate with some facts: in one direction, or from both ends, balanced or not."""
    yield ForwardSet, Aim(objective, limit)
    if objective is Objective.PUSHES:
        yield BackwardSet, Aim(objective, limit)
        return
    first, *_ = divmod(limit, one_cost((1, 0))) if "-" in objective else (limit,)
    some = [[fact.number for fact in facts if isinstance(fact, Prices) and fact.backwards == back] for back in (0, 1)]
    balances: list[tuple[int, ...]] = [
        (),
        *([tuple(each[below(rng, len(each))] for each in some)] if all(some) else []),
    ]
    for balance in balances:
        counts = (below(rng, first + 2), below(rng, 3)) if "-" in objective else (below(rng, first + 2),)
        yield MeetingSet, Aim(objective, limit, depth=one_cost(counts), balance=balance)


def shows(level: Level, known: Facts, facts: Sequence[Fact], kind: type[ClosedSet], aim: Aim) -> bool | None:
    """Say whether some certificate with these facts is accepted; None where the balance is none."""
    back, ahead = (
        known.bounds(
            [f.number for f in facts if not isinstance(f, Frozen | Potential) and is_backwards(f) == way], backwards=way
        )
        for way in (True, False)
    )
    try:
        closed = kind(level, known, aim)
    except Rejected:
        return None
    if isinstance(closed, MeetingSet) and not is_closed(closed.rests, back, ()):
        return False
    bounds = back if kind is BackwardSet else ahead
    return is_closed(closed, bounds, bounds)


@pytest.mark.parametrize("chunk", parts(8, 1, 3))
def test_what_is_more_than_the_optimum_has_no_closed_set_and_the_optimum_has_one(chunk: int) -> None:
    tried = 0
    for number in range(LEVELS):
        rng = Random(f"{chunk} {number}")
        level = small_level(rng)
        while len(level.boxes) > 2 or search_exhaustively(level, Objective.PUSHES).lurd is None:
            level = small_level(rng)
        known, facts = some_facts(level, rng)
        for objective in OBJECTIVES:
            answer = search_exhaustively(level, objective)
            assert answer.lurd is not None
            cost = objective.cost(len(answer.lurd), answer.pushes or 0)
            best, next_first = one_cost(cost), one_cost((cost[0] + 1, *(0 for _ in cost[1:])))
            for limit in sorted({best, best + 1, next_first}):
                for kind, aim in aims(objective, limit, facts, rng):
                    found = shows(level, known, facts, kind, aim)
                    assert found in (None, limit == best), (str(level), facts, kind, aim)
                    tried += found is False
    assert tried > 6 * LEVELS
