"""Claims about building a level from a solution: how large it is, and what replaying it there proves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from claims.ledger import Claim, Trial
from claims.scopes import Table, closed
from sokospec import Level, Square, State, reachable, replay
from sokospec.board import neighbour
from sokospec.oracle import search_exhaustively
from sokospec.replay import DIRECTION_OF

LONGEST = 4
"""Plays of so many steps are tried."""


def squares_of(lurd: str) -> tuple[set[Square], set[Square], set[Square]]:
    """Return the squares of the player, the first squares of the boxes, and their last, as the source takes them.

    The player begins at (0, 0). A capital moves a box that stands where he steps, a new one if no box is there.
    """
    player = Square(0, 0)
    walked, first, last = {player}, set[Square](), set[Square]()
    for letter in lurd:
        player = neighbour(player, DIRECTION_OF[letter.lower()])
        walked.add(player)
        if letter.isupper():
            if player not in last:
                first.add(player)
            last.discard(player)
            last.add(neighbour(player, DIRECTION_OF[letter.lower()]))
    return walked, first, last


def fits_the_range(table: Table) -> Iterator[Trial]:
    """The boxes of a shortest solution stay on the squares between the player's outermost rows and columns."""
    for state in table.states:
        lurd = search_exhaustively(Level(table.board, state)).lurd
        if not lurd:
            continue
        walked, first, last = squares_of(lurd)
        rows, columns = [square.row for square in walked], [square.column for square in walked]
        yield Trial(
            all(
                min(rows) <= box.row <= max(rows) and min(columns) <= box.column <= max(columns) for box in first | last
            ),
            state,
        )


def built_from(lurd: str) -> Level | None:
    """Return the level that the source builds from a play; None where a box begins or ends on no square of its own."""
    walked, first, last = squares_of(lurd)
    if not first or len(first) != len(last) or Square(0, 0) in first:
        return None
    floor = walked | first | last
    top, left = min(square.row for square in floor), min(square.column for square in floor)

    def placed(square: Square) -> Square:
        return Square(square.row - top, square.column - left)

    board = closed(frozenset(map(placed, floor)), [placed(goal) for goal in sorted(last)])

    def inside(square: Square) -> Square:
        return Square(placed(square).row + 1, placed(square).column + 1)

    return Level(board, State(frozenset(map(inside, first)), inside(Square(0, 0))))


def passes_by_directions(level: Level, lurd: str) -> bool:
    """Say whether each step can be made, be it a walk or a push, whatever the case of its letter."""
    boxes, player, beyond = set(level.boxes), level.player, level.board.beyond
    for letter in lurd:
        direction = DIRECTION_OF[letter.lower()]
        ahead = beyond[player][direction]
        if ahead is None:
            return False
        if ahead in boxes:
            landing = beyond[ahead][direction]
            if landing is None or landing in boxes:
                return False
            boxes.remove(ahead)
            boxes.add(landing)
        player = ahead
    return True


def directions_prove_plays(table: Table) -> Iterator[Trial]:
    """A play that passes by its directions in the level built from it is a legal solution of it to the letter."""
    starts = {State(state.boxes, player) for state in table.states for player in reachable(table.board, state)}
    for length in range(1, LONGEST + 1):
        for letters in product("udlrUDLR", repeat=length):
            lurd = "".join(letters)
            level = built_from(lurd)
            if level is None or level.board != table.board or level.state not in starts:
                continue
            if passes_by_directions(level, lurd):
                yield Trial(replay(level, lurd).valid, level.state)


CLAIMS = (
    Claim(
        "reconstruct-range",
        "A level built from a solution needs no more room than the player's range and a ring of walls.",
        "",
        False,
        "The last pushed box may end one square beyond it. `sokospec reconstruct` draws walls around every "
        "square entered.",
        fits_the_range,
        most_squares=6,
        most_boxes=1,
    ),
    Claim(
        "reconstruct-by-directions",
        "If the steps of a play can be made by their directions in the level built from it, the play solves "
        "that level as written.",
        "",
        False,
        "A capital may stand for a step that pushes nothing. `sokospec check` compares the case.",
        directions_prove_plays,
        most_squares=4,
        most_boxes=1,
    ),
)
