"""Searches of corrals prove what they say, and it is enough to look beside the box that moved last."""

from __future__ import annotations

from random import Random

import pytest

from differential.closed_areas import draw
from sokosolve.deadlocks.corral import has_sealed_corral
from sokosolve.features import FEATURES
from sokosolve.level import build
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.world import REACHED, World
from sokosolve.search.evaluate import walk_about
from sokosolve.solver import solve_counted
from sokospec import Level, Square, State
from sokospec.answer import Objective
from sokospec.rules import normalise, pushes

LEVELS, MOST_STATES, SOLVED = 20, 30, 3


def world_of(level: Level) -> tuple[LevelTables, World] | None:
    """Return the tables and the world of a level, None if it is dead at first sight, or has no boxes."""
    tables = level_tables(level, compiled=False)
    if tables is None or not len(tables.boxes) or not tables.floor.live[tables.boxes].all():
        return None
    return tables, build.world_of(tables, FEATURES.keys(), exact_player=False, compiled=False)


class Asked:
    """A level whose states are asked about, each time with nothing known."""

    def __init__(self, tables: LevelTables, world: World) -> None:
        """Number the squares."""
        self.world, self.scratch, self.everywhere = world, build.new_scratch(world), world.floor.n
        self.number = {square: index for index, square in enumerate(tables.squares)}

    def is_sealed(self, state: State, landing: int) -> bool:
        """Say whether a corral is proved dead, of those beside a square, or of all."""
        world, scratch, number = self.world, self.scratch, self.number
        scratch.occupied[: self.everywhere] = 0
        scratch.boxes[:] = sorted(number[box] for box in state.boxes if box in number)
        scratch.occupied[scratch.boxes] = 1
        scratch.corral.known[:] = 0
        player = number[state.player]
        walk_about(world, scratch, player)
        mark, stamp = scratch.flood.mark, int(scratch.counters[REACHED])
        return has_sealed_corral(
            scratch.corral, player, landing, world.floor, world.is_target, scratch.occupied, mark, stamp
        )

    def is_alive(self, square: Square) -> bool:
        """Say whether a box on a square could get to a goal, were it alone."""
        return bool(self.world.floor.live[self.number[square]])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_sealed_is_seen_beside_the_box_that_moved_and_has_no_solution(seed: int) -> None:
    rng = Random(seed)
    beside = 0
    for level in filter(None, (draw(rng) for _ in range(LEVELS))):
        made = world_of(level)
        if made is None:
            continue
        asked = Asked(*made)
        states = [normalise(level.board, level.state)]
        known = set(states)
        for state in states:
            if asked.is_sealed(state, asked.everywhere):
                continue
            for push, after in pushes(level.board, state):
                form = normalise(level.board, after)
                landing = next(iter(after.boxes - state.boxes))
                if form in known or len(known) == MOST_STATES or not asked.is_alive(landing):
                    continue
                known.add(form)
                states.append(form)
                sealed = asked.is_sealed(after, asked.everywhere)
                assert asked.is_sealed(after, asked.number[landing]) == sealed, (level, push)
                if sealed and beside < SOLVED:
                    answer = solve_counted(Level(level.board, after), Objective.PUSHES, 2_000, without=["corral"])
                    assert answer.lurd is None, level
                beside += sealed

    assert beside >= SOLVED
