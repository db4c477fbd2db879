"""The state graph agrees with forward search from every one of its states, and with networkx."""

from __future__ import annotations

from random import Random

import networkx
import pytest

from parts import parts
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level
from sokospec.oracle import Metric, Objective, StateGraph, Verdict, perft, search_exhaustively, state_graph

CHUNKS = 8
OBJECTIVE_OF = {Metric.PUSHES: Objective.PUSHES, Metric.MOVES: Objective.MOVES}


def levels_of(chunk: int) -> list[Level]:
    rng = Random(1000 + chunk)
    return [random_mixed_level(rng, max_height=3, max_width=4, max_boxes=2) for _ in range(50)]


@pytest.mark.rule("D2")
@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("chunk", parts(CHUNKS, 4))
def test_every_label_is_what_forward_search_from_that_state_finds(chunk: int, metric: Metric) -> None:
    for level in levels_of(chunk):
        graph = state_graph(level, metric)
        for state, distance in zip(graph.states, graph.distance, strict=True):
            answer = search_exhaustively(Level(level.board, state), OBJECTIVE_OF[metric])
            assert distance == (answer.pushes if metric is Metric.PUSHES else answer.moves), (level, state)
            assert (distance is None) == (answer.verdict is Verdict.UNSOLVABLE), (level, state)
        assert graph.dead == sum(distance is None for distance in graph.distance)


def as_network(graph: StateGraph) -> networkx.DiGraph[int]:
    network: networkx.DiGraph[int] = networkx.DiGraph()
    network.add_nodes_from(range(len(graph.states)))
    network.add_edges_from((index, after) for index, follows in enumerate(graph.following) for after in follows)
    return network


@pytest.mark.rule("D1", "D2")
@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("chunk", parts(CHUNKS, 4))
def test_reachability_and_distances_are_those_that_networkx_finds(chunk: int, metric: Metric) -> None:
    for level in levels_of(chunk):
        graph = state_graph(level, metric)
        network = as_network(graph)
        from_start = networkx.single_source_shortest_path_length(network, 0)
        assert set(from_start) == set(range(len(graph.states))), level
        depth = max(from_start.values())
        counts = perft(level, depth + 1, metric)
        assert counts == [list(from_start.values()).count(distance) for distance in range(depth + 2)], level
        solved = {index for index, state in enumerate(graph.states) if not state.boxes - level.goals}
        to_solved = (
            networkx.multi_source_dijkstra_path_length(network.reverse(), solved) if solved else dict[int, int]()
        )
        assert list(graph.distance) == [to_solved.get(index) for index in range(len(graph.states))], level


def test_states_come_in_breadth_first_order_and_successors_once() -> None:
    for level in levels_of(0):
        for metric in Metric:
            graph = state_graph(level, metric)
            from_start = networkx.single_source_shortest_path_length(as_network(graph), 0)
            depths = [from_start[index] for index in range(len(graph.states))]
            assert depths == sorted(depths)
            assert len(set(graph.states)) == len(graph.states)
            assert all(len(set(follows)) == len(follows) for follows in graph.following)
