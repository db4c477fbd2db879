"""The hardest levels: the search agrees with one that only knows the rules, and what it prints is that hard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from sokogen.hardest import hardest_of
from sokogen.hardest_search import Record, load, search
from sokogen.polyominoes import Cells, canonical, polyominoes
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.errors import SokobanError
from sokospec.oracle import solve
from sokospec.rules import is_push, steps

KNOWN = {3: (1, 1), 4: (2, 2), 5: (3, 3), 6: (5, 4), 7: (9, 5), 8: (14, 6), 9: (17, 7)}
"""Moves and pushes of the hardest levels by floor squares."""


def every_placing(size: int) -> list[Cells]:
    """Return the shapes of so many squares, in every place of a square grid, once each, turned ones too."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    found = set()
    for chosen in combinations(cells, size):
        if min(row for row, _ in chosen) or min(column for _, column in chosen):
            continue
        reached = [chosen[0]]
        for row, column in reached:
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if near in chosen and near not in reached:
                    reached.append(near)
        if len(reached) == size:
            found.add(chosen)
    return sorted(found)


def by_the_rules(cells: Cells, cost: Callable[[State, State], int]) -> int:
    """Return the longest shortest solution on a floor: Bellman's equation over all states, by the rules alone."""
    squares = [Square(*cell) for cell in cells]
    height, width = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
    walls = frozenset(Square(row, column) for row in range(height) for column in range(width)).difference(squares)
    board = Board(width, height, walls, frozenset())
    longest = 0
    for count in range(1, len(squares)):
        states = [
            State(frozenset(boxes), player)
            for boxes in combinations(squares, count)
            for player in squares
            if player not in boxes
        ]
        after = {state: [(cost(state, other), other) for _, other in steps(board, state)] for state in states}
        for goals in combinations(squares, count):
            least = {state: 0 for state in states if state.boxes == frozenset(goals)}
            changed = True
            while changed:
                changed = False
                for state, followers in after.items():
                    best = min((step + least[other] for step, other in followers if other in least), default=None)
                    if best is not None and best < least.get(state, best + 1):
                        least[state] = best
                        changed = True
            longest = max(longest, *least.values())
    return longest


def one_a_move(_: State, __: State) -> int:
    return 1


def one_a_push(before: State, after: State) -> int:
    return int(is_push(before, after))


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize(("cost", "by_moves"), [(one_a_move, True), (one_a_push, False)])
def test_the_search_agrees_with_the_rules(size: int, cost: Callable[[State, State], int], by_moves: bool) -> None:
    for cells in polyominoes(size):
        found = hardest_of([cells], by_moves=by_moves)
        assert (0 if found is None else found.length) == by_the_rules(cells, cost)


@pytest.mark.parametrize("size", range(1, 5))
def test_the_shapes_are_all_there_are_up_to_turning_and_reflecting(size: int) -> None:
    shapes = list(polyominoes(size))
    assert sorted({canonical(cells) for cells in every_placing(size)}) == shapes
    assert len(set(shapes)) == len(shapes)


def test_the_numbers_of_shapes_are_those_of_free_polyominoes() -> None:
    assert [sum(1 for _ in polyominoes(size)) for size in range(1, 9)] == [1, 1, 2, 5, 12, 35, 108, 369]


@pytest.mark.parametrize("size", range(3, 8))
@pytest.mark.parametrize(("metric", "objective"), [(0, Objective.MOVES), (1, Objective.PUSHES)])
def test_the_hardest_levels_are_as_hard_as_the_oracle_says(size: int, metric: int, objective: Objective) -> None:
    found = hardest_of(list(polyominoes(size)), by_moves=metric == 0)
    assert found is not None
    answer = solve(found.level, objective)
    assert found.length == KNOWN[size][metric] == objective.cost(answer.moves or 0, answer.pushes or 0)[0]


def test_a_search_that_was_interrupted_goes_on_to_the_same_end(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    seen = 0

    def stop(_: Record) -> None:
        nonlocal seen
        seen += 1
        if seen == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(8, by_moves=True, jobs=1, out=out, report=stop)
    assert 0 < load(out).done < 369
    finished = search(8, by_moves=True, jobs=1, out=out)
    assert finished.done == finished.boards == 369
    assert finished.best is not None
    assert finished.best.length == KNOWN[8][0]
    assert load(out).best == finished.best


def test_the_record_of_another_search_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    Record(7, "moves").save(out)
    with pytest.raises(SokobanError, match="7 squares by moves"):
        search(8, by_moves=True, jobs=1, out=out)
    out.write_text("{}", encoding="utf-8")
    with pytest.raises(SokobanError, match="no record"):
        load(out)


@pytest.mark.parametrize("squares", [-1, 0, 2, 17])
def test_sizes_out_of_range_are_refused(squares: int) -> None:
    with pytest.raises(ValueError, match="3 to 16"):
        search(squares, by_moves=True, jobs=1)


def test_a_level_has_the_length_it_is_said_to_have() -> None:
    found = hardest_of([((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))], by_moves=True)
    assert found is not None
    assert isinstance(found.level, Level)
    assert solve(found.level, Objective.MOVES).moves == found.length
