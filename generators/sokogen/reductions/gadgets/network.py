"""Networks of gadgets: tiles, and nets of corridor that join their ports; what the player can do in one, by search.

A *tile* is a gadget at some place of a level. A *net* is a piece of corridor: the ports of tiles that it reaches.
Every port of every tile is in one net. No box ever stands in a net, so a state of the whole is a state of each tile and
the net in which the player is. The network is *won* when all tiles are in their goal states.

Each end of a net at a port also says which way the player is *meant* to walk there. That restricts nothing here; a
layout may make corridors one way where they are meant so, which takes options from the player but gives him none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.simulation import useful as helpful
from sokogen.reductions.gadgets.simulation import whole
from sokogen.reductions.gadgets.tracing import steps_to
from sokospec.errors import SokobanError

MOST_STATES = 20_000_000


class Flow(Enum):
    """Which way the player is meant to pass between a net and a port: into the net, out of it, or both."""

    IN = "in"
    OUT = "out"
    BOTH = "both"


class Ways(NamedTuple):
    """Whether the player is meant to walk a piece of corridor onward, by what counts as onward there, and backward."""

    onward: bool
    backward: bool

    @property
    def lanes(self) -> int:
        """1 or 2; what nobody needs counts as one way."""
        return max(1, self.onward + self.backward)

    def directions(self) -> tuple[bool, ...]:
        """Say of each lane whether it leads onward."""
        return (True,) * self.onward + (False,) * self.backward or (True,)


class End(NamedTuple):
    """Where a net meets a tile: the tile's name, its port, and the way that the player is meant to go there."""

    tile: str
    port: str
    flow: Flow = Flow.BOTH

    @property
    def place(self) -> tuple[str, str]:
        """Tile and port."""
        return self.tile, self.port

    def __str__(self) -> str:
        """Return tile and port with a dot between them."""
        return f"{self.tile}.{self.port}"


class Tile(NamedTuple):
    """A gadget in a network: the kind names it in the library, `start` and `goal` two of its configurations."""

    name: str
    kind: str
    start: str
    goal: str


class Step(NamedTuple):
    """The player passes through a tile: in at a port, out at a port, and the tile's state after that."""

    tile: str
    entry: str
    exit: str
    after: str

    def __str__(self) -> str:
        """Return the step as text.

        >>> str(Step("L1", "I", "B", "s1"))
        'L1: I->B [s1]'
        """
        return f"{self.tile}: {self.entry}->{self.exit} [{self.after}]"


@dataclass(frozen=True)
class Network:
    """Tiles, nets by name, and the net where the player starts.

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
        """Check that the tiles' ports are each in one net, and nothing else is."""
        ports = [(tile.name, port) for tile in self.tiles for port in ports_of(tile.kind)]
        ends = [end.place for net in self.nets.values() for end in net]
        if sorted(ports) != sorted(ends):
            wrong = sorted(set(ports) ^ set(ends)) or sorted({place for place in ends if ends.count(place) > 1})
            raise SokobanError(f"each port must be in one net; see {', '.join('.'.join(place) for place in wrong)}")
        if self.start not in self.nets:
            raise SokobanError(f"the player starts in {self.start}, which is no net")

    @classmethod
    def build(cls, tiles: Iterable[Tile], nets: Mapping[str, Iterable[str]], start: str) -> Network:
        """Return the network whose nets are given as lists of 'TILE.PORT', each to be walked both ways."""
        ends = {name: tuple(map(_end, net)) for name, net in nets.items()}
        return cls(tuple(tiles), ends, start)

    @cached_property
    def net_of(self) -> dict[tuple[str, str], str]:
        """The net of each port."""
        return {end.place: name for name, net in self.nets.items() for end in net}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """The tiles by name."""
        return {tile.name: tile for tile in self.tiles}

    def solution(self, *, most_states: int = MOST_STATES) -> list[Step] | None:
        """Return a shortest way to win, or None if there is none, by search through all states.

        Passages that only harm the player are left out, see `sokogen.reductions.gadgets.simulation`. O(states) time and
        space. Raises `MemoryError` when there are more states than asked for.
        """
        return Search(self, most_states).solution()

    def without(self, gone: Mapping[str, Iterable[tuple[str, str]]]) -> Network:
        """Return the network without some tiles: there is a corridor between each two of their ports that are given."""
        name = {net: net for net in self.nets}
        for tile, ways in gone.items():
            for ports in ways:
                kept, lost = (name[self.net_of[tile, port]] for port in ports)
                name = {net: kept if called == lost else called for net, called in name.items()}
        nets: dict[str, list[End]] = {}
        for net, ends in self.nets.items():
            nets.setdefault(name[net], []).extend(end for end in ends if end.tile not in gone)
        tiles = tuple(tile for tile in self.tiles if tile.name not in gone)
        return Network(tiles, {net: tuple(ends) for net, ends in nets.items()}, name[self.start])

    def __str__(self) -> str:
        """Return tiles and nets, a line each."""
        return "\n".join(
            [
                *(f"{tile.name}: {tile.kind}, from {tile.start} to {tile.goal}" for tile in self.tiles),
                *(f"{name}: {' '.join(map(str, net))}" for name, net in self.nets.items()),
                f"the player starts in {self.start}",
            ]
        )


class Search:
    """Breadth-first search of a network's states, each packed into one integer."""

    def __init__(self, network: Network, most_states: int = MOST_STATES, *, useful: bool = True) -> None:
        """Prepare the tables of moves; with `useful=False` of all moves, also those that only harm."""
        self.network = network
        self.most_states = most_states
        self.names = list(network.nets)
        number = {name: index for index, name in enumerate(self.names)}
        unit = len(self.names)
        self.first = number[network.start]
        self.goals: list[tuple[int, int, int]] = []
        # For each net: which digit of the state to look at, and for each of its values where one can go.
        self.doors: list[list[tuple[int, int, list[list[tuple[int, int, Step]]]]]] = [[] for _ in self.names]
        for tile in network.tiles:
            automaton = (helpful if useful else whole)(tile.kind, tile.start, tile.goal)
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
        """Say whether all tiles are in their goal states."""
        return all(state // unit % base == goal for unit, base, goal in self.goals)

    def moves(self, state: int) -> Iterator[tuple[int, Step]]:
        """Yield the states after one passage, and the passage."""
        for unit, base, table in self.doors[state % self.nets]:
            for change, _, step in table[state // unit % base]:
                yield state + change, step

    def solution(self) -> list[Step] | None:
        """Return the steps of a shortest solution, or None."""
        came: dict[int, tuple[int, Step] | None] = {self.first: None}
        waiting = deque([self.first])
        while waiting:
            state = waiting.popleft()
            if self.is_won(state):
                return steps_to(state, came)
            for after, step in self.moves(state):
                if after not in came:
                    came[after] = (state, step)
                    waiting.append(after)
            if len(came) > self.most_states:
                raise MemoryError(f"the network has more than {self.most_states} states")
        return None


def ports_of(kind: str) -> tuple[str, ...]:
    """Return the names of a gadget's ports."""
    return tuple(LIBRARY[kind].gadget.ports)


def _end(text: str) -> End:
    tile, port = text.rsplit(".", 1)
    return End(tile, port)
