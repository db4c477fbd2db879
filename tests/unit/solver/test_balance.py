"""No step takes more than twice its cost from a state's balance, and that of a successor is found from its parent's."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sokogen.random.random_levels import FloorKind, solvable_level
from sokosolve.bounds.balance import balance_after, balance_of, with_balance
from sokosolve.bounds.group_tables import least_by_prices
from sokosolve.features import FEATURES
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, ScratchCounter, World
from sokosolve.search import build
from sokosolve.search.evaluate import evaluate
from sokosolve.search.expand import expand
from sokospec import Board, Level, State
from sokospec.rules import steps

MOST_STATES = 150
LEVELS = 12


def put(tables: LevelTables, scratch: Scratch, boxes: list[int]) -> None:
    """Make these boxes the state at hand."""
    scratch.boxes[:] = sorted(boxes)
    scratch.occupied[: tables.floor.n] = 0
    scratch.occupied[boxes] = 1


def states_of(board: Board, first: State) -> list[tuple[State, list[State]]]:
    """Return states in the order in which play comes to them, each with what one step leads to."""
    found, known = [first], {first}
    followed = []
    for state in found:
        after = [each for _, each in steps(board, state)]
        followed.append((state, after))
        for each in after:
            if each not in known and len(found) < MOST_STATES:
                known.add(each)
                found.append(each)
    return followed


def worlds(level: Level, rng: Random) -> tuple[LevelTables, World, World] | None:
    """Return a level's two worlds with balances, with and without assignment and potential."""
    tables = level_tables(level, compiled=False)
    if tables is None or not len(tables.boxes):
        return None
    features = FEATURES.keys() - {name for name in ("assignment", "potential") if rng.random() < 0.3}
    forward = build.world_of(tables, features - {"tunnel", "pi-corral"}, exact_player=True, compiled=False)
    back = build.backwards(forward, tables, compiled=False)
    return tables, *with_balance(forward, back, tables, compiled=False)


@pytest.mark.parametrize("seed", range(LEVELS))
def test_no_step_takes_more_than_twice_its_cost_from_the_balance(seed: int) -> None:
    rng = Random(f"balance {seed}")
    level = solvable_level(
        rng, kind=rng.choice(list(FloorKind)), height=4, width=5, boxes=rng.randint(1, 3), wall_share=0.2, pulls=20
    ).level
    made = worlds(level, rng)
    if made is None:
        return
    tables, forward, back = made
    number = {square: index for index, square in enumerate(tables.squares)}
    scratch, least = build.new_scratch(forward), least_by_prices(forward, np.zeros(forward.k, dtype=np.int32))

    def balance(world: World, state: State) -> int:
        put(tables, scratch, [number[box] for box in state.boxes if box in number])
        return balance_of(world, scratch, number[state.player])

    def is_dead(state: State) -> bool:
        player = number[state.player]
        boxes = [number[box] for box in state.boxes if box in number]
        return any(least[box, forward.distances.component[0, box, player]] >= INFINITE for box in boxes)

    for state, after in states_of(level.board, level.state):
        assert balance(forward, state) == -balance(back, state)
        for each in after:
            if not is_dead(each):
                assert balance(forward, each) >= balance(forward, state) - 2


@pytest.mark.parametrize("backwards", [False, True])
def test_the_balance_of_a_successor_follows_from_its_parents(backwards: bool) -> None:
    rng, compared = Random(f"successors {backwards}"), 0
    for _ in range(LEVELS):
        level = solvable_level(rng, kind=FloorKind.ROOMS, height=5, width=6, boxes=3, wall_share=0.2, pulls=30).level
        made = worlds(level, rng)
        if made is None:
            continue
        tables, forward, back = made
        world = back if backwards else forward
        scratch = build.new_scratch(world)
        boxes = [int(box) for box in (tables.goals if backwards else tables.boxes)]
        player = tables.player
        if backwards:
            player = rng.choice([square for square in range(tables.floor.n) if square not in boxes])
        for _ in range(15):
            put(tables, scratch, boxes)
            measure_walks(player, world.floor, scratch.occupied, scratch.flood)
            evaluate(world, scratch, player, tables.floor.n)
            scratch.counters[ScratchCounter.BALANCE] = balance_of(world, scratch, player)
            found = scratch.successors
            ways = range(expand(world, scratch, player))
            parent, order = scratch.boxes.copy(), [balance_after(world, scratch, player, way) for way in ways]
            if not order:
                break
            for way in ways:
                moved = [int(found.landing[way]) if box == found.move[way] >> 2 else int(box) for box in parent]
                put(tables, scratch, moved)
                assert order[way] == balance_of(world, scratch, int(found.near[way]))
                compared += 1
            way = rng.choice(ways)
            boxes = [int(found.landing[way]) if box == found.move[way] >> 2 else int(box) for box in parent]
            player = int(found.near[way])
    assert compared > 200
