"""Identity of tasks up to symmetry, and transfer of an answer between equivalent levels."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

from sokocheck.batch.results_file import Record
from sokocheck.batch.task import Task
from sokospec.answer import Objective
from sokospec.board import Board, Level, State
from sokospec.oracle.search import walk
from sokospec.replay import DIRECTION_OF, replay
from sokospec.rules import reachable
from sokospec.transform.normal_form import DEFAULT_STEPS, normal_form
from sokospec.transform.symmetry import SYMMETRIES

_BY_PUSHES = [objective for objective in Objective if "moves" not in objective.counts]
"""The objectives for which it does not matter where in his region the player starts."""


def digest(text: str) -> str:
    """Return 32 hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def level_key(level: Level, objective: str) -> str:
    r"""Return the digest of a level's normal form, equal for levels that play alike for an objective.

    The player's region is normalised only if moves do not count.

    >>> lying, standing = Level.parse("#####\n#@$.#\n#####"), Level.parse("###\n#.#\n#$#\n#@#\n###")
    >>> level_key(lying, "moves") == level_key(standing, "moves")
    True
    """
    steps = [step for step in DEFAULT_STEPS if step != "player" or objective in _BY_PUSHES]
    return digest(str(normal_form(level, steps).level))


def identity(key: str, objective: object, options: object) -> str:
    """Return the digest of a search: level key, objective and options."""
    return digest(json.dumps([key, objective, options], sort_keys=True))


def carry_over(record: Record, task: Task) -> Record | None:
    """Return a task's record from that of an equivalent level, or None if its solution does not carry over.

    With a new walk to the first push if only pushes count; replayed.
    """
    nothing_searched = {"expanded": 0, "generated": 0, "seconds": 0.0}
    carried = {**record, **task.file_level.record, **nothing_searched, "same_as": f"{record['file']}:{record['level']}"}
    lurd = record.get("lurd", "")
    if lurd is None:
        return carried
    for candidate in _candidates(task.level, lurd, starts_anywhere=task.objective in _BY_PUSHES):
        if replay(task.level, candidate).valid:
            return carried | {"lurd": candidate, "moves": len(candidate)}
    return None


def _candidates(level: Level, lurd: str, *, starts_anywhere: bool) -> Iterator[str]:
    turned = [symmetry.lurd(lurd) for symmetry in SYMMETRIES]
    yield from turned
    if not starts_anywhere:
        return
    pushing = [pushes for steps in turned if (pushes := steps.lstrip("udlr"))]
    for start in sorted(reachable(level.board, level.state)):
        moved = replace(level, state=State(level.boxes, start))
        for steps in pushing:
            if _first_push(level.board, moved.state, steps) and replay(moved, steps).valid:
                yield walk(level.board, level.state, start) + steps


def _first_push(board: Board, state: State, steps: str) -> bool:
    return board.beyond[state.player][DIRECTION_OF[steps[0].lower()]] in state.boxes
