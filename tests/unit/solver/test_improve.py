"""Solutions made shorter: never worse, always valid, the optimum of small levels, and the best so far at any end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sokosolve.improve import improve
from sokosolve.improve.optimiser import Improver
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError
from sokospec.limits import Interrupted, Limits
from sokospec.oracle.search import search_exhaustively
from sokospec.replay import replay
from wandering import levels_with_bad_solutions

OBJECTIVES = [objective for objective in Objective if objective is not Objective.ANY]
ROOM = Level.parse("########\n#@ $  .#\n#  $  .#\n#      #\n########")


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_small_levels_get_their_optimum_and_it_is_proved(objective: Objective) -> None:
    for level, lurd in levels_with_bad_solutions(7, 12):
        made = improve(level, lurd, objective)
        best = search_exhaustively(level, objective)
        assert best.moves is not None and best.pushes is not None
        assert replay(level, made.lurd).valid
        assert made.optimal and made.limit is None
        cost = objective.cost(made.after.moves, made.after.pushes)
        assert cost == objective.cost(best.moves, best.pushes)
        assert made.lower_bound == cost[0] <= objective.cost(made.before.moves, made.before.pushes)[0]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("states", [0, 1, 40, 400])
def test_a_limit_in_states_gives_the_same_valid_solution_each_time(objective: Objective, states: int) -> None:
    for level, lurd in levels_with_bad_solutions(11, 4):
        made = improve(level, lurd, objective, states=states)
        again = improve(level, lurd, objective, states=states)
        assert (made.lurd, made.states, made.lower_bound) == (again.lurd, again.states, again.lower_bound)
        assert replay(level, made.lurd).valid
        before, after = (objective.cost(each.moves, each.pushes) for each in (made.before, made.after))
        assert after <= before
        assert made.optimal or made.limit is Verdict.LIMIT_TIME


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_loops_go_though_nothing_is_searched(objective: Objective) -> None:
    level = Level.parse("#######\n#@$  .#\n#     #\n#######")
    there_and_back = "RdrruLdllu"
    made = improve(level, there_and_back * 20 + "RRR", objective, states=0)
    assert (made.lurd, made.states, made.before.pushes) == ("RRR", 0, 43)


def test_what_cannot_be_better_stays_as_it_is() -> None:
    best = search_exhaustively(ROOM, Objective.PUSHES).lurd
    assert best is not None
    made = improve(ROOM, best, Objective.PUSHES)
    assert made.lurd == best and made.optimal


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("text", ["######\n#@ * #\n######", "######\n#@ #*#\n######"])
def test_a_solved_level_needs_no_steps(objective: Objective, text: str) -> None:
    made = improve(Level.parse(text), "rl", objective)
    assert (made.lurd, made.optimal, made.lower_bound) == ("", True, 0)


def test_steps_after_the_first_solved_state_are_left_out() -> None:
    best = search_exhaustively(ROOM, Objective.MOVES).lurd
    assert best is not None
    assert improve(ROOM, best + "lr" * 5, Objective.MOVES, states=0).lurd == best


@pytest.mark.parametrize("lurd", ["", "rR", "U", "rRx"])
def test_what_is_no_solution_is_an_error_that_says_where(lurd: str) -> None:
    with pytest.raises(SokobanError, match="no solution: at step"):
        improve(ROOM, lurd)


def test_it_must_be_said_what_is_to_get_less() -> None:
    with pytest.raises(ValueError, match="choose what to reduce"):
        improve(ROOM, "", Objective.ANY)


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def no_memory(_: object) -> None:
    raise MemoryError


@pytest.mark.parametrize(("end", "limit"), [(interrupt, Verdict.LIMIT_TIME), (no_memory, Verdict.LIMIT_MEMORY)])
def test_the_best_so_far_is_the_result_however_it_ends(
    end: Callable[[object], None], limit: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = search_exhaustively(ROOM, Objective.PUSHES).lurd
    assert best is not None
    monkeypatch.setattr(Improver, "run", end)
    try:
        made = improve(ROOM, "rl" * 30 + best, Objective.MOVES)
        assert end is no_memory
    except Interrupted as stop:
        made = stop.partial
        assert end is interrupt
    assert (made.limit, made.optimal) == (limit, False)
    assert made.after.moves <= len(best) and replay(ROOM, made.lurd).valid


def test_no_time_at_all_leaves_a_valid_solution() -> None:
    best = search_exhaustively(ROOM, Objective.PUSHES).lurd
    assert best is not None
    made = improve(ROOM, "rl" * 30 + best, Objective.MOVES, Limits(seconds=0))
    assert made.limit is Verdict.LIMIT_TIME and made.after.moves <= len(best)
