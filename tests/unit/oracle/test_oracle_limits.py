"""Limits are kept, and what is answered when one is reached is true. The clock is a fake one: nothing is timed."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from fake_clocks import set_clock
from interrupting import asked
from sokospec import Level, limits
from sokospec.limits import Meter, peak_rss_mib, rss_mib
from sokospec.oracle import (
    LimitReached,
    Limits,
    Metric,
    Objective,
    Progress,
    Verdict,
    perft,
    search_exhaustively,
    state_graph,
)
from sokospec.oracle.perft import perft_counts

ROOM = Level.parse("########\n#@     #\n# $ $  #\n#   $  #\n#  ..  #\n#   .  #\n########")
SMALL = Level.parse("######\n#.   #\n# $  #\n#@   #\n######")
UNSOLVABLE = Level.parse("######\n#@ $ #\n#    #\n# .  #\n######")
SEARCHES = [lambda bounds: perft(ROOM, 50, limits=bounds), lambda bounds: state_graph(ROOM, limits=bounds)]

Report = Callable[[Progress], None]


@pytest.fixture
def _seconds_fly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every look at the clock a second later than the one before, so that an expansion seems to take one."""
    now = iter(range(10**9))
    set_clock(monkeypatch, now=lambda: float(next(now)))


def raising_at(call: int, error: BaseException) -> Report:
    """Return a report that raises an error at its n-th call."""
    calls = 0

    def report(progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == call:
            raise error

    return report


@pytest.mark.parametrize("objective", Objective)
def test_no_time_at_all_gives_the_time_limit_and_the_bound_zero(objective: Objective) -> None:
    answer = search_exhaustively(ROOM, objective, Limits(seconds=0))
    assert answer.verdict is Verdict.LIMIT_TIME
    assert (answer.lurd, answer.moves, answer.pushes, answer.lower_bound) == (None, None, None, 0)
    assert (answer.expanded, answer.generated) == (0, 0)


@pytest.mark.parametrize("objective", Objective)
def test_less_memory_than_the_process_has_gives_the_memory_limit(objective: Objective) -> None:
    answer = search_exhaustively(ROOM, objective, Limits(mib=1))
    assert (answer.verdict, answer.lurd, answer.lower_bound) == (Verdict.LIMIT_MEMORY, None, 0)


def test_the_time_limit_comes_before_the_memory_limit() -> None:
    assert search_exhaustively(ROOM, limits=Limits(seconds=0, mib=0)).verdict is Verdict.LIMIT_TIME


@pytest.mark.parametrize("objective", Objective)
def test_a_solved_level_needs_no_time(objective: Objective) -> None:
    assert search_exhaustively(Level.parse("####\n#@*#\n####"), objective, Limits(seconds=0, mib=1)).lurd == ""


@pytest.mark.parametrize("objective", Objective)
def test_limits_that_are_not_reached_change_nothing(objective: Objective) -> None:
    free, limited = (
        search_exhaustively(SMALL, objective),
        search_exhaustively(SMALL, objective, Limits(seconds=1e9, mib=1e9)),
    )
    assert (free.lurd, free.expanded, free.generated) == (limited.lurd, limited.expanded, limited.generated)
    assert limited.verdict is free.verdict


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("bounds", "verdict"), [(Limits(seconds=0), Verdict.LIMIT_TIME), (Limits(mib=1), Verdict.LIMIT_MEMORY)]
)
def test_perft_and_the_graph_raise_when_a_limit_is_reached(
    search: Callable[[Limits], object], bounds: Limits, verdict: Verdict
) -> None:
    with pytest.raises(LimitReached) as reached:
        search(bounds)
    assert reached.value.verdict is verdict
    assert str(reached.value) == verdict


@pytest.mark.usefixtures("_seconds_fly")
@pytest.mark.parametrize("metric", Metric)
def test_perft_counts_that_come_before_a_limit_are_exact(metric: Metric) -> None:
    exact = perft(ROOM, 6, metric)
    counts = []
    with pytest.raises(LimitReached):
        for count in perft_counts(ROOM, metric, Limits(seconds=40)):
            counts.append(count)
    assert 1 < len(counts) <= 6
    assert counts == exact[: len(counts)]


@pytest.mark.usefixtures("_seconds_fly")
def test_reports_come_with_counts_that_only_grow() -> None:
    seen: list[Progress] = []
    answer = search_exhaustively(SMALL, Objective.PUSHES, Limits(report=seen.append))
    assert answer.verdict is Verdict.OPTIMAL
    assert len(seen) == answer.expanded
    assert [progress.expanded for progress in seen] == list(range(answer.expanded))
    for before, after in pairwise(seen):
        assert before.generated <= after.generated
        assert before.bound <= after.bound <= before.bound + 1
        assert before.seconds < after.seconds
    assert seen[-1].bound <= (answer.pushes or 0)
    assert all(progress.rss_mib > 0 for progress in seen)


def test_reports_come_at_most_ten_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10**9))
    set_clock(monkeypatch, now=lambda: next(now) / 64)  # exact in binary
    seen: list[Progress] = []
    search_exhaustively(SMALL, Objective.MOVES, Limits(report=seen.append))
    gaps = [after.seconds - before.seconds for before, after in pairwise(seen)]
    assert gaps
    assert min(gaps) >= 0.1
    assert max(gaps) <= 0.2


