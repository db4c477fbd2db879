"""Random draws by `rng.random()` alone, reproducible in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

_T = TypeVar("_T")


def below(rng: Random, bound: int) -> int:
    """Return a number from 0 to `bound` - 1."""
    return int(rng.random() * bound)


def choice(rng: Random, items: Sequence[_T]) -> _T:
    """Return a random item."""
    return items[below(rng, len(items))]


def sample(rng: Random, items: Sequence[_T], count: int) -> list[_T]:
    """Return `count` different items in random order.

    >>> sample(Random(1), "abc", 3)
    ['a', 'c', 'b']
    """
    pool = list(items)
    return [pool.pop(below(rng, len(pool))) for _ in range(count)]


def shuffle(rng: Random, items: list[_T]) -> None:
    """Put a list in random order.

    >>> items = list("abc")
    >>> shuffle(Random(1), items)
    >>> items
    ['c', 'b', 'a']
    """
    for index in range(len(items) - 1, 0, -1):
        other = below(rng, index + 1)
        items[index], items[other] = items[other], items[index]
