"""Each bound of the fast engine is what it is said to be, and never above the truth on any state of small levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from parts import parts
from property.fast_worlds import Places, View, levels_with_tables, places
from property.labels import costs_to_go, placements, pushes_from, pushes_to
from sokogen.random.random_levels import random_mixed_level
from sokosolve.bounds import group_tables
from sokosolve.bounds.assignment import assign, new_matching, reassign
from sokosolve.bounds.box_groups import DEAD, excess_at, group_number, pair_number
from sokosolve.features import FEATURES, select_features
from sokosolve.level.arrays import INFINITE, INT32, NO_COMPONENT
from sokosolve.level.level_tables import ANY_SIDE, LevelTables, level_tables
from sokosolve.level.single_box import player_components, single_box_distances
from sokosolve.level.world import World
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.oracle import box_distances, state_graph
from sokospec.rules import normalise

CHUNKS = 8


# The distances of one box.


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_distances_of_one_box_are_those_of_the_oracle(chunk: int) -> None:
    rng = Random(chunk)
    for _ in range(12):
        level = random_mixed_level(rng, max_height=6, max_width=6, max_boxes=2)
        found = level_tables(level, compiled=False)
        if found is None:
            continue
        squares = found.squares
        for box in range(len(squares)):
            for part in set(found.component[box].tolist()) - {NO_COMPONENT}:
                player = squares[found.component[box].tolist().index(part)]
                reached = box_distances(level.board, State(frozenset({squares[box]}), player), squares[box])
                expected = [reached.get(squares[goal], INFINITE) for goal in found.goals]
                assert found.pushes[box, part].tolist() == expected, level


def test_the_parts_around_a_box_are_the_regions_of_the_floor_that_touch_it() -> None:
    for level, found in levels_with_tables(0, 60, max_side=5, max_boxes=2):
        for box, square in enumerate(found.squares):
            parts_of: dict[Square, set[int]] = {}
            touching: set[Square] = set()
            for player, other in enumerate(found.squares):
                if other != square:
                    region = normalise(level.board, State(frozenset({square}), other)).player
                    parts_of.setdefault(region, set()).add(int(found.component[box, player]))
                    if other in level.board.beyond[square]:
                        touching.add(region)
            assert all(len(parts) == 1 for parts in parts_of.values()), level
            numbers = [parts.pop() for region, parts in parts_of.items() if region in touching]
            assert sorted(numbers) == list(range(len(touching))), level
            assert all(parts == {NO_COMPONENT} for region, parts in parts_of.items() if region not in touching), level


def test_boxes_as_walls_give_the_distances_on_the_board_with_these_walls() -> None:
    compared = 0
    for level, found in levels_with_tables(1, 400, max_side=5, max_boxes=3):
        walls = level.boxes & level.goals & set(found.squares)
        if not walls or walls == level.boxes:
            continue
        board = Board(level.board.width, level.board.height, level.walls | walls, level.goals - walls)
        number = {square: index for index, square in enumerate(found.squares)}
        closed = np.zeros(len(number) + 1, dtype=np.uint8)
        closed[[number[wall] for wall in walls]] = 1
        component, pushes = np.empty_like(found.component), np.empty_like(found.pushes)
        player_components(found.floor, closed, np.ones(len(number), dtype=np.uint8), component)
        live_alone = np.empty_like(component)
        player_components(found.floor, closed, found.floor.live, live_alone)
        live = found.floor.live[: len(number)] == 1
        assert (live_alone[live] == component[live]).all(), level
        assert (live_alone[~live] == NO_COMPONENT).all(), level
        no_potential = np.zeros(len(number), dtype=np.int32)
        single_box_distances(found.goals, ANY_SIDE, found.floor, closed, component, no_potential, pushes)
        for box in sorted(level.boxes & number.keys() - walls):
            part = component[number[box], number[level.player]]
            reached = box_distances(board, State(frozenset({box}), level.player), box)
            if part == NO_COMPONENT:
                assert set(reached) == {box}, level
            else:
                expected = [reached.get(found.squares[goal], INFINITE) for goal in found.goals]
                assert pushes[number[box], part].tolist() == expected, level
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_distances_backwards_are_those_of_play_with_that_box_alone(chunk: int) -> None:
    for level, found in levels_with_tables(100 + chunk, 12, max_side=5, max_boxes=2):
        n = len(found.squares)
        distance = np.empty((n, 4, len(found.boxes)), dtype=np.int32)
        walls, no_potential = np.zeros(n + 1, dtype=np.uint8), np.zeros(n, dtype=np.int32)
        single_box_distances(found.boxes, found.player, found.floor, walls, found.component, no_potential, distance)
        for index, box in enumerate(found.boxes):
            alone = State(frozenset({found.squares[box]}), level.player)
            reached = pushes_from(level.board, alone)
            by_oracle = box_distances(level.board, alone, found.squares[box])
            for square in range(n):
                parts = {int(found.component[square, player]): player for player in range(n)}
                del parts[NO_COMPONENT]  # that of the box's own square
                for part, player in parts.items():
                    after = State(frozenset({found.squares[square]}), found.squares[player])
                    assert distance[square, part, index] == reached.get(normalise(level.board, after), INFINITE), level
                least = min((int(distance[square, part, index]) for part in parts), default=INFINITE)
                assert least == by_oracle.get(found.squares[square], INFINITE), level


# The assignment.


def costs(rng: Random, k: int, share_far: float) -> INT32:
    rows = [[INFINITE if rng.random() < share_far else rng.randrange(30) for _ in range(k)] for _ in range(k)]
    return np.array(rows, dtype=np.int32)


def by_scipy(cost: INT32) -> int:
    return int(cost[linear_sum_assignment(cost)].sum())


class Assignment:
    """A solved assignment."""

    def __init__(self, k: int) -> None:
        self.matching = new_matching(k)
        self.row_of, self.column_of = self.matching.row_of, self.matching.column_of

    def solve(self, cost: INT32) -> int:
        self.matching.cost[:] = cost
        self.total = assign(self.matching)
        return self.total

    def with_row(self, row: int, row_cost: INT32) -> int:
        return reassign(self.matching, self.total, row, row_cost)

    @property
    def result(self) -> list[list[int]]:
        matching = self.matching
        return [array.tolist() for array in (matching.u, matching.v, self.row_of, self.column_of)]


def assignment_of(seed: int) -> tuple[Random, int, Assignment]:
    """Return random numbers, a number of boxes from 1 to 12, and an assignment of so many."""
    k = 1 + seed % 12
    return Random(seed), k, Assignment(k)


@pytest.mark.parametrize("seed", range(40))
def test_the_assignment_is_that_of_scipy_whatever_was_solved_before(seed: int) -> None:
    rng, k, assignment = assignment_of(seed)
    for _ in range(20):
        cost = costs(rng, k, rng.choice([0, 0.2, 0.6, 0.9]))
        assert assignment.solve(cost) == by_scipy(cost)
        assert sorted(assignment.column_of) == list(range(k))
        assert all(assignment.row_of[assignment.column_of[row]] == row for row in range(k))
        assert int(cost[range(k), assignment.column_of].sum()) == assignment.total


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_row_gives_the_sum_of_a_full_solve_and_leaves_the_assignment_alone(seed: int) -> None:
    rng, k, assignment = assignment_of(seed)
    for _ in range(4):
        share_far = rng.choice([0, 0.2, 0.6])
        cost = costs(rng, k, share_far)
        if assignment.solve(cost) >= INFINITE:
            continue  # the engine changes rows of assignments alone that give each box a goal
        before = assignment.result
        for row in range(k):
            changed = cost.copy()
            changed[row] = costs(rng, k, share_far)[0]
            assert assignment.with_row(row, changed[row]) == by_scipy(changed)
            assert assignment.result == before


# Groups of two, three and four boxes.

SIZES = {2: "pairs", 3: "triples", 4: "quadruples"}
WITH_GROUPS = {2: 30, 3: 12, 4: 6}
"""How many levels with as many boxes are compared, for groups of so many."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_what_groups_need_is_what_brute_force_finds_whatever_the_prices(
    chunk: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(chunk)
    excesses: set[int] = set()
    random = levels_with_tables(300 + 50 * size + chunk, 10_000, max_side=4, max_boxes=4)
    large_enough = (drawn for drawn in random if len(drawn[1].boxes) >= size)
    for level, found in islice(large_enough, WITH_GROUPS[size]):
        prices = np.array([rng.randrange(-3, 4) for _ in found.goals], dtype=np.int32)
        monkeypatch.setattr(group_tables, "prices_of", lambda *_, prices=prices, **__: prices)
        backwards = bool(rng.randrange(2))
        features = ["assignment", SIZES[size]]
        if not backwards:  # else what leads over dead squares, to states that are dead, is left out
            features += rng.choice([["dead-squares"], []])
        view = View(found, features, backwards=backwards, compiled=size > 2)
        excesses |= compare_groups(level, found, view.world, prices, size)
    assert excesses >= {0, 2, DEAD}


