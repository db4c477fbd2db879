"""Features change no verdict and no optimum where they are declared safe; the declaration is kept, and it is needed."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from itertools import product
from random import Random
from typing import Any

import pytest

from all_features import solve_with
from costs import cost
from differential.fast_engine import algorithm_for
from differential.no_influence import no_influence_pushes
from parts import parts
from property.fast_worlds import View, levels_with_tables, places
from property.labels import costs_to_go, pushes_from
from sokogen.random.random_levels import FloorKind, random_level, random_mixed_level
from sokosolve.features import EVERY, FEATURES, Algorithm, Direction, select_features
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.world import World
from sokosolve.search import build
from sokospec import Level, State, replay
from sokospec.answer import Objective, Verdict
from sokospec.oracle import search_exhaustively
from sokospec.rules import Push, normalise, pushes

CHUNKS = 8
EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)


def subset(rng: Random, names: Collection[str]) -> list[str]:
    """Return each of the names with a probability that is drawn first, so that few and many are left out alike."""
    share = rng.random()
    return [name for name in sorted(names) if rng.random() < share]


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_with_any_features_off_in_any_direction_the_verdict_and_the_optimum_are_those_of_the_oracle(chunk: int) -> None:
    rng = Random(800 + chunk)
    for _ in range(60):
        level = random_mixed_level(rng, max_height=4, max_width=5, max_boxes=4)
        for objective in Objective:
            truth = search_exhaustively(level, objective)
            for _ in range(3):
                without, also = subset(rng, FEATURES), subset(rng, FEATURES)
                algorithm = algorithm_for(objective, rng.choice(list(Algorithm)))
                direction = rng.choice(list(Direction))
                answer = solve_with(also, level, objective, algorithm=algorithm, direction=direction, without=without)
                asked = (str(level), objective, algorithm, direction, without, also)
                assert answer.verdict is truth.verdict, asked
                assert answer.lurd is None or replay(level, answer.lurd).valid, asked
                if objective is not Objective.ANY:
                    assert cost(answer) == cost(truth), asked


@pytest.mark.parametrize("objective", EXACT)
@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_with_any_features_off_every_state_has_a_successor_from_which_the_rest_costs_just_what_is_left(
    chunk: int, objective: Objective
) -> None:
    rng = Random(900 + chunk)
    for level, tables in levels_with_tables(900 + chunk, 50, max_boxes=4 if objective is Objective.PUSHES else 3):
        costs = costs_to_go(level, objective)
        alive = {state: left for state, left in costs.items() if left is not None and any(left)}
        if not alive:
            continue
        features = select_features(objective, subset(rng, FEATURES), FEATURES)
        view = View(tables, features, exact_player=objective is not Objective.PUSHES)
        for (state, left), successors in zip(alive.items(), view.successors(places(tables, alive)), strict=True):
            reached = [
                tuple(a + b for a, b in zip(objective.cost(after.moves, after.pushes), rest, strict=True))
                for after in successors
                if after.bound < INFINITE and (rest := costs[after.state]) is not None
            ]
            assert min(reached, default=None) == left, (str(level), state, sorted(features))


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_backwards_every_state_that_play_leads_to_has_a_successor_one_push_nearer_to_the_first(
    chunk: int,
) -> None:
    rng = Random(1000 + chunk)
    for level, tables in levels_with_tables(1000 + chunk, 50, max_boxes=4):
        led = pushes_from(level.board, level.state)
        without = ["dead-squares", "no-influence", *subset(rng, FEATURES)]  # play leads to dead squares too
        features = select_features(Objective.PUSHES, without, FEATURES)
        view = View(tables, features, backwards=True)
        for (state, least), successors in zip(led.items(), view.successors(places(tables, led)), strict=True):
            reached = [led[after.state] for after in successors if after.bound < INFINITE and after.state in led]
            assert least == 0 or min(reached, default=None) == least - 1, (str(level), state, sorted(features))


def steps_from(level: Level) -> dict[State, int]:
    """Return the fewest pushes to every state to which steps lead: pushes of no influence only with the next one."""
    board, late = level.board, no_influence_pushes(level.board)
    found = {normalise(board, level.state): 0}
    queue = [(0, number, state) for number, state in enumerate(found)]
    while queue:
        cost, _, state = heappop(queue)
        if cost > found[state]:
            continue
        for push, after in pushes(board, state):
            total, last, now = cost + 1, push, after
            while last in late:
                landing = board.beyond[last.box][last.direction]
                assert landing is not None
                last = Push(landing, last.direction)
                total, now = total + 1, dict(pushes(board, now)).get(last, state)
                if now is state:  # a box or a wall is in the way
                    break
            else:
                reached = normalise(board, now)
                if total < found.get(reached, total + 1):
                    found[reached] = total
                    heappush(queue, (total, len(found), reached))
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_backwards_with_steps_in_tunnels_every_state_that_steps_lead_to_has_a_successor_one_step_nearer(
    chunk: int,
) -> None:
    rng, longer = Random(1100 + chunk), 0
    for _ in range(60):
        level = random_level(rng, kind=FloorKind.CORRIDORS, height=4, width=6, boxes=2, wall_share=0.45)
        tables = level_tables(level, compiled=False)
        if tables is None or not no_influence_pushes(level.board) or len(tables.boxes) < 2:
            continue
        led = steps_from(level)
        without = ["dead-squares", *subset(rng, FEATURES.keys() - {"no-influence"})]
        view = View(tables, select_features(Objective.PUSHES, without, FEATURES), backwards=True)
        for (state, needed), successors in zip(led.items(), view.successors(places(tables, led)), strict=True):
            reached = [led[after.state] + after.pushes for after in successors if after.state in led]
            assert not needed or min(reached, default=None) == needed, (str(level), state, without)
            longer += sum(after.pushes > 1 for after in successors)
    assert longer > 10


def features_used(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """Return a list that fills with the features for which worlds are built."""
    used: list[frozenset[str]] = []
    world_of = build.world_of

    def noted(tables: LevelTables, features: Collection[str], **options: Any) -> World:  # Any: as `world_of`
        used.append(frozenset(features))
        return world_of(tables, features, **options)

    monkeypatch.setattr(build, "world_of", noted)
    return used


LEVEL = Level.parse("########\n#      #\n# $$@. #\n#    . #\n########")


@pytest.mark.parametrize(
    ("objective", "algorithm"),
    [pair for pair in product(Objective, Algorithm) if algorithm_for(*pair) is pair[1]],
)
def test_what_is_not_declared_safe_for_an_objective_is_never_used_for_it(
    objective: Objective, algorithm: Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = features_used(monkeypatch)
    rng = Random(1)
    safe = {name for name, feature in FEATURES.items() if objective in feature.safe_for}
    for _ in range(20):
        without = subset(rng, FEATURES)
        solve_with(FEATURES, LEVEL, objective, algorithm=algorithm, without=without)
        assert used.pop() <= safe.difference(without)
        assert not used


def test_a_feature_that_is_declared_safe_for_nothing_is_used_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    used = features_used(monkeypatch)
    for name, feature in FEATURES.items():
        monkeypatch.setitem(FEATURES, name, feature._replace(safe_for=frozenset()))
    for objective in Objective:
        assert solve_with(FEATURES, LEVEL, objective).verdict in (Verdict.OPTIMAL, Verdict.SOLVED)
        assert used.pop() == frozenset()


FORCED = {
    "pi-corral": (Objective.MOVES, "######\n#+$..#\n#$ #$#\n#    #\n######"),
    "tunnel": (Objective.MOVES, "#########\n#  ##.###\n## ##$###\n# .   $@#\n#########"),
    "potential": (Objective.PUSHES, "#########\n#       #\n# $   . #\n#@$   . #\n#########"),
}
"""For each feature that is not safe for every objective: one for which it is not, and a level on which that shows."""


def test_each_feature_that_is_not_safe_everywhere_has_a_level_that_shows_it() -> None:
    assert FORCED.keys() == {name for name, feature in FEATURES.items() if feature.safe_for != EVERY}
    assert all(objective not in FEATURES[name].safe_for for name, (objective, _) in FORCED.items())


@pytest.mark.parametrize("name", FORCED)
def test_a_feature_that_is_not_safe_gives_a_wrong_cost_where_it_is_forced(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    objective, text = FORCED[name]
    level = Level.parse(text)
    truth = search_exhaustively(level, objective)
    assert solve_with([name], level, objective).lower_bound == truth.lower_bound
    monkeypatch.setitem(FEATURES, name, FEATURES[name]._replace(safe_for=EVERY))
    claimed = solve_with([name], level, objective)
    assert claimed.verdict is Verdict.OPTIMAL
    assert claimed.lower_bound is not None and truth.lower_bound is not None
    assert claimed.lower_bound > truth.lower_bound
