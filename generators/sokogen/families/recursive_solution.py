"""Solutions composed of steps and named shorter solutions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

_Name = TypeVar("_Name", bound=Hashable)


def pushes_in(lurd: str) -> int:
    """Return the number of pushes in a LURD."""
    return sum(step.isupper() for step in lurd)


def expand(whole: Sequence[str | _Name], parts: Callable[[_Name], Sequence[str | _Name]]) -> Iterator[str]:
    """Yield the steps; `parts` gives the composition of a name.

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


def split_parts(parts: Sequence[str | _Name]) -> tuple[str, tuple[_Name, ...]]:
    """Return the steps of a composition, joined, and its names.

    >>> split_parts(("l", 5, "u", 6))
    ('lu', (5, 6))
    """
    names = tuple(part for part in parts if not isinstance(part, str))
    return "".join(part for part in parts if isinstance(part, str)), names


def _sum_over_steps(
    whole: Sequence[str | _Name], parts: Callable[[_Name], Sequence[str | _Name]], measure: Callable[[str], int]
) -> int:
    """Sum a measure over all steps, computing each name once.

    >>> _sum_over_steps((40,), lambda n: (n - 1, n - 1) if n else ("r",), len) == 2**40
    True
    """
    known: dict[_Name, int] = {}

    def total(pieces: Sequence[str | _Name]) -> int:
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


@dataclass(frozen=True)
class RecursiveSolution(Generic[_Name]):
    """Solution of every level of a family.

    >>> doubled = RecursiveSolution[int](lambda n: (n, "R"), lambda n: (n - 1, n - 1) if n else ("r",))
    >>> "".join(doubled.steps(2)), doubled.moves(2), doubled.pushes(2)
    ('rrrrR', 5, 1)
    """

    whole: Callable[[int], Sequence[str | _Name]]
    parts: Callable[[_Name], Sequence[str | _Name]]

    def steps(self, size: int) -> Iterator[str]:
        """Yield the solution in pieces, in O(size) memory."""
        return expand(self.whole(size), self.parts)

    def moves(self, size: int) -> int:
        """Return the number of moves."""
        return _sum_over_steps(self.whole(size), self.parts, len)

    def pushes(self, size: int) -> int:
        """Return the number of pushes."""
        return _sum_over_steps(self.whole(size), self.parts, pushes_in)


def require_size(family: str, size: int, least: int, most: int, unit: str) -> None:
    """Raise `ValueError` for other sizes."""
    if not least <= size <= most:
        raise ValueError(f"the {family} family has levels with {least} to {most} {unit}, not {size}")
