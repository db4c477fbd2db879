"""The reasons of dead states in words: what they say of boxes, goals and squares."""

from __future__ import annotations

from itertools import islice

import pytest

from parts import long_ones
from sokodead import DETECTORS
from sokodead.reasons import reason_of
from sokogen.random.batches import random_batches
from sokospec import Level

TWO = "boxes at row 2, column 2 and row 2, column 3"
CASES = [
    (
        "corner",
        "#####|#@ .#|#$  #|#####",
        "the box at row 2, column 1 can be pushed to no goal",
    ),
    (
        "freeze",
        "######|#@   #|#.$$.#|######",
        f"the {TWO} block each other for good; neither is on a goal",
    ),
    (
        "freeze",
        "######|#@   #|# $* #|######|#  . #|######",
        f"the {TWO} block each other for good; the box at row 2, column 2 is not on a goal",
    ),
    (
        "freeze",
        "######|#@   #|# $$ #|# $$ #|#....#|######",
        "the boxes at row 2, column 2; row 2, column 3; row 3, column 2; and row 3, column 3 block each other for "
        "good; none is on a goal",
    ),
    ("dead-squares", "######|# $  #|#@   #|#  .##|######", "the box at row 1, column 2 can be pushed to no goal"),
    (
        "bipartite",
        "#####|#.  #|#$ .#|#$ @#|#   #|#####",
        "the boxes at row 2, column 1 and row 3, column 1 can only get to the goal at row 1, column 1: 2 boxes, 1 goal",
    ),
]


@pytest.mark.parametrize(("detector", "drawn", "text"), CASES)
def test_a_reason_names_the_boxes_their_squares_and_what_is_wrong(detector: str, drawn: str, text: str) -> None:
    level = Level.parse(drawn.replace("|", "\n"))
    evidence = DETECTORS[detector](level)
    assert evidence is not None and reason_of(level, evidence).text == text


@pytest.mark.parametrize("name", long_ones(list(DETECTORS), DETECTORS.keys() - {"freeze", "bipartite"}))
def test_every_evidence_gives_a_reason_about_boxes_of_the_level_one_of_them_off_the_goals(name: str) -> None:
    given = 0
    for board, states in islice(random_batches(4, squares=14), 0, 60, 12):
        for state in states[::9]:
            level = Level(board, state)
            evidence = DETECTORS[name](level)
            if evidence is None:
                continue
            reason = reason_of(level, evidence)
            boxes = set(reason.boxes)
            assert boxes and boxes <= level.boxes and boxes - level.goals
            assert set(reason.frozen) <= level.boxes & level.goals and not boxes & set(reason.frozen)
            assert set(reason.goals) <= level.goals and (not reason.goals or len(boxes) > len(reason.goals))
            assert reason.text.count("row ") >= len(boxes) + len(reason.frozen)
            given += 1
    assert given or name in ("tunnel", "closed-diagonal", "frozen-walls", "frozen-bipartite", "corral", "pi-corral")
