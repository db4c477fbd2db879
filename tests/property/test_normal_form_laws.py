"""Laws of the normal form: what each step preserves, and which levels become equal."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sokogen.strategies import levels
from sokospec import Board, Level, Square, State, reachable, replay
from sokospec.normal_form import PRESERVES, Preserves, first_player, immovable_boxes, normal_form
from sokospec.oracle import Answer, Objective, solve, state_graph
from sokospec.symmetry import SYMMETRIES, Symmetry

SMALL = levels(max_height=3, max_width=4, max_boxes=2)
EXACT = tuple(name for name, kept in PRESERVES.items() if kept is Preserves.OPTIMAL_SOLUTION)
OBJECTIVES = (Objective.MOVES, Objective.PUSHES, Objective.MOVES_PUSHES, Objective.PUSHES_MOVES)
DECORATED = Level.parse("########\n#*#$ .##\n### #@ #\n#*## ###\n########\n")


def cost(answer: Answer) -> tuple[int, ...] | None:
    if answer.moves is None or answer.pushes is None:
        return None
    return answer.objective.cost(answer.moves, answer.pushes)


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=40)
@given(level=SMALL, objective=st.sampled_from(OBJECTIVES))
@example(level=DECORATED, objective=Objective.MOVES_PUSHES)
def test_each_exact_step_keeps_the_optimum_and_makes_no_new_solution(
    name: str, level: Level, objective: Objective
) -> None:
    form = normal_form(level, [name])
    answer = solve(form.level, objective)
    assert cost(answer) == cost(solve(level, objective))
    if answer.lurd is not None:
        assert replay(form.symmetry.level(level), answer.lurd).valid


@settings(max_examples=60)
@given(level=SMALL)
@example(level=DECORATED)
def test_all_steps_together_keep_the_least_number_of_pushes(level: Level) -> None:
    assert cost(solve(normal_form(level).level)) == cost(solve(level))


@settings(max_examples=60)
@given(level=SMALL, objective=st.sampled_from(OBJECTIVES))
def test_the_promise_of_a_form_is_the_weakest_of_the_steps_that_changed_something(
    level: Level, objective: Objective
) -> None:
    form = normal_form(level)
    assert form.preserves == min((PRESERVES[name] for name in form.changed), default=Preserves.OPTIMAL_SOLUTION)
    if form.preserves is Preserves.OPTIMAL_SOLUTION:
        assert cost(solve(form.level, objective)) == cost(solve(level, objective))


@given(level=levels(max_height=6, max_width=6, max_boxes=5))
def test_normalising_twice_changes_nothing_more(level: Level) -> None:
    once = normal_form(level)
    again = normal_form(once.level)
    assert again.level == once.level
    assert again.changed == ()
    assert again.symmetry == Symmetry()


@given(level=levels(max_height=6, max_width=6, max_boxes=5), symmetry=st.sampled_from(SYMMETRIES))
def test_symmetric_levels_have_equal_normal_forms(level: Level, symmetry: Symmetry) -> None:
    assert normal_form(symmetry.level(level)).level == normal_form(level).level


@given(data=st.data(), level=levels(max_height=6, max_width=6, max_boxes=5))
def test_where_in_his_region_the_player_starts_does_not_matter(data: st.DataObject, level: Level) -> None:
    player = data.draw(st.sampled_from(sorted(reachable(level.board, level.state))))
    moved = Level(level.board, State(level.boxes, player))
    assert normal_form(moved).level == normal_form(level).level


@given(level=levels(max_height=5, max_width=5), thickness=st.integers(1, 3))
def test_thicker_outer_walls_do_not_matter(level: Level, thickness: int) -> None:
    height, width = level.board.height + 2 * thickness, level.board.width + 2 * thickness

    def moved(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset(Square(row + thickness, column + thickness) for row, column in squares)

    floor = moved(frozenset(level.board.floor))
    walls = frozenset(Square(row, column) for row in range(height) for column in range(width)) - floor
    (player,) = moved(frozenset({level.player}))
    thick = Level(Board(width, height, walls, moved(level.goals)), State(moved(level.boxes), player))
    assert normal_form(thick).level == normal_form(level).level


@settings(max_examples=60)
@given(level=levels(max_height=3, max_width=4, max_boxes=3))
def test_boxes_called_immovable_never_move(level: Level) -> None:
    held = immovable_boxes(level.board, level.boxes)
    assert all(held <= state.boxes for state in state_graph(level).states)


@given(level=levels(), symmetry=st.sampled_from(SYMMETRIES))
def test_the_eight_symmetries_are_distinct_maps_with_inverses(level: Level, symmetry: Symmetry) -> None:
    assert any(other.level(symmetry.level(level)) == level for other in SYMMETRIES)
    assert len({symmetry.square(Square(0, 1), 3, 5) for symmetry in SYMMETRIES}) == 8


@given(level=levels())
def test_the_first_player_is_a_square_he_can_reach(level: Level) -> None:
    assert first_player(level).player == min(reachable(level.board, level.state))


def test_a_useless_dead_end_is_filled_and_a_useful_one_is_not() -> None:
    useless = Level.parse("#######\n#@$ . #\n#######")
    assert "dead-ends" in normal_form(useless).changed
    with_goal = Level.parse("######\n#@$ .#\n######")
    assert str(normal_form(with_goal, ["dead-ends"]).level) == "######\n#@$ .#\n######"


def test_immovable_boxes_stay_when_no_other_box_would_be_left() -> None:
    level = Level.parse("####\n#*@#\n####")
    assert normal_form(level, ["immovable", "unreachable"]).level == level


def test_an_unreachable_box_on_a_goal_goes_and_one_off_its_goal_stays() -> None:
    on_goal = Level.parse("########\n#@$.#*##\n########")
    assert normal_form(on_goal).level == normal_form(Level.parse("#####\n#@$.#\n#####")).level
    off_goal = Level.parse("########\n#@$.#$.#\n########")
    assert len(normal_form(off_goal).level.boxes) == 2


def test_an_unknown_step_is_named_together_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown step 'polish'; the steps are immovable, unreachable"):
        normal_form(Level.parse("#####\n#@$.#\n#####"), ["polish"])
