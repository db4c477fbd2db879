"""The keys by which `batch` knows a level again: equal keys stand for equal optimal answers."""

from __future__ import annotations

import pytest

from exhaustive.normal_forms import opened
from sokocheck.batch.keys import level_key
from sokogen.small.small_levels import interior_levels
from sokospec import Level
from sokospec.oracle import Objective, search_exhaustively
from sokospec.transform.symmetry import SYMMETRIES


def answer(level: Level, objective: Objective) -> tuple[str, tuple[int, ...] | None]:
    found = search_exhaustively(level, objective)
    if found.moves is None or found.pushes is None:
        return found.verdict, None
    return found.verdict, objective.cost(found.moves, found.pushes)


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.long
def test_levels_with_equal_keys_have_equal_optimal_answers(objective: Objective) -> None:
    known: dict[str, tuple[str, tuple[int, ...] | None]] = {}
    count = 0
    for closed in interior_levels(2, 3, 1):
        for level in (closed, opened(closed)):
            count += 1
            found = answer(level, objective)
            assert known.setdefault(level_key(level, objective), found) == found, level
    assert 1 < len(known) < count / 2


@pytest.mark.parametrize("objective", list(Objective))
def test_levels_that_differ_by_turning_and_mirroring_have_equal_keys(objective: Objective) -> None:
    for level in list(interior_levels(2, 3, 2))[::100]:
        assert len({level_key(symmetry.level(level), objective) for symmetry in SYMMETRIES}) == 1
