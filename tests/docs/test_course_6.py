"""The exercises of lesson 6 tell right answers from wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from sokocourse.exercise import Wrong
from sokocourse.lesson_6 import BROKEN_TOGGLE, EXERCISES, START, TARGET, after
from sokogen.reductions.deriving import problems
from sokogen.reductions.gadget import FLIPPED, TURNED, Gadget
from sokogen.reductions.library import DIODE, LATCH, TOGGLE

PAGE = Path(__file__).parents[2] / "docs" / "course" / "6_gadgets.md"

ONE_WAY = """\
#######
##   ##
# $  ##
# # ###
#A#  B#
#######
"""

OPEN = """\
#####
A $ B
## ##
#####
"""

PLAIN = """\
######
A    B
##$###
######
"""

RIGHT = [
    ("O->O I->B", 1),
    ("O->O, I->B, B->I, I->B", 1),
    ("2,3", 2),
    (ONE_WAY, 3),
    ("2,2", 4),
    ("2, 5", 4),
    ("n", 5),
    (" ln ", 5),
]

NONSENSE = ["", " ", "x", "-1,2", "99,0", "1,2,3", "9" * 5000, "#" * 100_000, "A->", "²,³", "####\n#@$#\n####", "\0"]

WRONG = [
    ("I->B", 1),
    ("C->A", 1),
    ("O->O", 1),
    ("O->O I->B " * 20, 1),
    ("0,0", 2),
    ("2,2", 2),
    ("3,2", 2),
    (DIODE.gadget.drawing(), 3),
    (DIODE.gadget.moved(TURNED).drawing(), 3),
    (DIODE.gadget.moved(FLIPPED).drawing(), 3),
    (ONE_WAY.translate(str.maketrans("AB", "BA")), 3),
    (ONE_WAY.replace("##   ##", "#    ##"), 3),
    (ONE_WAY.replace("A", " "), 3),
    (OPEN, 3),
    (PLAIN, 3),
    ("\n".join(["########", "A $  $ #", "# $  $ #", "#  $   B", "########"]), 3),
    ("2,3", 4),
    ("3,3", 4),
    ("dw", 5),
    ("e", 5),
]


@pytest.mark.parametrize(("answer", "number"), RIGHT)
def test_right_answers_are_accepted(answer: str, number: int) -> None:
    EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize(("answer", "number"), WRONG)
def test_wrong_answers_are_refused(answer: str, number: int) -> None:
    with pytest.raises(Wrong):
        EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_nonsense_is_refused(number: int) -> None:
    for answer in NONSENSE:
        with pytest.raises(Wrong):
            EXERCISES[number - 1].check(answer)


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
    with pytest.raises(Wrong, match="more than"):
        EXERCISES[2].check("\n".join(rows))


def test_each_exercise_is_on_the_page_with_the_broken_toggle() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert BROKEN_TOGGLE in page
    assert str(DIODE.gadget) in page
    assert all(f"**Exercise 6.{number}.**" in page for number in range(1, len(EXERCISES) + 1))
    assert f"**Exercise 6.{len(EXERCISES) + 1}.**" not in page


def test_what_is_asked_is_not_so_at_the_start() -> None:
    assert after(START, []) != TARGET
    assert set(LATCH.automaton.states) >= {START, TARGET}
    assert problems(Gadget.parse("TOGGLE", {"in": BROKEN_TOGGLE}), TOGGLE.automaton) != []
