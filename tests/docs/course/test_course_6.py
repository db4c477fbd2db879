"""What the exercises of lesson 6 rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from sokocourse.exercise import NotChecked
from sokocourse.lesson_6 import BROKEN_TOGGLE, EXERCISES, START, TARGET, after
from sokogen.reductions.gadgets.derivation import problems
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY

PAGE = Path(__file__).parents[3] / "docs" / "background" / "course" / "6_gadgets.md"


def test_a_roomy_drawing_is_searched_up_to_a_limit() -> None:
    rows = [
        "##########",
        "A        #",
        *["#        #"] * 3,
        "#  $ $ $ #",
        *["#        #"] * 2,
        "#        B",
        "##########",
    ]
    with pytest.raises(NotChecked, match="more than"):
        EXERCISES[2].check("\n".join(rows))


def test_the_broken_toggle_and_the_diode_are_those_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert BROKEN_TOGGLE in page
    assert str(LIBRARY["DIODE"].gadget) in page


def test_what_is_asked_is_not_so_at_the_start() -> None:
    assert after(START, []) != TARGET
    assert set(LIBRARY["LATCH"].automaton.states) >= {START, TARGET}
    assert problems(Gadget.parse("TOGGLE", {"in": BROKEN_TOGGLE}), LIBRARY["TOGGLE"].automaton) != []
