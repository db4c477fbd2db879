"""What searches of graphs have in common: the way to a node, and the nodes from which others can be reached."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
S = TypeVar("S")


def steps_to(node: N, came: Mapping[N, tuple[N, S] | None]) -> list[S]:
    """Return the steps that led to a node: `came` has the node before each and the step from there, None at the start.

    >>> steps_to("c", {"a": None, "b": ("a", 1), "c": ("b", 2)})
    [1, 2]
    """
    steps: list[S] = []
    while (last := came[node]) is not None:
        node, step = last
        steps.append(step)
    return steps[::-1]


def leading_to(nodes: Iterable[N], back: Mapping[N, Collection[N]]) -> set[N]:
    """Return these nodes and all from which one of them can be reached: `back` has those one step before each.

    >>> sorted(leading_to("c", {"c": "b", "b": "a", "a": "b", "x": "c"}))
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
