"""Proof of the pushes that a level wastes inside an area, by all states of the boxes in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sokosolve.certify.boxes_alone import Group, GroupTables, groups_in
from sokosolve.certify.conflict_kernel import Ending
from sokosolve.certify.inside_kernel import Entrance, Inside, InsideColumn, InsideCount, expand_inside
from sokosolve.level.packed_boxes import pack
from sokosolve.policy.policy_kernel import double_room, enter_packed
from sokosolve.search import build
from sokosolve.search.columns import NOBODY, Count
from sokosolve.search.state_space import new_space

_AT_ONCE = 4096


class InsideSearch:
    """Search for what the first state wastes inside an area, at most `wanted`; `pause` may raise."""

    def __init__(
        self, tables: GroupTables, area: frozenset[int], wanted: int, pause: Callable[[], None] = lambda: None
    ) -> None:
        world, self._pause, self._compiled = tables.world, pause, tables.compiled
        self._world, self._scratch = world, build.new_scratch(world)
        n, floor = world.floor.n, world.floor
        beyond = floor.beyond.tolist()
        entrances = [
            (box, beyond[4 * box + direction], beyond[4 * box + (direction ^ 1)])
            for box in range(n)
            for direction in range(4)
            if box not in area and beyond[4 * box + direction] in area and beyond[4 * box + (direction ^ 1)] < n
        ]
        self._inside = Inside(
            space=new_space(floor.words, len(InsideColumn)),
            area=np.array([square in area for square in range(n + 1)], dtype=np.uint8),
            entrances=np.array(entrances, dtype=np.int32).reshape(-1, len(Entrance)),
            heads=np.full(wanted, NOBODY, dtype=np.int32),
            counts=np.array([0, len(world.targets)], dtype=np.int64),
        )
        boxes = [box for box in tables.boxes if box in area]
        pack(floor, boxes, self._scratch.packed)
        first = tables.find_group(boxes, tables.player)[1]
        enter_packed(self._inside.space, self._scratch.packed, first)
        if wanted:
            self._inside.space.of[0, InsideColumn.NEXT] = self._inside.space.of[0, InsideColumn.BEFORE] = NOBODY
            self._inside.heads[0] = 0

    @property
    def states(self) -> int:
        """Return how many are reached."""
        return int(self._inside.space.counts[Count.STATES])

    @property
    def waste(self) -> int:
        """Return the pushes that are proved to be wasted."""
        return int(self._inside.counts[InsideCount.WASTE])

    def run(self, most: int) -> None:
        """Expand states until what is wanted is proved, one is solved, or `most` are reached."""
        ending = Ending.UNFINISHED
        while ending == Ending.UNFINISHED and self.states < most:
            ending = Ending(expand_inside.of(self._compiled)(self._world, self._scratch, self._inside, _AT_ONCE))
            self._pause()
            if ending == Ending.CROWDED:
                space = double_room(self._inside.space, compiled=self._compiled)
                self._inside, ending = self._inside._replace(space=space), Ending.UNFINISHED

    def excesses(self) -> Iterator[tuple[int, Group]]:
        """Yield the boxes of each state that a proof of the waste needs, and what it wastes from there."""
        space, proved = self._inside.space, self.waste
        for state, group in enumerate(groups_in(space, self._world, self._scratch)):
            waste = int(space.of[state, InsideColumn.WASTE])
            if waste < proved:
                yield proved - waste, group
