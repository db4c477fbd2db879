"""Gadgets cut out of a drawn level, each searched through for itself."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from sokogen.reductions.gadgets.automaton import differences
from sokogen.reductions.gadgets.derivation import derive
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.extraction import BOX, GOAL
from sokogen.reductions.layout.parts import PlacedTile, squares_of
from sokogen.reductions.layout.squares import WALL, Squares
from sokospec.board import Board, Square


def cut(squares: Squares, placed: PlacedTile) -> Gadget:
    """Return the gadget that is cut out of a level where a tile lies, turned back as the library has it.

    Walls are those of the level; on the rim of the cut every square but the ports is closed.
    """
    gadget = LIBRARY[placed.tile.kind].gadget
    board = gadget.board
    every = {Square(row, column) for row in range(board.height) for column in range(board.width)}
    shown = {square: int(squares[there]) for square, there in squares_of(placed).items()}
    floor = {square for square, symbol in shown.items() if symbol != WALL}
    boxes = frozenset(square for square, symbol in shown.items() if symbol in BOX)
    goals = frozenset(square for square, symbol in shown.items() if symbol in GOAL)
    return Gadget(
        placed.tile.kind,
        Board(board.width, board.height, frozenset(every - floor), goals),
        gadget.ports,
        MappingProxyType({"goal": goals, "start": boxes}),
    )


def tile_problems(squares: Squares, tiles: Sequence[PlacedTile]) -> list[str]:
    """Say which tiles, cut out of the drawn level, may not be used as what they are declared to be; none if all may.

    Each is searched through for itself: automaton, escapes of boxes, dead ends
    (`sokogen.reductions.gadgets.derivation`). Tiles that are cut out alike are searched once.
    """
    known: dict[tuple[str, str, str], list[str]] = {}
    found = []
    for placed in tiles:
        gadget = cut(squares, placed)
        key = (gadget.name, gadget.drawing(), gadget.drawing(gadget.configurations["start"]))
        if key not in known:
            known[key] = _tile_problems(gadget, placed)
        found += [f"{placed.tile.name}: {problem}" for problem in known[key]]
    return found


def _tile_problems(gadget: Gadget, placed: PlacedTile) -> list[str]:
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
