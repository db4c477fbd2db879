"""Random draws with `rng.random()` alone, so that a seed gives the same with every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

_T = TypeVar("_T")


def below(rng: Random, bound: int) -> int:
    """Return a number from 0 to `bound` - 1.

    >>> below(Random(1), 10)
    1
    """
    return int(rng.random() * bound)


def choice(rng: Random, items: Sequence[_T]) -> _T:
    """Return one of the items.

    >>> choice(Random(1), "abc")
    'a'
    """
    return items[below(rng, len(items))]


def sample(rng: Random, items: Sequence[_T], count: int) -> list[_T]:
    """Return so many of the items, in random order.

    >>> sample(Random(1), "abc", 3)
    ['a', 'c', 'b']
    """
    pool = list(items)
    return [pool.pop(below(rng, len(pool))) for _ in range(count)]
