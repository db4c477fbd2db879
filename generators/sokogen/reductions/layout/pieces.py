"""Exact comparison of an extracted network with the intended one, without search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sokogen.reductions.gadgets.crossover import OUTSIDE, PASSAGES, crossover_network
from sokogen.reductions.gadgets.network import End, Flow, Network, Tile
from sokogen.reductions.gadgets.tracing import closure, shortest_path
from sokogen.reductions.layout.extraction import CorridorNets, roots
from sokospec.errors import SokobanError

_Place = tuple[str, str]


@dataclass(frozen=True)
class CorridorPieces:
    """Pieces of corridor by port, and the player's."""

    piece_of: Mapping[_Place, int]
    crossovers: Mapping[str, Mapping[str, int]]
    start: int

    @cached_property
    def onward(self) -> Mapping[int, list[tuple[int, tuple[str, str, str]]]]:
        found: dict[int, list[tuple[int, tuple[str, str, str]]]] = {}
        for name, at in self.crossovers.items():
            for entry, leave in PASSAGES:
                found.setdefault(at[entry], []).append((at[leave], (name, entry, leave)))
        return found

    def reachable(self, start: int) -> set[int]:
        """Return the pieces reachable without a gadget."""
        return closure([start], lambda piece: (other for other, _ in self.onward.get(piece, ())))

    def way(self, start: int, end: int) -> list[tuple[str, str, str]] | None:
        return shortest_path(start, lambda piece: self.onward.get(piece, ()), lambda piece: piece == end)

    def network(self, tiles: Sequence[Tile]) -> Network:
        """Return the network with two diodes for each crossover."""
        ends: dict[str, list[End]] = {}
        for place, piece in self.piece_of.items():
            ends.setdefault(f"p{piece}", []).append(End(*place))
        crossing = []
        for name, at in self.crossovers.items():
            for entry, leave in PASSAGES:
                crossing.append(Tile(f"{name}{entry}{leave}", "DIODE", "way", "way"))
                ends.setdefault(f"p{at[entry]}", []).append(End(crossing[-1].name, "A"))
                ends.setdefault(f"p{at[leave]}", []).append(End(crossing[-1].name, "B"))
        return Network((*tiles, *crossing), {name: tuple(some) for name, some in ends.items()}, f"p{self.start}")


def pieces_of(found: CorridorNets, network: Network, crossovers: int) -> CorridorPieces:
    """Return the pieces of a level, or raise `SokobanError` if the network differs."""
    wanted = crossover_network()
    rest = set(found.nets)
    groups: dict[str, dict[str, frozenset[_Place]]] = {}
    for number in range(1, crossovers + 1):
        name = f"x{number}"
        groups[name] = {}
        for net, ends in wanted.nets.items():
            places = frozenset((f"{name}.{end.tile}", end.port) for end in ends)
            if net in OUTSIDE:
                groups[name][net] = places
            elif places in rest:
                rest.remove(places)
            else:
                raise SokobanError(f"crossover {name} has no net {net!r}")
    pieces = sorted(rest, key=sorted)
    piece_of = {place: number for number, piece in enumerate(pieces) for place in piece}
    at: dict[str, dict[str, int]] = {}
    for name, group in groups.items():
        at[name] = {}
        for port, places in group.items():
            numbers = {piece_of.pop(place) for place in sorted(places)}
            if len(numbers) != 1:
                raise SokobanError(f"crossover {name} is in parts at port {port}")
            at[name][port] = numbers.pop()
    if found.start not in rest:
        raise SokobanError("the player starts inside a crossover")
    result = CorridorPieces(piece_of, at, pieces.index(found.start))
    wrong = list(_differences(result, network, len(pieces)))
    if wrong:
        raise SokobanError("\n".join(wrong))
    return result


def _differences(pieces: CorridorPieces, network: Network, count: int) -> list[str]:
    joined = [(at[entry], at[leave]) for at in pieces.crossovers.values() for entry, leave in PASSAGES]
    root = roots(count, *np.array(joined, np.int64).reshape(-1, 2).T).tolist()
    shown: dict[int, set[_Place]] = {}
    for place, piece in pieces.piece_of.items():
        shown.setdefault(root[piece], set()).add(place)
    wanted = {frozenset(end.place for end in ends): name for name, ends in network.nets.items()}
    found = [f"no net of the network is {sorted(net)}" for net in shown.values() if frozenset(net) not in wanted]
    if len(shown) != len(wanted):
        found.append(f"there are {len(shown)} nets, there should be {len(wanted)}")
    if found:
        return found
    if wanted[frozenset(shown.get(root[pieces.start], ()))] != network.start:
        found.append("the player does not start where he should")
    for name, ends in network.nets.items():
        sources = [(str(end), pieces.piece_of[end.place]) for end in ends if end.flow is not Flow.OUT]
        if name == network.start:
            sources.append(("the start", pieces.start))
        for text, source in sources:
            reached = pieces.reachable(source)
            for end in ends:
                if end.flow is not Flow.IN and pieces.piece_of[end.place] not in reached:
                    found.append(f"there is no way from {text} to {end}")
    return found
