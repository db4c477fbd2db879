"""Solutions composed of steps and named shorter solutions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def expand(whole: Sequence[str | Name], parts: Callable[[Name], Sequence[str | Name]]) -> Iterator[str]:
    """Yield the steps of a solution; `parts` gives the composition of a name.

    >>> list(expand((3,), lambda n: ("l", n - 1) if n else ("r",)))
    ['l', 'l', 'l', 'r']
    """
    waiting = list(reversed(whole))
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        else:
            waiting += reversed(parts(part))


def sum_over_steps(
    whole: Sequence[str | Name], parts: Callable[[Name], Sequence[str | Name]], measure: Callable[[str], int]
) -> int:
    """Return the sum of a measure over all steps, computing each name once.

    >>> sum_over_steps((40,), lambda n: (n - 1, n - 1) if n else ("r",), len) == 2**40
    True
    """
    known: dict[Name, int] = {}

    def total(pieces: Sequence[str | Name]) -> int:
        count = 0
        for part in pieces:
            if isinstance(part, str):
                count += measure(part)
            else:
                if part not in known:
                    known[part] = total(parts(part))
                count += known[part]
        return count

    return total(whole)


def pushes_in(lurd: str) -> int:
    """Return the number of pushes in a LURD."""
    return sum(step.isupper() for step in lurd)


def require_size(family: str, size: int, least: int, most: int, unit: str) -> None:
    """Raise `ValueError` unless a family has a level of this size."""
    if not least <= size <= most:
        raise ValueError(f"the {family} family has levels with {least} to {most} {unit}, not {size}")
