"""Networks of gadgets: their search, the network of a formula against the formula's truth, and the crossover."""

from __future__ import annotations

from random import Random

import pytest

from reductions.leaving_out import without
from reductions.small_formulas import random_formula, small_formulas
from sokogen.reductions.formula_network import lone_literals, network_of, size
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, Quantifier, evaluate, find_winning_strategy
from sokogen.reductions.gadgets.crossover import PASSAGES, crossover_network, passages, route
from sokogen.reductions.gadgets.derivation import derive
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Network, NetworkSearch, Tile
from sokogen.reductions.gadgets.simulation import simulation, useful, whole
from sokospec.errors import SokobanError


def test_a_port_in_no_net_or_in_two_is_refused_by_name() -> None:
    diode = Tile("d", "DIODE", "way", "way")
    with pytest.raises(SokobanError, match=r"see d\.B"):
        Network.build([diode], {"a": ["d.A"]}, "a")
    with pytest.raises(SokobanError, match=r"see d\.A"):
        Network.build([diode], {"a": ["d.A", "d.B"], "b": ["d.A"]}, "a")
    with pytest.raises(SokobanError, match="starts in c"):
        Network.build([diode], {"a": ["d.A", "d.B"]}, "c")


def test_a_search_stops_where_it_is_told_to() -> None:
    with pytest.raises(MemoryError):
        network_of(parse_formula("forall x. (x)")).solution(most_states=5)


@pytest.mark.parametrize("kind", ["LATCH", "DIODE", "TOGGLE", "SH", "AL", "PLUG"])
def test_every_passage_left_out_has_one_that_does_as_well(kind: str) -> None:
    for goal in LIBRARY[kind].goals:
        full = whole(kind, goal)
        order = simulation(full, goal)
        for start in LIBRARY[kind].gadget.configurations:
            kept = useful(kind, start, goal)
            for one in full.passages - kept.passages:
                if one.state in kept.states:
                    rivals = [after for leaving, after in kept.exits(one.state, one.entry) if leaving == one.exit]
                    rivals += [one.state] if one.entry == one.exit else []
                    assert any((one.after, rival) in order for rival in rivals), (goal, one)


@pytest.mark.parametrize("kind", sorted(LIBRARY))
def test_gadgets_stay_closed_and_behave_alike_whichever_state_is_the_goal(kind: str) -> None:
    gadget = LIBRARY[kind].gadget
    for goal in LIBRARY[kind].goals:
        automaton = whole(kind, goal)
        drawings = {state: gadget.drawing(gadget.configurations[state]) for state in automaton.states}
        found = derive(Gadget.parse(kind, drawings))
        assert (found.escapes, found.sealed, found.traps) == (0, True, 0)
        assert (found.automaton, found.boxes_of) == (automaton, gadget.configurations)


def test_the_search_with_all_passages_finds_the_same_as_with_the_useful_ones() -> None:
    for formula in small_formulas(1, 2, 1):
        network = network_of(formula)
        search = NetworkSearch(network, useful=False)
        assert (search.solution() is None) == (network.solution() is None)
    assert len(whole("DIODE", "way").states) > len(useful("DIODE", "way", "way").states)


def test_networks_of_all_small_formulas_can_be_won_exactly_if_the_formula_is_true() -> None:
    formulas = list(small_formulas(2, 2, 2, up_to_symmetry=False))
    assert len(formulas) == 200
    for formula in formulas:
        assert (network_of(formula).solution() is not None) == evaluate(formula).value, str(formula)


def test_networks_of_random_formulas_with_three_variables_can_be_won_exactly_if_they_are_true() -> None:
    rng = Random(3)
    for prefix in ("EEE", "EEA", "AEE", "EAE"):
        quantifiers = [Quantifier.EXISTS if letter == "E" else Quantifier.FORALL for letter in prefix]
        for _ in range(3):
            formula = random_formula(rng, quantifiers, 2, 2)
            assert (network_of(formula).solution() is not None) == evaluate(formula).value, str(formula)


def test_a_literal_without_a_latch_leaves_a_variable_one_value_for_both_of_a_later_universal_one() -> None:
    rng = Random(11)
    true = 0
    for number in range(24):
        clauses = random_formula(rng, [Quantifier.EXISTS] * 3, 2, 2).clauses
        # The first variable has no latch for its negation; the opponent's values come after it, and before the third.
        formula = Formula(
            (Quantifier.EXISTS, Quantifier.FORALL, (Quantifier.EXISTS, Quantifier.FORALL)[number % 2]),
            (*(tuple(abs(one) if abs(one) == 1 else one for one in clause) for clause in clauses), (1, 2), (-1, 3)),
        )
        assert -1 in lone_literals(formula)
        value = evaluate(formula).value
        assert (network_of(formula).solution() is not None) == value, str(formula)
        true += value
    assert 0 < true < 24


@pytest.mark.parametrize("prefix", ["t", "f", "e"])
def test_without_one_of_its_diodes_a_universal_variable_is_passed_with_one_value(prefix: str) -> None:
    formula = parse_formula("forall x. (x)")
    assert network_of(formula).solution() is None
    assert without(network_of(formula), prefix).solution() is not None


def test_the_size_of_a_network_is_told_without_building_it() -> None:
    rng = Random(5)
    for _ in range(30):
        formula = random_formula(rng, [Quantifier.EXISTS, Quantifier.FORALL, Quantifier.FORALL], 4, 3, exactly=False)
        kinds = [tile.kind for tile in network_of(formula).tiles]
        assert {kind: kinds.count(kind) for kind in size(formula)} == size(formula)


def test_a_winning_strategy_wins_the_network_and_a_losing_one_is_refused() -> None:
    rng = Random(7)
    won = 0
    for _ in range(60):
        quantifiers = [rng.choice(list(Quantifier)) for _ in range(4)]
        formula = random_formula(rng, quantifiers, 3, 3, exactly=False)
        strategy = find_winning_strategy(formula)
        if strategy is not None:
            assert list(play_strategy(formula, network_of(formula), strategy))
            won += 1
            worse = Formula(formula.quantifiers, (*formula.clauses, ()), formula.names)
            with pytest.raises(SokobanError, match="does not satisfy clause 4"):
                list(play_strategy(worse, network_of(worse), strategy))
    assert won > 10


def test_the_crossover_lets_nobody_turn_off_and_can_always_be_finished() -> None:
    found = passages(crossover_network())
    assert found.passages == frozenset(PASSAGES)
    assert found.can_finish
    assert found.states == 16
    assert {len(route(entry, leave)) for entry, leave in PASSAGES} == {16}


def test_the_crossover_needs_all_its_gadgets() -> None:
    for tile in crossover_network().tiles:
        assert passages(crossover_network(tile.name)).passages != frozenset(PASSAGES), tile.name
