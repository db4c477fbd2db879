"""Savitch's question with more space and less time: a metered search with a closed set.

It counts the steps looked at and the most bits held, encoded as for `savitch`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sokospec.limits import LimitReached, Limits, Meter
from sokospec.oracle.space import Space
from sokospec.oracle.systems import C, System


@dataclass(frozen=True, slots=True)
class Cost:
    """Answer (None at a limit), the steps looked at, and the most bits held."""

    answer: bool | None
    work: int
    peak_bits: int


class Account:
    """Space of a search, and its work against the limits."""

    def __init__(self, system: System[C], limits: Limits | None) -> None:
        self.space = Space()
        self.space.hold(system.workspace)
        self.meter = Meter(limits or Limits())

    def look(self, depth: int) -> None:
        """Count a step looked at."""
        self.meter.expand(depth)

    def cost_of(self, search: Callable[[Account], bool]) -> Cost:
        """Return the cost of a search, which may end at a limit."""
        answer = None
        with suppress(LimitReached):
            answer = search(self)
        return Cost(answer, self.meter.expanded, self.space.peak)


def breadth_first(system: System[C], limits: Limits | None = None) -> Cost:
    """Search with a closed set: time linear in the steps, space for every configuration met.

    The list of these is also the queue: a place in it tells which are done.

    >>> from sokospec.oracle.systems import Graph
    >>> breadth_first(Graph([[1], [2], [0]], start=0, goals=[2]))
    Cost(answer=True, work=2, peak_bits=10)
    """

    def search(account: Account) -> bool:
        met = [system.start]
        known = {system.start}  # to find a configuration in the list; an encoded list would be searched
        account.space.hold(system.bits + system.bits)  # the first, and a place in the list
        if system.is_goal(system.start):
            return True
        for configuration in met:  # the list grows while it is read
            for after in system.successors(configuration):
                account.look(len(met))
                if after not in known:
                    known.add(after)
                    met.append(after)
                    account.space.hold(system.bits)
                    if system.is_goal(after):
                        return True
        return False

    return Account(system, limits).cost_of(search)
