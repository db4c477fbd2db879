"""Graded levels: ten tiers by mean effort, the last beyond all engines."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import NamedTuple

from sokocheck.suites.effort import ENGINES, MOST, efforts, mean_effort, search_states
from sokocheck.suites.entry import Json, SuiteEntry, best_answer
from sokocheck.suites.goal_rooms import goal_room, pull_apart, with_boxes_anywhere
from sokocheck.suites.proofs import optimum
from sokogen.draws import below, choice
from sokogen.random.level_changes import change_level
from sokosolve.improve import improve
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level

_CHANGES = 12
"""Number of changes to bring a level into its tier."""
_FLOOR = (0.65, 0.75, 0.85)
"""Possible shares of floor in a board."""
_SHORTENING = 20_000
"""States searched to shorten the solutions of the last tier."""
_ABOUT = 4.0
"""Factor within which an estimate must be of its tier for all engines to run."""


class _Tier(NamedTuple):
    least: float
    below: float
    sides: tuple[int, int]
    boxes: tuple[int, int]


TIERS = {
    "tier 1": _Tier(1, 8, (4, 5), (1, 2)),
    "tier 2": _Tier(8, 20, (5, 6), (2, 3)),
    "tier 3": _Tier(20, 50, (5, 6), (2, 4)),
    "tier 4": _Tier(50, 125, (6, 7), (3, 4)),
    "tier 5": _Tier(125, 320, (6, 7), (4, 5)),
    "tier 6": _Tier(320, 800, (7, 8), (4, 5)),
    "tier 7": _Tier(800, 2_000, (7, 8), (4, 6)),
    "tier 8": _Tier(2_000, 6_000, (8, 9), (5, 7)),
    "tier 9": _Tier(6_000, MOST, (8, 10), (6, 8)),
    "tier 10": _Tier(MOST, MOST + 1, (13, 15), (18, 22)),
}
"""The tiers by geometric mean of the engines' expansions; no engine settles the last one."""


def attempt(rng: Random, tier: str) -> SuiteEntry | None:
    """Return a level of a tier, or None."""
    wanted = TIERS[tier]
    board = goal_room(rng, _between(rng, wanted.sides), _between(rng, wanted.boxes), choice(rng, _FLOOR))
    return _open(rng, board) if wanted.least == MOST else _settle(rng, board, wanted)


def _settle(rng: Random, board: Board, wanted: _Tier) -> SuiteEntry | None:
    level = with_boxes_anywhere(rng, board)
    estimate = None if level is None else _estimate(level, wanted)
    if level is None or estimate is None:
        return None
    for _ in range(_CHANGES):
        if estimate >= wanted.least:
            break
        other = change_level(rng, level)
        better = _estimate(other, wanted)
        if better is not None and estimate <= better:
            level, estimate = other, better
    if estimate * _ABOUT < wanted.least:
        return None
    answers = {name: search_states(level, Objective.PUSHES, name) for name in ENGINES}
    if not wanted.least <= mean_effort(efforts(answers)) < wanted.below:
        return None
    pushes, certificate = optimum(level, Objective.PUSHES)
    moves = search_states(level, Objective.MOVES)
    known_answers = {Objective.PUSHES: best_answer(pushes), Objective.MOVES: best_answer(moves, pushes.lurd)}
    return SuiteEntry(level, known_answers, _figures(answers), {str(Objective.PUSHES): certificate})


def _open(rng: Random, board: Board) -> SuiteEntry | None:
    drawn = pull_apart(rng, board)
    if drawn is None:
        return None
    level = drawn.level
    best = search_states(level, Objective.PUSHES)
    if best.verdict is not Verdict.LIMIT_TIME:
        return None
    improved = improve(level, drawn.solution, Objective.PUSHES, states=_SHORTENING)
    pushes = best_answer(best, improved.lurd)
    if pushes.pushes == pushes.lower_bound:
        return None
    answers = {name: best if name == "all" else search_states(level, Objective.PUSHES, name) for name in ENGINES}
    if any(answer.verdict is not Verdict.LIMIT_TIME for answer in answers.values()):
        return None
    moves = best_answer(search_states(level, Objective.MOVES), improved.lurd)
    return SuiteEntry(
        level, {Objective.PUSHES: pushes, Objective.MOVES: moves}, _figures(answers) | {"solution": improved.lurd}
    )


def _between(rng: Random, span: tuple[int, int]) -> int:
    return span[0] + below(rng, span[1] - span[0] + 1)


def _estimate(level: Level, wanted: _Tier) -> float | None:
    """Return the approximate mean effort from two engines, or None."""
    if level.boxes == level.board.goals:
        return None
    most = round(min(MOST, _ABOUT * wanted.below))
    answer = search_states(level, Objective.PUSHES, "all", most)
    if answer.verdict is Verdict.UNSOLVABLE:
        return None
    estimate = sqrt(
        max(1, answer.expanded) * max(1, search_states(level, Objective.PUSHES, "assignment", most).expanded)
    )
    return estimate if estimate < _ABOUT * wanted.below else None


def _figures(answers: Mapping[str, Answer]) -> Json:
    effort, layers = efforts(answers), answers["blind"]
    branching = round(layers.generated / max(1, layers.expanded), 2)
    return {"effort": effort, "mean_effort": round(mean_effort(effort)), "branching": branching}
