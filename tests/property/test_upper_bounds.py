"""A known solution is an upper bound: the answers are the same with it, less is stored, and bounds stay true."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from differential.fast_engine import SORTS, Choice, ask, fault, is_small, knowing, some_solution, truth_of
from interrupting import Asked, asked
from parts import parts
from sokosolve.features import Algorithm, Direction, select_features
from sokosolve.level.level_tables import level_tables
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget
from sokosolve.search.build import world_of
from sokosolve.search.columns import Count
from sokosolve.search.cost import CODE_OF
from sokosolve.solver import solve
from sokospec import Level, replay
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError
from sokospec.limits import Limits, Progress

EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
CHUNKS, LEVELS = 20, 72
ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")


def cost_of(objective: Objective, lurd: str) -> tuple[int, ...]:
    return objective.cost(len(lurd), sum(letter.isupper() for letter in lurd))


def levels(rng: Random, number: int) -> list[Level]:
    """Return small levels of all sorts."""
    found: list[Level] = []
    while len(found) < number:
        level = rng.choice(list(SORTS.values()))(rng)
        if is_small(level, 100) and not is_small(level, 5):
            found.append(level)
    return found


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 2))
def test_with_any_solution_known_the_answer_is_an_optimum_and_its_bound(chunk: int) -> None:
    rng = Random(f"upper {chunk}")
    more: Counter[int] = Counter()
    for level in levels(rng, LEVELS):
        truth = truth_of(level)
        if truth.costs is None:
            continue
        for objective in EXACT:
            choice = knowing(rng, level)
            answer = ask(level, objective, choice)
            asked = f"{level}\n{objective} {choice}"
            assert fault(level, answer, truth) is None, asked
            if choice.known is None:
                continue
            cost = cost_of(objective, choice.known)
            more[cost[0] - truth.costs[objective][0]] += 1
            if cost == truth.costs[objective] and any(cost) and not answer.interrupted:
                assert answer.lurd == choice.known, asked
    assert more[0] > LEVELS // 4 and more[2] > 2 and sum(more.values()) - more[0] > LEVELS // 4


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 2))
def test_by_default_too_in_each_direction_the_answer_is_an_optimum(chunk: int) -> None:
    rng = Random(f"upper by default {chunk}")
    for level in levels(rng, LEVELS // 6):
        truth = truth_of(level)
        if truth.costs is None:
            continue
        for objective in Objective:
            for direction in Direction:
                choice = Choice(direction=direction, known=some_solution(rng, level))
                assert fault(level, ask(level, objective, choice), truth) is None, f"{level}\n{objective} {choice}"


def stopped(level: Level, objective: Objective, known: str, algorithm: Algorithm, news: int) -> Asked:
    """Return the answer to a question that is interrupted at that piece of news."""
    left = [news]

    def report(_: Progress) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return asked(lambda: solve(level, objective, Limits(report=report), algorithm=algorithm, known=known))


@pytest.mark.parametrize("algorithm", [each for each in Algorithm if each is not Algorithm.FESS])
@pytest.mark.parametrize("objective", EXACT)
def test_a_limit_gives_a_bound_that_is_no_more_than_the_optimum_and_no_verdict(
    objective: Objective, algorithm: Algorithm
) -> None:
    optimum = solve(ROOM, objective)
    least = optimum.lower_bound
    assert least is not None and optimum.lurd is not None
    for known in (optimum.lurd, "ud" + optimum.lurd):
        assert replay(ROOM, known).valid
        for news in (1, 2, 3, 5, 8):
            answer = stopped(ROOM, objective, known, algorithm, news)
            assert answer.lower_bound is not None and answer.lower_bound <= least
            if answer.interrupted:
                assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_TIME, None)


def stored(objective: Objective, known: tuple[int, ...], features: frozenset[str]) -> int:
    """Return how many states a search forwards has stored at its end."""
    tables = level_tables(ROOM, compiled=False)
    assert tables is not None
    world = world_of(tables, features, exact_player=objective is not Objective.PUSHES, compiled=False)
    search = BestFirst(tables, world, CODE_OF[objective], Budget(Limits()), Direction.FORWARD, known=known)
    assert (search.run() is None) == bool(known)
    return int(search.sides[0].states.counts[Count.STATES])


@pytest.mark.parametrize("objective", EXACT)
def test_with_an_optimal_solution_known_less_is_stored(objective: Objective) -> None:
    optimum = solve(ROOM, objective).lurd
    assert optimum is not None
    features = select_features(objective, ["pairs", "linear-conflicts", "triples", "deadlock-table"])
    least = cost_of(objective, optimum)
    assert stored(objective, least, features) < stored(objective, (), features)


def test_only_pushes_are_rounded_to_the_parity_of_the_known_solution() -> None:
    level = Level.parse("########\n#@     #\n#  $  .#\n#      #\n########")
    for objective, bound in ((Objective.PUSHES, 1), (Objective.MOVES, 0)):
        answer = stopped(level, objective, "drRRR", Algorithm.BFS, 5)  # the first pieces are of the tables
        assert (answer.interrupted, answer.lower_bound) == (True, bound)


@pytest.mark.parametrize("known", ["R", "RRu", "rRR", "x", ""])
def test_what_is_no_solution_is_an_error(known: str) -> None:
    level = Level.parse("######\n#@$ .#\n######")
    with pytest.raises(SokobanError, match="known solution"):
        solve(level, known=known)


def test_a_known_solution_is_as_good_as_any() -> None:
    lurd = solve(ROOM).lurd
    assert lurd is not None
    answer = solve(ROOM, Objective.ANY, known=lurd)
    assert (answer.verdict, answer.pushes, answer.expanded) == (Verdict.SOLVED, 8, 0)
