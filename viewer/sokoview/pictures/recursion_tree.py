"""Calls of Savitch's procedure as data and as a picture."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, NamedTuple
from xml.sax.saxutils import escape

from sokospec.board import Level
from sokospec.errors import SokobanError, quantify
from sokospec.limits import LimitReached, Limits, Meter
from sokospec.oracle.savitch import Savitch
from sokospec.oracle.sokoban import Configuration, Sokoban
from sokospec.oracle.space import Space
from sokospec.oracle.systems import C, System, configurations
from sokoview.pictures.svg import svg
from sokoview.pictures.tiles import UNIT

_MOST_CALLS = 400
"""The most calls drawn; the picture gives the number of the others."""


@dataclass(frozen=True, slots=True)
class _CallNode(Generic[C]):
    """Call: can c2 be reached from c1 in at most t steps?

    `parent`: index of the calling node; `depth` from 1; `answer`: None at a limit; `live_bits`: space after the call
    began.
    """

    parent: int | None
    depth: int
    c1: C
    c2: C
    t: int
    answer: bool | None
    live_bits: int


@dataclass(frozen=True, slots=True)
class _RecursionTree(Generic[C]):
    nodes: tuple[_CallNode[C], ...]
    calls: int
    peak_bits: int

    @property
    def answer(self) -> bool | None:
        return self.nodes[0].answer if self.nodes else None


class _CallRecorder(Savitch[C]):
    def __init__(self, system: System[C], horizon: int, *, meter: Meter, space: Space, most: int) -> None:
        super().__init__(system, horizon, meter=meter, space=space)
        self.nodes: list[_CallNode[C]] = []
        self._most = most
        self._asking: list[int | None] = [None]

    def reaches(self, c1: C, c2: C, t: int) -> bool:
        index = len(self.nodes)
        if index >= self._most:
            return super().reaches(c1, c2, t)
        live = self.space.live + self._question + (self._split if t > 1 else 0)
        node = _CallNode(self._asking[-1], len(self._asking), c1, c2, t, None, live)
        self.nodes.append(node)
        self._asking.append(index)
        answer = super().reaches(c1, c2, t)
        self._asking.pop()
        self.nodes[index] = _CallNode(node.parent, node.depth, c1, c2, t, answer, live)
        return answer


def recursion_tree(
    system: System[C], c1: C, c2: C, t: int, *, most: int = 10_000, limits: Limits | None = None
) -> _RecursionTree[C]:
    """Return the calls of `Savitch.reaches(c1, c2, t)`, the first `most` as nodes.

    >>> from sokospec.oracle.systems import Graph
    >>> tree = recursion_tree(Graph([[1], [2], []], start=0, goals=[2]), 0, 2, 2)
    >>> [(node.depth, node.c1, node.c2, node.t, node.answer) for node in tree.nodes]
    [(1, 0, 2, 2, True), (2, 0, 0, 1, True), (2, 0, 2, 1, False), (2, 0, 1, 1, True), (2, 1, 2, 1, True)]
    """
    space = Space()
    run = _CallRecorder(system, t, meter=Meter(limits or Limits()), space=space, most=most)
    with suppress(LimitReached):  # nodes that were not finished have no answer
        run.reaches(c1, c2, t)
    return _RecursionTree(tuple(run.nodes), run.calls, space.peak)


class _Symbol(NamedTuple):
    width: float
    height: float
    elements: str


_RIM = 8  # how much of the walls around the squares in play a symbol shows, in the same units


def level_symbol(system: Sokoban, scale: float = 0.5) -> Callable[[Configuration], _Symbol]:
    """Return the function that draws small pictures of a level's configurations."""
    rows = [square.row for square in system.squares]
    columns = [square.column for square in system.squares]
    left, top = min(columns) * UNIT - _RIM, min(rows) * UNIT - _RIM
    width = (max(columns) + 1) * UNIT + _RIM - left
    height = (max(rows) + 1) * UNIT + _RIM - top

    def symbol(configuration: Configuration) -> _Symbol:
        drawn = svg(system.level, system.decode(configuration)).strip()
        inside = drawn[drawn.index("</title>") + len("</title>") : -len("</svg>")].strip()
        size = f'width="{width * scale:g}" height="{height * scale:g}"'
        return _Symbol(
            width * scale, height * scale, f'<svg viewBox="{left} {top} {width} {height}" {size}>\n{inside}\n</svg>'
        )

    return symbol


def text_symbol(configuration: object) -> _Symbol:
    """Return a configuration's name in a circle."""
    name = escape(str(configuration))
    circle = '<circle cx="14" cy="14" r="12" fill="#f7f3e8" stroke="#2d2a26"/>'
    return _Symbol(28, 28, f'{circle}<text x="14" y="18" text-anchor="middle">{name}</text>')


