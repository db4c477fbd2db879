"""Upper bound on the shortest solutions of a floor, computed before searching any of them.

In the graph of backward play, a shortest path enters each strongly connected component once and stays at most for its
diameter. Distances from one state and the number of states bound the diameter. So the longest path in the acyclic
component graph, weighted by these bounds, bounds all shortest paths. A node that stands for several states weighs as
many.
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.arrays import INT32, INT64, UINT8

_Search = tuple[INT64, INT32, INT64, INT32, INT32]
"""Edges as starts and ends, the reversed edges likewise, and each node's component."""


@kernel
def components(starts: INT64, edges: INT32, component: INT32) -> int:
    """Number the strongly connected components such that edges never lead to a higher number; return their count.

    After R. Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.

    >>> component = np.zeros(4, dtype=np.int32)
    >>> starts, edges = np.array([0, 1, 2, 4, 4]), np.array([1, 0, 1, 3], dtype=np.int32)
    >>> components(starts, edges, component), component.tolist()
    (3, [0, 0, 2, 1])
    """
    nodes = component.size
    met = np.zeros(nodes, dtype=np.int32)  # when a node was met first, from 1 on; 0 for not yet
    least = np.zeros(nodes, dtype=np.int32)
    following = starts[:nodes].copy()
    path = np.empty(nodes, dtype=np.int32)
    stack = np.empty(nodes, dtype=np.int32)
    component[:] = -1
    clock = height = count = 0
    for root in range(nodes):
        if met[root]:
            continue
        path[0] = root
        depth = 0
        while depth >= 0:
            node = path[depth]
            if not met[node]:
                clock += 1
                met[node] = least[node] = clock
                stack[height] = node
                height += 1
            if following[node] < starts[node + 1]:
                other = edges[following[node]]
                following[node] += 1
                if not met[other]:
                    depth += 1
                    path[depth] = other
                elif component[other] < 0:
                    least[node] = min(least[node], met[other])
                continue
            if least[node] == met[node]:
                while component[node] < 0:
                    height -= 1
                    component[stack[height]] = count
                count += 1
            depth -= 1
            if depth >= 0:
                least[path[depth]] = min(least[path[depth]], least[node])
    return count


@kernel
def _spread(root: int, base: int, starts: INT64, edges: INT32, component: INT32, steps: INT32, queue: INT32) -> int:
    steps[root] = base
    queue[0] = root
    size = 1
    head = 0
    while head < size:
        node = queue[head]
        head += 1
        for edge in range(starts[node], starts[node + 1]):
            other = edges[edge]
            if steps[other] < base and component[other] == component[root]:
                steps[other] = steps[node] + 1
                queue[size] = other
                size += 1
    return size


@kernel
def _middle(own: INT32, base: int, search: _Search, steps: INT32, queue: INT32) -> int:
    size = own.size
    _spread(own[0], base, search[0], search[1], search[4], steps, queue)
    _spread(queue[size - 1], base + size, search[0], search[1], search[4], steps, queue)
    middle = queue[size - 1]
    half = (base + size + steps[middle]) // 2
    while steps[middle] > half:
        for edge in range(search[2][middle], search[2][middle + 1]):
            if steps[search[3][edge]] == steps[middle] - 1:
                middle = search[3][edge]
                break
    return int(middle)


@kernel
def _reverse_edges(starts: INT64, edges: INT32, back_starts: INT64, back_edges: INT32) -> None:
    nodes = starts.size - 1
    for edge in range(starts[nodes]):
        back_starts[edges[edge] + 1] += 1
    for node in range(nodes):
        back_starts[node + 1] += back_starts[node]
    place = back_starts[:nodes].copy()
    for node in range(nodes):
        for edge in range(starts[node], starts[node + 1]):
            back_edges[place[edges[edge]]] = node
            place[edges[edge]] += 1


@kernel
def bounds(starts: INT64, edges: INT32, weight: INT32, is_end: UINT8, fine: bool, bound: INT32) -> None:
    """Write for each node a bound on its distance to every end that it can reach, or -1.

    `fine`, for nodes of weight 1, uses distances within components.

    >>> bound, ends = np.zeros(4, dtype=np.int32), np.array([1, 0, 0, 0], dtype=np.uint8)
    >>> starts, edges = np.array([0, 1, 2, 4, 4]), np.array([1, 0, 1, 3], dtype=np.int32)
    >>> bounds(starts, edges, np.ones(4, dtype=np.int32), ends, True, bound)
    >>> bound.tolist()
    [1, 1, 2, -1]
    """
    nodes = bound.size
    component = np.empty(nodes, dtype=np.int32)
    count = components(starts, edges, component)
    back_starts = np.zeros(nodes + 1, dtype=np.int64)
    back_edges = np.empty(starts[nodes] if fine else 0, dtype=np.int32)
    if fine:
        _reverse_edges(starts, edges, back_starts, back_edges)
    search = (starts, edges, back_starts, back_edges, component)
    member_starts = np.zeros(count + 1, dtype=np.int64)
    for node in range(nodes):
        member_starts[component[node] + 1] += 1
    for number in range(count):
        member_starts[number + 1] += member_starts[number]
    members = np.empty(nodes, dtype=np.int32)
    filled = member_starts[:count].copy()
    for node in range(nodes):
        members[filled[component[node]]] = node
        filled[component[node]] += 1

    steps = np.zeros(nodes, dtype=np.int32)
    base = 1
    queue = np.empty(nodes, dtype=np.int32)
    of_component = np.zeros(count, dtype=np.int32)
    for number in range(count):
        own = members[member_starts[number] : member_starts[number + 1]]
        size = own.size
        most = longest = -1
        for node in own:
            most += weight[node]
            if is_end[node]:
                longest = max(longest, 0)
            for edge in range(starts[node], starts[node + 1]):
                other = component[edges[edge]]
                if other != number and of_component[other] >= 0:
                    longest = max(longest, 1 + of_component[other])
        if longest < 0:
            of_component[number] = -1
            continue
        if fine and most > 2:
            middle = _middle(own, base, search, steps, queue)
            base += 2 * size
            _spread(middle, base, starts, edges, component, steps, queue)
            apart = steps[queue[size - 1]] - base
            base += size
            _spread(middle, base, back_starts, back_edges, component, steps, queue)
            most = min(most, apart + steps[queue[size - 1]] - base)
            base += size
        of_component[number] = most + longest
    for node in range(nodes):
        bound[node] = of_component[component[node]]
