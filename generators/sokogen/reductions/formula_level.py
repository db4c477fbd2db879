"""From a formula to a level, by way of the network, its drawing in the plane, and the drawing of squares.

Each stage is a value. At the end the network is read off the level again, from its squares, and compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from sokogen.reductions.embedding.planarisation import planarised
from sokogen.reductions.formula_network import network_of, size
from sokogen.reductions.formulas.qbf import Formula
from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.carving import carved
from sokogen.reductions.layout.crossover_part import crossover_part
from sokogen.reductions.layout.drawing_squares import drawn, graph_of
from sokogen.reductions.layout.extraction import extracted
from sokogen.reductions.layout.parts import Placed, gadget_part
from sokogen.reductions.layout.pieces import Pieces, pieces_of
from sokogen.reductions.layout.rerouting import rerouted, shifted
from sokogen.reductions.layout.sheet import Sheet
from sokospec.board import Level
from sokospec.errors import SokobanError

MOST_TILES = 40
"""The largest network that is laid out unless more is asked for."""

LARGE = 16
"""Networks with more tiles are laid out with less care."""


class TooLargeError(SokobanError):
    """A formula whose level would take too long to make."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A formula, its network, the level, where the gadgets lie in it, and how corridors lead through crossovers."""

    formula: Formula
    network: Network
    level: Level
    tiles: tuple[Placed, ...]
    pieces: Pieces

    @property
    def figures(self) -> Mapping[str, int]:
        """Width, height, squares, floor, boxes, gadgets and crossings."""
        board = self.level.board
        return {
            "width": board.width,
            "height": board.height,
            "squares": board.width * board.height,
            "floor": len(board.floor),
            "boxes": len(self.level.boxes),
            "gadgets": len(self.tiles),
            "crossings": len(self.pieces.crossovers),
        }


def compiled(
    formula: Formula, *, tries: int = 4, rounds: int = 12, seed: int = 0, most_tiles: int = MOST_TILES
) -> Compiled:
    """Return the level of a formula: it has a solution exactly if the formula is true.

    More tries find fewer crossings, more rounds a smaller level. The same arguments give the same level.
    Raises `TooLargeError` for a formula whose network has too many tiles.
    """
    tiles = sum(size(formula).values())
    if tiles > most_tiles:
        raise TooLargeError(
            f"the network of this formula has {tiles} gadgets, and a level is made for up to {most_tiles}; "
            "its size alone can be told by sokogen.reductions.formula_network.size"
        )
    network = network_of(formula)
    order = {tile.name: gadget_part(tile).clockwise() for tile in network.tiles}
    # Time is cubic in the number of wires: large networks get one drawing, and little is done to make them smaller.
    large = tiles > LARGE
    drawing = planarised(network, order, tries=1 if large else tries, rounds=1 if large else 4, seed=seed)
    if drawing.price() > most_crossings(network):
        raise TooLargeError(f"the drawing needs {drawing.price()} crossovers; try another seed")
    graph = graph_of(drawing, crossover_part())
    sheet = smaller(drawn(graph, seed=seed), rounds=min(rounds, 3) if large else rounds, seed=seed)
    level = Level.parse(sheet.text())
    found = extracted(level, sheet.tiles)
    return Compiled(formula, network, level, tuple(sheet.tiles), pieces_of(found, network, graph.crossovers))


def most_crossings(network: Network) -> int:
    """Return how many crossovers a level has at most: as many as a drawing may need in which wires cross twice at most.

    So the size of a level is polynomial in the formula's, however the search for a drawing goes.
    """
    return 4 * len(network.net_of) ** 2


def smaller(sheet: Sheet, *, rounds: int, seed: int = 0) -> Sheet:
    """Return the sheet carved, with corridors drawn anew and gadgets moved, so many times."""
    rng = Random(f"smaller {seed}")
    sheet = carved(sheet)
    for _ in range(rounds):
        sheet = carved(shifted(rerouted(sheet, rng), rng, tries=2))
    return sheet
