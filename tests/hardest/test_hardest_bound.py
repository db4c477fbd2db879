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
    graph = random_graph(Random(seed))
    rows = [sorted(graph.successors(node)) for node in range(len(graph))]
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    edges = np.array([other for row in rows for other in row], dtype=np.int32)

    component = np.zeros(len(graph), dtype=np.int32)
    count = components(starts, edges, component)
    found = {frozenset(np.flatnonzero(component == number).tolist()) for number in range(count)}
    assert found == set(map(frozenset, nx.strongly_connected_components(graph)))
    assert all(component[one] >= component[other] for one, other in graph.edges)

    bound = np.zeros(len(graph), dtype=np.int32)
    bounds(starts, edges, bound)
    for node, lengths in nx.all_pairs_shortest_path_length(graph):
        assert max(lengths.values()) <= bound[node] < len(graph)


def test_the_bound_is_close_on_circles_and_lines() -> None:
    for size in (5, 9, 20):
        circle = np.array([(node + 1) % size for node in range(size)], dtype=np.int32)
        bound = np.zeros(size, dtype=np.int32)
        bounds(np.arange(size + 1, dtype=np.int64), circle, bound)
        assert set(bound.tolist()) == {size - 1}
        line = np.array([other for node in range(size) for other in (node - 1, node + 1) if 0 <= other < size])
        starts = np.cumsum([0, *(2 - (node in (0, size - 1)) for node in range(size))], dtype=np.int64)
        bounds(starts, line.astype(np.int32), bound)
        assert set(bound.tolist()) == {size - 1}
