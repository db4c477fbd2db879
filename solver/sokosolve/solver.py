"""The fast solver: exact for every objective, with the same kind of answer as the oracle."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

import numpy as np

from sokosolve import astar, build
from sokosolve.expand import GENERATED
from sokosolve.features import BOUNDS, Algorithm, Direction, switched_on
from sokosolve.kernel import is_warm
from sokosolve.queue import LEAST_F1, enqueue
from sokosolve.reach import first_reachable
from sokosolve.solution import backward_runs, forward_runs, lurd_of
from sokosolve.store import EXPANDED, GOAL, bytes_per_state, grown, new_states, slot_of, with_buckets
from sokosolve.tables import INT64, Tables, tables_of
from sokosolve.world import World
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.limits import Limits, Progress, peak_rss_mib, rss_mib

EXPANSIONS_PER_CALL = 5_000  # some hundredths of a second, so that limits, news and Ctrl-C are never far
PUSHES_BEFORE_PULLS = 50_000  # expansions forwards before the search backwards joins
PAIR_STEPS_AT_ONCE = 2_000_000  # a table of pairs that takes less is made at the start
EXPANSIONS_BEFORE_PAIRS = 2_000
NO_MEETING = 1 << 40
FLOOR_FOR_PYTHON = 60  # levels with more floor are compiled for at once
SECONDS_IN_PYTHON = 0.3  # about half of what loading the compiled kernels takes
EXPANSIONS_IN_PYTHON = 20

CODE_OF = {
    Objective.PUSHES: astar.PUSHES,
    Objective.MOVES: astar.MOVES,
    Objective.PUSHES_MOVES: astar.PUSHES_MOVES,
    Objective.MOVES_PUSHES: astar.MOVES_PUSHES,
    Objective.ANY: astar.PUSHES,
}


class _Stop(Exception):  # control flow inside this module
    """A limit was reached; `verdict` says which."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


def solve(
    level: Level,
    objective: Objective = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    algorithm: Algorithm = Algorithm.ASTAR,
    direction: Direction = Direction.AUTO,
    without: Collection[str] = (),
    on_compile: Callable[[], None] | None = None,
) -> Answer:
    """Return an optimal solution of a level, or the proof that it has none; equals `sokospec.oracle.solve`.

    `without` names features that are not to be used. `on_compile` is called before kernels are compiled that this
    machine has not compiled before, which takes a while. Time and space grow with the states whose cost plus lower
    bound is below the optimum. A limit, or Ctrl-C, gives a limit's verdict with the bound proved so far.

    >>> solve(Level.parse("######\\n#@$ .#\\n######")).lurd
    'RR'
    """
    search = _Search(level, objective, limits or Limits(), algorithm, direction, without, on_compile)
    verdict, interrupted = Verdict.UNSOLVABLE, False
    lurd = None
    try:
        lurd = search.run()
        if lurd is not None:
            verdict = Verdict.SOLVED if objective is Objective.ANY else Verdict.OPTIMAL
    except _Stop as stop:
        verdict = stop.verdict
    except KeyboardInterrupt:
        verdict, interrupted = Verdict.LIMIT_TIME, True
    except MemoryError:
        verdict = Verdict.LIMIT_MEMORY
    bound = None if verdict is Verdict.UNSOLVABLE else search.bound
    return Answer(
        verdict,
        objective,
        lurd,
        bound,
        search.expanded,
        search.generated,
        search.seconds,
        peak_rss_mib(),
        interrupted,
    )


