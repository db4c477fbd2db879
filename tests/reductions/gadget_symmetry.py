"""Gadgets turned and mirrored."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from sokogen.reductions.gadgets.gadget import Boxes, Gadget
from sokospec.board import Board, Square
from sokospec.transform.symmetry import Symmetry

FLIPPED = Symmetry(flip_columns=True)
TURNED = Symmetry(transpose=True, flip_columns=True)


def transform(gadget: Gadget, symmetry: Symmetry) -> Gadget:
    """Return the gadget turned or mirrored."""
    board = gadget.board

    def square(old: Square) -> Square:
        return symmetry.square(old, board.height, board.width)

    def squares(old: Iterable[Square]) -> Boxes:
        return frozenset(map(square, old))

    width, height = (board.height, board.width) if symmetry.transpose else (board.width, board.height)
    return Gadget(
        gadget.name,
        Board(width, height, squares(board.walls), squares(board.goals)),
        MappingProxyType({port: square(old) for port, old in gadget.ports.items()}),
        MappingProxyType({title: squares(boxes) for title, boxes in gadget.configurations.items()}),
    )
