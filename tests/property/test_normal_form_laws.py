"""Laws of the normal form: what each step preserves, and which levels become equal."""

from __future__ import annotations

from functools import reduce
from operator import and_

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from costs import cost
from sokogen.strategies import levels
from sokospec import Board, Level, Square, State, reachable, replay
from sokospec.limits import Interrupted, LimitReached, Limits
from sokospec.oracle import Answer, Objective, Verdict, search_exhaustively, state_graph
from sokospec.transform.normal_form import DEFAULT_STEPS, STEPS, Preserves, immovable_boxes, normal_form
from sokospec.transform.normal_grid import LevelGrid
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

SMALL = levels(max_height=3, max_width=4, max_boxes=2)
EXACT = tuple(name for name, step in STEPS.items() if step.preserves is Preserves.OPTIMAL_SOLUTION)
OBJECTIVES = (Objective.MOVES, Objective.PUSHES, Objective.MOVES_PUSHES, Objective.PUSHES_MOVES)
AROUND_A_BLOCK = Level.parse(
    "#########\n#@      #\n#$##### #\n# ##### #\n# ##### #\n# ##### #\n#.##### #\n#       #\n#########"
)
DECORATED = Level.parse("########\n#*#$ .##\n### #@ #\n#*## ###\n########\n")


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=40)
@given(level=SMALL, objective=st.sampled_from(OBJECTIVES))
@example(level=DECORATED, objective=Objective.MOVES_PUSHES)
def test_each_exact_step_keeps_the_optimum_and_makes_no_new_solution(
    name: str, level: Level, objective: Objective
) -> None:
    form = normal_form(level, [name])
    answer = search_exhaustively(form.level, objective)
    assert cost(answer) == cost(search_exhaustively(level, objective))
    if answer.lurd is not None:
        assert replay(form.symmetry.level(level), answer.lurd).valid


@settings(max_examples=60)
@given(level=SMALL)
@example(level=DECORATED)
def test_all_steps_together_keep_the_least_number_of_pushes(level: Level) -> None:
    assert cost(search_exhaustively(normal_form(level).level)) == cost(search_exhaustively(level))


@settings(max_examples=60)
@given(level=SMALL, objective=st.sampled_from(OBJECTIVES))
def test_the_promise_of_a_form_is_the_weakest_of_the_steps_that_changed_something(
    level: Level, objective: Objective
) -> None:
    form = normal_form(level)
    kept = reduce(and_, (STEPS[name].preserves for name in form.changed), Preserves.OPTIMAL_SOLUTION)
    assert form.preserves is kept
    if form.preserves is Preserves.OPTIMAL_SOLUTION:
        assert cost(search_exhaustively(form.level, objective)) == cost(search_exhaustively(level, objective))


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


@given(data=st.data(), level=levels(max_height=5, max_width=5, max_boxes=4))
def test_a_box_on_a_goal_that_can_never_move_is_as_good_as_a_wall(data: st.DataObject, level: Level) -> None:
    square = data.draw(st.sampled_from(sorted(level.walls)))
    board = Board(level.board.width, level.board.height, level.walls - {square}, level.goals | {square})
    boxed = Level(board, State(level.boxes | {square}, level.player))
    grid = LevelGrid(boxed)
    assume(square in grid.squares(immovable_boxes(grid)) or square not in grid.squares(grid.list_marked(grid.room)))
    assert normal_form(boxed).level == normal_form(level).level


@settings(max_examples=60)
@given(level=levels(max_height=3, max_width=4, max_boxes=3))
def test_boxes_called_immovable_never_move(level: Level) -> None:
    grid = LevelGrid(level)
    held = grid.squares(immovable_boxes(grid))
    assert all(held <= state.boxes for state in state_graph(level).states)


@given(level=levels(), symmetry=st.sampled_from(SYMMETRIES))
def test_the_eight_symmetries_are_distinct_maps_with_inverses(level: Level, symmetry: Symmetry) -> None:
    assert any(other.level(symmetry.level(level)) == level for other in SYMMETRIES)
    assert len({symmetry.square(Square(0, 1), 3, 5) for symmetry in SYMMETRIES}) == 8


@given(level=levels())
def test_the_first_player_is_a_square_he_can_reach(level: Level) -> None:
    assert normal_form(level, ["player"]).level.player == min(reachable(level.board, level.state))


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


def test_the_player_is_named_when_the_symmetry_moves_him_off_the_first_square() -> None:
    """Standing first, he moves with the level when it is turned, and then back to the first square."""
    for text in ("######\n#  # #\n# $@ #\n#.#  #\n######", "######\n#@ $.#\n######", "#####\n#@$.#\n#   #\n#####"):
        level = Level.parse(text)
        form = normal_form(level, ["symmetry", "player"])
        moved = form.symmetry.level(level).player != form.level.player
        assert moved == ("player" in form.changed) == (form.preserves is Preserves.OPTIMAL_PUSHES)


