"""Savitch's procedure: what it answers, what it holds, the path that it rebuilds, and what it does at its limits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import networkx
import pytest

from reductions.constraint_system import ConstraintLogic
from sokogen.reductions.constraint_logic.constraint_graph import (
    ConstraintGraph,
    Edge,
    VertexKind,
    edge_reversed,
    reach,
)
from sokogen.reductions.machines.lba import Computation, Machine, Rule
from sokospec import Level, replay
from sokospec.answer import Verdict
from sokospec.limits import Interrupted, LimitReached, Limits, Meter
from sokospec.oracle import Metric
from sokospec.oracle.savitch import Memoised, Savitch, decide, horizons
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.space import Space, counter_bits, horizon_bound, levels, quadratic_bound
from sokospec.oracle.systems import Graph, configurations

ONE_PUSH = "#####\n#@$.#\n#####"
TWO_PUSHES = "######\n#@$ .#\n######"
NO_WAY = "####\n#@.#\n#$-#\n####"


def random_graph(rng: Random) -> Graph:
    nodes = rng.randint(1, 7)
    edges = [[after for after in range(nodes) if rng.random() < 0.3] for _ in range(nodes)]
    goals = [node for node in range(nodes) if rng.random() < 0.25]
    return Graph(edges, rng.randrange(nodes), goals)


def as_network(graph: Graph) -> networkx.DiGraph[int]:
    network: networkx.DiGraph[int] = networkx.DiGraph()
    network.add_nodes_from(range(len(graph.edges)))
    network.add_edges_from((node, after) for node, row in enumerate(graph.edges) for after in row)
    return network


def graphs(count: int, seed: int) -> Iterator[tuple[Graph, dict[int, dict[int, int]]]]:
    """Yield random graphs with the distances between their nodes, as networkx finds them."""
    rng = Random(seed)
    for _ in range(count):
        graph = random_graph(rng)
        yield graph, dict(networkx.all_pairs_shortest_path_length(as_network(graph)))


def test_within_t_steps_means_a_distance_of_at_most_t() -> None:
    for graph, distance in graphs(60, seed=1):
        nodes = range(len(graph.edges))
        for t in range(len(nodes) + 2):
            run, memoised = Savitch(graph, t), Memoised(graph, t)
            for c1 in nodes:
                for c2 in nodes:
                    expected = distance[c1].get(c2, 99) <= t
                    assert run.reaches(c1, c2, t) == memoised.reaches(c1, c2, t) == expected


def test_a_path_has_at_most_t_steps_and_each_is_an_edge() -> None:
    for graph, distance in graphs(60, seed=2):
        for c1, found in distance.items():
            for c2, steps in found.items():
                for t in (steps, steps + 1, 2 * steps, len(graph.edges)):
                    run = Savitch(graph, t)
                    path = [c1, *run.path(c1, c2, t)]
                    assert path[-1] == c2 and len(path) - 1 <= t
                    assert all(graph.step(before, after) for before, after in pairwise(path))
                    assert run.depth <= levels(t) and run.space.live == 0
                    assert run.space.peak <= horizon_bound(graph.bits, t, 0)


@pytest.mark.parametrize("doubling", [True, False])
def test_the_decision_on_random_graphs_is_that_of_networkx(doubling: bool) -> None:
    for graph, distance in graphs(300, seed=3):
        reached = [distance[graph.start][goal] for goal in graph.goals if goal in distance[graph.start]]
        decision = decide(graph, doubling=doubling)
        assert decision.verdict is (Verdict.SOLVED if reached else Verdict.UNSOLVABLE)
        if reached:
            assert decision.path is not None and decision.within is not None and decision.goal in graph.goals
            assert min(reached) <= len(decision.path) <= decision.within
            assert [graph.start, *decision.path][-1] == decision.goal
            assert all(graph.step(before, after) for before, after in pairwise([graph.start, *decision.path]))
        assert decision.horizon_bound_bits is not None
        assert decision.peak_bits <= decision.horizon_bound_bits <= decision.bound_bits


def test_every_horizon_is_answered_right_and_never_called_a_proof_when_it_is_none() -> None:
    for graph, distance in graphs(150, seed=4):
        reached = [distance[graph.start][goal] for goal in graph.goals if goal in distance[graph.start]]
        for horizon in range(len(graph.edges) + 2):
            decision = decide(graph, horizon)
            if reached and min(reached) <= horizon:
                assert decision.verdict is Verdict.SOLVED
                assert decision.lower_bound is not None and decision.lower_bound <= min(reached)
            elif decision.verdict is Verdict.UNSOLVABLE:
                assert not reached
            else:
                assert (decision.verdict, decision.exhausted) == (Verdict.LIMIT_TIME, True)
                assert decision.lower_bound == horizon + 1
                assert decision.sufficient is not None and horizon < decision.sufficient


def test_zero_steps_reach_the_start_alone() -> None:
    graph = Graph([[0, 1], [0]], start=0, goals=[1])
    run = Savitch(graph, 0)
    assert (run.reaches(0, 0, 0), run.reaches(0, 1, 0), list(run.path(0, 0, 0))) == (True, False, [])
    assert (run.depth, run.calls) == (1, 2)
    solved = decide(Graph([[1], []], start=0, goals=[0, 1]), 0)
    assert (solved.verdict, solved.within, solved.path) == (Verdict.SOLVED, 0, ())


def test_a_system_whose_configurations_are_all_goals_needs_no_step() -> None:
    decision = decide(Graph([[]], start=0, goals=[0]))
    assert (decision.verdict, decision.sufficient, decision.horizon, decision.calls) == (Verdict.SOLVED, 0, 0, 1)


def test_without_a_goal_nothing_is_asked() -> None:
    decision = decide(Graph([[1], [0]], start=0, goals=[]))
    assert (decision.verdict, decision.calls, decision.sufficient) == (Verdict.UNSOLVABLE, 0, 0)


def test_the_horizon_that_suffices_is_needed() -> None:
    line = Graph([[1], [2], [3], [4], []], start=0, goals=[4])
    needed = decide(line, doubling=False)
    assert (needed.verdict, needed.sufficient, needed.path) == (Verdict.SOLVED, 4, (1, 2, 3, 4))
    short = decide(line, 3)
    assert (short.verdict, short.exhausted, short.lower_bound) == (Verdict.LIMIT_TIME, True, 4)


def test_a_larger_horizon_than_suffices_is_cut_down() -> None:
    graph = Graph([[1], [2], [0]], start=0, goals=[2])
    assert decide(graph, 10**9).horizon == decide(graph).horizon == 2


def test_the_number_of_open_calls_is_what_the_formula_says() -> None:
    graph = Graph([[node + 1] for node in range(16)] + [[]], start=0, goals=[16])
    for t in range(17):
        run = Memoised(graph, t)
        run.reaches(0, 16, t)
        assert run.depth == levels(t)


def test_the_meter_counts_what_is_held_by_hand() -> None:
    graph = Graph([[1], [2], [0]], start=0, goals=[2])  # n = 2, and numbers up to 2 take 2 bits
    run = Savitch(graph, 2)
    assert run.reaches(0, 2, 2)
    assert run.space.peak == (2 + 2 + 2 + 2 + 1) + (2 + 2 + 2)  # c1, c2, t, middle, half; c1, c2, t
    assert run.space.live == 0
    assert run.calls == 1 + 2 + 2  # middle 0: yes, no; middle 1: yes, yes
    decision = decide(graph, doubling=False)
    assert decision.peak_bits == run.space.peak + (2 + 2 + 2) + graph.workspace  # a goal, the horizon, t
    assert decision.peak_bits == decision.horizon_bound_bits == horizon_bound(2, 2, graph.workspace)


def test_the_bounds_hold_for_every_size_and_horizon() -> None:
    for bits in range(1, 12):
        bounds = [horizon_bound(bits, horizon, 5) for horizon in range(2**bits)]
        assert bounds == sorted(bounds)
        assert bounds[-1] <= quadratic_bound(bits, 5)
        assert bounds[0] >= bits + 2 * (bits + 1) + 5  # what counting holds


def test_counters_hold_every_number_up_to_the_horizon() -> None:
    assert all(t < 2 ** counter_bits(horizon) for horizon in range(70) for t in range(horizon + 1))


def test_doubling_ends_with_the_horizon() -> None:
    for horizon in range(40):
        asked = list(horizons(horizon, doubling=True))
        assert asked[-1] == horizon and asked == sorted(set(asked))
        assert all(after <= 2 * before for before, after in pairwise(asked))


def test_the_honest_version_keeps_nothing_and_the_memoised_one_does() -> None:
    system = Sokoban(Level.parse("########\n#.-$--@#\n########"))
    honest = decide(system, doubling=False, witness=False)
    memoised = decide(system, doubling=False, witness=False, procedure=Memoised)
    assert memoised.verdict == honest.verdict
    assert memoised.calls < honest.calls
    assert memoised.peak_bits > honest.peak_bits


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize(
    ("text", "verdict", "steps"), [(ONE_PUSH, "SOLVED", 1), (TWO_PUSHES, "SOLVED", 2), (NO_WAY, "UNSOLVABLE", None)]
)
def test_levels_are_decided_and_solved(text: str, verdict: str, steps: int | None, metric: Metric) -> None:
    level = Level.parse(text)
    system = Sokoban(level, metric)
    decision = decide(system)
    assert decision.verdict == verdict
    assert (None if decision.path is None else len(decision.path)) == steps
    if decision.path is not None:
        assert replay(level, "".join(system.lurd(decision.path))).valid


def test_a_solved_level_has_the_empty_witness() -> None:
    system = Sokoban(Level.parse("####\n#@*#\n####"))
    decision = decide(system)
    assert (decision.verdict, decision.path, "".join(system.lurd(decision.path or ()))) == (Verdict.SOLVED, (), "")


def test_a_time_limit_is_kept_while_counting_and_while_asking() -> None:
    crowded = Level.parse(
        "\n".join(["#" * 12, "#@$$$$$....#", *["#" + "-" * 10 + "#"] * 6, "#" + "-" * 9 + ".#", "#" * 12])
    )
    counting = decide(Sokoban(crowded), limits=Limits(0.1))
    assert (counting.verdict, counting.configurations, counting.horizon) == (Verdict.LIMIT_TIME, None, None)
    roomy = Level.parse("#######\n#--@--#\n#-$-.-#\n#--.$-#\n#--$.-#\n#######")
    asking = decide(Sokoban(roomy), limits=Limits(0.5), doubling=False)
    assert (asking.verdict, asking.exhausted, asking.lower_bound) == (Verdict.LIMIT_TIME, False, 0)
    assert asking.horizon_bound_bits is not None
    assert 0 < asking.peak_bits <= asking.horizon_bound_bits <= asking.bound_bits


def test_limits_end_a_single_question() -> None:
    with pytest.raises(LimitReached):
        Savitch(Graph([[0]], 0, [0]), 1, meter=Meter(Limits(seconds=0))).reaches(0, 0, 1)


def test_an_interruption_leaves_what_is_known() -> None:
    class Interrupting(Savitch[int]):
        def reaches(self, c1: int, c2: int, t: int) -> bool:
            if t >= 4:
                raise KeyboardInterrupt
            return super().reaches(c1, c2, t)

    line = Graph([[node + 1] for node in range(8)] + [[]], start=0, goals=[8])
    with pytest.raises(Interrupted) as stop:
        decide(line, procedure=Interrupting)
    assert (stop.value.partial.verdict, stop.value.partial.lower_bound) == (Verdict.LIMIT_TIME, 3)


def test_an_interruption_of_the_witness_leaves_the_answer() -> None:
    class Interrupting(Savitch[int]):
        def path(self, c1: int, c2: int, t: int) -> Iterator[int]:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        decide(Graph([[1], []], start=0, goals=[1]), procedure=Interrupting)
    assert (stop.value.partial.verdict, stop.value.partial.path) == (Verdict.SOLVED, None)


def test_space_knows_its_peak() -> None:
    space = Space()
    for bits in (3, 4):
        space.hold(bits)
    space.release(7)
    space.hold(1)
    assert (space.live, space.peak) == (1, 7)


def test_a_graph_refuses_nodes_that_it_does_not_have() -> None:
    for edges, start, goals in (([[1]], 0, []), ([[0]], 1, []), ([[0]], 0, [-1])):
        with pytest.raises(ValueError, match="there is no node"):
            Graph(edges, start, goals)


def test_constraint_logic_is_decided_as_by_its_own_search() -> None:
    kinds = {"p": VertexKind.OR, "t": VertexKind.FREE, "u": VertexKind.FREE, "v": VertexKind.FREE}
    graph = ConstraintGraph(kinds, (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")))
    for index in range(3):
        for goal in (edge_reversed(index), lambda configuration: configuration == 0b111):
            decision = decide(ConstraintLogic(graph, goal))
            way = reach(graph, goal)
            assert decision.verdict is (Verdict.UNSOLVABLE if way is None else Verdict.SOLVED)
            assert (decision.path is None) == (way is None)
            assert decision.path is None or way is None or len(decision.path) >= len(way)


@pytest.mark.parametrize(("word", "accepted"), [("01", True), ("00", False), ("11", True)])
def test_a_linear_bounded_automaton_is_decided(word: str, accepted: bool) -> None:
    find_a_one = (Rule("go", "0", "go", "0", 1), Rule("go", "1", "yes", "1", 0))
    machine = Machine(("go", "yes"), ("0", "1"), "go", "yes", find_a_one)
    decision = decide(Computation(machine, word))
    assert decision.verdict is (Verdict.SOLVED if accepted else Verdict.UNSOLVABLE)
    assert decision.configurations == len(list(configurations(Computation(machine, word)))) == 16
