"""Rules of the game on bit masks, one bit per square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sokospec.board import Board, Square

INFINITE = float("inf")
"""Bound of a dead state. It exceeds every integer, so `bound < INFINITE` means that a bound is finite."""


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest (first square) first.

    >>> list(bits(0b1010))
    [2, 8]
    """
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def shift(mask: int, by: int) -> int:
    """Return the squares one step away; `by` is one of `Grid.steps`."""
    return mask << by if by > 0 else mask >> -by


class Grid:
    """Board as bit masks. Each row has a spare bit, and one row above is spare, so that no step wraps around."""

    def __init__(self, board: Board, walls: Iterable[Square] = ()) -> None:
        """Read the board; the squares `walls` become walls too and lose their goals."""
        self.board = board
        stride = board.width + 1
        self.steps = (-stride, stride, -1, 1)
        self._shifts = ((0, stride), (stride, 0), (0, 1), (1, 0))  # each step to the left and to the right
        self.floor = self.mask(set(board.floor).difference(walls))
        self.goals = self.mask(board.goals) & self.floor

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        """Return the mask of squares."""
        stride = self.board.width + 1
        return sum(1 << (row + 1) * stride + column for row, column in squares)

    def squares(self, mask: int) -> list[Square]:
        """Return the squares of a mask, in row order."""
        stride = self.board.width + 1
        return [Square(bit // stride - 1, bit % stride) for bit in (low.bit_length() - 1 for low in bits(mask))]

    def reachable(self, player: int, boxes: int) -> int:
        """Return the squares that the player can walk to (rule N1)."""
        stride, free = self.steps[1], self.floor & ~boxes
        region, more = 0, player
        while more != region:
            region = more
            more |= (more >> stride | more << stride | more >> 1 | more << 1) & free
        return region

    def pushes(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Yield each push from the region as the box's bit before and after (rule N3)."""
        free = self.floor & ~boxes
        for left, right in self._shifts:
            landings = (region << left >> right & boxes) << left >> right & free
            while landings:
                landing = landings & -landings
                landings ^= landing
                yield landing << right >> left, landing

    def pulls(self, boxes: int, region: int) -> Iterator[tuple[int, int, int]]:
        """Yield each push that could have led here: the box's bit now and before, and the player's before."""
        free = self.floor & ~boxes
        for step in self.steps:
            for player in bits(shift(shift(boxes, step) & region, step) & free):
                before = shift(player, -step)
                yield shift(before, -step), before, player

    def walks(self, player: int, boxes: int) -> Iterator[tuple[int, int]]:
        """Yield each walking distance with its squares."""
        stride, free = self.steps[1], self.floor & ~boxes & ~player
        edge, moves = player, 0
        while edge:
            yield moves, edge
            edge = (edge >> stride | edge << stride | edge >> 1 | edge << 1) & free
            free ^= edge
            moves += 1

    def parts(self, boxes: int) -> list[int]:
        """Return the components into which boxes divide the floor."""
        rest = self.floor & ~boxes
        found = []
        while rest:
            found.append(self.reachable(rest & -rest, boxes))
            rest &= ~found[-1]
        return found
