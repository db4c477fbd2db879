"""What boards, states and levels are (rules B, S and L)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from sokospec import Board, Direction, InvalidLevel, Level, ParseError, Square, State
from sokospec.board import DELTAS, level_defects, neighbour
from sokospec.formats import Reading, read_bytes

ROOM = Level.parse("#####\n#@$.#\n#####")


def squares(*pairs: tuple[int, int]) -> frozenset[Square]:
    return frozenset(Square(*pair) for pair in pairs)


def defects(board: Board, boxes: frozenset[Square], *players: Square) -> list[tuple[str, str]]:
    return [(defect.rule, defect.message) for defect in level_defects(board, boxes, players)]


def test_a_square_equals_the_plain_pair_of_its_row_and_column() -> None:
    assert Square(2, 3) == (2, 3) and (Square(2, 3).row, Square(2, 3).column) == (2, 3)


def test_squares_sort_in_row_order() -> None:
    assert sorted(squares((1, 0), (0, 9), (0, 2))) == [(0, 2), (0, 9), (1, 0)]


def test_directions_come_in_the_order_up_down_left_right() -> None:
    assert list(Direction) == [Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT] == [0, 1, 2, 3]


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("direction", "letter", "delta"),
    [
        (Direction.UP, "u", (-1, 0)),
        (Direction.DOWN, "d", (1, 0)),
        (Direction.LEFT, "l", (0, -1)),
        (Direction.RIGHT, "r", (0, 1)),
    ],
)
def test_a_direction_has_its_letter_and_its_displacement(
    direction: Direction, letter: str, delta: tuple[int, int]
) -> None:
    assert direction.letter == letter
    assert DELTAS[direction] == delta
    assert neighbour(Square(5, 8), direction) == (5 + delta[0], 8 + delta[1])


@pytest.mark.parametrize(
    ("direction", "opposite"),
    [
        (Direction.UP, Direction.DOWN),
        (Direction.DOWN, Direction.UP),
        (Direction.LEFT, Direction.RIGHT),
        (Direction.RIGHT, Direction.LEFT),
    ],
)
def test_the_opposite_of_a_direction_leads_back(direction: Direction, opposite: Direction) -> None:
    assert direction.opposite is opposite


def test_a_neighbour_is_a_square_even_off_the_grid() -> None:
    off = neighbour(Square(0, 0), Direction.UP)
    assert off == (-1, 0) and isinstance(off, Square)


@pytest.mark.rule("B1")
@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (2, 0), (0, 3), (-1, -1), (100, 100)])
def test_every_square_outside_the_grid_is_a_wall(square: tuple[int, int]) -> None:
    assert Board(3, 2, frozenset(), frozenset()).is_wall(Square(*square))


@pytest.mark.rule("B1")
def test_nothing_wraps_around_the_edges_of_the_grid() -> None:
    board = Board(3, 2, frozenset(), frozenset())
    assert board.beyond[Square(0, 2)] == (None, (1, 2), (0, 1), None)
    assert board.beyond[Square(1, 0)] == ((0, 0), None, None, (1, 1))


@pytest.mark.rule("B2")
def test_floor_is_every_square_of_the_grid_that_is_no_wall_in_row_order() -> None:
    board = Board(3, 2, squares((0, 1), (1, 2)), squares((1, 1)))
    assert list(board.floor) == [(0, 0), (0, 2), (1, 0), (1, 1)]


@pytest.mark.rule("B2")
def test_goals_are_no_walls() -> None:
    board = Board(2, 1, squares((0, 0)), squares((0, 1)))
    assert board.is_wall(Square(0, 0)) and not board.is_wall(Square(0, 1))


def test_boards_are_equal_when_size_walls_and_goals_are() -> None:
    board = Board(2, 1, squares((0, 0)), squares((0, 1)))
    assert board == Board(2, 1, squares((0, 0)), squares((0, 1)))
    assert hash(board) == hash(Board(2, 1, squares((0, 0)), squares((0, 1))))
    assert board != Board(3, 1, squares((0, 0)), squares((0, 1)))
    assert board != Board(2, 2, squares((0, 0)), squares((0, 1)))
    assert board != Board(2, 1, squares(), squares((0, 1)))
    assert board != Board(2, 1, squares((0, 0)), squares())


def test_the_table_of_neighbours_is_no_part_of_how_a_board_looks() -> None:
    assert "beyond" not in repr(Board(2, 1, frozenset(), frozenset()))


def test_a_board_cannot_be_changed() -> None:
    board: Any = Board(1, 1, frozenset(), frozenset())
    with pytest.raises(FrozenInstanceError):
        board.width = 2
    with pytest.raises(TypeError):
        board.beyond[Square(0, 0)] = ()


@pytest.mark.rule("S1")
def test_boxes_have_no_identity_so_swapping_two_gives_the_same_state() -> None:
    one = State(squares((1, 1), (2, 2)), Square(3, 3))
    other = State(squares((2, 2), (1, 1)), Square(3, 3))
    assert one == other and hash(one) == hash(other)


@pytest.mark.rule("S1")
def test_states_that_differ_in_a_box_or_in_the_player_are_different() -> None:
    state = State(squares((1, 1)), Square(3, 3))
    assert state != State(squares((1, 2)), Square(3, 3))
    assert state != State(squares((1, 1)), Square(3, 2))


@pytest.mark.rule("L1")
@pytest.mark.parametrize("players", [(), (Square(0, 0), Square(0, 1))])
def test_a_level_has_exactly_one_player(players: tuple[Square, ...]) -> None:
    found = defects(Board(4, 1, frozenset(), squares((0, 3))), squares((0, 2)), *players)
    assert found == [("L1", f"the level has {len(players)} players; it needs exactly one '@' or '+'")]


@pytest.mark.rule("L2")
def test_a_level_has_a_box() -> None:
    found = defects(Board(1, 1, frozenset(), frozenset()), frozenset(), Square(0, 0))
    assert found == [("L2", "the level has no box; it needs at least one '$' or '*'")]


@pytest.mark.rule("L3")
@pytest.mark.parametrize("goals", [squares(), squares((0, 2), (0, 3))])
def test_a_level_has_as_many_goals_as_boxes(goals: frozenset[Square]) -> None:
    found = defects(Board(4, 1, frozenset(), goals), squares((0, 1)), Square(0, 0))
    assert found == [("L3", f"the level has 1 box and {len(goals)} goals; it needs as many of each")]


@pytest.mark.rule("L4")
@pytest.mark.parametrize("where", [Square(0, 3), Square(1, 0), Square(-1, 0)])
def test_pieces_stand_on_floor_of_the_grid(where: Square) -> None:
    walls = squares((0, 3))
    place = f"at row {where.row}, column {where.column} stands on a wall or outside the grid"
    free, other = Board(4, 1, walls, squares((0, 2))), Board(4, 1, walls, frozenset({where}))
    assert defects(free, frozenset({where}), Square(0, 0)) == [("L4", f"a box {place}")]
    assert defects(other, squares((0, 1)), Square(0, 0)) == [("L4", f"a goal {place}")]
    assert defects(free, squares((0, 1)), where) == [("L4", f"the player {place}")]


@pytest.mark.rule("L4")
def test_the_player_stands_on_no_box() -> None:
    found = defects(Board(2, 1, frozenset(), squares((0, 1))), squares((0, 1)), Square(0, 1))
    assert found == [("L4", "the player and a box share row 0, column 1")]


@pytest.mark.rule("L4")
def test_goals_may_lie_under_boxes_and_under_the_player() -> None:
    board = Board(3, 1, frozenset(), squares((0, 0), (0, 1)))
    assert defects(board, squares((0, 1), (0, 2)), Square(0, 0)) == []


@pytest.mark.rule("L1", "L2", "L3", "L4")
def test_all_defects_are_reported_at_once_in_row_order() -> None:
    board = Board(1, 1, frozenset(), squares((2, 0), (1, 0)))
    assert [rule for rule, _ in defects(board, frozenset())] == ["L1", "L2", "L3", "L4", "L4"]
    assert [message[:15] for _, message in defects(board, frozenset())][-2:] == ["a goal at row 1", "a goal at row 2"]


@pytest.mark.rule("L3", "L4")
def test_the_constructor_refuses_what_is_no_level_with_all_its_defects() -> None:
    with pytest.raises(InvalidLevel) as error:
        Level(Board(1, 1, frozenset(), frozenset()), State(squares((0, 0)), Square(0, 0)))
    assert [defect.rule for defect in error.value.defects] == ["L3", "L4"]


def test_a_level_shows_the_parts_of_its_board_and_state() -> None:
    assert ROOM.walls == ROOM.board.walls and (0, 0) in ROOM.walls and len(ROOM.walls) == 12
    assert ROOM.goals == {(1, 3)}
    assert ROOM.boxes == {(1, 2)}
    assert ROOM.player == (1, 1)


def test_a_title_is_no_part_of_a_level() -> None:
    assert Level(ROOM.board, ROOM.state, "One push") == Level(ROOM.board, ROOM.state)
    assert Level(ROOM.board, ROOM.state).title == ""
    assert "One push" in repr(Level(ROOM.board, ROOM.state, "One push"))


def test_levels_that_differ_in_board_or_state_are_different() -> None:
    assert Level.parse("5#|#@$.#|5#") != Level.parse("5#|#@.$#|5#")
    assert Level.parse("6#|#@-$.#|6#") != Level.parse("6#|#-@$.#|6#")


def test_a_level_prints_as_the_text_it_is_read_from() -> None:
    text = "######\n#+$ *#\n######"
    assert str(Level.parse(text)) == text


@pytest.mark.rule("F13")
def test_parse_wants_exactly_one_level() -> None:
    with pytest.raises(ParseError, match="2 levels"):
        Level.parse("#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n")
    with pytest.raises(ParseError, match="no level"):
        Level.parse("nothing here")


@pytest.mark.rule("L5")
def test_strict_reading_wants_a_closed_outer_wall_where_the_player_can_walk() -> None:
    with pytest.raises(InvalidLevel) as error:
        Level.parse("####\n#@$.\n####")
    assert [(defect.rule, defect.line, defect.column) for defect in error.value.defects] == [("L5", 2, 4)]


@pytest.mark.rule("L5", "B1")
def test_lenient_reading_takes_the_edge_of_the_grid_for_a_wall() -> None:
    level = Level.parse("####\n#@$.\n####", lenient=True)
    assert not level.board.is_wall(Square(1, 3))
    assert all(level.board.is_wall(Square(1, column)) for column in (-1, 0, 4))


@pytest.mark.rule("L5")
def test_a_gap_that_only_boxes_close_counts_as_open() -> None:
    with pytest.raises(InvalidLevel, match="L5"):
        Level.parse("#####\n#@.$\n#####")


@pytest.mark.rule("L5")
def test_gaps_where_the_player_never_gets_to_are_no_defect() -> None:
    assert Level.parse("##### #\n#@$.# \n##### #").player == (1, 1)


@pytest.mark.rule("W1")
def test_a_box_off_the_goals_that_is_out_of_reach_is_named_in_a_warning() -> None:
    drawn = read_bytes("#######\n#@$.#$#\n#  .# #\n#######")[0].drawn
    assert [(warning.rule, warning.line, warning.column) for warning in drawn.warnings] == [("W1", 2, 6)]
    assert drawn.level is not None and drawn.defects == ()


@pytest.mark.rule("W2")
def test_a_goal_without_a_box_that_is_out_of_reach_is_named_in_a_warning() -> None:
    drawn = read_bytes("#######\n#@$ #.#\n#######", Reading())[0].drawn
    assert [(warning.rule, warning.line, warning.column) for warning in drawn.warnings] == [("W2", 2, 6)]


@pytest.mark.rule("W1", "W2")
def test_a_box_on_a_goal_that_is_out_of_reach_is_no_reason_for_a_warning() -> None:
    assert read_bytes("#######\n#@$.#*#\n#######")[0].drawn.warnings == ()
