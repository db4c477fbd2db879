"""Steps, walks, pushes and solved states (rules T, N and A), and the worked examples of rules.md about them."""

from __future__ import annotations

import pytest

from sokospec import Direction, IllegalStep, Level, Square, State, is_solved, normalise, pushes, reachable, step, steps
from sokospec.oracle import Metric, Objective, Verdict, perft, search_exhaustively, state_graph
from sokospec.rules import Push, is_push
from unit.rules.worked_examples import examples

UP, DOWN, LEFT, RIGHT = Direction
ROOM = Level.parse("""\
#######
#     #
#  $  #
#  @  #
#  .  #
#######""")


def after(text: str, *directions: Direction, lenient: bool = False) -> str:
    """Return the drawing after steps."""
    level = Level.parse(text, lenient=lenient)
    state = level.state
    for direction in directions:
        state = step(level.board, state, direction)
    return str(Level(level.board, state))


def refused(text: str, direction: Direction, *, lenient: bool = False) -> tuple[str, str]:
    """Return the rule and the reason with which a step is illegal."""
    level = Level.parse(text, lenient=lenient)
    with pytest.raises(IllegalStep) as error:
        step(level.board, level.state, direction)
    return error.value.rule, error.value.reason


@pytest.mark.rule("T1")
@pytest.mark.parametrize("direction", [UP, DOWN, LEFT])
def test_a_step_into_a_wall_is_illegal(direction: Direction) -> None:
    assert refused("#####\n#@$.#\n#####", direction) == ("T1", "wall")


@pytest.mark.rule("T1", "B1")
@pytest.mark.parametrize(("row", "direction"), [("@$.", UP), ("@$.", DOWN), ("@$.", LEFT), (".$@", RIGHT)])
def test_a_step_off_the_grid_is_illegal_like_one_into_a_wall(row: str, direction: Direction) -> None:
    assert refused(row, direction, lenient=True) == ("T1", "wall")


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("direction", "square"), [(UP, (1, 2)), (DOWN, (3, 2)), (LEFT, (2, 1)), (RIGHT, (2, 3))], ids=str
)
def test_a_step_onto_free_floor_moves_the_player_one_square_and_no_box(
    direction: Direction, square: tuple[int, int]
) -> None:
    level = Level.parse("#######\n#   $ #\n# @   #\n#   . #\n#######")
    state = step(level.board, level.state, direction)
    assert state.player == square and state.boxes == level.boxes


@pytest.mark.rule("T2")
def test_a_free_goal_is_floor_to_walk_on() -> None:
    assert after("######\n#@. $#\n######", RIGHT) == "######\n# + $#\n######"


@pytest.mark.rule("T3")
@pytest.mark.parametrize("direction", Direction)
def test_a_step_onto_a_box_pushes_it_one_square_in_the_same_direction(direction: Direction) -> None:
    level = Level.parse("#######\n#.    #\n#  $  #\n# $@$ #\n#. $ .#\n#    .#\n#######")
    rows, columns = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}[direction]
    box, landing = (3 + rows, 3 + columns), (3 + 2 * rows, 3 + 2 * columns)
    state = step(level.board, level.state, direction)
    assert state.player == box
    assert state.boxes == level.boxes - {box} | {landing}


@pytest.mark.rule("T3")
def test_a_box_can_be_pushed_onto_a_goal_over_it_and_off_it() -> None:
    text = "#######\n#@$.  #\n#######"
    assert after(text, RIGHT) == "#######\n# @*  #\n#######"
    assert after(text, RIGHT, RIGHT) == "#######\n#  +$ #\n#######"
    assert after(text, RIGHT, RIGHT, RIGHT) == "#######\n#  .@$#\n#######"


@pytest.mark.rule("T3")
def test_boxes_beside_the_push_stay() -> None:
    assert after("######\n# $$.#\n#@$ .#\n# $ .#\n#  . #\n######", RIGHT) == (
        "######\n# $$.#\n# @$.#\n# $ .#\n#  . #\n######"
    )


@pytest.mark.rule("T2")
def test_walking_away_from_a_box_never_pulls_it() -> None:
    assert after("######\n# @$.#\n######", LEFT) == "######\n#@ $.#\n######"


@pytest.mark.rule("T4")
def test_a_push_against_a_wall_is_illegal() -> None:
    assert refused("#####\n#.@$#\n#####", RIGHT) == ("T4", "the box is blocked by a wall")


