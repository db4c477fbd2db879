"""Path reconstruction and backward reachability."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

_N = TypeVar("_N", bound=Hashable)
_S = TypeVar("_S")


def steps_to(node: _N, came: Mapping[_N, tuple[_N, _S] | None]) -> list[_S]:
    """Return the steps to a node; `came` maps nodes to (previous node, step) or None.

    >>> steps_to("c", {"a": None, "b": ("a", 1), "c": ("b", 2)})
    [1, 2]
    """
    steps: list[_S] = []
    while (last := came[node]) is not None:
        node, step = last
        steps.append(step)
    return steps[::-1]


def backward_closure(nodes: Iterable[_N], back: Mapping[_N, Collection[_N]]) -> set[_N]:
    """Return all nodes that lead to the given ones.

    >>> sorted(backward_closure("c", {"c": "b", "b": "a", "a": "b", "x": "c"}))
    ['a', 'b', 'c']
    """
    waiting = list(nodes)
    found = set(waiting)
    while waiting:
        for earlier in back.get(waiting.pop(), ()):
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return found
