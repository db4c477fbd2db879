"""Networks of gadgets: tiles joined by nets of corridor.

A *tile* is a gadget in a level, a *net* the ports that one corridor joins. A state is the state of each tile and the
player's net. The *flow* at a port is the intended direction, which a layout may enforce and the search ignores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.simulation import useful as helpful
from sokogen.reductions.gadgets.simulation import whole
from sokogen.reductions.gadgets.tracing import shortest_path
from sokospec.errors import SokobanError

MOST_STATES = 20_000_000


class Flow(Enum):
    """Intended direction at a port."""

    IN = "in"
    OUT = "out"
    BOTH = "both"


class Ways(NamedTuple):
    """Intended directions in a corridor."""

    onward: bool
    backward: bool

    @property
    def lanes(self) -> int:
        """1 or 2; unused corridor counts as one way."""
        return max(1, self.onward + self.backward)

    def directions(self) -> tuple[bool, ...]:
        """Say for each lane if it leads onward."""
        return (True,) * self.onward + (False,) * self.backward or (True,)


class End(NamedTuple):
    """A tile's port, and its flow."""

    tile: str
    port: str
    flow: Flow = Flow.BOTH

    @property
    def place(self) -> tuple[str, str]:
        """Tile and port."""
        return self.tile, self.port

    def __str__(self) -> str:
        return f"{self.tile}.{self.port}"


class Tile(NamedTuple):
    """A gadget's kind, start and goal."""

    name: str
    kind: str
    start: str
    goal: str


class Step(NamedTuple):
    """Passage, and the tile's state after it."""

    tile: str
    entry: str
    exit: str
    after: str

    def __str__(self) -> str:
        return f"{self.tile}: {self.entry}->{self.exit} [{self.after}]"


@dataclass(frozen=True)
class Network:
    """Tiles, nets, and the player's net.

    >>> network = Network.build([Tile("d", "DIODE", "way", "way"), Tile("p", "PLUG", "shut", "open")],
    ...                         {"start": ["d.A"], "end": ["d.B", "p.V"], "cellar": ["p.W"]}, "start")
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

    tiles: tuple[Tile, ...]
    nets: Mapping[str, tuple[End, ...]]
    start: str

    def __post_init__(self) -> None:
        ports = [(tile.name, port) for tile in self.tiles for port in ports_of(tile.kind)]
        ends = [end.place for net in self.nets.values() for end in net]
        if sorted(ports) != sorted(ends):
            wrong = sorted(set(ports) ^ set(ends)) or sorted({place for place in ends if ends.count(place) > 1})
            raise SokobanError(f"each port must be in one net; see {', '.join('.'.join(place) for place in wrong)}")
        if self.start not in self.nets:
            raise SokobanError(f"the player starts in {self.start}, which is not a net")

    @classmethod
    def build(cls, tiles: Iterable[Tile], nets: Mapping[str, Iterable[str]], start: str) -> Network:
        """Return a network of two-way nets of 'TILE.PORT'."""
        places = {name: [end.rsplit(".", 1) for end in net] for name, net in nets.items()}
        ends = {name: tuple(End(tile, port) for tile, port in net) for name, net in places.items()}
        return cls(tuple(tiles), ends, start)

    @cached_property
    def net_of(self) -> dict[tuple[str, str], str]:
        return {end.place: name for name, net in self.nets.items() for end in net}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        return {tile.name: tile for tile in self.tiles}

    def solution(self, *, most_states: int = MOST_STATES) -> list[Step] | None:
        """Return a shortest winning play, or None, in O(states). Raises `MemoryError` beyond `most_states`."""
        return NetworkSearch(self).solution(most_states)

    def __str__(self) -> str:
        return "\n".join(
            [
                *(f"{tile.name}: {tile.kind}, from {tile.start} to {tile.goal}" for tile in self.tiles),
                *(f"{name}: {' '.join(map(str, net))}" for name, net in self.nets.items()),
                f"the player starts in {self.start}",
            ]
        )


class NetworkSearch:
    """Breadth-first search; `useful=False` includes harmful passages."""

    def __init__(self, network: Network, *, useful: bool = True) -> None:
        self.names = list(network.nets)
        number = {name: index for index, name in enumerate(self.names)}
        unit = len(self.names)
        self.first = number[network.start]
        self.goals: list[tuple[int, int, int]] = []
        # For each net: which digit of the state to look at, and for each of its values where one can go.
        self.doors: list[list[tuple[int, int, list[list[tuple[int, int, Step]]]]]] = [[] for _ in self.names]
        for tile in network.tiles:
            automaton = helpful(tile.kind, tile.start, tile.goal) if useful else whole(tile.kind, tile.goal)
            states = {state: index for index, state in enumerate(automaton.states)}
            self.first += unit * states[tile.start]
            self.goals.append((unit, len(states), states[tile.goal]))
            for port in ports_of(tile.kind):
                here = number[network.net_of[tile.name, port]]
                table: list[list[tuple[int, int, Step]]] = [[] for _ in states]
                for one in sorted(automaton.passages):
                    if one.entry == port:
                        there = number[network.net_of[tile.name, one.exit]]
                        change = unit * (states[one.after] - states[one.state]) + there - here
                        if change:
                            step = Step(tile.name, one.entry, one.exit, one.after)
                            table[states[one.state]].append((change, there, step))
                self.doors[here].append((unit, len(states), table))
            unit *= len(states)
        self.nets = len(self.names)

    def is_won(self, state: int) -> bool:
        return all(state // unit % base == goal for unit, base, goal in self.goals)

    def moves(self, state: int) -> Iterator[tuple[int, Step]]:
        for unit, base, table in self.doors[state % self.nets]:
            for change, _, step in table[state // unit % base]:
                yield state + change, step

    def solution(self, most_states: int = MOST_STATES) -> list[Step] | None:
        return shortest_path(self.first, self.moves, self.is_won, most_states)


def ports_of(kind: str) -> tuple[str, ...]:
    return tuple(LIBRARY[kind].gadget.ports)
