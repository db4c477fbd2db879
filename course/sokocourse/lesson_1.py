"""Exercises on decision problems and certificates."""

from __future__ import annotations

from sokocourse.exercise import Exercise, Wrong
from sokospec import Level, replay

ROOM = Level.parse("#####\n#@  #\n# $ #\n#  .#\n#####")


def solves_the_room(answer: str) -> None:
    """Check a LURD on the first lesson's level."""
    done = replay(ROOM, answer.strip())
    if not done.valid:
        raise Wrong(done.reason or "the level is not solved at the end")


EXERCISES = [Exercise("Which moves solve the level room.xsb?", solves_the_room)]
