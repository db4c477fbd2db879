"""The strategies that users import yield what they promise, and shrink to the small examples that one expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from property.level_pairs import levels_with_plays, levels_with_states
from sokogen.random.random_levels import SolvableLevel
from sokogen.strategies import grids, levels, plays, solvable_levels, states
from sokospec import Level, State, replay
from sokospec.board import level_defects
from sokospec.oracle import Verdict, search_exhaustively

T = TypeVar("T")


def smallest(strategy: st.SearchStrategy[T], condition: Callable[[T], bool]) -> T:
    return find(strategy, condition, settings=settings(max_examples=5_000, derandomize=True, database=None))


def area(level: Level) -> int:
    height, width = inside(level)
    return height * width


def pushes_of(lurd: str) -> int:
    return sum(letter.isupper() for letter in lurd)


def inside(level: Level) -> tuple[int, int]:
    return level.board.height - 2, level.board.width - 2


def assert_closed(level: Level) -> None:
    board = level.board
    assert all(
        board.is_wall(square)
        for square in board.walls | set(board.floor)
        if square.row in (0, board.height - 1) or square.column in (0, board.width - 1)
    )


SIZES = st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(2, 4), st.integers(0, 3))


@given(SIZES, st.integers(1, 3), st.integers(0, 2), st.data())
def test_levels_keep_to_the_sizes_and_numbers_asked_for(
    sizes: tuple[int, int, int, int], min_boxes: int, more: int, data: st.DataObject
) -> None:
    min_height, more_rows, min_width, more_columns = sizes
    bounds = {
        "min_height": min_height,
        "max_height": min_height + more_rows + 1,
        "min_width": min_width,
        "max_width": min_width + more_columns,
        "min_boxes": min_boxes,
        "max_boxes": min_boxes + more,
    }
    level = data.draw(levels(**bounds))
    known, solution = data.draw(solvable_levels(**bounds))
    for drawn in (level, known):
        height, width = inside(drawn)
        assert min_height <= height <= bounds["max_height"]
        assert min_width <= width <= bounds["max_width"]
        assert min_boxes <= len(drawn.boxes) <= bounds["max_boxes"]
        assert_closed(drawn)
    assert replay(known, solution).valid


@given(solvable_levels(max_pulls=5))
def test_a_solvable_level_comes_with_a_solution_of_at_most_the_pulls_asked_for(solvable: SolvableLevel) -> None:
    level, solution = solvable
    outcome = replay(level, solution)
    assert outcome.valid
    assert outcome.metrics.pushes <= 5


@given(levels())
def test_a_level_survives_its_text(level: Level) -> None:
    assert Level.parse(str(level)) == level


@given(levels_with_states())
def test_states_stand_on_the_floor_of_their_level_with_as_many_boxes(pair: tuple[Level, State]) -> None:
    level, state = pair
    assert not list(level_defects(level.board, state.boxes, [state.player]))


@given(levels_with_plays())
def test_plays_are_legal_and_written_in_the_right_case(pair: tuple[Level, str]) -> None:
    level, lurd = pair
    outcome = replay(level, lurd)
    assert outcome.valid or (outcome.rule, outcome.at) == ("A2", len(lurd))


@given(grids(max_height=3, max_width=4, symbols="#@"))
def test_grids_keep_to_their_symbols_and_sizes(text: str) -> None:
    rows = text.split("\n")
    assert len(rows) <= 3
    assert max(map(len, rows)) <= 4
    assert set(text) <= set("#@\n")


@pytest.mark.parametrize("strategy", [levels, solvable_levels])
def test_a_room_too_small_for_its_boxes_is_refused_at_once(strategy: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="an inside of 4 squares has no room for 4 boxes and the player"):
        strategy(max_height=2, max_width=2, min_boxes=4)


def test_bounds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidArgument):
        smallest(levels(min_height=3, max_height=2), lambda _: True)


def test_the_source_of_levels_can_be_chosen() -> None:
    one = Level.parse("######\n#@$ .#\n######")
    assert smallest(levels_with_states(st.just(one)), lambda _: True) == (one, one.state)
    assert smallest(levels_with_plays(st.just(one)), lambda pair: bool(pair[1])) == (one, "R")


ROOM = Level.parse("######\n#@   #\n# $. #\n#    #\n######")


@pytest.mark.parametrize(
    ("condition", "rows"),
    [
        (lambda level: True, ["@*"]),
        (lambda level: search_exhaustively(level).verdict is Verdict.OPTIMAL, ["@*"]),
        (lambda level: search_exhaustively(level).pushes == 1, ["@$."]),
        (lambda level: inside(level) == (2, 2), ["@$", ". "]),
        (lambda level: len(level.boxes) == 3, ["@***"]),
    ],
)
def test_levels_shrink_to_the_least_one(condition: Callable[[Level], bool], rows: list[str]) -> None:
    level = smallest(levels(), condition)
    edge = "#" * (len(rows[0]) + 2)
    assert str(level).split("\n") == [edge, *(f"#{row}#" for row in rows), edge]


@pytest.mark.parametrize(
    ("condition", "squares"),
    [
        (lambda level: search_exhaustively(level).verdict is Verdict.UNSOLVABLE, 4),
        (lambda level: search_exhaustively(level).pushes == 2, 10),
        (lambda level: len(level.board.floor) < area(level), 4),
    ],
)
def test_levels_shrink_to_a_small_one_where_there_is_more_than_one_way(
    condition: Callable[[Level], bool], squares: int
) -> None:
    level = smallest(levels(), condition)
    assert area(level) <= squares
    assert len(level.boxes) <= 2


def test_levels_with_more_boxes_shrink_to_rooms_that_just_hold_them() -> None:
    level = smallest(levels(max_boxes=5), lambda level: len(level.boxes) == 5)
    assert len(level.board.floor) == 6
    assert level.boxes == level.goals


@pytest.mark.long
def test_solvable_levels_shrink_in_the_level_and_in_the_solution() -> None:
    assert smallest(solvable_levels(), lambda _: True).solution == ""
    level, solution = smallest(solvable_levels(), lambda solvable: "R" in solvable.solution)
    assert solution == "R"
    assert len(level.boxes) <= 2
    level, solution = smallest(solvable_levels(), lambda solvable: pushes_of(solvable.solution) == 2)
    assert len(solution) <= 4
    assert min(inside(level)) == 1
    assert max(inside(level)) <= 5


def test_states_shrink_to_the_level_s_own() -> None:
    assert smallest(states(ROOM), lambda _: True) == ROOM.state
    other = smallest(states(ROOM), lambda state: state.boxes != ROOM.boxes)
    assert (sorted(other.boxes), other.player) == ([(1, 1)], (1, 2))


def test_plays_shrink_to_few_steps() -> None:
    assert smallest(plays(ROOM), lambda _: True) == ""
    assert pushes_of(smallest(plays(ROOM), lambda lurd: pushes_of(lurd) >= 2)) == 2
    assert smallest(plays(ROOM), lambda lurd: "R" in lurd) == "dR"


def test_grids_shrink_to_few_plain_symbols() -> None:
    assert smallest(grids(), lambda _: True) == ""
    assert smallest(grids(), lambda text: "\n" in text) == "\n"
    assert smallest(grids(), lambda text: text.count("$") == 2).replace("\n", "") == "$$"


@pytest.mark.long
def test_every_kind_of_level_is_found() -> None:
    wanted: list[Callable[[Level], bool]] = [
        lambda level: (search_exhaustively(level).pushes or 0) >= 3,
        lambda level: search_exhaustively(level).pushes == 0 and len(level.boxes) == 3,
        lambda level: not level.boxes & level.goals and len(level.boxes) == 3,
        lambda level: level.player in level.goals,
        lambda level: len(level.board.floor) < 8 and inside(level) == (4, 4),
    ]
    for condition in wanted:
        smallest(levels(max_height=4, max_width=4), condition)  # raises when there is none


def test_plays_push_and_walk() -> None:
    lurd = smallest(plays(ROOM), lambda lurd: {"R", "L", "u", "D"} <= set(lurd))
    assert replay(ROOM, lurd).metrics.pushes >= 3
