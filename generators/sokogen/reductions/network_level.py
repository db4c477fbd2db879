"""From a network of gadgets to a level: drawn, and read off its squares again.

`network_level` takes any network: that of a formula, a machine or a constraint graph. Small ones are drawn compactly,
by search; larger ones by `layout.channels`, in polynomial time and area.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from sokogen.reductions.embedding.planarisation import planarised
from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.carving import carved
from sokogen.reductions.layout.crossover_part import crossover_part
from sokogen.reductions.layout.drawing_squares import drawn, graph_of
from sokogen.reductions.layout.extraction import extracted
from sokogen.reductions.layout.parts import Placed, gadget_part
from sokogen.reductions.layout.pieces import Pieces, pieces_of
from sokogen.reductions.layout.rerouting import rerouted, shifted
from sokogen.reductions.layout.sheet import Sheet
from sokogen.reductions.layout.squares import Squares, squares_of_text, text_of
from sokospec.board import Level
from sokospec.formats import Reading, parse_level

COMPACT = 110
"""The largest network, in ports, that is drawn compactly: the time of the search for that is not bounded well."""

LARGE = 16
"""Networks with more tiles are drawn with less care."""


@dataclass(frozen=True)
class NetworkLevel:
    """A network, the level as squares, where the gadgets lie in it, and how corridors lead through crossovers.

    `squares` holds the characters of the level's XSB; see `layout.squares`.
    """

    network: Network
    squares: Squares
    tiles: tuple[Placed, ...]
    pieces: Pieces

    @cached_property
    def level(self) -> Level:
        """The level as the reference engine has it, which takes some hundred bytes a square."""
        return parse_level(text_of(self.squares), Reading(limit=self.squares.size))

    def rows(self) -> Iterator[str]:
        """Yield the rows of the level's XSB, one by one: a level may have many millions of squares."""
        for row in self.squares:
            yield row.tobytes().decode("ascii")

    @property
    def figures(self) -> Mapping[str, int]:
        """Width, height, squares, floor, boxes, gadgets and crossings."""
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
    """Return a level that shows a network: it has a solution exactly if the network can be won.

    More tries find fewer crossings, more rounds a smaller level; the same arguments give the same level. At the end
    the network is read off the squares. Raises `SokobanError` if it is not the one that was asked for.
    """
    if len(network.net_of) > COMPACT:
        return by_channels(network)
    squares, tiles, crossovers = _compact(network, tries=tries, rounds=rounds, seed=seed)
    return NetworkLevel(network, squares, tiles, pieces_of(extracted(squares, tiles), network, crossovers))


def by_channels(network: Network) -> NetworkLevel:
    """Return a level for a network of any size, in polynomial time and area: see `layout.channels`."""
    from sokogen.reductions.layout.arrangement import arranged  # networkx takes a while to come
    from sokogen.reductions.layout.channels import channel_drawing

    squares, tiles, crossovers = channel_drawing(network, arranged(network))
    return NetworkLevel(network, squares, tiles, pieces_of(extracted(squares, tiles), network, crossovers))


def _compact(network: Network, *, tries: int, rounds: int, seed: int) -> tuple[Squares, tuple[Placed, ...], int]:
    """Return the squares of a drawing in the plane with few crossings, made small, its tiles and its crossovers."""
    order = {tile.name: gadget_part(tile).clockwise() for tile in network.tiles}
    # Time is cubic in the number of wires: large networks get one drawing, and little is done to make them smaller.
    large = len(network.tiles) > LARGE
    drawing = planarised(network, order, tries=1 if large else tries, rounds=1 if large else 4, seed=seed)
    graph = graph_of(drawing, crossover_part())
    sheet = smaller(drawn(graph, seed=seed), rounds=min(rounds, 3) if large else rounds, seed=seed)
    return squares_of_text(sheet.text()), tuple(sheet.tiles), graph.crossovers


def smaller(sheet: Sheet, *, rounds: int, seed: int = 0) -> Sheet:
    """Return the sheet carved, with corridors drawn anew and gadgets moved, so many times."""
    rng = Random(f"smaller {seed}")
    sheet = carved(sheet)
    for _ in range(rounds):
        sheet = carved(shifted(rerouted(sheet, rng), rng, tries=2))
    return sheet
