"""A* from either end or from both; without bounds a search by layers, with a weight on them one for any solution."""

from __future__ import annotations

import numpy as np

from sokosolve import astar, build
from sokosolve.budget import Budget
from sokosolve.expand import GENERATED
from sokosolve.features import Direction
from sokosolve.queue import LEAST_F1, enqueue
from sokosolve.solution import Run, backward_runs, forward_runs
from sokosolve.store import EXPANDED, GOAL, States, grown, growth_bytes, hollow, new_states, slot_of, with_buckets
from sokosolve.strategy import MOVES, MOVES_PUSHES, PUSHES
from sokosolve.tables import INT64, Tables
from sokosolve.world import World

PUSHES_BEFORE_PULLS = 50_000  # expansions forwards before the search backwards joins
PULLS_ON_A_PAR = 150_000  # expansions of the search backwards before it gets ...
PUSHES_TO_PULLS = 4  # ... one turn in five
EXPANSIONS_BEFORE_PAIRS = 2_000
EXPANSIONS_BEFORE_TRIPLES = 20_000
PAIR_STEPS_AT_ONCE = 2_000_000  # a table of pairs that takes less is made at the start
NEVER = 1 << 62
GROWTH = (2.0, 1.8, 1.6, 1.4, 1.2, 1.1)

JOINS_AT = {
    Direction.FORWARD: NEVER,
    Direction.BACKWARD: 0,
    Direction.BOTH: 0,
    Direction.AUTO: PUSHES_BEFORE_PULLS,
}
"""After how many expansions the search backwards joins."""


