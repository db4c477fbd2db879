"""Whether the player can ever come to a net, by a search with simpler gadgets that allow him more.

A *relaxed* gadget simulates the real one: whatever can be done in a state of the real one can be done in a state of
the relaxed one, to states of which the same holds (checked by `mistakes`). So whoever can come to a net in a network
can do so with relaxed gadgets. The relaxed LATCH is open or shut: the tunnel I-B can be used both ways while it is
open, C-A always, and shuts it; O opens it. Open is better than shut in every way. So a latch that can be opened from
where the player stands is opened at once, and the states are few.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sokogen.reductions.gadgets.automaton import Automaton, Passage
from sokogen.reductions.gadgets.network import MOST_STATES, Network
from sokogen.reductions.gadgets.simulation import simulation, whole

RELAXED: Mapping[str, Automaton] = MappingProxyType(
    {
        "LATCH": Automaton.parse("s0: I->B, B->I, C->A [s2], A->C [s2]\ns2: C->A, A->C, O->O [s0]"),
        "DIODE": Automaton.parse("way: A->B"),
        "TOGGLE": Automaton.parse("in: A->B [out]\nout: B->A [in]"),
        "PLUG": Automaton.parse("open: V->W, W->V\nshut: V->V [open], V->W [open]"),
    }
)
"""Gadgets that allow more; states have the names of the real gadget's. LATCH s1, used, counts as s0, open."""


def mistakes(kind: str, goal: str) -> list[str]:
    """Return the configurations of a real gadget that no state of the relaxed one simulates; none if it is right.

    A state that both have must simulate itself.

    >>> [mistakes(kind, RELAXED[kind].goal) for kind in RELAXED]
    [[], [], [], []]
    """
    real, more = whole(kind, goal), RELAXED[kind]
    both = Automaton(
        (*(f"real {state}" for state in real.states), *(f"more {state}" for state in more.states)),
        frozenset(
            Passage(f"{prefix} {one.state}", one.entry, one.exit, f"{prefix} {one.after}")
            for prefix, automaton in (("real", real), ("more", more))
            for one in automaton.passages
        ),
    )
    pairs = simulation(both, "")

    def answers(state: str) -> tuple[str, ...]:
        return (state,) if state in more.states else more.states

    return [
        state
        for state in real.states
        if not any((f"real {state}", f"more {answer}") in pairs for answer in answers(state))
    ]


class RelaxedSearch:
    """The states of a network of relaxed gadgets in which all is opened that can be opened from where the player is.

    A state is packed into one integer: the number of the player's net, and a digit for each tile, of which `unit` tells
    the place.
    """

    def __init__(self, network: Network) -> None:
        """Prepare the tables of moves, and of what can be bettered from each net."""
        self.names = list(network.nets)
        self.nets = len(self.names)
        self.unit: dict[str, int] = {}
        self.first = self.names.index(network.start)
        numbers = {name: number for number, name in enumerate(self.names)}
        # For each net: a place and base, the digit that is looked for, the change of the state, and the tile.
        self.passages: list[list[tuple[int, int, int, int, str]]] = [[] for _ in self.names]
        self.betterments: list[list[tuple[int, int, int, int]]] = [[] for _ in self.names]
        unit = self.nets
        for tile in network.tiles:
            automaton = RELAXED[tile.kind]
            digits = {state: digit for digit, state in enumerate(automaton.states)}
            better = simulation(automaton, "")
            self.unit[tile.name] = unit
            self.first += unit * digits[tile.start]
            for one in sorted(automaton.passages):
                here, there = (numbers[network.net_of[tile.name, port]] for port in (one.entry, one.exit))
                place, change = (unit, len(digits), digits[one.state]), unit * (digits[one.after] - digits[one.state])
                if one.entry == one.exit and (one.state, one.after) in better:
                    self.betterments[here].append((*place, change))
                else:
                    self.passages[here].append((*place, change + there - here, tile.name))
            unit *= len(digits)
        self.first = self.bettered(self.first)

    def bettered(self, state: int) -> int:
        """Return the state in which all is opened that can be opened at once."""
        for unit, base, digit, change in self.betterments[state % self.nets]:
            if state // unit % base == digit:
                state += change
        return state

    def moves(self, state: int) -> Iterator[tuple[int, str]]:
        """Yield the bettered states after one passage, and the tile that was passed."""
        for unit, base, digit, change, tile in self.passages[state % self.nets]:
            if state // unit % base == digit:
                yield self.bettered(state + change), tile


def reaches(network: Network, net: str, *, most_states: int = MOST_STATES) -> tuple[bool, int]:
    """Say whether relaxed gadgets let the player come to a net, and how many states were met.

    Raises `MemoryError` when there are more states than asked for.

    >>> from sokogen.reductions.gadgets.network import Tile
    >>> tiles = [Tile("l", "LATCH", "s2", "s2"), Tile("d", "DIODE", "way", "way")]
    >>> nets = {"start": ["l.I", "l.C", "l.A"], "end": ["l.B", "d.A"], "key": ["l.O", "d.B"]}
    >>> [reaches(Network.build(tiles, nets, start), "end") for start in nets]
    [(False, 1), (True, 1), (False, 1)]
    """
    search = RelaxedSearch(network)
    target = search.names.index(net)
    seen = {search.first}
    waiting = deque(seen)
    while waiting:
        state = waiting.popleft()
        if state % search.nets == target:
            return True, len(seen)
        for after, _ in search.moves(state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most_states:
            raise MemoryError(f"the relaxed network has more than {most_states} states")
    return False, len(seen)
