"""A* from either end or from both; without bounds a search by layers, with a weight on them one for any solution.

Two searches, one from each end, can be put together in two ways. In the first each is an A* of its own, and it is over
when one of them has closed all states that cost less than the cheapest meeting. That is how pushes are minimised: the
bounds are good, one of the two is mostly done soon, and nobody knows beforehand which.

In the second they meet in the middle (MM, by Holte, Felner, Sharon and Sturtevant, AAAI 2016). That is how moves are
minimised, of which the bounds know less, so that a search goes through nearly all states that cost less than the
solution. A state waits until twice its cost, if that is more than cost plus bound, and the side that has got less far
has the turn. Let C be the least cost of a solution. With both at work none expands a state at more than C / 2; and it
is enough that both have expanded all others, those that wait until C or less: take a cheapest solution, of the forward
states on it the last one s that costs C / 2 or less, and of the backward ones the first one t behind the push that
follows s, which costs less than C / 2. When s is expanded, the state after the push is entered, and what lies just
before t is looked for on the other side; when t is expanded, it is the other way round. The later of the two finds the
other's state. (A state that another one dominates is not expanded; then the other is on a solution that costs no more.)
"""

from __future__ import annotations

import numpy as np

from sokosolve import astar, build, pairs, store
from sokosolve.budget import Budget
from sokosolve.expand import GENERATED
from sokosolve.features import Direction
from sokosolve.queue import LEAST_F1
from sokosolve.solution import Run, backward_runs, forward_runs
from sokosolve.store import EXPANDED, GOAL, States, grown, growth_bytes, hollow, new_states, slot_of, with_buckets
from sokosolve.strategy import MOVES, MOVES_PUSHES
from sokosolve.tables import INT64, Tables
from sokosolve.world import World
from sokospec.answer import Verdict
from sokospec.limits import LimitReached

PUSHES_BEFORE_PULLS = 50_000  # expansions forwards before the search backwards joins
MOVES_BEFORE_PULLS = 5_000  # the same where moves are minimised
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
"""After how many expansions the search backwards joins; where moves are minimised, AUTO is MOVES_BEFORE_PULLS."""


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
        astar.put(states, state, 0, False, 1)


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
        """Enter the first state.

        `weight` is that of the bounds: 1 for exact answers, 0 for one layer of all states. `most` is for `Fruitless`.
        """
        self.tables = tables
        self.code = code
        self.weight = weight
        self.most = most
        self.budget = budget
        self.only_backwards = direction is Direction.BACKWARD
        moves_first = code in (MOVES, MOVES_PUSHES)
        self.meets_in_the_middle = moves_first and direction in (Direction.AUTO, Direction.BOTH)
        self.joins_at = MOVES_BEFORE_PULLS if moves_first and direction is Direction.AUTO else JOINS_AT[direction]
        self.reach = weight * (world.most_a_push * 2 * world.n * (world.k + 1) + pairs.DEAD * world.k)
        self.sides = [Side(world)]
        self.nobody = new_states(world, 1)
        self.meeting: INT64 = np.array([astar.NO_MEETING, 0, 0, 0], dtype=np.int64)
        self.proved = 0
        self.closed = 0
        """The side that has closed all states below the cost of the solution, once the search is over."""
        boxes = [int(box) for box in tables.boxes]
        player = tables.player if world.exact_player else build.region(world, boxes, tables.player)
        self.sides[0].enter(boxes, player)
        self.wants_pairs = build.wants_pairs(world) and not world.excess.size
        self.wants_triples = build.wants_triples(world) and not world.triple_excess.size
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
        """The least cost that a solution can have, as far as is proved; a meeting's cost may be less than a side's.

        A cheapest solution, if it is not found, leads through an open state with cost g by a cheapest way, and bound h.
        With a weight w, g + wh is at most w times the solution's cost, and so is the least of the open list.
        """
        if self.weight == 0:
            return 0
        bounds = [-(-side.bound // self.weight) for side in self.sides]
        return max(self.proved, min(self._together(bounds), int(self.meeting[astar.COST])))

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, None if there is none; raises `LimitReached`, `Fruitless`."""
        while True:
            self._look()
            if self.expanded >= self.most and self.meeting[astar.COST] == astar.NO_MEETING:
                raise Fruitless
            self._join()
            turn = int(len(self.sides) == 2 and (self.only_backwards or self._backwards_is_due()))
            side = self.sides[turn]
            middle = int(self.meets_in_the_middle and len(self.sides) == 2)
            ceiling = max(each.bound for each in self.sides) if middle else NEVER
            outcome = astar.run.of(self.budget.compiled)(
                self.budget.steps, self.code, self.weight, middle, ceiling, self.reach,
                side.world, side.scratch, side.states, self._other(turn), self.meeting,
            )  # fmt: skip
            self.closed = turn
            if outcome == astar.SOLVED:
                goal = int(side.states.counts[GOAL])
                return forward_runs(side.world, side.states, self.tables, goal)
            if outcome == astar.MET and middle and self._is_short_of(self.sides[1 - turn].bound):
                continue
            if outcome in (astar.MET, astar.EXHAUSTED):
                if self.meeting[astar.COST] == astar.NO_MEETING:
                    return None
                if self.weight == 1:
                    self.proved = int(self.meeting[astar.COST])
                here, there = int(self.meeting[astar.HERE]), int(self.meeting[astar.THERE])
                before = forward_runs(self.sides[0].world, self.sides[0].states, self.tables, here)
                return before + backward_runs(self.sides[1].world, self.sides[1].states, self.tables, there)
            if outcome == astar.NEED_ROOM:
                self._grow(side)
            elif outcome == astar.NEED_BUCKETS:
                self.budget.room_for(0, least=2 * (side.states.heads.nbytes + side.states.inner.nbytes))
                side.states = with_buckets(side.states)

    def _together(self, bounds: list[int]) -> int:
        """Return what the bounds of the sides prove."""
        return min(bounds) if self.meets_in_the_middle else max(bounds)

    def _is_short_of(self, bound: int) -> bool:
        """Say whether a side that meets in the middle has not got as far as the cheapest meeting; ties may need it."""
        cost = int(self.meeting[astar.COST])
        return bound < cost or (bound == cost and self.code != MOVES)

    def _backwards_is_due(self) -> bool:
        """Say whether it is the turn of the search backwards: where it helps, it mostly helps soon."""
        forward, backward = (side.expanded for side in self.sides)
        if self.meets_in_the_middle:
            ahead, behind = (side.bound for side in self.sides)
            return behind < ahead or (behind == ahead and backward < forward)
        return backward < (forward if backward < PULLS_ON_A_PAR else forward // PUSHES_TO_PULLS)

    def _look(self) -> None:
        self.budget.look(self.expanded, self.generated, self.bound)

    def _other(self, turn: int) -> States:
        return self.sides[1 - turn].states if len(self.sides) == 2 else self.nobody

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
            self.proved = self.bound
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
        rooms = [room for times in GROWTH if (room := int(len(side.states.of) * times)) <= store.MOST_STATES]
        if not rooms:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        wanted = [growth_bytes(side.states, room) for room in rooms]
        spare = self.budget.room_for(wanted[0], least=wanted[-1])
        room = next(room for room, more in zip(rooms, wanted, strict=True) if more <= spare)
        holder = [side.states]
        side.states = hollow(side.states)
        side.states = grown(holder, room, compiled=self.budget.compiled)
