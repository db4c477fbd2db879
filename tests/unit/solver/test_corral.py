"""Searches of corrals prove what they say, and it is enough to look beside the box that moved last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from differential.closed_areas import draw
from sokosolve.deadlocks import corral
from sokosolve.deadlocks.corral import TRIED_AT, has_sealed_corral
from sokosolve.features import FEATURES
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import World
from sokosolve.search import build
from sokosolve.solver import solve_counted
from sokospec import Level, Square, State
from sokospec.answer import Objective, Verdict
from sokospec.rules import normalise, pushes

LEVELS, MOST_STATES, PROVED = 12, 30, 3


def world_of(level: Level) -> tuple[LevelTables, World] | None:
    """Return the tables and the world of a level, None if it is dead at first sight, or has no boxes."""
    tables = level_tables(level, compiled=False)
    if tables is None or not len(tables.boxes) or not tables.floor.live[tables.boxes].all():
        return None
    return tables, build.world_of(tables, FEATURES.keys(), exact_player=False, compiled=False)


class Asked:
    """A level whose states are asked about, with nothing known unless that is asked for."""

    def __init__(self, tables: LevelTables, world: World) -> None:
        """Number the squares."""
        self.world, self.scratch, self.everywhere = world, build.new_scratch(world), world.floor.n
        self.number = {square: index for index, square in enumerate(tables.squares)}

    def is_sealed(self, state: State, landing: int, *, anew: bool = True) -> bool:
        """Say whether a corral is proved dead, of those beside a square, or of all."""
        world, scratch, number = self.world, self.scratch, self.number
        scratch.occupied[: self.everywhere] = 0
        scratch.boxes[:] = sorted(number[box] for box in state.boxes if box in number)
        scratch.occupied[scratch.boxes] = 1
        if anew:
            scratch.corral.known_words[:] = 0
        player = number[state.player]
        measure_walks(player, world.floor, scratch.occupied, scratch.flood)
        return has_sealed_corral(
            scratch.corral, player, landing, world.floor, world.is_target, scratch.occupied, scratch.flood
        )

    def is_alive(self, square: Square) -> bool:
        """Say whether a box on a square could get to a goal, were it alone."""
        return bool(self.world.floor.live[self.number[square]])


def sealed_or_not(seed: int) -> Iterator[tuple[Asked, Level, State, State, int]]:
    """Yield a level's states that no corral proves dead, each with what a push leads to, and where its box is then."""
    rng = Random(seed)
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
            for _, after in pushes(level.board, state):
                form = normalise(level.board, after)
                landing = next(iter(after.boxes - state.boxes))
                if form not in known and len(known) < MOST_STATES and asked.is_alive(landing):
                    known.add(form)
                    states.append(form)
                    yield asked, level, state, after, asked.number[landing]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_sealed_is_seen_beside_the_box_that_moved_and_has_no_solution(seed: int) -> None:
    proved = 0
    for asked, level, before, after, landing in sealed_or_not(seed):
        sealed = asked.is_sealed(after, asked.everywhere)
        assert asked.is_sealed(after, landing) == sealed, (level, before, after)
        if sealed and proved < PROVED:
            answer = solve_counted(Level(level.board, after), Objective.PUSHES, 2_000, without=["corral"])
            assert answer.lurd is None, (level, after)
            proved += answer.verdict is Verdict.UNSOLVABLE
    assert proved == PROVED


def test_a_search_gets_longer_when_the_same_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = [(asked, after) for asked, _, _, after, _ in sealed_or_not(0) if asked.is_sealed(after, asked.everywhere)]
    monkeypatch.setattr(corral, "_FIRST_STATES", 1)
    seen_at = Counter[int]()
    for asked, state in sealed:
        answers = [asked.is_sealed(state, asked.everywhere, anew=time == 1) for time in range(1, TRIED_AT[-1] + 1)]
        assert answers == sorted(answers)
        seen_at[answers.index(True) + 1] += 1
    assert set(seen_at) == set(TRIED_AT), seen_at
