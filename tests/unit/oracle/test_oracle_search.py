"""What `solve` answers on levels small enough to check by hand."""

from __future__ import annotations

import pytest

from sokospec import Direction, Level, Square, State, replay
from sokospec.oracle import Objective, Verdict, search_exhaustively
from sokospec.oracle.search import push_path_lurd, walk
from sokospec.rules import Push

SOLVED = Level.parse("####\n#@*#\n####")

TWO_PUSHES = Level.parse("######\n#@$ .#\n######")

# Four pushes straight at it take 8 moves; the two pushes that are needed take a longer walk.
PUSHES_COST_WALKS = Level.parse("#####\n#.@##\n# $ #\n#   #\n#   #\n#####")

# Both ways take two pushes; the one that starts with a push needs less walking.
SAME_PUSHES_OTHER_WALKS = Level.parse("#####\n#@ .#\n# $ #\n#   #\n#####")

# Both ways take seven moves; one of them pushes once, the other four times.
SAME_MOVES_OTHER_PUSHES = Level.parse("#######\n# @####\n#.$   #\n#     #\n#   ###\n#######")

ALL_OBJECTIVES = pytest.mark.parametrize("objective", Objective)


def costs(level: Level, objective: Objective) -> tuple[int | None, int | None]:
    answer = search_exhaustively(level, objective)
    assert answer.lurd is not None and replay(level, answer.lurd).valid
    return answer.moves, answer.pushes


@pytest.mark.rule("O1", "O2")
@pytest.mark.parametrize(
    ("objective", "cost"),
    [
        (Objective.MOVES, (8, 4)),
        (Objective.MOVES_PUSHES, (8, 4)),
        (Objective.PUSHES_MOVES, (10, 2)),
    ],
)
def test_fewer_pushes_may_cost_more_moves(objective: Objective, cost: tuple[int, int]) -> None:
    assert costs(PUSHES_COST_WALKS, objective) == cost
    assert search_exhaustively(PUSHES_COST_WALKS, Objective.PUSHES).pushes == 2


@pytest.mark.rule("O2")
def test_pushes_moves_takes_the_shortest_walks_among_the_fewest_pushes() -> None:
    assert search_exhaustively(SAME_PUSHES_OTHER_WALKS, Objective.PUSHES).pushes == 2
    assert search_exhaustively(SAME_PUSHES_OTHER_WALKS, Objective.PUSHES_MOVES).lurd == "dRdrU"


@pytest.mark.rule("O2")
def test_moves_pushes_takes_the_fewest_pushes_among_the_fewest_moves() -> None:
    assert search_exhaustively(SAME_MOVES_OTHER_PUSHES, Objective.MOVES).moves == 7
    assert search_exhaustively(SAME_MOVES_OTHER_PUSHES, Objective.MOVES_PUSHES).lurd == "lddrruL"
    assert replay(SAME_MOVES_OTHER_PUSHES, "DrdLdlU").valid


@ALL_OBJECTIVES
def test_a_level_solved_at_the_start_has_the_empty_solution(objective: Objective) -> None:
    answer = search_exhaustively(SOLVED, objective)
    assert answer.verdict is (Verdict.SOLVED if objective is Objective.ANY else Verdict.OPTIMAL)
    assert (answer.lurd, answer.moves, answer.pushes, answer.lower_bound) == ("", 0, 0, 0)
    assert (answer.expanded, answer.generated) == (0, 0)


@pytest.mark.rule("V1")
@ALL_OBJECTIVES
@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@ .#\n#$  #\n#####",  # a box in a corner
        "######\n#@#$.#\n######",  # a box behind a wall
        "#######\n#@$$..#\n#######",  # two boxes in a row
        "#######\n#@$ #.#\n#######",  # a goal behind a wall
        "####\n#+$#\n####",  # nothing can be pushed
        "#####\n#@$.#\n##  #\n#. $#\n#####",  # one box can be solved, the other is in a corner
    ],
)
def test_a_level_without_a_solution_is_proved_so(objective: Objective, text: str) -> None:
    answer = search_exhaustively(Level.parse(text), objective)
    assert answer.verdict is Verdict.UNSOLVABLE
    assert (answer.lurd, answer.moves, answer.pushes, answer.lower_bound) == (None, None, None, None)


@ALL_OBJECTIVES
def test_a_box_behind_a_wall_on_a_goal_does_no_harm(objective: Objective) -> None:
    answer = search_exhaustively(Level.parse("#######\n#@$.#*#\n#######"), objective)
    assert (answer.lurd, answer.pushes) == ("R", 1)


def test_an_answer_counts_expansions_and_successors() -> None:
    answer = search_exhaustively(TWO_PUSHES)
    assert (answer.verdict, answer.objective, answer.lurd) == (Verdict.OPTIMAL, Objective.PUSHES, "RR")
    assert (answer.moves, answer.pushes, answer.lower_bound) == (2, 2, 2)
    assert (answer.expanded, answer.generated) == (2, 2)
    assert answer.seconds >= 0 and answer.peak_rss_mib > 0
    by_moves = search_exhaustively(TWO_PUSHES, Objective.MOVES)
    assert (by_moves.expanded, by_moves.generated) == (3, 4)


def test_any_solution_is_solved_but_not_called_optimal() -> None:
    answer = search_exhaustively(TWO_PUSHES, Objective.ANY)
    assert (answer.verdict, answer.lurd) == (Verdict.SOLVED, "RR")


@pytest.mark.parametrize(
    ("objective", "cost"),
    [
        (Objective.MOVES, (9,)),
        (Objective.PUSHES, (2,)),
        (Objective.MOVES_PUSHES, (9, 2)),
        (Objective.PUSHES_MOVES, (2, 9)),
        (Objective.ANY, ()),
    ],
)
def test_an_objective_compares_what_its_name_says(objective: Objective, cost: tuple[int, ...]) -> None:
    assert objective.cost(moves=9, pushes=2) == cost


@ALL_OBJECTIVES
def test_among_equal_solutions_the_answer_is_always_the_same(objective: Objective) -> None:
    level = Level.parse("#######\n#. @ .#\n# $ $ #\n#     #\n#######")
    backwards = Level(level.board, State(frozenset(sorted(level.boxes, reverse=True)), level.player))
    first, second = search_exhaustively(level, objective), search_exhaustively(backwards, objective)
    assert first.lurd == second.lurd is not None
    assert (first.expanded, first.generated) == (second.expanded, second.generated)


def test_a_walk_is_a_shortest_one_and_prefers_up_down_left_right() -> None:
    level = Level.parse("######\n#    #\n# @$.#\n#    #\n######")
    assert walk(level.board, level.state, level.player) == ""
    assert walk(level.board, level.state, Square(1, 1)) == "ul"
    assert walk(level.board, level.state, Square(2, 4)) == "urrd"


def test_a_path_of_pushes_is_joined_by_walks() -> None:
    path = [Push(Square(2, 2), Direction.DOWN), Push(Square(3, 2), Direction.LEFT)]
    assert push_path_lurd(PUSHES_COST_WALKS, path) == "DrdL"
    assert push_path_lurd(PUSHES_COST_WALKS, []) == ""
