"""`assert_sound` and `assert_admissible`, for tests of deadlock detectors and heuristics; needs Hypothesis."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from hypothesis import HealthCheck, Phase, currently_in_test_context, given, settings
from hypothesis.strategies import SearchStrategy

from sokodead.audit.base_run import SECONDS_OF_SHRINKING, Answer, Figures, Label, Run, Stop
from sokodead.audit.detector_run import DetectorRun
from sokodead.audit.figures import Counterexample
from sokodead.audit.heuristic_run import HeuristicClaim, HeuristicRun, parse_objective
from sokodead.audit.replies import CallFailed, Detector, Heuristic, NotChecked
from sokodead.audit.truth import MOST_PLACEMENTS, Truth, placements
from sokospec.answer import Objective
from sokospec.board import Level, State
from sokospec.rules import normalise, pushes

_STATES = 200
"""So many states of each level are tried at most."""


class Untested(AssertionError):
    """A detector flagged no state, or a heuristic never exceeded 0, so nothing was tested."""


class _Refutation(AssertionError):
    """A detector or a heuristic is wrong about the level in `counterexample`."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(f"{counterexample.why}\n{counterexample.level}")
        self.counterexample = counterexample


class Unsound(_Refutation):
    """A detector flags a solvable state, or gives bad evidence."""


class Inadmissible(_Refutation):
    """A heuristic's value is too large, or inconsistent where it must not be."""


def assert_sound(
    detector: Detector,
    levels: Level | Iterable[Level] | SearchStrategy[Level],
    *,
    states: int = _STATES,
    max_examples: int = 200,
    may_be_silent: bool = False,
) -> None:
    r"""Raise `Unsound`, with a small level, if a detector flags a solvable state or gives bad evidence.

    The detector is called with a `Level` and returns True or evidence if it is dead, otherwise False or None; anything
    else raises `CallFailed`. `levels` is a level, several, or a Hypothesis strategy. Raises `Untested` if no state is
    flagged, unless it `may_be_silent` or runs inside `@given`.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> assert_sound(lambda level: False, level)
    Traceback (most recent call last):
    sokodead.testing.Untested: not tested: the detector flagged none of 4 states
    >>> assert_sound(lambda level: len(level.boxes - level.goals) > 0, level)
    Traceback (most recent call last):
    sokodead.testing.Unsound: false positive: it is solved by R
    #####
    #@$.#
    #####
    """
    __tracebackhide__ = True  # pytest shows the line of the test, not these
    run = DetectorRun("", detector)
    counterexample = _refute(run, levels, states, max_examples, may_be_silent=may_be_silent)
    if counterexample is not None:
        raise Unsound(counterexample)


def assert_admissible(
    heuristic: Heuristic,
    levels: Level | Iterable[Level] | SearchStrategy[Level],
    objective: Objective | str = Objective.PUSHES,
    *,
    consistent: bool = False,
    states: int = _STATES,
    max_examples: int = 200,
    may_be_silent: bool = False,
) -> None:
    r"""Raise `Inadmissible`, with a small level, if a heuristic's value exceeds the cost of an optimal solution.

    The heuristic is called with a `Level` and returns a number, infinity if the level is dead; anything else raises
    `CallFailed`. The objective is `pushes` or `moves`. With `consistent` the value must fall by no more than a step
    costs. Other arguments are as in `assert_sound`; a value above 0 counts as a flag.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> assert_admissible(lambda level: 2 * len(level.boxes - level.goals), level)
    Traceback (most recent call last):
    sokodead.testing.Inadmissible: overestimate: the value is 2, but 1 push solves it: R
    #####
    #@$.#
    #####
    """
    __tracebackhide__ = True
    run = HeuristicRun(HeuristicClaim("", heuristic, parse_objective(objective), consistent))
    counterexample = _refute(run, levels, states, max_examples, may_be_silent=may_be_silent)
    if counterexample is not None:
        raise Inadmissible(counterexample)


def _refute(
    run: Run[Figures, Label, Answer],
    levels: Level | Iterable[Level] | SearchStrategy[Level],
    states: int,
    max_examples: int,
    *,
    may_be_silent: bool,
) -> Counterexample | None:
    """Return a counterexample on the first level that gives one. Raises `Untested` if nothing was tested."""
    __tracebackhide__ = True
    report = run.report
    if isinstance(levels, SearchStrategy):
        _look_at_examples(run, levels, states, max_examples)
    else:
        for level in [levels] if isinstance(levels, Level) else levels:
            _look_at(run, level, states)
            if report.refuted:
                break
    if report.refuted:
        run.shrink(0.0 if currently_in_test_context() else SECONDS_OF_SHRINKING)
        return report.counterexample
    if not (report.fired or may_be_silent or currently_in_test_context()):
        raise Untested(report.conclusion)
    return None


def _look_at_examples(
    run: Run[Figures, Label, Answer], levels: SearchStrategy[Level], states: int, max_examples: int
) -> None:
    @settings(
        max_examples=max_examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],  # what makes the level small is `shrink`, in far fewer calls
        suppress_health_check=list(HealthCheck),
    )
    @given(levels)
    def every_level(level: Level) -> None:
        if not run.report.refuted:
            _look_at(run, level, states)

    every_level()


def _look_at(run: Run[Figures, Label, Answer], level: Level, states: int) -> None:
    """Ask about states of a level's board. Raises `CallFailed`, and `NotChecked` if nothing is refuted."""
    report = run.report
    with suppress(Stop):  # the failures that stopped it are reported below
        run.look_at(level.board, states_of(level, states))
    if report.failures:
        raise CallFailed(report.last_failure)
    if report.unchecked and not report.refuted:
        raise NotChecked(report.last_unchecked)


def states_of(level: Level, most: int = _STATES) -> list[State]:
    r"""Return states of a level's board: its own, states met in play, and solvable ones.

    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> [(sorted(state.boxes)[0].column, state.player.column) for state in states_of(level)]
    [(2, 1), (3, 1), (4, 1)]
    """
    board = level.board
    found = {level.state: None, **dict.fromkeys(_play(level, most // 2))}
    if placements(board) <= MOST_PLACEMENTS:
        truth = Truth(board)
        nodes = sorted(truth.solvable(len(level.boxes)))
        for boxes, region in nodes[:: 1 + 2 * len(nodes) // max(most, 1)]:
            found[State(frozenset(truth.grid.squares(boxes)), truth.grid.squares(region)[0])] = None
    return list(found)[:most]


def _play(level: Level, most: int) -> list[State]:
    found = {normalise(level.board, level.state): None}
    waiting = list(found)
    for state in waiting:  # the list grows while it is read
        for _, after in pushes(level.board, state):
            reached = normalise(level.board, after)
            if reached not in found and len(found) < most:
                found[reached] = None
                waiting.append(reached)
    return waiting
