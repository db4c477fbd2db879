"""The grid of the checker equals the rules on every placement of the boxes of small levels, open at the edge or not."""

from __future__ import annotations

import pytest

from property.labels import placements
from sokospec import Board, Level, Square, State
from sokospec.certificates.grid import Grid
from sokospec.certificates.ground import Ground
from sokospec.rules import normalise, pushes, reachable, steps

ROOM = Level.parse("#####\n#@$ #\n# #.#\n#  *#\n#####")
OPEN = Level(
    Board(4, 3, frozenset({Square(1, 1)}), frozenset({Square(0, 0), Square(2, 3)})),
    State(frozenset({Square(0, 2), Square(2, 2)}), Square(0, 0)),
)
ROW = Level(Board(5, 1, frozenset(), frozenset({Square(0, 4)})), State(frozenset({Square(0, 1)}), Square(0, 0)))
COLUMN = Level(Board(1, 5, frozenset(), frozenset({Square(4, 0)})), State(frozenset({Square(1, 0)}), Square(0, 0)))

levels = pytest.mark.parametrize("level", [ROOM, OPEN, ROW, COLUMN], ids=["room", "open", "row", "column"])


@levels
def test_regions_pushes_and_pulls_are_those_of_the_rules(level: Level) -> None:
    board, grid = level.board, Grid(level.board)
    assert grid.squares(grid.floor) == list(board.floor) and grid.squares(grid.goals) == sorted(board.goals)
    for state, before in placements(board, board.floor, len(level.boxes)).items():
        boxes, player = grid.mask(state.boxes), grid.mask([state.player])
        region = grid.reachable(player, boxes)
        assert grid.squares(region) == sorted(reachable(board, state))
        by_rules = [
            (grid.mask([push.box]), grid.mask(after.boxes - state.boxes)) for push, after in pushes(board, state)
        ]
        assert sorted(grid.pushes(boxes, region)) == sorted(by_rules)
        pulled = [
            normalise(board, State(frozenset(grid.squares(boxes ^ now ^ then)), grid.squares(behind)[0]))
            for now, then, behind in grid.pulls(boxes, region)
        ]
        assert sorted((sorted(s.boxes), s.player) for s in pulled) == sorted(
            (sorted(s.boxes), s.player) for s in before
        )


@levels
def test_walks_take_as_many_moves_as_steps_of_the_rules(level: Level) -> None:
    board, grid = level.board, Grid(level.board)
    for player in board.floor:
        layer, seen = {player}, {player}
        if player in level.boxes:
            continue
        walks = list(grid.walks(grid.mask([player]), grid.mask(level.boxes)))
        assert [moves for moves, _ in walks] == list(range(len(walks)))
        for _, squares in walks:
            assert set(grid.squares(squares)) == layer
            after = {s.player for p in layer for _, s in steps(board, State(level.boxes, p)) if s.boxes == level.boxes}
            layer = after - seen
            seen |= layer
        assert not layer


@levels
def test_parts_and_distances_of_a_box_alone_are_those_of_the_rules(level: Level) -> None:
    board = level.board
    ground = Ground(Grid(board))
    grid = ground.grid
    alone = placements(board, board.floor, 1)
    nodes = [(box, part) for box, parts in ground.parts.items() for part in parts]
    assert len(nodes) == len(set(nodes)) == len(alone)
    for state in alone:
        (box,) = state.boxes
        node = ground.node(grid.mask([box]), grid.mask([state.player]))
        assert node[0] == grid.mask([box]) and grid.squares(node[1]) == sorted(reachable(board, state))
        layer, seen, depth = {state}, {state}, 0
        to = ground.from_boxes(grid.mask([box]), grid.mask([state.player]))
        assert list(to) == [grid.mask([box])]
        while layer:
            for reached in layer:
                (place,) = reached.boxes
                at = ground.node(grid.mask([place]), grid.mask([reached.player]))
                assert to[grid.mask([box])][at] == depth
                if place in board.goals:
                    assert ground.to_goals[grid.mask([place])][node] <= depth
            layer = {normalise(board, s) for r in layer for _, s in pushes(board, r)} - seen
            seen |= layer
            depth += 1
        assert len(to[grid.mask([box])]) == len(seen)
        for goal in board.goals:
            assert (node in ground.to_goals[grid.mask([goal])]) == any(goal in s.boxes for s in seen)


def test_frozen_boxes_are_walls_and_their_goals_are_none() -> None:
    grid = Grid(ROOM.board, [Square(3, 3), Square(1, 1)])
    assert grid.squares(grid.floor) == [s for s in ROOM.board.floor if s not in {(3, 3), (1, 1)}]
    assert grid.squares(grid.goals) == [(2, 3)]
