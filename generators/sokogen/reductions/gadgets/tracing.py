"""Shortest paths and closures in graphs that are given by functions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_N = TypeVar("_N", bound=Hashable)
_S = TypeVar("_S")


def shortest_path(
    start: _N, steps: Callable[[_N], Iterable[tuple[_N, _S]]], is_end: Callable[[_N], bool], most: float = float("inf")
) -> list[_S] | None:
    """Return the steps of a shortest path to an end, or None; `steps` yields each next node with its step.

    Raises `MemoryError` beyond `most` nodes.

    >>> shortest_path(1, lambda node: [(2 * node, "double"), (node + 1, "add")], lambda node: node == 6)
    ['double', 'add', 'double']
    """
    came: dict[_N, tuple[_N, _S] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if is_end(node):
            path: list[_S] = []
            while (last := came[node]) is not None:
                node, step = last
                path.append(step)
            return path[::-1]
        for after, step in steps(node):
            if after not in came:
                came[after] = (node, step)
                waiting.append(after)
        if len(came) > most:
            raise MemoryError(f"the search has more than {most} states")
    return None


def closure(nodes: Iterable[_N], beside: Callable[[_N], Iterable[_N]]) -> set[_N]:
    """Return the nodes and all that `beside` leads to.

    >>> sorted(closure([6], lambda node: [node // 2, node // 3]))
    [0, 1, 2, 3, 6]
    """
    waiting = list(nodes)
    found = set(waiting)
    while waiting:
        for near in beside(waiting.pop()):
            if near not in found:
                found.add(near)
                waiting.append(near)
    return found
