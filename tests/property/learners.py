"""What was learned from a level, asked in squares, and the same said slowly, from the rules alone."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import numpy as np
from numpy.typing import NDArray

from property.fast_worlds import Places, match_all, places
from sokosolve.deadlocks.learned_patterns import new_patterns
from sokosolve.deadlocks.pattern_learning import learn, learn_corral, learn_near
from sokosolve.deadlocks.pattern_search import NOT_PROVED, new_pattern_search, prove
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.reach import only_walls
from sokosolve.search import build
from sokospec import Board, Level, Square, State
from sokospec.rules import normalise, pushes, reachable

ENOUGH = 5000  # states: more than the small random levels have

ROOMS = [
    Level.parse(text)
    for text in (
        "########\n#  .   #\n# $# $ #\n#.# @# #\n# $#.  #\n#      #\n########",
        "#########\n#   #   #\n# $   $ #\n## # #.##\n#  $@ . #\n#   #. ##\n#########",
        "########\n#..#   #\n#  $ $ #\n#. #$# #\n#  # @ #\n##     #\n########",
    )
]
"""Rooms with boxes that get into each other's way, of which proofs take some hundreds of states."""


class Learner:
    """The patterns learned from a level, whose proofs may have so many states."""

    def __init__(
        self,
        tables: LevelTables,
        *,
        most_states: int = ENOUGH,
        most: int = 200,
        backwards: bool = False,
        compiled: bool = True,
    ) -> None:
        self.tables, self.most_states, self._compiled = tables, most_states, compiled
        self.world = build.world_of(tables, ["dead-squares"], exact_player=False, compiled=False)
        if backwards:
            self.world = build.backwards(self.world, tables, compiled=False)
        floor = self.world.floor
        self.patterns = new_patterns(floor.n, self.world.k, most)
        self.search = new_pattern_search(self.world, most_states)

    def __len__(self) -> int:
        return int(self.patterns.number[0])

    def named(self, states: Collection[State]) -> Places:
        """Return the states in numbers, without those with a box on a dead square, which no kernel is given."""
        asked = places(self.tables, states)
        live = np.array([bool(self.world.floor.live[boxes].all()) for boxes in asked.boxes], dtype=np.bool_)
        return Places(
            [state for state, has_name in zip(asked.states, live, strict=True) if has_name],
            asked.boxes.reshape(-1, self.world.k)[live],
            asked.players[live],
        )

    def learn(self, asked: Places, index: int, *, corral: bool = False, near: int | None = None) -> int:
        """Learn from a state, its corrals, or its boxes near a square; returns how many boxes the new pattern has."""
        known = self.world, self.patterns, self.search, asked.boxes[index].copy(), int(asked.players[index])
        if near is None:
            size = (learn_corral if corral else learn).of(self._compiled)(*known, self.most_states)
        else:
            size = learn_near.of(self._compiled)(*known, near, self.most_states)
        assert self.search.occupied.sum() == 1
        assert (self.search.slots == -1).all()
        return size

    def proves(self, boxes: Collection[Square], player: Square, *, known: int = 0) -> int:
        """Return how many states these boxes alone lead to, if they are proved dead, NOT_PROVED otherwise."""
        number = {square: index for index, square in enumerate(self.tables.squares)}
        numbers = [number[box] for box in sorted(boxes)]
        if not self.world.floor.live[numbers].all():
            return NOT_PROVED
        self.search.boxes[0, : len(numbers)] = numbers
        return prove(self.world, self.patterns, self.search, len(numbers), number[player], self.most_states, known)

    def matches(self, asked: Places) -> NDArray[np.bool_]:
        """Return whether each state matches any pattern, then one with each box."""
        found = np.zeros((len(asked.states), 1 + self.world.k), dtype=np.uint8)
        match_all.of(self._compiled)(self.patterns, asked.boxes, asked.players, only_walls(self.world.floor.n), found)
        return found.astype(np.bool_)

    def drawn(self, pattern: int) -> State:
        """Return a pattern as the state of its boxes alone."""
        squares, patterns = self.tables.squares, self.patterns
        boxes = patterns.boxes[pattern, : patterns.size[pattern]].tolist()
        return State(frozenset(squares[box] for box in boxes), squares[patterns.player[pattern]])


def walks(level: Level, rng: Random, count: int) -> list[State]:
    """Return the states that some random plays meet, each once, none of them solved."""
    found = {normalise(level.board, level.state): None}
    for _ in range(count):
        state = level.state
        for _ in range(15):
            after = [pushed for _, pushed in pushes(level.board, state)]
            if not after:
                break
            state = rng.choice(after)
            found[normalise(level.board, state)] = None
    return [state for state in found if not state.boxes <= level.board.goals]


def closure(board: Board, start: State) -> set[State]:
    """Return all normalised states that pushes lead to."""
    found = {normalise(board, start)}
    waiting = list(found)
    while waiting:
        for _, pushed in pushes(board, waiting.pop()):
            after = normalise(board, pushed)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def is_dead_alone(board: Board, start: State) -> bool:
    """Say whether no pushes bring all boxes of a state, alone on the board, to goals."""
    return not any(state.boxes <= board.goals for state in closure(board, start))


def matches_slowly(board: Board, pattern: State, state: State) -> bool:
    """Say whether a state has all boxes of a pattern, and its player stands where the pattern's can walk to."""
    return pattern.boxes <= state.boxes and state.player in reachable(board, pattern)
