"""LURDs of plays: shortest walks and fewest moves through gadgets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from sokogen.reductions.gadgets.crossover import route
from sokogen.reductions.gadgets.gadget import Boxes
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Step, Tile
from sokogen.reductions.gadgets.tracing import shortest_path
from sokogen.reductions.layout.parts import PlacedTile, port_squares, squares_of
from sokogen.reductions.network_level import NetworkLevel
from sokospec.board import Direction, Square
from sokospec.errors import SokobanError
from sokospec.transform.symmetry import Symmetry


def lurd(made: NetworkLevel, steps: Iterable[Step]) -> Iterator[str]:
    """Yield the LURD of a play in pieces."""
    walk = _Walk(made)
    player, piece = walk.player, made.pieces.start
    known: dict[tuple[int, str, str], str] = {}
    for step in steps:
        key = (player, step.tile, step.entry)
        if key not in known:
            known[key] = "".join(walk.approach(player, piece, step.tile, step.entry))
        yield known[key]
        yield walk.through(step.tile, step)
        player, piece = walk.port[step.tile, step.exit], made.pieces.piece_of[step.tile, step.exit]


def moves(made: NetworkLevel, steps: Iterable[Step]) -> int:
    return sum(map(len, lurd(made, steps)))


class _Walk:
    def __init__(self, made: NetworkLevel) -> None:
        self.pieces = made.pieces
        self.width = int(made.squares.shape[1]) + 2
        self.placed = {placed.tile.name: placed for placed in made.tiles}
        self.state = {placed.tile.name: placed.tile.start for placed in made.tiles}
        free = np.pad(made.squares != ord("#"), 1).ravel()
        self.port: dict[tuple[str, str], int] = {}
        for placed in made.tiles:
            inside, ports = _shape(placed.tile.kind, placed.symmetry)
            for row, column in inside:
                free[self.number(row + placed.row, column + placed.column)] = False
            for port, (row, column) in ports.items():
                self.port[placed.tile.name, port] = self.number(row + placed.row, column + placed.column)
        self.free = free.tobytes()
        (at,) = np.flatnonzero(np.isin(made.squares, (ord("@"), ord("+"))))
        self.player = self.number(*divmod(int(at), made.squares.shape[1]))
        self.letters = {-self.width: "u", self.width: "d", -1: "l", 1: "r"}
        self.known: dict[tuple[object, ...], str] = {}

    def number(self, row: int, column: int) -> int:
        return (row + 1) * self.width + column + 1

    def approach(self, player: int, piece: int, tile: str, entry: str) -> Iterator[str]:
        way = self.pieces.way(piece, self.pieces.piece_of[tile, entry])
        if way is None:
            raise SokobanError(f"no way leads to {tile}.{entry}")
        for name, going_in, going_out in way:
            steps = route(going_in, going_out)
            entries = [self.port[f"{name}.{step.tile}", step.entry] for step in steps]
            exits = [self.port[f"{name}.{step.tile}", step.exit] for step in steps]
            yield self.between(player, entries[0])
            yield self.cross(name, steps, entries, exits)
            player = exits[-1]
        yield self.between(player, self.port[tile, entry])

    def cross(self, name: str, steps: Sequence[Step], entries: Sequence[int], exits: Sequence[int]) -> str:
        # A passage leaves all tiles as they were, so one that is known needs no states. The key has the places of all
        # gadgets, and the squares of the rectangle around them.
        ports = (*entries, *exits)
        rows, columns = zip(*(divmod(square, self.width) for square in ports), strict=True)
        patch = b"".join(
            self.free[row * self.width + min(columns) : row * self.width + max(columns) + 1]
            for row in range(min(rows), max(rows) + 1)
        )
        corner = min(rows) * self.width + min(columns)
        symmetries = tuple(self.placed[f"{name}.{step.tile}"].symmetry for step in steps)
        key = (patch, tuple(square - corner for square in ports), symmetries, *steps)
        if key not in self.known:
            parts = []
            for index, step in enumerate(steps):
                if index:
                    parts.append(self.between(exits[index - 1], entries[index]))
                parts.append(self.through(f"{name}.{step.tile}", step))
            self.known[key] = "".join(parts)
        return self.known[key]

    def through(self, name: str, step: Step) -> str:
        placed, before = self.placed[name], self.state[name]
        self.state[name] = step.after
        return _turn(placed.symmetry, placed.tile.kind, before, step.entry, step.exit, step.after)

    def between(self, start: int, end: int) -> str:
        came = {start: 0}  # the last step to each square
        waiting = deque([start])
        while end not in came:
            if not waiting:
                where, there = (divmod(square, self.width) for square in (start, end))
                raise SokobanError(f"no corridor leads from {where} to {there}")
            square = waiting.popleft()
            for step in self.letters:
                other = square + step
                if self.free[other] and other not in came:
                    came[other] = step
                    waiting.append(other)
        way = []
        while end != start:
            way.append(self.letters[came[end]])
            end -= came[end]
        return "".join(reversed(way))


@cache
def _shape(kind: str, symmetry: Symmetry) -> tuple[list[Square], dict[str, Square]]:
    placed = PlacedTile(Tile("", kind, "", ""), symmetry, 0, 0)
    ports = port_squares(placed)
    return sorted(set(squares_of(placed).values()).difference(ports.values())), ports


@cache
def _turn(symmetry: Symmetry, kind: str, before: str, entry: str, leave: str, after: str) -> str:
    return symmetry.lurd(_through(kind, before, entry, leave, after))


@cache
def _through(kind: str, before: str, entry: str, leave: str, after: str) -> str:
    """Return a shortest LURD through a gadget.

    >>> _through("DIODE", "way", "A", "B", "way")
    'uRurrdLddr'
    """
    gadget = LIBRARY[kind].gadget
    board = gadget.board
    start = (gadget.configurations[before], gadget.ports[entry])
    end = (gadget.configurations[after], gadget.ports[leave])

    def steps(node: tuple[Boxes, Square]) -> Iterator[tuple[tuple[Boxes, Square], str]]:
        boxes, player = node
        for direction in Direction:
            ahead = board.beyond[player][direction]
            if ahead is None:
                continue
            moved, letter = boxes, direction.letter
            if ahead in boxes:
                beyond = board.beyond[ahead][direction]
                if beyond is None or beyond in boxes or beyond in gadget.ports.values():
                    continue
                moved, letter = boxes - {ahead} | {beyond}, letter.upper()
            yield (moved, ahead), letter

    way = shortest_path(start, steps, lambda node: node == end)
    if way is None:
        raise SokobanError(f"{kind} in {before} does not let the player pass from {entry} to {leave} [{after}]")
    return "".join(way)
