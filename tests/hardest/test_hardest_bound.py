"""The bound on the lengths of solutions: components are those of networkx, and no shortest path is longer."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from parts import parts
from sokogen.hardest.length_bound import bounds, components


def random_graph(rng: Random) -> nx.DiGraph:
    nodes = rng.randint(1, 30)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(nodes))
    for _ in range(rng.randint(0, 3 * nodes)):
        graph.add_edge(rng.randrange(nodes), rng.randrange(nodes))
    for _ in range(rng.randint(0, 3)):  # long circles, where the bound is more than a count
        nx.add_cycle(graph, rng.sample(range(nodes), rng.randint(1, nodes)))
    return graph


@pytest.mark.parametrize("seed", parts(200, 50))
def test_components_and_bounds_are_right_on_random_graphs(seed: int) -> None:
    rng = Random(seed)
    graph = random_graph(rng)
    rows = [sorted(graph.successors(node)) for node in range(len(graph))]
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    edges = np.array([other for row in rows for other in row], dtype=np.int32)

    component = np.zeros(len(graph), dtype=np.int32)
    count = components(starts, edges, component)
    found = {frozenset(np.flatnonzero(component == number).tolist()) for number in range(count)}
    assert found == set(map(frozenset, nx.strongly_connected_components(graph)))
    assert all(component[one] >= component[other] for one, other in graph.edges)

    ends = np.array([rng.random() < 0.7 for _ in graph], dtype=np.uint8)
    ones = np.ones(len(graph), dtype=np.int32)
    for fine in (False, True):
        bound = np.zeros(len(graph), dtype=np.int32)
        bounds(starts, edges, ones, ends, fine, bound)
        for node, lengths in nx.all_pairs_shortest_path_length(graph):
            assert max((length for end, length in lengths.items() if ends[end]), default=-1) <= bound[node] < len(graph)
            assert (bound[node] >= 0) == any(ends[end] for end in lengths)


@pytest.mark.parametrize("seed", parts(50, 20))
def test_a_node_may_stand_for_many_states(seed: int) -> None:
    """A node's states are joined both ways; then no path between any two is longer than the bound of their nodes."""
    rng = Random(seed)
    graph = random_graph(rng)
    weight = np.array([rng.randint(1, 4) for _ in graph], dtype=np.int32)
    large = nx.DiGraph()  # of edges in a list, networkx before 3.4 warns that Pandas is not there
    large.add_edges_from(((node, i), (node, i + 1)) for node in graph for i in range(weight[node] - 1))
    large.add_nodes_from((node, 0) for node in graph)
    large.add_edges_from([(there, here) for here, there in large.edges])
    large.add_edges_from(
        ((one, rng.randrange(weight[one])), (other, rng.randrange(weight[other]))) for one, other in graph.edges
    )
    rows = [sorted(graph.successors(node)) for node in range(len(graph))]
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    edges = np.array([other for row in rows for other in row], dtype=np.int32)
    bound = np.zeros(len(graph), dtype=np.int32)
    bounds(starts, edges, weight, np.ones(len(graph), dtype=np.uint8), False, bound)
    for (node, _), lengths in nx.all_pairs_shortest_path_length(large):
        assert max(lengths.values()) <= bound[node]


def test_the_bound_is_close_on_circles_and_lines() -> None:
    for size in (5, 9, 20):
        circle = np.array([(node + 1) % size for node in range(size)], dtype=np.int32)
        bound = np.zeros(size, dtype=np.int32)
        ones, ends = np.ones(size, dtype=np.int32), np.ones(size, dtype=np.uint8)
        bounds(np.arange(size + 1, dtype=np.int64), circle, ones, ends, True, bound)
        assert set(bound.tolist()) == {size - 1}
        line = np.array([other for node in range(size) for other in (node - 1, node + 1) if 0 <= other < size])
        starts = np.cumsum([0, *(2 - (node in (0, size - 1)) for node in range(size))], dtype=np.int64)
        bounds(starts, line.astype(np.int32), ones, ends, True, bound)
        assert set(bound.tolist()) == {size - 1}
