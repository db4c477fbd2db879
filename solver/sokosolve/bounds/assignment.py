"""Minimum-cost assignment of boxes to goals."""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.world import Matching


def new_matching(k: int) -> Matching:
    return Matching(np.zeros((k, k), dtype=np.int32), *(np.zeros(k, dtype=np.int32) for _ in range(7)))


@kernel
def _augment(matching: Matching, row: int, row_cost: INT32) -> int:
    """Return the free column that ends a row's shortest augmenting path (Jonker and Volgenant 1987)."""
    cost, v, row_of = matching.cost, matching.v, matching.row_of
    way, length, done = matching.way, matching.length, matching.done
    k = v.size
    for j in range(k):
        length[j] = row_cost[j] - v[j]
        way[j] = -1
        done[j] = 0
    while True:
        best = -1
        for j in range(k):
            if done[j] == 0 and (best < 0 or length[j] < length[best]):
                best = j
        if row_of[best] < 0:
            return best
        done[best] = 1
        i = row_of[best]
        base = length[best] - matching.u[i]
        for j in range(k):
            if done[j] == 0:
                through = base + cost[i, j] - v[j]
                if through < length[j]:
                    length[j] = through
                    way[j] = best


@entry
def assign(matching: Matching) -> int:
    """Return the least sum of an assignment, with its duals and matching. O(k cubed).

    Any initial v is valid.
    """
    cost, u, v = matching.cost, matching.u, matching.v
    row_of, column_of = matching.row_of, matching.column_of
    k = v.size
    for j in range(k):
        row_of[j] = -1
        if v[j] < -INFINITE or v[j] > INFINITE:
            v[:k] = 0
    for i in range(k):
        least = cost[i, 0] - v[0]
        for j in range(1, k):
            least = min(least, cost[i, j] - v[j])
        u[i] = least
        column_of[i] = -1
        for j in range(k):
            if row_of[j] < 0 and cost[i, j] - v[j] == least:
                row_of[j] = i
                column_of[i] = j
                break
    for i in range(k):
        if column_of[i] >= 0:
            continue
        end = _augment(matching, i, cost[i])
        least = matching.length[end]
        for j in range(k):
            if matching.done[j] == 1:
                u[row_of[j]] += least - matching.length[j]
                v[j] -= least - matching.length[j]
        u[i] = least
        j = end
        while matching.way[j] >= 0:
            row_of[j] = row_of[matching.way[j]]
            column_of[row_of[j]] = j
            j = matching.way[j]
        row_of[j] = i
        column_of[i] = j
    total = 0
    for i in range(k):
        total += int(u[i] + v[i])
    return total


@kernel
def reassign(matching: Matching, total: int, row: int, row_cost: INT32) -> int:
    """Return the least sum with other costs of one row. O(k squared)."""
    free = matching.column_of[row]
    matching.row_of[free] = -1
    end = _augment(matching, row, row_cost)
    matching.row_of[free] = row
    return int(total - matching.u[row] + matching.length[end])