@pytest.mark.rule("T4", "B1")
def test_a_push_off_the_grid_is_illegal_like_one_against_a_wall() -> None:
    assert refused(".@$", RIGHT, lenient=True) == ("T4", "the box is blocked by a wall")


@pytest.mark.rule("T4")
def test_a_push_against_another_box_is_illegal_even_if_that_box_could_move() -> None:
    assert refused("########\n#@$$ ..#\n########", RIGHT) == ("T4", "the box is blocked by a box")


@pytest.mark.rule("T4")
def test_a_push_against_a_box_on_a_goal_is_illegal() -> None:
    assert refused("#######\n#@$*. #\n#######", RIGHT) == ("T4", "the box is blocked by a box")


def test_a_step_leaves_the_state_it_starts_from_alone() -> None:
    level = Level.parse("#####\n#@$.#\n#####")
    state = State(level.boxes, level.player)
    step(level.board, state, RIGHT)
    assert state == level.state


@pytest.mark.rule("T3")
def test_a_step_is_a_push_exactly_when_a_box_moves() -> None:
    level = Level.parse("######\n# @$.#\n######")
    assert is_push(level.state, step(level.board, level.state, RIGHT))
    assert not is_push(level.state, step(level.board, level.state, LEFT))


@pytest.mark.rule("T1", "T2", "T3", "T4")
def test_steps_yields_the_legal_steps_in_the_order_up_down_left_right() -> None:
    found = list(steps(ROOM.board, ROOM.state))
    assert [direction for direction, _ in found] == [UP, DOWN, LEFT, RIGHT]
    assert all(state == step(ROOM.board, ROOM.state, direction) for direction, state in found)


@pytest.mark.rule("T1", "T4")
def test_steps_skips_illegal_steps_wherever_they_stand_in_the_order() -> None:
    level = Level.parse("#####\n##$##\n#@$.#\n# .##\n#####")
    assert [direction for direction, _ in steps(level.board, level.state)] == [DOWN, RIGHT]


@pytest.mark.rule("A1")
@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ("#####\n#@* #\n#####", True),
        ("######\n#@*.$#\n######", False),
        ("######\n#+$* #\n######", False),
        ("######\n#@** #\n######", True),
        ("#####\n#@$.#\n#####", False),
    ],
)
def test_a_state_is_solved_when_every_box_stands_on_a_goal(text: str, solved: bool) -> None:
    level = Level.parse(text)
    assert is_solved(level.board, level.state) is solved


@pytest.mark.rule("A1")
def test_a_solved_state_may_be_left_again() -> None:
    level = Level.parse("######\n#@*  #\n######")
    assert not is_solved(level.board, step(level.board, level.state, RIGHT))


@pytest.mark.rule("A1")
@pytest.mark.parametrize("player", [(1, 1), (1, 3)])
def test_where_the_player_stands_does_not_matter_for_being_solved(player: tuple[int, int]) -> None:
    level = Level.parse("#####\n#@* #\n#####")
    assert is_solved(level.board, State(level.boxes, Square(*player)))


@pytest.mark.rule("N1")
def test_the_player_reaches_his_own_square_even_when_he_is_shut_in() -> None:
    level = Level.parse("######\n##@$*#\n######\n#.   #\n######")
    assert reachable(level.board, level.state) == {level.player}


@pytest.mark.rule("N1")
def test_boxes_and_walls_bound_what_the_player_reaches_and_diagonals_lead_nowhere() -> None:
    level = Level.parse("#######\n#@ #  #\n#  $  #\n#$#.  #\n# . . #\n#  $  #\n#######")
    assert reachable(level.board, level.state) == {(1, 1), (1, 2), (2, 1), (2, 2)}


@pytest.mark.rule("N1")
def test_walking_goes_around_corners_in_all_directions() -> None:
    level = Level.parse("#######\n#   # #\n# #@# #\n# ### #\n#     #\n#$.####\n#######")
    assert reachable(level.board, level.state) == set(level.board.floor) - level.boxes


@pytest.mark.rule("N2")
def test_the_normalised_player_stands_on_the_first_reachable_square_in_row_order() -> None:
    level = Level.parse("######\n###  #\n#   @#\n#$. ##\n######")
    assert normalise(level.board, level.state) == State(level.boxes, Square(1, 3))


@pytest.mark.rule("N2")
def test_states_that_walking_connects_are_normalised_to_the_same_state() -> None:
    level = Level.parse("#######\n#  $ .#\n# @   #\n#######")
    normal = {
        normalise(level.board, State(level.boxes, square)) for square in level.board.floor if square not in level.boxes
    }
    assert normal == {State(level.boxes, Square(1, 1))}


