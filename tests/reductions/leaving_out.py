"""Networks without some gadgets: there are corridors in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sokogen.reductions.gadgets.network import End, Network


def leave_out(network: Network, gone: Mapping[str, Iterable[tuple[str, str]]]) -> Network:
    """Return the network without some tiles; the pairs of ports are joined."""
    name = {net: net for net in network.nets}
    for tile, ways in gone.items():
        for ports in ways:
            kept, lost = (name[network.net_of[tile, port]] for port in ports)
            name = {net: kept if called == lost else called for net, called in name.items()}
    nets: dict[str, list[End]] = {}
    for net, ends in network.nets.items():
        nets.setdefault(name[net], []).extend(end for end in ends if end.tile not in gone)
    tiles = tuple(tile for tile in network.tiles if tile.name not in gone)
    return Network(tiles, {net: tuple(ends) for net, ends in nets.items()}, name[network.start])


def without(network: Network, prefix: str) -> Network:
    """Return a formula's network without the gadgets of a kind, such as t1, t2, ... for `t`."""
    gone = [tile.name for tile in network.tiles if tile.name.rstrip("0123456789") == prefix]
    return leave_out(network, dict.fromkeys(gone, (("A", "B"),)))
