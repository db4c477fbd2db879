"""The guard: once a limit is passed, a block ends, whatever goes on in it, and nothing can swallow that."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from sokocheck.application import guard
from sokocheck.application.guard import Guard
from sokocheck.application.interrupts import install
from sokodead.audit.replies import ask
from sokospec import clock as search_clock
from sokospec.answer import Verdict
from sokospec.board import Level
from sokospec.limits import LimitReached, Limits

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers that signal")

LEVEL = Level.parse("#####\n#@$.#\n#####")


class Clock:
    """A clock, and one of CPU seconds, that a test sets; by default the CPU is never idle."""

    now = 0.0
    cpu: float | None = None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(search_clock, "time", SimpleNamespace(monotonic=lambda: made.now))
    monkeypatch.setattr(search_clock, "thread_time", lambda: made.now if made.cpu is None else made.cpu)
    monkeypatch.setattr(guard, "_TICK", 0.001)
    return made


def ticks(most: float = 20.0) -> Iterator[None]:
    """Wait for ticks, but not for ever."""
    ends = time.monotonic() + most
    while time.monotonic() < ends:
        time.sleep(0.001)
        yield


def wait() -> None:
    for _ in ticks():
        pass


def test_a_limit_is_no_error_that_code_for_errors_could_catch() -> None:
    assert not issubclass(LimitReached, Exception)


def test_time_counts_from_the_beginning_of_a_level_and_the_grace_on_top(clock: Clock) -> None:
    watching = Guard(Limits(seconds=5), grace=2)
    clock.now = 6.0
    assert watching.left.seconds == 0
    with pytest.raises(LimitReached) as reached, watching:
        for _ in zip(range(20), ticks(), strict=False):
            pass
        clock.now = 7.9
        for _ in zip(range(20), ticks(), strict=False):
            pass
        clock.now = 8.0
        wait()
    assert clock.now == 8.0
    assert reached.value.verdict is Verdict.LIMIT_TIME
    watching.begin()
    assert watching.left.seconds == 5


def test_a_limit_in_cpu_seconds_counts_these_alone(clock: Clock) -> None:
    watching = Guard(Limits(cpu=5))
    with pytest.raises(LimitReached) as reached, watching:
        clock.now = 1e9
        clock.cpu = 4.0
        for _ in zip(range(20), ticks(), strict=False):
            pass
        assert watching.left == Limits(cpu=1)
        clock.cpu = 5.0
        wait()
    assert clock.cpu == 5.0
    assert reached.value.verdict is Verdict.LIMIT_TIME
    watching.begin()
    assert watching.left == Limits(cpu=5)


def test_memory_that_is_held_for_longer_than_the_grace_is_a_limit(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "rss_mib", lambda: 101.0)
    with pytest.raises(LimitReached) as reached, Guard(Limits(mib=100), grace=2):
        for _ in ticks():
            clock.now += 0.1
    assert reached.value.verdict is Verdict.LIMIT_MEMORY and clock.now >= 2


def test_what_is_swallowed_is_raised_again(clock: Clock) -> None:
    swallowed = 0
    with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
        clock.now = 2.0
        for _ in range(3):
            try:
                wait()
            except LimitReached:
                swallowed += 1
    assert swallowed == 3


def test_what_is_made_into_another_error_is_a_limit_all_the_same(clock: Clock) -> None:
    with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
        clock.now = 2.0
        try:
            wait()
        except BaseException as error:
            raise ValueError("no") from error


def test_an_interrupt_stays_one(clock: Clock) -> None:
    with pytest.raises(KeyboardInterrupt), Guard(Limits(seconds=1)):
        clock.now = 2.0
        try:
            wait()
        except LimitReached:
            raise KeyboardInterrupt from None


def test_a_detector_that_catches_every_error_does_not_catch_a_limit(clock: Clock) -> None:
    def detector(_: Level) -> bool:
        clock.now = 2.0
        for _tick in ticks():
            try:
                wait()
            except Exception:
                continue
        return False

    with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
        ask(detector, LEVEL)


def test_a_pause_is_not_counted_and_nothing_is_raised_in_it(clock: Clock) -> None:
    watching = Guard(Limits(seconds=1))
    with watching:
        with search_clock.pause():
            clock.now = 100.0
            for _ in zip(range(20), ticks(), strict=False):
                pass
        for _ in zip(range(20), ticks(), strict=False):
            pass
    assert watching.left.seconds == 1


def test_a_module_is_imported_to_its_end(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_import.py").write_text(
        "import time\nends = time.monotonic() + 0.2\nwhile time.monotonic() < ends:\n    pass\nwhole = True\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
        clock.now = 2.0
        importlib.import_module("slow_to_import")
        wait()
    assert sys.modules.pop("slow_to_import").whole


def test_a_block_within_a_block_changes_nothing_and_after_it_nothing_ticks_or_is_raised(clock: Clock) -> None:
    watching = Guard(Limits(seconds=1))
    with pytest.raises(LimitReached), watching:
        with watching:
            pass
        clock.now = 2.0
        wait()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
        clock.now = 4.0
        wait()
    with pytest.raises(LimitReached), watching:
        wait()


@pytest.fixture
def others_handler() -> Iterator[list[int]]:
    """The signals that a handler of somebody else's received."""
    received: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: received.append(number))
    yield received
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("passed", [0.0, 2.0])
def test_after_a_block_the_handler_that_was_there_before_is_back(
    passed: float, clock: Clock, others_handler: list[int]
) -> None:
    with suppress(LimitReached), Guard(Limits(seconds=1)), Guard(Limits(seconds=3)):
        clock.now = passed
        for _ in zip(range(20), ticks(), strict=False):
            pass
    assert others_handler == []
    signal.raise_signal(signal.SIGALRM)
    assert others_handler == [signal.SIGALRM]


