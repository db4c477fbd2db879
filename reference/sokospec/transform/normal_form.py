"""Normal form of a level: named steps, each with what it preserves."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Flag
from functools import reduce
from operator import and_
from typing import NamedTuple

from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Limits, Meter, require_verdict
from sokospec.oracle.search import search_exhaustively
from sokospec.transform import normal_steps
from sokospec.transform.normal_grid import LevelGrid
from sokospec.transform.symmetry import Symmetry


class Preserves(Flag):
    """Property that a step preserves; several steps preserve `one & other`.

    `OPTIMAL_MOVES` includes the fewest pushes with the fewest moves. `OPTIMAL_SOLUTION`: each optimal solution of the
    result is one of the original, up to the symmetry applied.

    >>> (Preserves.OPTIMAL_PUSHES & Preserves.OPTIMAL_MOVES).name
    'SOLVABILITY'
    """

    SOLVABILITY = 1
    OPTIMAL_PUSHES = 3
    OPTIMAL_MOVES = 5
    OPTIMAL_SOLUTION = 15


class NormalStep(NamedTuple):
    """Function that changes a grid and tells whether it did, and what it preserves."""

    apply: Callable[[LevelGrid], bool]
    preserves: Preserves
    by_default: bool = True


STEPS = {
    "immovable": NormalStep(normal_steps.immovable_to_walls, Preserves.OPTIMAL_SOLUTION),
    "dead-ends": NormalStep(normal_steps.fill_dead_ends, Preserves.OPTIMAL_SOLUTION),
    "unreachable": NormalStep(normal_steps.unreachable_to_walls, Preserves.OPTIMAL_SOLUTION),
    "outer-walls": NormalStep(normal_steps.least_outer_walls, Preserves.OPTIMAL_SOLUTION),
    "trim": NormalStep(normal_steps.trim, Preserves.OPTIMAL_SOLUTION),
    "symmetry": NormalStep(normal_steps.least_symmetric, Preserves.OPTIMAL_SOLUTION),
    "player": NormalStep(normal_steps.first_player, Preserves.OPTIMAL_PUSHES),
    "forced": NormalStep(normal_steps.take_forced_pushes, Preserves.SOLVABILITY, by_default=False),
    "solution": NormalStep(normal_steps.keep_the_solution, Preserves.OPTIMAL_MOVES, by_default=False),
}
"""Every step by name, in the order of application."""

DEFAULT_STEPS = tuple(name for name, step in STEPS.items() if step.by_default)
"""Steps that are applied unless others are named."""

_Solve = Callable[[Level, Objective, Limits], Answer]
"""Engine for the step `solution`."""


@dataclass(frozen=True, slots=True)
class NormalForm:
    """Normalised level, the steps that changed it, and what they preserve."""

    level: Level
    changed: tuple[str, ...]
    symmetry: Symmetry
    preserves: Preserves


def normal_form(
    level: Level,
    steps: Collection[str] = DEFAULT_STEPS,
    limits: Limits | None = None,
    solve: _Solve = search_exhaustively,
    tell: Callable[[str], None] = lambda _: None,
) -> NormalForm:
    r"""Return the level after the named steps, repeated until none of them changes anything.

    `limits` are for all searches together; `tell` receives the name of each step. Raises `ValueError` and
    `LimitReached`.

    >>> form = normal_form(Level.parse("#######\n#@ $ .#\n#######"))
    >>> print(form.level)
    ######
    #@$ .#
    ######
    >>> form.changed, form.preserves.name
    (('dead-ends', 'outer-walls', 'trim', 'player'), 'OPTIMAL_PUSHES')
    """
    unknown = sorted(set(steps) - set(STEPS))
    if unknown:
        raise ValueError(f"unknown step {unknown[0]!r}; the steps are {', '.join(STEPS)}")
    plan = [name for name in STEPS if name in steps]
    changed = set[str]()
    grid = LevelGrid(level, free_player="player" in steps, solution_of=_within(limits or Limits(), solve))
    at = 0
    while at < len(plan):
        tell(plan[at])
        if STEPS[plan[at]].apply(grid):
            changed.add(plan[at])
            at = 0
        else:
            at += 1
    if grid.walked:
        changed.add("player")
    kept = reduce(and_, (STEPS[name].preserves for name in changed), Preserves.OPTIMAL_SOLUTION)
    result = grid.level() if changed else level
    return NormalForm(result, tuple(name for name in STEPS if name in changed), grid.symmetry, kept)


def _within(limits: Limits, solve: _Solve) -> Callable[[Level], str | None]:
    meter = Meter(limits)

    def solution(level: Level) -> str | None:
        left = limits.after(meter.seconds, meter.cpu_seconds)
        return require_verdict(solve(level, Objective.MOVES_PUSHES, left)).lurd

    return solution
