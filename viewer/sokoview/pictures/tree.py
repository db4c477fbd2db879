"""Recursion tree of Savitch's procedure on a small level, as SVG."""

from __future__ import annotations

from sokospec.board import Level
from sokospec.errors import SokobanError, quantify
from sokospec.limits import Limits
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.systems import configurations
from sokoview.pictures.recursion_tree import level_symbol, recursion_tree, tree_svg

_MOST_CALLS = 400
"""The most calls drawn; the picture gives the number of the others."""


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
