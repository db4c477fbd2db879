"""The pictures of the course's first lessons: what the pages show is what the command draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons import pictures

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("name", ["closed-set", "classes", "savitch"])
def test_a_picture_is_the_one_on_the_page(name: str, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    assert pictures.main([name, "--out", str(drawn)]) == 0
    assert drawn.read_bytes() == (PICTURES / f"course_{name.replace('-', '_')}.svg").read_bytes()


@pytest.mark.long
def test_the_plot_of_lengths_is_the_same_each_time(tmp_path: Path) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert pictures.main(["lengths", "--out", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
