"""Every state with up to two boxes on every board with a 3x3 inside: the rules say what the restatement says.

Goals play no part in a step, so that each of the 512 boards stands for all its levels; they are not thinned out by
symmetry, because a rule may well be wrong in one direction alone. 25,344 states in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from differential.restatement import forks, game, strolls
from sokogen.small.small_levels import build_board, inside_of
from sokospec import Board, Direction, Square, State, is_solved, normalise, pushes, reachable, steps
from sokospec.rules import is_push

SIDE = 3
MAX_BOXES = 2
WALL_COUNTS = range(SIDE * SIDE + 1)


def boards_with(walls: int) -> Iterator[Board]:
    return (build_board(SIDE, SIDE, chosen, ()) for chosen in combinations(inside_of(SIDE, SIDE), walls))


def states_of(board: Board) -> Iterator[State]:
    for count in range(1, MAX_BOXES + 1):
        for boxes in combinations(board.floor, count):
            yield from (State(frozenset(boxes), player) for player in board.floor if player not in boxes)


def drawn(board: Board, state: State) -> str:
    """Return a state as XSB text, without the product's own writer."""
    symbols = dict.fromkeys(board.floor, " ") | dict.fromkeys(state.boxes, "$") | {state.player: "@"}
    rows = [[symbols.get(Square(row, column), "#") for column in range(board.width)] for row in range(board.height)]
    return "\n".join(map("".join, rows))


def position_of(board: Board, state: State) -> str:
    return game(drawn(board, state)).position


def test_there_are_512_boards_and_25344_states() -> None:
    boards = [board for walls in WALL_COUNTS for board in boards_with(walls)]
    assert len(boards) == 512
    assert sum(sum(1 for _ in states_of(board)) for board in boards) == 25_344


@pytest.mark.rule("B1", "T1", "T2", "T3", "T4")
@pytest.mark.parametrize("walls", WALL_COUNTS)
def test_the_legal_steps_and_what_they_lead_to_are_those_of_the_restatement(walls: int) -> None:
    for board in boards_with(walls):
        for state in states_of(board):
            found = [
                (direction.letter.upper() if is_push(state, after) else direction.letter, position_of(board, after))
                for direction, after in steps(board, state)
            ]
            assert found == forks(*game(drawn(board, state))), (board, state)


@pytest.mark.rule("N1", "N2", "N3")
@pytest.mark.parametrize("walls", WALL_COUNTS)
def test_walks_classes_and_pushes_are_those_of_the_restatement(walls: int) -> None:
    for board in boards_with(walls):
        class_of: dict[State, frozenset[str]] = {}
        for state in states_of(board):
            walked, pushed = strolls(*game(drawn(board, state)))
            assert {position_of(board, State(state.boxes, square)) for square in reachable(board, state)} == walked
            after_push = [position_of(board, after) for _, after in pushes(board, state)]
            assert set(after_push) == pushed and len(after_push) == len(pushed)
            assert class_of.setdefault(normalise(board, state), walked) == walked
        assert len(set(class_of.values())) == len(class_of), board


@pytest.mark.rule("N3")
@pytest.mark.parametrize("walls", WALL_COUNTS)
def test_a_push_names_the_box_and_the_direction_in_which_it_moves(walls: int) -> None:
    for board in boards_with(walls):
        for state in states_of(board):
            for (box, direction), after in pushes(board, state):
                landing = board.beyond[box][direction]
                assert after == (state.boxes - {box} | {landing}, box)
                assert board.beyond[box][Direction(direction).opposite] in reachable(board, state)


@pytest.mark.rule("A1")
@pytest.mark.parametrize("walls", WALL_COUNTS)
def test_a_state_is_solved_exactly_when_its_boxes_are_the_goals(walls: int) -> None:
    for board in boards_with(walls):
        states = list(states_of(board))
        for count in range(1, MAX_BOXES + 1):
            for goals in combinations(board.floor, count):
                with_goals = build_board(SIDE, SIDE, board.walls, goals)
                for state in states:
                    if len(state.boxes) == count:
                        assert is_solved(with_goals, state) == (state.boxes == set(goals))
