"""The fast engine under a limit in CPU seconds; the clocks are fake ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.search import budget
from sokosolve.solver import Search, solve
from sokospec import Level, clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import LimitReached, Limits

ROOM = Level.parse("########\n#@     #\n# $ $  #\n#   $  #\n#  ..  #\n#   .  #\n########")
SMALL = Level.parse("######\n#@ $.#\n######")
UNSOLVABLE = Level.parse("########\n#@ $   #\n#      #\n# .    #\n########")


class Hours:
    """A wall clock and a CPU clock, each of which a test sets."""

    wall = 1000.0
    cpu = 1000.0


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hours]:
    made = Hours()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: made.wall))
    monkeypatch.setattr(clock, "thread_time", lambda: made.cpu)
    yield made
    clock.started()


def test_a_search_stops_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(clock, "thread_time", lambda: float(next(looks)))
    monkeypatch.setattr(budget, "SECONDS_IN_PYTHON", float("inf"))
    answer = solve(ROOM, limits=Limits(cpu=3.0))
    assert (answer.verdict, answer.lurd, answer.interrupted) == (Verdict.LIMIT_TIME, None, False)
    assert answer.lower_bound == 0


def test_waiting_is_not_counted(hours: Hours) -> None:
    search = budget.Budget(Limits(cpu=10.0))
    hours.wall += 1e9
    hours.cpu += 9.0
    search.check_limits(0, 0, 0)
    assert search.cpu_seconds == pytest.approx(9.0)
    hours.cpu += 1.001
    with pytest.raises(LimitReached, match="LIMIT_TIME"):
        search.check_limits(0, 0, 0)


def test_compiling_is_not_counted(hours: Hours, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        is_loaded = False

        def is_made(self) -> bool:
            return False

        def load(self) -> None:
            hours.cpu += 3600.0

    monkeypatch.setattr(budget, "library_of", lambda package: Slow())
    search = budget.Budget(Limits(cpu=10.0))
    search.compile()
    search.check_limits(0, 0, 0)
    assert search.cpu_seconds == pytest.approx(0.0, abs=1e-6)


def test_a_certificate_by_a_second_search_has_the_cpu_seconds_that_are_left(
    hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []
    answer_of = Search.answer

    def slow(search: Search, settle: Callable[[str | None], None]) -> Answer:
        given.append(search.budget.limits.cpu)
        hours.cpu += 1.0
        return answer_of(search, settle)

    monkeypatch.setattr(Search, "answer", slow)
    answer = solve_with_certificate(UNSOLVABLE, Objective.MOVES, lambda text: None, Limits(cpu=600.0))
    assert answer.verdict is Verdict.UNSOLVABLE
    assert given == [600.0, 599.0]
