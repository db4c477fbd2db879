"""A limit in CPU seconds: the clock may run as it likes. Both clocks are fake ones: nothing is timed, nothing waits."""

from __future__ import annotations

from itertools import count

import pytest

from fake_clocks import Clocks, set_clock
from sokospec import Level, clock
from sokospec.limits import LimitReached, Limits, Meter
from sokospec.oracle import Answer, Objective, Verdict, search_exhaustively
from sokospec.transform.normal_form import normal_form

ROOM = Level.parse("########\n#@     #\n# $ $  #\n#   $  #\n#  ..  #\n#   .  #\n########")
SMALL = Level.parse("######\n#.   #\n# $  #\n#@   #\n######")


def each_look_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    set_clock(monkeypatch, now=lambda: 0.0, cpu=lambda: float(next(looks)))


@pytest.mark.parametrize("objective", Objective)
def test_a_search_stops_at_its_limit_in_cpu_seconds(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    each_look_takes_a_second(monkeypatch)
    answer = search_exhaustively(ROOM, objective, Limits(cpu=10))
    assert (answer.verdict, answer.lurd, answer.expanded) == (Verdict.LIMIT_TIME, None, 9)


@pytest.mark.parametrize("objective", Objective)
def test_time_that_passes_without_cpu_seconds_ends_no_search(
    objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    years = count(step=10**8)
    set_clock(monkeypatch, now=lambda: float(next(years)), cpu=lambda: 0.0)
    busy, idle = search_exhaustively(SMALL, objective, Limits(cpu=1)), search_exhaustively(SMALL, objective)
    assert (busy.verdict, busy.lurd, busy.expanded) == (idle.verdict, idle.lurd, idle.expanded)


def test_of_two_limits_on_time_the_first_that_is_reached_counts(clocks: Clocks) -> None:
    for wall, cpu in ((1.0, 9.0), (9.0, 1.0)):
        clocks.wall = clocks.cpu = 0.0
        meter = Meter(Limits(seconds=wall, cpu=cpu))
        clocks.wall = clocks.cpu = 0.9
        meter.expand(0)
        assert not meter.time_is_up
        clocks.wall = clocks.cpu = 1.0
        with pytest.raises(LimitReached) as reached:
            meter.expand(0)
        assert meter.time_is_up
        assert reached.value.verdict is Verdict.LIMIT_TIME


def test_the_limits_of_every_search_stand_still_with_the_clock(clocks: Clocks) -> None:
    meter = Meter(Limits(seconds=1.0, cpu=1.0))
    with clock.pause():
        clocks.wall = clocks.cpu = 1e6
    meter.expand(0)
    assert (meter.seconds, meter.cpu_seconds) == (0.0, 0.0)
    clocks.wall += 1.0
    with pytest.raises(LimitReached):
        meter.expand(0)


def test_the_cpu_clock_stands_still_with_the_other_one(clocks: Clocks) -> None:
    began = clock.cpu()
    clocks.cpu = 1.0
    with clock.pause():
        clocks.cpu = 100.0
        assert clock.cpu() - began == pytest.approx(1.0)
    clocks.cpu = 102.0
    assert clock.cpu() - began == pytest.approx(3.0)


def test_searches_one_after_the_other_share_a_limit_in_cpu_seconds(clocks: Clocks) -> None:
    given: list[float | None] = []

    def searched(level: Level, objective: Objective, left: Limits) -> Answer:
        given.append(left.cpu)
        clocks.cpu += 1.0
        return search_exhaustively(level, objective)

    normal_form(ROOM, ["solution"], Limits(cpu=5.0), searched)
    assert given == [5.0, 4.0]
    assert Limits(seconds=4.0, cpu=5.0).after(1.0, 2.0) == Limits(seconds=3.0, cpu=3.0)