def compare_groups(level: Level, found: LevelTables, world: World, prices: INT32, size: int) -> set[int]:
    """Fail unless the table is what brute force finds for all groups of so many boxes; return the excesses that
    occur."""
    board, squares, groups = level.board, found.squares, world.groups
    targets = [squares[target] for target in world.targets]

    def ways(boxes: Sequence[Square]) -> dict[State, int]:
        """Return the pushes from each state to one with these boxes, or backwards from these boxes as they stand."""
        if world.backwards:
            return pushes_from(board, State(frozenset(boxes), level.player))
        return pushes_to(placements(board, squares, len(boxes)), frozenset(boxes))

    to_one = [ways([target]) for target in targets]
    to_all = {chosen: ways([targets[index] for index in chosen]) for chosen in combinations(range(world.k), size)}

    def least(box: Square, player: Square) -> int:
        alone = normalise(board, State(frozenset({box}), player))
        return min(pushes.get(alone, INFINITE) - int(price) for pushes, price in zip(to_one, prices, strict=True))

    def expected(boxes: Sequence[Square], player: Square) -> int:
        state = normalise(board, State(frozenset(boxes), player))
        together = [pushes[state] - int(prices[list(c)].sum()) for c, pushes in to_all.items() if state in pushes]
        return min(together) - sum(least(box, player) for box in boxes) if together else DEAD

    seen: set[int] = set()
    for numbers in combinations(world.floor.square_of.tolist(), size):
        boxes = [squares[number] for number in numbers]
        bits = np.array([world.floor.bit_of[box] for box in numbers[::-1]], dtype=np.int32)
        number = int(group_number(size, bits, groups.binomial))
        assert size != 2 or number == pair_number(*bits.tolist()) == pair_number(*bits[::-1].tolist())
        group = groups.offset[size] + number
        region_of: dict[int, Square] = {}
        for player, square in enumerate(squares):
            if player not in numbers:
                part = int(groups.component[groups.row[group], player])
                region = normalise(board, State(frozenset(boxes), square)).player
                assert region_of.setdefault(part, region) == region, level
                excess = excess_at(groups, size, number, player)
                assert excess == expected(boxes, square), (str(level), boxes, square)
                seen.add(excess)
        assert len(set(region_of.values())) == len(region_of), level
    return seen


