"""Do, undo and redo: a play of a level that can be taken back without limit."""

from __future__ import annotations

from sokospec.board import Direction, Level, State
from sokospec.rules import is_push, step


class History:
    """A play in progress: the state now, the LURD that led to it, and the steps that were undone.

    Rule U1: undo restores exactly the state before the last step; redo repeats the step that was undone last; a new
    step forgets the undone ones.

    >>> play = History(Level.parse("######\\n#@$ .#\\n######"))
    >>> play.do(Direction.RIGHT)
    >>> play.lurd, play.undo(), play.lurd, play.redo(), play.lurd
    ('R', True, '', True, 'R')
    """

    def __init__(self, level: Level) -> None:
        """Start at the level's first state."""
        self._board = level.board
        self._states = [level.state]
        self._letters: list[str] = []
        self._undone: list[tuple[str, State]] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def lurd(self) -> str:
        """The steps from the start to the state now."""
        return "".join(self._letters)

    def do(self, direction: Direction) -> None:
        """Take a step; raises `IllegalStep` and changes nothing when the rules forbid it."""
        after = step(self._board, self.state, direction)
        pushed = is_push(self.state, after)
        self._letters.append(direction.letter.upper() if pushed else direction.letter)
        self._states.append(after)
        self._undone.clear()

    def undo(self) -> bool:
        """Take the last step back; return False when there is none."""
        if not self._letters:
            return False
        self._undone.append((self._letters.pop(), self._states.pop()))
        return True

    def redo(self) -> bool:
        """Repeat the step that was undone last; return False when there is none."""
        if not self._undone:
            return False
        letter, state = self._undone.pop()
        self._letters.append(letter)
        self._states.append(state)
        return True
