"""Extraction of the network from a level, by flooding its corridors. O(area)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Tile
from sokogen.reductions.layout.parts import PlacedTile, port_squares, squares_of
from sokogen.reductions.layout.squares import WALL, Squares
from sokospec.board import Direction, Square, neighbour
from sokospec.errors import SokobanError
from sokospec.transform.symmetry import Symmetry

_Numbers = NDArray[np.int64]
_Mask = NDArray[np.bool_]

_BAND = 4_000_000
"""Number of squares flooded at a time."""

BOX, GOAL, _PLAYER = (tuple(map(ord, symbols)) for symbols in ("$*", ".*+", "@+"))


@dataclass(frozen=True, slots=True)
class CorridorNets:
    """Nets of a level as sets of (tile, port), and the player's net."""

    nets: frozenset[frozenset[tuple[str, str]]]
    start: frozenset[tuple[str, str]]


def extract_nets(squares: Squares, tiles: Sequence[PlacedTile]) -> CorridorNets:
    """Return the nets that corridors form between tiles.

    Raises `SokobanError` if a tile differs, has other openings, overlaps another one, or if boxes or goals lie outside
    tiles.
    """
    drawing = _LevelDrawing(squares, tiles)
    wrong = list(drawing.defects())
    if wrong:
        raise SokobanError("\n".join(wrong))
    return drawing.nets()


class _LevelDrawing:
    """Flat squares with a rim of walls, and the tiles grouped by kind and symmetry.

    `corridor` starts as all floor and loses the tiles' floor; a second array would not fit into memory.
    """

    def __init__(self, squares: Squares, tiles: Sequence[PlacedTile]) -> None:
        self.tiles = tiles
        walled = all((side == WALL).all() for side in (squares[0], squares[-1], squares[:, 0], squares[:, -1]))
        self.rim = 0 if walled else 1
        squares = np.ascontiguousarray(squares) if walled else np.pad(squares, 1, constant_values=WALL)
        self.height, self.width = squares.shape
        self.flat = squares.ravel()
        self.corridor = self.flat != WALL
        self.groups: dict[tuple[Tile, Symmetry], list[int]] = defaultdict(list)
        for index, placed in enumerate(tiles):
            self.groups[placed.tile._replace(name=""), placed.symmetry].append(index)

    def places(self, members: list[int]) -> _Numbers:
        return np.array(
            [(self.tiles[one].row + self.rim) * self.width + self.tiles[one].column + self.rim for one in members]
        )

    def offsets(self, wanted: Iterator[Square] | list[Square]) -> _Numbers:
        return np.array([row * self.width + column for row, column in wanted], np.int64)

    def find_symbols(self, symbols: tuple[int, ...]) -> _Numbers:
        bands = range(0, self.flat.size, _BAND)
        return np.concatenate([np.flatnonzero(np.isin(self.flat[at : at + _BAND], symbols)) + at for at in bands])

    def defects(self) -> Iterator[str]:
        for (tile, symmetry), members in self.groups.items():
            yield from self.group_defects(tile, symmetry, members)
        for what, symbols in (("box", BOX), ("goal", GOAL)):
            shown = self.find_symbols(symbols)
            for at in shown[self.corridor[shown]].tolist():
                yield f"there is a {what} outside all tiles at {self.square(at)}"
        if len(self.find_symbols(_PLAYER)) != 1:
            yield "there is not just one player"

    def group_defects(self, tile: Tile, symmetry: Symmetry, members: list[int]) -> Iterator[str]:
        first = PlacedTile(tile, symmetry, 0, 0)
        at = squares_of(first)
        gadget = LIBRARY[tile.kind].gadget
        own = set(at.values())
        inside = sorted(own.difference(port_squares(first).values()))
        beside = [neighbour(square, way) for square in inside for way in Direction]
        names = [self.tiles[one].tile.name for one in members]
        tall, wide = max(row for row, _ in own), max(column for _, column in own)
        for one in members:
            row, column = self.tiles[one].row + self.rim, self.tiles[one].column + self.rim
            if row < 1 or column < 1 or row + tall + 2 > self.height or column + wide + 2 > self.width:
                yield f"tile {self.tiles[one].tile.name} is not within the level"
                return
        corners = self.places(members)[:, None]
        floor = sorted(own)
        all_squares = corners + self.offsets(floor)
        shown = self.flat[all_squares]
        once, times = np.unique(all_squares, return_counts=True)
        for square in once[(times > 1) | (~self.corridor[once] & (self.flat[once] != WALL))].tolist():
            yield f"tiles share {self.square(square)}"
        self.corridor[once] = False
        for index, place in np.argwhere(shown == WALL).tolist():
            yield f"tile {names[index]} needs floor at {self.square(all_squares[index, place])}"
        walls = corners + self.offsets([square for square in beside if square not in own])
        for index, place in np.argwhere(self.flat[walls] != WALL).tolist():
            yield f"tile {names[index]} has an opening at {self.square(walls[index, place])}"
        for what, symbols, wanted in (("boxes", BOX, tile.start), ("goals", GOAL, tile.goal)):
            configuration = {at[square] for square in gadget.configurations[wanted]}
            should = np.array([square in configuration for square in floor])
            for index in np.flatnonzero((np.isin(shown, symbols) != should).any(axis=1)).tolist():
                yield f"tile {names[index]} has its {what} not where it should"

    def square(self, at: int) -> Square:
        row, column = divmod(int(at), self.width)
        return Square(row - self.rim, column - self.rim)

    def nets(self) -> CorridorNets:
        ports, places = self.ports()
        corridor = self.corridor
        player = int(self.find_symbols(_PLAYER)[0])
        at_port = np.flatnonzero(ports == player)
        if not corridor[player] and not at_port.size:
            raise SokobanError("the player starts inside a gadget")
        order = np.argsort(ports)
        one: list[_Numbers] = []
        beside: list[_Numbers] = []
        joined: list[tuple[_Numbers, _Numbers]] = []
        for step in (-self.width, self.width, -1, 1):
            ahead = ports + step
            one.append(np.flatnonzero(corridor[ahead]))
            beside.append(ahead[one[-1]])
            found = order[np.minimum(np.searchsorted(ports, ahead, sorter=order), len(ports) - 1)]
            # Two ports of one gadget that lie side by side are joined inside it, if at all.
            facing = np.array([places[here][0] != places[there][0] for here, there in enumerate(found.tolist())])
            facing &= ports[found] == ahead
            joined.append((np.flatnonzero(facing), found[facing]))
        number, count = pieces(
            corridor.reshape(self.height, self.width), np.concatenate([*beside, [player] if corridor[player] else []])
        )
        ends = np.concatenate(one) + count
        facing_one, facing_other = (np.concatenate(some) + count for some in zip(*joined, strict=True))
        root = roots(
            count + len(ports),
            np.concatenate([ends, facing_one]),
            np.concatenate([number[: len(ends)], facing_other]),
        )
        nets: dict[int, set[tuple[str, str]]] = {int(net): set() for net in root[count:]}
        for place, net in zip(places, root[count:].tolist(), strict=True):
            nets[net].add(place)
        start = int(root[number[-1] if corridor[player] else at_port[0] + count])
        return CorridorNets(frozenset(map(frozenset, nets.values())), frozenset(nets.get(start, ())))

    def ports(self) -> tuple[_Numbers, list[tuple[str, str]]]:
        found: list[_Numbers] = []
        places: list[tuple[str, str]] = []
        for (tile, symmetry), members in self.groups.items():
            corners = self.places(members)
            for name, square in port_squares(PlacedTile(tile, symmetry, 0, 0)).items():
                found.append(corners + self.offsets([square])[0])
                places += [(self.tiles[one].tile.name, name) for one in members]
        return np.concatenate(found), places