class _Side:
    """A search in one direction: its world, its states, its scratch."""

    def __init__(self, world: World, buckets: int) -> None:
        self.world = world
        self.scratch = build.new_scratch(world)
        self.states = new_states(world, buckets)

    @property
    def bound(self) -> int:
        return max(0, int(self.states.place[LEAST_F1]))

    def enter(self, boxes: list[int], player: int) -> None:
        """Enter a first state; one whose own number is its parent."""
        world, states, scratch = self.world, self.states, self.scratch
        scratch.wanted[:] = 0
        key = 0
        for box in boxes:
            bit = int(world.bit_of[box])
            scratch.wanted[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            key ^= int(states.zobrist[box])
        slot = slot_of(states, scratch.wanted, player, key ^ int(states.player_key[player]), world.words)
        state = astar.add(states, slot, scratch.wanted, player, key, world.words, 0)
        astar.set_cost(states, state, 0, 0, state, 0)
        enqueue(0, 0, state, states.heads, states.inner, states.entry_state, states.entry_next, states.place)

    def regions(self, boxes: list[int]) -> list[int]:
        """Return the first squares of the regions into which the boxes divide the floor."""
        occupied = self.scratch.occupied.copy()
        occupied[boxes] = 1
        mark = np.zeros(self.world.n + 1, dtype=np.uint32)
        queue = np.zeros(self.world.n + 1, dtype=np.int32)
        return [
            int(first_reachable(square, self.world.beyond, occupied, mark, 1, queue))
            for square in range(self.world.n)
            if occupied[square] == 0 and mark[square] == 0
        ]

    def region(self, boxes: list[int], player: int) -> int:
        """Return the first square of the player's region."""
        occupied = self.scratch.occupied.copy()
        occupied[boxes] = 1
        mark = np.zeros(self.world.n + 1, dtype=np.uint32)
        queue = np.zeros(self.world.n + 1, dtype=np.int32)
        return int(first_reachable(player, self.world.beyond, occupied, mark, 1, queue))


class _Search:
    """A search, and the clock and the memory that it may use."""

    def __init__(
        self,
        level: Level,
        objective: Objective,
        limits: Limits,
        algorithm: Algorithm,
        direction: Direction,
        without: Collection[str],
        on_compile: Callable[[], None] | None,
    ) -> None:
        self.level = level
        self.objective = objective
        self.limits = limits
        self.features = switched_on(objective, without)
        if algorithm is Algorithm.BFS:
            self.features -= BOUNDS
        self.direction = direction
        self.on_compile = on_compile
        self.started = time.monotonic()
        self.sides: list[_Side] = []
        self.compiled = astar.run.is_loaded
        self.proved = 0
        self.meeting: INT64 = np.array([NO_MEETING, 0, 0, 0], dtype=np.int64)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    @property
    def expanded(self) -> int:
        return sum(int(side.states.counts[EXPANDED]) for side in self.sides)

    @property
    def generated(self) -> int:
        return sum(int(side.scratch.stamp[GENERATED]) for side in self.sides)

    @property
    def bound(self) -> int:
        """The least cost that a solution can have, as far as is known; a meeting's is never less than the optimum."""
        least = max((side.bound for side in self.sides), default=0)
        return max(self.proved, min(least, int(self.meeting[astar.COST])))

    def run(self) -> str | None:
        """Return a solution of least cost, None when there is none; raises `_Stop`."""
        if len(self.level.board.floor) > FLOOR_FOR_PYTHON:
            self._compile()
        tables = tables_of(self.level, compiled=self.compiled)
        if tables is None or any(not tables.live[box] for box in tables.boxes):
            return None
        if not len(tables.boxes):
            return ""
        code = CODE_OF[self.objective]
        exact = code != astar.PUSHES
        world = build.world_of(tables, self.features, exact_player=exact, compiled=self.compiled)
        reach = self._reach(world)
        boxes = [int(box) for box in tables.boxes]
        forward = _Side(world, reach + 2)
        forward.enter(boxes, tables.player if exact else forward.region(boxes, tables.player))
        self.sides = [forward]
        wants_pairs = build.wants_pairs(world)
        pairs_at = 0 if build.pair_steps(world) <= PAIR_STEPS_AT_ONCE else EXPANSIONS_BEFORE_PAIRS
        pulls_at = {
            Direction.FORWARD: 1 << 62,
            Direction.BACKWARD: 0,
            Direction.BOTH: 0,
            Direction.AUTO: PUSHES_BEFORE_PULLS,
        }[self.direction]
        if self.objective is Objective.ANY:
            pulls_at = 1 << 62
        turn = 0
        while True:
            self._look_at_limits()
            if not self.compiled and self.seconds > SECONDS_IN_PYTHON:
                self._compile()
            if wants_pairs and self.compiled and self.expanded >= pairs_at:
                wants_pairs = False
                forward.world = build.with_pairs(forward.world, compiled=self.compiled, pause=self._look_at_limits)
            if len(self.sides) == 1 and self.expanded >= pulls_at:
                self.sides.append(self._backward(tables))
            if len(self.sides) == 2:
                turn = 1 if self.direction is Direction.BACKWARD else self._next_side()
            outcome = self._step(turn, code, reach)
            side = self.sides[turn]
            if outcome == astar.SOLVED:
                goal = int(side.states.counts[GOAL])
                return lurd_of(self.level, forward_runs(side.states, tables, goal, one_push_each=exact))
            if outcome == astar.MET or (outcome == astar.EXHAUSTED and self.meeting[astar.COST] < NO_MEETING):
                self.proved = int(self.meeting[astar.COST])
                return self._through_the_meeting(tables)
            if outcome == astar.EXHAUSTED:
                return None
            if outcome == astar.NEED_ROOM:
                self._grow(side)
            elif outcome == astar.NEED_BUCKETS:
                side.states = with_buckets(side.states)

    def _reach(self, world: World) -> int:
        return 2 * world.n + 2 + 4 * world.n * world.k

    def _step(self, turn: int, code: int, reach: int) -> int:
        side, other = self.sides[turn], self.sides[1 - turn] if len(self.sides) == 2 else None
        nothing = other.states if other is not None else new_states(side.world, 1)
        return astar.run.of(self.compiled)(
            EXPANSIONS_PER_CALL if self.compiled else EXPANSIONS_IN_PYTHON,
            code,
            1,
            reach,
            side.world,
            side.scratch,
            side.states,
            nothing,
            self.meeting,
        )

    def _next_side(self) -> int:
        """Return the side that has expanded less."""
        forward, backward = (int(side.states.counts[EXPANDED]) for side in self.sides)
        return 0 if forward <= backward else 1

    def _backward(self, tables: Tables) -> _Side:
        world = build.backwards(self.sides[0].world, tables, compiled=self.compiled)
        side = _Side(world, len(self.sides[0].states.heads))
        goals = [int(goal) for goal in tables.goals]
        boxes = [int(box) for box in tables.boxes]
        for square in range(world.n) if world.exact_player else side.regions(goals):
            if square not in goals:
                side.enter(goals, square)
        if boxes == goals:
            self.meeting[:] = (0, 0, 0, 0)
        return side

    def _through_the_meeting(self, tables: Tables) -> str:
        here, there = int(self.meeting[astar.HERE]), int(self.meeting[astar.THERE])
        runs = forward_runs(self.sides[0].states, tables, here, one_push_each=self.objective is not Objective.PUSHES)
        return lurd_of(self.level, runs + backward_runs(self.sides[1].states, tables, there))

    def _compile(self) -> None:
        """Go on with compiled kernels."""
        if not self.compiled:
            if self.on_compile is not None and not is_warm():
                self.on_compile()
            self.compiled = True

    def _grow(self, side: _Side) -> None:
        old = len(side.states.bound)
        room = 2 * old
        each = bytes_per_state(side.world)
        if self.limits.mib is not None:
            spare = self.limits.mib * 2**20 - rss_mib() * 2**20
            room = min(room, old + int(spare / each))
            if room < old * 1.1:
                raise _Stop(Verdict.LIMIT_MEMORY)
        side.states = grown(side.states, side.world, room, compiled=self.compiled)

    def _look_at_limits(self) -> None:
        if self.limits.report is not None:
            self.limits.report(Progress(self.expanded, self.generated, self.bound, self.seconds, rss_mib()))
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            raise _Stop(Verdict.LIMIT_TIME)
