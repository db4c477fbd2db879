"""Constraint graphs: their constraints and steps, their text, the search of smaller graphs, and circuits in them."""

from __future__ import annotations

from functools import partial
from operator import eq
from random import Random

import pytest

from reductions.constraint_system import ConstraintLogic
from reductions.graph_search import SearchLimit, search
from reductions.random_graphs import random_graphs
from reductions.small_formulas import random_formula, random_prefix, small_formulas
from sokogen.draws import below
from sokogen.reductions.constraint_logic.constraint_graph import (
    ConstraintGraph,
    Edge,
    GraphError,
    VertexKind,
    edge_reversed,
    reach,
)
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction, to_configuration
from sokogen.reductions.constraint_logic.graph_play import play
from sokogen.reductions.constraint_logic.graph_text import read_graph, write_graph
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, FormulaError, Position, Strategy, evaluate, find_winning_strategy
from sokospec.answer import Verdict
from sokospec.oracle.savitch import decide
from sokospec.oracle.systems import configurations
from unit.reductions.refused import refusals

AND = "vertex p and\nvertex s free\nvertex a free\nvertex b free\nedge s 2 p s\nedge a 1 a p\nedge b 1 b p\n"
OR = "vertex p or\nvertex s free\nvertex a free\nvertex b free\nedge s 2 p s\nedge a 2 a p\nedge b 2 p b\n"


def named(graph: ConstraintGraph, configuration: int) -> set[str]:
    """Return the names of the edges that are directed to p."""
    return {edge.name for index, edge in enumerate(graph.edges) if graph.head(index, configuration) == "p"}


def is_legal(graph: ConstraintGraph, configuration: int) -> bool:
    """Say whether all vertices have the inflow that they need."""
    return not list(graph.violations(configuration))


def test_an_and_vertex_needs_both_red_edges_or_the_blue_one() -> None:
    graph = read_graph(AND)
    legal = [named(graph, configuration) for configuration in range(8) if is_legal(graph, configuration)]
    assert sorted(map(sorted, legal)) == [["a", "b"], ["a", "b", "s"], ["a", "s"], ["b", "s"], ["s"]]


def test_an_or_vertex_needs_any_edge() -> None:
    graph = read_graph(OR)
    legal = [named(graph, configuration) for configuration in range(8) if is_legal(graph, configuration)]
    assert len(legal) == 7 and set() not in legal


@pytest.mark.parametrize("text", [AND, OR])
def test_steps_reverse_one_edge_and_keep_the_constraints(text: str) -> None:
    graph = read_graph(text)
    system = ConstraintLogic(graph, edge_reversed(0))
    legal = [configuration for configuration in range(8) if is_legal(graph, configuration)]
    for before in legal:
        near = {before ^ 1 << index for index in range(3)} & set(legal)
        assert set(system.successors(before)) == near
        assert {after for after in range(8) if system.step(before, after)} == near


def test_the_system_goes_through_the_legal_configurations_in_order() -> None:
    for graph in random_graphs(1, 4, 10):
        system = ConstraintLogic(graph, edge_reversed(0))
        legal = [number for number in range(2 ** len(graph.edges)) if is_legal(graph, number)]
        assert list(configurations(system)) == legal and system.start in legal and len(legal) <= 2**system.bits


def test_savitch_decides_which_edges_can_be_reversed() -> None:
    answers = set()
    for graph in random_graphs(2, 2, 40):
        if len(graph.edges) > 5:
            continue
        for index in range(len(graph.edges)):
            decision = decide(ConstraintLogic(graph, edge_reversed(index)), witness=False)
            path = reach(graph, edge_reversed(index))
            assert decision.verdict is (Verdict.UNSOLVABLE if path is None else Verdict.SOLVED)
            answers.add(decision.verdict)
    assert len(answers) == 2


def test_the_search_of_a_smaller_graph_answers_what_the_search_of_the_whole_one_does() -> None:
    answers = {True: 0, False: 0}
    for inner in (2, 4, 6, 8):
        for graph in random_graphs(inner, inner, 40):
            for index in range(len(graph.edges)):
                truth = reach(graph, edge_reversed(index)) is not None
                assert search(graph, index).reversible == truth, write_graph(graph)
                answers[truth] += 1
    assert min(answers.values()) > 50


def test_a_way_found_is_legal_and_a_shortest_one() -> None:
    for graph in random_graphs(5, 4, 8):
        distance, layer = {0: 0}, [0]
        while layer:
            after = dict.fromkeys(after for one in layer for after, _ in graph.reversals(one) if after not in distance)
            distance |= dict.fromkeys(after, distance[layer[0]] + 1)
            layer = list(after)
        for wanted in list(distance)[::60]:
            path = reach(graph, partial(eq, wanted))
            assert path is not None and len(path) == distance[wanted]
            configuration = 0
            for index in path:
                assert graph.may_reverse(index, configuration)
                configuration ^= 1 << index
                assert is_legal(graph, configuration)
            assert configuration == wanted


def test_the_search_keeps_its_limit() -> None:
    graph = Reduction.of(parse_formula("forall x. ()")).graph
    with pytest.raises(SearchLimit, match="more than 10 configurations"):
        search(graph, graph.index("sat_1"), most=10)


def test_a_graph_is_read_back_in_the_configuration_it_is_written_in() -> None:
    for graph in random_graphs(3, 4, 10):
        assert read_graph(write_graph(graph)) == graph
        for configuration in list(configurations(ConstraintLogic(graph, edge_reversed(0))))[::10]:
            again = read_graph(write_graph(graph, configuration))
            assert is_legal(again, 0) and is_legal(again, configuration)
            assert write_graph(again, configuration) == write_graph(graph)


