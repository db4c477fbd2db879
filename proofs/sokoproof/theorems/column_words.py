"""States of the Fibonacci family as words, and finite automata on them (docs/background/fibonacci_optimality.md).

A step changes at most three consecutive letters, or the room and two above it, so statements about all sizes reduce to
finitely many windows. Missing transitions reject.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sokospec.board import DELTAS, Level, Square

Cell = tuple[int, int]
"""Rows above the room, from 0 on, those of the room below 0; and columns, 0 to 2 in the shaft."""
Letters = tuple[int, ...]
"""Rows of the shaft from the top down: 4 times the boxes as bits, and the player's column from 1, or 0."""
_ROOM_ROWS = 3
"""Rows of the room above the last box's, which is row 0 of `fibonacci_level`'s drawing, and that row."""


class RoomLetter(NamedTuple):
    """The room's boxes, and the player's square or 0."""

    boxes: int
    player: int


class Change(NamedTuple):
    """Window after a step, and the boxes moved."""

    letters: Letters
    room: RoomLetter | None
    pushed: int


@dataclass(frozen=True, slots=True)
class WordAutomaton:
    """Transitions from start state 0, and accepted room letters."""

    following: Sequence[dict[int, int]]
    accepted: Sequence[frozenset[RoomLetter]]

    def run(self, state: int, letters: Iterable[int]) -> int | None:
        for letter in letters:
            after = self.following[state].get(letter)
            if after is None:
                return None
            state = after
        return state

    def accepts(self, letters: Letters, room: RoomLetter) -> bool:
        state = self.run(0, letters)
        return state is not None and room in self.accepted[state]

    def windows(self, state: int, height: int) -> Iterator[tuple[int, Letters]]:
        waiting: list[tuple[int, Letters]] = [(state, ())]
        while waiting:
            here, letters = waiting.pop()
            if len(letters) == height:
                yield here, letters
            else:
                waiting += [(after, (*letters, letter)) for letter, after in self.following[here].items()]


@dataclass
class Shaft:
    """The room's squares, with cached window changes."""

    room: tuple[Cell, ...]
    _known: dict[tuple[Letters, RoomLetter | None, bool], tuple[Change, ...]] = field(default_factory=dict)

    def changes(self, letters: Letters, room: RoomLetter | None, *, backwards: bool) -> tuple[Change, ...]:
        """Return the results, or backwards the predecessors, of one step of a player within a window."""
        key = letters, room, backwards
        if key not in self._known:
            self._known[key] = tuple(self._changes(letters, room, backwards))
        return self._known[key]

    def _changes(self, letters: Letters, room: RoomLetter | None, backwards: bool) -> Iterator[Change]:
        height = len(letters)
        floor = {(height - 1 - i, column) for i in range(height) for column in range(3)}
        boxes = {(row, column) for row, column in floor if letters[height - 1 - row] >> 2 >> column & 1}
        players = [(height - 1 - i, (letter & 3) - 1) for i, letter in enumerate(letters) if letter & 3]
        if room is not None:
            floor |= set(self.room)
            boxes |= {cell for i, cell in enumerate(self.room) if room.boxes >> i & 1}
            players += [self.room[room.player - 1]] if room.player else []
        (player,) = players
        for down, right in DELTAS:
            ahead, behind = (player[0] + down, player[1] + right), (player[0] - down, player[1] - right)
            further = (ahead[0] + down, ahead[1] + right)
            if ahead not in floor:
                continue
            if ahead not in boxes:
                yield self._change(height, room, boxes, ahead, 0)
                if backwards and behind in boxes:
                    yield self._change(height, room, boxes - {behind} | {player}, ahead, 1)
            elif not backwards and further in floor and further not in boxes:
                yield self._change(height, room, boxes - {ahead} | {further}, ahead, 1)

    def _change(self, height: int, room: RoomLetter | None, boxes: set[Cell], player: Cell, pushed: int) -> Change:
        letters = tuple(
            sum(4 << column for column in range(3) if (row, column) in boxes) | (player[0] == row) * (player[1] + 1)
            for row in range(height - 1, -1, -1)
        )
        return Change(letters, None if room is None else self.letter(boxes, player), pushed)

    def letter(self, boxes: set[Cell], player: Cell) -> RoomLetter:
        inside = sum(1 << i for i, cell in enumerate(self.room) if cell in boxes)
        return RoomLetter(inside, self.room.index(player) + 1 if player in self.room else 0)

    def word(self, height: int, boxes: set[Cell], player: Cell) -> tuple[Letters, RoomLetter]:
        return self._change(height, None, boxes, player, 0).letters, self.letter(boxes, player)


class FamilyLevel(NamedTuple):
    """Level as cells."""

    floor: set[Cell]
    boxes: set[Cell]
    goals: set[Cell]
    player: Cell

    @property
    def room(self) -> tuple[Cell, ...]:
        """The squares below the shaft, in the order of `RoomLetter`."""
        return tuple(sorted((cell for cell in self.floor if cell[0] < 0), key=lambda cell: (-cell[0], cell[1])))


