"""Feature space search, alone and as one of several that take turns, agrees with the oracle on what is solvable."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from unittest.mock import patch

import pytest

from differential.fast_engine import compile_engine, is_small, levels
from feature_space.feature_worlds import parts_of, passages_slowly, shut_in
from parts import parts
from sokosolve.features import Algorithm, Direction, select_features
from sokosolve.fess import any_solution, fess, halfway, packing_plan
from sokosolve.fess.any_solution import AnySolution
from sokosolve.fess.fess import AS_IT_COMES, FeatureSpaceSearch, prepare_searches, the_other_way
from sokosolve.fess.halfway import HalfwaySearch
from sokosolve.fess.look_ahead import LookAhead
from sokosolve.fess.packing_plan import first_position, no_plan
from sokosolve.fess.position import ANYWHERE, Early, Knowledge, Variant
from sokosolve.fess.positions import Node, Tree, TreeCount
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.world import Scratch, World
from sokosolve.search import build
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.columns import NEVER
from sokosolve.search.solution import Run, lurd_of
from sokosolve.solver import solve
from sokospec import Level, Square, replay
from sokospec.answer import Objective, Verdict
from sokospec.limits import LimitReached, Limits
from sokospec.oracle import search_exhaustively

CHUNKS, LEVELS, MOST_STATES = 8, 60, 1000
SEEDS = (0, 1, 7)
TWO_SIDED = [
    Level.parse("\n".join(rows))
    for rows in (
        ("##########", "#   #    #", "# @ $  . #", "#   #    #", "##########"),
        ("##########", "#   #    #", "#   $ .@ #", "#   #    #", "##########"),
        ("##########", "#  .  $@ #", "####     #", "##########"),
    )
]
"""Levels whose boxes part the floor, in the beginning or when all is done."""


def by(level: Level, search: Callable[[LevelTables, World, Budget], list[Run] | None]) -> str | None:
    """Return the solution that a search of a level finds."""
    tables = level_tables(level, compiled=True)
    if tables is None or not all(tables.floor.live[box] for box in tables.boxes):
        return None
    if not len(tables.boxes):
        return ""
    world = build.world_of(tables, select_features(Objective.ANY), exact_player=False, compiled=True)
    runs = search(tables, world, Budget(Limits(seconds=60)))
    return None if runs is None else lurd_of(level, runs)


def by_strategies(level: Level, seed: int) -> str | None:
    """Return a solution by strategies of a seed that take short turns, none of them A* for long, and that look for
    plans again in later ones."""
    short = patch.multiple(any_solution, HURRY=0, FIRST_TURN=1, _STATES_A_TURN=1, _POSITIONS_A_PLAN=1)
    with short, patch.object(fess, "MOST_PULLS", 1):
        return by(
            level,
            lambda tables, world, budget: AnySolution(tables, world, budget, Direction.AUTO, seed=seed).run(),
        )


def by_pulls(level: Level, variant: Variant) -> str | None:
    """Return a solution by feature space search backwards alone."""

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        shared = the_other_way(prepare_searches(tables, world, budget), tables, budget)
        return FeatureSpaceSearch(tables, budget, shared, variant).run()

    return by(level, search)


def by_looking_ahead(level: Level, variant: Variant, *, backwards: bool) -> str | None:
    """Return a solution by feature space search with a look ahead, through five states, after each position."""

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        shared = prepare_searches(tables, world, budget)
        if backwards:
            shared = the_other_way(shared, tables, budget)
        by_features = FeatureSpaceSearch(tables, budget, shared, variant, most=0)
        ahead = LookAhead(tables, budget)
        while True:
            by_features.most += 1
            with suppress(BudgetSpent):
                return by_features.run()
            if (found := ahead.look(by_features, world, 5)) is not None:
                return found

    with patch.object(fess, "MOVES_AT_ONCE", 1):
        return by(level, search)


def halfway_search(tables: LevelTables, world: World, budget: Budget, variant: Variant = AS_IT_COMES) -> HalfwaySearch:
    forwards = prepare_searches(tables, world, budget)
    return HalfwaySearch(tables, budget, forwards, the_other_way(forwards, tables, budget), variant)


def by_halfway(level: Level, variant: Variant, retreat: int) -> str | None:
    """Return a solution through an open position that is chosen after so many positions."""

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        return halfway_search(tables, world, budget, variant).run()

    with patch.multiple(halfway, RETREAT=retreat), patch.object(fess, "MOVES_AT_ONCE", 1):
        return by(level, search)


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 2))
def test_solvable_is_what_the_oracle_solves_and_every_solution_replays(chunk: int) -> None:
    compile_engine()
    seen = set()
    for number, (_, level) in enumerate(levels(f"any {chunk}", LEVELS)):
        if not is_small(level, MOST_STATES):
            continue
        truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
        alone = solve(level, Objective.ANY, Limits(seconds=60), algorithm=Algorithm.FESS)
        assert alone.verdict is (Verdict.SOLVED if truth else Verdict.UNSOLVABLE), str(level)
        seed = SEEDS[number % len(SEEDS)]
        backwards = by_pulls(level, Variant(seed, weighted=int(seed < 7), any_start=int(seed > 0)))
        ahead = [by_looking_ahead(level, Variant(seed, 1, 0), backwards=backwards) for backwards in (False, True)]
        open_floor = by_halfway(level, Variant(seed, number % 2, 0, early=Early.AT_ANY_TIME), number % 3)
        for lurd in (alone.lurd, backwards, by_strategies(level, seed), *ahead, open_floor):
            assert (lurd is not None) == truth, str(level)
            assert lurd is None or replay(level, lurd).valid, str(level)
        seen.add(alone.verdict)
    assert seen == {Verdict.SOLVED, Verdict.UNSOLVABLE}


def test_a_look_ahead_backwards_ends_in_the_component_of_the_player() -> None:
    compile_engine()
    for level in TWO_SIDED:
        lurd = by_looking_ahead(level, AS_IT_COMES, backwards=True)
        assert lurd is not None and replay(level, lurd).valid, str(level)


def test_a_way_to_a_divided_open_position_ends_in_the_component_of_the_player() -> None:
    compile_engine()
    rows = ("#######", "#   ###", "# $.  #", "#  ** #", "###@#*#", "#######")
    level = Level.parse("\n".join(rows))
    lurd = by_halfway(level, AS_IT_COMES, 5)
    assert lurd is not None and replay(level, lurd).valid
    right = HalfwaySearch._way_to

    def to_anywhere(search: HalfwaySearch, position: int) -> FeatureSpaceSearch | None:
        """Forget where the player has to be when all boxes stand where pulls brought them."""
        way = right(search, position)
        if way is not None:
            way.context = way.context._replace(knowledge=way.context.knowledge._replace(home=ANYWHERE))
        return way

    with patch.object(HalfwaySearch, "_way_to", to_anywhere), pytest.raises((AssertionError, KeyError)):
        lurd = by_halfway(level, AS_IT_COMES, 5)
        assert lurd is not None and replay(level, lurd).valid


def test_a_position_that_some_box_cannot_help_to_fill_is_left_without_any_bound() -> None:
    compile_engine()
    level = Level.parse("\n".join(("#######", "#   . #", "# *$ *#", "#@  # #", "#######")))
    features = select_features(Objective.ANY) - {"assignment", "bipartite"}

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        world = build.world_of(tables, features, exact_player=False, compiled=True)
        return halfway_search(tables, world, budget).run()

    truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
    for retreat in (1, 5, 20):
        with patch.object(halfway, "RETREAT", retreat):
            lurd = by(level, search)
        assert (lurd is not None) == truth and (lurd is None or replay(level, lurd).valid)


def test_halfway_stops_at_its_most_and_goes_on_to_the_same_solution() -> None:
    compile_engine()
    several = 0

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        nonlocal several
        whole = halfway_search(tables, world, budget).run()
        parted = halfway_search(tables, world, budget)
        parted.most, at_once = 0, len(parted.retreat.unopened) + 1  # first positions, of the retreat and of the way
        while True:
            parted.most += 1
            try:
                found = parted.run()
            except BudgetSpent:
                several += 1
                assert parted.most <= parted.expanded <= parted.most + at_once
            else:
                assert found == whole
                return found

    with patch.object(halfway, "RETREAT", 5), patch.object(fess, "MOVES_AT_ONCE", 1):
        for _, level in levels("halfway in parts", 40):
            if is_small(level, MOST_STATES):
                by(level, search)
    assert several > 100


def test_where_no_way_leads_another_open_position_is_chosen() -> None:
    compile_engine()
    chosen = dict[str, int]()
    choose = HalfwaySearch._most_open

    def counted(search: HalfwaySearch) -> int:
        chosen[str(level)] = chosen.get(str(level), 0) + 1
        return choose(search)

    with patch.object(HalfwaySearch, "_most_open", counted):
        for _, level in levels("halfway", 200):
            if is_small(level, MOST_STATES):
                truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
                lurd = by_halfway(level, AS_IT_COMES, 3)
                assert (lurd is not None) == truth and (lurd is None or replay(level, lurd).valid), str(level)
                chosen[str(level)] = chosen.get(str(level), 0) if truth else 0
    assert sum(times > 1 for times in chosen.values()) > 5


def openness(floor: Collection[Square], boxes: frozenset[Square]) -> tuple[int, int, int]:
    """Return the components of the floor, the passages with a box, and the boxes that no push can have brought."""
    return (
        len(parts_of(set(floor) - boxes)),
        sum(bool(passage & boxes) for passage in passages_slowly(floor)),
        shut_in(floor, boxes),
    )


def test_the_position_to_push_to_is_the_most_open_one() -> None:
    compile_engine()
    better_than_the_first = 0
    for _, level in levels("most open", 60):
        tables = level_tables(level, compiled=True)
        if tables is None or not len(tables.boxes) or not tables.floor.live[tables.boxes].all():
            continue
        budget = Budget(Limits(seconds=60))
        world = build.world_of(tables, select_features(Objective.ANY), exact_player=False, compiled=True)
        search = halfway_search(tables, world, budget, Variant(0, 1, 0, early=Early.AT_ANY_TIME))
        retreat = search.retreat
        retreat.most = 20
        with suppress(BudgetSpent):
            retreat.run()
        seen = [
            openness(tables.squares, frozenset(tables.squares[box] for box in retreat.squares_at(position)))
            for position in range(int(retreat.tree.counts[TreeCount.POSITIONS]))
        ]
        possible = [each for position, each in enumerate(seen) if not search._is_dead(position)]
        if possible:
            chosen = seen[search._most_open()]
            assert chosen == min(possible), str(level)
            better_than_the_first += chosen < possible[0]
    assert better_than_the_first > 5


def test_a_better_plan_begins_the_search_anew_and_a_worse_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_engine()
    anew = 0

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        nonlocal anew
        backwards = the_other_way(prepare_searches(tables, world, budget), tables, budget)
        monkeypatch.setattr(fess, "MOST_PULLS", 0)
        found = FeatureSpaceSearch(tables, budget, backwards, most=1)
        with suppress(BudgetSpent):
            return found.run()
        stuck, expanded = found.plan.stuck, found.expanded
        monkeypatch.setattr(fess, "MOST_PULLS", 50)
        while found.plan_again(4):
            pass
        assert found.plan.stuck == 0 or found.planned == 4
        assert found.plan.stuck <= stuck and found.expanded == expanded
        anew += found.plan.stuck < stuck
        found.most = NEVER
        return found.run()

    for _, level in levels("plans", 200):
        if is_small(level, MOST_STATES):
            truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
            lurd = by(level, search)
            assert (lurd is not None) == truth and (lurd is None or replay(level, lurd).valid), str(level)
    assert anew > 5


def test_a_plan_that_another_search_found_is_shared_and_a_limit_loses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_engine()
    again = 0

    def search(tables: LevelTables, world: World, budget: Budget) -> list[Run] | None:
        nonlocal again
        monkeypatch.setattr(fess, "MOST_PULLS", 0)
        shared = prepare_searches(tables, world, budget)
        first, second = (FeatureSpaceSearch(tables, budget, shared, most=1) for _ in range(2))
        assert second.plan is first.plan and second.pulls == 0
        monkeypatch.setattr(fess, "MOST_PULLS", 50)
        plan = first.plan
        try:
            with patch.object(fess, "with_plan", side_effect=LimitReached(Verdict.LIMIT_TIME)):
                first.plan_again(2)
        except LimitReached:  # at a better plan
            assert first.plan is plan and first.plan_again(2) and first.plan.stuck < plan.stuck
            again += 1
        return None

    for _, level in levels("plans", 200):
        if is_small(level, MOST_STATES):
            by(level, search)
    assert again > 5


def one_tree_for_all_ends(tree: Tree, world: World, scratch: Scratch, boxes: list[int], player: int) -> None:
    """Enter a position to begin with as if it followed from the first one, with which it is dead."""
    first_position(tree, world, scratch, boxes, player)
    tree.of[int(tree.counts[TreeCount.POSITIONS]) - 1, Node.PARENT] = 0


def home_anywhere(tables: LevelTables, world: World, variant: Variant, budget: Budget) -> Knowledge:
    """Forget where the player has to be when all boxes stand where they stood at first."""
    return no_plan(tables, world, variant, budget)._replace(home=ANYWHERE)


@pytest.mark.parametrize(("name", "wrong"), [("first_position", one_tree_for_all_ends), ("no_plan", home_anywhere)])
def test_a_search_backwards_that_confuses_ends_or_beginnings_is_noticed(
    name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_engine()
    monkeypatch.setattr(fess, name, wrong)
    for level in TWO_SIDED:
        truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
        with monkeypatch.context() as right:
            right.setattr(fess, name, getattr(packing_plan, name))
            lurd = by_pulls(level, AS_IT_COMES)
            assert (lurd is not None) == truth and (lurd is None or replay(level, lurd).valid)
    with pytest.raises((AssertionError, KeyError)):
        for level in TWO_SIDED:
            truth = search_exhaustively(level, Objective.PUSHES).verdict is not Verdict.UNSOLVABLE
            lurd = by_pulls(level, AS_IT_COMES)
            assert (lurd is not None) == truth
            assert lurd is None or replay(level, lurd).valid
