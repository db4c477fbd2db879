"""A play of gadgets turned into a LURD: corridors are walked the shortest way, gadgets passed with the fewest moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache

from sokogen.reductions.network_level import NetworkLevel
from sokogen.reductions.gadgets.crossover import route
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Step
from sokogen.reductions.gadgets.simulation import derivation
from sokogen.reductions.layout.parts import squares_of
from sokospec.board import DELTAS, Direction, Square
from sokospec.errors import SokobanError


def all_steps(compiled: NetworkLevel, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps of a play of the network with those through the crossovers that lie between them."""
    pieces = compiled.pieces
    piece = pieces.start
    for step in steps:
        way = pieces.way(piece, pieces.piece_of[step.tile, step.entry])
        if way is None:
            raise SokobanError(f"no way leads to {step.tile}.{step.entry}")
        for name, entry, leave in way:
            for inner in route(entry, leave):
                yield inner._replace(tile=f"{name}.{inner.tile}")
        yield step
        piece = pieces.piece_of[step.tile, step.exit]


def lurd(compiled: NetworkLevel, steps: Iterable[Step]) -> Iterator[str]:
    """Yield the LURD of a play piece by piece, in all a solution of the level. Memory O(level)."""
    placed = {one.tile.name: one for one in compiled.tiles}
    state = {one.tile.name: one.tile.start for one in compiled.tiles}
    port = {
        (name, gate): squares_of(one)[square]
        for name, one in placed.items()
        for gate, square in LIBRARY[one.tile.kind].gadget.ports.items()
    }
    walk = _Walk(compiled)
    player = compiled.level.player
    for step in all_steps(compiled, steps):
        yield walk.between(player, port[step.tile, step.entry])
        one = placed[step.tile]
        moves = through(one.tile.kind, one.tile.goal, state[step.tile], step.entry, step.exit, step.after)
        yield one.symmetry.lurd(moves)
        state[step.tile] = step.after
        player = port[step.tile, step.exit]


class _Walk:
    """Shortest ways through corridors and ports, found once each."""

    def __init__(self, compiled: NetworkLevel) -> None:
        board = compiled.level.board
        inside: set[Square] = set()
        for one in compiled.tiles:
            at = squares_of(one)
            gates = {at[square] for square in LIBRARY[one.tile.kind].gadget.ports.values()}
            inside |= set(at.values()) - gates
        self.free = set(board.floor) - inside
        self.known: dict[tuple[Square, Square], str] = {}

    def between(self, start: Square, end: Square) -> str:
        if (start, end) not in self.known:
            self.known[start, end] = self.found(start, end)
        return self.known[start, end]

    def found(self, start: Square, end: Square) -> str:
        came: dict[Square, tuple[Square, Direction] | None] = {start: None}
        waiting = deque([start])
        while end not in came:
            if not waiting:
                raise SokobanError(f"no corridor leads from {start} to {end}")
            square = waiting.popleft()
            for direction in Direction:
                down, right = DELTAS[direction]
                other = Square(square.row + down, square.column + right)
                if other in self.free and other not in came:
                    came[other] = (square, direction)
                    waiting.append(other)
        letters = []
        at = end
        while (last := came[at]) is not None:
            at, direction = last
            letters.append(direction.letter)
        return "".join(reversed(letters))


@cache
def through(kind: str, goal: str, before: str, entry: str, leave: str, after: str) -> str:
    """Return the fewest moves through a gadget, as it is drawn in the library, from port to port and state to state.

    >>> through("DIODE", "way", "way", "A", "B", "way")
    'uRurrdLddr'
    """
    found = derivation(kind, goal)
    gadget = LIBRARY[kind].gadget
    board = gadget.board
    start = (found.boxes_of[before], gadget.ports[entry])
    end = (found.boxes_of[after], gadget.ports[leave])
    came: dict[tuple[frozenset[Square], Square], tuple[tuple[frozenset[Square], Square], str] | None] = {start: None}
    waiting = deque([start])
    while end not in came:
        if not waiting:
            raise SokobanError(f"{kind} in {before} does not let anybody pass from {entry} to {leave} [{after}]")
        boxes, player = waiting.popleft()
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
            if (moved, ahead) not in came:
                came[moved, ahead] = ((boxes, player), letter)
                waiting.append((moved, ahead))
    letters = []
    at = end
    while (last := came[at]) is not None:
        at, letter = last
        letters.append(letter)
    return "".join(reversed(letters))