_YES, _NO, _OPEN, _LINE, _BAR = "#2f7d4f", "#b03a3a", "#777777", "#8a8f98", "#7a9cc6"
_INDENT, _GAP, _MARGIN, _BARS = 26, 8, 14, 170


def tree_svg(tree: _RecursionTree[C], symbol: Callable[[C], _Symbol], title: str) -> str:
    """Return the tree as SVG: a row for each call, indented by depth, with a bar for its space. O(nodes).

    >>> from sokospec.oracle.systems import Graph
    >>> tree = recursion_tree(Graph([[1], [2], []], start=0, goals=[2]), 0, 2, 2)
    >>> tree_svg(tree, text_symbol, "three nodes").count("<use ")
    10
    """
    shown = dict.fromkeys(c for node in tree.nodes for c in (node.c1, node.c2))
    names = {configuration: f"c{number}" for number, configuration in enumerate(shown)}
    symbols = {configuration: symbol(configuration) for configuration in shown}
    wide = max((one.width for one in symbols.values()), default=0)
    high = max((one.height for one in symbols.values()), default=0) + _GAP
    deepest = max((node.depth for node in tree.nodes), default=1)
    left_of_bars = _MARGIN + (deepest - 1) * _INDENT + 2 * wide + 120
    width = left_of_bars + _BARS + _MARGIN
    top = _MARGIN + 44
    below = 24 if tree.calls > len(tree.nodes) else 0
    height = top + len(tree.nodes) * high + below + _MARGIN
    most = max((node.live_bits for node in tree.nodes), default=1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        "<defs>",
        *(f'<g id="{names[one]}">{symbols[one].elements}</g>' for one in shown),
        "</defs>",
        f'<text x="{_MARGIN}" y="{_MARGIN + 12}" font-weight="bold">{escape(title)}</text>',
        f'<text x="{_MARGIN}" y="{_MARGIN + 32}" fill="{_OPEN}">from, to, in at most t steps</text>',
        f'<text x="{left_of_bars:g}" y="{_MARGIN + 32}" fill="{_OPEN}">bits held, at most {most:,}</text>',
    ]
    middles = [top + (row + 0.5) * high for row in range(len(tree.nodes))]
    for row, node in enumerate(tree.nodes):
        left, middle = _MARGIN + (node.depth - 1) * _INDENT, middles[row]
        if node.parent is not None:
            joint = left - _INDENT / 2 - 3
            start = middles[node.parent] + high / 2 - _GAP / 2
            parts.append(f'<path d="M{joint:g} {start:g}V{middle:g}H{left - 3:g}" fill="none" stroke="{_LINE}"/>')
        for place, one in ((left, node.c1), (left + wide + 24, node.c2)):
            upper = middle - symbols[one].height / 2
            parts.append(f'<use href="#{names[one]}" x="{place:g}" y="{upper:g}"/>')
        arrow = left + wide + 4
        parts.append(f'<path d="M{arrow:g} {middle:g}h16m-5 -4l5 4l-5 4" fill="none" stroke="#2d2a26"/>')
        colour, mark = {True: (_YES, "yes ✓"), False: (_NO, "no ✗"), None: (_OPEN, "?")}[node.answer]
        parts.append(f'<text x="{left + 2 * wide + 32:g}" y="{middle + 4:g}" fill="{colour}">≤ {node.t}: {mark}</text>')
        length = _BARS * node.live_bits / most
        parts.append(
            f'<rect x="{left_of_bars:g}" y="{middle - high / 4:g}" width="{length:.1f}" height="{high / 2:g}" '
            f'fill="{_BAR}"/>'
        )
    if below:
        more = tree.calls - len(tree.nodes)
        parts.append(f'<text x="{_MARGIN}" y="{height - _MARGIN:g}" fill="{_OPEN}">and {more:,} calls more</text>')
    return "\n".join([*parts, "</svg>\n"])


def savitch_tree(level: Level, horizon: int, limits: Limits) -> str:
    r"""Return the calls that decide whether a level is solvable within `horizon` pushes.

    The target is the first solved state in the procedure's order.

    >>> savitch_tree(Level.parse("######\n#@$ .#\n######"), 2, Limits()).count("yes ✓")
    4
    """
    system = Sokoban(level)
    goal = next((state for state in configurations(system) if system.is_goal(state)), None)
    if goal is None:
        raise SokobanError("no state of this level is solved, so there is nothing to ask")
    tree = recursion_tree(system, system.start, goal, horizon, most=_MOST_CALLS, limits=limits)
    title = f"{level.title or 'Level'}: solved in at most {quantify(horizon, 'push')}? {quantify(tree.calls, 'call')}"
    return tree_svg(tree, level_symbol(system), title)
