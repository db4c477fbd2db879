"""Where one box can be pushed: plain search, blocks, the restatement and networkx agree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import networkx
import pytest

from differential.restatement import game, push_distances
from parts import parts
from sokogen.random.random_levels import FloorKind, random_level
from sokospec import Direction, Level, Square, State, step
from sokospec.oracle import box_distances, box_distances_by_blocks, box_route
from sokospec.oracle.one_box import _blocks
from sokospec.replay import DIRECTION_OF
from sokospec.rules import is_push

CHUNKS = 8
LEVELS = 4_000


def levels_of(chunk: int) -> Iterator[Level]:
    """Yield levels of all kinds up to 7 x 7, from one box to five, so that boxes stand in each other's way."""
    rng = Random(2000 + chunk)
    for number in range(LEVELS // CHUNKS):
        kind = list(FloorKind)[number % len(FloorKind)]
        height, width = 2 + int(6 * rng.random()), 3 + int(5 * rng.random())
        boxes = 1 + int(min(5, height * width // 3) * rng.random())
        yield random_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=0.6 * rng.random())


@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_search_and_blocks_find_the_same_distances(chunk: int) -> None:
    for level in levels_of(chunk):
        for box in level.boxes:
            expected = box_distances(level.board, level.state, box)
            assert box_distances_by_blocks(level.board, level.state, box) == expected, (level, box)


def test_the_random_boards_hold_every_sort_of_box() -> None:
    reached = [box_distances(level.board, level.state, box) for level in levels_of(0) for box in level.boxes]
    assert sum(len(distances) == 1 for distances in reached) > 50
    assert sum(len(distances) > 5 for distances in reached) > 50
    assert sum(max(distances.values()) > 6 for distances in reached) > 20


def after_route(level: Level, lurd: str) -> State:
    """Return the state after a LURD; every step must be legal and written in the right case."""
    state = level.state
    for letter in lurd:
        after = step(level.board, state, DIRECTION_OF[letter.lower()])
        assert letter.isupper() == is_push(state, after)
        state = after
    return state


@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_routes_take_exactly_the_pushes_named_and_leave_the_other_boxes_alone(chunk: int) -> None:
    for level in list(levels_of(chunk))[:150]:
        for box in level.boxes:
            distances = box_distances(level.board, level.state, box)
            for target in level.board.floor:
                lurd = box_route(level.board, level.state, box, target)
                assert (lurd is None) == (target not in distances), (level, box, target)
                if lurd is not None:
                    assert sum(letter.isupper() for letter in lurd) == distances[target], (level, box, target)
                    assert after_route(level, lurd).boxes == level.boxes - {box} | {target}, (level, box, target)


@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_distances_are_those_of_the_restatement_with_the_other_boxes_as_walls(chunk: int) -> None:
    for level in list(levels_of(chunk))[:40]:
        for box in level.boxes:
            text, stride = game(lonely(level, box))
            least: dict[Square, int] = {}
            for position, pushes in push_distances(text, stride).items():
                row, column = divmod(position.index("$"), stride)
                square = Square(row - 1, column - 1)
                least[square] = min(pushes, least.get(square, pushes))
            assert box_distances(level.board, level.state, box) == least, (level, box)


def lonely(level: Level, box: Square) -> str:
    """Return the level as text without goals, with every box but one as a wall."""
    symbols = {level.player: "@", box: "$"}
    return "\n".join(
        "".join(
            "#"
            if (square := Square(row, column)) not in level.board.floor or square in level.boxes - {box}
            else symbols.get(square, " ")
            for column in range(level.board.width)
        )
        for row in range(level.board.height)
    )


@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_blocks_are_the_biconnected_components_that_networkx_finds(chunk: int) -> None:
    for level in levels_of(chunk):
        board = level.board
        network: networkx.Graph[Square] = networkx.Graph()
        network.add_nodes_from(board.floor)
        network.add_edges_from((square, ahead) for square in board.floor for ahead in board.beyond[square] if ahead)
        component = networkx.node_connected_component(network, level.player)
        block_of = _blocks(board, level.player)
        assert set(block_of) == {
            (square, direction) for square in component for direction in Direction if board.beyond[square][direction]
        }
        found: dict[int, set[frozenset[Square]]] = {}
        for (square, direction), block in block_of.items():
            ahead = board.beyond[square][direction]
            assert ahead is not None
            found.setdefault(block, set()).add(frozenset((square, ahead)))
        expected = networkx.biconnected_component_edges(network.subgraph(component))
        assert sorted(map(sorted_edges, found.values())) == sorted(
            sorted_edges({frozenset(edge) for edge in edges}) for edges in expected
        ), level


def sorted_edges(edges: set[frozenset[Square]]) -> list[list[Square]]:
    return sorted(sorted(edge) for edge in edges)
