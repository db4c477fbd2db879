"""Constraint graphs straight into networks: won exactly if the edge can be reversed."""

from __future__ import annotations

import pytest

from reductions.random_graphs import STUCK, random_graphs
from reductions.relaxed import reaches
from reductions.run_graphs import agrees, local_errors
from reductions.run_machines import without
from reductions.small_formulas import small_formulas
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, VertexKind, edge_reversed, reach
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_play import play
from sokogen.reductions.constraint_logic.graph_text import read_graph, read_question, write_graph
from sokogen.reductions.constraint_logic.network_play import REVERSED, network_of, play_reversals
from sokogen.reductions.formulas.qbf import evaluate, find_winning_strategy
from sokospec.errors import SokobanError
from unit.reductions.refused import refusals


def test_the_network_can_be_won_exactly_if_the_edge_can_be_reversed() -> None:
    answers = set()
    for graph in [read_graph(STUCK), *random_graphs(2, 2, 12), *random_graphs(4, 4, 5)]:
        for index in range(len(graph.edges)):
            truth, right, _ = agrees(graph, index)
            assert right, write_graph(graph, target=index)
            answers.add(truth)
    assert len(answers) == 2


def test_the_real_gadgets_of_the_smallest_graph() -> None:
    graph, target = read_question("vertex p free\nvertex q free\nedge a 2 p q\ntarget a")
    solution = network_of(graph, target).network.solution()
    assert solution is not None and len(solution) < 15


def test_whoever_walks_the_way_of_an_edge_comes_back_with_this_edge_reversed_or_nothing() -> None:
    for graph in [*random_graphs(6, 6, 3), *(Reduction.of(formula).graph for formula in small_formulas(1, 1, 1))]:
        count, wrong = local_errors(network_of(graph, 0))
        assert count > len(graph.edges) and not wrong


def test_without_the_diodes_behind_lanes_an_edge_can_be_directed_both_ways() -> None:
    graph, target = read_question(STUCK)
    network = network_of(graph, target).network
    weaker = without(network, {tile.name for tile in network.tiles if tile.name.startswith("a.")})
    assert reach(graph, edge_reversed(target)) is None
    assert reaches(weaker, REVERSED)[0] and not reaches(network, REVERSED)[0]


def test_a_true_formula_wins_through_its_graph_as_well() -> None:
    for formula in small_formulas(2, 1, 2):
        strategy = find_winning_strategy(formula)
        assert (strategy is not None) == evaluate(formula).value
        if strategy is not None:
            reduction = Reduction.of(formula)
            made = network_of(reduction.graph, reduction.target)
            assert list(play_reversals(made, play(reduction, strategy)))


def test_a_network_is_as_large_as_told() -> None:
    for graph in random_graphs(6, 6, 10):
        kinds = [tile.kind for tile in network_of(graph, 0).network.tiles]
        inner = list(graph.vertices.values())
        assert (
            kinds.count("LATCH")
            == 2 * len(graph.edges) + 4 * inner.count(VertexKind.AND) + 6 * inner.count(VertexKind.OR) + 1
        )
        assert (kinds.count("DIODE"), kinds.count("PLUG")) == (4 * len(graph.edges), len(graph.edges) + 1)


def test_illegal_reversals_are_refused() -> None:
    graph, target = read_question(
        "vertex p and\nvertex s free\nvertex a free\nvertex b free\n"
        "edge s 2 p s\nedge a 1 a p\nedge b 1 b p\ntarget a\n"
    )
    with pytest.raises(SokobanError, match="does not let the player pass"):
        list(play_reversals(network_of(graph, target), [1]))


test_questions_that_are_none_are_refused_where_they_are_wrong = refusals(
    read_question,
    [
        ("vertex p free\nvertex q free\nedge a 2 p q\n", "NC3", 4, None, "no target edge"),
        ("vertex p free\nvertex q free\nedge a 2 p q\ntarget b\n", "NC3", 4, 8, "there is no edge b before this line"),
        ("vertex p free\nvertex q free\nedge a 2 p q\ntarget a\ntarget a", "NC3", 5, 1, "this is not the only target"),
        ("target\n", "NC3", 1, 1, "this is not the only target"),
        ("vertex p free\nedge a 2 p q\ntarget a\n", "NC2", 2, 12, "there is no vertex q"),
    ],
)


WHOLE_NETWORK = """\
t.a.p: LATCH, from s2 to s2
l.a.p: DIODE, from way to way
t.a.q: LATCH, from s0 to s0
l.a.q: DIODE, from way to way
p.a: PLUG, from shut to open
win: LATCH, from s2 to s2
a.a.p: DIODE, from way to way
a.a.q: DIODE, from way to way
p: PLUG, from shut to open
hall: t.a.p.I l.a.p.B t.a.q.I l.a.q.B win.I p.W
a to p: t.a.p.B t.a.p.O l.a.p.A p.a.W win.O t.a.p.C a.a.q.B
a to q: t.a.q.B t.a.q.O l.a.q.A a.a.p.B t.a.q.C
reversed: p.a.V win.B p.V
past t.a.p: t.a.p.A win.C
a off p: win.A a.a.p.A
a off q: t.a.q.A a.a.q.A
the player starts in hall
"""


def test_a_graph_of_one_edge_becomes_this_network() -> None:
    graph = ConstraintGraph({"p": VertexKind.FREE, "q": VertexKind.FREE}, (Edge("a", 2, "p", "q"),))
    assert f"{network_of(graph, 0).network}\n" == WHOLE_NETWORK
