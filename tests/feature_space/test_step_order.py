"""Steps of a plan wait for others only where the way of one would be lost, and then always."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, combinations, pairwise
from random import Random

import pytest

from sokosolve.fess import step_order
from sokosolve.fess.step_order import places_needed

Taken = dict[int, list[frozenset[int]]]
"""The sets of walls that take the way of a square."""


def random_plan(rng: Random) -> tuple[list[frozenset[int]], Taken]:
    """Return the steps of a plan, some of which move a box on, and random sets that take ways."""
    steps, free = [frozenset[int]()], list(range(8))
    while free and len(steps) < 8:
        place = free.pop(rng.randrange(len(free)))
        moves_on = steps[-1] and rng.random() < 0.15
        steps.append((steps[-1] - ({rng.choice(sorted(steps[-1]))} if moves_on else set())) | {place})
    taken = {
        square: [frozenset(rng.sample([other for other in range(8) if other != square], rng.choice((1, 2, 2, 3))))
                 for _ in range(rng.randrange(4))]
        for square in range(8)
    }  # fmt: skip
    return steps, taken


def has_way(taken: Taken, square: int, walls: frozenset[int]) -> bool:
    return not any(some <= walls for some in taken[square])


def one_by_one(steps: list[frozenset[int]], taken: Taken) -> list[frozenset[int]]:
    """Return the places that each step needs, from the definition."""
    needed = [steps[0]]
    for j in range(1, len(steps)):
        moves_on = [i for i in range(1, j + 1) if steps[i - 1] - steps[i]]
        begin = moves_on[-1] if moves_on else 0
        places = set(steps[begin]) | (steps[j] - steps[j - 1])
        for i in range(begin + 1, j):
            [square] = steps[i] - steps[i - 1]
            walls = steps[i - 1]
            for later in range(i + 1, j):
                place = steps[later] - steps[later - 1]
                walls |= place if has_way(taken, square, walls | place) else set()
            if has_way(taken, square, steps[i - 1]) and not has_way(taken, square, walls | (steps[j] - steps[j - 1])):
                places |= needed[i]
        needed.append(frozenset(places))
    return needed


def require_the_law(seed: int, count: int) -> int:
    """Fail if a way is lost in some order that the needs allow; return how many steps wait for none before them."""
    rng, free = Random(seed), 0
    for number in range(count):
        steps, taken = random_plan(rng)
        needed = places_needed(steps, partial(has_way, taken), number % 3)
        if number % 3 == 0:
            assert needed == one_by_one(steps, taken)
        if any(before - after for before, after in pairwise(steps)):
            continue
        place = {i: next(iter(steps[i] - steps[i - 1])) for i in range(1, len(steps))}
        free += sum(len(needed[i]) == 1 for i in range(2, len(steps)))
        for some in chain.from_iterable(combinations(place, size) for size in range(len(place))):
            stand = frozenset(place[i] for i in some)
            if all(needed[i] <= stand for i in some):
                following = min(set(place) - set(some))
                if has_way(taken, place[following], steps[following - 1]):
                    assert has_way(taken, place[following], stand), (steps, taken, stand)
    return free


def test_in_every_order_that_the_needs_allow_the_next_step_has_a_way() -> None:
    assert require_the_law(1, 300) > 300


@pytest.mark.parametrize("fault", ["all may come early", "later ones are tried with none of the others"])
def test_a_wrong_choice_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = step_order._fill

    def alone(
        some: Sequence[int],
        square: Mapping[int, int],
        walls: frozenset[int],
        has_way: step_order.HasWay,
        waiting: list[int],
    ) -> frozenset[int]:
        if fault != "all may come early":
            for step in some:
                right([step], square, walls, has_way, waiting)
        return walls

    monkeypatch.setattr(step_order, "_fill", alone)
    with pytest.raises(AssertionError):
        require_the_law(1, 300)