@pytest.mark.usefixtures("_seconds_fly")
@pytest.mark.parametrize("objective", Objective)
def test_the_time_limit_is_kept_however_long_an_expansion_takes(objective: Objective) -> None:
    answer = search_exhaustively(ROOM, objective, Limits(seconds=10))
    assert (answer.verdict, answer.expanded) == (Verdict.LIMIT_TIME, 9)


@pytest.mark.usefixtures("_seconds_fly")
def test_the_memory_limit_is_kept_however_long_an_expansion_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    in_use = iter(range(10**9))
    monkeypatch.setattr(limits, "rss_mib", lambda: next(in_use))
    answer = search_exhaustively(ROOM, limits=Limits(mib=10))
    assert (answer.verdict, answer.expanded) == (Verdict.LIMIT_MEMORY, 10)


def test_memory_is_looked_at_once_in_64_fast_expansions(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, now=lambda: 0.0)
    looks: list[int] = []
    monkeypatch.setattr(Meter, "_look", lambda meter, now, bound: looks.append(meter.expanded))
    answer = search_exhaustively(ROOM, Objective.PUSHES)
    assert looks == list(range(0, answer.expanded, 64))
    assert len(looks) > 3


def test_a_meter_counts_expansions() -> None:
    meter = Meter(Limits())
    for _ in range(200):
        meter.expand(7)
    assert (meter.expanded, meter.generated) == (200, 0)
    assert meter.seconds >= 0


@pytest.mark.usefixtures("_seconds_fly")
@pytest.mark.parametrize("objective", Objective)
def test_ctrl_c_is_raised_with_the_answer_so_far(objective: Objective) -> None:
    answer = asked(lambda: search_exhaustively(ROOM, objective, Limits(report=raising_at(200, KeyboardInterrupt()))))
    assert (answer.verdict, answer.interrupted, answer.lurd) == (Verdict.LIMIT_TIME, True, None)
    assert answer.expanded == 199
    assert answer.lower_bound is not None and answer.lower_bound > 0


@pytest.mark.usefixtures("_seconds_fly")
@pytest.mark.parametrize("objective", Objective)
def test_running_out_of_memory_gives_the_memory_limit(objective: Objective) -> None:
    answer = search_exhaustively(ROOM, objective, Limits(report=raising_at(200, MemoryError())))
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_MEMORY, None)
    assert answer.lower_bound is not None and answer.lower_bound > 0


@pytest.mark.usefixtures("_seconds_fly")
@pytest.mark.parametrize("level", [SMALL, UNSOLVABLE])
@pytest.mark.parametrize("objective", [objective for objective in Objective if objective is not Objective.ANY])
def test_wherever_a_search_is_broken_off_its_bound_is_one(level: Level, objective: Objective) -> None:
    whole = search_exhaustively(level, objective)
    bounds = []
    for call in range(1, whole.expanded + 1):
        until = Limits(report=raising_at(call, KeyboardInterrupt()))
        answer = asked(partial(search_exhaustively, level, objective, until))
        assert (answer.verdict, answer.interrupted) == (Verdict.LIMIT_TIME, True)
        assert answer.lower_bound is not None
        bounds.append(answer.lower_bound)
    assert bounds[0] == 0
    assert bounds == sorted(bounds)
    if whole.lower_bound is not None:
        assert bounds[-1] <= whole.lower_bound


@pytest.mark.usefixtures("_seconds_fly")
def test_other_errors_are_not_swallowed() -> None:
    with pytest.raises(RuntimeError, match="a bug"):
        search_exhaustively(ROOM, limits=Limits(report=raising_at(1, RuntimeError("a bug"))))


def test_memory_in_use_is_at_most_the_peak() -> None:
    now = rss_mib()
    assert 0 < now <= peak_rss_mib() + 1


@pytest.fixture
def _no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without the files of /proc."""

    def no_such_file(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(limits, "open", no_such_file, raising=False)


@pytest.mark.usefixtures("_no_proc")
def test_where_the_system_does_not_tell_the_peak_stands_for_the_memory_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "peak_rss_mib", lambda: 12.5)
    assert rss_mib() == 12.5


@pytest.mark.usefixtures("_no_proc")
def test_the_peak_is_in_mib_whatever_unit_the_system_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(ru_maxrss=3 * 2**20)
    monkeypatch.setitem(sys.modules, "resource", SimpleNamespace(getrusage=lambda _: usage, RUSAGE_SELF=0))
    monkeypatch.setattr(sys, "platform", "linux")
    assert peak_rss_mib() == 3 * 2**10
    monkeypatch.setattr(sys, "platform", "darwin")
    assert peak_rss_mib() == 3


@pytest.mark.usefixtures("_no_proc")
def test_a_system_without_the_figure_gives_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert peak_rss_mib() == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no /proc")
def test_the_peak_is_that_of_this_process_and_not_of_the_one_that_started_it() -> None:
    big = bytearray(200 * 2**20)
    script = "from sokospec.limits import peak_rss_mib; print(peak_rss_mib())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=900, check=True)
    assert len(big) / 2**20 > 2 * float(done.stdout)


@pytest.mark.parametrize("limited", [lambda nan: Limits(nan), lambda nan: Limits(mib=nan), lambda nan: Limits(cpu=nan)])
def test_a_limit_that_no_search_reaches_is_refused(limited: Callable[[float], Limits]) -> None:
    with pytest.raises(ValueError, match="NaN"):
        limited(math.nan)
