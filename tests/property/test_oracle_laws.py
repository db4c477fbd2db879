"""Laws that tie the oracle's answers to each other and to the rules, whatever the level."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from property.level_pairs import levels_with_plays, levels_with_states
from sokogen.random.random_levels import SolvableLevel
from sokogen.strategies import levels, solvable_levels
from sokospec import Board, Direction, Level, Square, State, normalise, pushes, reachable, replay, step
from sokospec.oracle import (
    Metric,
    Objective,
    Verdict,
    box_distances,
    perft,
    search_exhaustively,
    state_graph,
)
from sokospec.oracle.search import walk
from sokospec.replay import DIRECTION_OF

SMALL = levels(max_height=4, max_width=4)
SMALL_SOLVABLE = solvable_levels(max_height=4, max_width=5)


@given(SMALL)
def test_all_objectives_give_the_same_verdict(level: Level) -> None:
    solvable = {search_exhaustively(level, objective).verdict is not Verdict.UNSOLVABLE for objective in Objective}
    assert len(solvable) == 1


@pytest.mark.rule("O1", "O2")
@given(SMALL_SOLVABLE)
def test_objectives_are_ordered_as_their_names_say(solvable: SolvableLevel) -> None:
    level, _ = solvable
    by_moves, by_pushes = search_exhaustively(level, Objective.MOVES), search_exhaustively(level, Objective.PUSHES)
    moves_pushes, pushes_moves = (
        search_exhaustively(level, Objective.MOVES_PUSHES),
        search_exhaustively(level, Objective.PUSHES_MOVES),
    )
    assert by_moves.lurd is not None and by_pushes.lurd is not None
    assert moves_pushes.lurd is not None and pushes_moves.lurd is not None
    assert len(by_moves.lurd) == len(moves_pushes.lurd) <= len(pushes_moves.lurd) <= len(by_pushes.lurd)
    assert by_pushes.pushes == pushes_moves.pushes
    assert pushed(pushes_moves.lurd) <= pushed(moves_pushes.lurd) <= pushed(by_moves.lurd)


def pushed(lurd: str) -> int:
    return sum(letter.isupper() for letter in lurd)


@given(SMALL_SOLVABLE, st.sampled_from(Objective))
def test_no_known_solution_costs_less_than_the_optimum(solvable: SolvableLevel, objective: Objective) -> None:
    level, solution = solvable
    answer = search_exhaustively(level, objective)
    assert answer.lurd is not None and replay(level, answer.lurd).valid
    assert objective.cost(len(answer.lurd), pushed(answer.lurd)) <= objective.cost(len(solution), pushed(solution))


@given(levels_with_plays(SMALL))
def test_an_optimum_falls_by_at_most_what_a_play_costs(play: tuple[Level, str]) -> None:
    level, lurd = play
    later = Level(level.board, replay(level, lurd).final)
    for objective, cost in ((Objective.MOVES, len(lurd)), (Objective.PUSHES, pushed(lurd))):
        now, then = search_exhaustively(level, objective), search_exhaustively(later, objective)
        if then.lower_bound is not None:
            assert now.lower_bound is not None and now.lower_bound <= cost + then.lower_bound


@pytest.mark.rule("N2")
@given(SMALL, st.data())
def test_a_walk_changes_neither_the_pushes_needed_nor_the_push_counts(level: Level, data: st.DataObject) -> None:
    player = data.draw(st.sampled_from(sorted(reachable(level.board, level.state))))
    elsewhere = Level(level.board, State(level.boxes, player))
    assert search_exhaustively(level).pushes == search_exhaustively(elsewhere).pushes
    assert perft(level, 4) == perft(elsewhere, 4)


def mirrored(level: Level) -> Level:
    """Return a level with rows and columns exchanged."""

    def moved(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset(Square(column, row) for row, column in squares)

    board = Board(level.board.height, level.board.width, moved(level.walls), moved(level.goals))
    return Level(board, State(moved(level.boxes), Square(level.player.column, level.player.row)))


@given(SMALL)
def test_a_mirrored_level_has_the_same_figures(level: Level) -> None:
    image = mirrored(level)
    for objective in Objective:
        answer, other = search_exhaustively(level, objective), search_exhaustively(image, objective)
        assert (answer.verdict, answer.lower_bound) == (other.verdict, other.lower_bound)
    for metric in Metric:
        assert perft(level, 5, metric) == perft(image, 5, metric)


@given(SMALL)
def test_walls_on_floor_that_nobody_can_reach_change_nothing(level: Level) -> None:
    nobody = State(frozenset(), level.player)
    used = reachable(level.board, nobody) | level.boxes | level.goals
    filled = Board(
        level.board.width, level.board.height, level.walls | (frozenset(level.board.floor) - used), level.goals
    )
    assert search_exhaustively(Level(filled, level.state)).lurd == search_exhaustively(level).lurd


@pytest.mark.rule("D1")
@given(levels(max_height=3, max_width=4), st.sampled_from(Metric))
def test_perft_counts_the_states_of_the_graph_and_a_deeper_count_begins_with_a_flatter_one(
    level: Level, metric: Metric
) -> None:
    graph = state_graph(level, metric)
    counts = perft(level, len(graph.states), metric)
    assert sum(counts) == len(graph.states)
    assert counts[-1] == 0
    assert perft(level, 3, metric) == [*counts, 0, 0, 0][:4]


@pytest.mark.rule("D2")
@given(levels(max_height=3, max_width=4), st.sampled_from(Metric))
def test_a_label_is_one_more_than_the_least_label_that_follows(level: Level, metric: Metric) -> None:
    graph = state_graph(level, metric)
    for state, after, distance in zip(graph.states, graph.following, graph.distance, strict=True):
        labels = [label for label in (graph.distance[index] for index in after) if label is not None]
        if state.boxes == level.goals:
            assert distance == 0
        else:
            assert distance == (1 + min(labels) if labels else None)


@given(levels(max_height=3, max_width=4))
def test_the_two_graphs_agree_on_which_states_are_dead(level: Level) -> None:
    by_pushes, by_moves = state_graph(level), state_graph(level, Metric.MOVES)
    alive = {state: label is not None for state, label in zip(by_pushes.states, by_pushes.distance, strict=True)}
    for state, label in zip(by_moves.states, by_moves.distance, strict=True):
        assert alive[normalise(level.board, state)] == (label is not None)


@given(levels_with_states())
def test_one_push_of_one_box_lies_at_distance_one(pair: tuple[Level, State]) -> None:
    level, state = pair
    for (box, direction), _ in pushes(level.board, state):
        landing = level.board.beyond[box][direction]
        assert landing is not None
        assert box_distances(level.board, state, box)[landing] == 1


@pytest.mark.rule("N1")
@given(levels_with_states())
def test_a_walk_reaches_every_reachable_square_as_straight_as_distances_allow(pair: tuple[Level, State]) -> None:
    level, state = pair
    region = reachable(level.board, state)
    lengths = {}
    for target in region:
        end = state
        lurd = walk(level.board, state, target)
        assert lurd == lurd.lower()
        for letter in lurd:
            end = step(level.board, end, DIRECTION_OF[letter])
        assert end == State(state.boxes, target)
        lengths[target] = len(lurd)
    assume(len(region) > 1)
    for square, length in lengths.items():
        around = [level.board.beyond[square][direction] for direction in Direction]
        nearer = [lengths[other] for other in around if other in lengths]
        assert length == (0 if square == state.player else 1 + min(nearer))
