"""What makes two tasks the same one, and how the answer to one becomes the answer to the other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

from sokocheck.batch.results_file import Record
from sokocheck.batch.task import Task
from sokospec.answer import Objective
from sokospec.board import Board, Direction, Level, Square, State
from sokospec.replay import replay
from sokospec.rules import reachable
from sokospec.transform.normal_form import DEFAULT_STEPS, normal_form
from sokospec.transform.symmetry import SYMMETRIES

BY_PUSHES = (Objective.PUSHES, Objective.ANY)
"""The objectives for which it does not matter where in his region the player starts."""


def digest(text: str) -> str:
    """Return 32 letters that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def level_key(level: Level, objective: str) -> str:
    """Return what levels share that play alike for an objective: 32 letters from the normal form.

    The step `player` is left out where moves count, since it keeps pushes alone. O(area squared) at worst.

    >>> lying, standing = Level.parse("#####\\n#@$.#\\n#####"), Level.parse("###\\n#.#\\n#$#\\n#@#\\n###")
    >>> level_key(lying, "moves") == level_key(standing, "moves")
    True
    """
    steps = [step for step in DEFAULT_STEPS if step != "player" or objective in BY_PUSHES]
    return digest(str(normal_form(level, steps).level))


def options_of(task: Task) -> dict[str, object]:
    """Return the options that decide what a task's record says, for JSON.

    The limit in CPU seconds is there where it is in force: files from before there was one go on as they began.
    """
    return {
        **task.choice.record,
        "time_limit": task.seconds,
        **({} if task.cpu is None else {"cpu_limit": task.cpu}),
        "memory_limit": task.mib,
        "certificate": task.certificate is not None,
    }


def identity(key: str, objective: object, options: object) -> str:
    """Return what no two searches share: the level's key with objective and options."""
    return digest(json.dumps([key, objective, options], sort_keys=True))


def carried_over(record: Record, task: Task) -> Record | None:
    """Return a task's record made from that of a level with the same key; None if its solution does not carry over.

    The solution is turned, and where only pushes count another walk leads to its first push; the reference replays it.
    """
    nothing_searched = {"expanded": 0, "generated": 0, "seconds": 0.0}
    carried = {**record, **task.found.record, **nothing_searched, "same_as": f"{record['file']}:{record['level']}"}
    lurd = record["lurd"]
    if lurd is None:
        return carried
    for candidate in _candidates(task.level, lurd, starts_anywhere=task.objective in BY_PUSHES):
        if replay(task.level, candidate).valid:
            return carried | {"lurd": candidate, "moves": len(candidate)}
    return None


def _candidates(level: Level, lurd: str, *, starts_anywhere: bool) -> Iterator[str]:
    turned = [symmetry.lurd(lurd) for symmetry in SYMMETRIES]
    yield from turned
    if not starts_anywhere:
        return
    pushing = [steps.lstrip("udlr") for steps in turned]
    for start in sorted(reachable(level.board, level.state)):
        moved = replace(level, state=State(level.boxes, start))
        for steps in pushing:
            if _first_push(level.board, moved.state, steps) and replay(moved, steps).valid:
                yield walk(level.board, level.state, start) + steps


def _first_push(board: Board, state: State, steps: str) -> bool:
    """Say whether the first step pushes a box: a quick look before a whole replay."""
    direction = next(direction for direction in Direction if direction.letter == steps[0].lower())
    return board.beyond[state.player][direction] in state.boxes


def walk(board: Board, state: State, end: Square) -> str:
    """Return a shortest walk of the player to a square that he can reach, as LURD."""
    came: dict[Square, str] = {state.player: ""}
    frontier = [state.player]
    for square in frontier:  # the list grows while it is read
        for direction in Direction:
            ahead = board.beyond[square][direction]
            if ahead is not None and ahead not in state.boxes and ahead not in came:
                came[ahead] = came[square] + direction.letter
                frontier.append(ahead)
    return came[end]
