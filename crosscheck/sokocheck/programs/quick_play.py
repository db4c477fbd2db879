"""Fast replay of steps with possibly wrong case, to select candidates."""

from __future__ import annotations

from typing import NamedTuple

from sokospec.board import Direction, Level

_DIRECTION_OF = {letter: at for at, way in enumerate(Direction) for letter in (way.letter, way.letter.upper())}


class _Played(NamedTuple):
    """Legal prefix of steps, and whether all are legal and solve the level."""

    steps: str
    solved: bool


class Table:
    r"""Level as arrays for fast replay. O(floor) to build.

    >>> Table(Level.parse("#####\n#@$.#\n#####")).play("r")
    _Played(steps='R', solved=True)
    """

    def __init__(self, level: Level) -> None:
        number = {square: at for at, square in enumerate(level.board.beyond)}
        self._beyond = [
            [-1 if square is None else number[square] for square in neighbours]
            for neighbours in level.board.beyond.values()
        ]
        self._boxes = bytearray(square in level.boxes for square in number)
        self._goals = bytearray(square in level.goals for square in number)
        self._player = number[level.player]

    def play(self, steps: str) -> _Played:
        """Play steps up to the first illegal one, ignoring other characters. O(steps + floor)."""
        boxes, goals, player = bytearray(self._boxes), self._goals, self._player
        right = bytearray()
        for at, letter in enumerate(steps):
            way = _DIRECTION_OF.get(letter)
            if way is None:
                continue
            ahead = self._beyond[player][way]
            if ahead < 0:
                return _Played(right.decode() + _letters(steps[at:]), solved=False)
            if boxes[ahead]:
                landing = self._beyond[ahead][way]
                if landing < 0 or boxes[landing]:
                    return _Played(right.decode() + _letters(steps[at:]), solved=False)
                boxes[ahead], boxes[landing] = 0, 1
                right.append(ord(letter) & ~32)
            else:
                right.append(ord(letter) | 32)
            player = ahead
        solved = not any(box and not goal for box, goal in zip(boxes, goals, strict=True))
        return _Played(right.decode(), solved)


def _letters(steps: str) -> str:
    return "".join(letter for letter in steps if letter in _DIRECTION_OF)
