"""Crossover of two one-way corridors, W to E and S to N, from twelve gadgets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sokogen.reductions.gadgets.network import Network, NetworkSearch, Step, Tile
from sokogen.reductions.gadgets.tracing import closure, shortest_path

OUTSIDE = ("W", "N", "E", "S")
PASSAGES = (("W", "E"), ("S", "N"))

_KINDS = {
    "dw": "DIODE", "ds": "DIODE", "de": "DIODE", "dn": "DIODE",
    "e": "SH", "n": "SH", "le": "AL", "ln": "AL",
    "tn": "TOGGLE", "te": "TOGGLE", "qe": "TOGGLE", "qn": "TOGGLE",
}  # fmt: skip
_GOALS = {"DIODE": "way", "SH": "s0", "AL": "s0", "TOGGLE": "in"}
_NETS = {
    "W": "dw.A",
    "S": "ds.A",
    "N": "ln.B tn.A",
    "E": "le.B te.A",
    "west": "dw.B n.S",
    "south": "ds.B e.S",
    "middle": "n.M e.M",
    "to e": "e.J le.I qe.B",
    "to n": "n.J ln.I qn.B",
    "q1": "le.C le.O tn.B te.B",
    "q2": "le.A de.A ln.C ln.O",
    "q3": "ln.A dn.A qe.A qn.A",
    "z of e": "le.Z de.B",
    "z of n": "ln.Z dn.B",
}


def crossover_network(without: str = "") -> Network:
    """Return the network; without one named tile, the nets at its ports are merged.

    >>> len(crossover_network().tiles), len(crossover_network().nets)
    (12, 14)
    """
    tiles = [Tile(name, kind, _GOALS[kind], _GOALS[kind]) for name, kind in _KINDS.items() if name != without]
    nets = {net: ends.split() for net, ends in _NETS.items()}
    if without:
        joined = [net for net, ends in nets.items() if any(end.split(".")[0] == without for end in ends)]
        name = min(joined, key=lambda net: net not in OUTSIDE)
        merged = [end for net in joined for end in nets.pop(net) if end.split(".")[0] != without]
        nets = {name: merged} | nets
    return Network.build(tiles, nets, "W")


class _CrossoverSearch(NamedTuple):
    """Result of a search.

    `can_finish`: all boxes can reach their goals in every state met outside.
    """

    states: int
    nodes: int
    passages: frozenset[tuple[str, str]]
    can_finish: bool


def passages(network: Network, *, useful: bool = True) -> _CrossoverSearch:
    """Return all passages over any sequence of visits.

    `useful` leaves out harmful passages; see `simulation`.

    >>> found = passages(crossover_network())
    >>> sorted(found.passages), found.can_finish
    ([('S', 'N'), ('W', 'E')], True)
    """
    search = NetworkSearch(network, useful=useful)
    outside = [search.names.index(name) for name in OUTSIDE if name in search.names]
    first = search.first - search.first % search.nets
    states = {first}
    waiting = deque([first])
    found: set[tuple[str, str]] = set()
    nodes = 0
    back: dict[int, set[int]] = {}
    while waiting:
        state = waiting.popleft()
        for entry in outside:
            for node, inside in _inside(search, state + entry, outside):
                nodes += inside
                leave, after = node % search.nets, node - node % search.nets
                back.setdefault(after, set()).add(state)
                if leave != entry:
                    found.add((search.names[entry], search.names[leave]))
                if after not in states:
                    states.add(after)
                    waiting.append(after)
    finished = closure(filter(search.is_won, states), lambda state: back.get(state, ()))
    return _CrossoverSearch(len(states), nodes, frozenset(found), finished == states)


def _inside(search: NetworkSearch, node: int, outside: list[int]) -> Iterator[tuple[int, int]]:
    found = {node}
    waiting = [node]
    met = 0
    while waiting:
        node = waiting.pop()
        met += 1
        # Outside, the player goes on with a new visit; this one ends here unless it has only just begun.
        if node % search.nets in outside and met > 1:
            yield node, met
            continue
        for after, _ in search.moves(node):
            if after not in found:
                found.add(after)
                waiting.append(after)


@cache
def route(entry: str, leave: str) -> tuple[Step, ...]:
    """Return a shortest passage with all boxes on goals at both ends.

    >>> len(route("W", "E")), len(route("S", "N"))
    (16, 16)
    """
    search = NetworkSearch(crossover_network())
    start = search.first - search.first % search.nets
    target = start + search.names.index(leave)
    start += search.names.index(entry)
    path = shortest_path(start, search.moves, lambda node: node == target)
    assert path is not None, "each passage exists"
    return tuple(path)
