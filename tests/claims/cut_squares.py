"""Claims about squares that cut the floor in two, and what they say about walking around a box."""

from __future__ import annotations

from collections.abc import Callable

from claims.ledger import Claim, once_a_board
from claims.scopes import Table
from sokospec import Board, Square

CHAO_CUTS = "Yang Chao, cut vertices"


def neighbours(board: Board, square: Square) -> list[Square]:
    """Return the floor squares beside a square."""
    return [ahead for ahead in board.beyond[square] if ahead is not None]


def parts_without(board: Board, cut: Square) -> dict[Square, int]:
    """Return the part of the floor without a square to which each other square belongs."""
    part_of: dict[Square, int] = {}
    for first in board.floor:
        if first == cut or first in part_of:
            continue
        part_of[first] = part = len(part_of)
        stack = [first]
        while stack:
            for ahead in neighbours(board, stack.pop()):
                if ahead != cut and ahead not in part_of:
                    part_of[ahead] = part
                    stack.append(ahead)
    return part_of


def cuts_by_removal(board: Board) -> set[Square]:
    """Return the squares without which the floor is in more than one part."""
    return {square for square in board.floor if len(set(parts_without(board, square).values())) > 1}


class Walk:
    """A depth-first walk over the floor: the label of each square, how far up it leads, cut squares and blocks.

    Labels are the order of the visits, or with `by_depth` the depth in the tree of the walk.
    """

    def __init__(self, board: Board, root: Square, *, by_depth: bool) -> None:
        """Walk from a square."""
        self.board, self.by_depth = board, by_depth
        self.label: dict[Square, int] = {}
        self.low: dict[Square, int] = {}
        self.cuts: set[Square] = set()
        self.blocks: list[set[Square]] = []
        self._path: list[Square] = []
        self._visit(root, None, 1)

    def _visit(self, square: Square, parent: Square | None, depth: int) -> None:
        self.label[square] = self.low[square] = depth if self.by_depth else len(self.label) + 1
        self._path.append(square)
        children = 0
        for ahead in neighbours(self.board, square):
            if ahead == parent:
                continue
            if ahead in self.label:
                self.low[square] = min(self.low[square], self.label[ahead])
                continue
            children += 1
            self._visit(ahead, square, depth + 1)
            self.low[square] = min(self.low[square], self.low[ahead])
            if self.low[ahead] >= self.label[square]:
                if parent is not None or children > 1:
                    self.cuts.add(square)
                self._close_block(square, ahead)
        if parent is None and children < 2:
            self.cuts.discard(square)

    def _close_block(self, square: Square, child: Square) -> None:
        at = self._path.index(child)
        self.blocks.append({square, *self._path[at:]})
        del self._path[at:]


def finds_cuts(*, by_depth: bool) -> Callable[[Table], bool]:
    """Return the claim that the walk from any square finds the cut squares."""

    def holds(table: Table) -> bool:
        cuts = cuts_by_removal(table.board)
        return all(Walk(table.board, root, by_depth=by_depth).cuts == cuts for root in table.board.floor)

    return holds


def blocks_join_sides(table: Table) -> bool:
    """The player gets from one side of a box to another exactly where one block holds the box and both sides."""
    board = table.board
    blocks = Walk(board, min(board.floor), by_depth=True).blocks
    for box in board.floor:
        part_of = parts_without(board, box)
        for side in neighbours(board, box):
            for other in neighbours(board, box):
                joined = any({box, side, other} <= block for block in blocks)
                if joined != (part_of[side] == part_of[other]):
                    return False
    return True


CLAIMS = (
    Claim(
        "cut-squares-by-numbers",
        "In a depth-first walk a square cuts the floor exactly when a child has a low point of at least the "
        "square's number. The first square cuts it exactly when it has two children.",
        CHAO_CUTS + "; Even, “Graph Algorithms”",
        True,
        "No edge joins two branches of the walk. So without the square only an edge to an earlier one joins the "
        "part below a child to the rest.",
        once_a_board(finds_cuts(by_depth=False)),
        on_random_levels=False,
    ),
    Claim(
        "cut-squares-by-depth",
        "`cut-squares-by-numbers` also holds with depth in the tree for number.",
        "",
        True,
        "An edge upwards ends on the path to the root, where less deep and earlier are the same.",
        once_a_board(finds_cuts(by_depth=True)),
        on_random_levels=False,
    ),
    Claim(
        "blocks-join-sides",
        "With a box alone, the player gets from one side of it to another exactly if a block holds the box's "
        "square and both sides.",
        "",
        True,
        "A walk around the box closes a cycle through its square, and a cycle lies in one block. A block "
        "stays connected without any one square.",
        once_a_board(blocks_join_sides),
        on_random_levels=False,
    ),
)
