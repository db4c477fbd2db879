"""Choice of stacks and orders for a network's gadgets so that few wires cross.

Stacks are communities by greedy modularity (Clauset, Newman, Moore 2004); the vertical order is a reverse
Cuthill-McKee order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from statistics import fmean

import networkx

from sokogen.reductions.gadgets.network import Network, Tile, ports_of
from sokogen.reductions.layout.channels import ChannelPlan
from sokogen.reductions.layout.parts import gadget_part
from sokogen.reductions.layout.wires import Arrangement, Face

_Rule = Callable[[Sequence[float]], float]
_Split = tuple[tuple[int, ...], tuple[int, ...]]
_Splits = Mapping[tuple[str, ...], _Split]

_RULES: tuple[_Rule, ...] = (min, fmean, max)
"""Position of a gadget relative to its long nets: above, amid or below them."""

_FINALISTS = 3
"""Number of arrangements to improve."""

_MOST_PAIRS = 300_000_000
"""Work limit for improving arrangements, in pairs of ports."""

_RESOLUTIONS = (0.7, 1.0, 1.5, 2.0)
"""Resolutions of the communities to try."""


def arrange(network: Network) -> Arrangement:
    """Return the arrangement with the smallest drawing."""
    stacks = [_stacks(network, resolution) for resolution in _RESOLUTIONS]
    found = [_Arranger(network, some, rule) for some in stacks for rule in _RULES]
    left = _MOST_PAIRS // len(network.net_of) ** 2
    found = sorted(found, key=lambda one: one.area)[:_FINALISTS]
    for one in found:
        left -= one.turn_stacks(left // 4)
    best = min(found, key=lambda one: one.area)
    left -= best.improve_splits(left)
    best.turn_stacks(left)
    return best.arrangement()


def _stacks(network: Network, resolution: float) -> list[list[str]]:
    number = {tile.name: index for index, tile in enumerate(network.tiles)}
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(number)))
    for ends in network.nets.values():
        tiles = sorted({number[end.tile] for end in ends})
        for i, one in enumerate(tiles):
            for other in tiles[:i]:
                weight = graph.get_edge_data(one, other, {"weight": 0})["weight"]
                graph.add_edge(one, other, weight=weight + 1 / (len(tiles) - 1))
    found = networkx.community.greedy_modularity_communities(graph, weight="weight", resolution=resolution)
    return [[network.tiles[one].name for one in some] for some in sorted(map(sorted, found))]


class _Arranger:
    def __init__(self, network: Network, stacks: Sequence[Sequence[str]], rule: _Rule) -> None:
        self.network = network
        self.rule = rule
        self.tiles = {net: [end.tile for end in ends] for net, ends in network.nets.items()}
        self.stacks = self.order_stacks(stacks)
        self.stack_of = {tile: index for index, stack in enumerate(self.stacks) for tile in stack}
        self.order = self.vertical_order()
        self.rank = {name: index for index, name in enumerate(self.order)}
        self.roles: dict[tuple[str, ...], list[str]] = {}
        for tile in network.tiles:
            self.roles.setdefault(self.role(tile), []).append(tile.name)
        self.reach = {(tile, port): self.reaches(tile, net) for (tile, port), net in network.net_of.items()}
        self.turned = [False] * len(self.stacks)
        self.splits = self.natural()
        self.area = self.area_of(self.splits, self.turned)

    def role(self, tile: Tile) -> tuple[str, ...]:
        bonds = []
        for port in gadget_part(tile.kind).clockwise():
            stacks = [self.stack_of[other] for other in self.tiles[self.network.net_of[tile.name, port]]]
            own = stacks.count(self.stack_of[tile.name])
            bonds.append("all" if own == len(stacks) else "most" if 2 * own > len(stacks) else "some")
        return tile.kind, *bonds

    def natural(self) -> _Splits:
        def misfits(split: _Split, bonds: Sequence[str]) -> int:
            left, right = split
            return sum(bonds[one] == "some" for one in left) + sum(bonds[one] != "some" for one in right)

        return {role: min(_splits(len(role) - 1), key=lambda split: misfits(split, role[1:])) for role in self.roles}

    def turn_stacks(self, most: int) -> int:
        tries = max(0, min(most, len(self.stacks)))
        for stack in range(tries):
            turned = self.turned.copy()
            turned[stack] = not turned[stack]
            self.keep_better(self.splits, turned)
        return tries

    def improve_splits(self, most: int) -> int:
        tries = 0
        for role in sorted(self.roles, key=lambda role: (-len(self.roles[role]), role)):
            for split in _splits(len(role) - 1):
                if tries >= most:
                    return tries
                tries += 1
                self.keep_better({**self.splits, role: split}, self.turned)
        return tries

    def keep_better(self, splits: _Splits, turned: list[bool]) -> None:
        area = self.area_of(splits, turned)
        if area < self.area:
            self.area, self.splits, self.turned = area, splits, turned

    def arrangement(self) -> Arrangement:
        return Arrangement(self.stacks, self.order, self.faces(self.splits, self.turned))

    def area_of(self, splits: _Splits, turned: Sequence[bool]) -> float:
        try:
            plan = ChannelPlan(self.network, Arrangement(self.stacks, self.order, self.faces(splits, turned)))
        except ValueError:
            return inf
        return plan.height * plan.width

    def faces(self, splits: _Splits, turned: Sequence[bool]) -> dict[str, Face]:
        found = {}
        for role, tiles in self.roles.items():
            for name in tiles:
                ports = gadget_part(self.network.tile[name].kind).clockwise()
                left, right = (tuple(ports[one] for one in side) for side in splits[role])
                # Half a turn, or none.
                face = Face(right[::-1], left[::-1], False) if turned[self.stack_of[name]] else Face(left, right, False)
                found[name] = min(face, face.flip(), key=lambda one: self.count_entangled(name, one))
        return found

    def count_entangled(self, tile: str, face: Face) -> int:
        return sum(
            self.reach[tile, upper][1] and self.reach[tile, lower][0]
            for side in (face.left, face.right)
            for index, upper in enumerate(side)
            for lower in side[index + 1 :]
        )

    def reaches(self, tile: str, net: str) -> tuple[bool, bool]:
        stack = self.stack_of[tile]
        places = [self.rank[other] for other in self.tiles[net] if self.stack_of[other] == stack]
        if len({self.stack_of[other] for other in self.tiles[net]}) > 1:
            places.append(self.rank[net])
        here = self.rank[tile]
        return any(place < here for place in places), any(place > here for place in places)

    def order_stacks(self, stacks: Sequence[Sequence[str]]) -> list[Sequence[str]]:
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
                ends = [[place[other] for other in some if other != one] for some in nets]
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
        rank: dict[str, float] = {name: index for index, name in enumerate(found)}
        for tile in names:
            own = [
                rank[net]
                for port in ports_of(self.network.tile[tile].kind)
                if (net := self.network.net_of[tile, port]) in rank
            ]
            if own:
                rank[tile] = self.rule(own)
        for net in nets:
            if net not in rank:
                rank[net] = sorted(rank[tile] for tile in self.tiles[net])[(len(self.tiles[net]) - 1) // 2]
        return sorted(both, key=lambda name: (rank[name], (name in self.tiles) == (self.rule is not min)))

    def is_long(self, net: str) -> bool:
        stacks = [self.stack_of[tile] for tile in self.tiles[net]]
        most = max(map(stacks.count, stacks))
        return max(stacks) - min(stacks) > 1 and 2 * most <= len(stacks)


def _splits(ports: int) -> Iterator[_Split]:
    for count in range(ports + 1) if ports < 4 else range(1, ports):
        for first in range(ports):
            turned = [*range(first, ports), *range(first)]
            yield tuple(turned[count:][::-1]), tuple(turned[:count])