test_malformed_graphs_are_refused_where_they_are_wrong = refusals(
    read_graph,
    [
        ("vertex p\n", "NC1", 1, 1, "this is not a vertex; write 'vertex NAME and|or|free'"),
        ("vertex p xor\n", "NC1", 1, 1, "this is not a vertex"),
        ("# fine\n\nnode p and\n", "NC1", 3, 1, "this is neither a vertex nor an edge"),
        (AND + "edge c 2 a\n", "NC1", 8, 1, "this is not an edge; write 'edge NAME 1|2 TAIL HEAD'"),
        (AND + "edge c 02 a b\n", "NC1", 8, 8, "'02' is not a weight"),
        (AND + "edge c 2 a q\n", "NC2", 8, 12, "there is no vertex q"),
        (AND + "edge c 2 a a\n", "NC2", 8, 12, "the edge joins a vertex to itself"),
        (AND + "edge a 2 a b\n", "NC2", 8, 6, "a is there twice"),
        (AND + "vertex p or\n", "NC2", 8, 8, "p is there twice"),
        ("vertex p-q or\n", "NC2", 1, 8, "'p-q' is not a name"),
        ("vertex é or\n", "NC2", 1, 8, "'é' is not a name"),
    ],
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vertex p and\n", "vertex p of kind and needs edges of the weights (1, 1, 2), it has ()"),
        (AND.replace("p and", "p or"), "vertex p of kind or needs edges of the weights (2, 2, 2), it has (1, 1, 2)"),
        (AND + "edge c 1 a b\n", "vertex a of kind free needs a single edge, it has (1, 1)"),
        (AND.replace("a p", "p a"), "vertex p has an inflow below 2 at the start; turn an edge towards it"),
    ],
)
def test_graphs_that_break_the_constraints_are_refused(text: str, message: str) -> None:
    with pytest.raises(GraphError) as caught:
        read_graph(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("edge", "message"),
    [
        (Edge("a", 3, "p", "q"), "edge a has weight 3"),
        (Edge("a", 2, "p", "p"), "edge a joins vertex p to itself"),
        (Edge("a", 2, "p", "r"), "edge a has an end r, which is not a vertex"),
    ],
)
def test_edges_that_are_none_are_refused(edge: Edge, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        ConstraintGraph({"p": VertexKind.FREE, "q": VertexKind.FREE}, (edge,))


def test_two_edges_of_the_same_name_are_refused() -> None:
    vertices = dict.fromkeys("pqrs", VertexKind.FREE)
    with pytest.raises(GraphError, match="two edges have the same name"):
        ConstraintGraph(vertices, (Edge("a", 2, "p", "q"), Edge("a", 2, "r", "s")))


def test_the_edge_can_be_reversed_if_and_only_if_the_formula_is_true() -> None:
    for formula in small_formulas(1, 1, 1):
        reduction = Reduction.of(formula)
        assert (reach(reduction.graph, edge_reversed(reduction.target)) is not None) == evaluate(formula).value
    for formula in small_formulas(1, 2, 1):
        reduction = Reduction.of(formula)
        assert search(reduction.graph, reduction.target).reversible == evaluate(formula).value


def test_the_configuration_can_be_reached_if_and_only_if_the_formula_is_true() -> None:
    for formula in small_formulas(1, 1, 1):
        graph, wanted = to_configuration(formula)
        assert is_legal(graph, wanted)
        if len(graph.edges) < 30:
            assert (reach(graph, partial(eq, wanted)) is not None) == evaluate(formula).value


def test_a_winning_strategy_is_played_by_legal_steps_and_ends_with_the_edge_in_question() -> None:
    for formula in small_formulas(2, 2, 2):
        strategy = find_winning_strategy(formula)
        if strategy is None:
            continue
        reduction = Reduction.of(formula)
        reversals = play(reduction, strategy)
        configuration = 0
        for index in reversals:
            assert reduction.graph.may_reverse(index, configuration)
            configuration ^= 1 << index
        assert is_legal(reduction.graph, configuration)
        assert reversals[-1] == reduction.target and reversals.count(reduction.target) == 1


def test_a_strategy_that_does_not_win_is_not_played() -> None:
    formula = parse_formula("exists x. (x)")
    wrong = Strategy({Position(1, ()): False})
    with pytest.raises(FormulaError, match="the strategy does not win"):
        play(Reduction.of(formula), wrong)


def sizes(formula: Formula) -> tuple[int, int]:
    """Return the numbers of AND and OR vertices, and of edges."""
    graph = Reduction.of(formula).graph
    free = sum(1 for kind in graph.vertices.values() if kind is VertexKind.FREE)
    inner = len(graph.vertices) - free
    assert 2 * len(graph.edges) == 3 * inner + free
    return inner, len(graph.edges)


@pytest.mark.parametrize(("quantifier", "inner"), [("exists", 6), ("forall", 16)])
def test_each_variable_adds_the_same(quantifier: str, inner: int) -> None:
    for count in range(1, 5):
        names = " ".join(f"x{number}" for number in range(count))
        assert sizes(parse_formula(f"{quantifier} {names}. true"))[0] == inner * count


def test_the_graph_is_as_large_as_the_page_says_at_most() -> None:
    rng = Random(6)
    drawn = [random_formula(rng, random_prefix(rng, 1 + below(rng, 9)), below(rng, 9), 4) for _ in range(40)]
    for formula in [*small_formulas(2, 2, 2), *drawn]:
        universal = len(formula.universals)
        existential = len(formula.quantifiers) - universal
        literals = formula.size - len(formula.quantifiers)
        inner, edges = sizes(formula)
        assert inner <= 6 * existential + 20 * universal + 4 * literals + 6 * len(formula.clauses)
        assert edges <= 2 * inner + existential + universal + 1
