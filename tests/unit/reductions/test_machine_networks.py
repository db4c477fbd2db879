"""Machines straight into networks: won exactly if the machine accepts, as large as told, and with nothing to spare."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reductions.relaxed import RELAXED, mistakes, reaches
from reductions.run_machines import NEEDED, SHOWN, answer, random_cases, refuted, show
from reductions.small_machines import machines_by_run
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.machines.lba import Machine, Rule
from sokogen.reductions.machines.machine_play import ACCEPTED, network_of, play_run, usable
from sokospec.errors import SokobanError


@pytest.mark.parametrize("kind", sorted(RELAXED))
def test_relaxed_gadgets_simulate_the_real_ones_whichever_configuration_is_the_goal(kind: str) -> None:
    for configuration in LIBRARY[kind].gadget.configurations:
        assert mistakes(kind, configuration) == []


def test_a_relaxed_gadget_that_allows_less_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    lazy = {kind: type(one)(one.states, frozenset(sorted(one.passages)[1:])) for kind, one in RELAXED.items()}
    monkeypatch.setattr("reductions.relaxed.RELAXED", lazy)
    assert all(mistakes(kind, RELAXED[kind].goal) for kind in RELAXED)


def test_networks_of_random_machines_can_be_won_exactly_if_the_machine_accepts() -> None:
    found = [answer(machine, word, most_states=3_000) for machine, word in random_cases(40)]
    assert all(one.agrees for one in found)
    assert 10 < sum(one.accepts for one in found) < 30
    assert sum(one.real for one in found) > 5


@pytest.mark.long
def test_networks_of_all_runs_of_two_states_on_two_cells_can_be_won_exactly_if_they_accept() -> None:
    assert all(answer(machine, "01", most_states=1).agrees for machine in machines_by_run("01", 2, 2))


@pytest.mark.parametrize(("name", "word"), SHOWN)
def test_the_machines_of_the_examples(name: str, word: str) -> None:
    found = answer(show(name), word, most_states=1)
    assert found.agrees
    assert found.accepts == ((name, word) in SHOWN[::2][:1] + SHOWN[2:4])


def test_the_examples_accept_what_they_say() -> None:
    for number in range(32):
        word = f"{number:05b}"
        assert show("parity").accepts(word) == (word.count("1") % 2 == 0)
        assert show("palindrome").accepts(word) == (word == word[::-1])
        assert show("palindrome").accepts(word[1:]) == (word[1:] == word[:0:-1])
    steps = [show("counter").steps_to_accept(f"a{'0' * (cells - 2)}c") for cells in range(2, 8)]
    assert all(after > 2 * before for before, after in pairwise(steps) if before and after)
    assert not show("loop").accepts("00")


@pytest.mark.parametrize("prefix", sorted(NEEDED))
def test_without_one_kind_of_gadget_some_network_is_wrong(prefix: str) -> None:
    assert refuted(prefix)


def test_a_network_is_linear_in_cells_states_and_symbols() -> None:
    for machine, word in random_cases(40):
        working, symbols, rules = len(machine.states) - 1, len(machine.alphabet), len(machine.rules)
        kinds = [tile.kind for tile in network_of(machine, word).network.tiles]
        cells = len(word)
        assert kinds.count("PLUG") <= cells + 1
        assert kinds.count("TOGGLE") <= cells * rules
        assert kinds.count("LATCH") <= cells * (working * symbols + rules + symbols)
        assert kinds.count("DIODE") <= cells * (2 * symbols + rules)


def test_gadgets_are_built_only_for_what_may_happen() -> None:
    rules = (Rule("a", "0", "a", "0", 1), Rule("a", "1", "b", "0", 1), Rule("b", "0", "yes", "0", 0))
    machine = Machine(("a", "b", "yes"), ("0", "1"), "a", "yes", rules)
    assert usable(machine, "00").symbols == (("0",), ("0",))
    assert len(network_of(machine, "00").network.tiles) == 2
    assert usable(machine, "01").symbols == (("0",), ("1", "0"))
    assert machine.accepts("01") and answer(machine, "01").agrees


def test_a_machine_that_accepts_at_once_or_cannot_move() -> None:
    for start, accepts in (("yes", True), ("a", False)):
        machine = Machine(("a", "yes"), ("0",), start, "yes", ())
        found = answer(machine, "0")
        assert found.agrees and found.accepts == accepts and found.gadgets == 2 - accepts


def test_rules_that_do_the_same_at_an_end_of_the_tape_are_one() -> None:
    rules = (Rule("a", "0", "b", "1", 1), Rule("a", "0", "b", "1", 0), Rule("b", "1", "yes", "1", 0))
    machine = Machine(("a", "b", "yes"), ("0", "1"), "a", "yes", rules)
    assert answer(machine, "0").agrees and answer(machine, "00").agrees


def test_a_run_that_does_not_accept_does_not_win() -> None:
    made = network_of(show("parity"), "0111")
    run = [Rule("even", "0", "even", "e", 1), Rule("even", "1", "odd", "e", 1), Rule("odd", "1", "even", "e", 1)]
    with pytest.raises(SokobanError, match="the player is in even at 4"):
        list(play_run(made, run))


def test_a_search_with_too_many_states_is_given_up() -> None:
    with pytest.raises(MemoryError, match="more than 50 states"):
        reaches(network_of(show("loop"), "00").network, ACCEPTED, most_states=50)


WHOLE_NETWORK = """\
r1.a.0: LATCH, from s0 to s0
w1.1.yes.1: LATCH, from s2 to s2
t1.1.yes.1: TOGGLE, from in to in
h1.0: LATCH, from s0 to s0
f1.0: DIODE, from way to way
l1.0: DIODE, from way to way
h1.1: LATCH, from s2 to s2
f1.1: DIODE, from way to way
l1.1: DIODE, from way to way
p1: PLUG, from shut to open
p: PLUG, from shut to open
a at 1: r1.a.0.I p.W
write 1.1.yes.1: r1.a.0.B w1.1.yes.1.I t1.1.yes.1.A
1 holds 0: r1.a.0.O h1.0.B h1.0.O f1.0.B l1.0.A r1.a.0.C
accepted: w1.1.yes.1.B p1.V p.V
1 holds 1: w1.1.yes.1.O h1.1.B h1.1.O f1.1.B l1.1.A w1.1.yes.1.C
hub 1: t1.1.yes.1.B h1.0.I l1.0.B h1.1.I l1.1.B p1.W
1 blank: f1.0.A h1.0.A f1.1.A h1.1.A
past r1.a.0: r1.a.0.A h1.0.C
past w1.1.yes.1: w1.1.yes.1.A h1.1.C
the player starts in a at 1
"""


def test_a_machine_of_one_rule_becomes_this_network() -> None:
    machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
    assert f"{network_of(machine, '0').network}\n" == WHOLE_NETWORK
