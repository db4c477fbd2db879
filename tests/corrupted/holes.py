"""Holes in the checker of certificates, each a line or two that could be wrong: corrupted certificates find them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sokospec.certificates import counting, dead_patterns, evidence, frozen, prices, states, text, verify
from sokospec.certificates.ground import Ground
from sokospec.replay import replay

Hole = tuple[Any, str, Callable[..., Any]]  # Any: whatever is replaced, a module's function or a class's method


_price_bound = prices.PriceBound.bound
_is_settled = states.ClosedSet._is_settled
_enter = states.ClosedSet.enter
_pattern_bound = dead_patterns.DeadPatterns.bound


def _either_way(self: Any, numbers: Any, *, backwards: bool = False) -> Any:  # Any: as the original
    return _bounds(self, numbers, backwards=backwards ^ any(number in self._backwards for number in numbers))


_bounds = evidence.Facts.bounds


def _settled_at_any_cost(self: Any, cost: int, boxes: int, player: int, bounds: Any) -> bool:  # Any: as the original
    return self._key(boxes, player) in self._cost or _is_settled(self, cost, boxes, player, bounds)


def _entered_unseen(self: Any, entry: Any) -> None:  # Any: as the original
    self._cost[self._key(entry.boxes, entry.player)] = entry.cost


HOLES: dict[str, list[Hole]] = {
    "prices that are one push too high": [
        (prices.PriceBound, "bound", lambda self, boxes, player: _price_bound(self, boxes, player) + 1)
    ],
    "counting that takes as many boxes as goals for too many": [
        (counting.Count, "__init__", lambda self, ground, distances, goals: _few_goals(self, ground, distances, goals))
    ],
    "pushes of patterns that are not looked at": [
        (dead_patterns, "pushes_are_covered", lambda *_: None),
        (frozen, "pushes_are_covered", lambda *_: None),
    ],
    "facts about frozen boxes that serve for all states": [(Ground, "holds", lambda self, boxes, player: True)],
    "patterns that match wherever the player is": [
        (dead_patterns.DeadPatterns, "bound", lambda self, boxes, player: _pattern_bound(self, boxes, -1))
    ],
    "states that are in the set at any cost": [(states.ClosedSet, "_is_settled", _settled_at_any_cost)],
    "solved states that are not noticed": [(states.ClosedSet, "enter", _entered_unseen)],
    "first states that are not looked at": [(states.ClosedSet, "check_start", lambda self, by: None)],
    "steps that are not looked at": [(states.ClosedSet, "check_steps", lambda self, entry: None)],
    "closing boxes that need not close": [
        (
            states,
            "first_pushes",
            lambda grid, boxes, region, closing, covered: _of_closing(grid, boxes, region, closing),
        )
    ],
    "facts that serve in both directions": [(evidence.Facts, "bounds", _either_way)],
    "text after the end": [(text.Lines, "expect_end", lambda self: b"")],
    "solutions whose case is not looked at": [(verify, "replay", lambda level, lurd: _lenient(level, lurd))],
}


def _few_goals(self: Any, ground: Any, distances: Any, goals: Any) -> None:  # Any: as the original
    _count_init(self, ground, distances, goals)
    self._goals = max(0, self._goals - 1)


_count_init = counting.Count.__init__


def _of_closing(grid: Any, boxes: int, region: int, closing: int) -> Iterator[tuple[int, int]]:  # Any: a Grid
    return ((box, landing) for box, landing in grid.pushes(boxes, region) if box & closing)


def _lenient(level: Any, lurd: str) -> Any:  # Any: a Level, a Replay
    return replay(level, lurd, lenient=True)


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Have a hole in the checker for a while."""
    patches = [patch.object(*hole) for hole in HOLES[name]]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
