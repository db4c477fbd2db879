"""The search for counterexamples: what it meets can be solved, what it finds is one, and where it ends."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from types import FrameType

import pytest

from sokodead import DETECTORS
from sokodead.audit import Phase, Report, audit, limit_time, phases
from sokodead.audit.backward import Backward
from sokodead.audit.costs import attempt
from sokodead.audit.counterexamples import CHANGES, change, counterexamples
from sokodead.audit.replies import TooSlow, notice_interrupts
from sokodead.audit.shrink import LevelShape, shrink
from sokogen.random.batches import boards
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level, replay
from sokospec.oracle import Verdict, search_exhaustively

LEVEL = Level.parse("#######\n#@ $ .#\n#######")
TWO = Level.parse("#######\n#@ $ .#\n#  $ .#\n#######")
SOLVED = Level.parse("####\n#@*#\n####")


def searched(detector: Callable[[Level], object], calls: int, seed: int = 0) -> Report:
    return audit("searched", detector, (), boards=boards(seed), seed=seed, calls=calls)


def test_what_is_met_backwards_is_solved_by_the_pushes_that_come_with_it() -> None:
    rng = Random("backwards")
    pushes = Counter[int]()
    for board in islice(boards(3), 90):
        backward = Backward(board)
        for met in [*backward.walk(rng, 20), *backward.climb(rng)]:
            assert replay(met.level, met.solution()).solved, str(met.level)
            assert met.level.board == board and met.pushes
            pushes[len(met.pushes)] += 1
    assert pushes[1] and max(pushes) == 20


def test_a_climb_hems_in_more_boxes_than_walks_do() -> None:
    rng = Random("hemmed in")

    def hemmed_in(level: Level) -> int:
        beyond = level.board.beyond
        held = [
            all(
                beyond[box][one] is None
                or beyond[box][one] in level.boxes
                or beyond[box][one + 1] is None
                or beyond[box][one + 1] in level.boxes
                for one in (0, 2)
            )
            for box in level.boxes - level.goals
        ]
        return sum(held)

    walked = climbed = 0
    for board in islice(boards(5), 100, 160):
        backward = Backward(board)
        walked += max((hemmed_in(met.level) for _ in range(4) for met in backward.walk(rng, 20)), default=0)
        climbed += max((hemmed_in(met.level) for met in backward.climb(rng)), default=0)
    assert climbed > walked > 0


def test_an_attempt_finds_a_solution_or_nothing_and_says_complete_of_dead_levels_alone() -> None:
    rng = Random("attempts")
    verdicts = Counter[str]()
    for _ in range(300):
        level = random_mixed_level(rng, max_height=4, max_width=4)
        found = attempt(level, 50)
        if found.solution is not None:
            assert replay(level, found.solution).solved and found.left == 0
        elif found.complete:
            assert search_exhaustively(level).verdict is Verdict.UNSOLVABLE
        verdicts["solved" if found.solution is not None else "dead" if found.complete else "open"] += 1
    assert min(verdicts["solved"], verdicts["dead"]) > 50


def test_changes_make_levels_and_each_of_them_happens() -> None:
    rng = Random("changes")
    for one in CHANGES:
        assert any(one(rng, LevelShape.of(TWO)) not in (None, LevelShape.of(TWO)) for _ in range(30))
    shape = LevelShape.of(LEVEL)
    seen = set()
    for _ in range(300):
        shape = change(rng, shape)
        seen.add((len(shape.floor), len(shape.level().boxes)))  # making a level of it checks it
    assert len({floor for floor, _ in seen}) > 3 and len({boxes for _, boxes in seen}) > 2


def test_the_boards_the_seed_and_the_answers_determine_the_search() -> None:
    def met(seed: int) -> list[str]:
        found: list[str] = []

        def suspect(level: Level, solution: Callable[[], str] | None) -> float | None:
            found.append(str(level))
            return 0.0 if len(level.boxes) > 2 else None

        assert list(islice(counterexamples(suspect, boards(seed), seed), 600)) == list(range(1, 601))
        return found

    assert met(1) == met(1) != met(2)


def at_most_four_boxes(level: Level) -> bool:
    """Wrong with five boxes or more alone."""
    return len(level.boxes) > 4 and bool(level.boxes - level.goals)


def small_boards_only(level: Level) -> bool:
    """Wrong on boards of 25 squares or more alone."""
    return len(level.board.floor) >= 25 and min(level.boxes) not in level.goals


@pytest.mark.parametrize(
    ("detector", "calls", "most_squares"),
    [(at_most_four_boxes, 5_000, 7), (small_boards_only, 5_000, 25)],
)
@pytest.mark.long
def test_what_is_wrong_on_larger_or_fuller_boards_alone_is_found(
    detector: Callable[[Level], bool], calls: int, most_squares: int
) -> None:
    report = searched(detector, calls)
    shown = report.counterexample
    assert shown is not None and shown.phase is Phase.SEARCH and shown.solution
    assert len(shown.level.board.floor) <= most_squares
    assert detector(shown.level) and replay(shown.level, shown.solution).solved
    assert (report.states, report.false_positives, report.elsewhere, report.recall) == (0, 1, 1, None)


@pytest.mark.parametrize("name", ["corner", "dead-squares", "freeze", "closed-diagonal", "bipartite", "corral"])
def test_the_search_refutes_no_sound_detector(name: str) -> None:
    report = searched(DETECTORS[name], 600)
    assert report.searched == 600 and not report.refuted and not report.incomplete


def test_a_counterexample_that_is_not_solved_yet_is_shown_where_there_is_one() -> None:
    shown = audit(
        "always", lambda level: True, [(SOLVED.board, [SOLVED.state])], boards=boards(), calls=50
    ).counterexample
    assert shown is not None and shown.phase is Phase.SEARCH and len(shown.solution or "") == 1
    shown = audit(
        "solved", lambda level: level.boxes == level.goals, [(SOLVED.board, [SOLVED.state])], boards=boards(), calls=50
    ).counterexample
    assert shown is not None and (shown.phase, shown.solution) == (Phase.SAMPLE, "")


def test_a_search_whose_calls_take_long_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "_SECONDS_OF_CALLS", 0.0)
    report = searched(lambda level: False, 1_000)
    assert report.searched == 1 and "took 0 s" in report.cut and not report.incomplete


def test_a_late_answer_is_a_failure_in_the_sample_and_none_in_the_search() -> None:
    def late(level: Level) -> bool:
        raise TooSlow("no answer within 1 s")

    report = searched(late, 20)
    assert (report.unanswered, report.failures, report.stopped) == (20, 0, "")
    assert audit("late", late, [(LEVEL.board, [LEVEL.state])]).failures == 1


@pytest.mark.parametrize("raises", [False, True])
def test_an_interruption_that_the_detector_swallows_is_no_answer(raises: bool) -> None:
    def detector(level: Level) -> bool:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            if raises:
                raise ValueError("what now") from None
        return True

    for options in ({"batches": [(LEVEL.board, [LEVEL.state])]}, {"batches": (), "boards": boards(), "calls": 10}):
        with limit_time(detector, 5) as function:
            report = audit("deaf", function, **options)
        assert (report.stopped, report.refuted, report.failures) == ("interrupted", False, 0)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_interrupts_that_nobody_swallows_are_raised_once() -> None:
    with notice_interrupts() as check:
        check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check()
        check()


def test_an_interrupt_that_a_handler_holds_back_is_noticed_when_it_comes_again() -> None:
    received = []

    def hold_back_once(number: int, frame: FrameType | None) -> None:
        received.append(number)
        if len(received) == 2:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hold_back_once)
    try:
        with notice_interrupts() as check:
            signal.raise_signal(signal.SIGINT)
            check()  # raises nothing: the interrupt is still to come
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                check()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_large_level_is_made_small_in_some_hundred_tries() -> None:
    board = next(board for board in boards(1) if len(board.goals) > 35)
    level = Backward(board).walk(Random(1), 20)[-1].level
    asked: list[Level] = []

    def fails(candidate: Level) -> bool:
        asked.append(candidate)
        return bool(candidate.boxes - candidate.goals)

    smallest = shrink(level, fails, most_tries=400)
    assert len(smallest.board.floor) <= 4 and len(asked) <= 400
