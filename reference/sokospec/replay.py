"""Replay of a LURD: its legality, metrics, and first error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sokospec.board import Direction, Level, State, require_level
from sokospec.errors import IllegalStep
from sokospec.metrics import Metrics, PlayedStep, measure
from sokospec.rules import effect, is_solved

DIRECTION_OF = {direction.letter: direction for direction in Direction}
"""The four lower-case LURD letters and their directions (rule P1)."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Repair by lenient reading; `at` is the index in the given LURD.

    >>> Repair(3, "'r' is a push: read as 'R'").at
    3
    """

    at: int
    what: str


@dataclass(frozen=True, slots=True)
class Replay:
    """Result of a replay.

    `at` is the index of the first bad step, `len(lurd)` for an unsolved end. `metrics` and `final` belong to the legal
    steps before it.
    """

    valid: bool
    solved: bool
    lurd: str
    metrics: Metrics
    final: State
    at: int | None = None
    rule: str | None = None
    reason: str | None = None
    repairs: tuple[Repair, ...] = ()


def replay(level: Level, lurd: str, *, lenient: bool = False, look: Callable[[], object] = lambda: None) -> Replay:
    r"""Replay a LURD, one letter a step. A bad LURD raises nothing.

    Rule P1: the letters u, d, l, r and U, D, L, R name the directions up, down, left, right; nothing else is a step.
    Rule P2: a lower-case letter is a step without a push, an upper-case letter is a push.
    Rule A2: a LURD is a solution when every step is legal, every letter's case is right, and the last state is solved.

    `lenient` corrects the case of letters, drops other characters, and lists the repairs.

    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> replay(level, "RR").valid
    True
    >>> bad = replay(level, "Rr")
    >>> bad.at, bad.rule, bad.reason
    (1, 'P2', "'r' is lower case but pushes a box")
    >>> replay(level, "r r", lenient=True).lurd
    'RR'
    """
    require_level(level)
    boxes, player = set(level.boxes), level.player  # one set, changed by each push: levels may have many boxes
    taken: list[PlayedStep] = []
    same: dict[PlayedStep, PlayedStep] = {}  # a solution of millions of steps has few different ones
    letters: list[str] = []
    repairs: list[Repair] = []

    def outcome(at: int | None, rule: str | None, reason: str | None) -> Replay:
        state, metrics = State(frozenset(boxes), player), measure(taken, look)
        solved = is_solved(level.board, state)
        return Replay(at is None, solved, "".join(letters), metrics, state, at, rule, reason, tuple(repairs))

    for at, letter in enumerate(lurd):
        if at % 64 == 0:  # a look at the clock takes as long as a step
            look()
        direction = DIRECTION_OF.get(letter.lower())
        if direction is None:
            if lenient:
                repairs.append(Repair(at, f"{letter!r} is not a step: dropped"))
                continue
            return outcome(at, "P1", f"{letter!r} is not one of the letters udlrUDLR")
        try:
            ahead, landing = effect(level.board, boxes, player, direction)
        except IllegalStep as error:
            return outcome(at, error.rule, f"{letter!r} is illegal: {error.reason}")
        pushed = landing is not None
        right_letter = direction.letter.upper() if pushed else direction.letter
        if letter != right_letter:
            kind = "lower case but pushes a box" if pushed else "upper case but pushes no box"
            if not lenient:
                return outcome(at, "P2", f"{letter!r} is {kind}")
            repairs.append(Repair(at, f"{letter!r} is {kind}: read as {right_letter!r}"))
        taken.append(same.setdefault(one := PlayedStep(direction, ahead if pushed else None), one))
        letters.append(right_letter)
        if landing is not None:
            boxes ^= {ahead, landing}
        player = ahead
    if missing := boxes - level.goals:
        return outcome(len(lurd), "A2", f"the steps end with {len(missing)} of {len(boxes)} boxes off the goals")
    return outcome(None, None, None)
