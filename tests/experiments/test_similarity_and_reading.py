"""The experiments on similarity and on reading print their tables for any file."""

from __future__ import annotations

from pathlib import Path

import pytest

from collections_of_levels import reading, similarity

WAREHOUSE = str(Path(__file__).parents[2] / "examples" / "warehouse.xsb")


def test_similarity_counts_pairs_and_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert similarity.main([WAREHOUSE]) == 0
    printed = capsys.readouterr().out
    assert "4 different levels, 6 pairs" in printed
    assert "| mirrored or turned | 4 | 1.00 | 1.00 | 1.00 | 1.00 | 100.0%" in printed


@pytest.mark.source(69)
def test_reading_measures_all_levels_and_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert reading.main([WAREHOUSE, "--repeats", "1"]) == 0
    assert "| Sokospec | 4 |" in capsys.readouterr().out
