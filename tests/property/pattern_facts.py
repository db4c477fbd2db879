"""The facts of a certificate that show learned patterns to be dead."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from sokosolve.deadlocks.freeze import frozen_cluster, new_freeze, reset
from sokosolve.deadlocks.learned_patterns import Patterns, first_match
from sokosolve.deadlocks.pattern_search import PatternSearch, prove
from sokosolve.kernel import entry
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.reach import first_reachable, only_walls
from sokosolve.level.world import World
from sokospec.board import Level
from sokospec.certificates import Counting, Evidence, Fact, Pattern, Prices
from sokospec.certificates import Patterns as PatternsFact

DEAD_SQUARES = 1  # the number of the fact that boxes on dead squares can get to no goal

Boxes = frozenset[int]
State = tuple[Boxes, int]
"""Boxes, and the first square of the player's component."""


class PatternFacts(NamedTuple):
    """Facts with increasing numbers, and for each pattern the number of the one that shows it to be dead."""

    facts: Evidence
    number_of: dict[int, int]


class Reasons(NamedTuple):
    """Why a pattern is dead: the states of its proof with groups of frozen boxes, patterns known before, and sets of
    goals that are too few."""

    states: list[State]
    known: set[int]
    goals: set[Boxes]


def facts_of(
    level: Level,
    tables: LevelTables,
    world: World,
    patterns: Patterns,
    search: PatternSearch,
    wanted: Collection[int] | None = None,
) -> PatternFacts:
    """Return facts about the wanted patterns, or about all, and about those that their proofs use.

    `world` is the level seen forwards, with the patterns learned from it. The proofs are searched again, in `search`,
    which must have room for as many states as the one that they were found in.
    """
    prover = _Prover(tables, world, patterns, search)
    waiting = list(range(patterns.number[0]) if wanted is None else wanted)
    reasons: dict[int, Reasons] = {}
    while waiting:
        pattern = waiting.pop()
        if pattern not in reasons:
            reasons[pattern] = prover.reasons(pattern)
            waiting += reasons[pattern].known
    facts: list[Fact] = [Prices(DEAD_SQUARES, (0,) * len(level.goals))]
    counting: dict[Boxes, int] = {}
    number_of: dict[int, int] = {}
    squares = tables.squares
    for pattern in sorted(reasons):
        states, known, goals = reasons[pattern]
        for few in sorted(goals - counting.keys(), key=sorted):
            counting[few] = len(facts) + 1
            facts.append(Counting(counting[few], frozenset(squares[goal] for goal in few)))
        by = {DEAD_SQUARES, *(counting[few] for few in goals), *(number_of[other] for other in known)}
        number_of[pattern] = len(facts) + 1
        drawn = (Pattern(frozenset(squares[box] for box in boxes), squares[player]) for boxes, player in states)
        facts.append(PatternsFact(number_of[pattern], tuple(drawn), tuple(sorted(by))))
    return PatternFacts(tuple(facts), number_of)


@entry
def prove_again(world: World, patterns: Patterns, search: PatternSearch, pattern: int) -> int:
    """Repeat the proof of a pattern, by the patterns known then; returns how many states there are, in their rows."""
    for i in range(patterns.size[pattern]):
        search.boxes[0, i] = patterns.boxes[pattern, i]
    return prove(
        world,
        patterns,
        search,
        int(patterns.size[pattern]),
        int(patterns.player[pattern]),
        int(patterns.states[pattern]),
        pattern,
    )


