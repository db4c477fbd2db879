"""Every gadget of the library is what it is declared to be, and gadgets with something wrong are refused."""

from __future__ import annotations

import pytest

from mutants.gadget.broken import BY_HAND, Broken, changed
from mutants.gadget.door import DOOR, DOOR_TABLE
from mutants.gadget.naive import naive
from reductions.gadget_symmetry import FLIPPED, TURNED, transform
from sokogen.reductions.gadgets.automaton import Passage, differences, minimise
from sokogen.reductions.gadgets.derivation import derive, problems, smallest
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY

NODES = {"LATCH": (51, 13), "DIODE": (14, 6), "TOGGLE": (74, 12), "SH": (8, 4), "AL": (60, 15), "PLUG": (3, 3)}
HARMLESS = {"LATCH": (0, 12), "DIODE": (5, 26), "TOGGLE": (8, 41), "SH": (7, 24), "AL": (23, 68), "PLUG": (1, 2)}
"""How many of the changed gadgets are still what they were: most have a box or floor more in a dead corner."""


def agrees_with_naive(gadget: Gadget) -> bool:
    found, expected = derive(gadget, exhaustive=True), naive(gadget)
    passages = {
        (found.boxes_of[one.state], one.entry, one.exit, found.boxes_of[one.after]) for one in found.automaton.passages
    }
    return (found.nodes, found.live, found.escapes, found.lost) == (
        expected.nodes, expected.live, expected.escapes, expected.lost,
    ) and passages == expected.passages  # fmt: skip


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_a_gadget_is_what_it_is_declared_to_be(name: str) -> None:
    gadget, declared = LIBRARY[name].gadget, LIBRARY[name].automaton
    assert problems(gadget, declared) == []
    found = derive(gadget, exhaustive=True)
    assert (found.nodes, found.live) == NODES[name]
    assert (found.escapes, found.lost, found.traps, found.sealed) == (0, 0, 0, True)


@pytest.mark.long
def test_the_door_is_what_it_is_declared_to_be_and_behaves_like_one() -> None:
    found = derive(DOOR, exhaustive=True)
    assert (found.nodes, found.live, found.escapes, found.lost, found.traps) == (116_405, 209, 0, 0, 0)
    assert differences(found.automaton, DOOR_TABLE, found.starts) == []
    assert problems(DOOR, DOOR_TABLE) == []  # without the dead nodes
    door = smallest(found)
    ways = {(one.entry, one.exit) for one in door.passages if one.entry != one.exit}
    assert ways == {("X", "Y"), ("Y", "X"), ("I", "E"), ("E", "I")}
    shut = {one.after for one in door.passages if (one.entry, one.exit) == ("X", "Y")}
    while True:  # whatever happens after that without a visit at X or O
        more = {one.after for one in door.passages if one.state in shut and {one.entry, one.exit}.isdisjoint("XO")}
        if more <= shut:
            break
        shut |= more
    assert not any(one.state in shut and (one.entry, one.exit) in {("I", "E"), ("E", "I")} for one in door.passages)


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_the_search_agrees_with_the_definition_over_the_rules(name: str) -> None:
    assert agrees_with_naive(LIBRARY[name].gadget)


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_turned_and_mirrored_gadgets_behave_alike(name: str) -> None:
    gadget, declared = LIBRARY[name].gadget, LIBRARY[name].automaton
    for symmetry in (FLIPPED, TURNED):
        moved = transform(gadget, symmetry)
        assert problems(moved, declared) == []
        assert Gadget.parse(name, {one: moved.drawing(boxes) for one, boxes in moved.configurations.items()}) == moved


@pytest.mark.parametrize("broken", BY_HAND, ids=lambda broken: f"{broken.gadget}: {broken.what}")
def test_broken_gadgets_are_refused_for_the_right_reason(broken: Broken) -> None:
    gadget = Gadget.parse(broken.gadget, broken.drawings)
    assert broken.refusal in "; ".join(problems(gadget, LIBRARY[broken.gadget].automaton))
    assert agrees_with_naive(gadget)


@pytest.mark.parametrize("name", sorted(LIBRARY))
@pytest.mark.long
def test_of_all_gadgets_changed_in_one_square_only_those_are_accepted_that_behave_alike(name: str) -> None:
    whole, goals = LIBRARY[name].gadget, LIBRARY[name].goals
    states = [state for state in whole.configurations if state in (*goals, "shut")]  # where reductions start and end
    drawn = Gadget.parse(name, {state: whole.drawing(whole.configurations[state]) for state in states})
    made = [gadget for _, gadget in changed(drawn)]
    accepted = [gadget for gadget in made if not problems(gadget, LIBRARY[name].automaton)]
    assert (len(accepted), len(made)) == HARMLESS[name]
    assert all(agrees_with_naive(gadget) for gadget in made[:: max(1, len(made) // 12)])


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_smallest_tables_with_a_passage_less_are_refused(name: str) -> None:
    full, whole = LIBRARY[name].automaton, LIBRARY[name].gadget
    declared, _ = minimise(full, {state: state for state in full.states})
    gadget = Gadget.parse(name, {state: whole.drawing(whole.configurations[state]) for state in declared.states})
    assert problems(gadget, declared) == []
    for passage in sorted(declared.passages):
        assert problems(gadget, type(declared)(declared.states, declared.passages - {passage}))
    more = Passage(declared.goal, "A", "Q", declared.goal)
    assert problems(gadget, type(declared)(declared.states, declared.passages | {more}))
    assert problems(
        gadget, type(declared)((*declared.states, "never"), declared.passages | {more._replace(state="never")})
    )