def inside(level: Level) -> set[Square]:
    """Return the squares within the walls, independent of the rules' flood fill."""
    found, ahead = {level.player}, [level.player]
    while ahead:
        row, column = ahead.pop()
        near = {Square(row + down, column + right) for down, right in DELTAS}
        fresh = {square for square in near - found if not level.board.is_wall(square)}
        found |= fresh
        ahead += fresh
    return found


def cells_of(level: Level, n: int) -> FamilyLevel:
    """Return a level as cells."""

    def cell(square: Square) -> Cell:
        return n - square.row - _ROOM_ROWS, square.column - 2

    return FamilyLevel(
        {cell(square) for square in inside(level)},
        {cell(square) for square in level.boxes},
        {cell(square) for square in level.board.goals},
        cell(level.player),
    )


def mirror(level: FamilyLevel) -> FamilyLevel:
    """Exchange left and right."""

    def across(cells: Iterable[Cell]) -> set[Cell]:
        return {(row, 2 - column) for row, column in cells}

    (player,) = across([level.player])
    return FamilyLevel(across(level.floor), across(level.boxes), across(level.goals), player)


def either(one: WordAutomaton, other: WordAutomaton) -> WordAutomaton:
    """Return an automaton for a union.

    >>> a, b = RoomLetter(1, 0), RoomLetter(2, 0)
    >>> both = either(WordAutomaton([{8: 0}], [frozenset({a})]), WordAutomaton([{0: 0}], [frozenset({b})]))
    >>> both.accepts((8, 8), a), both.accepts((0,), b), both.accepts((8, 0), b)
    (True, True, False)
    """
    start: tuple[int | None, int | None] = (0, 0)
    numbers, order, following = {start: 0}, [start], []
    for pair in order:
        rows = [{} if state is None else made.following[state] for state, made in zip(pair, (one, other), strict=True)]
        here = {}
        for letter in sorted(rows[0].keys() | rows[1].keys()):
            then = rows[0].get(letter), rows[1].get(letter)
            if then not in numbers:
                numbers[then] = len(order)
                order.append(then)
            here[letter] = numbers[then]
        following.append(here)
    none: frozenset[RoomLetter] = frozenset()
    accepted = [(none if p is None else one.accepted[p]) | (none if q is None else other.accepted[q]) for p, q in order]
    return WordAutomaton(following, accepted)


class Mode(NamedTuple):
    """Knowledge whether the player has a free square beside him.

    `above`: boxes of the last row before his; `column`: where he needs a free square below, or -1.
    """

    above: int | None = 7
    column: int = -1

    def after(self, letter: int) -> Mode | None:
        """Return the mode after another letter, or None."""
        boxes, player = letter >> 2, (letter & 3) - 1
        if player >= 0:
            beside = [column for column in (player - 1, player + 1) if 0 <= column <= 2]
            free = self.above is not None and not self.above >> player & 1
            free |= any(not boxes >> column & 1 for column in beside)
            return Mode(None, -1 if free else player)
        if self.above is None:
            return None if self.column >= 0 and boxes >> self.column & 1 else Mode(None)
        return Mode(boxes)

    def needs(self, boxes: int) -> bool:
        """Say whether a row below leaves no free square."""
        return self.column >= 0 and bool(boxes >> self.column & 1)


def with_room_to_move(automaton: WordAutomaton) -> tuple[WordAutomaton, list[Mode]]:
    """Restrict an automaton to words where the player has a free square beside him, as after any step."""
    numbers = {(0, Mode()): 0}
    order = [(0, Mode())]
    following: list[dict[int, int]] = []
    for state, mode in order:
        here = {}
        for letter, after in automaton.following[state].items():
            then = mode.after(letter)
            if then is not None:
                if (after, then) not in numbers:
                    numbers[after, then] = len(order)
                    order.append((after, then))
                here[letter] = numbers[after, then]
        following.append(here)
    accepted = [
        frozenset(room for room in automaton.accepted[state] if not mode.needs(room.boxes)) for state, mode in order
    ]
    alive = {state for state, rooms in enumerate(accepted) if rooms}
    before = defaultdict(set)
    for state, here in enumerate(following):
        for after in here.values():
            before[after].add(state)
    waiting = list(alive)
    while waiting:
        fresh = before[waiting.pop()] - alive
        alive |= fresh
        waiting += fresh
    kept = [
        {letter: after for letter, after in here.items() if after in alive} if state in alive else {}
        for state, here in enumerate(following)
    ]
    return WordAutomaton(kept, accepted), [mode for _, mode in order]


def containments(automaton: WordAutomaton) -> list[set[int]]:
    """Return each state's states with at least its language."""
    states = range(len(automaton.following))
    following, accepted = automaton.following, automaton.accepted
    larger = [
        {j for j in states if accepted[i] <= accepted[j] and following[i].keys() <= following[j].keys()} for i in states
    ]
    changed = True
    while changed:
        changed = False
        for i in states:
            wrong = {j for j in larger[i] if any(following[j][a] not in larger[k] for a, k in following[i].items())}
            larger[i] -= wrong
            changed |= bool(wrong)
    return larger
