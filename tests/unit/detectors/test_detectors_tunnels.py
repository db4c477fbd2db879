"""Tunnels: which pushes need no states of their own, and one box per tunnel, parked at the entrance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from random import Random

import pytest

from differential.no_influence import no_influence_pushes
from sokodead.tunnels import tunnels
from sokogen.random.random_levels import FloorKind, random_level, solvable_level
from sokogen.small.small_levels import interior_levels
from sokospec import Direction, Level, Square, State, is_solved, normalise, pushes
from sokospec.oracle.graph import state_graph
from sokospec.rules import Push

UP, DOWN, LEFT, RIGHT = Direction
CLOCKWISE = {UP: RIGHT, RIGHT: DOWN, DOWN: LEFT, LEFT: UP}
MIRRORED = {UP: UP, DOWN: DOWN, LEFT: RIGHT, RIGHT: LEFT}


def turned(rows: list[str], marks: Collection[Push], *, mirror: bool, quarters: int) -> tuple[list[str], set[Push]]:
    """Return a drawing and pushes on it, mirrored and turned."""
    found = set(marks)
    if mirror:
        found = {Push(Square(row, len(rows[0]) - 1 - column), MIRRORED[way]) for (row, column), way in found}
        rows = [row[::-1] for row in rows]
    for _ in range(quarters):
        found = {Push(Square(column, len(rows) - 1 - row), CLOCKWISE[way]) for (row, column), way in found}
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows, found


PATTERNS = {
    "walls on both sides, twice": (
        ["########", "#  ##  #", "#@$   .#", "#  ##  #", "########"],
        {(3, RIGHT), (4, LEFT)},
    ),
    "walls on both sides, then on one": (["#######", "#  ## #", "#@$  .#", "#  #  #", "#######"], {(3, RIGHT)}),
    "walls on both sides, then on none": (
        ["#######", "#  #  #", "#@$  .#", "#  #  #", "#######"],
        set[tuple[int, Direction]](),
    ),
    "onto a goal": (["#######", "#  ## #", "#@$ . #", "#  ## #", "#######"], {(4, LEFT)}),
}


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_both_patterns_are_marked_in_all_rotations_and_mirrors(name: str, mirror: bool, quarters: int) -> None:
    rows, marked = PATTERNS[name]
    marks = {Push(Square(2, column), way) for column, way in marked}
    drawn, expected = turned(rows, marks, mirror=mirror, quarters=quarters)
    assert no_influence_pushes(Level.parse("\n".join(drawn)).board) == expected


def fewest_pushes(level: Level, marked: Collection[Push]) -> int | None:
    """Return the fewest pushes when each marked push must be followed at once by the next one in its direction."""
    start = (normalise(level.board, level.state), None)
    seen: set[tuple[State, Push | None]] = {start}
    layer: list[tuple[State, Push | None]] = [start]
    depth = 0
    while layer:
        if any(is_solved(level.board, state) for state, _ in layer):
            return depth
        depth += 1
        following = []
        for state, forced in layer:
            for push, after in pushes(level.board, state):
                if forced is None or push == forced:
                    [landing] = after.boxes - state.boxes
                    node = (normalise(level.board, after), Push(landing, push.direction) if push in marked else None)
                    if node not in seen:
                        seen.add(node)
                        following.append(node)
        layer = following
    return None


def levels_with_tunnels() -> Iterator[Level]:
    """Yield small levels of all kinds that have pushes of no influence."""
    rng = Random(4)
    narrow = (
        solvable_level(rng, kind=FloorKind.CORRIDORS, height=4, width=6, boxes=2, wall_share=0.45, pulls=20).level
        for _ in range(300)
    )
    wide = (
        random_level(rng, kind=FloorKind.SCATTERED, height=3, width=5, boxes=2, wall_share=0.35) for _ in range(300)
    )
    small = islice(interior_levels(2, 4, 2), 0, None, 60)
    for level in (*narrow, *wide, *small):
        if no_influence_pushes(level.board):
            yield level


def test_the_fewest_pushes_stay_when_pushes_of_no_influence_are_followed_at_once() -> None:
    solvable = 0
    for level in levels_with_tunnels():
        [expected, *_] = state_graph(level).distance
        assert fewest_pushes(level, no_influence_pushes(level.board)) == expected, level
        solvable += expected is not None
    assert solvable >= 100


WRONG: dict[str, tuple[str, Callable[[Level], set[Push]]]] = {
    "pushes onto goals are marked": (
        "#######\n#@$ .##\n# #####\n# $ .##\n#######",
        lambda level: {Push(Square(1, 3), RIGHT), Push(Square(3, 3), RIGHT)},
    ),
    "a square without walls beside it is enough to land on": (
        "#######\n#  .###\n# #   #\n#@$   #\n# #   #\n#    ##\n#######",
        lambda level: {Push(Square(3, 2), RIGHT)},
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_side_conditions_are_needed(name: str) -> None:
    text, marks = WRONG[name]
    level = Level.parse(text)
    right = fewest_pushes(level, no_influence_pushes(level.board))
    assert right == state_graph(level).distance[0]
    assert right is not None and fewest_pushes(level, marks(level)) != right


def parked(level: Level) -> Iterator[tuple[Level, ...]]:
    """Yield, for each tunnel without goals, the level with one box on each of its squares, the player at one end."""
    for tunnel in tunnels(level.board):
        before = [a for a in level.board.beyond[tunnel[0]] if a is not None and a not in tunnel and len(tunnel) > 1]
        others = sorted(level.boxes.difference(tunnel))[: len(level.boxes) - 1]
        if (
            before
            and not level.goals.intersection(tunnel)
            and before[0] not in others
            and len(others) + 1 == len(level.boxes)
        ):
            yield tuple(Level(level.board, State(frozenset({square, *others}), before[0])) for square in tunnel)


def test_where_in_a_tunnel_a_box_is_parked_decides_nothing_and_the_entrance_costs_least() -> None:
    compared = solvable = 0
    for level in levels_with_tunnels():
        for group in parked(level):
            costs = [state_graph(one).distance[0] for one in group]
            compared += 1
            assert len({cost is None for cost in costs}) == 1, group[0]
            for deeper, cost in enumerate(costs):
                # a box that is pushed in from outside comes to the entrance with `deeper` pushes less
                assert costs[0] is None or cost is None or costs[0] <= deeper + cost, group[deeper]
            solvable += costs[0] is not None
    assert compared >= 100 and solvable >= 10
