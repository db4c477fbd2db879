"""Unlimited undo and redo."""

from __future__ import annotations

from sokospec.board import Direction, Level, State
from sokospec.rules import is_push, step


class History:
    r"""Play in progress.

    Rule U1: undo restores exactly the state before the last step. Redo repeats the step that was undone last. A new
    step forgets the undone ones.

    >>> play = History(Level.parse("######\n#@$ .#\n######"))
    >>> play.do(Direction.RIGHT)
    >>> play.lurd, play.undo(), play.lurd, play.redo(), play.lurd
    ('R', True, '', True, 'R')
    """

    def __init__(self, level: Level) -> None:
        self._board = level.board
        self._states = [level.state]
        self._letters: list[str] = []
        self._undone: list[tuple[str, State]] = []

    @property
    def state(self) -> State:
        """Current state."""
        return self._states[-1]

    @property
    def lurd(self) -> str:
        """Steps so far."""
        return "".join(self._letters)

    def do(self, direction: Direction) -> None:
        """Take a step; if it is illegal, raise `IllegalStep` and change nothing."""
        after = step(self._board, self.state, direction)
        pushed = is_push(self.state, after)
        self._letters.append(direction.letter.upper() if pushed else direction.letter)
        self._states.append(after)
        self._undone.clear()

    def undo(self) -> bool:
        """Undo a step; return False without one."""
        if not self._letters:
            return False
        self._undone.append((self._letters.pop(), self._states.pop()))
        return True

    def redo(self) -> bool:
        """Redo a step; return False without one."""
        if not self._undone:
            return False
        letter, state = self._undone.pop()
        self._letters.append(letter)
        self._states.append(state)
        return True
