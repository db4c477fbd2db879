"""Constraint logic as a transition system, for Savitch's algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph


class ConstraintLogic:
    """A constraint graph as a transition system."""

    def __init__(self, graph: ConstraintGraph, goal: Callable[[int], bool]) -> None:
        self.graph = graph
        self.is_goal = goal
        self.start = 0
        self.bits = max(1, len(graph.edges))
        self.workspace = self.bits + 2 * self.bits.bit_length() + 3  # a configuration, two edges, and an inflow

    def first(self) -> int | None:
        """Return the least legal configuration."""
        return self._at_least(0)

    def next_after(self, configuration: int) -> int | None:
        """Return the next legal configuration."""
        return self._at_least(configuration + 1)

    def _at_least(self, number: int) -> int | None:
        while number >> len(self.graph.edges) == 0:
            # Reversing edges below all those of a vertex leaves it as it is: skip to where one of its own changes.
            lowest = max((self.graph.edges_of[vertex][0] for vertex in self.graph.violations(number)), default=None)
            if lowest is None:
                return number
            number = (number >> lowest) + 1 << lowest
        return None

    def step(self, before: int, after: int) -> bool:
        """Say whether one reversal leads from one to the other."""
        changed = before ^ after
        return changed.bit_count() == 1 and self.graph.may_reverse(changed.bit_length() - 1, before)

    def successors(self, configuration: int) -> Iterator[int]:
        """Yield the next configurations."""
        return (after for after, _ in self.graph.reversals(configuration))
