"""Levels for networks of gadgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from sokogen.reductions.embedding.planarisation import planarise
from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.carving import carve
from sokogen.reductions.layout.drawing_squares import draw, graph_of
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.layout.parts import PlacedTile, gadget_part
from sokogen.reductions.layout.pieces import CorridorPieces, pieces_of
from sokogen.reductions.layout.rerouting import reroute, shift_tiles
from sokogen.reductions.layout.sheet import Sheet
from sokogen.reductions.layout.squares import Squares, text_of
from sokospec.board import Level
from sokospec.formats import Reading, parse_level

COMPACT = 110
"""The largest network, in ports, that is drawn compactly, as the time of that search has no good bound."""

_LARGE = 16
"""Networks with more tiles are drawn with less care."""


@dataclass(frozen=True)
class NetworkLevel:
    """Network and its level."""

    network: Network
    squares: Squares
    tiles: tuple[PlacedTile, ...]
    pieces: CorridorPieces

    @cached_property
    def level(self) -> Level:
        """Level, at some hundred bytes a square."""
        return parse_level(text_of(self.squares), Reading(limit=self.squares.size))

    def rows(self) -> Iterator[str]:
        for row in self.squares:
            yield row.tobytes().decode("ascii")

    @property
    def figures(self) -> Mapping[str, int]:
        height, width = self.squares.shape
        return {
            "width": width,
            "height": height,
            "squares": width * height,
            "floor": int(np.count_nonzero(self.squares != ord("#"))),
            "boxes": sum(int(np.count_nonzero(self.squares == ord(symbol))) for symbol in "$*"),
            "gadgets": len(self.tiles),
            "crossings": len(self.pieces.crossovers),
        }


def network_level(network: Network, *, tries: int = 4, rounds: int = 12, seed: int = 0) -> NetworkLevel:
    """Return a level that has a solution exactly if the network can be won.

    More `tries` give fewer crossings, more `rounds` a smaller level. The network is extracted again for comparison.
    """
    if len(network.net_of) > COMPACT:
        return by_channels(network)
    squares, tiles, crossovers = _compact(network, tries=tries, rounds=rounds, seed=seed)
    return NetworkLevel(network, squares, tiles, pieces_of(extract_nets(squares, tiles), network, crossovers))


def by_channels(network: Network) -> NetworkLevel:
    """Return a level in polynomial time and area."""
    from sokogen.reductions.layout.arrangement import arrange  # networkx takes a while to come
    from sokogen.reductions.layout.channels import channel_drawing

    squares, tiles, crossovers = channel_drawing(network, arrange(network))
    return NetworkLevel(network, squares, tiles, pieces_of(extract_nets(squares, tiles), network, crossovers))


def _compact(network: Network, *, tries: int, rounds: int, seed: int) -> tuple[Squares, tuple[PlacedTile, ...], int]:
    order = {tile.name: gadget_part(tile.kind).clockwise() for tile in network.tiles}
    # Time is cubic in the number of wires: large networks get one drawing, and little is done to make them smaller.
    large = len(network.tiles) > _LARGE
    drawing = planarise(network, order, tries=1 if large else tries, rounds=1 if large else 4, seed=seed)
    graph = graph_of(drawing)
    sheet = _smaller(draw(graph, seed=seed), rounds=min(rounds, 3) if large else rounds, seed=seed)
    return sheet.squares(), tuple(sheet.tiles), graph.crossovers


def _smaller(sheet: Sheet, *, rounds: int, seed: int) -> Sheet:
    rng = Random(f"smaller {seed}")
    sheet = carve(sheet)
    for _ in range(rounds):
        sheet = carve(shift_tiles(reroute(sheet, rng), rng, tries=2))
    return sheet
