"""Truth by brute force for small boards, from the rules alone: what bounds and prunings are compared with."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.oracle import Metric, state_graph
from sokospec.rules import is_push, is_solved, normalise, pushes

Placements = dict[State, list[State]]
"""Every normalised state of some number of boxes, with the states that one push leads from to it."""


def pushes_from(board: Board, start: State) -> dict[State, int]:
    """Return the fewest pushes to every normalised state that play can lead to."""
    found = {normalise(board, start): 0}
    for state in (listed := list(found)):
        for _, pushed in pushes(board, state):
            after = normalise(board, pushed)
            if after not in found:
                found[after] = found[state] + 1
                listed.append(after)
    return found


def placements(board: Board, squares: Collection[Square], count: int) -> Placements:
    """Return every normalised state of `count` boxes on these squares, whether play leads there or not."""
    known: Placements = {
        normalise(board, State(frozenset(boxes), player)): []
        for boxes in combinations(sorted(squares), count)
        for player in squares
        if player not in boxes
    }
    for state in known:
        for _, after in pushes(board, state):
            known[normalise(board, after)].append(state)
    return known


def pushes_to(known: Placements, boxes: frozenset[Square]) -> dict[State, int]:
    """Return the fewest pushes that bring the boxes of each state to just these squares, of the states that can."""
    return fewest_steps((state for state in known if state.boxes == boxes), known)


def fewest_steps(first: Iterable[State], steps_from: Mapping[State, Iterable[State]]) -> dict[State, int]:
    """Return the fewest steps from some states to each state that steps lead to."""
    found = dict.fromkeys(first, 0)
    waiting = deque(found)
    while waiting:
        state = waiting.popleft()
        for other in steps_from[state]:
            if other not in found:
                found[other] = found[state] + 1
                waiting.append(other)
    return found


def costs_to_go(level: Level, objective: Objective) -> dict[State, tuple[int, ...] | None]:
    """Return the least cost from every state that play can lead to, None for dead ones.

    States are normalised for the objective `pushes`, and as they are for the others.
    """
    if objective is Objective.PUSHES:
        graph = state_graph(level)
        return {
            state: None if pushes is None else (pushes,)
            for state, pushes in zip(graph.states, graph.distance, strict=True)
        }
    graph = state_graph(level, Metric.MOVES)
    leading_to: list[list[tuple[int, int]]] = [[] for _ in graph.states]
    for index, following in enumerate(graph.following):
        for after in following:
            leading_to[after].append((index, int(is_push(graph.states[index], graph.states[after]))))
    costs: dict[int, tuple[int, ...]] = {}
    solved = [index for index, state in enumerate(graph.states) if is_solved(level.board, state)]
    queue = [(objective.cost(0, 0), 0, 0, index) for index in solved]
    while queue:
        cost, moves, pushed, index = heapq.heappop(queue)
        if index in costs:
            continue
        costs[index] = cost
        for before, push in leading_to[index]:
            if before not in costs:
                further = moves + 1, pushed + push
                heapq.heappush(queue, (objective.cost(*further), *further, before))
    return {state: costs.get(index) for index, state in enumerate(graph.states)}
