"""Formulas, machines and constraint graphs against each other and against z3 and depqbf; run_reductions.py has more."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest

from differential.deciding import DEPQBF, by_depqbf, by_z3
from reductions.graph_search import search
from reductions.small_formulas import random_formula, random_prefix, small_formulas
from reductions.small_machines import machines_by_run, random_machine, random_word, small_machines, words
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, VertexKind
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_play import play
from sokogen.reductions.formulas.expansion import Expansion, is_true
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import evaluate, find_winning_strategy
from sokogen.reductions.machines.formula_of_machine import formula_of
from sokogen.reductions.machines.lba import Machine


def test_truth_is_what_z3_says_on_all_small_formulas() -> None:
    for formula in small_formulas(2, 2, 2):
        assert by_z3(formula) == evaluate(formula).value


def test_truth_is_what_z3_says_on_random_formulas() -> None:
    rng = Random(1)
    answers = []
    for number in range(100):
        formula = random_formula(rng, random_prefix(rng, 7), 2 + number % 7, 3, exactly=number % 2 == 0)
        answers.append(evaluate(formula).value)
        assert by_z3(formula) == is_true(formula) == answers[-1]
    assert 15 < sum(answers) < 85


@pytest.mark.skipif(DEPQBF is None, reason="depqbf is not installed")
def test_truth_is_what_depqbf_says() -> None:
    rng = Random(2)
    for formula in small_formulas(2, 2, 2):
        assert by_depqbf(formula) == evaluate(formula).value
    for number in range(100):
        formula = random_formula(rng, random_prefix(rng, 9), 2 + number % 9, 3)
        assert by_depqbf(formula) == evaluate(formula).value


def test_expansion_and_recursion_agree_and_both_strategies_win() -> None:
    rng = Random(3)
    for number in range(200):
        formula = random_formula(rng, random_prefix(rng, 8), 3 + number % 8, 3)
        strategies = [find_winning_strategy(formula), Expansion(formula).strategy()]
        assert [strategy is not None and strategy.wins(formula) for strategy in strategies] == [
            evaluate(formula).value
        ] * 2


def assert_formula_says_what_the_machine_does(machine: Machine, word: str) -> bool:
    accepted = machine.accepts(word)
    assert is_true(formula_of(machine, word)) == accepted, f"{machine}\non {word}"
    return accepted


@pytest.mark.parametrize(("length", "accepted"), [(1, 88), (2, 184)])
def test_the_formula_is_true_where_the_machine_accepts_for_all_with_one_working_state(
    length: int, accepted: int
) -> None:
    answers = [
        assert_formula_says_what_the_machine_does(machine, word)
        for machine in small_machines(1, 2)
        for word in words(machine, length)
    ]
    assert (len(answers), sum(answers)) == (81 * 2**length, accepted)


def test_the_formula_is_true_where_the_machine_accepts_for_machines_with_two_working_states() -> None:
    # on a tape of length 1 the moves do not matter: these are all
    answers = [
        assert_formula_says_what_the_machine_does(machine, "0") for machine in machines_by_run("0", 2, 2, moves="S")
    ]
    assert len(answers) == 97
    for machine in islice(machines_by_run("01", 2, 2), 0, None, 30):
        assert_formula_says_what_the_machine_does(machine, "01")


def test_the_formula_is_true_where_a_nondeterministic_machine_accepts() -> None:
    for machine in islice(small_machines(1, 2, rules=2), 0, None, 20):
        assert_formula_says_what_the_machine_does(machine, "01")


def test_the_formula_is_true_where_a_random_machine_accepts() -> None:
    rng = Random(5)
    answers = []
    for number in range(40):
        machine = random_machine(rng, 1 + number % 3, 1 + number % 4, rules=1 + number % 2)
        answers.append(assert_formula_says_what_the_machine_does(machine, random_word(rng, machine, 1 + number % 2)))
    assert 10 <= sum(answers) <= 30


def test_the_edge_can_be_reversed_where_the_formula_is_true() -> None:
    for formula in small_formulas(2, 2, 2):
        reduction = Reduction.of(formula)
        assert search(reduction.graph, reduction.target).reversible == evaluate(formula).value


def cut(graph: ConstraintGraph, index: int) -> ConstraintGraph:
    """Return the graph with a signal cut through: who takes it may have it whenever he likes."""
    edge, vertices, edges = graph.edges[index], dict(graph.vertices), list(graph.edges)
    vertices |= {"cut_source": VertexKind.FREE, "cut_sink": VertexKind.FREE}
    edges[index] = edge._replace(head="cut_source")
    return ConstraintGraph(vertices, (*edges, Edge("cut", edge.weight, "cut_sink", edge.head)))


def test_each_signal_that_the_proof_needs_is_needed() -> None:
    """In a false formula each cut lets the edge be reversed, but for the innermost variable's way to the next try.

    That way is there for the proof's sake: no latch comes after it, whose memory would have to be of the same values.
    """
    reduction = Reduction.of(parse_formula("exists x1 forall x2. (x1 or not x2)(not x1 or x2)"))
    graph = reduction.graph
    harmless = set()
    for index, edge in enumerate(graph.edges):
        loose = VertexKind.FREE in (graph.vertices[edge.tail], graph.vertices[edge.head])
        if not loose and not search(cut(graph, index), reduction.target).reversible:
            harmless.add(edge.name)
    assert harmless == {
        *("try_1_left", "try_1_right"),  # copies of what comes from a source anyway
        *("try_2_latch_right", "try_2_latch_right_painted", "try_2_left", "try_2_right"),
        *("x_2_true_try", "x_2_false_try", "x_2_true_tried", "x_2_false_tried", "try_3", "try_3_painted"),
    }


def test_from_a_machine_through_a_formula_to_a_constraint_graph() -> None:
    played = 0
    for machine in chain(islice(small_machines(1, 2), 0, None, 5), islice(machines_by_run("0", 2, 2), 0, None, 50)):
        formula = formula_of(machine, "0")
        strategy = Expansion(formula).strategy()
        assert (strategy is not None) == machine.accepts("0")
        if strategy is None:
            continue
        reduction = Reduction.of(formula)
        configuration = 0
        for index in play(reduction, strategy):
            assert reduction.graph.may_reverse(index, configuration)
            configuration ^= 1 << index
        assert configuration >> reduction.target & 1
        played += 1
    assert played > 5
