"""Squares to which one box can be pushed, on boards so small that a reader can check them."""

from __future__ import annotations

import pytest

from sokospec import Level, Square
from sokospec.oracle import box_distances


def distances_of(level: Level, box: Square) -> dict[tuple[int, int], int]:
    found = box_distances(level.board, level.state, box)
    return {(row, column): distance for (row, column), distance in found.items()}


def test_in_a_corridor_a_box_goes_one_way() -> None:
    level = Level.parse("#######\n#@$  .#\n#######")
    assert distances_of(level, Square(1, 2)) == {(1, 2): 0, (1, 3): 1, (1, 4): 2, (1, 5): 3}


def test_a_ring_lets_the_player_push_the_box_back() -> None:
    level = Level.parse("#######\n#@$  .#\n# ### #\n#     #\n#######")
    assert distances_of(level, Square(1, 2)) == {(1, 1): 1, (1, 2): 0, (1, 3): 1, (1, 4): 2, (1, 5): 3}


def test_a_wall_or_another_box_in_the_ring_takes_that_away() -> None:
    for gap in "#*":
        level = Level.parse(f"#######\n#@$  .#\n# ### #\n#  {gap}  #\n#######")
        assert distances_of(level, Square(1, 2)) == {(1, 2): 0, (1, 3): 1, (1, 4): 2, (1, 5): 3}


def test_a_box_in_a_door_parts_the_player_from_the_other_room_until_it_is_two_squares_inside() -> None:
    level = Level.parse("#########\n#   #   #\n#@  $  .#\n#   #   #\n#########")
    found = distances_of(level, Square(2, 4))
    assert (found[2, 5], found[2, 6], found[2, 7]) == (1, 2, 3)
    assert (found[1, 6], found[1, 5]) == (3, 4), "two pushes in, one up and one back; not one in and one up"
    assert found[2, 3] == 5, "two pushes in and three back"


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("#######\n#@ #$.#\n#######", (1, 4)),  # behind a wall
        ("#######\n#@$$..#\n#######", (1, 3)),  # behind another box
        ("#####\n#@ .#\n#$  #\n#####", (2, 1)),  # in a corner
        ("#######\n# @   #\n# #$# #\n#. ## #\n#######", (2, 3)),  # above a wall, between two
        ("####\n#+$#\n####", (1, 2)),
    ],
)
def test_a_box_that_cannot_be_pushed_reaches_its_own_square_alone(text: str, box: tuple[int, int]) -> None:
    level, square = Level.parse(text), Square(*box)
    assert distances_of(level, square) == {box: 0}


def test_a_box_can_come_back_to_its_square_from_another_side_without_changing_its_distance() -> None:
    level = Level.parse("######\n#    #\n# $@ #\n#   .#\n######")
    found = distances_of(level, Square(2, 2))
    assert found[2, 2] == 0
    assert len(found) == 12
    assert max(found.values()) == 3


def test_other_boxes_stand_in_the_way_and_goals_do_not_matter() -> None:
    level = Level.parse("#######\n#@$ * #\n# .   #\n#######")
    assert distances_of(level, Square(1, 2)) == {(1, 1): 1, (1, 2): 0, (1, 3): 1}


def test_a_square_without_a_box_is_refused() -> None:
    level = Level.parse("#####\n#@$.#\n#####")
    with pytest.raises(ValueError, match=r"there is no box on \(1, 1\)"):
        box_distances(level.board, level.state, Square(1, 1))
