"""What `sokospec prove` proves: theorems about the families of `sokogen`, about deadlocks, and about tiny levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from itertools import count, islice
from random import Random
from types import MappingProxyType

from sokogen import fibonacci
from sokogen.fibonacci import Side
from sokogen.random_levels import varied_level
from sokoproof.lemmas import local_lemmas
from sokoproof.proof import Proof
from sokoproof.recurrences import Composition, fibonacci_theorems
from sokoproof.tiny_levels import tiny_levels
from sokoproof.window_library import Entry, from_json
from sokoproof.window_proofs import dead_windows
from sokospec.board import Level, State
from sokospec.oracle.search import solve
from sokospec.rules import reachable


def _composition(n: int) -> Composition:
    parts = fibonacci.parts(n, Side.RIGHT)
    own = "".join(part for part in parts if isinstance(part, str))
    shorter = [part for part in parts if not isinstance(part, str)]
    return Composition(
        len(own),
        sum(letter.isupper() for letter in own),
        tuple(size for size, _ in shorter),
        sum(2 for _, side in shorter if side is Side.LEFT),
    )


def _floor(n: int) -> int:
    level = fibonacci.fibonacci_level(n)
    return len(reachable(level.board, State(frozenset(), level.player)))


def _library() -> list[Entry]:
    """Return the patterns that the detector `local-pattern` looks for."""
    return from_json(files("sokodead").joinpath("local_patterns.json").read_text(encoding="utf-8"))


def _tiny_levels() -> list[tuple[Level, int | None]]:
    """Return random levels, always the same ones, with the least pushes as the oracle finds them."""
    rng = Random(5)
    drawn = (varied_level(rng, max_height=4, max_width=4, max_boxes=2) for _ in count())
    fitting = (level for level in drawn if len(level.board.floor) <= 12 and not level.boxes <= level.goals)
    levels = islice(fitting, 100)
    return [(level, solve(level).pushes) for level in levels]


def _theorems() -> dict[str, Callable[[], Proof]]:
    first = {n: (fibonacci.fibonacci_moves(n), fibonacci.fibonacci_pushes(n)) for n in (4, 5)}
    compositions = {n: _composition(n) for n in range(5, fibonacci.MOST + 1)}
    floors = {n: _floor(n) for n in range(fibonacci.LEAST, fibonacci.MOST + 1)}
    return {
        **fibonacci_theorems(compositions, first, floors),
        **local_lemmas(),
        "dead-windows": partial(dead_windows, "dead-windows", _library),
        "tiny-levels": partial(tiny_levels, "tiny-levels", _tiny_levels),
    }


THEOREMS = MappingProxyType(_theorems())
"""All theorems by name; calling one proves it."""
