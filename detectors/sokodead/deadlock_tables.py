"""Deadlock tables: all minimal dead patterns of up to k boxes of a board.

After Cazenave and Jouandeau, "Towards deadlock free Sokoban" (2010): retrograde analysis of the game with 1, 2, ... k
boxes. A decision tree over squares matches them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from sokodead.closed_sets import evidence_of
from sokodead.context import Context
from sokodead.field import Field, Node, field_of
from sokospec.board import Board, Level
from sokospec.certificates import Evidence, Pattern
from sokospec.certificates.grid import bits
from sokospec.limits import LimitReached, Limits, Meter

_MOST_BOXES = 3
_MOST_SETS = 3000
"""A detector's table has the most boxes, at most `_MOST_BOXES`, that have at most so many sets of squares."""


class Question(NamedTuple):
    """Node of the decision tree: is there a box on `square`?

    If so, the state is dead with the player on `dead`, otherwise node `yes` follows for patterns with this box. Node
    `no` always follows for patterns without it. -1 means none.
    """

    square: int
    dead: int
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class DeadlockTable:
    """Minimal dead patterns of up to `boxes` boxes; `dead` maps their boxes to the player squares.

    `boxes` is smaller than requested if a limit was reached.
    """

    field: Field
    boxes: int
    dead: dict[int, int]
    tree: tuple[Question, ...]

    def match(self, boxes: int, player: int) -> Node | None:
        """Return a matching dead pattern as boxes and region, or None."""
        waiting = [(0, 0)] if self.tree else []
        while waiting:
            number, found = waiting.pop()
            square, dead, yes, no = self.tree[number]
            if no >= 0:
                waiting.append((no, found))
            if boxes & square:
                if dead & player:
                    return found | square, self.field.reachable(player, found | square)
                if yes >= 0:
                    waiting.append((yes, found | square))
        return None

    def patterns(self) -> Iterator[Pattern]:
        """Yield all patterns, one for each region."""
        for boxes, dead in self.dead.items():
            for region in self.field.parts(boxes):
                if region & dead:
                    yield self.field.pattern(boxes, region)


def _solvable(field: Field, floor: int, boxes: int, meter: Meter) -> set[Node]:
    """Return all states with this many boxes alone from which they can reach goals. Raises `LimitReached`."""
    found: dict[Node, None] = {}
    for goals in combinations(bits(field.goals & floor), boxes):
        for region in field.parts(sum(goals)):
            if region & floor:
                found[sum(goals), region] = None
    waiting = list(found)
    for standing, region in waiting:  # the list grows while it is read
        meter.expand(boxes)
        for box, start, player in field.pulls(standing, region):
            before = standing ^ box ^ start
            node = (before, field.reachable(player, before))
            if node not in found:
                found[node] = None
                waiting.append(node)
    return set(found)


def deadlock_table(board: Board, floor: int, boxes: int, limits: Limits | None = None) -> DeadlockTable:
    r"""Return the table for up to `boxes` boxes on a part of the floor.

    Time and memory grow with C(floor, boxes).

    >>> level = Level.parse("#####\n# $ #\n#@$.#\n#  .#\n#####")
    >>> field = field_of(level.board)
    >>> table = deadlock_table(level.board, field.floor, 2)
    >>> len(table.dead), table.boxes
    (7, 2)
    """
    field = field_of(board)
    meter = Meter(limits or Limits())
    minimal: dict[int, int] = {}
    fewer = {0: 0}  # for each set with one box less, all player squares that are dead, by whatever part of it
    complete = 0
    try:
        for size in range(1, boxes + 1):
            alive = _solvable(field, floor, size, meter)
            known: dict[int, int] = {}
            new: dict[int, int] = {}
            for group in combinations(bits(floor), size):
                meter.expand(size)
                standing = sum(group)
                dead = 0
                for box in group:
                    dead |= fewer[standing ^ box]
                for region in field.parts(standing):
                    if region & floor and not region & dead and (standing, region) not in alive:
                        new[standing] = new.get(standing, 0) | region
                known[standing] = dead | new.get(standing, 0)
            minimal.update(new)
            fewer, complete = known, size
    except LimitReached:
        pass  # what is complete is kept
    return DeadlockTable(field, complete, minimal, _decision_tree(minimal))


def _decision_tree(dead: dict[int, int]) -> tuple[Question, ...]:
    """Return the decision tree of patterns.

    >>> _decision_tree({0b0011: 0b1000, 0b0101: 0b1000, 0b0010: 0b0100})
    (Question(square=1, dead=0, yes=1, no=3), Question(square=2, dead=8, yes=-1, no=2), \
Question(square=4, dead=8, yes=-1, no=-1), Question(square=2, dead=4, yes=-1, no=-1))
    """
    tree: list[Question] = []

    def grow(patterns: dict[int, int]) -> int:
        by_first: dict[int, dict[int, int]] = {}
        for boxes, players in sorted(patterns.items()):
            by_first.setdefault(boxes & -boxes, {})[boxes & boxes - 1] = players
        following, first = -1, -1
        for square, rest in sorted(by_first.items()):
            here = len(tree)
            players = rest.pop(0, 0)
            tree.append(Question(square, players, -1, -1))
            if following >= 0:
                tree[following] = tree[following]._replace(no=here)
            else:
                first = here
            tree[here] = tree[here]._replace(yes=grow(rest))
            following = here
        return first

    grow(dead)
    return tuple(tree)


@lru_cache(maxsize=16)
def _table_of(board: Board, floor: int, boxes: int) -> DeadlockTable:
    return deadlock_table(board, floor, boxes)


def table_for(level: Level) -> DeadlockTable:
    """Return the cached table for the floor regions that hold pieces."""
    field = field_of(level.board)
    pieces = field.mask({*level.boxes, level.player})
    floor = sum(part for part in field.parts(0) if part & pieces)
    squares = floor.bit_count()
    boxes = min(_MOST_BOXES, len(level.boxes))
    while boxes > 1 and comb(squares, boxes) > _MOST_SETS:
        boxes -= 1
    return _table_of(level.board, floor, boxes)


def deadlock_tables(level: Level) -> Evidence | None:
    r"""Return evidence if the state matches a pattern of the board's table.

    Every push from a pattern matches one again.

    >>> level = Level.parse("#####\n# $ #\n#@$.#\n#  .#\n#####")
    >>> [fact] = deadlock_tables(level)
    >>> len(fact.patterns)
    3
    """
    table, context = table_for(level), Context.of(level)
    first = table.match(context.boxes, context.player)
    if first is None:
        return None
    found = [first]
    for standing, region in found:  # the list grows while it is read
        for box, landing in context.field.pushes(standing, region):
            node = table.match(standing ^ box ^ landing, box)
            assert node is not None, "a push from a dead state leads to a dead state"
            if node not in found:
                found.append(node)
    return evidence_of(context, found)
