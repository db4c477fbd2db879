"""Perft: counts of states by distance, a fingerprint of an engine's rules."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import islice

from sokospec.board import Board, Level, State
from sokospec.limits import Limits, Meter
from sokospec.rules import normalise, pushes, steps


class Metric(StrEnum):
    """Unit of distance: `pushes` between normalised states, or `moves`."""

    PUSHES = "pushes"
    MOVES = "moves"


def first_of(level: Level, metric: Metric) -> State:
    """Return the initial state, normalised for pushes."""
    return normalise(level.board, level.state) if metric is Metric.PUSHES else level.state


def successors(board: Board, state: State, metric: Metric) -> Iterator[State]:
    """Return the distinct successors of a state at distance one."""
    if metric is Metric.PUSHES:
        return (normalise(board, after) for _, after in pushes(board, state))
    return (after for _, after in steps(board, state))


def perft(level: Level, depth: int, metric: Metric = Metric.PUSHES, limits: Limits | None = None) -> list[int]:
    r"""Return the number of states at each distance from 0 to `depth`. Raises `LimitReached`.

    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> perft(level, 3), perft(level, 3, Metric.MOVES)
    ([1, 1, 1, 0], [1, 1, 2, 1])
    """
    return list(islice(perft_counts(level, metric, limits), depth + 1))


def perft_counts(level: Level, metric: Metric = Metric.PUSHES, limits: Limits | None = None) -> Iterator[int]:
    r"""Yield the number of states at distance 0, 1, 2, ...; play continues from solved states.

    Rule D1: the distance of a state is the least number of pushes (between normalised states) or of moves (between
    states) from the first state.

    Raises `LimitReached`; earlier counts are exact.

    >>> counts = perft_counts(Level.parse("######\n#@$ .#\n######"))
    >>> next(counts), next(counts)
    (1, 1)
    """
    meter = Meter(limits or Limits())
    seen = {first_of(level, metric)}
    layer = list(seen)
    distance = 0
    while True:
        yield len(layer)
        distance += 1
        following = []
        for state in layer:
            meter.expand(distance)
            for after in successors(level.board, state, metric):
                meter.generated += 1
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
