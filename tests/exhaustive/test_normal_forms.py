"""Normal forms of small levels: for every subset of the steps the label is true, and doing it twice changes nothing."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from exhaustive.normal_forms import Part, Truth, faults, random_levels, telling_subsets
from sokogen.small.small_levels import interior_levels
from sokospec import Level
from sokospec.transform.normal_form import STEPS, NormalStep, Preserves, normal_form
from sokospec.transform.normal_grid import LevelGrid


def test_every_level_with_an_inside_of_two_by_two_under_every_subset() -> None:
    trial = Part(2, 2).tried()
    assert trial.faults == []
    assert trial.levels == 76


@pytest.mark.parametrize(
    "part",
    [
        Part(3, 3, parts=40, number=7, stride=10),
        Part(3, 4, boxes=1, parts=400, number=9),
        Part(2, 5, boxes=2, parts=400),
    ],
)
@pytest.mark.long
def test_a_share_of_the_levels_with_nine_to_twelve_squares(part: Part) -> None:
    trial = part._replace(subsets=1).tried()
    assert trial.faults == []
    assert trial.levels > 100


@pytest.mark.long
def test_larger_random_levels() -> None:
    assert random_levels(150, seed=1).faults == []


def test_the_subsets_that_are_tried_stand_for_all_of_them() -> None:
    for level in islice(interior_levels(2, 3, 3), 0, None, 900):
        tried = [(names, normal_form(level, names)) for names, _ in telling_subsets(level, Truth())]
        for count in range(len(STEPS) + 1):
            for chosen in combinations(STEPS, count):
                result = normal_form(level, chosen).level
                assert any(
                    form.level == result and names >= set(chosen) >= set(form.changed) for names, form in tried
                ), (level, chosen)


def promising(preserves: Preserves, name: str) -> NormalStep:
    return STEPS[name]._replace(preserves=preserves)


def take_any_box_on_a_goal_for_immovable(grid: LevelGrid) -> bool:
    return grid.remove(set(sorted(grid.boxes & grid.goals)[1:]))


def fill_a_free_square_once(grid: LevelGrid) -> bool:
    """Fill the first free square, unless this grid has been changed before."""
    free = [square for square in grid.list_marked(grid.room) if square not in grid.boxes | grid.goals | {grid.player}]
    if grid.walked or not free:
        return False
    grid.fill(free[-1])
    grid.walked = True
    return True


@pytest.mark.parametrize(
    ("name", "planted", "text"),
    [
        ("player", promising(Preserves.OPTIMAL_SOLUTION, "player"), "######\n#. $@#\n#    #\n######"),
        ("player", promising(Preserves.OPTIMAL_MOVES, "player"), "######\n#. $@#\n#    #\n######"),
        ("forced", promising(Preserves.OPTIMAL_PUSHES, "forced"), "#####\n#@$.#\n#####"),
        ("forced", promising(Preserves.OPTIMAL_MOVES, "forced"), "#####\n#@$.#\n#####"),
        ("solution", promising(Preserves.OPTIMAL_SOLUTION, "solution"), "#######\n#     #\n#   $.#\n#  $@.#\n#######"),
        (
            "immovable",
            NormalStep(take_any_box_on_a_goal_for_immovable, Preserves.SOLVABILITY),
            "#####\n##*.#\n#@$*#\n#   #\n#####",
        ),
        (
            "dead-ends",
            NormalStep(fill_a_free_square_once, Preserves.SOLVABILITY),
            "#######\n#@ $  .#\n#  #   #\n########",
        ),
    ],
)
def test_a_false_promise_and_a_wrong_step_are_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, planted: NormalStep, text: str
) -> None:
    level = Level.parse(text)
    assert faults(level, frozenset({name}), Truth())[1] == []
    monkeypatch.setitem(STEPS, name, planted)
    assert faults(level, frozenset({name}), Truth())[1] != []
