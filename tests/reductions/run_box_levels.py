"""Levels whose boxes are the edges of a graph, checked at length; prints the figures of docs/records/reductions.md.

python tests/reductions/run_box_levels.py graphs     every edge of 80 random graphs: what the solver says of its level
python tests/reductions/run_box_levels.py plays      the solutions of larger levels, replayed
python tests/reductions/run_box_levels.py table      both layouts of the same graphs
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))  # a script stands outside the path of the tests

from reductions.parts import run
from reductions.random_graphs import random_graphs
from sokogen.reductions.box_edges.box_level import BoxLevel, box_level
from sokogen.reductions.box_edges.edge_play import lurd, moves
from sokogen.reductions.box_edges.grid_drawing import CrossingError
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, edge_reversed, reach
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_text import read_question
from sokogen.reductions.constraint_logic.network_play import network_of, play_reversals
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.network_level import network_level
from sokogen.reductions.walks import moves as moves_of_network
from sokospec import Verdict, replay, solve
from sokospec.errors import SokobanError
from sokospec.limits import Limits

EXAMPLES = Path(__file__).parents[2] / "examples" / "graphs"


def levels(sizes: tuple[int, ...], each: int) -> Iterator[tuple[BoxLevel | None, list[int] | None]]:
    """Yield for each edge of random graphs its level, None if it is not planar, and the fewest reversals, if any."""
    for inner in sizes:
        for graph in random_graphs(inner, inner, each):
            for target in range(len(graph.edges)):
                try:
                    made = box_level(graph, target, tries=1)
                except CrossingError:
                    made = None
                yield made, reach(graph, edge_reversed(target))


def is_played(made: BoxLevel, reversals: list[int]) -> bool:
    """Say whether the reversals, played with boxes, solve the level."""
    return replay(made.level, "".join(lurd(made, reversals))).solved


def is_decided(made: BoxLevel, answer: bool, seconds: float = 60) -> bool | None:
    """Say whether the solver says the same as the answer, None if it says nothing in time."""
    verdict = solve(made.level, objective="any", limits=Limits(cpu=seconds)).verdict
    wanted = Verdict.SOLVED if answer else Verdict.UNSOLVABLE
    return verdict is wanted if verdict in (Verdict.SOLVED, Verdict.UNSOLVABLE) else None


def graphs() -> bool:
    """Every edge of the random graphs."""
    count = true = wrong = beyond = crossing = most = 0
    for made, reversals in levels((2, 4), 40):
        if made is None:
            crossing += 1
            continue
        count += 1
        true += reversals is not None
        most = max(most, made.figures["boxes"])
        agrees = is_decided(made, reversals is not None)
        beyond += agrees is None
        wrong += agrees is False or (reversals is not None and not is_played(made, reversals))
    print(
        f"{count} edges of 80 graphs, {true} can be reversed, {wrong} mismatches; levels of up to {most} boxes, "
        f"{beyond} not settled by the solver; {crossing} edges of graphs that are not planar"
    )
    return not wrong


def plays() -> bool:
    """Edges of larger graphs."""
    count = wrong = crossing = most = 0
    for made, reversals in levels((6, 8), 6):
        if made is None:
            crossing += 1
        elif reversals is not None:
            count += 1
            most = max(most, made.figures["boxes"])
            wrong += not is_played(made, reversals)
    print(f"{count} solutions of levels of up to {most} boxes, {wrong} wrong; {crossing} edges not drawn")
    return not wrong


def questions() -> Iterator[tuple[str, ConstraintGraph, int, list[int]]]:
    """Yield the graphs of the table, each with its target edge and how to reverse it."""
    single = "vertex p free\nvertex q free\nedge a 2 p q\ntarget a"
    gate = (EXAMPLES / "gate.txt").read_text(encoding="ascii")
    for name, text in (("a single edge", single), ("`examples/graphs/gate.txt`", gate)):
        graph, target = read_question(text)
        yield name, graph, target, reach(graph, edge_reversed(target)) or []
    formula = "exists x. (x)"
    reduction = Reduction.of(parse_formula(formula))
    reversals = reach(reduction.graph, edge_reversed(reduction.target)) or []
    yield f"that of `{formula}`", reduction.graph, reduction.target, reversals


def table() -> bool:
    """Squares, boxes and moves of the two layouts."""
    print("| graph | edges | reversals | layout | height x width | squares | boxes | moves |")
    print("|---|--:|--:|---|---|--:|--:|--:|")
    for name, graph, target, reversals in questions():
        boxes = box_level(graph, target)
        network = network_of(graph, target)
        latches = network_level(network.network)
        rows = (
            ("latches", latches.figures, moves_of_network(latches, play_reversals(network, reversals))),
            ("boxes", boxes.figures, moves(boxes, reversals)),
        )
        for layout, figures, count in rows:
            size = f"{figures['height']} x {figures['width']} | {figures['squares']:,} | {figures['boxes']:,}"
            print(f"| {name} | {len(graph.edges)} | {len(reversals)} | {layout} | {size} | {count:,} |", flush=True)
    return True


if __name__ == "__main__":
    try:
        begun = process_time()
        code = run(__doc__, graphs, plays, table)
        print(f"{process_time() - begun:.0f} CPU seconds", file=sys.stderr)
        sys.exit(code)
    except SokobanError as error:
        sys.exit(str(error))
