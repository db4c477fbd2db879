"""Certificates of two sides that meet, by careless provers: each knows all distances, and leaves something out."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import ceil, inf
from random import Random
from typing import NamedTuple

from corrupted import naive
from corrupted.samples import some_heights
from mutants.checker.provers import named
from sokogen.draws import below
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.board import DELTAS
from sokospec.certificates import Fact, Potential, Prices
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_fact, format_head
from sokospec.rules import normalise, reachable, steps

MOST_STATES = 3000
OBJECTIVES = Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES

Cost = tuple[float, ...]
Distances = dict[State, tuple[Cost, bool]]
"""Of each state the least cost, and whether a step that moves a box leads there at that cost."""
Step = tuple[Cost, bool, State]
"""What a step costs, whether it moves a box, and the state after it, or backwards before it."""


class Care(NamedTuple):
    """What a prover leaves out; the defaults are right."""

    ends: bool = True
    """Whether ends of solutions are listed, and with them what is before."""
    rests: bool = True
    """Whether rests are listed besides the ends."""
    states: bool = True
    """Whether states are listed besides the first one."""
    walks: bool = True
    """Whether the player walks between pulls."""
    walks_cost: bool = True
    """Whether of states with the same boxes and region more than the cheapest is listed."""
    dearer: int = 0
    """By how much the rests cost more than they do."""


def some_care(rng: Random) -> Care:
    """Return a prover that leaves one thing out at the most."""
    all_of_it = Care()
    return (
        all_of_it,
        all_of_it,
        all_of_it._replace(ends=False),
        all_of_it._replace(rests=False),
        all_of_it._replace(states=False),
        all_of_it._replace(walks=False),
        all_of_it._replace(walks_cost=False),
        all_of_it._replace(dearer=1),
    )[below(rng, 8)]


def careless_meeting(level: Level, rng: Random) -> tuple[str, bool] | None:
    """Return a certificate of two sides that meet, and whether its claim is true; None where there are too many
    states."""
    objective, care = OBJECTIVES[below(rng, 3)], some_care(rng)
    nothing: Cost = objective.cost(0, 0)
    ends = _ends(level)
    forward, back = _from_both_ends(level, objective)
    if forward is None or back is None:
        return None
    solved = [cost for state, (cost, _) in forward.items() if state.boxes == level.goals]
    best: Cost = min(solved, default=objective.cost(9, 9))
    claimed = (*best[:-1], best[-1] + below(rng, 3))
    depth = (float(below(rng, int(claimed[0]) + 2)), *claimed[1:])[: len(claimed)]
    limit = tuple(a - b for a, b in zip(claimed, depth, strict=True))
    if not care.walks:
        pulls = partial(_pulls, level.board, objective)
        back = _distances(nothing, ends, pulls)
    states = [(cost, state) for state, (cost, moved) in forward.items() if moved and cost < limit and care.states]
    rests = [(cost, state) for state, (cost, moved) in (back or {}).items() if moved and cost < depth]
    if not care.walks_cost:
        states, rests = _one_of_each(level.board, states), _one_of_each(level.board, rests)
    rests = [(cost, state) for cost, state in rests if care.ends and (care.rests or not any(cost))]
    rests = [((*cost[:-1], cost[-1] + care.dearer * any(cost)), state) for cost, state in rests]
    lines = [*format_head(level, _claim(objective, claimed), None, depth=tuple(map(int, depth)))]
    lines += [*_lines(level.board, [(nothing, level.state), *states]), "backwards", *_lines(level.board, rests)]
    return "\n".join([*lines, "start", "end", ""]), claimed <= best or not solved


def careless_balance(level: Level, rng: Random) -> tuple[str, bool, bool] | None:
    """Return a certificate of two sides that meet, balanced by prices, whether its claim is true, and whether all is in
    it that has to be; None where there are too many states."""
    objective = OBJECTIVES[below(rng, 3)]
    nothing: Cost = objective.cost(0, 0)
    forward, back = _from_both_ends(level, objective)
    if forward is None or back is None:
        return None
    best: Cost = min((cost for state, (cost, _) in forward.items() if state.boxes == level.goals), default=(inf,))
    claimed = best if best < (inf,) else objective.cost(9, 9)
    claimed = (*claimed[:-1], claimed[-1] + below(rng, 3))
    depth = (float(below(rng, int(claimed[0]) + 2)), *claimed[1:])[: len(claimed)]
    left = tuple(a - b for a, b in zip(claimed, depth, strict=True))
    facts, said = _balanced_facts(level, rng)
    unit = objective.cost(1, 0 if said[0].heights else 1)
    care = (1, 1, -1, 0)[below(rng, 4)]
    halves = ((0.5, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 0.5))[below(rng, 4)]  # of the moves to go, or made, are pushes

    def listed(found: dict[State, tuple[Cost, bool]], end: Cost, sign: int) -> Iterator[tuple[Cost, State]]:
        for state, (cost, moved) in found.items():
            bounds = [fact.bound(level, state) for fact in said]
            balance = tuple(sign * (bounds[0] - bounds[1]) * each if each else 0 for each in unit)
            bound, half = (bounds[0], halves[0]) if end is left else (bounds[1], halves[1])
            more = (0,) if not said[0].heights or bound == inf else objective.cost(int(bound), ceil(half * bound))
            if not moved or (any(cost) and tuple(a + b for a, b in zip(cost, more, strict=False)) >= claimed):
                continue
            if tuple(2 * a + b for a, b in zip(cost, balance, strict=True)) < tuple(2 * each for each in end):
                yield cost, state

    states, rests = list(listed(forward, left, care)), list(listed(back, depth, -care))
    balance = [len(facts) - 1, len(facts)]
    head = format_head(level, _claim(objective, claimed), None, depth=tuple(map(int, depth)), balance=balance)
    lines = [*head, *(line for fact in facts for line in format_fact(level.board, fact))]
    first = [] if any(state == level.state for _, state in states) else [(nothing, level.state)]
    lines += [f"{line} : {balance[0]}" for line in _lines(level.board, [*first, *states])]
    lines += ["backwards", *(f"{line} : {balance[1]}" for line in _lines(level.board, rests))]
    return "\n".join([*lines, "start", "end", ""]), claimed <= best, care == 1 and halves == (0.5, 0.0)


def _balanced_facts(level: Level, rng: Random) -> tuple[list[Fact], list[naive.Said]]:
    """Return prices forwards and backwards, in a potential or not, and what the two say."""
    facts: list[Fact] = []
    high: naive.Heights = ()
    if rng.random() < 0.7:
        heights = some_heights(level.board.floor, rng, careless=False)
        facts.append(Potential(1, heights))
        high = tuple(zip(sorted(level.board.floor), heights, strict=True))
    said = []
    for back in (False, True):
        prices = tuple(below(rng, 9) - 4 for _ in level.goals)
        facts.append(Prices(len(facts) + 1, prices, 1 if high else None, back))
        said.append(naive.Said("prices", back, (), prices, heights=high))
    return facts, said


def _claim(objective: Objective, cost: Cost) -> Claim:
    return Claim("at-least", objective, tuple(map(int, cost)))


def _ends(level: Level) -> list[State]:
    """Return the states with a box on each goal, and the player where he could walk to if there were no boxes."""
    inside = reachable(level.board, State(frozenset(), level.player))
    return [State(level.goals, player) for player in sorted(inside - level.goals)]


def _from_both_ends(level: Level, objective: Objective) -> tuple[Distances | None, Distances | None]:
    """Return the distances from the first state forwards, and from the ends backwards."""
    nothing: Cost = objective.cost(0, 0)
    return (
        _distances(nothing, [level.state], lambda state: _forward(level.board, objective, state)),
        _distances(nothing, _ends(level), lambda state: _backward(level.board, objective, state)),
    )


def _distances(nothing: Cost, begins: list[State], around: Callable[[State], Iterable[Step]]) -> Distances | None:
    """Return the least costs from some states, and whether a step that moves a box leads there at that cost."""
    found = dict.fromkeys(begins, (nothing, True))
    queue = [(nothing, sorted(begin.boxes), begin) for begin in begins]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost > found[state][0]:
            continue
        for more, moved, after in around(state):
            total = tuple(a + b for a, b in zip(cost, more, strict=True))
            known = found.get(after, ((inf,), False))
            if total < known[0] or (total == known[0] and moved and not known[1]):
                found[after] = total, moved
                heapq.heappush(queue, (total, sorted(after.boxes), after))
                if len(found) > MOST_STATES:
                    return None
    return found


def _forward(board: Board, objective: Objective, state: State) -> Iterator[Step]:
    for _, after in steps(board, state):
        moved = after.boxes != state.boxes
        yield objective.cost(1, int(moved)), moved, after


def _backward(board: Board, objective: Objective, state: State) -> Iterator[Step]:
    for down, right in DELTAS:
        behind = Square(state.player.row - down, state.player.column - right)
        box = Square(state.player.row + down, state.player.column + right)
        if behind in board.floor and behind not in state.boxes:
            yield objective.cost(1, 0), False, State(state.boxes, behind)
            if box in state.boxes:
                yield objective.cost(1, 1), True, State(state.boxes - {box} | {state.player}, behind)


def _pulls(board: Board, objective: Objective, state: State) -> Iterator[Step]:
    return (step for step in _backward(board, objective, state) if step[1])


def _one_of_each(board: Board, listed: list[tuple[Cost, State]]) -> list[tuple[Cost, State]]:
    """Return the cheapest of the states that are the same but for walks."""
    cheapest: dict[State, tuple[Cost, State]] = {}
    for cost, state in sorted(listed, key=lambda each: each[0]):
        cheapest.setdefault(normalise(board, state), (cost, state))
    return list(cheapest.values())


def _lines(board: Board, listed: list[tuple[Cost, State]]) -> Iterator[str]:
    written: set[State] = set()
    for cost, state in listed:
        if state not in written:
            written.add(state)
            numbers = " ".join(str(int(each)) for each in cost)
            yield f"{numbers} : {named(board, state.boxes)} @ {named(board, [state.player])}"
