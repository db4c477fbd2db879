"""A* from either end or from both; breadth-first search without bounds, and weighted A* for any solution.

Two searches can be combined in two ways. In the first, each is an A*, and the search ends when one has closed all
states that cost less than the cheapest meeting. Certificates of pushes and weighted searches need this.

In the second they meet in the middle. A state waits until twice its cost plus its balance (`bounds.balance`) plus its
side's shift, if that exceeds cost plus bound. The shifts of both sides sum up to 1. It suffices that both sides have
expanded all states that wait for at most the least cost C.

Proof: on a solution of cost C, let s be the last forward state that waits for at most C, and t the next one. As t waits
longer, backwards it waits for at most C (`bounds.balance`), and so do all states behind it. When s is expanded, t is
entered; when the state behind t is, t is entered on the other side. The later of the two finds the other's state. (A
dominated state is not expanded; then the dominating state is on a solution of no more cost, and waits no longer.) A
goal does not end the search, as the other side may be less far; solved states are met as states of the other side.

PI-corrals and tunnels omit pushes, forwards only. From each solvable state some solution of least cost goes on with
the remaining pushes; the proof takes this one.

The proof only needs the final shift. The side that has worked more takes on more shift (Pohl's cardinality comparison).
The other's open states are moved (`open_list.hasten`), its own put back at their turn. With a known solution, only
states that allow a better one are entered; both proofs still hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sokosolve.bounds import group_tables
from sokosolve.bounds.balance import with_balance
from sokosolve.bounds.box_groups import DEAD
from sokosolve.features import Direction, FeatureBit
from sokosolve.level.arrays import INT64
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import pack
from sokosolve.level.world import ScratchCounter, World
from sokosolve.search import astar_kernel, build, store
from sokosolve.search.astar_kernel import Meeting, Plan
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.columns import NEVER, NOBODY, Count, Stop
from sokosolve.search.cost import Code, counts_pushes_first, is_lexicographic, with_parity
from sokosolve.search.open_list import Order, Place, hasten
from sokosolve.search.solution import Run, backward_runs, forward_runs
from sokosolve.search.store import (
    enter_state,
    grown,
    growth_bytes,
    hollow,
    new_states,
    set_cost,
    slot_of,
    with_buckets,
    with_entries,
)
from sokospec.answer import Verdict
from sokospec.limits import LimitReached

_PUSHES_BEFORE_PULLS = 50_000  # expansions forwards before the search backwards joins
_MOVES_BEFORE_PULLS = 5_000  # the same where moves are minimised
_PULLS_ON_A_PAR = 150_000  # expansions of the search backwards before it gets ...
_PUSHES_TO_PULLS = 4  # ... one turn in five
ENTER = Plan(0, 1, 0, 0, 0, Order(0, 1))  # by which the first states are put into the open list
_GROWTH = (2.0, 1.8, 1.6, 1.4, 1.2, 1.1)


class Sharing(NamedTuple):
    """Division of work between two sides.

    A turn lasts as many expansions as the side has done, between `least` and `most`. A side with more than `more_work`
    times the other's work leaves it `shift` of the way.
    """

    least: int
    most: int
    more_work: int
    shift: int


SHARING = Sharing(20, 5_000, 2, 2)

JOINS_AT = {
    Direction.FORWARD: NEVER,
    Direction.BACKWARD: 0,
    Direction.BOTH: 0,
    Direction.AUTO: _PUSHES_BEFORE_PULLS,
}
"""Expansions after which the backward search joins; MOVES_BEFORE_PULLS where AUTO minimises moves."""


class Side:
    """Search in one direction: its world, its states, its scratch."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.scratch = build.new_scratch(world)
        self.states = new_states(world, 2 * world.floor.n * (world.k + 2))
        self.shift = 0
        """How much longer its states wait than their balance says, where two sides meet in the middle."""
        self.next_group = group_tables.next_size(world)
        """Of how many boxes the groups are of which a table is made next, None if there is no other."""

    @property
    def expanded(self) -> int:
        return int(self.states.counts[Count.EXPANDED])

    @property
    def bound(self) -> int:
        return max(0, int(self.states.queue.place[Place.LEAST_F1]))

    def enter(self, boxes: list[int], player: int) -> None:
        states, packed = self.states, self.scratch.packed
        pack(self.world.floor, boxes, packed)
        state = enter_state(states, slot_of(states, packed, player), packed, player, 0)
        set_cost(states, state, 0, 0, state)
        astar_kernel.put(ENTER, states, state, 0)