class _Prover:
    """Finds the reasons of each pattern, by a search again and without kernels beyond it."""

    def __init__(self, tables: LevelTables, world: World, patterns: Patterns, search: PatternSearch) -> None:
        if world.backwards:
            raise ValueError("no fact of a certificate is about patterns of pulls")
        self._goals = tables.goals.tolist()
        self._world, self._patterns, self._search = world, patterns, search
        self._occupied = only_walls(world.floor.n)
        self._mark = np.zeros(world.floor.n + 1, dtype=np.uint32)
        self._queue = np.zeros(world.floor.n + 1, dtype=np.int32)
        self._freeze = new_freeze(world.floor.n, world.k)

    def reasons(self, pattern: int) -> Reasons:
        """Return why a pattern is dead. O(states * pushes * squares)."""
        search = self._search
        count, size = prove_again.compiled(self._world, self._patterns, search, pattern), self._patterns.size[pattern]
        if count != self._patterns.states[pattern]:
            raise AssertionError(f"the proof of pattern {pattern} came out otherwise: {count} states")
        states = [
            (frozenset(boxes), player)
            for boxes, player in zip(search.boxes[:count, :size].tolist(), search.player[:count].tolist(), strict=True)
        ]
        found = Reasons(states, set(), set())
        closed = set(states)
        root, player = states[0]
        self._occupied[list(root)] = 1
        frozen = next((group for box in sorted(root) if (group := self._frozen(box, player))), None)
        self._occupied[list(root)] = 0
        if frozen:
            return Reasons([frozen], set(), set())
        for boxes, player in states:
            for box, landing in self._pushes(boxes, player):
                self._explain(pattern, found, closed, boxes - {box} | {landing}, landing, box)
        return found

    def _region(self, boxes: Boxes, player: int) -> int:
        """Return the first square of the player's component, whose squares are marked with 1."""
        self._mark[:] = 0
        self._occupied[list(boxes)] = 1
        first = first_reachable(player, self._world.floor, self._occupied, self._mark, 1, self._queue)
        self._occupied[list(boxes)] = 0
        return first

    def _pushes(self, boxes: Boxes, player: int) -> list[tuple[int, int]]:
        """Return all pushes of a state: where the box is and where it goes."""
        self._region(boxes, player)
        beyond, n = self._world.floor.beyond, self._world.floor.n
        found = []
        for box in sorted(boxes):
            for direction in range(4):
                landing = int(beyond[box * 4 + direction])
                if landing != n and landing not in boxes and self._mark[beyond[box * 4 + (direction ^ 1)]] == 1:
                    found.append((box, landing))
        return found

    def _frozen(self, box: int, player: int) -> State | None:
        """Return the frozen boxes among the neighbours of one, if one of them is off the goals."""
        freeze = self._freeze
        size = frozen_cluster(box, self._world.floor, self._occupied, self._world.is_target, freeze)
        group = frozenset(square for square in freeze.cluster[: abs(size)].tolist() if freeze.frozen[square])
        reset(size, freeze)
        if size >= 0:
            return None
        occupied, self._occupied = self._occupied, only_walls(self._world.floor.n)
        first = self._region(group, player)
        self._occupied = occupied
        return group, first

    def _explain(
        self, pattern: int, found: Reasons, closed: set[State], boxes: Boxes, landing: int, player: int
    ) -> None:
        """Add the reason why a state after a push is dead."""
        if self._world.floor.live[landing] == 0 or (boxes, self._region(boxes, player)) in closed:
            return
        self._occupied[list(boxes)] = 1
        frozen = self._frozen(landing, player)
        known = first_match(self._patterns, pattern, self._occupied, landing, player)
        self._occupied[list(boxes)] = 0
        if known >= 0:
            found.known.add(known)
        elif frozen is None:
            found.goals.add(self._too_few(boxes, player))
        elif frozen not in closed:
            closed.add(frozen)
            found.states.append(frozen)

    def _too_few(self, boxes: Boxes, player: int) -> Boxes:
        """Return goals that are too few for the boxes confined to them, by augmenting paths."""
        component, pushes = self._world.distances.component[0], self._world.distances.pushes[0]
        box_on: dict[int, int] = {}
        for box in sorted(boxes):
            way: dict[int, int] = {}
            waiting = [box]
            free = None
            for other in waiting:
                for j in np.nonzero(pushes[other, component[other, player]] < INFINITE)[0].tolist():
                    if j not in way:
                        way[j] = other
                        waiting.append(box_on[j]) if j in box_on else None
                        free = j if j not in box_on else free
            if free is None:
                return frozenset(self._goals[j] for j in way)
            goal_of = {other: j for j, other in box_on.items()}
            goal: int | None = free
            while goal is not None:
                other = way[goal]
                box_on[goal] = other
                goal = goal_of.get(other)
        raise AssertionError("a push leads to a state that nothing shows to be dead")
