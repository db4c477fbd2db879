"""Pushes of no influence by their definition in `sokodead.tunnels`, whose claim about them tests use."""

from __future__ import annotations

from sokospec.board import Board, Direction
from sokospec.rules import Push


def no_influence_pushes(board: Board) -> frozenset[Push]:
    """Return the pushes from a square with walls on both sides to one with a wall at one side at least, and no goal."""
    found = set()
    for box in board.floor:
        for direction in Direction:
            landing, behind = board.beyond[box][direction], board.beyond[box][direction.opposite]
            if landing is None or behind is None or landing in board.goals:
                continue
            across = [way for way in Direction if way not in (direction, direction.opposite)]
            walls = [sum(board.beyond[square][way] is None for way in across) for square in (box, landing)]
            if walls[0] == 2 and walls[1] >= 1:
                found.add(Push(box, direction))
    return frozenset(found)
