"""Patterns of a level that are learned from conflicts: what the first state needs, the proof, and maybe a solution."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify.boxes_alone import Group, GroupTables, close_first, close_tables, groups_in
from sokosolve.certify.conflict_kernel import Ending, refute
from sokosolve.certify.conflict_way import NO_PRICE, Conflicts, Frame, Progress, Way
from sokosolve.certify.pattern_kernel import NEVER, Choice, ChoiceCount, Entry, Node, Patterns, TrieCount, place_pattern
from sokosolve.certify.proof_kernel import Proof, ProofCount, prove_patterns, use_first
from sokosolve.policy.policy_kernel import double_room
from sokosolve.search import build
from sokosolve.search.columns import NOBODY
from sokosolve.search.state_space import new_space

MOST_BOXES = 64
"""Boxes of a level, at most: a set of them is a word."""

_MOST_FITTING = 512
"""Groups and patterns that fit a state; those with the least excess are left out."""

_STATES, _GROWTH = 300, 2
"""States of a search, and how many times as many the next ones have if those from all boxes have learned nothing."""

_FIRST_PATTERNS, _FIRST_NODES = 1 << 12, 1 << 14
_AT_ONCE = 4096


class ConflictSearch:
    """Search for a proof that a level's boxes need more than the tables say; `pause` may raise.

    With an area it is about pushes outside: boxes in it are left out, and there are no tables.
    """

    def __init__(
        self,
        tables: GroupTables,
        most: int,
        pause: Callable[[], None] = lambda: None,
        area: frozenset[int] = frozenset(),
    ) -> None:
        """Learn at most `most` patterns."""
        world, k = tables.world, tables.world.k
        if area:
            world = world._replace(groups=world.groups._replace(largest=1))
        n = world.floor.n
        self._world, self._area = world, area
        self._tables, self._most, self._pause = tables, most, pause
        self._scratch = build.new_scratch(world)
        self._scratch.walls[n] = 1
        price = np.full(n + 1, NO_PRICE, dtype=np.int32)
        price[list(tables.prices)] = list(tables.prices.values())
        self._search = Conflicts(
            patterns=_new_patterns(n, min(most, _FIRST_PATTERNS)),
            fitting=_new_choice(n, k),
            way=_new_way(0, k),
            area=np.array([square in area for square in range(n + 1)], dtype=np.uint8),
            price=price,
            reasons=np.zeros(k, dtype=np.uint64),
            last=np.zeros(k, dtype=np.int64),
            counts=np.zeros(len(Progress), dtype=np.int64),
            box_at=np.zeros(k, dtype=np.int32),
            crossed=np.zeros(n + 1, dtype=np.int32),
            before=np.zeros(n + 1, dtype=np.int32),
            queue=np.zeros((2, n + 1), dtype=np.int32),
        )

    @property
    def patterns(self) -> int:
        """How many are learned."""
        return int(self._search.patterns.counts[TrieCount.PATTERNS])

    def raise_excess(self, wanted: int) -> list[tuple[int, ...]] | None:
        """Learn patterns until the boxes need the wanted excess, or until there is no room for more.

        Returns the boxes of each state of a solution, in the same order, if one costs no more than what is proved.
        """
        states, rng = _STATES, Random(0)
        seeds = [box for box, square in enumerate(self._tables.boxes) if square not in self._area]
        while seeds and (excess := self.excess()) < wanted:
            before = self.patterns
            rng.shuffle(seeds)
            for seed in seeds:
                ending = self._refute(seed, excess, states)
                if ending == Ending.SOLVED:
                    depth = int(self._search.counts[Progress.DEPTH])
                    return [tuple(row) for row in self._search.way.squares[: depth + 1].tolist()]
                if ending == Ending.CROWDED:
                    return None
                if ending == Ending.REFUTED:
                    break
            if self.patterns == before:
                states *= _GROWTH
        return None

    def excess(self) -> int:
        """Return what the boxes are proved to need."""
        return self._choose_first()[0]

    def close(self) -> dict[Group, int]:
        """Return the excess of each group of a fact that proves the excess, DEAD of a dead one.

        Without patterns if these are no such fact: checkers choose among all, the search among those that it had.
        """
        _, proof = self._choose_first()
        world, compiled = self._world, self._tables.compiled
        ending = Ending.UNFINISHED
        while ending < Ending.GIVEN_UP:
            ending = Ending(prove_patterns.of(compiled)(world, self._scratch, self._search, proof, _AT_ONCE))
            if ending == Ending.CROWDED:
                proof = proof._replace(tables=double_room(proof.tables, compiled=compiled))
        if ending == Ending.GIVEN_UP:
            return {} if self._area else close_first(self._tables)
        closed = dict[Group, int]()
        for row in proof.queue[: proof.counts[ProofCount.ALL]].tolist():
            group, excess = self._pattern(row)
            closed[group] = max(excess, closed.get(group, 0))
        return close_tables(self._tables, [*groups_in(proof.tables, world, self._scratch)], closed)

    def _begin(self, slack: int) -> None:
        """Set the first state with a slack; the next search begins there."""
        tables, way, k = self._tables, self._search.way, self._tables.world.k
        alone = tables.sum_alone(tables.boxes, tables.player)
        pushes = alone + slack + k * max(0, *tables.prices.values()) if k else 0
        if len(way.of) < pushes + 2:
            self._search = self._search._replace(way=(way := _new_way(pushes + 2, k)))
        way.squares[0] = [NOBODY if box in self._area else box for box in tables.boxes]
        way.of[0, Frame.PLAYER], way.of[0, Frame.SLACK] = tables.player, slack
        self._search.counts[: Progress.LEFT] = 0

    def _refute(self, seed: int, slack: int, states: int) -> Ending:
        self._begin(slack)
        self._search.counts[Progress.LEFT], self._search.counts[Progress.SEED] = states, seed
        while True:
            run = refute.of(self._tables.compiled)
            ending = Ending(run(self._world, self._scratch, self._search, _AT_ONCE))
            self._pause()
            if ending == Ending.CROWDED and self.patterns < self._most:
                self._search = self._search._replace(patterns=_with_room(self._search.patterns, self._most))
            elif ending != Ending.UNFINISHED:
                return ending

    def _choose_first(self) -> tuple[int, Proof]:
        """Return what the first state is proved to need, and a proof that uses what is chosen for it."""
        self._begin(0)
        tables = self._tables
        proof = Proof(
            is_used=np.zeros(self.patterns, dtype=np.uint8),
            queue=np.zeros(self.patterns, dtype=np.int32),
            counts=np.zeros(len(ProofCount), dtype=np.int64),
            tables=new_space(tables.world.floor.words),
        )
        run = use_first.of(tables.compiled)
        return int(run(self._world, self._scratch, self._search, proof, tables.player)), proof

    def _pattern(self, row: int) -> tuple[Group, int]:
        patterns, boxes = self._search.patterns, self._scratch.boxes
        size = place_pattern(self._scratch, patterns, row)
        excess, first = patterns.of[row, [Entry.EXCESS, Entry.FIRST]].tolist()
        return (tuple(boxes[:size].tolist()), first), DEAD if excess == NEVER else min(excess, DEAD - 1)


def _new_patterns(n: int, room: int) -> Patterns:
    words = (n + 63) // 64
    nodes = np.full((_FIRST_NODES, len(Node)), NOBODY, dtype=np.int32)
    counts = np.zeros(len(TrieCount), dtype=np.int64)
    counts[TrieCount.NODES] = 1
    of = np.zeros((room, len(Entry)), dtype=np.int32)
    return Patterns(words, nodes, of, np.zeros(room * words, dtype=np.uint64), counts)


def _with_room(patterns: Patterns, most: int) -> Patterns:
    """Return the patterns, with twice the room for what lacks it, but no more than `most`."""
    words, nodes, of = patterns.words, patterns.nodes, patterns.of
    if 2 * patterns.counts[TrieCount.NODES] > len(nodes):
        patterns = patterns._replace(nodes=np.concatenate((nodes, np.full_like(nodes, NOBODY))))
    if patterns.counts[TrieCount.PATTERNS] == len(of):
        more = min(len(of), most - len(of))
        region = np.concatenate((patterns.region, np.zeros(more * words, dtype=np.uint64)))
        patterns = patterns._replace(of=np.concatenate((of, np.zeros_like(of[:more]))), region=region)
    return patterns


def _new_choice(n: int, k: int) -> Choice:
    def numbers(size: int) -> Any:
        return np.zeros(size, dtype=np.int32)

    return Choice(
        excess=numbers(_MOST_FITTING),
        size=numbers(_MOST_FITTING),
        mask=np.zeros(_MOST_FITTING, dtype=np.uint64),
        pattern=numbers(_MOST_FITTING),
        chosen=numbers(k + 1),
        counts=np.zeros(len(ChoiceCount), dtype=np.int64),
        place=numbers(n + 1),
        way=numbers(k + 1),
        masks=np.zeros(k + 1, dtype=np.uint64),
    )


def _new_way(states: int, k: int) -> Way:
    def numbers(columns: int) -> Any:
        return np.zeros((states, columns), dtype=np.int32)

    return Way(
        of=numbers(len(Frame)),
        squares=numbers(k),
        order=numbers(k),
        active=np.zeros(states, dtype=np.uint64),
        groups=np.zeros((states, k), dtype=np.uint64),
        paid=numbers(k),
    )