@given(
    level=levels(max_height=7, max_width=7, max_boxes=4),
    steps=st.sets(st.sampled_from(sorted(set(STEPS) - {"solution"}))),
)
@example(level=AROUND_A_BLOCK, steps={"unreachable", "outer-walls"})
def test_normalising_twice_changes_nothing_more_whatever_the_steps(level: Level, steps: set[str]) -> None:
    once = normal_form(level, steps)
    again = normal_form(once.level, steps)
    assert (again.level, again.changed, again.symmetry) == (once.level, (), Symmetry())


def test_a_block_of_walls_stays_whole_and_what_is_outside_becomes_blank() -> None:
    form = normal_form(AROUND_A_BLOCK, ["outer-walls", "trim"])
    assert (form.level, form.changed) == (AROUND_A_BLOCK, ())
    hollow = Level.parse(str(AROUND_A_BLOCK).replace("# ##### #\n# ##### #", "# ##### #\n# #---# #", 1))
    assert normal_form(hollow, ["outer-walls"]).level == AROUND_A_BLOCK


@pytest.mark.parametrize(
    "text", ["#####\n#**@#\n#####", "####\n#@ #\n#* #\n####", "#######\n# @#*##\n#  #*##\n#######"]
)
def test_a_level_all_of_whose_boxes_are_on_their_goals_for_good_becomes_the_least(text: str) -> None:
    assert str(normal_form(Level.parse(text)).level) in ("####\n#*@#\n####", "####\n#@*#\n####")


@settings(max_examples=40)
@given(level=SMALL)
@example(level=Level.parse("########\n#@ $  .#\n########"))
def test_forced_pushes_are_those_every_solution_begins_with(level: Level) -> None:
    form = normal_form(level, ["forced"])
    before, after = search_exhaustively(level), search_exhaustively(form.level)
    assert before.verdict == after.verdict
    if before.lurd is not None and after.lurd is not None and form.level.boxes != level.boxes:
        forced = (before.pushes or 0) - (after.pushes or 0)
        pushed = [at for at, letter in enumerate(before.lurd) if letter.isupper()]
        assert replay(level, before.lurd[: pushed[forced - 1] + 1]).final == form.level.state


def test_the_aggressive_form_of_a_level_of_forced_pushes_is_the_least_level() -> None:
    form = normal_form(Level.parse("#######\n#@ $ .#\n#######"), [*DEFAULT_STEPS, "forced"])
    assert str(form.level) == "####\n#@*#\n####" and form.preserves is Preserves.SOLVABILITY


@settings(max_examples=40)
@given(level=SMALL)
def test_the_least_level_of_a_solution_keeps_the_fewest_moves_and_only_touched_squares(level: Level) -> None:
    form = normal_form(level, ["solution"])
    best = search_exhaustively(form.level, Objective.MOVES_PUSHES)
    assert cost(best) == cost(search_exhaustively(level, Objective.MOVES_PUSHES))
    if best.lurd:
        assert form.level.boxes | reachable(form.level.board, State(frozenset(), form.level.player)) == touched(
            form.level, best.lurd
        )


def touched(level: Level, lurd: str) -> frozenset[Square]:
    """Return the squares on which the player or a pushed box stands at some time."""
    found = level.boxes | {level.player}
    for steps in range(1, len(lurd) + 1):
        state = replay(level, lurd[:steps]).final
        found |= state.boxes | {state.player}
    return found


def test_a_limit_of_the_search_is_no_verdict() -> None:
    level = Level.parse("#######\n#@ $ .#\n#######")
    with pytest.raises(LimitReached) as reached:
        normal_form(level, ["solution"], Limits(seconds=0))
    assert reached.value.verdict is Verdict.LIMIT_TIME
    with pytest.raises(LimitReached, match="LIMIT_MEMORY"):
        normal_form(level, ["solution"], Limits(mib=1))
    assert normal_form(level, limits=Limits(seconds=0)).level == normal_form(level).level


def test_an_interrupted_search_interrupts_the_normal_form() -> None:
    def interrupted(level: Level, objective: Objective, limits: Limits) -> Answer:
        raise Interrupted(search_exhaustively(level, objective, Limits(seconds=0)))

    with pytest.raises(KeyboardInterrupt):
        normal_form(Level.parse("#######\n#@ $ .#\n#######"), ["solution"], solve=interrupted)


def test_an_unknown_step_is_named_together_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown step 'polish'; the steps are immovable, dead-ends"):
        normal_form(Level.parse("#####\n#@$.#\n#####"), ["polish"])