def test_a_limit_of_an_outer_block_holds_in_the_blocks_within_it_and_after_them(clock: Clock) -> None:
    for passed_within in (True, False):
        clock.now = 0.0
        with pytest.raises(LimitReached), Guard(Limits(seconds=1)):
            with Guard(Limits(seconds=5)):
                clock.now = 2.0 if passed_within else 0.0
                for _ in zip(range(20), ticks(), strict=False):
                    pass
            assert not passed_within
            clock.now = 2.0
            wait()


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C handled as in the program, even if whoever started the tests has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    install()
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("at", ["setitimer", "signal"])
@pytest.mark.parametrize("call", [1, 2])
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_at_any_step_of_a_guard_leaves_no_timer_running(
    at: str, call: int, clock: Clock, monkeypatch: pytest.MonkeyPatch, others_handler: list[int]
) -> None:
    real, left = getattr(signal, at), [call]

    def interrupted(*arguments: object) -> object:
        result = real(*arguments)
        left[0] -= 1
        if left[0] == 0:
            signal.raise_signal(signal.SIGINT)
        return result

    monkeypatch.setattr(signal, at, interrupted)
    with pytest.raises(KeyboardInterrupt):
        with Guard(Limits(seconds=1)):
            if call == 1:
                wait()
        wait()
    monkeypatch.undo()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    signal.raise_signal(signal.SIGALRM)
    assert others_handler == [signal.SIGALRM]


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_in_an_import_comes_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("import signal", "whole = False", "try:", " signal.raise_signal(signal.SIGINT)", " whole = True")
    (tmp_path / "swallows.py").write_text("\n".join([*lines, "except:", " pass"]))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module("swallows")
        wait()
    assert sys.modules.pop("swallows").whole


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_is_not_held_back_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sokocheck.application.interrupts._PATIENCE", 0.05)
    (tmp_path / "endless.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\nwhile True:\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module("endless")


def test_without_limits_and_in_other_threads_nothing_is_raised(clock: Clock) -> None:
    clock.now = 1.0
    with Guard(Limits()):
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    done: list[bool] = []

    def elsewhere() -> None:
        with Guard(Limits(seconds=0)):
            for _ in zip(range(20), ticks(), strict=False):
                pass
        done.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert done
