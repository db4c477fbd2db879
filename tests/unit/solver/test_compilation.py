"""Machine code is nobody's time: the clock stands still for it, one process makes it, and all that wait hear of it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe, current_process
from pathlib import Path

import pytest
from numba.core import event

from sokocheck.batch import pool as pools
from sokocheck.batch.pool import Pool
from sokocheck.batch.task import Plain, Task
from sokocheck.engines import COMPILED, COMPILING, Choice
from sokosolve import compilation
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.compilation import Need, Tell, prepare
from sokosolve.kernel import Kernel, heed_the_compiler
from sokosolve.search import budget
from sokosolve.solver import solve
from sokospec import Level, clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import LimitReached, Limits

WALL, FLOOR = "##########\n", "#        #\n"
ROOM = Level.parse(f"{WALL}{FLOOR}# $      #\n{FLOOR}#      . #\n{2 * FLOOR}#   @    #\n{FLOOR}{WALL}")
"""More floor than is searched in Python, and few states."""

SMALL = Level.parse("######\n#@ $.#\n######")
HOUR = 3600.0
NEED = Need(Objective.PUSHES)


class Time:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.at = 1000.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that only a compilation moves, and an engine that has compiled nothing and takes an hour to do it."""
    hours = Time()

    def slow(need: Need, tell: Tell | None) -> None:
        if tell is not None:
            tell(0.0, False)
        hours.at += HOUR
        if tell is not None:
            tell(HOUR, True)

    monkeypatch.setattr(clock, "time", hours)
    monkeypatch.setattr(budget, "prepare", slow)
    monkeypatch.setattr(Kernel, "is_loaded", False)
    monkeypatch.setattr(Kernel, "of", lambda kernel, compiled: kernel.function)
    return hours


def with_certificate(level: Level, limits: Limits, on_compile: Tell) -> Answer:
    return solve_with_certificate(level, Objective.PUSHES, lambda text: None, limits, on_compile=on_compile)


def without_certificate(level: Level, limits: Limits, on_compile: Tell) -> Answer:
    return solve(level, Objective.PUSHES, limits, on_compile=on_compile)


@pytest.mark.parametrize("search", [with_certificate, without_certificate])
def test_an_hour_of_compiling_is_no_time_of_a_level(
    hours: Time, search: Callable[[Level, Limits, Tell], Answer]
) -> None:
    told: list[tuple[float, bool]] = []
    answer = search(ROOM, Limits(seconds=1.0), lambda seconds, over: told.append((seconds, over)))
    assert answer.verdict is Verdict.OPTIMAL
    assert answer.seconds == 0.0
    assert hours.at == 1000.0 + HOUR
    assert told == [(0.0, False), (HOUR, True)]


def test_nothing_is_compiled_for_a_small_level(hours: Time) -> None:
    assert solve(SMALL, limits=Limits(seconds=1.0)).verdict is Verdict.OPTIMAL
    assert hours.at == 1000.0


def test_the_time_of_a_search_goes_on_after_compiling(hours: Time) -> None:
    search = budget.Budget(Limits(seconds=10.0), None, NEED, compiled=False)
    search.compile()
    hours.at += 9.0
    search.check_limits(0, 0, 0)
    assert search.seconds == 9.0
    hours.at += 1.0
    with pytest.raises(LimitReached, match="LIMIT_TIME"):
        search.check_limits(0, 0, 0)


def test_the_clock_stands_still_while_numba_compiles_for_this_thread_and_for_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heed_the_compiler()
    hours = Time()
    monkeypatch.setattr(clock, "time", hours)
    began = clock.started()
    hours.at += 1.0
    other: list[float] = []

    def elsewhere() -> None:
        start = clock.started()
        hours.at += 1.0
        other.append(clock.now() - start)

    with event.trigger_event("numba:compiler_lock"):
        hours.at += 1.0
        with event.trigger_event("numba:compiler_lock"):
            hours.at += 1.0
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
        hours.at += 1.0
        assert clock.now() - began == 1.0
    hours.at += 1.0
    assert clock.now() - began == 2.0
    assert other == [1.0]


def test_a_compilation_that_was_interrupted_does_not_hold_the_clock_of_the_next_search() -> None:
    clock.stop()
    began = clock.started()
    assert clock.now() - began < 1.0
    clock.go_on()
    later = time.monotonic()
    while clock.now() == began:
        assert time.monotonic() - later < 10.0


class Elsewhere:
    """A folder for machine code of which nobody has made any, and a compiler that waits until it is let go on."""

    def __init__(self) -> None:
        self.compiled = 0
        self.may_end = threading.Event()

    def compile_apart(self, need: Need, pause: Callable[[], None]) -> None:
        self.compiled += 1
        while not self.may_end.is_set():
            pause()
        compilation.mark_as_made(str(need))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    made = Elsewhere()
    monkeypatch.setattr(compilation, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compilation, "compile_apart", made.compile_apart)
    monkeypatch.setattr(compilation, "PAUSE", 0.001)
    return made


def test_of_many_that_need_machine_code_one_compiles_and_all_wait_and_hear_of_it(elsewhere: Elsewhere) -> None:
    heard: list[list[tuple[float, bool]]] = [[] for _ in range(4)]
    threads = [
        threading.Thread(target=prepare, args=(NEED, lambda seconds, over, mine=mine: mine.append((seconds, over))))
        for mine in heard
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 60
    while not all(len(mine) > 2 for mine in heard):
        assert time.monotonic() < deadline
    elsewhere.may_end.set()
    for thread in threads:
        thread.join()
    assert elsewhere.compiled == 1
    for mine in heard:
        assert mine[0] == (0.0, False)
        assert [over for _, over in mine] == [False] * (len(mine) - 1) + [True]
        assert mine == sorted(mine)
    prepare(NEED, lambda seconds, over: pytest.fail("there is nothing left to be compiled"))


def test_what_holds_for_other_sources_or_another_processor_is_not_taken_for_made(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.may_end.set()
    prepare(NEED, None)
    assert compilation.is_made(NEED)
    assert not compilation.is_made(Need(Objective.MOVES))
    monkeypatch.setattr(sys.implementation, "cache_tag", "another")
    assert not compilation.is_made(NEED)


def test_a_process_that_compiles_ends_with_the_one_that_started_it() -> None:
    process = subprocess.Popen([sys.executable, "-P", "-m", "sokosolve.warm", "moves", "astar"], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=60) == 1


def test_a_compilation_makes_no_worker_overdue_and_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hours = Time()
    monkeypatch.setattr(pools, "time", hours)
    pool = Pool(2)
    task = Task("levels.xsb", 1, "", Plain.of(SMALL), "pushes", Choice("fast"), 1.0, None)
    ends = []
    for _ in range(2):
        ours, theirs = Pipe()
        worker = pools._Worker(current_process(), ours, task, 1, hours.at)
        pool._workers.append(worker)
        ends.append(theirs)
    for message in (COMPILING, None, None, COMPILED.format(99.0)):
        hours.at += pools.GRACE
        for worker, end in zip(pool._workers, ends, strict=True):
            assert not pools._is_overdue(worker)
            end.send(message)
            assert list(pool._heard(worker)) == []
    assert capsys.readouterr().err == f"{COMPILING}\n{COMPILED.format(99.0)}\n"
    hours.at += pools.GRACE + 2.1
    assert pools._is_overdue(pool._workers[0])
