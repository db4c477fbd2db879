"""Similarity of levels: what changes nothing of it, how much one change costs, and that its bounds lose nothing."""

from __future__ import annotations

from itertools import combinations

import pytest

from sokospec.board import Level
from sokospec.transform.normal_form import normal_form
from sokospec.transform.similarity import LevelMarks, similarity, similarity_of_marks
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

LEVEL = Level.parse("#######\n#  .  #\n# $#$ #\n# .@  #\n#  ####\n####")
MOVED = Level.parse("#######\n#  .  #\n# $# $#\n# .@  #\n#  ####\n####")
OTHERS = [
    LEVEL,
    MOVED,
    Level.parse("#####\n#@$.#\n#####"),
    Level.parse("########\n#@ $  .#\n#  $  .#\n#      #\n########"),
    Level.parse("####\n#@ #\n# $#\n#. #\n# *#\n####"),
]


def by_trial(one: LevelMarks, other: LevelMarks) -> float:
    """Return the similarity by trying every placement."""
    best = 0.0
    for image in other.images:
        for down in range(-image.height, one.height):
            for right in range(-image.width, one.width):
                shifted = [{(row + down, column + right) for row, column in kind} for kind in image.kinds]
                common = sum(len(ours & theirs) for ours, theirs in zip(one.kinds, shifted, strict=True))
                best = max(best, common / (one.size + other.size - common))
    return best


def marks_of(level: Level) -> LevelMarks:
    return LevelMarks.of(normal_form(level).level)


@pytest.mark.source(47)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetries_do_not_change_it(symmetry: Symmetry) -> None:
    assert similarity(LEVEL, symmetry.level(LEVEL)) == 1


def test_surroundings_outer_walls_and_the_players_square_do_not_count() -> None:
    rows = ("#########", "#########", "##  .  ##", "## $#$ ##", "##@.   ##", "##  #####", "#########", "#   #####")
    decorated = "\n".join([*rows, "#########"])
    assert similarity(LEVEL, Level.parse(decorated)) == 1


def test_one_box_moved_costs_two_marks() -> None:
    size = marks_of(LEVEL).size
    assert similarity(LEVEL, MOVED) == similarity(MOVED, LEVEL) == (size - 1) / (size + 1)


def test_the_bounds_lose_nothing() -> None:
    for one, other in combinations(map(marks_of, OTHERS), 2):
        truth = by_trial(one, other)
        assert 0 < truth < 1
        assert similarity_of_marks(one, other) == similarity_of_marks(one, other, truth) == truth
        assert similarity_of_marks(one, other, truth + 1e-6) == 0
