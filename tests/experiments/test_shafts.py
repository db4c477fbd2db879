"""The search of shafts: what is known grows as known, what is in pieces is left out, the farthest start is farthest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shafts
from common.farthest import farthest_start
from sokogen.families.fibonacci import fibonacci_level, fibonacci_pushes
from sokogen.families.staggered import staggered_level, staggered_pushes
from sokospec import Level
from sokospec.answer import Objective
from sokospec.oracle import search_exhaustively


@pytest.mark.long
def test_the_shaft_of_the_fibonacci_family_grows_most(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, plot = tmp_path / "record.json", tmp_path / "plot.svg"
    assert shafts.main(["--limit", "3000", "--out", str(record), "--plot", str(plot)]) == 0
    assert "| `-.-` | 3 | 1 | 19, 35, 61 | 2,214 | 1.1757 |" in capsys.readouterr().out.splitlines()[2]
    assert json.loads(record.read_text(encoding="utf-8"))["parameters"]["room"] == "fibonacci"
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    assert shafts.main(["--record", str(record), "--show", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_from_the_farthest_start_the_fibonacci_level_takes_one_push_more(n: int) -> None:
    found = farthest_start(fibonacci_level(n))
    assert found is not None
    assert found.pushes == fibonacci_pushes(n) + 1


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_the_staggered_levels_begin_at_the_farthest_start(pairs: int) -> None:
    found = farthest_start(staggered_level(pairs))
    assert found is not None
    assert found.pushes == staggered_pushes(pairs)
    assert found.level.boxes == staggered_level(pairs).boxes


@pytest.mark.parametrize("text", ["######\n#@$ .#\n#  $.#\n#    #\n######", "#####\n#.@.#\n#$ $#\n#   #\n#####"])
def test_the_oracle_finds_the_farthest_start_as_far(text: str) -> None:
    found = farthest_start(Level.parse(text))
    assert found is not None
    assert search_exhaustively(found.level, Objective.PUSHES).pushes == found.pushes


def test_limits_and_floors_that_do_not_fit() -> None:
    assert farthest_start(fibonacci_level(6), limit=100) is None
    with pytest.raises(ValueError, match="too large"):
        farthest_start(fibonacci_level(20))
    assert shafts.level(("-.#", "#--"), 1, shafts.ROOMS["fibonacci"]) is not None
    assert shafts.level((".##", "##-"), 1, shafts.ROOMS["fibonacci"]) is None