# Bounds of whole states.

ALONE = {
    "nearest": ["nearest"],
    "nearest without dead squares": ["nearest", "dead-squares"],
    "assignment": ["assignment"],
    "bipartite": ["nearest", "bipartite"],
    "linear conflicts": ["assignment", "linear-conflicts"],
    "linear conflicts over the nearest": ["nearest", "linear-conflicts"],
    "pairs": ["assignment", "pairs", "dead-squares"],
    "pairs over the nearest": ["nearest", "pairs"],
    "triples": ["assignment", "pairs", "triples", "dead-squares"],
    "quadruples": ["assignment", "pairs", "triples", "quadruples"],
    "deadlock table": ["deadlock-table"],
    "deadlock table of larger groups": ["deadlock-table", "quadruples"],
    "frozen walls": ["assignment", "frozen-walls"],
    "frozen walls over the nearest": ["nearest", "frozen-walls"],
    "freeze": ["freeze"],
    "corral": ["corral"],
    "corral with dead squares": ["corral", "dead-squares"],
    "frozen walls and pairs": ["assignment", "bipartite", "frozen-walls", "pairs", "dead-squares", "deadlock-table"],
}
EVERYTHING = sorted({feature for features in ALONE.values() for feature in features})


WITH_SUCCESSORS = ("nearest", "freeze", "pairs", "deadlock table", "frozen walls", "everything")


