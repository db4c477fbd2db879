"""Levels to order have what was asked for, as the oracle sees it; the layers behind them are the oracle's distances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, islice
from random import Random

import pytest

from sokodead import DETECTORS
from sokogen.random.benchmark_levels import (
    AttemptOutcome,
    LevelAttempt,
    LevelWish,
    attempts,
    change_floor,
    largest_piece,
    random_connected_floor,
)
from sokogen.random.random_levels import FloorKind, random_level
from sokogen.small.retrograde import layers
from sokogen.small.small_levels import inside_of
from sokospec import Level, Square, State, normalise, reachable
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import Limits, Meter
from sokospec.oracle import search_exhaustively
from sokospec.oracle.graph import state_graph
from sokospec.oracle.perft import Metric
from sokospec.rules import pushes
from sokospec.transform.symmetry import SYMMETRIES

SMALL = LevelWish(height=4, width=4, squares=13)


def taken(wish: LevelWish, seed: int, number: int) -> list[LevelAttempt]:
    """Return the first levels that are made, with the oracle as solver."""
    made = (attempt for attempt in attempts(wish, seed, search_exhaustively) if attempt.outcome is AttemptOutcome.TAKEN)
    return list(islice(made, number))


def levels(made: list[LevelAttempt]) -> list[Level]:
    """Return the levels of attempts that came to one."""
    return [attempt.level for attempt in made if attempt.level is not None]


@pytest.mark.parametrize("kind", FloorKind)
@pytest.mark.parametrize(
    ("wish", "metric"),
    [
        (replace(SMALL, min_length=6), Metric.PUSHES),
        (replace(SMALL, min_length=25, objective=Objective.MOVES), Metric.MOVES),
        (replace(SMALL, boxes=3, objective=Objective.PUSHES_MOVES, curated=True, changes=5), Metric.PUSHES),
    ],
)
def test_levels_are_what_was_wished_for(wish: LevelWish, metric: Metric, kind: FloorKind) -> None:
    for level in levels(made := taken(replace(wish, kind=kind), 1, 3)):
        assert (level.board.height, level.board.width) == (wish.height + 2, wish.width + 2)
        assert len(level.board.floor) == wish.squares == len(reachable(level.board, State(frozenset(), level.player)))
        assert len(level.boxes) == wish.boxes
        length = state_graph(level, metric).distance[0]
        assert length is not None and length >= wish.min_length
    assert len(made) == 3


def test_unsolvable_levels_are_so_but_no_box_is_on_a_dead_square_and_some_push_is_possible() -> None:
    wish = replace(SMALL, boxes=3, unsolvable=True)
    for level in levels(taken(wish, 2, 10)):
        assert search_exhaustively(level).verdict is Verdict.UNSOLVABLE
        assert DETECTORS["dead-squares"](level) is None
        assert any(pushes(level.board, level.state))


def test_what_is_too_plain_is_left_out() -> None:
    wish = replace(SMALL, boxes=3, unsolvable=True)
    everything = islice(attempts(wish, 2, search_exhaustively), 40)
    nothing = list(islice(attempts(wish, 2, search_exhaustively, plain=lambda _: True), 40))
    assert AttemptOutcome.TAKEN in {attempt.outcome for attempt in everything}
    assert {attempt.outcome for attempt in nothing} == {AttemptOutcome.PLAIN}


@pytest.mark.long
def test_no_two_levels_are_the_same_up_to_symmetry() -> None:
    wish = LevelWish(height=3, width=3, squares=8, boxes=2)
    made = list(islice(attempts(wish, 3, search_exhaustively), 300))
    found = levels([attempt for attempt in made if attempt.outcome is AttemptOutcome.TAKEN])
    regions = [
        {
            (one.board, one.boxes, reachable(one.board, one.state))
            for one in (symmetry.level(level) for symmetry in SYMMETRIES)
        }
        for level in found
    ]
    assert sum(map(len, regions)) == len(set().union(*regions))
    assert len(found) > 20
    assert any(attempt.outcome is AttemptOutcome.TWICE for attempt in made)


def test_a_seed_means_the_same_levels_for_ever() -> None:
    wishes = (
        replace(SMALL, min_length=7),
        replace(SMALL, kind=FloorKind.ROOMS, curated=True, changes=4),
        replace(SMALL, kind=FloorKind.CORRIDORS, states=200, boxes=3),  # not enough for whole layers
        replace(SMALL, boxes=3, unsolvable=True),
    )
    text = "\n".join(str(level) for wish in wishes for level in levels(taken(wish, 4, 4)))
    assert sha256(text.encode()).hexdigest()[:16] == "20ee0c1fe6c7a893"


def test_attempts_do_not_depend_on_those_before_them() -> None:
    wish = replace(SMALL, min_length=4)
    made = list(islice(attempts(wish, 5, search_exhaustively), 10))
    again = list(islice(attempts(wish, 5, search_exhaustively), 10))
    assert [(one.outcome, one.level) for one in made] == [(one.outcome, one.level) for one in again]


def test_a_limit_of_the_solver_or_of_the_way_backwards_is_an_outcome() -> None:
    made = attempts(SMALL, 6, lambda level, objective: search_exhaustively(level, objective, Limits(seconds=0)))
    stopped = next(attempt for attempt in made if attempt.answer is not None)
    assert (stopped.outcome, stopped.answer and stopped.answer.verdict) == (AttemptOutcome.LIMIT, Verdict.LIMIT_TIME)
    assert next(attempts(SMALL, 6, search_exhaustively, limits=Limits(seconds=0))) == LevelAttempt(AttemptOutcome.LIMIT)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda answer: replace(answer, verdict=Verdict.UNSOLVABLE, lurd=None),
        lambda answer: replace(answer, lurd=f"{answer.lurd}R"),
    ],
)
def test_a_solver_that_is_wrong_is_found_out(wrong: Callable[[Answer], Answer]) -> None:
    with pytest.raises(AssertionError, match="the solver says"):
        next(attempts(SMALL, 7, lambda level, objective: wrong(search_exhaustively(level, objective))))


@pytest.mark.parametrize(("squares", "boxes"), [(17, 2), (13, 0), (13, 12), (13, -1), (13, 10**9)])
def test_what_no_level_can_be_is_refused(squares: int, boxes: int) -> None:
    with pytest.raises(ValueError, match="floor squares"):
        LevelWish(height=4, width=4, squares=squares, boxes=boxes)


@pytest.mark.parametrize("by_moves", [False, True])
def test_layers_are_the_distances_of_the_oracle(by_moves: bool) -> None:
    rng = Random(8)
    for kind in FloorKind:
        level = random_level(rng, kind=kind, height=3, width=4, boxes=2)
        found = layers(level.board, rng, by_moves=by_moves)
        assert found.complete and found.whole == len(found.layers)
        for distance in range(found.farthest + 1):
            drawn, told = found.draw_level(rng, distance)
            graph = state_graph(drawn, Metric.MOVES if by_moves else Metric.PUSHES)
            assert told == graph.distance[0]
        labels = {state: distance for _, state, distance in _labelled(level, by_moves=by_moves)}
        solvable = sum(len(layer) for layer in found.layers)
        assert solvable == sum(distance is not None for distance in labels.values())


def _labelled(level: Level, *, by_moves: bool) -> list[tuple[Level, State, int | None]]:
    """Return every state of the board, normalised if pushes count, with the oracle's distance."""
    metric = Metric.MOVES if by_moves else Metric.PUSHES
    found: dict[State, tuple[Level, State, int | None]] = {}
    for boxes in combinations(sorted(level.board.floor), len(level.boxes)):
        for player in level.board.floor:
            if player in boxes:
                continue
            start = Level(level.board, State(frozenset(boxes), player))
            state = start.state if by_moves else normalise(level.board, start.state)
            if state not in found:
                found[state] = (start, state, state_graph(start, metric).distance[0])
    return list(found.values())


