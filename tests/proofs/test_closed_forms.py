"""The closed forms of the exponential families give what is counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sokogen.families.fibonacci import fibonacci_moves, fibonacci_pushes
from sokogen.families.rooms import rooms_moves, rooms_pushes
from sokogen.families.staggered import staggered_moves, staggered_pushes
from sokoproof.theorems.fibonacci_recurrence import FIBONACCI_MOVES, FIBONACCI_PUSHES, Form
from sokoproof.theorems.rooms_recurrence import ROOMS_MOVES, ROOMS_PUSHES, Doubling
from sokoproof.theorems.staggered_recurrence import STAGGERED_MOVES, STAGGERED_PUSHES

COUNTED: dict[str, tuple[Form | Doubling, Callable[[int], int], range]] = {
    "fibonacci moves": (FIBONACCI_MOVES, fibonacci_moves, range(4, 40)),
    "fibonacci pushes": (FIBONACCI_PUSHES, fibonacci_pushes, range(4, 40)),
    "rooms moves": (ROOMS_MOVES, rooms_moves, range(1, 41)),
    "rooms pushes": (ROOMS_PUSHES, rooms_pushes, range(1, 41)),
    "staggered moves": (STAGGERED_MOVES, lambda size: staggered_moves(size // 2), range(3, 41, 2)),
    "staggered pushes": (STAGGERED_PUSHES, lambda size: staggered_pushes(size // 2), range(3, 41, 2)),
}
"""By what they count: a closed form, the count of a level of a size, and the sizes; pairs of columns are odd sizes."""


@pytest.mark.parametrize("name", COUNTED)
def test_a_closed_form_is_what_is_counted(name: str) -> None:
    form, count, sizes = COUNTED[name]
    assert [form.at(size) for size in sizes] == [count(size) for size in sizes]