class Side:
    """A search in one direction: its world, its states, its scratch."""

    def __init__(self, world: World) -> None:
        """Allocate for an empty search."""
        self.world = world
        self.scratch = build.new_scratch(world)
        self.states = new_states(world, 2 * world.n * (world.k + 2))

    @property
    def expanded(self) -> int:
        """States expanded so far."""
        return int(self.states.counts[EXPANDED])

    @property
    def bound(self) -> int:
        """The least cost of a solution through a state that is open."""
        return max(0, int(self.states.place[LEAST_F1]))

    def enter(self, boxes: list[int], player: int) -> None:
        """Enter a first state: one that is its own parent."""
        world, states, wanted = self.world, self.states, self.scratch.wanted
        wanted[:] = 0
        key = 0
        for box in boxes:
            bit = int(world.bit_of[box])
            wanted[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            key ^= int(states.zobrist[box])
        slot = slot_of(states, wanted, player, key, world.words)
        state = astar.add(states, slot, wanted, player, key, world.words, 0)
        astar.set_cost(states, state, 0, 0, state, 0)
        enqueue(0, 0, state, states.heads, states.inner, states.entry_state, states.entry_next, states.place)


class Fruitless(Exception):  # control flow between a search and its schedule
    """A search has expanded as many states as it was meant to, and found nothing."""


class BestFirst:
    """A* over a level's states, cheapest first; see `astar`."""

    def __init__(
        self,
        tables: Tables,
        world: World,
        code: int,
        budget: Budget,
        direction: Direction,
        *,
        weight: int = 1,
        most: int = NEVER,
    ) -> None:
        """Enter the first state; `weight` is that of the bounds, 1 for exact answers; `most` is for `Fruitless`."""
        self.tables = tables
        self.code = code
        self.weight = weight
        self.most = most
        self.budget = budget
        self.only_backwards = direction is Direction.BACKWARD
        moves_first = code in (MOVES, MOVES_PUSHES)
        self.joins_at = NEVER if moves_first and direction is Direction.AUTO else JOINS_AT[direction]
        self.reach = weight * world.most_a_push * (2 * world.n * (world.k + 1))
        self.sides = [Side(world)]
        self.meeting: INT64 = np.array([astar.NO_MEETING, 0, 0, 0], dtype=np.int64)
        self.proved = 0
        self.closed = 0
        """The side that has closed all states below the cost of the solution, once the search is over."""
        boxes = [int(box) for box in tables.boxes]
        player = tables.player if world.exact_player else build.region(world, boxes, tables.player)
        self.sides[0].enter(boxes, player)
        self.wants_pairs = build.wants_pairs(world)
        self.wants_triples = build.wants_triples(world)
        self.pairs_at = 0 if build.pair_steps(world) <= PAIR_STEPS_AT_ONCE else EXPANSIONS_BEFORE_PAIRS

    @property
    def expanded(self) -> int:
        """States expanded so far, on both sides."""
        return sum(side.expanded for side in self.sides)

    @property
    def generated(self) -> int:
        """Pushes and pulls tried so far."""
        return sum(int(side.scratch.stamp[GENERATED]) for side in self.sides)

    @property
    def bound(self) -> int:
        """The least cost that a solution can have, as far as is proved; a meeting's cost may be less than a side's."""
        if self.weight > 1:
            return 0
        return max(self.proved, min(max(side.bound for side in self.sides), int(self.meeting[astar.COST])))

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, None if there is none; raises `LimitReached`, `Fruitless`."""
        one_push_each = self.code != PUSHES
        while True:
            self._look()
            if self.expanded >= self.most:
                raise Fruitless
            self._join()
            turn = int(len(self.sides) == 2 and (self.only_backwards or self._backwards_is_due()))
            side = self.sides[turn]
            outcome = astar.run.of(self.budget.compiled)(
                self.budget.steps, self.code, self.weight, self.reach,
                side.world, side.scratch, side.states, self._other(turn), self.meeting,
            )  # fmt: skip
            self.closed = turn
            if outcome == astar.SOLVED:
                goal = int(side.states.counts[GOAL])
                return forward_runs(side.states, self.tables, goal, one_push_each=one_push_each)
            if outcome in (astar.MET, astar.EXHAUSTED):
                if self.meeting[astar.COST] == astar.NO_MEETING:
                    return None
                self.proved = int(self.meeting[astar.COST])
                here, there = int(self.meeting[astar.HERE]), int(self.meeting[astar.THERE])
                before = forward_runs(self.sides[0].states, self.tables, here, one_push_each=one_push_each)
                return before + backward_runs(self.sides[1].states, self.tables, there)
            if outcome == astar.NEED_ROOM:
                self._grow(side)
            elif outcome == astar.NEED_BUCKETS:
                side.states = with_buckets(side.states)

    def _backwards_is_due(self) -> bool:
        """Say whether it is the turn of the search backwards: where it helps, it mostly helps soon."""
        forward, backward = (side.expanded for side in self.sides)
        return backward < (forward if backward < PULLS_ON_A_PAR else forward // PUSHES_TO_PULLS)

    def _look(self) -> None:
        self.budget.look(self.expanded, self.generated, self.bound)

    def _other(self, turn: int) -> States:
        return self.sides[1 - turn].states if len(self.sides) == 2 else new_states(self.sides[0].world, 1)

    def _join(self) -> None:
        """Make the table of pairs, and the search backwards, when they are due."""
        forward = self.sides[0]
        compiled, room = self.budget.compiled, self.budget.room_for
        if self.wants_pairs and self.expanded >= self.pairs_at and (compiled or self.pairs_at == 0):
            self.wants_pairs = False
            if room(build.pair_bytes(forward.world)) == build.pair_bytes(forward.world):
                forward.world = build.with_pairs(forward.world, compiled=compiled, pause=self._look)
        if self.wants_triples and self.expanded >= EXPANSIONS_BEFORE_TRIPLES and compiled:
            self.wants_triples = False
            if room(build.triple_bytes(forward.world)) == build.triple_bytes(forward.world):
                forward.world = build.with_triples(forward.world, compiled=compiled, pause=self._look)
        if len(self.sides) == 1 and self.expanded >= self.joins_at:
            back = Side(build.backwards(forward.world, self.tables, compiled=self.budget.compiled))
            boxes, goals = ([int(box) for box in squares] for squares in (self.tables.boxes, self.tables.goals))
            while len(back.states.of) <= back.world.n:
                self._grow(back)
            for square in range(back.world.n) if back.world.exact_player else build.regions(back.world, goals):
                if square not in goals:
                    back.enter(goals, square)
            if boxes == goals:
                self.meeting[:] = (0, 0, 0, 0)
            self.sides.append(back)

    def _grow(self, side: Side) -> None:
        """Make room for more states: twice as many, or as many as the memory allows, but a tenth more at least."""
        old = len(side.states.of)
        spare = self.budget.room_for(
            growth_bytes(side.states, 2 * old), least=growth_bytes(side.states, old + old // 10)
        )
        times = next(times for times in GROWTH if growth_bytes(side.states, int(old * times)) <= spare)
        holder = [side.states]
        side.states = hollow(side.states)
        side.states = grown(holder, int(old * times), compiled=self.budget.compiled)