class BestFirst:
    """A* over a level's states."""

    def __init__(
        self,
        tables: LevelTables,
        world: World,
        code: int,
        budget: Budget,
        direction: Direction,
        *,
        weight: int = 1,
        known: Sequence[int] = (),
        apart: bool = False,
    ) -> None:
        """Enter the first state.

        `weight` is that of the bounds, 0 for one layer of all states. With `known`, only solutions of less cost are
        searched. With `apart`, searches by pushes do not meet in the middle.
        """
        self.tables = tables
        self.code = code
        self.weight = weight
        self.most = NEVER
        """After how many expansions `BudgetSpent` is raised."""
        self.budget = budget
        self.only_backwards = direction is Direction.BACKWARD
        moves_first = code in (Code.MOVES, Code.MOVES_PUSHES)
        can_meet = weight == 1 and (code != Code.PUSHES or not apart)
        self.meets_in_the_middle = can_meet and direction in (Direction.AUTO, Direction.BOTH)
        self.joins_at = _MOVES_BEFORE_PULLS if moves_first and direction is Direction.AUTO else JOINS_AT[direction]
        reach = weight * (world.potential.most_a_push * 2 * world.floor.n * (world.k + 1) + DEAD * world.k)
        order = Order(int(is_lexicographic(code)), world.potential.most_a_push)
        self.plan = Plan(code, weight, 0, 0, reach, order)
        self.sides = [Side(world)]
        self.nobody = new_states(world, 1)
        self.meeting: INT64 = np.array([astar_kernel.NO_MEETING, 0, NOBODY, NOBODY], dtype=np.int64)
        if known:
            self.learn(known)
        self.proved = 0
        self.turn = self.turn_ends = 0
        """The side at work, and after how many of its expansions the other may have its turn."""
        self.ceiling = NEVER
        """The first cost beyond which the side at work does not go."""
        self.closed = 0
        """The side that has closed all states below the cost of the solution, once the search is over."""
        self.sides[0].enter(tables.boxes.tolist(), build.first_player(world, tables))

    @property
    def expanded(self) -> int:
        return sum(side.expanded for side in self.sides)

    @property
    def generated(self) -> int:
        return sum(int(side.scratch.counters[ScratchCounter.GENERATED]) for side in self.sides)

    @property
    def bound(self) -> int:
        """Proved lower bound of a solution's cost.

        An undiscovered cheapest solution leads through an open state with its least cost g and bound h. With a weight
        w, g + wh is at most w times the solution's cost.
        """
        if self.weight == 0:
            return 0
        bounds = [-(-side.bound // self.weight) for side in self.sides]
        cost = int(self.meeting[Meeting.COST])
        together = min(bounds) if self.meets_in_the_middle else max(bounds)
        bound = max(self.proved, min(together, cost))
        has_parity = cost < astar_kernel.NO_MEETING and counts_pushes_first(self.code)
        return with_parity(bound, cost) if has_parity else bound

    def run(self) -> list[Run] | None:
        """Return the pushes of a best solution, None if none is better than the known one.

        Raises `LimitReached`, or `BudgetSpent`.
        """
        while True:
            self._check_limits()
            if self.expanded >= self.most and (self.weight == 1 or self.met() is None):
                raise BudgetSpent
            self._join()
            self._take_turns()
            turn, side = self.turn, self.sides[self.turn]
            middle = self.is_in_the_middle
            plan = self.plan._replace(
                middle=int(middle),
                shift=side.shift,
                order=self.plan.order._replace(most_a_push=side.world.potential.most_a_push),
            )
            outcome = astar_kernel.run.of(self.budget.compiled)(
                self._steps(side),
                self.ceiling,
                plan,
                side.world,
                side.scratch,
                side.states,
                self.sides[1 - turn].states if len(self.sides) == 2 else self.nobody,
                self.meeting,
            )
            self.closed = turn
            if outcome == Stop.SOLVED:
                goal = int(side.states.counts[Count.GOAL])
                return forward_runs(side.world, side.states, self.tables, goal)
            if outcome == Stop.MET and middle and self._is_short_of(self.sides[1 - turn].bound):
                self.turn_ends = 0
                continue
            if outcome in (Stop.MET, Stop.EXHAUSTED):
                if self.meeting[Meeting.COST] == astar_kernel.NO_MEETING:
                    return None
                if self.weight == 1:
                    self.proved = int(self.meeting[Meeting.COST])
                return self.met()
            if outcome == Stop.NEED_ROOM:
                self.grow(side)
            elif outcome == Stop.NEED_ENTRIES:
                self.budget.room_for(0, least=2 * side.states.queue.extra.nbytes)
                side.states = with_entries(side.states)
            elif outcome == Stop.NEED_BUCKETS:
                self.budget.room_for(0, least=2 * (side.states.queue.heads.nbytes + side.states.queue.inner.nbytes))
                side.states = with_buckets(side.states)

    def met(self) -> list[Run] | None:
        here, there = int(self.meeting[Meeting.HERE]), int(self.meeting[Meeting.THERE])
        if here == NOBODY:
            return None
        before = forward_runs(self.sides[0].world, self.sides[0].states, self.tables, here)
        return before + backward_runs(self.sides[1].world, self.sides[1].states, self.tables, there)

    @property
    def upper_bound(self) -> int | None:
        cost = int(self.meeting[Meeting.COST])
        return None if cost == astar_kernel.NO_MEETING else cost

    def learn(self, cost: Sequence[int]) -> bool:
        """Require better solutions than a cost; return False if one as good is known."""
        best = tuple(self.meeting[: len(cost)])
        if best <= tuple(cost):
            return False
        self.meeting[:] = NOBODY
        self.meeting[Meeting.COST_2] = 0
        self.meeting[: len(cost)] = cost
        return True

    def _is_short_of(self, bound: int) -> bool:
        cost = int(self.meeting[Meeting.COST])
        if counts_pushes_first(self.code):
            bound = with_parity(bound, cost)
        return bound < cost or (bound == cost and is_lexicographic(self.code))

    @property
    def is_in_the_middle(self) -> bool:
        return self.meets_in_the_middle and len(self.sides) == 2

    def _take_turns(self) -> None:
        if len(self.sides) == 1:
            return
        side = self.sides[self.turn]
        if side.expanded < self.turn_ends and side.bound <= self.ceiling:
            return
        if self.is_in_the_middle:
            self.turn = self._side_that_is_behind()
        else:
            self.turn = int(self.only_backwards or self._backwards_is_due())
        expanded = self.sides[self.turn].expanded
        self.turn_ends = expanded + min(max(SHARING.least, expanded), SHARING.most)
        if self.is_in_the_middle:
            self.ceiling = max(side.bound for side in self.sides)

    def _backwards_is_due(self) -> bool:
        forward, backward = (side.expanded for side in self.sides)
        return backward < (forward if backward < _PULLS_ON_A_PAR else forward // _PUSHES_TO_PULLS)

    def _side_that_is_behind(self) -> int:
        work = [self._work(turn) for turn in range(2)]
        bounds = [side.bound for side in self.sides]
        behind = int(bounds[1] < bounds[0] or (bounds[1] == bounds[0] and work[1] < work[0]))
        slow, quick = self.sides[behind], self.sides[1 - behind]
        if bounds[0] == bounds[1] or work[behind] <= SHARING.more_work * work[1 - behind]:
            return behind
        self.proved = self.bound
        slow.shift += SHARING.shift
        quick.shift -= SHARING.shift
        hasten.of(self.budget.compiled)(quick.states.queue, quick.states.of, SHARING.shift)
        return behind if slow.bound <= quick.bound + 1 else 1 - behind

    def _work(self, turn: int) -> int:
        side = self.sides[turn]
        tried = int(side.scratch.counters[ScratchCounter.GENERATED])
        if turn == 0 or not counts_pushes_first(self.code) or side.expanded <= _PULLS_ON_A_PAR:
            return tried
        return tried * (_PUSHES_TO_PULLS * side.expanded - (_PUSHES_TO_PULLS - 1) * _PULLS_ON_A_PAR) // side.expanded

    def _check_limits(self) -> None:
        self.budget.check_limits(self.expanded, self.generated, self.bound)

    def _join(self) -> None:
        forward = self.sides[0]
        compiled = self.budget.compiled
        for side in self.sides:
            self._make_groups(side)
        if len(self.sides) == 1 and self.expanded >= self.joins_at:
            self.proved = self.bound
            back = Side(build.backwards(forward.world, self.tables, compiled=compiled))
            goals = self.tables.goals.tolist()
            while len(back.states.of) <= back.world.floor.n:
                self.grow(back)
            for square in (
                range(back.world.floor.n) if back.world.exact_player else build.first_squares(back.world, goals)
            ):
                if square not in goals:
                    back.enter(goals, square)
            if self.tables.boxes.tolist() == goals:
                self.meeting[:] = (0, 0, 0, 0)
            if self.meets_in_the_middle:
                back.shift = 1
                # the last `enter` has left the goals in `back.scratch.packed`
                for state in range(0 if back.world.exact_player else int(back.states.counts[Count.STATES])):
                    astar_kernel.meet_across(1, back.states, state, forward.states, back.scratch, self.meeting)
                if forward.world.features & (FeatureBit.NEAREST | FeatureBit.ASSIGNMENT):
                    self._balance(forward, back)
            self.sides.append(back)

    def _balance(self, forward: Side, back: Side) -> None:
        forward.world, back.world = with_balance(forward.world, back.world, self.tables, compiled=self.budget.compiled)
        balance = forward.world.balance
        most = abs(balance.constant) + forward.world.k * int(np.abs(balance.of_box).max())
        most += int(np.abs(balance.of_player).max())
        self.plan = self.plan._replace(reach=self.plan.reach + most)

    def _make_groups(self, side: Side) -> None:
        compiled = self.budget.compiled
        if side.next_group is None or side.expanded < group_tables.due_at(side.world, side.next_group):
            return
        room = group_tables.group_bytes(side.world, side.next_group)
        if self.budget.room_for(room) < room:
            side.next_group = None
            return
        side.world = group_tables.with_groups(
            side.world, self.tables, side.next_group, compiled=compiled, pause=self._check_limits
        )
        side.next_group = group_tables.next_size(side.world)

    def _steps(self, side: Side) -> int:
        """Return the expansions until something is due, whatever the machine's speed."""
        moments = [self.most - self.expanded]
        if side.next_group is not None:
            moments.append(group_tables.due_at(side.world, side.next_group) - side.expanded)
        if len(self.sides) == 2:
            moments.append(self.turn_ends - side.expanded)
        else:
            moments.append(self.joins_at - side.expanded)
        return min(self.budget.steps, *(moment for moment in moments if moment > 0))

    def grow(self, side: Side) -> None:
        rooms = [room for times in _GROWTH if (room := int(len(side.states.of) * times)) <= store.MOST_STATES]
        if not rooms:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        wanted = [growth_bytes(side.states, room) for room in rooms]
        spare = self.budget.room_for(wanted[0], least=wanted[-1])
        room = next(room for room, more in zip(rooms, wanted, strict=True) if more <= spare)
        holder = [side.states]
        side.states = hollow(side.states)
        side.states = grown(holder, room, compiled=self.budget.compiled)
