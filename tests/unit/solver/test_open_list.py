"""The open list against a plain list of its entries."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sokosolve.search.columns import UNLISTED, Column
from sokosolve.search.open_list import Order, Place, dequeue, enqueue, new_open_list

ORDER = Order(0, 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_state_may_wait_at_several_places_and_comes_at_the_first(seed: int) -> None:
    rng = Random(f"open list {seed}")
    of = np.zeros((40, Column.NEXT + 1), dtype=np.int32)
    of[:, Column.NEXT] = UNLISTED
    queue = new_open_list(200, 64, 1 << 16)
    waiting: list[tuple[int, int]] = []
    open_states = set(range(len(of)))
    extra = 0
    for _ in range(400):
        least = max(0, int(queue.place[Place.LEAST_F1]))
        if open_states and len(waiting) < 200 and rng.random() < 0.6:
            f1, state = rng.randint(least, 63), rng.choice(sorted(open_states))
            enqueue(queue, ORDER, of, state, f1)
            waiting.append((f1, state))
            extra = max(extra, len(waiting) - len({state for _, state in waiting}))
            continue
        found = dequeue(queue, ORDER, of)
        if not waiting:
            assert found == -1
            continue
        entry = int(queue.place[Place.LEAST_F1]), found
        assert entry in waiting and entry[0] == min(waiting)[0]
        waiting.remove(entry)
        if rng.random() < 0.5:
            of[found, Column.PARENT] = ~of[found, Column.PARENT]
            open_states.remove(found)
            waiting = [entry for entry in waiting if entry[1] != found]
    assert extra > 0
    assert 0 < queue.place[Place.USED] < 200


def test_a_state_that_waits_at_one_place_takes_no_extra_entry() -> None:
    of = np.zeros((40, Column.NEXT + 1), dtype=np.int32)
    of[:, Column.NEXT] = UNLISTED
    queue = new_open_list(0, 64, 1 << 16)
    for turn in range(3):
        for state in range(40):
            enqueue(queue, ORDER, of, state, (7 * state) % 20 + 20 * turn)
        assert sorted(dequeue(queue, ORDER, of) for _ in range(40)) == list(range(40))
    assert queue.place[Place.USED] == 0
