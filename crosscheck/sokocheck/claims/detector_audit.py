"""Audits of a deadlock detector (`sokospec.audit`) and of a heuristic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice

from sokodead import audit as phases
from sokodead.audit import Detector, HeuristicClaim, HeuristicReport, Report
from sokogen.random.batches import Batch, batches, boards
from sokospec.board import Level
from sokospec.conformance import load_levels
from sokospec.limits import Limits

CALLS = 100
"""The search for counterexamples asks about so many levels for each board of the sample."""


@dataclass(frozen=True, slots=True)
class Sample:
    """First states of an audit."""

    levels: int = 1500
    squares: int = 20
    boxes: int = 3
    with_corpus: bool = True


WHOLE_SAMPLE = Sample()


@cache
def corpus() -> tuple[Batch, ...]:
    """Return the states of the regression levels by board."""
    return tuple(Batch(*board_and_states) for known in load_levels("killers") for board_and_states in known.boards())


def audit(
    detector: Detector,
    sample: Sample = WHOLE_SAMPLE,
    *,
    seed: int = 0,
    given: Iterable[Level] | None = None,
    name: str | None = None,
    limits: Limits | None = None,
    tell: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Return whether a counterexample to a deadlock detector was found, and the detector's recall.

    The detector is called with a `Level` and returns True or evidence if the state is dead, otherwise False or None.
    It is tried on regression levels, on sampled boards, and in a search for counterexamples; `given` replaces them by
    first states of levels. `tell` receives interim figures.

    >>> report = audit(lambda level: True, Sample(levels=1))
    >>> report.refuted, print(report.counterexample.level)
    ###
    #.#
    #$#
    #@#
    ###
    (True, None)
    """
    if not callable(detector):
        raise TypeError(f"expected a function of a level, got {type(detector).__name__}; import the detector first")
    return phases.audit(
        name or str(getattr(detector, "__name__", detector)),
        detector,
        _batches(sample, seed, given),
        boards=boards(seed),
        seed=seed,
        calls=_calls(sample, given),
        limits=limits,
        tell=tell,
    )


def audit_heuristic(
    claim: HeuristicClaim,
    sample: Sample = WHOLE_SAMPLE,
    *,
    seed: int = 0,
    given: Iterable[Level] | None = None,
    limits: Limits | None = None,
    tell: Callable[[HeuristicReport], None] = lambda _: None,
) -> HeuristicReport:
    """Return whether a counterexample to a heuristic was found, and how near its values are to the optima.

    The levels are those of `audit`.

    >>> report = audit_heuristic(HeuristicClaim("two", lambda level: 2), Sample(levels=1))
    >>> print(report.counterexample.why)
    overestimate: the value is 2, but 1 push solves it: U
    """
    return phases.audit_heuristic(
        claim,
        _batches(sample, seed, given),
        boards=boards(seed),
        seed=seed,
        calls=_calls(sample, given),
        limits=limits,
        tell=tell,
    )


def _batches(sample: Sample, seed: int, given: Iterable[Level] | None) -> Iterable[Batch]:
    if given is not None:
        return (Batch(level.board, (level.state,)) for level in given)
    drawn = islice(batches(seed, squares=sample.squares, boxes=sample.boxes), sample.levels)
    return chain(corpus() if sample.with_corpus else (), drawn)


def _calls(sample: Sample, given: Iterable[Level] | None) -> int:
    return CALLS * sample.levels if given is None else 0
