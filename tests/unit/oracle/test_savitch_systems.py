"""Sokoban as a transition system: its configurations one by one, its steps by numbers and by the rules, its LURDs."""

from __future__ import annotations

from itertools import combinations, islice, pairwise
from math import comb

import pytest

from sokogen.small.small_levels import interior_levels
from sokospec import Level, State, normalise, reachable, replay
from sokospec.oracle import Metric, state_graph
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.systems import configurations

SMALL = [
    *interior_levels(2, 2, 3),
    *islice(interior_levels(2, 3, 4), 0, None, 41),
    *islice(interior_levels(3, 3, 2), 0, None, 1501),
]
PARKED = "#########\n#@$ .#*-#\n#########"
HOPELESS = "##########\n#@$ .#$.-#\n##########"


def listed(level: Level, metric: Metric) -> set[State]:
    """Return every state with as many boxes on the squares in play, by the rules alone."""
    board = level.board
    squares = reachable(board, State(frozenset(), level.player))
    return {
        normalise(board, state) if metric is Metric.PUSHES else state
        for boxes in combinations(sorted(squares), len(level.boxes & squares))
        for player in squares - set(boxes)
        for state in [State(frozenset(boxes), player)]
    }


@pytest.mark.parametrize("metric", Metric)
def test_every_state_comes_once_and_nothing_else(metric: Metric) -> None:
    for level in SMALL:
        system = Sokoban(level, metric)
        found = list(configurations(system))
        assert {system.decode(configuration) for configuration in found} == listed(level, metric)
        assert len(found) == len(set(found)) == system.count()
        assert [system.encode(system.decode(configuration)) for configuration in found] == found
        assert all(before < after for before, after in pairwise(found))


@pytest.mark.parametrize("metric", Metric)
def test_a_configuration_fits_into_its_bits(metric: Metric) -> None:
    for level in SMALL:
        system = Sokoban(level, metric)
        squares = len(system.squares)
        for configuration in configurations(system):
            assert configuration.boxes < 2**squares and configuration.player < 2 ** (system.bits - squares)
        assert system.count() < 2**system.bits


def test_there_are_as_many_configurations_as_the_formulas_say() -> None:
    for level in SMALL:
        pushes, moves = Sokoban(level), Sokoban(level, Metric.MOVES)
        sets = comb(len(moves.squares), moves.boxes)
        assert moves.count() == sets * (len(moves.squares) - moves.boxes)
        assert sets <= pushes.count() <= sets * (3 * pushes.boxes + 1)
        assert pushes.workspace <= pushes.bits**2 + 2 * pushes.bits


@pytest.mark.parametrize("metric", Metric)
def test_a_step_is_what_the_rules_say(metric: Metric) -> None:
    for level in SMALL:
        system = Sokoban(level, metric)
        found = list(configurations(system))
        for before in found:
            successors = set(system.successors(before))
            assert successors == {after for after in found if system.step(before, after)}


@pytest.mark.parametrize("metric", Metric)
def test_reachable_states_and_solved_ones_are_those_of_the_state_graph(metric: Metric) -> None:
    for level in SMALL:
        if level.boxes <= set(Sokoban(level).squares):
            system, graph = Sokoban(level, metric), state_graph(level, metric)
            assert system.start == system.encode(graph.states[0])
            for state, following in zip(graph.states, graph.following, strict=True):
                configuration = system.encode(state)
                assert [system.decode(after) for after in system.successors(configuration)] == [
                    graph.states[index] for index in following
                ]
                assert system.is_goal(configuration) == (state.boxes <= level.goals)


def test_boxes_that_nobody_can_touch_are_no_part_of_a_configuration() -> None:
    system = Sokoban(Level.parse(PARKED))
    assert (len(system.squares), system.boxes) == (4, 1)
    assert any(system.is_goal(configuration) for configuration in configurations(system))
    assert replay(system.level, "".join(system.lurd(system.successors(system.start)))).at == 1


def test_no_configuration_is_a_goal_if_such_a_box_is_on_none() -> None:
    system = Sokoban(Level.parse(HOPELESS))
    assert not any(system.is_goal(configuration) for configuration in configurations(system))


def test_a_level_without_boxes_in_play_has_one_configuration_for_pushes() -> None:
    system = Sokoban(Level.parse("######\n#@-#*#\n######"))
    assert list(configurations(system)) == [system.start]
    assert system.is_goal(system.start)
    assert len(list(configurations(Sokoban(system.level, Metric.MOVES)))) == 2


def test_the_floor_outside_the_walls_counts_for_nothing() -> None:
    level = Level.parse("#####---\n#@$.####\n########")
    assert len(level.board.floor) > 3
    assert Sokoban(level).count() == Sokoban(Level.parse("#####\n#@$.#\n#####")).count() == 4


def test_the_player_walks_by_shortest_ways_between_the_pushes_of_a_path() -> None:
    level = Level.parse("######\n#  $.#\n#@   #\n######")
    system = Sokoban(level)
    [solved] = [after for after in system.successors(system.start) if system.is_goal(after)]
    assert "".join(system.lurd([solved])) == "urR"
