"""Pictures for the course in docs/background/course: nothing is measured, and the same command gives the same bytes.

    python experiments/lessons/pictures.py closed-set --out docs/pictures/course_closed_set.svg

`closed-set` draws every state that can be reached in a level without a solution, and every push between them, `lengths`
the moves of the families against floor squares, `classes` which classes of problems lie in which, and `savitch` the
calls of Savitch's procedure on a line of four nodes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from math import log10
from pathlib import Path
from xml.sax.saxutils import escape

from sokocourse.course_levels import floor_inside
from sokogen.families.catalogue import FAMILIES
from sokospec import Level
from sokospec.oracle import state_graph
from sokospec.oracle.systems import Graph
from sokoview.pictures.recursion_tree import recursion_tree, text_symbol, tree_svg
from sokoview.pictures.svg import svg

WALL = "######\n#   .#\n# @  #\n#  $ #\n######"
"""The level of lesson 1 that has no solution."""

INK, GREY, PAPER, FILLS = "#2d2a26", "#777777", "#ffffff", ("#eef3fb", "#dbe7f6", "#c5d8f0", "#acc8ea")
SCALE = 0.6
"""How large levels are drawn, against what `sokospec render` draws."""


def closed_set(path: Path) -> None:
    """Draw the states of a level in columns, by the pushes that lead to them, and an arrow for each push."""
    level = Level.parse(WALL)
    graph = state_graph(level)
    pushes = [0] * len(graph.states)
    for here, following in enumerate(graph.following):  # states are in the order of breadth-first search
        for after in following:
            if after and not pushes[after]:
                pushes[after] = pushes[here] + 1
    wide, high = level.board.width * 32 * SCALE, level.board.height * 32 * SCALE
    columns = [[state for state, count in enumerate(pushes) if count == column] for column in range(max(pushes) + 1)]
    tallest = max(map(len, columns))
    corner = {}
    for column, states in enumerate(columns):
        for row, state in enumerate(states):
            top = 40 + (row + (tallest - len(states)) / 2) * (high + 30)
            corner[state] = (20 + column * (wide + 70), top)
    width, height = 20 + len(columns) * (wide + 70) - 50, 40 + tallest * (high + 30)
    parts = [*_head(width, height, "All states of a level without a solution")]
    for column in range(len(columns)):
        name = {0: "at first", 1: "after 1 push"}.get(column, f"after {column} pushes")
        parts.append(f'<text x="{20 + column * (wide + 70):g}" y="26" fill="{GREY}">{name}</text>')
    for state, (left, top) in corner.items():
        drawn = svg(level, graph.states[state]).strip()
        inside = drawn[drawn.index("</title>") + len("</title>") : -len("</svg>")].strip()
        box = f'viewBox="0 0 {level.board.width * 32} {level.board.height * 32}"'
        parts.append(f'<svg x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" {box}>\n{inside}\n</svg>')
    for here, following in enumerate(graph.following):
        for after in following:
            parts.append(_arrow(corner[here], corner[after], wide, high))
    path.write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def _arrow(start: tuple[float, float], end: tuple[float, float], wide: float, high: float) -> str:
    """Return an arrow from the side of one picture to the near side of another; back and forth do not overlap."""
    forwards = end[0] > start[0]
    offset = -9 if forwards else 9
    x1, x2 = (start[0] + wide + 4, end[0] - 4) if forwards else (start[0] - 4, end[0] + wide + 4)
    y1, y2 = start[1] + high / 2 + offset, end[1] + high / 2 + offset
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{INK}" stroke-width="1.5" marker-end="url(#tip)"/>'


def _head(width: float, height: float, title: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="14">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
    ]


def lengths(path: Path) -> None:
    """Plot the moves of each family against the floor squares, both logarithmic, where powers are straight lines."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    with style():
        figure = Figure(figsize=(7.5, 4.6), layout="constrained")
        axes = figure.subplots()
        for look, family in enumerate(FAMILIES.values()):
            members = [family.member(size) for size in range(family.least, family.most + 1)]
            points = [(floor_inside(member.level), member.moves) for member in members]
            axes.plot(
                [squares for squares, _ in points],
                [moves for _, moves in points],
                marker=MARKERS[look],
                markersize=4,
                color=COLOURS[look],
                label=family.name,
            )
        for power, dash in ((2, ":"), (3, "--")):
            axes.plot([20, 4000], [20**power, 4000**power], dash, color=GREY, label=f"squares to the power of {power}")
        axes.set(xscale="log", yscale="log", xlabel="floor squares", ylabel="moves of the solution")
        plain_ticks(axes.xaxis, (1, 2, 5))
        superscript = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: "10" + str(round(log10(y))).translate(superscript)))
        axes.legend()
        save(figure, path)


REGIONS: Sequence[tuple[str, Sequence[str]]] = (
    ("EXPTIME", ("complete: chess, checkers, Go with the basic ko rule", "(P ≠ EXPTIME, so none of these is in P)")),
    ("PSPACE = NPSPACE", ("complete: Sokoban, constraint logic, quantified formulas, Hex",)),
    ("NP", ("complete: satisfiability, three colours", "in it: a solution of at most k moves, k written as k symbols")),
    ("P", ("levels with one box", "is this a solution?")),
)
"""Classes from the outermost to the innermost, each with what is said of it; all games are on boards of any size."""


def classes(path: Path) -> None:
    """Draw the classes as boxes in boxes."""
    inset, line, width = 26.0, 22.0, 640.0
    height = 20 + sum(34 + line * len(lines) + 12 for _, lines in REGIONS) + 10 * len(REGIONS)
    parts = _head(width, height, "Classes of decision problems, each inside the one around it")
    top = 10.0
    for depth, (name, lines) in enumerate(REGIONS):
        left = 10 + depth * inset
        bottom = height - 10 - depth * 10
        parts.append(
            f'<rect x="{left:g}" y="{top:g}" width="{width - 2 * left:g}" height="{bottom - top:g}" rx="14" '
            f'fill="{FILLS[depth]}" stroke="{INK}"/>'
        )
        parts.append(f'<text x="{left + 16:g}" y="{top + 26:g}" font-weight="bold">{escape(name)}</text>')
        for number, text in enumerate(lines):
            parts.append(f'<text x="{left + 16:g}" y="{top + 26 + line * (number + 1):g}">{escape(text)}</text>')
        top += 34 + line * len(lines) + 12
    path.write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def savitch(path: Path) -> None:
    """Draw the calls that ask for a way along a line of four nodes."""
    line = Graph([[1], [2], [3], []], start=0, goals=[3])
    tree = recursion_tree(line, 0, 3, 3)
    path.write_text(tree_svg(tree, text_symbol, "From 0 to 3 on the line 0, 1, 2, 3"), encoding="utf-8")


PICTURES: Mapping[str, Callable[[Path], None]] = {
    "closed-set": closed_set,
    "lengths": lengths,
    "classes": classes,
    "savitch": savitch,
}


def main(given: Sequence[str] | None = None) -> int:
    """Draw one of the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", choices=PICTURES)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    options = parser.parse_args(given)
    PICTURES[options.picture](options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
