"""Which gadgets stand in which stack, and the orders of all, chosen such that few wires cross; all in polynomial time.

Stacks are communities of gadgets that share nets (Blondel, Guillaume, Lambiotte, Lefebvre 2008: the Louvain method). The
nets between stacks give the order from top to bottom, by the reverse Cuthill-McKee order of gadgets and nets, which
keeps neighbours close. Whatever comes out is right; only the number of crossings depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import networkx

from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.parts import gadget_part
from sokogen.reductions.layout.wires import Arrangement, Face, Wires

RESOLUTIONS = (0.7, 1.0, 1.5, 2.0, 3.0)
"""How fine the communities are that are tried."""


def arranged(network: Network, *, seed: int = 0) -> Arrangement:
    """Return the arrangement with the lowest price of those that are tried."""
    found = [
        _Arranger(network, stacks).arranged()
        for stacks in [[[tile.name for tile in network.tiles]], *(_stacks(network, one, seed) for one in RESOLUTIONS)]
    ]
    best: Arrangement = min(found, key=lambda one: Wires(network, one).price())
    return best


def _stacks(network: Network, resolution: float, seed: int) -> list[list[str]]:
    """Return communities of gadgets; a net is as strong a bond for each of its gadgets, however many there are."""
    number = {tile.name: index for index, tile in enumerate(network.tiles)}
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(number)))
    for ends in network.nets.values():
        tiles = sorted({number[end.tile] for end in ends})
        for i, one in enumerate(tiles):
            for other in tiles[:i]:
                weight = graph.get_edge_data(one, other, {"weight": 0})["weight"]
                graph.add_edge(one, other, weight=weight + 1 / (len(tiles) - 1))
    found = networkx.community.louvain_communities(graph, resolution=resolution, seed=seed)
    return [[network.tiles[one].name for one in some] for some in sorted(map(sorted, found))]


class _Arranger:
    """Orders for given stacks."""

    def __init__(self, network: Network, stacks: Sequence[Sequence[str]]) -> None:
        self.network = network
        self.tiles = {net: [end.tile for end in ends] for net, ends in network.nets.items()}
        self.stacks = self.ordered_stacks(stacks)
        self.stack_of = {tile: index for index, stack in enumerate(self.stacks) for tile in stack}
        self.order = self.vertical_order()
        self.rank = {name: index for index, name in enumerate(self.order)}
        self.kinds = {tile.kind: gadget_part(tile).clockwise() for tile in network.tiles}

    def arranged(self) -> Arrangement:
        """Return the arrangement, with the faces that are best for each kind of gadget."""
        chosen = {kind: (0, len(ports) // 2) for kind, ports in self.kinds.items()}
        best = self.price(chosen)
        for _ in range(2):
            before = best
            for kind, ports in self.kinds.items():
                for option in _options(len(ports)):
                    price = self.price({**chosen, kind: option})
                    if price < best:
                        best, chosen = price, {**chosen, kind: option}
            if best == before:
                break
        return Arrangement(self.stacks, self.order, self.faces(chosen))

    def price(self, chosen: Mapping[str, tuple[int, int]]) -> int:
        return Wires(self.network, Arrangement(self.stacks, self.order, self.faces(chosen))).price()

    def faces(self, chosen: Mapping[str, tuple[int, int]]) -> dict[str, Face]:
        """Return the gadgets' faces: those of their kinds, upside down where that suits the nets better."""
        return {tile.name: self.turned(tile.name, _face(self.kinds[tile.kind], *chosen[tile.kind])) for tile in self.network.tiles}

    def turned(self, tile: str, face: Face) -> Face:
        wanted = {}
        for port in face.left + face.right:
            net = self.network.net_of[tile, port]
            others = [self.rank[other] for other in self.tiles[net] if other != tile]
            wanted[port] = fmean(others) if others else self.rank[tile]
        return min(face, face.flipped(), key=lambda one: _inversions(one.left, wanted) + _inversions(one.right, wanted))

    def ordered_stacks(self, stacks: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """Return the stacks in an order in which nets are short: each in turn moved to its best place, a few rounds."""
        stack_of = {tile: index for index, stack in enumerate(stacks) for tile in stack}
        nets = [some for tiles in self.tiles.values() if len(some := {stack_of[tile] for tile in tiles}) > 1]
        at: dict[int, list[set[int]]] = {}
        for some in nets:
            for one in some:
                at.setdefault(one, []).append(some)
        order = list(range(len(stacks)))
        for _ in range(4):
            old = order[:]
            for one in old:
                order.remove(one)
                place = {other: index for index, other in enumerate(order)}
                # How many nets pass each gap, without the one, and what that changes where the one is put.
                ends = [
                    [place[other] for other in some if other != one] for some in nets
                ]
                spans = [(min(some), max(some)) for some in ends if some]
                own = [
                    (min(places), max(places))
                    for some in at.get(one, ())
                    for places in [[place[other] for other in some if other != one]]
                ]
                passing = [0] * (len(order) + 2)
                for low, high in spans:
                    passing[low + 1] += 1
                    passing[high + 1] -= 1
                best, best_price, over = 0, None, 0
                for gap in range(len(order) + 1):
                    over += passing[gap]
                    price = over + sum(max(0, low - gap + 1, gap - high) for low, high in own)
                    if best_price is None or price < best_price:
                        best, best_price = gap, price
                order.insert(best, one)
            if order == old:
                break
        return [stacks[index] for index in order]

    def vertical_order(self) -> list[str]:
        """Return gadgets and nets from top to bottom."""
        graph = networkx.Graph()
        names = [tile.name for tile in self.network.tiles]
        tile_number = {name: index for index, name in enumerate(names)}
        graph.add_nodes_from(range(len(names)))
        nets = list(self.tiles)
        for number, net in enumerate(nets, len(names)):
            if self.is_long(net):
                graph.add_edges_from((number, tile_number[tile]) for tile in self.tiles[net])
        both = names + nets
        alone = [names[one] for one in graph if not graph.degree(one)]
        linked = graph.subgraph([one for one in graph if graph.degree(one)])
        found = alone + [both[one] for one in networkx.utils.reverse_cuthill_mckee_ordering(linked)]
        rank = {name: index for index, name in enumerate(found)}
        for net in nets:
            if net not in rank:
                rank[net] = sorted(rank[tile] for tile in self.tiles[net])[(len(self.tiles[net]) - 1) // 2]
        return sorted(both, key=lambda name: (rank[name], name in self.tiles))

    def is_long(self, net: str) -> bool:
        """Say whether a net joins stacks rather than gadgets of one stack or two neighbours."""
        stacks = [self.stack_of[tile] for tile in self.tiles[net]]
        most = max(map(stacks.count, stacks))
        return max(stacks) - min(stacks) > 1 and 2 * most <= len(stacks)


def _options(ports: int) -> Iterator[tuple[int, int]]:
    """Yield all ways to split ports that lie in a circle between right and left: where to begin, and how many right."""
    for count in range(ports + 1):
        for first in range(ports if 0 < count < ports else ports):
            yield first, count


def _face(clockwise: Sequence[str], first: int, count: int) -> Face:
    turned = (*clockwise[first:], *clockwise[:first])
    return Face(turned[count:][::-1], turned[:count], False)


def _inversions(ports: Sequence[str], wanted: Mapping[str, float]) -> int:
    return sum(wanted[one] > wanted[other] for index, one in enumerate(ports) for other in ports[index + 1 :])
