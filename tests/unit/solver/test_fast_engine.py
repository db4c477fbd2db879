"""The fast engine by examples: corner cases, directions and algorithms, limits, and what a kernel is."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from costs import cost
from interrupting import asked
from sokogen.random.random_levels import FloorKind, random_level
from sokosolve.bounds import assignment, box_groups
from sokosolve.features import BOUNDS, FEATURES, Algorithm, Direction, Feature, select_features
from sokosolve.kernel import Kernel
from sokosolve.level import level_tables as level_tables_module
from sokosolve.level import single_box
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import level_tables
from sokosolve.level.reach import first_after_push, measure_walks, reach
from sokosolve.level.single_box import largest_distance
from sokosolve.level.world import World
from sokosolve.search import astar, astar_kernel, budget, evaluate, idastar, store
from sokosolve.search.build import new_scratch, world_of
from sokosolve.search.idastar import Stack
from sokosolve.search.store import FIRST_CAPACITY
from sokosolve.solver import solve
from sokospec import Level, State, replay
from sokospec.answer import Objective, Verdict
from sokospec.limits import Limits, Progress, rss_mib
from sokospec.oracle import search_exhaustively
from sokospec.rules import normalise, pushes, reachable

ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")


CORNER_CASES = {
    "solved at the start": "#####\n#@* #\n#####",
    "a box out of reach on its goal": "########\n#@$.#*##\n########",
    "a goal out of reach without its box": "########\n#@$.#*.#\n####$###\n########",
    "a box in a corner": "#####\n#@ .#\n#$  #\n#####",
    "solved, with boxes around the player": "######\n#*@* #\n######",
    "boxes in a row that block each other": "#######\n#@$$..#\n#######",
    "a player who cannot move": "####\n#@##\n#$.#\n####",
    "as many boxes as there is room for": "######\n#@$*.#\n#****#\n######",
    "a box out of reach off its goal": "########\n#@*##$.#\n########",
}


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("text", CORNER_CASES.values(), ids=list(CORNER_CASES))
def test_corner_cases_have_the_oracles_verdict_and_cost(text: str, objective: Objective) -> None:
    level = Level.parse(text)
    truth, answer = search_exhaustively(level, objective), solve(level, objective)
    assert (answer.verdict, cost(answer)) == (truth.verdict, cost(truth))


@pytest.mark.parametrize("objective", [objective for objective in Objective if objective is not Objective.ANY])
def test_feature_space_search_is_refused_where_a_cost_counts(objective: Objective) -> None:
    with pytest.raises(ValueError, match=r"use it with Objective\.ANY"):
        solve(ROOM, objective, algorithm=Algorithm.FESS)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("algorithm", [algorithm for algorithm in Algorithm if algorithm is not Algorithm.FESS])
def test_every_algorithm_and_direction_finds_the_least_pushes(algorithm: Algorithm, direction: Direction) -> None:
    answer = solve(ROOM, Objective.PUSHES, algorithm=algorithm, direction=direction)
    assert (answer.verdict, answer.pushes, answer.lower_bound) == (Verdict.OPTIMAL, 8, 8)
    assert answer.lurd is not None and replay(ROOM, answer.lurd).valid


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES])
def test_a_floor_of_more_squares_than_there_is_room_for_states_at_first_is_no_trouble(
    objective: Objective, direction: Direction
) -> None:
    inside = 34
    rows = [["#", *" " * inside, "#"] for _ in range(inside)]
    rows[5][5], rows[6][6], rows[6][9] = "@$."
    level = Level.parse("\n".join(["#" * (inside + 2), *map("".join, rows), "#" * (inside + 2)]))
    assert len(level.board.floor) > FIRST_CAPACITY
    assert cost(solve(level, objective, direction=direction)) == objective.cost(moves=4, pushes=3)


def test_a_solution_is_found_when_any_will_do() -> None:
    answer = solve(ROOM, Objective.ANY)
    assert answer.verdict is Verdict.SOLVED
    assert answer.lurd is not None
    assert replay(ROOM, answer.lurd).valid


def test_a_run_of_pushes_is_read_off_the_boxes_as_the_costs_of_states_may_have_become_less() -> None:
    level = Level.parse("#######\n####  #\n# . . #\n# @$  #\n# #$ ##\n#     #\n#######")
    answer = solve(level, Objective.ANY)  # the first solution in sight goes through a state that was reached anew
    assert answer.lurd is not None
    assert replay(level, answer.lurd).valid


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.long
def test_a_sum_of_distances_however_large_is_not_taken_for_a_deadlock(
    objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (assignment, astar_kernel, evaluate, level_tables_module, single_box):
        monkeypatch.setattr(module, "INFINITE", 64)
    monkeypatch.setattr(Kernel, "of", lambda self, compiled: self.function)  # machine code has the number of old
    corridor = "# $" + 31 * " " + ".#"
    level = Level.parse("\n".join((36 * "#", corridor, "#@" + 34 * "#", corridor, 36 * "#")))
    truth, answer = (
        search_exhaustively(level, objective),
        solve(level, objective, without=("pairs", "linear-conflicts")),
    )
    assert (truth.pushes, answer.verdict, cost(answer)) == (64, truth.verdict, cost(truth))


def test_the_largest_distances_of_all_boxes_with_all_that_is_added_stay_below_no_way_at_all() -> None:
    for k in (1, 2, 3, 10, 60, 200, 1_000, 2_000):
        for n in (k + 1, 2 * k, 10_000, 30_000):
            assert k * (largest_distance(n, k) + box_groups.DEAD) + n < INFINITE


def test_a_time_limit_gives_a_bound_and_no_verdict_on_the_level() -> None:
    answer = solve(ROOM, limits=Limits(seconds=0))
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_TIME, None)
    assert answer.lower_bound is not None
    assert answer.lower_bound <= 8


def test_a_memory_limit_stops_growth_before_it_is_broken() -> None:
    answer = solve(ROOM, Objective.MOVES, Limits(mib=1), without=FEATURES)
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_MEMORY, None)
    assert answer.lower_bound is not None


def test_more_states_than_can_be_numbered_are_no_proof_of_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_STATES", FIRST_CAPACITY + FIRST_CAPACITY // 2)
    answer = solve(ROOM, Objective.MOVES, without=FEATURES)
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_MEMORY, None)
    assert answer.generated > FIRST_CAPACITY
    assert answer.lower_bound is not None


@pytest.mark.parametrize(("objective", "size"), [(Objective.PUSHES, 36), (Objective.MOVES, 48)])
def test_a_state_takes_its_boxes_a_row_and_two_slots(objective: Objective, size: int) -> None:
    found = level_tables(ROOM, compiled=False)
    assert found is not None
    world = world_of(found, select_features(objective), exact_player=objective is Objective.MOVES, compiled=False)
    states = store.new_states(world, 1)
    lists = states.slots.nbytes + states.same_boxes_heads.nbytes
    assert states.words.nbytes + states.of.nbytes + lists == FIRST_CAPACITY * size


def test_the_open_list_asks_for_room_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [0.0]
    monkeypatch.setattr(budget, "rss_mib", lambda: seen[0])
    most = astar.Side.__init__

    def with_few_buckets(side: astar.Side, world: World) -> None:
        most(side, world)
        side.states = store.new_states(world, 64)
        seen[0] = 64 - 1e-6

    monkeypatch.setattr(astar.Side, "__init__", with_few_buckets)
    answer = solve(ROOM, limits=Limits(mib=64), without=("pairs", "triples", "linear-conflicts", "deadlock-table"))
    assert (answer.verdict, answer.lurd, answer.expanded) == (Verdict.LIMIT_MEMORY, None, 0)


def test_the_stack_asks_for_room_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [0.0]
    monkeypatch.setattr(budget, "rss_mib", lambda: seen[0])
    monkeypatch.setattr(idastar, "_FIRST_DEPTH", 2)
    new_stack = idastar._new_stack

    def first_and_last_stack(world: World, depth: int, room: int) -> Stack:
        assert depth == 2, "no second stack without room for it"
        seen[0] = 64 - 1e-3  # below the limit, with a thousandth of a MiB left
        return new_stack(world, depth, room)

    monkeypatch.setattr(idastar, "_new_stack", first_and_last_stack)
    answer = solve(ROOM, limits=Limits(mib=64), algorithm=Algorithm.IDASTAR)
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_MEMORY, None)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("states", [1, 2, 3])
def test_iterative_deepening_ends_without_a_solution_however_few_states_its_table_holds(
    states: int, objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idastar, "_TABLE_ROOM", states)
    back_and_forth = Level.parse("######\n##. @#\n# $$##\n# .  #\n#. $ #\n######")

    def report(progress: Progress) -> None:
        if progress.expanded > 5_000:
            raise KeyboardInterrupt

    answer = solve(back_and_forth, objective, Limits(report=report), algorithm=Algorithm.IDASTAR, without=FEATURES)
    assert answer.verdict is Verdict.UNSOLVABLE


def test_progress_is_told_and_ctrl_c_ends_cleanly() -> None:
    told: list[Progress] = []

    def report(progress: Progress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    answer = asked(lambda: solve(ROOM, Objective.MOVES, Limits(report=report)))
    assert told
    assert (answer.verdict, answer.interrupted) == (Verdict.LIMIT_TIME, True)


def test_a_feature_is_safe_for_no_objective_that_it_does_not_name() -> None:
    assert "safe_for" not in Feature._field_defaults


def test_each_feature_has_its_own_name_and_is_safe_for_some_objective() -> None:
    assert all(name == feature.name and feature.safe_for and feature.summary for name, feature in FEATURES.items())
    assert FEATURES.keys() >= BOUNDS


@pytest.mark.parametrize("objective", Objective)
def test_no_more_is_switched_on_than_is_safe_and_nothing_that_was_switched_off(objective: Objective) -> None:
    everything = select_features(objective, also=FEATURES)
    assert everything == {name for name, feature in FEATURES.items() if objective in feature.safe_for}
    usual = select_features(objective)
    assert usual == {name for name in everything if objective in FEATURES[name].used_for}
    for name in FEATURES:
        assert select_features(objective, [name]) == usual - {name}
        assert select_features(objective, also=[name]) == usual | everything & {name}
        assert select_features(objective, [name], FEATURES) == everything - {name}


def test_walks_and_regions_are_those_of_the_rules() -> None:
    rng = Random(0)
    for _ in range(200):
        level = random_level(rng, kind=FloorKind.ROOMS, height=5, width=6, boxes=4, wall_share=0.3)
        tables = level_tables(level, compiled=False)
        assert tables is not None, "rooms are of one piece"
        world = world_of(tables, (), exact_player=False, compiled=False)
        number = {square: index for index, square in enumerate(tables.squares)}
        seen, floor = new_scratch(world), world.floor
        flood = seen.flood
        seen.occupied[[number[box] for box in level.boxes]] = 1
        player = number[level.player]
        first = reach(player, floor, seen.occupied, flood)
        measure_walks(player, floor, seen.occupied, flood)
        region = {tables.squares[square] for square in np.nonzero(flood.mark == 2)[0]}
        assert region == reachable(level.board, level.state)
        assert tables.squares[first] == normalise(level.board, level.state).player
        for push, after in pushes(level.board, level.state):
            box = number[push.box]
            landing = int(floor.beyond[box * 4 + push.direction])
            seen.occupied[[box, landing]] = 0, 1
            quick = first_after_push(first, box, landing, floor, seen.occupied, flood)
            seen.occupied[[box, landing]] = 1, 0
            assert quick in (-1, number[normalise(level.board, State(after.boxes, after.player)).player]), level


def a_hall(side: int) -> Level:
    """Return a level of one large room, with some boxes in a row."""
    rows = [[" "] * side for _ in range(side)]
    rows[0][0] = "@"
    for number in range(6):
        rows[side // 2][5 + 2 * number], rows[side - 3][5 + 3 * number] = "$", "."
    return Level.parse("\n".join(["#" * (side + 2), *("#" + "".join(row) + "#" for row in rows), "#" * (side + 2)]))


@pytest.mark.parametrize("squares", [0, 2])
def test_feature_space_search_looks_at_the_limits_while_it_prepares_a_large_level(squares: int) -> None:
    news = []

    def report(progress: Progress) -> None:
        news.append(progress)
        if len(news) > squares:
            raise KeyboardInterrupt

    answer = asked(lambda: solve(a_hall(50), Objective.ANY, Limits(report=report), algorithm=Algorithm.FESS))
    assert (answer.verdict, answer.interrupted, answer.expanded) == (Verdict.LIMIT_TIME, True, 0)


def test_feature_space_search_takes_no_more_memory_than_there_is() -> None:
    room = Limits(mib=rss_mib() + 10)
    answer = solve(a_hall(50), Objective.ANY, room, algorithm=Algorithm.FESS)
    assert (answer.verdict, answer.lurd) == (Verdict.LIMIT_MEMORY, None)
