"""Plain search and the restatement find the same squares to which one box can be pushed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from differential.restatement import game, push_distances
from parts import parts
from sokogen.random.random_levels import FloorKind, random_level
from sokospec import Level, Square
from sokospec.oracle import box_distances

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


def test_the_random_boards_hold_every_sort_of_box() -> None:
    reached = [box_distances(level.board, level.state, box) for level in levels_of(0) for box in level.boxes]
    assert sum(len(distances) == 1 for distances in reached) > 50
    assert sum(len(distances) > 5 for distances in reached) > 50
    assert sum(max(distances.values()) > 6 for distances in reached) > 20


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
