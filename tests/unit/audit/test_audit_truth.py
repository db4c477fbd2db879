"""The labels of the audit are those of the oracle's state graph, and its causes are what they say."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from sokodead.audit.truth import MOST_PLACEMENTS, Cause, Truth, placements
from sokogen.random.batches import random_batches, small_batches
from sokogen.random.random_levels import random_mixed_level
from sokogen.small.small_levels import build_board, inside_of
from sokospec import Board, Level, Square
from sokospec.oracle import state_graph
from sokospec.transform.symmetry import SYMMETRIES


def test_the_labels_are_those_of_the_state_graph() -> None:
    rng = Random("truth")
    checked = dead = 0
    while checked < 3_000:
        level = random_mixed_level(rng, max_height=4, max_width=4)
        truth = Truth(level.board)
        graph = state_graph(level)
        for state, distance in zip(graph.states, graph.distance, strict=True):
            found = Level(level.board, state)
            assert truth.is_dead(found) == (distance is None), str(found)
            assert (truth.cause(found) is not None) == truth.is_dead(found)
            checked += 1
            dead += distance is None
    assert 0.1 * checked < dead < 0.9 * checked


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("#####\n#@$.#\n#####", None),
        ("#####\n#@ .#\n#$  #\n#####", Cause.ONE_BOX),
        ("#######\n#. $$ #\n#     #\n# .@  #\n#######", Cause.COUNTING),  # both are confined to the upper wall
        ("######\n#.$$.#\n#    #\n#  @ #\n######", Cause.TWO_BOXES),  # side by side at a wall
        ("########\n#      #\n#  #$  #\n#  $$  #\n#  @   #\n#  ... #\n########", Cause.THREE_BOXES),
        ("#######\n#     #\n# $$  #\n# $$  #\n# @...#\n#.    #\n#######", Cause.MORE_BOXES),
    ],
)
def test_states_are_dead_for_the_plainest_reason(text: str, cause: Cause | None) -> None:
    level = Level.parse(text)
    assert Truth(level.board).cause(level) == cause


def test_a_board_too_large_for_tables_is_refused() -> None:
    board = build_board(5, 5, [], inside_of(5, 5)[:9])
    assert placements(board) > MOST_PLACEMENTS
    with pytest.raises(ValueError, match="too many for a table"):
        Truth(board)


@pytest.mark.long
def test_small_batches_hold_every_small_level_in_some_orientation_whatever_the_seed() -> None:
    found = [list(small_batches(seed)) for seed in (0, 1)]
    assert found[0] != found[1]
    for batches in found:
        assert (len(batches), sum(len(states) for _, states in batches)) == (984, 38_506)
    assert len({least_form(board) for board, _ in found[1]}) == 984


def least_form(board: Board) -> tuple[tuple[Square, ...], ...]:
    """Return the walls and the goals of the least of a board's eight forms."""
    assert (board.height, board.width) == (5, 5)
    return min(
        tuple(tuple(sorted(symmetry.square(each, 5, 5) for each in squares)) for squares in (board.walls, board.goals))
        for symmetry in SYMMETRIES
    )


def test_random_batches_grow_within_their_bounds_and_hold_states_that_can_be_solved_and_dead_ones() -> None:
    found = list(islice(random_batches(4, squares=8, boxes=2), 100))
    assert found == list(islice(random_batches(4, squares=8, boxes=2), 100))
    assert {len(board.floor) for board, _ in found[-20:]} <= set(range(3, 9))
    assert {len(board.goals) for board, _ in found} == {1, 2}
    alive = dead = 0
    for board, states in found[-20:]:
        assert len(set(states)) == len(states) <= 100
        for state in states:
            if Truth(board).is_dead(Level(board, state)):
                dead += 1
            else:
                alive += 1
    assert alive > 100 and dead > 100
