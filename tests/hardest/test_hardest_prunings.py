"""What the search for the hardest levels leaves out loses nothing; prunings that are wrong on purpose are noticed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import networkx as nx
import pytest

from hardest.naive import longest
from hardest.test_hardest import KNOWN
from sokogen.hardest import cores as all_cores
from sokogen.hardest import floor_states, hardest_of_floor, length_bound
from sokogen.hardest.all_floors import CHUNK, WHOLE, Record, SearchPart, _search_cores, merge_records, search
from sokogen.hardest.cores import cells_of, cores, grown, is_bent_end
from sokogen.hardest.hardest_of_floor import hardest_of, search_floors
from sokogen.small.polyominoes import canonical, polyominoes
from sokospec.errors import SokobanError

Shape = frozenset[tuple[int, int]]

played = cache(longest)
"""The most moves and pushes on a floor, by the rules alone."""


def pieces(shape: Shape) -> list[Shape]:
    graph = nx.Graph()
    graph.add_nodes_from(shape)
    graph.add_edges_from(((r, c), near) for r, c in shape for near in ((r + 1, c), (r, c + 1)) if near in shape)
    return [frozenset(canonical(piece)) for piece in nx.connected_components(graph)]


def is_middle(shape: Shape, cell: tuple[int, int]) -> bool:
    row, column = cell
    return {(row - 1, column), (row + 1, column)} <= shape or {(row, column - 1), (row, column + 1)} <= shape


@pytest.mark.parametrize("size", range(2, 10))
def test_cores_are_the_shapes_without_a_bent_dead_end(size: int) -> None:
    found, shapes = cores(size)
    every = list(polyominoes(size))
    wanted = [cells for cells in every if not any(is_bent_end(set(cells), cell) for cell in cells)]
    assert sorted(map(cells_of, found)) == wanted
    assert shapes == len(every)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_box_that_never_moves_makes_a_level_of_a_smaller_floor(size: int) -> None:
    for cells in polyominoes(size):
        shape = frozenset(cells)
        smaller = [piece for cell in shape if not is_middle(shape, cell) for piece in pieces(shape - {cell})]
        for metric, by_moves in enumerate((True, False)):
            found = hardest_of([cells], by_moves=by_moves)
            most = max((played(piece)[metric] for piece in smaller if len(piece) > 1), default=0)
            assert max(most, 0 if found is None else found.length) == played(shape)[metric]


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_bent_dead_end_is_worth_a_move_at_most(size: int) -> None:
    for cells in polyominoes(size):
        for cell in cells:
            if is_bent_end(set(cells), cell):
                moves, pushes = played(frozenset(cells))
                less_moves, less_pushes = played(frozenset(canonical(set(cells) - {cell})))
                assert less_moves <= moves <= less_moves + (less_moves > 0)
                assert pushes == less_pushes


@pytest.mark.parametrize("size", [4, 5])
def test_what_a_smaller_core_can_grow_into_is_found(size: int) -> None:
    for row in cores(size)[0]:
        larger = grown(cells_of(row), size + 1)
        if larger:
            most = max(longest(frozenset(cells))[0] for cells in larger)
            if most > longest(frozenset(cells_of(row)))[0]:
                best = _search_cores(row[None], size + 1, True, most - 1).best
                assert best is not None and best.length == most


def found_in(size: int, by_moves: bool, length: int = 0) -> tuple[int, int]:
    """Return the longest length above one and the number of states, without a guess, in this process."""
    states = 0
    for smaller in range(3, size + 1):
        found = _search_cores(cores(smaller)[0], size, by_moves, length)
        length, states = found.best.length if found.best else length, states + found.states
    return length, states


@pytest.mark.parametrize("size", range(3, 9))
def test_without_a_guess_the_same_comes_out(size: int) -> None:
    by_moves, by_pushes = (found_in(size, metric) for metric in (True, False))
    assert (by_moves[0], by_pushes[0]) == KNOWN[size]
    assert by_moves[1] == by_pushes[1]


def test_neither_order_nor_what_is_known_changes_the_count_of_states_or_the_level() -> None:
    cells = [cells_of(row) for row in cores(8)[0]]
    found, states = search_floors(cells, by_moves=True, above=0)
    assert found is not None
    assert search_floors(cells, by_moves=True, above=found.length - 1) == (found, states)
    other, same = search_floors(reversed(cells), by_moves=True, above=found.length - 2)
    assert other is not None
    assert (other.length, same) == (found.length, states)


def test_parts_of_a_search_merge_into_the_whole() -> None:
    whole = search(7, by_moves=True, jobs=1)
    parts = [search(7, by_moves=True, jobs=1, part=SearchPart(number, 2)) for number in (2, 1)]
    joined = merge_records(parts, 7, "moves")
    assert all(record.floors < whole.floors for record in parts)
    assert (joined.floors, joined.done, joined.states, joined.boards) == (
        whole.floors, whole.done, whole.states, whole.boards,
    )  # fmt: skip
    assert joined.best == whole.best
    assert (joined.floors, joined.part) == (joined.done, WHOLE)
    with pytest.raises(SokobanError, match="2/2, 2/2"):
        merge_records([parts[0], parts[0]], 7, "moves")
    with pytest.raises(SokobanError, match="not 7 by pushes"):
        merge_records(parts, 7, "pushes")
    with pytest.raises(SokobanError, match="floors left"):
        merge_records([Record(7, "moves", floors=CHUNK)], 7, "moves")


def without_first_and_last(line: Any) -> int:
    middles = int(right_movable(line))
    return middles & (middles - 1) & ~(1 << max(0, middles.bit_length() - 1))


def any_dead_end(size: int, chosen: Any, is_floor: Any) -> bool:
    return any(sum(bool(is_floor[cell + step]) for step in (1, -1, 64, -64)) == 1 for cell in chosen)


def one_less(*given: Any) -> None:
    right_bounds(*given)
    given[-1][:] -= 1


def beginnings_have_no_end(*given: Any) -> None:
    right_weigh_nodes(*given)
    given[-1][:] = 0


right_movable = floor_states.movable.function
right_bounds = length_bound.bounds.function
right_weigh_nodes = floor_states.weigh_nodes.function
WRONG = {
    "boxes that can be moved count as fixed": (floor_states, "movable", without_first_and_last),
    "straight dead ends count as bent": (all_cores, "_has_bent_end", any_dead_end),
    "the bound is one step too low": (hardest_of_floor, "bounds", one_less),
    "no level begins anywhere": (hardest_of_floor, "weigh_nodes", beginnings_have_no_end),
}


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str, Any], None]:
    """Run the kernels in Python, where a test can put a wrong one in the place of a right one."""
    for module, name in ((hardest_of_floor, "longest"), (all_cores, "some_cores")):
        monkeypatch.setattr(module, name, SimpleNamespace(compiled=getattr(module, name).function))
    return monkeypatch.setattr


@pytest.mark.parametrize("size", [3, 5])
def test_kernels_in_python_find_the_same(size: int, in_python: Callable[[Any, str, Any], None]) -> None:
    assert (found_in(size, True)[0], found_in(size, False)[0]) == KNOWN[size]


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_pruning_is_noticed(fault: str, in_python: Callable[[Any, str, Any], None]) -> None:
    in_python(*WRONG[fault])
    assert any(
        found_in(size, metric == 0, KNOWN[size][metric] - 1)[0] < KNOWN[size][metric]
        for size in (4, 5, 6)
        for metric in (0, 1)
    )
