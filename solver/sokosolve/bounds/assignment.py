"""Minimum-cost assignment of boxes to goals: one full solve, then one row re-augmented for each child."""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import FAR, INT32


@kernel
def augment(
    cost: INT32,
    row: int,
    row_cost: INT32,
    u: INT32,
    v: INT32,
    row_of: INT32,
    k: int,
    way: INT32,
    dist: INT32,
    done: INT32,
) -> int:
    """Return the free column in which the shortest augmenting path from a row ends, after Jonker and Volgenant (1987).

    `cost` is (k, k); `row_cost` (k) stands in for the row's own costs. row_of[column] is the matched row, -1 where the
    column is free. `dist` receives path lengths; `done` is 1 for the columns that the search left behind. O(k squared).
    """
    for j in range(k):
        dist[j] = row_cost[j] - v[j]
        way[j] = -1
        done[j] = 0
    while True:
        best = -1
        for j in range(k):
            if done[j] == 0 and (best < 0 or dist[j] < dist[best]):
                best = j
        if row_of[best] < 0:
            return best
        done[best] = 1
        i = row_of[best]
        base = dist[best] - u[i]
        for j in range(k):
            if done[j] == 0:
                length = base + cost[i, j] - v[j]
                if length < dist[j]:
                    dist[j] = length
                    way[j] = best


@kernel
def assign(
    cost: INT32, k: int, u: INT32, v: INT32, row_of: INT32, column_of: INT32, way: INT32, dist: INT32, done: INT32
) -> int:
    """Return the least sum of an assignment of k boxes to k goals; duals u and v and the matching are results too.

    Any v is a good beginning, and that of a similar matrix a better one: rows take the first column that is tight and
    free, and only the others search. Equals the optimum of `scipy.optimize.linear_sum_assignment`. O(k cubed).
    """
    for j in range(k):
        row_of[j] = -1
        if v[j] < -FAR or v[j] > FAR:
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
        end = augment(cost, i, cost[i], u, v, row_of, k, way, dist, done)
        least = dist[end]
        for j in range(k):
            if done[j] == 1:
                u[row_of[j]] += least - dist[j]
                v[j] -= least - dist[j]
        u[i] = least
        j = end
        while way[j] >= 0:
            row_of[j] = row_of[way[j]]
            column_of[row_of[j]] = j
            j = way[j]
        row_of[j] = i
        column_of[i] = j
    total = 0
    for i in range(k):
        total += int(u[i] + v[i])
    return total


@kernel
def reassign(
    cost: INT32,
    k: int,
    total: int,
    row: int,
    row_cost: INT32,
    u: INT32,
    v: INT32,
    row_of: INT32,
    column_of: INT32,
    way: INT32,
    dist: INT32,
    done: INT32,
) -> int:
    """Return the least sum when one row's costs change; the solved assignment stays as it was. O(k squared)."""
    free = column_of[row]
    row_of[free] = -1
    end = augment(cost, row, row_cost, u, v, row_of, k, way, dist, done)
    row_of[free] = row
    return int(total - u[row] + dist[end])
