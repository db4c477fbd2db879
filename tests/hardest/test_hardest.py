"""The hardest levels: the search agrees with one that only knows the rules, and what it prints is that hard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardest.naive import longest, one_of_each_kind, shapes
from sokogen.hardest.all_floors import WHOLE, Record, SearchPart, load, search
from sokogen.hardest.hardest_of_floor import Hardest, hardest_of
from sokogen.small.polyominoes import canonical, polyominoes
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.oracle import search_exhaustively

KNOWN = {3: (1, 1), 4: (2, 2), 5: (3, 3), 6: (5, 4), 7: (9, 5), 8: (14, 6), 9: (17, 7)}
"""Moves and pushes of the hardest levels by floor squares."""


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_search_agrees_with_the_rules(size: int) -> None:
    played = [longest(frozenset(cells)) for cells in polyominoes(size)]
    found = [search(size, by_moves=by_moves, jobs=1).best for by_moves in (True, False)]
    assert [one and one.length for one in found] == [max(values) for values in zip(*played, strict=True)]


@pytest.mark.parametrize("size", range(1, 7))
def test_the_shapes_are_all_there_are_up_to_turning_and_reflecting(size: int) -> None:
    found = list(polyominoes(size))
    assert sorted({canonical(shape) for shape in shapes(size)}) == found
    assert len(set(found)) == len(found) == sum(1 for _ in one_of_each_kind(shapes(size)))


def test_the_numbers_of_shapes_are_those_of_free_polyominoes() -> None:
    assert [sum(1 for _ in polyominoes(size)) for size in range(1, 9)] == [1, 1, 2, 5, 12, 35, 108, 369]


@pytest.mark.parametrize("size", range(3, 8))
@pytest.mark.parametrize(("metric", "objective"), [(0, Objective.MOVES), (1, Objective.PUSHES)])
def test_the_hardest_levels_are_as_hard_as_the_oracle_says(size: int, metric: int, objective: Objective) -> None:
    found = hardest_of(list(polyominoes(size)), by_moves=metric == 0)
    assert found is not None
    answer = search_exhaustively(found.level, objective)
    assert found.length == KNOWN[size][metric] == objective.cost(answer.moves or 0, answer.pushes or 0)[0]


def test_a_search_that_was_interrupted_goes_on_to_the_same_end(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    seen = 0

    def keep(record: Record) -> None:
        out.write_text(record.text, encoding="utf-8")

    def stop(_: Record) -> None:
        nonlocal seen
        seen += 1
        if seen == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(8, by_moves=True, jobs=1, report=stop, keep=keep)
    assert 0 < load(out).done < load(out).floors == 155
    finished = search(8, by_moves=True, jobs=1, past=load(out), keep=keep)
    whole = search(8, by_moves=True, jobs=1)
    assert (finished.done, finished.boards, finished.states) == (155, 369, whole.states)
    assert finished.best is not None
    assert finished.best == whole.best
    assert finished.best.length == KNOWN[8][0]
    assert load(out).best == finished.best
    assert (finished.floors, finished.part) == (finished.done, WHOLE)
    assert (finished.next_cpu_seconds or 0) > finished.cpu_seconds


def test_the_record_of_another_search_is_refused() -> None:
    with pytest.raises(SokobanError, match="7 squares by moves"):
        search(8, by_moves=True, jobs=1, past=Record(7, "moves"))
    with pytest.raises(SokobanError, match="part 1/1"):
        search(7, by_moves=True, jobs=1, part=SearchPart(1, 2), past=Record(7, "moves"))


@pytest.mark.parametrize(
    "change",
    [
        *({name: value} for name in ("boards", "floors", "cpu_seconds") for value in (None, "x", -1, 10**400)),
        {"cpu_seconds": float("inf")},
        {"states": {"3": None}},
        {"states": {"3": 10**400}},
        {"states": []},
        {"length": [3]},
    ],
    ids=lambda change: f"{change}"[:40],
)
def test_a_damaged_record_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    level = Level.parse("#####\n#@$.#\n#####")
    whole = Record(3, "moves", WHOLE, 1, 1, 1, {3: 2}, 0.5, Hardest(1, level)).text
    out.write_text(whole, encoding="utf-8")
    assert load(out).text == whole
    for text in ("{}", json.dumps(json.loads(whole) | change)):
        out.write_text(text, encoding="utf-8")
        with pytest.raises(SokobanError, match="not a record"):
            load(out)


@pytest.mark.parametrize("squares", [-1, 0, 2, 17])
def test_sizes_out_of_range_are_refused(squares: int) -> None:
    with pytest.raises(ValueError, match="3 to 16"):
        search(squares, by_moves=True, jobs=1)


def test_a_level_has_the_length_it_is_said_to_have() -> None:
    found = hardest_of([((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))], by_moves=True)
    assert found is not None
    assert search_exhaustively(found.level, Objective.MOVES).moves == found.length
