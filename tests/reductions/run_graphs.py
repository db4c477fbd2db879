"""Constraint graphs straight into networks, checked at length; prints the figures of docs/records/reductions.md.

python tests/reductions/run_graphs.py graphs      every edge of 160 random graphs: can it be reversed, can one win
python tests/reductions/run_graphs.py local       their networks and those of formulas, edge by edge
python tests/reductions/run_graphs.py formulas    232 formulas both ways, straight and through their graphs
python tests/reductions/run_graphs.py levels      levels of formulas of one variable both ways, solved or not alike
python tests/reductions/run_graphs.py needed      the networks without gadgets of one kind
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))  # a script stands outside the path of the tests

from reductions.cut_out import tile_problems
from reductions.graph_search import SearchLimit, search
from reductions.parts import run
from reductions.random_graphs import random_graphs
from reductions.relaxed import RelaxedSearch, reaches
from reductions.run_machines import is_solution, without
from reductions.run_qbf import formulas as all_formulas
from reductions.small_formulas import small_formulas
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, edge_reversed, reach
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_play import play
from sokogen.reductions.constraint_logic.network_play import HALL, REVERSED, GraphNetwork, network_of, play_reversals
from sokogen.reductions.formula_network import network_of as formula_network
from sokogen.reductions.formulas.qbf import evaluate, find_winning_strategy
from sokogen.reductions.instances import instance_of
from sokogen.reductions.layout.squares import text_of
from sokogen.reductions.network_level import network_level
from sokogen.reductions.walks import lurd
from sokospec.errors import SokobanError

MOST_CONFIGURATIONS = 1_500_000


def cases(sizes: tuple[int, ...] = (2, 4, 6, 8), each: int = 40) -> Iterator[tuple[ConstraintGraph, int]]:
    """Yield the edges of random graphs: those on which the search of smaller graphs is tested."""
    for inner in sizes:
        for graph in random_graphs(inner, inner, each):
            yield from ((graph, index) for index in range(len(graph.edges)))


def agrees(graph: ConstraintGraph, target: int) -> tuple[bool, bool, int]:
    """Say whether an edge can be reversed, whether the network says the same, and in how many states."""
    made, path = network_of(graph, target), reach(graph, edge_reversed(target))
    reached, states = reaches(made.network, REVERSED)
    if path is not None:
        list(play_reversals(made, path))
    return path is not None, reached == (path is not None), states


def graphs() -> bool:
    """Every edge of the random graphs."""
    found = [agrees(*case) for case in cases()]
    wrong = sum(not agree for _, agree, _ in found)
    print(
        f"{len(found)} edges of 160 graphs, {sum(truth for truth, _, _ in found)} can be reversed, {wrong} mismatches; "
        f"at most {max(states for _, _, states in found):,} states"
    )
    return not wrong


def local_errors(made: GraphNetwork) -> tuple[int, list[str]]:
    """Return how often the way of an edge was searched, and what is wrong: nothing if the network is as its graph.

    From the hall into the way of each edge and back, for all legal directions of the edges at its ends: the player
    comes back with everything as it was, or with this edge reversed if that is legal, and meets only gadgets that tell
    of these edges. So whatever is reversed by any walk, could be reversed in the graph.
    """
    graph = made.graph
    relaxed = RelaxedSearch(made.network)
    edge_of = {latch: edge for (edge, _), latches in made.latches.items() for latch in latches}
    count, wrong = 0, list[str]()
    for index, edge in enumerate(graph.edges):
        near = sorted({*graph.edges_of[edge.tail], *graph.edges_of[edge.head]})
        names = {graph.edges[one].name for one in near}
        for bits in product((0, 1), repeat=len(near)):
            configuration = sum(bit << one for bit, one in zip(bits, near, strict=True))
            if not (graph.is_satisfied(edge.tail, configuration) and graph.is_satisfied(edge.head, configuration)):
                continue
            count += 1
            start = _packed(made, relaxed, configuration)
            allowed = {start}
            if graph.may_reverse(index, configuration):
                allowed.add(_packed(made, relaxed, configuration ^ 1 << index))
            ends, met = _excursion(relaxed, start, edge.name)
            if ends | {start} != allowed:
                wrong.append(f"{edge.name} in {configuration:b} comes back wrong")
            if not {edge_of[tile] for tile in met if tile in edge_of} <= names:
                wrong.append(f"{edge.name} meets what tells of other edges")
    return count, wrong


def _packed(made: GraphNetwork, relaxed: RelaxedSearch, configuration: int) -> int:
    """Return the state in the hall in which the latches tell of a configuration."""
    state = relaxed.first
    for index, edge in enumerate(made.graph.edges):
        if configuration >> index & 1:
            for vertex, change in ((edge.head, 1), (edge.tail, -1)):
                state += sum(change * relaxed.unit[latch] for latch in made.latches[edge.name, vertex])
    return state


def _excursion(relaxed: RelaxedSearch, start: int, edge: str) -> tuple[set[int], set[str]]:
    """Return the states in which one comes back from the way of an edge, and the tiles that were passed."""
    hall = relaxed.names.index(HALL)
    ends, met, seen, waiting = set[int](), set[str](), {start}, [start]
    while waiting:
        state = waiting.pop()
        for after, tile in relaxed.moves(state):
            if state == start and tile.split(".")[:2] not in (["g", edge], ["t", edge]):
                continue
            met.add(tile)
            if after % relaxed.nets == hall:
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends, met


def local() -> bool:
    """Edge by edge, for graphs of any size."""
    right = True
    for what, some in (
        ("160 random graphs", [graph for size in (2, 4, 6, 8) for graph in random_graphs(size, size, 40)]),
        ("the graphs of 232 formulas", [Reduction.of(formula).graph for formula in all_formulas()]),
    ):
        found = [local_errors(network_of(graph, 0)) for graph in some]
        wrong = sum(bool(errors) for _, errors in found)
        print(f"{what}: {sum(count for count, _ in found):,} searches of the way of an edge, {wrong} networks wrong")
        right &= not wrong
    return right


def formulas() -> bool:
    """Formulas straight into networks, and through graphs."""
    count = true = wrong = beyond = whole = 0
    largest = 0
    for formula in all_formulas():
        reduction, strategy = Reduction.of(formula), find_winning_strategy(formula)
        straight = formula_network(formula).solution() is not None
        made = network_of(reduction.graph, reduction.target)
        largest = max(largest, len(made.network.tiles))
        count += 1
        true += straight
        if strategy is not None:
            list(play_reversals(made, play(reduction, strategy)))
            through = True
        else:
            try:
                through = search(reduction.graph, reduction.target, most=MOST_CONFIGURATIONS).reversible
            except SearchLimit:
                beyond += 1
                continue
            try:
                through |= reaches(made.network, REVERSED, most_states=50_000)[0]
                whole += 1
            except MemoryError:
                pass
        if straight != through:
            wrong += 1
            print("mismatch:", formula)
    print(
        f"{count} formulas, {true} true, {wrong} mismatches; networks of up to {largest} gadgets; of the false ones "
        f"{whole} networks were exhausted whole, {beyond} graphs were too large to search"
    )
    return not wrong


def levels() -> bool:
    """Draw the level of each formula of one variable both ways: read back, and where it is true its solution played."""
    right = True
    for formula in small_formulas(1, 2, 1):
        found = []
        for by_graph in (False, True):
            instance = instance_of("qbf", str(formula), by_graph=by_graph)
            begun = process_time()
            made = network_level(instance.network)
            wrong = len(tile_problems(made.squares, made.tiles))
            solved = instance.answer and is_solution(text_of(made.squares), "".join(lurd(made, instance.play())))
            right &= not wrong and solved == instance.answer == evaluate(formula).value
            size = f"{made.figures['height']} x {made.figures['width']}, {made.figures['crossings']} crossings"
            found.append(f"{size}, {'solved' if solved else 'false'}, {wrong} gadgets wrong")
            found[-1] += f" [{process_time() - begun:.0f} s]"
        print(f"{formula}: {found[0]}; by way of a graph: {found[1]}", flush=True)
    return right


NEEDED = {
    "g": "latch that asks for another edge",
    "t": "latch before an edge",
    "a": "diode behind a lane",
    "l": "diode to the hall",
    "w": "latch before the plugs",
}


def needed() -> bool:
    """Say of each kind of gadget for which graph the network is wrong without it."""
    right = True
    for prefix, what in NEEDED.items():
        for graph, target in cases((2, 4)):
            network = network_of(graph, target).network
            weaker = without(network, {tile.name for tile in network.tiles if tile.name[0] == prefix})
            plug = next(tile.name for tile in network.tiles if tile.kind == "PLUG")
            if reaches(weaker, weaker.net_of[plug, "V"])[0] and reach(graph, edge_reversed(target)) is None:
                name, size = graph.edges[target].name, len(graph.edges)
                print(f"without each {what}: wrong for edge {name} of a graph with {size} edges")
                break
        else:
            right = False
            print(f"without each {what}: never wrong")
    return right


if __name__ == "__main__":
    try:
        sys.exit(run(__doc__, graphs, local, formulas, levels, needed))
    except SokobanError as error:
        sys.exit(str(error))
