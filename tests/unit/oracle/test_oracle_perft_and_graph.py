"""Perft and the state graph on levels small enough to count by hand."""

from __future__ import annotations

import pytest

from sokospec import Level, Square, State, normalise
from sokospec.oracle import Metric, perft, state_graph

CORRIDOR = Level.parse("#######\n#@ $ .#\n#######")


@pytest.mark.rule("D1")
def test_pushes_count_classes_of_states_and_moves_count_states() -> None:
    assert perft(CORRIDOR, 3, Metric.PUSHES) == [1, 1, 1, 0]
    # 0: the start; 1: one step right; 2: the box pushed once; then back or on: two new states; and so on.
    assert perft(CORRIDOR, 6, Metric.MOVES) == [1, 1, 1, 2, 2, 1, 1]


@pytest.mark.rule("D1")
def test_play_goes_on_behind_solved_states() -> None:
    assert perft(Level.parse("######\n#@*  #\n######"), 3) == [1, 1, 1, 0]


@pytest.mark.rule("D1")
def test_depth_zero_counts_the_first_state_alone() -> None:
    assert perft(CORRIDOR, 0) == perft(CORRIDOR, 0, Metric.MOVES) == [1]


@pytest.mark.parametrize("metric", Metric)
def test_counts_behind_the_last_state_are_zero(metric: Metric) -> None:
    assert perft(Level.parse("####\n#+$#\n####"), 4, metric) == [1, 0, 0, 0, 0]


@pytest.mark.rule("D2")
def test_a_box_pushed_past_its_goal_is_dead() -> None:
    graph = state_graph(Level.parse("#######\n#@$.  #\n#######"))
    assert [sorted(state.boxes) for state in graph.states] == [[(1, 2)], [(1, 3)], [(1, 4)], [(1, 5)]]
    assert graph.following == ((1,), (2,), (3,), ())
    assert graph.distance == (1, 0, None, None)
    assert graph.dead == 2


def test_the_first_state_is_normalised_for_pushes_and_left_alone_for_moves() -> None:
    level = Level.parse("#######\n#  @$.#\n#######")
    assert state_graph(level).states[0] == normalise(level.board, level.state) == State(level.boxes, Square(1, 1))
    assert state_graph(level, Metric.MOVES).states[0] == level.state


@pytest.mark.rule("D2")
def test_distances_in_moves_count_the_walk() -> None:
    graph = state_graph(CORRIDOR, Metric.MOVES)
    assert graph.distance[0] == 3
    assert len(graph.states) == 9
    assert graph.dead == 0


@pytest.mark.rule("D2")
def test_every_state_of_an_unsolvable_level_is_dead() -> None:
    graph = state_graph(Level.parse("#######\n#@ $#.#\n#######"))
    assert set(graph.distance) == {None}
    assert graph.dead == len(graph.states) == 1
