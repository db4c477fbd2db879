"""The network that a level shows: cut at the borders of its gadgets, with its corridors flooded.

The drawing tells walls, floor, goals and boxes. Where the gadgets lie is told as well, but what is told is checked:
each must be there square by square, in the configuration that it is to start in, with the goals that it is to have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sokogen.reductions.gadgets.automaton import differences
from sokogen.reductions.gadgets.derivation import derive
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.parts import Placed, squares_of
from sokospec.board import DELTAS, Board, Level, Square
from sokospec.errors import SokobanError


@dataclass(frozen=True, slots=True)
class Extracted:
    """The nets of a level, each a set of (tile, port), and the one in which the player starts."""

    nets: frozenset[frozenset[tuple[str, str]]]
    start: frozenset[tuple[str, str]]
    corridor: int


def extracted(level: Level, tiles: Sequence[Placed]) -> Extracted:
    """Return the nets that a level's corridors form between tiles. O(area).

    Raises `SokobanError` where a tile is not as told, has an opening besides its ports, overlaps another one, or where
    there is a box or a goal outside all tiles.
    """
    wrong = list(defects(level, tiles))
    if wrong:
        raise SokobanError("\n".join(wrong))
    port_at = {at: place for placed in tiles for place, at in ports(placed)}
    inside = {square for placed in tiles for square in squares_of(placed).values()} - port_at.keys()
    corridor = [square for square in level.board.floor if square not in inside and square not in port_at]
    found: dict[Square, int] = {}
    nets: list[set[tuple[str, str]]] = []
    for first in [*port_at, *corridor]:
        if first in found:
            continue
        number = len(nets)
        nets.append(set())
        found[first] = number
        waiting = [first]
        while waiting:
            square = waiting.pop()
            here = port_at.get(square)
            if here is not None:
                nets[number].add(here)
            for ahead in level.board.beyond[square]:
                if ahead is None or ahead in inside or ahead in found:
                    continue
                there = port_at.get(ahead)
                if here is not None and there is not None and here[0] == there[0]:
                    continue  # two ports of one gadget that lie side by side are joined inside it, if at all
                found[ahead] = number
                waiting.append(ahead)
    if level.player not in found:
        raise SokobanError("the player starts inside a gadget")
    return Extracted(frozenset(map(frozenset, nets)), frozenset(nets[found[level.player]]), len(corridor))


def ports(placed: Placed) -> Iterator[tuple[tuple[str, str], Square]]:
    """Yield the ports of a tile, with their squares."""
    at = squares_of(placed)
    for name, square in LIBRARY[placed.tile.kind].gadget.ports.items():
        yield (placed.tile.name, name), at[square]


def defects(level: Level, tiles: Sequence[Placed]) -> Iterator[str]:
    """Say where the tiles are not in the level as told, or not closed but for their ports."""
    owner: dict[Square, str] = {}
    boxes, goals = set(level.boxes), set(level.goals)
    for placed in tiles:
        tile, at = placed.tile, squares_of(placed)
        gadget = LIBRARY[tile.kind].gadget
        squares = set(at.values())
        open_squares = {at[square] for square in gadget.ports.values()}
        for square in squares:
            if square in owner:
                yield f"tiles {tile.name} and {owner[square]} share {square}"
            owner[square] = tile.name
            if level.board.is_wall(square):
                yield f"tile {tile.name} needs floor at {square}"
                continue
            if square in open_squares:
                continue
            for down, right in DELTAS:
                beside = Square(square.row + down, square.column + right)
                if beside not in squares and not level.board.is_wall(beside):
                    yield f"tile {tile.name} has an opening at {beside}"
        for what, there, wanted in (("boxes", boxes, tile.start), ("goals", goals, tile.goal)):
            should = {at[square] for square in gadget.configurations[wanted]}
            if should != there & squares:
                yield f"tile {tile.name} has its {what} not where it should"
            there -= should
    for what, rest in (("box", boxes), ("goal", goals)):
        for square in sorted(rest):
            yield f"there is a {what} outside all tiles at {square}"


def cut(level: Level, placed: Placed) -> Gadget:
    """Return the gadget that is cut out of a level where a tile lies, turned back as the library has it.

    Walls are those of the level; on the rim of the cut every square but the ports is closed.
    """
    at = squares_of(placed)
    back = {there: square for square, there in at.items()}
    gadget = LIBRARY[placed.tile.kind].gadget
    board = gadget.board
    every = {Square(row, column) for row in range(board.height) for column in range(board.width)}
    floor = {back[there] for there in back if not level.board.is_wall(there)}
    boxes = frozenset(back[there] for there in back if there in level.boxes)
    goals = frozenset(back[there] for there in back if there in level.goals)
    return Gadget(
        placed.tile.kind,
        Board(board.width, board.height, frozenset(every - floor), goals),
        gadget.ports,
        MappingProxyType({"goal": goals, "start": boxes}),
    )


def tile_problems(level: Level, tiles: Sequence[Placed]) -> list[str]:
    """Say which tiles, cut out of the drawn level, may not be used as what they are declared to be; none if all may.

    Each is searched through for itself: automaton, escapes of boxes, dead ends
    (`sokogen.reductions.gadgets.derivation`). Tiles that are cut out alike are searched once.
    """
    known: dict[tuple[str, str, str], list[str]] = {}
    found = []
    for placed in tiles:
        gadget = cut(level, placed)
        key = (gadget.name, gadget.drawing(), gadget.drawing(gadget.configurations["start"]))
        if key not in known:
            known[key] = _tile_problems(gadget, placed)
        found += [f"{placed.tile.name}: {problem}" for problem in known[key]]
    return found


def _tile_problems(gadget: Gadget, placed: Placed) -> list[str]:
    found = derive(gadget)
    declared = LIBRARY[placed.tile.kind]
    names = {
        title: state
        for title, boxes in declared.gadget.configurations.items()
        for state, squares in found.boxes_of.items()
        if squares == boxes
    }
    wrong = [f"dead in {name}" for name in found.dead_starts]
    if found.escapes or not found.sealed or found.traps:
        wrong.append(f"{found.escapes} escapes, {'' if found.sealed else 'not '}sealed, {found.traps} traps")
    return wrong + differences(found.automaton, declared.automaton, names)
