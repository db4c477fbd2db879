"""What the fast engine prunes and what the detectors flag, found in two ways that share nothing, is the same."""

from __future__ import annotations

from itertools import combinations

import pytest

from differential.no_influence import no_influence_pushes
from property.fast_worlds import View, levels_with_tables
from sokodead.deadlock_tables import deadlock_table
from sokodead.field import field_of
from sokosolve.bounds.box_groups import DEAD, excess_at, pair_number
from sokosolve.search.tunnel import pushes_of_no_influence
from sokospec.board import Direction
from sokospec.rules import Push


@pytest.mark.parametrize("chunk", range(4))
def test_one_and_two_boxes_are_dead_for_the_engine_where_the_deadlock_table_says_so(chunk: int) -> None:
    dead = alive = 0
    for level, found in levels_with_tables(800 + chunk, 30, max_side=5):
        if len(found.boxes) < 2:
            continue
        field = field_of(level.board)
        bits = [field.mask([square]) for square in found.squares]
        table = deadlock_table(level.board, sum(bits), 2)
        world = View(found, ["pairs", "dead-squares"], compiled=False).world
        for box, bit in enumerate(bits):
            players = [player for player in range(len(bits)) if player != box]
            assert found.floor.live[box] == any(table.match(bit, bits[player]) is None for player in players), level
        for boxes in combinations(world.floor.square_of.tolist(), 2):
            pair = pair_number(int(world.floor.bit_of[boxes[0]]), int(world.floor.bit_of[boxes[1]]))
            for player in range(len(bits)):
                if player not in boxes:
                    flagged = table.match(bits[boxes[0]] | bits[boxes[1]], bits[player]) is not None
                    assert flagged == (excess_at(world.groups, 2, pair, player) == DEAD), level
                    dead, alive = dead + flagged, alive + (not flagged)
    assert dead > 100 and alive > 100


def test_pushes_of_no_influence_are_the_same_for_the_engine_and_for_the_detectors() -> None:
    seen = 0
    for level, found in levels_with_tables(900, 300, max_side=5):
        marks = pushes_of_no_influence(found)
        marked = {Push(found.squares[push >> 2], Direction(push & 3)) for push in marks.nonzero()[0].tolist()}
        assert marked == {push for push in no_influence_pushes(level.board) if push.box in found.squares}, level
        seen += len(marked)
    assert seen > 100
