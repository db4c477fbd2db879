"""The detector of local patterns on each pattern of its library, in all positions, and where goals let it be alive."""

from __future__ import annotations

import pytest

from sokodead.local_pattern import PatternShape, library, local_pattern
from sokospec import Board, Level, Square, State
from sokospec.certificates import Patterns, check_evidence


def placed(shape: PatternShape, goals: frozenset[Square] = frozenset()) -> Level:
    """Return a level with a pattern in the middle and goals in the window; further goals and boxes are at the edges."""
    height, width = shape.height + 4, shape.width + 4
    edge = [Square(row, column) for row in (0, height - 1) for column in range(width)]
    boxes = {Square(row + 2, column + 2) for row, column in shape.boxes}
    walls = frozenset(Square(row + 2, column + 2) for row, column in shape.walls)
    targets = {Square(row + 2, column + 2) for row, column in goals}
    targets |= set(edge[: max(0, len(boxes) - len(targets))])
    boxes |= set(edge[::-1][: len(targets) - len(boxes)])
    return Level(Board(width, height, walls, frozenset(targets)), State(frozenset(boxes), Square(1, 0)))


@pytest.mark.long
def test_patterns_are_flagged_in_all_their_positions_with_accepted_evidence() -> None:
    for shape in [*library()[:100], *library()[100::7]]:
        level = placed(shape)
        evidence = local_pattern(level)
        assert evidence is not None, level
        check_evidence(level, evidence)
        assert [type(fact) for fact in evidence] == [Patterns]


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (17, 34))])
def test_nothing_is_said_where_an_end_is_all_goals(first: int) -> None:
    for shape in library()[first::51]:
        for end in shape.ends:
            assert local_pattern(placed(shape, frozenset(end))) is None, shape


@pytest.mark.parametrize("player", ["outside", "inside"])
def test_a_diagonal_that_the_player_is_in_is_not_closed(player: str) -> None:
    outside, inside = (" ", "@") if player == "inside" else ("@", " ")
    text = f"########\n#{outside}  ...#\n# #$   #\n# ${inside}$  #\n#  $#  #\n#  .   #\n########"
    assert (local_pattern(Level.parse(text)) is None) == (player == "inside")


def test_a_pattern_may_use_the_walls_around_the_grid() -> None:
    level = Level(Board(4, 3, frozenset(), frozenset({Square(1, 2)})), State(frozenset({Square(0, 0)}), Square(1, 1)))
    evidence = local_pattern(level)
    assert evidence is not None
    check_evidence(level, evidence)