def pieces(mask: _Mask, squares: _Numbers) -> tuple[_Numbers, int]:
    """Return the components of true squares, and a bound on their numbers.

    Bands of rows are labelled separately, so that memory stays small.

    >>> pieces(np.array([[1, 0, 1], [1, 1, 0], [0, 0, 1]], bool), np.array([0, 2, 4, 8]))
    (array([0, 1, 0, 2]), 3)
    """
    width = mask.shape[1]
    place = np.argsort(squares)
    piece_of = np.zeros(len(squares), np.int64)
    count = 0
    one: list[_Numbers] = [np.zeros(0, np.int64)]
    other: list[_Numbers] = [np.zeros(0, np.int64)]
    above = np.zeros(width, np.int64)
    rows = max(1, _BAND // width)
    for top in range(0, mask.shape[0], rows):
        band = mask[top : top + rows]
        begins = band.copy()
        begins[:, 1:] &= ~band[:, :-1]
        run = np.cumsum(begins).reshape(band.shape) - 1  # of walls as well, where it means nothing
        touching = band[1:] & band[:-1]
        root = roots(int(begins.sum()), run[1:][touching], run[:-1][touching])
        first, number = np.unique(root, return_inverse=True)
        number += count
        if top:
            joined = mask[top - 1] & band[0]
            one.append(above[joined])
            other.append(number[run[0][joined]])
        above = np.zeros(width, np.int64)
        above[band[-1]] = number[run[-1][band[-1]]]
        here = place[slice(*np.searchsorted(squares, (top * width, (top + rows) * width), sorter=place).tolist())]
        piece_of[here] = number[run.ravel()[squares[here] - top * width]]
        count += len(first)
    return roots(count, np.concatenate(one), np.concatenate(other))[piece_of], count


def roots(count: int, one: NDArray[np.integer], other: NDArray[np.integer]) -> _Numbers:
    """Return the least element of each element's component.

    Each round hooks every root to a smaller neighbour, which at least halves their number.

    >>> roots(5, np.array([1, 4]), np.array([3, 1])).tolist()
    [0, 1, 2, 1, 1]
    """
    parent = np.arange(count)
    while True:
        a, b = parent[one], parent[other]
        apart = a != b
        if not apart.any():
            return parent
        one, other, a, b = one[apart], other[apart], a[apart], b[apart]
        np.minimum.at(parent, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(parent, further := parent[parent]):
            parent = further
