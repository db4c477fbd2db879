"""Gadgets and automata as data: drawings and tables are read, and what is wrong with them is said."""

from __future__ import annotations

import pytest

from reductions.gadget_symmetry import FLIPPED, TURNED, transform
from sokogen.reductions.gadgets.automaton import Automaton, bisimilar, differences, minimise
from sokogen.reductions.gadgets.derivation import derive, problems
from sokogen.reductions.gadgets.gadget import Gadget, GadgetError
from sokospec.errors import SokobanError
from sokospec.transform.symmetry import Symmetry

SLIT = "####\nA $#\n#B##"


@pytest.mark.parametrize(
    ("drawings", "rules"),
    [
        ({}, ["G1"]),
        ({"s0": ""}, ["G1", "G2", "G3"]),
        ({"s0": "####\n#$ #\n####"}, ["G3"]),
        ({"s0": "####\nA  #\n####"}, ["G2"]),
        ({"s0": "####\nA $#\n#A##"}, ["G3", "G3"]),
        ({"s0": "## #\nA $#\n#B##"}, ["G3"]),
        ({"s0": "######\nA $# #\n#B####"}, ["G6"]),
        ({"s0": "#####\nA.$*#\n#####"}, ["G1", "G1"]),
        ({"s0": SLIT, "s1": "####\nA$$#\n#B##"}, ["G5"]),
        ({"s0": SLIT, "s1": "####\nA$ #\n####"}, ["G4"]),
        ({"s0": SLIT, "s1": "####\nA$ #\n#C##"}, ["G4"]),
        ({"s0": SLIT, "s1": "####\nA$ #"}, ["G4"]),
        ({"s0": SLIT, "s1": "####\nA@$#\n#B##"}, ["G1"]),
    ],
)
def test_what_is_no_gadget_is_refused_with_all_its_defects(drawings: dict[str, str], rules: list[str]) -> None:
    with pytest.raises(GadgetError) as caught:
        Gadget.parse("SLIT", drawings)
    assert [defect.rule for defect in caught.value.defects] == rules
    assert all("gadget SLIT" in line for line in str(caught.value).splitlines())


def test_a_defect_says_where_it_is() -> None:
    with pytest.raises(GadgetError, match=r"gadget SLIT, s0 in row 0, column 2: floor at the edge is open"):
        Gadget.parse("SLIT", {"s0": "## #\nA $#\n#B##"})


def test_short_rows_and_blank_lines_around_a_drawing_do_not_matter() -> None:
    assert Gadget.parse("SLIT", {"s0": "\n####\nA-$\n#B\n\n"}) == Gadget.parse("SLIT", {"s0": SLIT})


def test_mirroring_twice_and_turning_four_times_change_nothing() -> None:
    gadget = Gadget.parse("SLIT", {"s0": SLIT, "s1": "####\nA$ #\n#B##"})
    turned = transform(gadget, TURNED)
    assert transform(transform(gadget, FLIPPED), FLIPPED) == gadget
    assert transform(turned, TURNED) == transform(gadget, Symmetry(flip_rows=True, flip_columns=True))
    assert turned != gadget
    assert str(transform(Gadget.parse("SLIT", {"s0": "####\nA$ #\n#B##"}), FLIPPED)) == "####\n# $A\n##B#"
    assert turned.ports["A"] == (0, 1)


NO_TABLES = {
    "s0 A->B": "line 1",
    "s0: A-B": "'A-B' is not",
    "s0: A->B [s1]": "no line for state s1",
    "s0: A->B\ns0: B->A": "has a line already",
    "s0: A->B,": "'' is not",
    "s0: AA->B": "'AA->B' is not",
}
"""Texts that are no tables of an automaton, and what is said of each."""


@pytest.mark.parametrize(("table", "message"), NO_TABLES.items())
def test_what_is_no_table_is_refused(table: str, message: str) -> None:
    with pytest.raises(SokobanError, match=message):
        Automaton.parse(table)


def test_a_table_is_read_as_it_is_printed() -> None:
    automaton = Automaton.parse("s0: A->B [s1], A->A [s1]\ns1:\ns2: B->B [s0]")
    assert Automaton.parse(str(automaton)) == automaton
    assert automaton.exits("s0", "A") == (("A", "s1"), ("B", "s1"))
    assert automaton.exits("s1", "A") == ()


def test_turning_back_without_a_change_tells_no_states_apart() -> None:
    assert set(bisimilar(Automaton.parse("a: A->B, C->C\nb: A->B [a]")).values()) == {0}
    assert set(bisimilar(Automaton.parse("a: A->B, C->C [c]\nb: A->B [a]\nc:")).values()) == {0, 1, 2}
    assert str(minimise(Automaton.parse("a: A->A [b]\nb: A->A [a]"))[0]) == "s0:"


def test_a_declared_state_that_no_state_behaves_like_is_a_difference_and_one_that_behaves_like_another_is_not() -> None:
    derived = Automaton.parse("a: A->B [b]\nb: B->A [a]")
    assert differences(derived, Automaton.parse("s0: A->B [s1]\ns1: B->A [s0]"), {"s0": "a"}) == []
    assert differences(derived, Automaton.parse("s0: A->B [s1]\ns1: B->A [s0]\ns2:"), {"s0": "a"}) == [
        "s2 is declared, but no state behaves like it"
    ]
    twice = Automaton.parse("s0: A->B [s1]\ns1: B->A [s2]\ns2: A->B [s1]")
    assert differences(derived, twice, {"s0": "a"}) == []
    assert differences(derived, twice, {"s9": "a"}) == ["s9 is not declared"]


def test_a_gadget_that_can_be_finished_only_with_the_player_shut_in_is_refused() -> None:
    goal, start = (f"#######\n{row}\n### # #\n###   #\n#######" for row in ("A $   #", "A   $ #"))
    trap = Gadget.parse("TRAP", {"goal": goal, "start": start})
    assert derive(trap).traps > 0
    assert "player shut in" in problems(trap, Automaton.parse("goal:\nstart:"))[-1]


def test_too_many_nodes_are_an_error_that_says_so() -> None:
    with pytest.raises(MemoryError, match="SLIT has more than 1 nodes"):
        derive(Gadget.parse("SLIT", {"s0": SLIT, "s1": "####\nA$ #\n#B##"}), most_nodes=1)


def test_dead_configurations_are_named() -> None:
    dead = Gadget.parse("SLIT", {"s0": "#####\nA$  #\n#####", "s1": "#####\nA  $#\n#####"})
    assert derive(dead).dead_starts == ("s1",)
    assert problems(dead, Automaton.parse("s0:"))[0] == "the gadget is dead in s1"
