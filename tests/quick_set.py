"""The quick set: the tests that `pytest` runs by default, as `quick_set.json` thins them.

The file names the functions whose cost is high for what they add. Of each it says how many cases run by default, and
which cases are too slow for that; all other cases run with `--long`. `python -m tools.choose_tests` writes the file
from measured costs. A function that the file does not name runs with all its cases.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_suffix(".json")
KINDS = "more cases of the same laws, larger worlds, subprocesses, repeated seeds"


class Thinned(NamedTuple):
    """The number of cases of a function that run by default, None for all but the slow ones."""

    cases: int | None
    slow: frozenset[str] = frozenset()


@cache
def thinned_functions() -> Mapping[str, Thinned]:
    """Return the functions that the file names, by node id without the case."""
    named = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        f"{file}::{function}": Thinned(entry.get("cases"), frozenset(entry.get("slow", ())))
        for file, functions in named.items()
        for function, entry in functions.items()
    }


def spread(count: int, kept: int) -> set[int]:
    """Return `kept` of the numbers below `count`, evenly spread, the first included.

    >>> sorted(spread(10, 4))
    [0, 2, 5, 7]
    >>> sorted(spread(2, 4))
    [0, 1]
    """
    return set(range(count)) if kept >= count else {place * count // kept for place in range(kept)}


def left_to_long(ids: Sequence[str], thinned: Thinned) -> set[int]:
    """Return the places of the cases of a function that do not run by default."""
    quick = [place for place, name in enumerate(ids) if name not in thinned.slow]
    kept = {quick[place] for place in spread(len(quick), len(quick) if thinned.cases is None else thinned.cases)}
    return set(range(len(ids))) - kept


def last_line(long: int, at_length: int) -> str:
    """Return the line that ends a quick run, which says how many tests it left out; empty if none."""
    if not long + at_length:
        return ""
    more = f", and {at_length:,} to pytest --at-length" if at_length else ""
    return f"{long:,} tests are left to pytest --long ({KINDS}){more}"
