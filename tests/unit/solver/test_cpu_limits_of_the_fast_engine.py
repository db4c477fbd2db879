"""The fast engine under a limit in CPU seconds; the clocks are fake ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from fake_clocks import Clocks, SlowLibrary
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.search import budget
from sokosolve.solver import Search, solve
from sokospec import Level, clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import LimitReached, Limits

ROOM = Level.parse("########\n#@     #\n# $ $  #\n#   $  #\n#  ..  #\n#   .  #\n########")
SMALL = Level.parse("######\n#@ $.#\n######")
UNSOLVABLE = Level.parse("########\n#@ $   #\n#      #\n# .    #\n########")


def test_a_search_stops_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(clock, "thread_time", lambda: float(next(looks)))
    monkeypatch.setattr(budget, "SECONDS_IN_PYTHON", float("inf"))
    answer = solve(ROOM, limits=Limits(cpu=3.0))
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_TIME, None)
    assert answer.lower_bound == 0


def test_waiting_is_not_counted(clocks: Clocks) -> None:
    search = budget.Budget(Limits(cpu=10.0))
    clocks.wall += 1e9
    clocks.cpu += 9.0
    search.check_limits(0, 0, 0)
    assert search.cpu_seconds == pytest.approx(9.0)
    clocks.cpu += 1.001
    with pytest.raises(LimitReached, match="LIMIT_TIME"):
        search.check_limits(0, 0, 0)


def test_compiling_is_not_counted(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "library_of", lambda package: SlowLibrary(clocks))
    search = budget.Budget(Limits(cpu=10.0))
    search.compile()
    search.check_limits(0, 0, 0)
    assert search.cpu_seconds == pytest.approx(0.0, abs=1e-6)


def test_a_certificate_by_a_second_search_has_the_cpu_seconds_that_are_left(
    clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []
    answer_of = Search.answer

    def slow(search: Search, settle: Callable[[str | None], None]) -> Answer:
        given.append(search.budget.limits.cpu)
        clocks.cpu += 1.0
        return answer_of(search, settle)

    monkeypatch.setattr(Search, "answer", slow)
    answer = solve_with_certificate(UNSOLVABLE, Objective.MOVES, lambda text: None, Limits(cpu=600.0))
    assert answer.verdict is Verdict.UNSOLVABLE
    assert given == [600.0, 599.0]
