"""Breadth-first search, A* and IDA* in few lines, which count the states that they expand and those in memory."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from examples.sources.searching import manhattan

from sokospec import Level, State, normalise, pushes


class Effort(NamedTuple):
    """The pushes of the solution, None without one; the states expanded, and the most that are held at a time."""

    pushes: int | None
    expanded: int
    held: int


def astar(level: Level, *, bound: bool = True) -> Effort:
    """Search by A* with the sum of Manhattan distances, or without a bound, which is breadth-first search."""
    board, start, order = level.board, normalise(level.board, level.state), count()
    queue, best, closed = [(0, next(order), 0, start)], {start: 0}, set[State]()
    while queue:
        _, _, cost, state = heappop(queue)
        if state in closed:
            continue
        if state.boxes <= board.goals:
            return Effort(cost, len(closed), len(best))
        closed.add(state)
        for _, pushed in pushes(board, state):
            after = normalise(board, pushed)
            if cost + 1 < best.get(after, cost + 2):
                best[after] = cost + 1
                value = cost + 1 + (manhattan(board, after) if bound else 0)
                heappush(queue, (value, next(order), cost + 1, after))
    return Effort(None, len(closed), len(best))


def idastar(level: Level, most: int) -> Effort:
    """Search depth first below a limit of pushes plus bound, which grows up to `most`; only the way is held."""
    board, way = level.board, [normalise(level.board, level.state)]
    expanded, held = 0, 1

    def visit(limit: int) -> bool:
        nonlocal expanded, held
        state, held = way[-1], max(held, len(way))
        if len(way) - 1 + manhattan(board, state) > limit:
            return False
        if state.boxes <= board.goals:
            return True
        expanded += 1
        for _, pushed in pushes(board, state):
            after = normalise(board, pushed)
            if after not in way:
                way.append(after)
                if visit(limit):
                    return True
                way.pop()
        return False

    for limit in range(most + 1):
        if visit(limit):
            return Effort(len(way) - 1, expanded, held)
    return Effort(None, expanded, held)
