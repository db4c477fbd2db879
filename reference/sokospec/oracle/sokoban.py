"""Sokoban as a transition system on numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sokospec.board import Direction, Level, State
from sokospec.oracle.perft import Metric, successors
from sokospec.oracle.search import walk
from sokospec.rules import is_push, normalise, pushes, reachable, steps


class Configuration(NamedTuple):
    """State as numbers: bit i of `boxes` is a box on square i in play."""

    boxes: int
    player: int


class Sokoban:
    r"""Level as a system whose steps are pushes between normalised states, or moves.

    *In play* are the F squares that the player could walk to without boxes, in row order; other boxes never move. A
    configuration takes F bits for the boxes, and those of a number below F for the player.

    >>> system = Sokoban(Level.parse("######\n#@$ .#\n######"))
    >>> system.bits, system.start, system.count()
    (6, Configuration(boxes=2, player=0), 6)
    >>> list(system.successors(system.start))
    [Configuration(boxes=4, player=0)]
    """

    def __init__(self, level: Level, metric: Metric = Metric.PUSHES) -> None:
        self.level = level
        self.metric = metric
        board = level.board
        self.squares = tuple(sorted(reachable(board, State(frozenset(), level.player))))
        self._index = {square: index for index, square in enumerate(self.squares)}
        self._beyond = tuple(
            tuple(None if ahead is None else self._index[ahead] for ahead in board.beyond[square])
            for square in self.squares
        )
        self._near = tuple(sum(1 << ahead for ahead in row if ahead is not None) for row in self._beyond)
        self._goals = sum(1 << self._index[square] for square in board.goals if square in self._index)
        self._can_be_solved = all(box in self._index for box in level.boxes - board.goals)
        in_play = level.boxes & self._index.keys()
        start = State(in_play, level.player)
        self.start = self.encode(normalise(board, start) if metric is Metric.PUSHES else start)
        size = len(self.squares)
        self.boxes = len(in_play)
        self.bits = size + max(1, (size - 1).bit_length())
        # The rules mark the squares that the player walks to and list them; a step holds a state and what comes of it.
        self.workspace = 2 * self.bits + size * (1 + max(1, (size - 1).bit_length()))

    def encode(self, state: State) -> Configuration:
        """Return the configuration of a state."""
        boxes = sum(1 << self._index[box] for box in state.boxes if box in self._index)
        return Configuration(boxes, self._index[state.player])

    def decode(self, configuration: Configuration) -> State:
        """Return the state of a configuration, with the boxes in play."""
        boxes = frozenset(square for square, index in self._index.items() if configuration.boxes >> index & 1)
        return State(boxes, self.squares[configuration.player])

    def first(self) -> Configuration | None:
        """Return the configuration with all boxes on the first squares."""
        boxes = (1 << self.boxes) - 1
        return Configuration(boxes, self.boxes)  # the first free square, and so the first of its part

    def next_after(self, configuration: Configuration) -> Configuration | None:
        """Return the next configuration, or None."""
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
        if boxes >> square & 1:
            return False
        if self.metric is Metric.MOVES:
            return True
        earlier = (1 << square) - 1
        return not self._near[square] & ~boxes & earlier and not self._part(boxes, square) & earlier

    def _part(self, boxes: int, player: int) -> int:
        part = edge = 1 << player
        while edge:
            reached = 0
            while edge:
                lowest = edge & -edge
                reached |= self._near[lowest.bit_length() - 1]
                edge ^= lowest
            edge = reached & ~boxes & ~part
            part |= edge
        return part

    def step(self, before: Configuration, after: Configuration) -> bool:
        """Tell whether one step leads from a configuration to another."""
        if self.metric is Metric.MOVES:
            return self._move(before, after)
        old, new = before.boxes & ~after.boxes, after.boxes & ~before.boxes
        if not old or old & old - 1:
            return False  # none, or more than one, of the boxes is elsewhere
        box = old.bit_length() - 1
        for direction, landing in enumerate(self._beyond[box]):
            if landing is not None and new == 1 << landing:  # the box went this way
                behind = self._beyond[box][direction ^ 1]
                if behind is None or not self._part(before.boxes, before.player) >> behind & 1:
                    return False
                part = self._part(after.boxes, box)
                return part & -part == 1 << after.player
        return False

    def _move(self, before: Configuration, after: Configuration) -> bool:
        for direction in Direction:
            if self._beyond[before.player][direction] == after.player:
                if not before.boxes >> after.player & 1:
                    return before.boxes == after.boxes
                landing = self._beyond[after.player][direction]
                if landing is None or before.boxes >> landing & 1:
                    return False
                return before.boxes ^ after.boxes == 1 << after.player | 1 << landing
        return False

    def successors(self, configuration: Configuration) -> Iterator[Configuration]:
        """Yield the successors by the rules."""
        return map(self.encode, successors(self.level.board, self.decode(configuration), self.metric))

    def is_goal(self, configuration: Configuration) -> bool:
        """Tell whether all boxes of the level are on goals."""
        return self._can_be_solved and not configuration.boxes & ~self._goals

    def count(self) -> int:
        """Count configurations by enumeration."""
        found, configuration = 0, self.first()
        while configuration is not None:
            found += 1
            configuration = self.next_after(configuration)
        return found

    def lurd(self, path: Iterable[Configuration]) -> Iterator[str]:
        """Yield the LURD of a path from the initial state, in parts."""
        board = self.level.board
        state = State(self.level.boxes & self._index.keys(), self.level.player)
        for wanted in path:
            if self.metric is Metric.MOVES:
                direction, after = next(
                    (direction, after) for direction, after in steps(board, state) if self.encode(after) == wanted
                )
                yield direction.letter.upper() if is_push(state, after) else direction.letter
            else:
                push, after = next(
                    (push, after)
                    for push, after in pushes(board, state)
                    if self.encode(normalise(board, after)) == wanted
                )
                behind = board.beyond[push.box][push.direction.opposite]
                assert behind is not None, "the rules let the player stand behind a box that he pushes"
                yield walk(board, state, behind) + push.direction.letter.upper()
            state = after


def _next_set(members: int) -> int:
    """Return the next greater number with as many bits set (HAKMEM, item 175).

    >>> [bin(members) for members in (0b011, _next_set(0b011), _next_set(0b101))]
    ['0b11', '0b101', '0b110']
    """
    lowest = members & -members
    carried = members + lowest
    return carried | (members ^ carried) // lowest >> 2
