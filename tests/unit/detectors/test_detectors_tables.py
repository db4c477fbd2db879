"""Deadlock tables against brute force: all minimal dead patterns, no others; the tree, the data and the limits."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from property.learners import is_dead_alone
from sokodead.deadlock_tables import DeadlockTable, deadlock_table, table_for
from sokodead.field import field_of
from sokogen.random.random_levels import random_mixed_level
from sokogen.small.small_levels import build_board
from sokospec import Board, Level, Square, State
from sokospec.certificates import Pattern
from sokospec.limits import Limits

BOARDS = [
    build_board(3, 3, [], [Square(1, 1), Square(2, 3)]),
    build_board(3, 3, [Square(2, 2)], [Square(1, 2), Square(3, 1)]),  # a ring: the player's side matters
    build_board(3, 4, [Square(1, 1), Square(2, 3)], [Square(1, 4), Square(2, 2), Square(3, 1)]),
    build_board(2, 4, [Square(1, 3)], [Square(1, 4), Square(2, 1)]),
]


def states(board: Board, boxes: int) -> list[State]:
    return [
        State(frozenset(group), player)
        for size in range(1, boxes + 1)
        for group in combinations(board.floor, size)
        for player in board.floor
        if player not in group
    ]


def table_of(board: Board, boxes: int) -> DeadlockTable:
    return deadlock_table(board, field_of(board).floor, boxes)


@pytest.mark.parametrize("board", BOARDS)
def test_a_state_matches_exactly_when_its_boxes_are_dead_by_themselves(board: Board) -> None:
    table = table_of(board, 2)
    for state in states(board, 2):
        matched = table.match(table.field.mask(state.boxes), table.field.mask([state.player]))
        assert (matched is not None) == is_dead_alone(board, state), state


@pytest.mark.parametrize("board", BOARDS)
def test_each_pattern_is_dead_and_would_not_be_with_a_box_less(board: Board) -> None:
    for boxes, player in patterns_of(board, 3):
        assert is_dead_alone(board, State(boxes, player))
        for box in boxes if len(boxes) > 1 else ():
            assert not is_dead_alone(board, State(boxes - {box}, player))


def patterns_of(board: Board, boxes: int) -> list[tuple[frozenset[Square], Square]]:
    return [(pattern.boxes, pattern.player) for pattern in table_of(board, boxes).patterns()]


def test_patterns_are_named_once() -> None:
    for board in BOARDS:
        found = list(table_of(board, 3).patterns())
        assert len(set(found)) == len(found)
        assert all(isinstance(pattern, Pattern) for pattern in found)


def test_limits_keep_what_is_complete() -> None:
    board = BOARDS[0]
    none = deadlock_table(board, field_of(board).floor, 3, Limits(seconds=0))
    assert (none.boxes, none.dead, none.tree) == (0, {}, ())
    assert none.match(1, 2) is None
    whole = table_of(board, 2)
    assert whole.boxes == 2
    assert table_of(board, 1).dead.items() < whole.dead.items()


def test_a_detectors_table_has_no_more_boxes_than_the_level_and_than_are_affordable() -> None:
    assert table_for(Level.parse("#####\n#@$.#\n#####")).boxes == 1
    wide = "\n".join(
        ["#" * 22, "#" + " " * 20 + "#", "#@$$$$..." + " " * 11 + ".#", *["#" + " " * 20 + "#"] * 3, "#" * 22]
    )
    assert table_for(Level.parse(wide)).boxes == 1
    rng = Random(3)
    assert all(table_for(level).boxes <= len(level.boxes) for level in (random_mixed_level(rng) for _ in range(20)))
