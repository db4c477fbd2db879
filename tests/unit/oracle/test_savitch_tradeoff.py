"""The other ways to search: they agree with each other and with the procedure, and hold what they should."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from common.other_searches import deepen, layers, marks, whole_graph
from sokocourse.space_and_time import breadth_first
from sokogen.small.small_levels import interior_levels
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.limits import Limits
from sokospec.oracle import Metric, perft, search_exhaustively, state_graph
from sokospec.oracle.savitch import decide
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.space import counter_bits
from sokospec.oracle.systems import Graph

LEVELS = [*interior_levels(2, 2, 3), *islice(interior_levels(2, 3, 3), 0, None, 61)]
NOOK = Level.parse("######\n##---#\n##-$-#\n#---@#\n#.####\n######")


def random_graphs(count: int) -> list[Graph]:
    rng = Random(11)
    made = []
    for _ in range(count):
        nodes = rng.randint(1, 8)
        edges = [[after for after in range(nodes) if rng.random() < 0.25] for _ in range(nodes)]
        made.append(Graph(edges, rng.randrange(nodes), [node for node in range(nodes) if rng.random() < 0.2]))
    return made


def test_all_ways_agree_on_random_graphs() -> None:
    for graph in random_graphs(200):
        horizon = len(graph.edges)
        expected = decide(graph).verdict is Verdict.SOLVED
        costs = [breadth_first(graph), layers(graph, horizon), deepen(graph, horizon), marks(graph)]
        assert [cost.answer for cost in (*costs, whole_graph(graph))] == [expected] * 5


def test_all_ways_agree_with_the_oracle_on_small_levels() -> None:
    for level in LEVELS:
        system, expected = Sokoban(level), search_exhaustively(level).lurd is not None
        horizon = system.count()
        costs = [breadth_first(system), layers(system, horizon), marks(system), whole_graph(system)]
        assert [cost.answer for cost in costs] == [expected] * 4
        assert deepen(system, min(horizon, 8)).answer == expected


def test_layers_and_deepening_find_what_lies_within_the_horizon_and_no_more() -> None:
    for level in LEVELS:
        fewest = search_exhaustively(level).pushes
        for horizon in range(6):
            within = fewest is not None and fewest <= horizon
            assert layers(Sokoban(level), horizon).answer == within
            assert deepen(Sokoban(level), horizon).answer == within


@pytest.mark.parametrize("metric", Metric)
def test_a_closed_set_holds_every_state_once(metric: Metric) -> None:
    system, graph = Sokoban(NOOK, metric), state_graph(NOOK, metric)
    cost = breadth_first(system)
    assert cost.work == sum(len(following) for following in graph.following)
    assert cost.peak_bits == (len(graph.states) + 1) * system.bits + system.workspace


def test_marks_take_two_bits_for_every_configuration() -> None:
    system = Sokoban(NOOK)
    assert marks(system).peak_bits == 2 * system.count() + 4 * system.bits + system.workspace


def test_the_graph_holds_every_state_and_every_step() -> None:
    system, graph = Sokoban(NOOK), state_graph(NOOK)
    edges = sum(len(following) for following in graph.following)
    assert (
        whole_graph(system).peak_bits
        == (len(graph.states) + 2 * edges) * system.bits + len(graph.states) + system.workspace
    )


def test_layers_hold_two_layers() -> None:
    line = Graph([[node + 1] for node in range(30)] + [[]], start=0, goals=[])
    assert layers(line, 30).peak_bits == 2 * line.bits + counter_bits(30) + line.workspace


def test_deepening_holds_a_path_and_a_number_for_each_place_on_it() -> None:
    line = Graph([[node + 1] for node in range(30)] + [[]], start=0, goals=[30])
    cost = deepen(line, 40)
    assert (cost.answer, cost.work) == (True, sum(range(31)))
    assert cost.peak_bits == 2 * 31 * line.bits + 2 * counter_bits(40) + line.workspace


def test_deepening_ends_when_nothing_was_cut_off() -> None:
    assert deepen(Graph([[1], [0]], start=0, goals=[]), 10**6).work < 20


def test_a_limit_leaves_no_answer_but_what_was_measured() -> None:
    system = Sokoban(NOOK)
    over = Limits(seconds=0)
    for cost in (breadth_first(system, over), layers(system, 9, over), deepen(system, 9, over), marks(system, over)):
        assert (cost.answer, cost.work) == (None, 0) and cost.peak_bits >= system.workspace
    assert whole_graph(system, over).answer is None


def test_the_procedure_holds_less_than_breadth_first_search_on_a_room() -> None:
    level = Level.parse("######\n#-+$-#\n#--$-#\n#.---#\n######")
    system, fewest = Sokoban(level), search_exhaustively(level).pushes
    decision = decide(system, fewest, doubling=False)
    assert decision.verdict is Verdict.SOLVED
    assert decision.peak_bits < marks(system).peak_bits < breadth_first(system).peak_bits
    full = decide(system)
    assert full.horizon_bound_bits is not None and full.horizon_bound_bits < breadth_first(system).peak_bits
    assert sum(perft(level, fewest or 0)) > 12
