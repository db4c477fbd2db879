"""Incremental construction of networks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from sokogen.reductions.gadgets.network import End, Flow, Network, Tile


class NetworkBuilder:
    """Network under construction.

    >>> build = NetworkBuilder()
    >>> build.diode("d", "start", "end")
    >>> build.plug("p", "gate", "cellar")
    >>> build.join("end", "gate")
    'end'
    >>> network = build.build("start")
    >>> print(network)
    d: DIODE, from way to way
    p: PLUG, from shut to open
    start: d.A
    end: d.B p.V
    cellar: p.W
    the player starts in start
    >>> [str(step) for step in network.solution()]
    ['d: A->B [way]', 'p: V->V [open]']
    """

    def __init__(self) -> None:
        self.tiles: list[Tile] = []
        self.ends: dict[str, list[End]] = {}
        self.same: dict[str, str] = {}

    def tile(self, name: str, kind: str, start: str, goal: str, **ports: tuple[str, Flow]) -> None:
        self.tiles.append(Tile(name, kind, start, goal))
        for port, (net, flow) in ports.items():
            self.end(net, name, port, flow)

    def latch(self, name: str, state: str, **ports: tuple[str, Flow]) -> None:
        self.tile(name, "LATCH", state, state, **ports)

    def diode(self, name: str, before: str, after: str) -> None:
        self.tile(name, "DIODE", "way", "way", A=(before, Flow.OUT), B=(after, Flow.IN))

    def toggle(self, name: str, outside: str, inside: str) -> None:
        """Add a toggle from outside to inside and back."""
        self.tile(name, "TOGGLE", "in", "in", A=(outside, Flow.BOTH), B=(inside, Flow.BOTH))

    def plug(self, name: str, before: str, behind: str) -> None:
        """Add a plug, opened from `before`."""
        self.tile(name, "PLUG", "shut", "open", V=(before, Flow.BOTH), W=(behind, Flow.BOTH))

    def add_shutting_lane(self, latches: Sequence[str], before: str, after: str) -> None:
        for latch in latches[:-1]:
            self.end(before, latch, "C", Flow.OUT)
            before = f"past {latch}"
            self.end(before, latch, "A", Flow.IN)
        self.end(before, latches[-1], "C", Flow.OUT)
        self.end(after, latches[-1], "A", Flow.IN)

    def end(self, net: str, tile: str, port: str, flow: Flow) -> None:
        self.ends.setdefault(net, []).append(End(tile, port, flow))

    def join(self, one: str, other: str) -> str:
        """Merge two nets under the first name."""
        one, other = self.current_name(one), self.current_name(other)
        if one != other:
            self.same[other] = one
        return one

    def current_name(self, net: str) -> str:
        while net in self.same:
            net = self.same[net]
        return net

    def build(self, start: str) -> Network:
        nets: dict[str, list[End]] = {}
        for name, ends in self.ends.items():
            nets.setdefault(self.current_name(name), []).extend(ends)
        return Network(tuple(self.tiles), {name: tuple(ends) for name, ends in nets.items()}, self.current_name(start))


_Fact = TypeVar("_Fact", bound=tuple[object, ...])


class FactBuilder(NetworkBuilder, Generic[_Fact]):
    """Network whose latches, in lane order, are open while their fact holds."""

    def __init__(self) -> None:
        super().__init__()
        self.latches: dict[_Fact, list[str]] = {}

    @abstractmethod
    def holds_at_first(self, fact: _Fact) -> bool: ...

    @abstractmethod
    def net_of(self, fact: _Fact) -> str:
        """Return the net that opens a fact's latches."""

    def add_reader(self, latch: str, fact: _Fact, before: str, after: str) -> None:
        state, opened = "s0" if self.holds_at_first(fact) else "s2", (self.net_of(fact), Flow.BOTH)
        self.latch(latch, state, I=(before, Flow.OUT), B=(after, Flow.IN), O=opened)
        self.latches.setdefault(fact, []).append(latch)

    def add_fact_lane(self, fact: _Fact, after: str) -> None:
        self.add_shutting_lane(self.latches[fact], self.net_of(fact), after)
