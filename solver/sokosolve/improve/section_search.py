"""Search of a section of a path, with its last state's boxes as targets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sokosolve.bounds.group_tables import group_count, next_size, no_groups, with_groups
from sokosolve.bounds.potential import no_potential
from sokosolve.features import BITS
from sokosolve.improve import section_kernel
from sokosolve.improve.path import Path
from sokosolve.improve.section_kernel import Section
from sokosolve.level.arrays import INFINITE, INT32, INT64
from sokosolve.level.level_tables import ANY_SIDE, LevelTables, distances_alone
from sokosolve.level.packed_boxes import unpack
from sokosolve.level.world import Distances, World
from sokosolve.search import build, store
from sokosolve.search.astar import ENTER
from sokosolve.search.astar_kernel import Plan, put
from sokosolve.search.budget import Budget
from sokosolve.search.columns import NOBODY, Column, Count, Stop
from sokosolve.search.cost import Code, is_lexicographic
from sokosolve.search.open_list import Order, Place
from sokosolve.search.solution import find_moved_box
from sokosolve.search.store import States
from sokospec.answer import Verdict
from sokospec.limits import LimitReached

_MOST_PAIRS = 100_000  # in the table of pairs: less than a second

_BLOCKED = 1  # number of the blocked state, after the first state

_LEAST_RISE: dict[int, tuple[int, int]] = {
    Code.PUSHES: (2, 0),
    Code.MOVES: (1, 0),
    Code.PUSHES_MOVES: (0, 1),
    Code.MOVES_PUSHES: (0, 1),
}
"""Least additional cost: sections have a parity of pushes."""

_OF_THE_GOALS = BITS["frozen-walls"] | BITS["potential"]
"""Features that only work with the level's goals as targets."""


@dataclass(frozen=True, slots=True, eq=False)
class SectionResult:
    """Result of the search of a section.

    `pushes` lead to state `joined` at less cost, None without success. `finished` means that nothing in the vicinity is
    cheaper. `bound` is the least first cost there.
    """

    pushes: INT32 | None
    joined: int
    finished: bool
    states: int
    bound: int

    def replace_in(self, path: Path, first: int) -> INT32:
        """Return the pushes of a path with those of its section from state `first` on replaced. Needs success."""
        assert self.pushes is not None
        return np.concatenate((path.pushes[:first], self.pushes, path.pushes[self.joined :]))


class SectionSearch:
    """Search of sections of paths of one level."""

    def __init__(self, tables: LevelTables, world: World, code: int, budget: Budget) -> None:
        self.tables, self.world, self.code, self.budget = tables, world, code, budget
        self.scratch = build.new_scratch(world)
        self.states = 0
        """States entered so far."""

    def run(self, section: Section, most: int, *, blocked: int | None = None) -> SectionResult:
        """Search a section with at most `most` states; raises `LimitReached`.

        With a blocked state between its ends, a way without that state may also cost as much as the section.
        """
        compiled, path = self.budget.compiled, section.path
        world = self.world if section.last == path.size else self._world_to(path, section.last)
        to_beat = path.costs[section.last] - path.costs[section.first]
        if blocked is not None:
            to_beat += _LEAST_RISE[self.code]
        order = Order(int(is_lexicographic(self.code)), world.potential.most_a_push)
        plan = Plan(self.code, 1, 0, 0, int(to_beat[0]) + world.floor.n + 2, order)
        states = self._first_state(section, world, to_beat)
        if blocked is not None:
            _enter(states, world, path, blocked)
        try:
            while True:
                entered = int(states.counts[Count.STATES])
                self.budget.check_limits(self.states + entered, 0, 0, lambda: f"cost {path.cost[0]}")
                outcome = section_kernel.search_section.of(compiled)(
                    self.budget.steps, plan, section, world, self.scratch, states, to_beat
                )
                compiled = self.budget.compiled
                if outcome == Stop.EXHAUSTED:
                    pushes, entered = _pushes_to_goal(world, states), int(states.counts[Count.STATES])
                    return SectionResult(pushes, section.last, True, entered, int(to_beat[0]))
                if outcome == Stop.NEED_ROOM:
                    if len(states.of) >= most:
                        if blocked is not None:
                            states.of[_BLOCKED, Column.FIRST] = INFINITE  # no shortcut
                        return self._cut_short(section, world, states)
                    states = self._enlarge(states, most)
                elif outcome == Stop.NEED_ENTRIES:
                    states = store.with_entries(states)
                elif outcome == Stop.NEED_BUCKETS:
                    states = store.with_buckets(states)
        finally:
            self.states += int(states.counts[Count.STATES])

    def know_pairs(self) -> None:
        """Make the table of pairs, if that is fast."""
        if next_size(self.world) == 2 and group_count(self.world, 2) <= _MOST_PAIRS:
            compiled, pause = self.budget.compiled, lambda: self.budget.check_limits(self.states, 0, 0)
            self.world = with_groups(self.world, self.tables, 2, compiled=compiled, pause=pause)

    def _cut_short(self, section: Section, world: World, states: States) -> SectionResult:
        joined = section.last
        if states.counts[Count.GOAL] == NOBODY:
            joined = section_kernel.best_shortcut.of(self.budget.compiled)(section, world, states)
        entered, bound = int(states.counts[Count.STATES]), max(0, int(states.queue.place[Place.LEAST_F1]))
        return SectionResult(_pushes_to_goal(world, states), joined, False, entered, bound)

    def _enlarge(self, states: States, most: int) -> States:
        room = min(2 * len(states.of), max(most, len(states.of) + 1))
        spare = store.growth_bytes(states, room)
        if self.budget.room_for(spare) < spare:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        return store.grown([states], room, compiled=self.budget.compiled)

    def _first_state(self, section: Section, world: World, to_beat: INT64) -> States:
        states = store.new_states(world, 2 * (int(to_beat.sum()) + world.floor.n) + 64)
        _enter(states, world, section.path, section.first)
        put(ENTER, states, 0, 0)
        states.counts[Count.GOAL] = NOBODY
        return states

    def _world_to(self, path: Path, last: int) -> World:
        world, w = self.world, self.world.floor.words
        targets = unpack(world.floor, path.words[last * w : last * w + w])
        n, potential = world.floor.n, no_potential(world.floor.n)
        pushes = distances_alone(self.tables, targets, ANY_SIDE, potential.value, compiled=self.budget.compiled)
        return world._replace(
            targets=targets,
            is_target=build.marks_of(targets, n),
            distances=Distances(np.zeros(1, dtype=np.uint64), self.tables.component[None], pushes[None]),
            potential=potential,
            groups=no_groups(world.floor),
            features=world.features & ~_OF_THE_GOALS,
        )


def _enter(states: States, world: World, path: Path, t: int) -> None:
    """Enter a state of the path at no cost, so that none is less; it is not expanded unless it is put in the queue."""
    w = world.floor.words
    packed, player = path.words[t * w : t * w + w], int(path.player[t])
    slot = store.slot_of(states, packed, player)
    store.set_cost(states, store.enter_state(states, slot, packed, player, 0), 0, 0, 0)


def _pushes_to_goal(world: World, states: States) -> INT32 | None:
    state, pushes = int(states.counts[Count.GOAL]), []
    if state == NOBODY:
        return None
    while state != 0:
        parent = store.parent_of(states, state)
        box, landing = find_moved_box(world, states, parent, state)
        pushes.append(box * 4 + world.floor.beyond[box * 4 : box * 4 + 4].tolist().index(landing))
        state = parent
    return np.array(pushes[::-1], dtype=np.int32)