@pytest.mark.rule("N2")
def test_states_on_two_sides_of_a_box_are_normalised_to_different_states() -> None:
    level = Level.parse("#######\n#@ $ .#\n#######")
    right = State(level.boxes, Square(1, 5))
    assert normalise(level.board, right) == State(level.boxes, Square(1, 4)) != normalise(level.board, level.state)


def found_pushes(text: str) -> list[tuple[Square, Direction]]:
    level = Level.parse(text)
    return [(push.box, push.direction) for push, _ in pushes(level.board, level.state)]


@pytest.mark.rule("N3")
def test_pushes_come_by_boxes_in_row_order_then_up_down_left_right() -> None:
    text = "#########\n#       #\n# $   $ #\n#   @   #\n#    .. #\n#########"
    around = [UP, DOWN, LEFT, RIGHT]
    assert found_pushes(text) == [((2, column), direction) for column in (2, 6) for direction in around]


@pytest.mark.rule("N3")
def test_a_box_cannot_be_pushed_from_a_side_that_the_player_cannot_reach() -> None:
    assert found_pushes("########\n#@ $ . #\n########") == [((1, 3), RIGHT)]


@pytest.mark.rule("N3")
def test_a_box_cannot_be_pushed_against_a_wall_or_another_box() -> None:
    assert found_pushes("#######\n#@ $$ #\n#     #\n#  .. #\n#######") == []


@pytest.mark.rule("N3")
def test_a_box_on_the_edge_of_an_open_board_is_not_pushed_from_outside() -> None:
    level = Level.parse("$@.", lenient=True)
    assert list(pushes(level.board, level.state)) == []


@pytest.mark.rule("N3")
def test_a_push_ends_with_the_player_on_the_old_square_of_the_box() -> None:
    level = Level.parse("########\n#@ $ *.#\n########")
    assert list(pushes(level.board, level.state)) == [
        (Push(Square(1, 3), RIGHT), State(frozenset({Square(1, 4), Square(1, 5)}), Square(1, 3)))
    ]


# The worked examples of docs/background/rules.md


@pytest.mark.rule("D1", "D2")
@pytest.mark.parametrize("cells", examples("perft"), ids=" ".join)
def test_the_perft_examples_of_the_rules_are_what_the_oracle_counts(cells: list[str]) -> None:
    level, metric = Level.parse(cells[0]), Metric(cells[1])
    *counts, states, dead = map(int, cells[2:])
    graph = state_graph(level, metric)
    assert perft(level, 8, metric) == counts
    assert (len(graph.states), graph.dead) == (states, dead)


@pytest.mark.rule("O1", "O2", "V1")
@pytest.mark.parametrize("cells", examples("optima"), ids=" ".join)
def test_the_optima_of_the_rules_are_what_the_oracle_finds(cells: list[str]) -> None:
    level, expected = Level.parse(cells[0]), cells[1]
    objectives = (Objective.MOVES, Objective.PUSHES, Objective.MOVES_PUSHES, Objective.PUSHES_MOVES)
    found = []
    for objective in objectives:
        answer = search_exhaustively(level, objective)
        if answer.moves is None or answer.pushes is None:
            assert answer.verdict is Verdict.UNSOLVABLE
            found.append("unsolvable")
        else:
            cost = answer.objective.cost(answer.moves, answer.pushes)
            found.append(str(cost[0]) if len(cost) == 1 else str(cost))
    assert " ".join(found) == " ".join(expected.split())


def test_the_worked_examples_are_found() -> None:
    assert len(examples("perft")) == 8
    assert len(examples("optima")) == 7


@pytest.mark.rule("W1", "W2", "V1")
@pytest.mark.parametrize("text", ["#######\n#@$.#$#\n#  .# #\n#######", "#######\n#@$ #.#\n#######"])
def test_levels_with_a_box_or_a_goal_out_of_reach_are_unsolvable(text: str) -> None:
    assert search_exhaustively(Level.parse(text)).verdict is Verdict.UNSOLVABLE


@pytest.mark.rule("D2")
def test_a_box_in_a_corner_off_the_goals_is_dead_and_a_solved_state_is_not() -> None:
    graph = state_graph(Level.parse("#######\n# @$. #\n#######"))
    assert graph.distance == (1, 0, None) and graph.dead == 1
