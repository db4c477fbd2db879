"""Macro moves are just what pushes, or pulls, of one box alone can do, by the reference engine."""

from __future__ import annotations

from random import Random

import pytest

from feature_space.feature_worlds import Features, brought_to, plays, small_and_middle_sized
from sokospec import State


def require_the_moves_of_a_slow_search(features: Features, state: State, *, backwards: bool) -> int:
    """Fail unless the macro moves of each box are those of a search; returns how many there are."""
    board, number = features.level.board, 0
    for box in sorted(state.boxes):
        others = state.boxes - {box}
        wanted = brought_to(board, state, box, features.live, backwards=backwards)
        moves = features.macro_moves(state, box)
        found = {State(others | {move.to}, move.player): move.pushes for move in moves}
        assert len(found) == len(moves)
        assert found == wanted, (str(features.level), state, box)
        for move in moves:  # its last push goes on where the move before it of the same box ended
            after = State(others | {move.to}, move.player)
            came = moves[move.before] if move.before else None
            before = state if came is None else State(others | {came.to}, came.player)
            assert move.pushes == 1 + (0 if came is None else came.pushes)
            ways = [reached for moved, _, reached in plays(board, before, backwards=backwards) if moved not in others]
            assert after in ways, (str(features.level), before, move)
        assert [move[:4] for move in features.macro_moves(state, box, found=3)] == [move[:4] for move in moves]
        number += len(moves)
    return number


@pytest.mark.parametrize("backwards", [False, True])
def test_macro_moves_are_those_of_a_slow_search(backwards: bool) -> None:
    rng = Random(11)
    number = 0
    for features in small_and_middle_sized(41, 12, backwards=backwards):
        for state in features.states(rng, 4):
            number += require_the_moves_of_a_slow_search(features, state, backwards=backwards)
    assert number > 400
