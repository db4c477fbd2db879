"""Random levels keep their promises, and a seed means the same levels for ever."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from sokogen.random.random_levels import FloorKind, possible_pulls, random_level, random_mixed_level, solvable_level
from sokospec import State, normalise, reachable, replay
from sokospec.rules import Push, pushes

ALL_KINDS = pytest.mark.parametrize("kind", FloorKind)


class OnlyRandom(Random):
    """A source that has nothing but `random()`, as the one method whose numbers never change between versions."""

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(f"asked for {k} bits")


@ALL_KINDS
def test_levels_have_the_size_and_the_boxes_asked_for(kind: FloorKind) -> None:
    rng = OnlyRandom(1)
    for boxes in range(1, 7):
        for wall_share in (0.0, 0.3, 0.6):
            level = random_level(rng, kind=kind, height=4, width=6, boxes=boxes, wall_share=wall_share)
            assert (level.board.height, level.board.width, len(level.boxes)) == (6, 8, boxes)
            assert len(level.board.floor) >= max(boxes + 1, round(24 * (1 - wall_share)))
            assert all(0 < row < 5 and 0 < column < 7 for row, column in level.board.floor)


@ALL_KINDS
def test_solvable_levels_come_with_a_solution(kind: FloorKind) -> None:
    rng = OnlyRandom(2)
    longest = 0
    for pulls in range(0, 40, 4):
        level, solution = solvable_level(rng, kind=kind, height=5, width=5, boxes=2, pulls=pulls)
        outcome = replay(level, solution)
        assert outcome.valid
        assert outcome.metrics.pushes <= pulls
        longest = max(longest, outcome.metrics.pushes)
    assert longest >= 8


@pytest.mark.parametrize("kind", [FloorKind.CORRIDORS, FloorKind.ROOMS])
def test_corridors_and_rooms_are_in_one_piece(kind: FloorKind) -> None:
    rng = Random(3)
    for _ in range(100):
        level = random_level(rng, kind=kind, height=6, width=7, boxes=1, wall_share=0.5)
        assert len(reachable(level.board, State(frozenset(), level.player))) == len(level.board.floor)


def test_scattered_walls_may_cut_off_parts_of_the_room() -> None:
    rng = Random(4)
    levels = [random_level(rng, boxes=1, wall_share=0.4) for _ in range(50)]
    whole = [
        len(reachable(level.board, State(frozenset(), level.player))) == len(level.board.floor) for level in levels
    ]
    assert {True, False} == set(whole)


@ALL_KINDS
def test_a_room_that_is_just_large_enough_is_filled_and_a_smaller_one_is_refused(kind: FloorKind) -> None:
    level = random_level(Random(5), kind=kind, height=1, width=3, boxes=2, wall_share=1.0)
    assert len(level.board.floor) == 3
    with pytest.raises(ValueError, match="an inside of 1 x 2 squares has no room for 2 boxes and the player"):
        random_level(Random(5), kind=kind, height=1, width=2, boxes=2)


def test_pulls_are_pushes_backwards() -> None:
    rng = Random(6)
    for _ in range(200):
        level = random_mixed_level(rng)
        here = normalise(level.board, level.state)
        for push, before in possible_pulls(level.board, level.state):
            assert (push, here) in [
                (done, normalise(level.board, after)) for done, after in pushes(level.board, before)
            ], (level, push)


def test_every_push_is_found_again_as_a_pull() -> None:
    rng = Random(7)
    for _ in range(200):
        level = random_mixed_level(rng)
        for push, after in pushes(level.board, level.state):
            pulls: list[tuple[Push, State]] = [
                (pull, normalise(level.board, before)) for pull, before in possible_pulls(level.board, after)
            ]
            assert (push, normalise(level.board, level.state)) in pulls


def test_varied_levels_keep_to_their_bounds() -> None:
    rng = OnlyRandom(8)
    levels = [random_mixed_level(rng, max_height=3, max_width=4, max_boxes=2) for _ in range(300)]
    assert {level.board.height - 2 for level in levels} == {1, 2, 3}
    assert {level.board.width - 2 for level in levels} == {2, 3, 4}
    assert {len(level.boxes) for level in levels} == {1, 2}


def test_a_seed_gives_the_same_levels_for_ever() -> None:
    rng = Random(2026)
    text = "\n\n".join(str(random_mixed_level(rng)) for _ in range(200))
    assert sha256(text.encode()).hexdigest() == "a858912cc487e21b881c3d57f3d9c93c0fe513fe2342d74690674fd020671014"
