"""What an audit counts, how it ends, what it shows; and `assert_sound`, which is an audit for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sokospec
from sokodead.audit import (
    CallFailed,
    Detector,
    HeuristicClaim,
    NotCallable,
    Report,
    audit,
    audit_heuristic,
    detector_run,
    find_function,
    heuristic_run,
    limit_time,
    replies,
    shrink,
)
from sokodead.audit.detector_run import DetectorRun
from sokodead.audit.figures import Tally
from sokodead.audit.replies import BadEvidence, Reply, ask, read_reply
from sokodead.audit.shrink import size
from sokodead.corner import corner
from sokodead.testing import Unsound, Untested, assert_admissible, assert_sound, states_of
from sokogen.hypothesis_hook import register
from sokogen.random.batches import boards, random_batches, small_batches
from sokogen.small.small_levels import interior_levels
from sokogen.strategies import levels
from sokospec import Board, Level, Square, State, clock
from sokospec.certificates import Pattern, Patterns
from sokospec.limits import Limits, Meter
from sokospec.oracle import Verdict, search_exhaustively

LEVEL = Level.parse("#######\n#@ $ .#\n#######")
DEAD = Level.parse("#######\n#@$ #.#\n#######")
SMALL = Level.parse("####\n#@*#\n####")
ROOM = Level.parse("######\n#@ . #\n# $  #\n#    #\n######")
WRONG_FACT = Patterns(1, (Pattern(frozenset({Square(1, 1)}), Square(1, 2)),))


def of(*several: Level) -> Iterator[tuple[Board, Sequence[State]]]:
    return ((level.board, [level.state]) for level in several)


def flat_wall(level: Level) -> bool:
    """A wrong detector: any wall will do."""
    return any(None in level.board.beyond[box] for box in level.boxes - level.goals)


def test_an_audit_counts_what_a_detector_flags_rightly_and_wrongly() -> None:
    report = audit("wall", flat_wall, of(LEVEL, DEAD, SMALL))
    assert (report.levels, report.states, report.dead, report.flagged) == (3, 3, 1, 2)
    assert (report.false_positives, report.bad_evidence, report.recall) == (1, 0, 1.0)
    assert report.refuted and not report.incomplete
    assert sum(share.dead for share in report.causes.values()) == 1


def test_a_counterexample_is_small_and_solved_by_the_solution_that_is_shown() -> None:
    shown = audit("wall", flat_wall, islice(small_batches(squares=7), 40)).counterexample
    assert shown is not None and shown.solution is not None
    assert len(shown.level.board.floor) == 3
    assert flat_wall(shown.level) and search_exhaustively(shown.level).lurd == shown.solution
    assert size(shown.level) <= size(shown.found)
    assert "it is solved by" in shown.why


def test_the_same_seed_gives_the_same_report() -> None:
    def figures(seed: int) -> tuple[object, ...]:
        report = audit("wall", flat_wall, islice(random_batches(seed), 20))
        return report.states, report.flagged, report.counterexample, report.causes

    assert figures(5) == figures(5) != figures(6)


@pytest.mark.parametrize("evidence", [(), (WRONG_FACT,), [WRONG_FACT], BadEvidence("unreadable")])
def test_evidence_that_shows_nothing_refutes_a_detector_that_is_right(evidence: object) -> None:
    report = audit("right for no reason", lambda level: evidence, of(DEAD))
    assert (report.false_positives, report.bad_evidence) == (0, 1)
    shown = report.counterexample
    assert shown is not None and (shown.kind, shown.solution) == ("bad evidence", None)
    assert shown.reason and shown.reason in shown.why


@pytest.mark.parametrize("limit", [MemoryError, RecursionError])
def test_evidence_whose_check_reaches_a_limit_is_not_bad_evidence(
    limit: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(level: Level, evidence: object) -> None:
        raise limit

    monkeypatch.setattr(replies, "check_evidence", check)
    report = audit("right, perhaps", lambda level: (WRONG_FACT,), of(*[DEAD] * 5), boards=[DEAD.board], calls=20)
    assert (report.bad_evidence, report.stopped, report.failures) == (0, "", 0)
    assert report.unchecked >= 5 and report.incomplete
    assert limit.__name__ in report.last_unchecked


def test_a_false_positive_is_shown_before_bad_evidence() -> None:
    shown = audit("wrong twice", lambda level: (WRONG_FACT,), of(DEAD, LEVEL)).counterexample
    assert shown is not None and shown.kind == "false positive"


def test_evidence_that_is_accepted_is_counted_as_a_flag_alone() -> None:
    report = audit("corner", corner, islice(random_batches(2), 50))
    assert report.flagged > 500 and not report.refuted and not report.incomplete


@pytest.mark.parametrize("value", ["yes", 1, 0.0, object(), [True], {"dead": True}])
def test_what_is_no_answer_is_a_failure(value: object) -> None:
    with pytest.raises(CallFailed, match="a detector returns"):
        read_reply(value)


def test_the_numbers_that_numpy_has_for_true_and_false_are_answers() -> None:
    assert (read_reply(np.True_), read_reply(np.False_)) == (Reply(True), Reply(False))


def test_a_detector_that_fails_now_and_then_leaves_an_incomplete_report() -> None:
    numbers = count()

    def detector(level: Level) -> bool:
        if next(numbers) % 2:
            raise ZeroDivisionError("one half")
        return False

    report = audit("moody", detector, of(LEVEL, LEVEL, LEVEL, DEAD))
    assert (report.states, report.failures, report.stopped) == (2, 2, "")
    assert report.incomplete and not report.refuted
    assert "ZeroDivisionError: one half" in report.last_failure and str(DEAD) in report.last_failure


def test_a_detector_that_always_fails_is_not_asked_a_fourth_time() -> None:
    def detector(level: Level) -> bool:
        raise SystemExit(1)

    report = audit("broken", detector, of(*[LEVEL] * 9))
    assert (report.levels, report.states, report.failures, report.stopped) == (3, 0, 3, "the detector fails")
    assert report.recall is None and report.incomplete


def test_an_interruption_keeps_what_was_found() -> None:
    numbers = count()

    def detector(level: Level) -> bool:
        if next(numbers) == 2:
            raise KeyboardInterrupt
        return True

    report = audit("slow", detector, of(LEVEL, LEVEL, LEVEL, LEVEL))
    assert (report.states, report.false_positives, report.stopped) == (2, 2, "interrupted")
    assert report.counterexample is not None


def test_an_interruption_while_the_counterexample_is_made_small_leaves_it_as_it_is() -> None:
    numbers = count()

    def detector(level: Level) -> bool:
        if next(numbers) > 1:
            raise KeyboardInterrupt
        return True

    report = audit("slower", detector, of(LEVEL))
    assert report.stopped == "interrupted" and report.counterexample is not None
    assert report.counterexample.level == report.counterexample.found == LEVEL


def test_no_time_is_no_answer() -> None:
    report = audit("late", flat_wall, of(LEVEL), limits=Limits(seconds=0))
    assert (report.states, report.stopped) == (0, "the time is over")


@pytest.mark.parametrize("most_placements", [200_000, 0])
@pytest.mark.parametrize("heuristic", [False, True])
def test_a_limit_that_ends_the_preparation_blames_nobody(
    heuristic: bool, most_placements: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (detector_run, heuristic_run):
        monkeypatch.setattr(module, "MOST_PLACEMENTS", most_placements)
    ticks = count()
    monkeypatch.setattr(clock, "now", lambda: float(next(ticks)))
    limits, asked = Limits(seconds=4), list[Level]()
    if heuristic:
        report: Tally = audit_heuristic(HeuristicClaim("h", asked.append), of(ROOM, ROOM), limits=limits)
    else:
        report = audit("d", asked.append, of(ROOM, ROOM), limits=limits)
    assert (asked, report.stopped, report.levels, report.undecided) == ([], "the time is over", 1, 0)
    assert report.conclusion == f"not tested: the {report.kind} was asked about no state" and report.incomplete


def test_a_counterexample_without_a_proof_in_time_is_not_said_to_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    late = DetectorRun("always", lambda level: True)
    late.look_at(LEVEL.board, [LEVEL.state])
    monkeypatch.setattr(detector_run, "_STATES_OF_ATTEMPT", 0)
    late.meter = Meter(Limits(seconds=0))
    late.shrink()
    shown = late.report.counterexample
    assert shown is not None and (shown.solution, shown.why) == (None, "false positive: it has a solution")


def test_states_of_boards_too_large_for_tables_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detector_run, "MOST_PLACEMENTS", 0)
    report = audit("always", lambda level: True, of(LEVEL, DEAD))
    assert (report.states, report.dead, report.false_positives) == (2, 1, 1)
    assert sum(share.dead for share in report.causes.values()) == 0


def test_states_that_take_too_long_to_search_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detector_run, "MOST_PLACEMENTS", 0)
    monkeypatch.setattr(detector_run, "_SECONDS_OF_SEARCH", 0.0)
    report = audit("always", lambda level: True, of(LEVEL, DEAD))
    assert (report.states, report.undecided, report.refuted, report.incomplete) == (0, 2, False, True)


def test_progress_is_told_after_each_level() -> None:
    told: list[int] = []

    def tell(report: Report) -> None:
        told.append(report.states)

    audit("never", lambda level: False, of(LEVEL, DEAD), tell=tell)
    assert told == [1, 2]


def test_a_call_that_takes_too_long_is_a_failure() -> None:
    def endless(level: Level) -> bool:
        return any(number < 0 for number in count())

    with limit_time(endless, 0.02) as slow, pytest.raises(CallFailed, match=r"no answer within 0\.02 s"):
        ask(slow, LEVEL)
    with limit_time(lambda level: True, 5) as quick:
        assert ask(quick, LEVEL) == Reply(True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("sokodead", "neither"),
        (":corner", "neither"),
        ("sokodead.corner:", "neither"),
        ("no_such_module:corner", "cannot import no_such_module"),
        ("sokodead.corner:nothing", "has no 'nothing'"),
        ("sokodead:DETECTORS", "cannot be called"),
    ],
)
def test_a_name_that_names_no_detector_says_why(name: str, why: str) -> None:
    with pytest.raises(NotCallable, match=why):
        find_function(name)


def test_shrinking_finds_the_smallest_level_with_a_property() -> None:
    level = Level.parse("########\n#.  $  #\n# $# . #\n#. @ $ #\n########")
    smallest = shrink(level, lambda level: len(level.boxes - level.goals) == 2)
    assert (len(smallest.board.floor), len(smallest.boxes)) == (4, 2)  # the player stands on a goal


def test_shrinking_never_returns_a_level_that_does_not_fail_and_tries_no_more_than_it_may() -> None:
    asked: list[Level] = []

    def fails(level: Level) -> bool:
        asked.append(level)
        return False

    assert shrink(LEVEL, fails, most_tries=7) == LEVEL
    assert len(asked) <= 8 and len(set(asked)) == len(asked)


@pytest.mark.parametrize("verdict", [Verdict.OPTIMAL, Verdict.UNSOLVABLE])
def test_shrinking_goes_to_the_least_floor_from_wherever_it_starts(verdict: Verdict) -> None:
    """Two squares are enough: the box's and the player's, with the goal under the one or the other."""
    starts = [
        level
        for level in islice(interior_levels(2, 3, 2), 0, None, 40)
        if search_exhaustively(level).verdict is verdict
    ]
    assert len(starts) > 5
    for start in starts:
        smallest = shrink(start, lambda level: search_exhaustively(level).verdict is verdict)
        assert len(smallest.board.floor) == 2


# assert_sound


@pytest.mark.parametrize("source", [ROOM, [SMALL, ROOM], levels(max_height=3, max_width=3)])
def test_assert_sound_takes_a_level_several_or_a_strategy(
    source: Level | list[Level] | st.SearchStrategy[Level],
) -> None:
    assert_sound(corner, source, max_examples=20)
    with pytest.raises(Unsound, match="false positive: it is solved by") as raised:
        assert_sound(flat_wall, source, max_examples=40)
    shown = raised.value.counterexample
    assert shown.level.board.width * shown.level.board.height == 15


@pytest.mark.parametrize("detector", [lambda level: "dead", lambda level: 1 / 0])
def test_assert_sound_raises_for_a_detector_that_gives_no_answer(detector: Detector) -> None:
    with pytest.raises(CallFailed):
        assert_sound(detector, LEVEL)


@pytest.mark.parametrize("source", [LEVEL, [SMALL, LEVEL], levels(max_height=3, max_width=3)])
def test_assert_sound_raises_for_a_detector_that_never_fires_unless_it_may_be_silent(
    source: Level | list[Level] | st.SearchStrategy[Level],
) -> None:
    with pytest.raises(Untested, match=r"^not tested: the detector flagged none of [1-9][0-9]* states$"):
        assert_sound(lambda level: False, source, max_examples=5)
    assert_sound(lambda level: None, source, max_examples=5, may_be_silent=True)


@pytest.mark.parametrize("check", [assert_sound, assert_admissible])
def test_an_assertion_about_no_level_at_all_has_tested_nothing(check: Callable[..., None]) -> None:
    with pytest.raises(Untested, match=r"^not tested: "):
        check(lambda level: True, [])


def test_a_detector_that_fires_in_the_search_alone_was_tested() -> None:
    fires = audit(
        "more boxes", lambda level: len(level.boxes) > 1 and corner(level), of(LEVEL), boards=boards(0), calls=300
    )
    assert fires.flagged == 0 < fires.fired and not fires.refuted
    assert fires.conclusion == f"no counterexample found in {fires.states_asked:,} states"


def test_inside_a_test_of_hypothesis_the_level_is_left_to_it() -> None:
    failed: list[Level] = []

    @settings(max_examples=40, database=None, derandomize=True)
    @given(levels(max_height=3, max_width=3))
    def sound(level: Level) -> None:
        try:
            assert_sound(flat_wall, level)
        except Unsound as error:
            failed.append(error.counterexample.level)
            raise

    with pytest.raises(Unsound):
        sound()
    assert all(flat_wall(level) for level in failed)
    assert len(failed[-1].board.floor) <= 4


def test_the_states_of_a_level_are_its_own_those_of_its_play_and_others_that_can_be_solved() -> None:
    level = Level.parse("#######\n#     #\n# $.$ #\n#  . @#\n#######")
    found = states_of(level, 40)
    assert found[0] == level.state and len(set(found)) == len(found) <= 40
    solvable = [state for state in found if search_exhaustively(Level(level.board, state)).lurd is not None]
    assert 10 < len(solvable) < len(found)
    assert states_of(level, 1) == [level.state]


def test_hypothesis_makes_levels_where_a_level_is_asked_for() -> None:
    register()
    register()

    @settings(max_examples=10, database=None, derandomize=True)
    @given(st.from_type(Level))
    def some_level(level: Level) -> None:
        assert level.boxes

    some_level()


def test_the_name_of_a_detector_is_no_detector() -> None:
    with pytest.raises(TypeError, match="expected a function of a level, got str"):
        sokospec.audit("examples.dead_corners:is_dead")  # type: ignore[arg-type]