@pytest.mark.parametrize("chunk", parts(2 * CHUNKS, 1, 3))
def test_bounds_are_never_above_the_pushes_that_are_left_and_what_is_called_dead_is_dead(chunk: int) -> None:
    for level, found in levels_with_tables(400 + chunk, 80, max_boxes=4):
        left = {
            state: INFINITE if cost is None else cost[0] for state, cost in costs_to_go(level, Objective.PUSHES).items()
        }
        asked, truth = places(found, left), np.array(list(left.values()))
        for name, features in {**ALONE, "everything": EVERYTHING}.items():
            view = View(found, features)
            bounds = view.bounds(asked)
            assert (bounds <= truth).all(), (str(level), name, first_wrong(asked, bounds <= truth))
            for state, successors in zip(
                asked.states, view.successors(asked) if name in WITH_SUCCESSORS else [], strict=False
            ):
                for successor in successors:
                    assert successor.bound <= left[successor.state], (str(level), name, state, successor)


def first_wrong(asked: Places, right: NDArray[np.bool_]) -> State:
    return next(state for state, is_right in zip(asked.states, right.tolist(), strict=True) if not is_right)


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_a_bound_is_never_above_the_moves_that_are_left(chunk: int) -> None:
    features = select_features(Objective.MOVES, also=FEATURES)
    assert "potential" in features
    for level, found in levels_with_tables(500 + chunk, 80, max_boxes=3):
        left = {
            state: INFINITE if cost is None else cost[0] for state, cost in costs_to_go(level, Objective.MOVES).items()
        }
        asked, truth = places(found, left), np.array(list(left.values()))
        bounds = View(found, features, exact_player=True).bounds(asked)
        assert (bounds <= truth).all(), (str(level), first_wrong(asked, bounds <= truth))


@pytest.mark.parametrize("features", [["nearest"], ["assignment"]], ids=["nearest", "assignment"])
@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_the_sums_of_distances_are_consistent(chunk: int, features: list[str]) -> None:
    for level, found in levels_with_tables(600 + chunk, 80, max_boxes=4):
        graph = state_graph(level)
        bounds = View(found, features).bounds(places(found, graph.states)).tolist()
        for index, following in enumerate(graph.following):
            for after in following:
                assert bounds[index] <= 1 + bounds[after], (str(level), graph.states[index], graph.states[after])


@pytest.mark.parametrize(
    "features",
    [["nearest"], ["assignment", "bipartite"], sorted({*EVERYTHING} - {"dead-squares"})],
    ids=["nearest", "assignment", "everything"],
)
@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 1))
def test_bounds_backwards_are_never_above_the_pushes_that_lead_to_a_state(chunk: int, features: list[str]) -> None:
    for level, found in levels_with_tables(700 + chunk, 80, max_boxes=4):
        led = pushes_from(level.board, level.state)
        asked, truth = places(found, led), np.array(list(led.values()))
        bounds = View(found, features, backwards=True).bounds(asked)
        assert (bounds <= truth).all(), (str(level), first_wrong(asked, bounds <= truth))


@pytest.mark.long
def test_the_bounds_are_not_all_the_same() -> None:
    """Bounds that never differ would pass every test above without being tried."""
    names = ("nearest", "assignment", "linear conflicts", "pairs", "triples", "frozen walls", "everything")
    sums = dict.fromkeys(names, 0)
    for level, found in levels_with_tables(0, 300, max_boxes=4):
        alive = [state for state, cost in costs_to_go(level, Objective.PUSHES).items() if cost is not None]
        if alive:
            asked = places(found, alive)
            for name in names:
                sums[name] += int(View(found, {**ALONE, "everything": EVERYTHING}[name]).bounds(asked).sum())
    nearest, assignment, conflicts, pairs, triples, walls, everything = sums.values()
    assert nearest < assignment < conflicts < pairs < triples < everything
    assert assignment < walls < everything