def test_with_few_states_the_layers_are_cut_and_distances_are_not_told() -> None:
    level = random_level(Random(9), height=5, width=5, boxes=3, wall_share=0.1)
    whole = layers(level.board, Random(9))
    part = layers(level.board, Random(9), states=400, depth=12)
    assert part.layers[: part.whole] == whole.layers[: part.whole]
    assert not part.complete and part.whole < len(part.layers)
    assert part.draw_level(Random(1), part.whole)[1] is None
    assert sum(map(len, part.layers)) < 500
    for distance, layer in enumerate(part.layers):
        assert all(any(node in one for one in whole.layers[: distance + 1]) for node in layer)


def test_the_meter_is_kept() -> None:
    level = random_level(Random(9), height=5, width=5, boxes=3)
    meter = Meter(Limits())
    layers(level.board, Random(9), meter=meter)
    assert meter.expanded == 47


@pytest.mark.parametrize("kind", FloorKind)
def test_a_floor_is_in_one_piece_and_has_the_size_asked_for_however_it_changes(kind: FloorKind) -> None:
    rng = Random(10)
    inside = inside_of(4, 6)
    for squares in (3, 10, 17, 24):
        floor = random_connected_floor(rng, kind, 4, 6, squares)
        goals = floor[:2]
        for _ in range(20):
            assert len(set(floor)) == squares and set(floor) <= set(inside) and floor == sorted(floor)
            assert len(largest_piece(rng, floor)) == squares
            assert len(set(goals)) == 2 and set(goals) <= set(floor)
            before = (floor, sorted(goals))
            floor, goals = change_floor(rng, floor, goals, inside)
            differ = set(before[0]) ^ set(floor), set(before[1]) ^ set(goals)
            assert sorted(map(len, differ)) == [0, 2]


def test_the_largest_piece_comes_in_order_of_distance() -> None:
    floor = [Square(1, column) for column in (1, 2, 4, 5, 6)]
    piece = largest_piece(Random(1), floor)
    assert sorted(piece) == floor[2:]
    assert [abs(square.column - piece[0].column) for square in piece] == sorted(
        abs(square.column - piece[0].column) for square in piece
    )
