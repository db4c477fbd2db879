"""Laws of steps, walks and pushes on any small level, and a second statement of the rules to compare with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property.level_pairs import levels_with_states
from sokospec import Board, Direction, IllegalStep, Level, Square, State, is_solved, normalise, pushes, reachable, step
from sokospec.board import neighbour
from sokospec.rules import is_push, steps

AFTER = {"@ ": " @", "@$ ": " @$"}
"""All that a step can do, drawn to the right and without goals: walk on, or push a box on."""

Symmetry = Callable[[Board, State, Direction], tuple[Board, State, Direction]]

directions = st.sampled_from(Direction)


def without_ring(pair: tuple[Level, State]) -> tuple[Level, State]:
    """Return a level and a state with the outer row and column of walls on each side cut off."""
    level, state = pair
    board = level.board

    def moved(squares: frozenset[Square]) -> frozenset[Square]:
        inside = {Square(square.row - 1, square.column - 1) for square in squares}
        return frozenset(
            square
            for square in inside
            if square.row in range(board.height - 2) and square.column in range(board.width - 2)
        )

    (player,) = moved(frozenset({state.player}))
    (start,) = moved(frozenset({level.player}))
    inner = Board(board.width - 2, board.height - 2, moved(board.walls), moved(board.goals))
    return Level(inner, State(moved(level.boxes), start)), State(moved(state.boxes), player)


positions = levels_with_states() | levels_with_states().map(without_ring)
"""Levels with states, the outer wall drawn or left to rule B1."""


def redrawn(board: Board, state: State, direction: Direction) -> State | None:
    """Return the state after a step by rewriting the line of squares ahead of the player, or None if it is illegal."""
    line = [state.player]
    for _ in range(2):
        line.append(neighbour(line[-1], direction))
    drawn = "@" + "".join("#" if board.is_wall(q) else "$" if q in state.boxes else " " for q in line[1:])
    for before, after in AFTER.items():
        if drawn.startswith(before):
            there = dict(zip(line, after, strict=False))
            boxes = state.boxes.difference(there) | {square for square, symbol in there.items() if symbol == "$"}
            (player,) = (square for square, symbol in there.items() if symbol == "@")
            return State(boxes, player)
    return None


def tried(board: Board, state: State, direction: Direction) -> State | None:
    try:
        return step(board, state, direction)
    except IllegalStep:
        return None


def mirrored(board: Board, state: State, direction: Direction) -> tuple[Board, State, Direction]:
    """Return everything with left and right exchanged."""

    def image(square: Square) -> Square:
        return Square(square.row, board.width - 1 - square.column)

    turned = {Direction.LEFT: Direction.RIGHT, Direction.RIGHT: Direction.LEFT}.get(direction, direction)
    walls, goals = frozenset(map(image, board.walls)), frozenset(map(image, board.goals))
    return (
        Board(board.width, board.height, walls, goals),
        State(frozenset(map(image, state.boxes)), image(state.player)),
        turned,
    )


def transposed(board: Board, state: State, direction: Direction) -> tuple[Board, State, Direction]:
    """Return everything with rows and columns exchanged."""

    def image(square: Square) -> Square:
        return Square(square.column, square.row)

    up, down, left, right = Direction
    turned = {up: left, left: up, down: right, right: down}[direction]
    walls, goals = frozenset(map(image, board.walls)), frozenset(map(image, board.goals))
    return (
        Board(board.height, board.width, walls, goals),
        State(frozenset(map(image, state.boxes)), image(state.player)),
        turned,
    )


@pytest.mark.rule("B1", "B2")
@given(positions)
def test_walls_and_floor_divide_the_grid_and_neighbours_are_mutual(position: tuple[Level, State]) -> None:
    board = position[0].board
    grid = {Square(row, column) for row in range(board.height) for column in range(board.width)}
    assert set(board.floor) == grid - board.walls
    for square in board.floor:
        for direction in Direction:
            ahead = board.beyond[square][direction]
            assert (ahead is None) == board.is_wall(neighbour(square, direction))
            assert ahead is None or board.beyond[ahead][direction.opposite] == square


@pytest.mark.rule("T1", "T2", "T3", "T4")
@given(positions, directions)
def test_a_step_rewrites_the_line_ahead_of_the_player_and_nothing_else(
    position: tuple[Level, State], direction: Direction
) -> None:
    level, state = position
    assert tried(level.board, state, direction) == redrawn(level.board, state, direction)


@pytest.mark.rule("T1", "T4")
@given(positions, directions)
def test_an_illegal_step_names_t1_exactly_when_a_wall_is_ahead(
    position: tuple[Level, State], direction: Direction
) -> None:
    level, state = position
    if tried(level.board, state, direction) is None:
        wall_ahead = level.board.is_wall(neighbour(state.player, direction))
        with pytest.raises(IllegalStep, match="T1" if wall_ahead else "T4"):
            step(level.board, state, direction)


@pytest.mark.rule("T2", "T3", "L4")
@given(positions)
def test_steps_keep_the_number_of_boxes_and_everything_on_floor(position: tuple[Level, State]) -> None:
    level, state = position
    for direction, after in steps(level.board, state):
        assert len(after.boxes) == len(state.boxes)
        assert after.boxes | {after.player} <= set(level.board.floor)
        assert after.player not in after.boxes
        assert after.player == neighbour(state.player, direction)


@given(positions)
def test_steps_are_exactly_the_directions_in_which_step_is_legal(position: tuple[Level, State]) -> None:
    level, state = position
    tries = [(direction, tried(level.board, state, direction)) for direction in Direction]
    assert list(steps(level.board, state)) == [(direction, after) for direction, after in tries if after is not None]


@pytest.mark.rule("T2", "T3")
@given(positions)
def test_a_move_is_undone_by_the_opposite_move_and_a_push_is_not(position: tuple[Level, State]) -> None:
    level, state = position
    for direction, after in steps(level.board, state):
        back = step(level.board, after, direction.opposite)
        assert not is_push(after, back) and back.player == state.player
        assert (back == state) == (not is_push(state, after))


@given(positions, directions, st.lists(st.sampled_from([mirrored, transposed]), min_size=1, max_size=4))
def test_mirroring_and_rotating_commute_with_steps_walks_and_solved(
    position: tuple[Level, State], direction: Direction, symmetries: list[Symmetry]
) -> None:
    level, state = position
    board = level.board
    after = tried(board, state, direction)
    region = State(reachable(board, state), state.player)
    for symmetry in symmetries:
        if after is not None:
            after = symmetry(board, after, direction)[1]
        region = symmetry(board, region, direction)[1]
        board, state, direction = symmetry(board, state, direction)
    assert tried(board, state, direction) == after
    assert reachable(board, state) == region.boxes
    assert is_solved(board, state) == is_solved(level.board, position[1])


@pytest.mark.rule("A1")
@given(positions)
def test_a_state_of_a_level_is_solved_exactly_when_boxes_and_goals_are_the_same_squares(
    position: tuple[Level, State],
) -> None:
    level, state = position
    assert is_solved(level.board, state) == (state.boxes == level.goals)


@pytest.mark.rule("N1")
@given(positions)
def test_the_reachable_squares_are_those_that_moves_without_pushes_lead_to(position: tuple[Level, State]) -> None:
    level, state = position
    seen = {state}
    frontier = [state]
    while frontier:
        before = frontier.pop()
        for _, after in steps(level.board, before):
            if not is_push(before, after) and after not in seen:
                seen.add(after)
                frontier.append(after)
    assert reachable(level.board, state) == {walked.player for walked in seen}


@pytest.mark.rule("N1", "N2")
@given(positions)
def test_walking_changes_neither_what_is_reachable_nor_the_normalised_state(position: tuple[Level, State]) -> None:
    level, state = position
    region = reachable(level.board, state)
    normal = normalise(level.board, state)
    assert normal == State(state.boxes, sorted(region)[0])
    for square in region:
        walked = State(state.boxes, square)
        assert reachable(level.board, walked) == region and normalise(level.board, walked) == normal


@pytest.mark.rule("N2")
@given(positions)
def test_normalised_states_are_equal_only_up_to_walking(position: tuple[Level, State]) -> None:
    level, state = position
    region = reachable(level.board, state)
    for square in set(level.board.floor) - state.boxes - region:
        assert normalise(level.board, State(state.boxes, square)) != normalise(level.board, state)


@pytest.mark.rule("N3")
@given(positions)
def test_pushes_are_the_pushing_steps_from_all_reachable_squares(position: tuple[Level, State]) -> None:
    level, state = position
    found = [((tuple(push.box), push.direction), after) for push, after in pushes(level.board, state)]
    expected = {}
    for square in reachable(level.board, state):
        walked = State(state.boxes, square)
        for direction, after in steps(level.board, walked):
            if is_push(walked, after):
                expected[tuple(neighbour(square, direction)), direction] = after
    assert found == sorted(expected.items())


@pytest.mark.rule("N2", "N3")
@given(positions)
def test_a_state_and_its_normalised_state_have_the_same_pushes(position: tuple[Level, State]) -> None:
    level, state = position
    assert list(pushes(level.board, state)) == list(pushes(level.board, normalise(level.board, state)))
