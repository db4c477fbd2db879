"""Proofs of a line or two that a level has no solution, where there is one; what is found here is still checked."""

from __future__ import annotations

from sokospec.board import Level
from sokospec.certificates.facts import Counting, Evidence, Prices
from sokospec.certificates.grid import Grid, bits
from sokospec.certificates.ground import Ground, Node


def short_proof(level: Level) -> Evidence | None:
    """Return evidence that a box can get to no goal, or that boxes have too few goals between them; None if neither.

    The goals are those that a failed search for a matching has seen, after König. O(boxes squared * goals).

    >>> from sokospec import Level
    >>> short_proof(Level.parse("#####\\n#@ .#\\n#$  #\\n#####"))
    (Prices(number=1, prices=(0,), within=None, backwards=False),)
    """
    grid = Grid(level.board)
    ground = Ground(grid)
    player = grid.mask([level.player])
    nodes = [ground.node(box, player) for box in bits(grid.mask(level.boxes))]
    goals_of = {node: [goal for goal, found in ground.to_goals.items() if node in found] for node in nodes}
    if not all(goals_of.values()):
        return (Prices(1, (0,) * len(level.goals)),)
    owner: dict[int, Node] = {}
    for node in nodes:
        seen: set[int] = set()
        if not _finds_goal(node, goals_of, owner, seen):
            return (Counting(1, frozenset(grid.squares(sum(seen)))),)
    return None


def _finds_goal(node: Node, goals_of: dict[Node, list[int]], owner: dict[int, Node], seen: set[int]) -> bool:
    for goal in goals_of[node]:
        if goal not in seen:
            seen.add(goal)
            if goal not in owner or _finds_goal(owner[goal], goals_of, owner, seen):
                owner[goal] = node
                return True
    return False
