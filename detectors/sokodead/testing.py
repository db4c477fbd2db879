"""`assert_sound`, for tests of deadlock detectors; needs Hypothesis."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from hypothesis import HealthCheck, Phase, currently_in_test_context, given, settings
from hypothesis.strategies import SearchStrategy

from sokodead.audit.figures import Counterexample, Report
from sokodead.audit.replies import Detector, DetectorFailed, NotChecked
from sokodead.audit.sample import Audit, Stop
from sokodead.audit.truth import MOST_PLACEMENTS, Truth, placements
from sokospec.board import Level, State
from sokospec.rules import normalise, pushes

_STATES = 200
"""So many states of each level are tried at most."""


class Untested(AssertionError):
    """A detector flagged no state, so nothing was tested."""


class Unsound(AssertionError):
    """A detector is wrong about the level in `counterexample`."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(f"{counterexample.why}\n{counterexample.level}")
        self.counterexample = counterexample


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
    else raises `DetectorFailed`. `levels` is a level, several, or a Hypothesis strategy. Raises `Untested` if no state
    is flagged, unless it `may_be_silent` or runs inside `@given`.

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
    total = Report("")
    if isinstance(levels, SearchStrategy):
        found = _first_drawn(detector, levels, states, max_examples, total)
    else:
        several = [levels] if isinstance(levels, Level) else levels
        found = next((found for level in several if (found := _unsound(detector, level, states, total))), None)
    if found is not None:
        if not currently_in_test_context():
            found.shrink()
        raise _error(found)
    if not (total.fired or may_be_silent or currently_in_test_context()):
        raise Untested(total.conclusion)


def _first_drawn(
    detector: Detector, levels: SearchStrategy[Level], states: int, max_examples: int, total: Report
) -> Audit | None:
    refuting: Audit | None = None

    @settings(
        max_examples=max_examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],  # what makes the level small is `shrunk`, in far fewer calls
        suppress_health_check=list(HealthCheck),
    )
    @given(levels)
    def every_level(level: Level) -> None:
        nonlocal refuting
        if refuting is None:
            refuting = _unsound(detector, level, states, total)

    every_level()
    return refuting


def _unsound(detector: Detector, level: Level, states: int, total: Report) -> Audit | None:
    running = Audit("", detector)
    with suppress(Stop):  # the failures that stopped it are reported below
        running.look_at(level.board, states_of(level, states))
    total.states += running.report.states
    total.fired += running.report.fired
    if running.report.failures:
        raise DetectorFailed(running.report.last_failure)
    if running.report.unchecked and not running.report.refuted:
        raise NotChecked(running.report.last_unchecked)
    return running if running.report.refuted else None


def _error(found: Audit) -> Unsound:
    shown = found.report.counterexample or found.worst
    assert shown is not None, "an audit that refutes has something to show"
    return Unsound(shown)


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
