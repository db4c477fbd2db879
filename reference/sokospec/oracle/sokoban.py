"""Sokoban as a transition system: configurations as numbers, gone through by arithmetic, with the rules' own steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sokospec.board import Direction, Level, State
from sokospec.oracle.perft import Metric
from sokospec.oracle.search import walk
from sokospec.rules import is_push, normalise, pushes, reachable, steps


class Configuration(NamedTuple):
    """A state as two numbers: bit i of `boxes` says whether a box is on square i in play; `player` is such an i."""

    boxes: int
    player: int


class Sokoban:
    """A level as a system whose steps are pushes between normalised states, or moves between states as they are.

    *In play* are the F squares that the player could walk to if there were no boxes, numbered in row order. Boxes on
    other squares can never be touched: no configuration holds them, and unless they stand on goals none is a goal. A
    configuration takes F bits for the boxes and as many as a number below F has for the player.

    The order: sets of boxes by their number, and for each of them the player's squares.

    >>> system = Sokoban(Level.parse("######\\n#@$ .#\\n######"))
    >>> system.bits, system.start, system.count()
    (6, Configuration(boxes=2, player=0), 6)
    >>> list(system.successors(system.start))
    [Configuration(boxes=4, player=0)]
    """

    def __init__(self, level: Level, metric: Metric = Metric.PUSHES) -> None:
        """Number the squares in play."""
        self.level = level
        self.metric = metric
        board = level.board
        self.squares = tuple(sorted(reachable(board, State(frozenset(), level.player))))
        self._index = {square: index for index, square in enumerate(self.squares)}
        self._near = tuple(
            sum(1 << self._index[ahead] for ahead in board.beyond[square] if ahead is not None)
            for square in self.squares
        )
        self._goals = sum(1 << self._index[square] for square in board.goals if square in self._index)
        self._can_be_solved = all(box in self._index for box in level.boxes - board.goals)
        in_play = level.boxes & self._index.keys()
        start = State(in_play, level.player)
        self.start = self.encoded(normalise(board, start) if metric is Metric.PUSHES else start)
        size = len(self.squares)
        self.boxes = len(in_play)
        self.bits = size + max(1, (size - 1).bit_length())
        # Walking about marks squares and lists them; a step also holds a state and the state it makes of it.
        self.workspace = 2 * self.bits + size * (1 + max(1, (size - 1).bit_length()))

    def encoded(self, state: State) -> Configuration:
        """Return the configuration of a state, of which the boxes in play count."""
        boxes = sum(1 << self._index[box] for box in state.boxes if box in self._index)
        return Configuration(boxes, self._index[state.player])

    def decoded(self, configuration: Configuration) -> State:
        """Return the state of a configuration, with the boxes in play."""
        boxes = frozenset(square for square, index in self._index.items() if configuration.boxes >> index & 1)
        return State(boxes, self.squares[configuration.player])

    def first(self) -> Configuration | None:
        """Return the configuration with all boxes on the first squares."""
        boxes = (1 << self.boxes) - 1
        return Configuration(boxes, self.boxes)  # the first free square, and so the first of its part

    def following(self, configuration: Configuration) -> Configuration | None:
        """Return the next configuration: another place for the player, or else the next set of boxes.

        O(F squared) at worst, for F squares in play.
        """
        boxes, player = configuration
        for square in range(player + 1, len(self.squares)):
            if self._may_stand(boxes, square):
                return Configuration(boxes, square)
        if boxes == 0:
            return None
        boxes = _next_set(boxes)
        if boxes >> len(self.squares):
            return None
        return Configuration(boxes, (~boxes & boxes + 1).bit_length() - 1)  # the lowest bit that is not set

    def _may_stand(self, boxes: int, square: int) -> bool:
        """Say whether a configuration has the player here: for pushes, on the first square of his part (rule N2)."""
        if boxes >> square & 1:
            return False
        if self.metric is Metric.MOVES:
            return True
        earlier = (1 << square) - 1
        part, edge = 1 << square, 1 << square
        while edge:
            reached = 0
            for index in _members(edge):
                reached |= self._near[index]
            edge = reached & ~boxes & ~part
            if edge & earlier:
                return False
            part |= edge
        return True

    def step(self, before: Configuration, after: Configuration) -> bool:
        """Say whether one push, or one move, leads from a configuration to another, by the rules."""
        changed = before.boxes ^ after.boxes
        if changed:
            box = (changed & -changed).bit_length() - 1
            if changed ^ 1 << box != changed & self._near[box]:
                return False  # a step moves one box at most, by one square; this saves asking the rules
        elif self.metric is Metric.PUSHES or not self._near[before.player] >> after.player & 1:
            return False
        return after in self.successors(before)

    def successors(self, configuration: Configuration) -> Iterator[Configuration]:
        """Yield what the rules make of a configuration, in their order."""
        board, state = self.level.board, self.decoded(configuration)
        if self.metric is Metric.PUSHES:
            return (self.encoded(normalise(board, after)) for _, after in pushes(board, state))
        return (self.encoded(after) for _, after in steps(board, state))

    def is_goal(self, configuration: Configuration) -> bool:
        """Say whether every box of the level is on a goal, wherever the player is (rule A1)."""
        return self._can_be_solved and not configuration.boxes & ~self._goals

    def count(self) -> int:
        """Return how many configurations there are, counted one by one."""
        found, configuration = 0, self.first()
        while configuration is not None:
            found += 1
            configuration = self.following(configuration)
        return found

    def lurd(self, path: Iterable[Configuration]) -> Iterator[str]:
        """Yield, part by part, the LURD that leads from the level's state through the configurations of a path."""
        board = self.level.board
        state = State(self.level.boxes & self._index.keys(), self.level.player)
        for wanted in path:
            if self.metric is Metric.MOVES:
                direction, after = next(
                    (direction, after) for direction, after in steps(board, state) if self.encoded(after) == wanted
                )
                yield direction.letter.upper() if is_push(state, after) else direction.letter
            else:
                push, after = next(
                    (push, after)
                    for push, after in pushes(board, state)
                    if self.encoded(normalise(board, after)) == wanted
                )
                behind = board.beyond[push.box][Direction(push.direction).opposite]
                assert behind is not None, "the rules let the player stand behind a box that he pushes"
                yield walk(board, state, behind) + push.direction.letter.upper()
            state = after


def _members(squares: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _next_set(members: int) -> int:
    """Return the least greater number with as many bits set (Beeler, Gosper, Schroeppel: HAKMEM, item 175).

    >>> [bin(members) for members in (0b011, _next_set(0b011), _next_set(0b101))]
    ['0b11', '0b101', '0b110']
    """
    lowest = members & -members
    carried = members + lowest
    return carried | (members ^ carried) // lowest >> 2
