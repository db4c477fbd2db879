"""Features of positions have the values that their definitions say, also where they are kept up move by move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from feature_space.feature_worlds import Features, Slow, brought_to, shut_in, small_and_middle_sized
from sokosolve.fess import fess_kernel, position
from sokosolve.fess.position import Value
from sokospec import State


def values_of(slow: Slow, state: State, values: list[int]) -> dict[int, int]:
    """Return the values that a state must have."""
    boxes = state.boxes
    following = slow.next_step(boxes)
    return {
        Value.PACKING: slow.packing(boxes),
        Value.IN_ORDER: slow.steps_done(boxes),
        Value.OUT_OF_PLAN: slow.out_of_plan(boxes),
        Value.CONNECTIVITY: slow.connectivity(boxes),
        Value.ROOMS: slow.rooms(boxes),
        Value.HOTSPOTS: slow.hotspots(boxes),
        Value.NEXT: values[Value.NEXT] if following is None else following,
    }


def require_the_values(seed: int, count: int, states: int, *, backwards: bool) -> set[tuple[int, int]]:
    """Fail unless every feature of states, and of the states after their moves, has the value that its definition says;
    returns the pairs of a feature and a value that were seen."""
    rng = Random(seed)
    seen = set()
    for features in small_and_middle_sized(seed, count, backwards=backwards):
        slow = Slow(features)
        for state in features.states(rng, states):
            values = features.measured(state)
            for feature, value in values_of(slow, state, values).items():
                assert values[feature] == value, (str(features.level), state, feature)
                seen.add((feature, value))
            kept = features.all_moves(state)
            for after, values, _ in kept:
                wanted = values_of(slow, after, values) | {Value.OPENED: slow.opened(state, after, backwards=backwards)}
                for feature, value in wanted.items():
                    assert values[feature] == value, (str(features.level), state, after, feature)
                    seen.add((feature, value))
            require_that_only_frozen_ones_are_left_out(
                features, slow, state, {after for after, _, _ in kept}, backwards=backwards
            )
    return seen


def require_that_only_frozen_ones_are_left_out(
    features: Features, slow: Slow, state: State, kept: set[State], *, backwards: bool
) -> None:
    """Fail if a move is missing that freezes nothing, or one is there that does."""
    board, boxes = features.level.board, state.boxes
    every = {after for box in boxes for after in brought_to(board, state, box, features.live, backwards=backwards)}
    assert kept <= every
    for after in every:
        frozen = not backwards and slow.has_frozen_off_goals(after.boxes)
        if not frozen:
            assert after in kept, (str(features.level), state, after)
        elif not slow.has_frozen_off_goals(boxes):
            assert after not in kept, (str(features.level), state, after)


@pytest.mark.parametrize("backwards", [False, True])
def test_features_have_the_values_of_their_definitions_after_every_move_too(backwards: bool) -> None:
    seen = require_the_values(42, 10, 2, backwards=backwards)
    least_values = {
        Value.PACKING: 4,
        Value.OUT_OF_PLAN: 2,
        Value.CONNECTIVITY: 3,
        Value.ROOMS: 2,
        Value.HOTSPOTS: 3,
        Value.NEXT: 5,
        Value.OPENED: 2,
    }
    for feature, least in least_values.items():
        assert len({value for one, value in seen if one == feature}) >= least, feature


def test_in_a_search_for_open_floor_boxes_are_counted_that_are_shut_in() -> None:
    rng, seen = Random(5), set()
    for features in small_and_middle_sized(44, 8, backwards=True):
        slow = Slow(features)
        for state in features.states(rng, 2):
            with_plan = features.knowledge
            features.knowledge = with_plan._replace(variant=with_plan.variant._replace(opens=1))
            for after, values in [
                (state, features.measured(state)),
                *((after, values) for after, values, _ in features.all_moves(state)),
            ]:
                assert values[Value.OUT_OF_PLAN] == shut_in(features.squares, after.boxes)
                assert values[Value.HOTSPOTS] == slow.out_of_plan(after.boxes)
                seen.add(values[Value.OUT_OF_PLAN])
            features.knowledge = with_plan
    assert {0, 1, 2} <= seen


@pytest.mark.parametrize("backwards", [False, True])
def test_the_box_that_moved_is_far_where_its_nearest_target_is(backwards: bool) -> None:
    for features in small_and_middle_sized(43, 8, backwards=backwards):
        slow = Slow(features)
        for state in features.states(Random(3), 1):
            for after, values, _ in features.all_moves(state):
                [to] = after.boxes - state.boxes if after.boxes != state.boxes else [None]
                if to is not None:
                    alone = slow.alone(to, frozenset())
                    assert values[Value.FARNESS] == min(alone[target] for target in slow.targets if target in alone)


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {  # Any: what the kernel returns
    "no move opens anything": ("opens_nothing", lambda *_: True),
    "only the square that is freed opens something": (
        "opens_nothing",
        lambda floor, occupied, was, before, box, player: all(
            occupied[near] or was[near] == before for near in floor.beyond[box * 4 : box * 4 + 4]
        ),
    ),
    "hotspots are those before the move": (
        "hotspots_after",
        lambda scratch, view, blocks, size, moved, box: int((view.blocked[:size] > 0).sum()),
    ),
    "the moved box blocks as it did": (
        "hotspots_after",
        lambda scratch, view, blocks, size, moved, box: sum(
            int(view.blocked[i] - blocks[box, scratch.boxes[i]] + blocks[scratch.boxes[moved], scratch.boxes[i]] > 0)
            for i in range(size)
        ),
    ),
    "a push is opened from where the player was": (
        "opens_push",
        lambda world, scratch, view, here, before, size: True,
    ),
    "every box that cannot move at once is frozen": ("is_frozen", lambda to, floor, occupied, *_: any(
        occupied[floor.beyond[to * 4 + i]] for i in range(4)
    )),
    "frozen boxes on goals are dead": ("is_frozen", lambda to, floor, occupied, is_goal, freeze: bool(
        is_goal[to] and occupied[floor.beyond[to * 4]] and occupied[floor.beyond[to * 4 + 2]]
    )),
    "a plan step counts when one of its boxes stands": (
        "measure_boxes",
        lambda scratch, knowledge, size, values: (
            position.measure_boxes.function(scratch, knowledge, size, values),
            values.__setitem__(Value.PACKING, max(0, values[Value.PACKING] - 1)),
        ),
    ),
    "steps count in the order of the plan alone": (
        "measure_boxes",
        lambda scratch, knowledge, size, values: (
            position.measure_boxes.function(scratch, knowledge, size, values),
            values.__setitem__(Value.PACKING, len(knowledge.plan) - 1 - values[Value.IN_ORDER]),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = FAULTS[fault]
    assert hasattr(fess_kernel, name)
    monkeypatch.setattr(fess_kernel, name, wrong)
    with pytest.raises(AssertionError):
        require_the_values(42, 12, 4, backwards=False)
