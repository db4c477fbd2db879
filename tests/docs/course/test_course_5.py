"""What the exercises of lesson 5 rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons import machine
from sokocourse.lesson_5 import GUESS, counts, guess
from sokogen.reductions.machines.lba import Computation
from sokospec.oracle.systems import configurations

PAGE = Path(__file__).parents[3] / "docs" / "background" / "course" / "5_nondeterminism.md"


def test_the_machine_is_the_one_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert GUESS in page


def test_what_is_counted_is_the_set_of_all_configurations_in_reach() -> None:
    system = Computation(guess(), "01")
    assert counts(guess(), "01") == [1, 2, 3]
    assert sum(1 for _ in configurations(system)) == system.count() == 54


def test_the_picture_shows_each_configuration_in_reach_once(tmp_path: Path) -> None:
    layers = machine.layers(Computation(guess(), "0111"))
    assert [sum(map(len, layers[: steps + 1])) for steps in range(len(layers))] == counts(guess(), "0111")
    drawn = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for path in drawn:
        assert machine.main(["--word", "0111", "--out", str(path)]) == 0
    assert drawn[0].read_bytes() == drawn[1].read_bytes()
    with pytest.raises(SystemExit):
        machine.main(["--word", "2", "--out", str(tmp_path / "none.svg")])
    assert not (tmp_path / "none.svg").exists()
