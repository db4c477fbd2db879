"""Graded levels, random ones with all goals together: ten tiers by mean effort, the last beyond all engines."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import NamedTuple

from sokocheck.suites.effort import ENGINES, MOST, efforts, mean_effort, search_states
from sokocheck.suites.entry import Json, SuiteEntry, best_answer
from sokocheck.suites.proofs import optimum
from sokogen.draws import below, choice, sample
from sokogen.random.benchmark_levels import random_connected_floor
from sokogen.random.level_changes import change_level
from sokogen.random.random_levels import FloorKind, SolvableLevel, possible_pulls
from sokogen.small.retrograde import pushes_alone
from sokogen.small.small_levels import build_board, inside_of
from sokosolve.improve import improve
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level, Square, State, neighbour
from sokospec.certificates.grid import Grid
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

_RUNS = 120
"""The most times a box is chosen to be pulled."""
_FARTHEST = 20
"""The most pulls of a chosen box."""


def _goal_room(rng: Random, side: int, boxes: int, share: float) -> Board:
    """Return a square board with adjacent goals; `share` is the floor's share of the inside."""
    floor = random_connected_floor(rng, choice(rng, list(FloorKind)), side, side, round(share * side * side))
    board = build_board(side, side, set(inside_of(side, side)).difference(floor), ())
    first = choice(rng, floor)
    together = _by_distance(board, first)[:boxes]
    return Board(board.width, board.height, board.walls, frozenset(together))


def _with_boxes_anywhere(rng: Random, board: Board) -> Level | None:
    """Return a level whose boxes, off the goals, could each reach one alone, or None."""
    grid = Grid(board)
    alive = {square for mask in pushes_alone(grid) for square in grid.squares(mask)} - board.goals
    count = len(board.goals)
    if len(alive) < count:
        return None
    standing = frozenset(sample(rng, sorted(alive), count))
    return Level(board, State(standing, choice(rng, [square for square in board.floor if square not in standing])))


def _pull_apart(rng: Random, board: Board) -> SolvableLevel | None:
    """Return a level, and its solution, with boxes pulled off the goals one after another; or None."""
    state = State(board.goals, choice(rng, [square for square in sorted(board.floor) if square not in board.goals]))
    way: list[Push] = []
    pulls = list(possible_pulls(board, state))
    for _ in range(_RUNS):
        if not pulls or not state.boxes & board.goals:
            break
        run, after = _pull_on(rng, board, [pull for pull in pulls if _square_behind(pull[0]) in board.goals] or pulls)
        further = list(possible_pulls(board, after))
        if further:
            way += run
            state, pulls = after, further
    if state.boxes & board.goals:
        return None
    level = Level(board, state)
    return SolvableLevel(level, push_path_lurd(level, way[::-1]))


def _pull_on(rng: Random, board: Board, pulls: list[tuple[Push, State]]) -> tuple[list[Push], State]:
    push, state = choice(rng, pulls)
    run = [push]
    for _ in range(below(rng, _FARTHEST)):
        stands = [pull for pull in possible_pulls(board, state) if _square_behind(pull[0]) == push.box]
        onward = [pull for pull in stands if pull[0].box != _square_behind(push)]
        if not onward:
            break
        push, state = choice(rng, onward)
        run.append(push)
    return run, state


def _square_behind(push: Push) -> Square:
    return neighbour(push.box, push.direction)


def _by_distance(board: Board, start: Square) -> list[Square]:
    found = [start]
    seen = {start}
    for square in found:  # the list grows while it is read
        for near in board.beyond[square]:
            if near is not None and near not in seen:
                seen.add(near)
                found.append(near)
    return found


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
    board = _goal_room(rng, _between(rng, wanted.sides), _between(rng, wanted.boxes), choice(rng, _FLOOR))
    return _open(rng, board) if wanted.least == MOST else _settle(rng, board, wanted)


def _settle(rng: Random, board: Board, wanted: _Tier) -> SuiteEntry | None:
    level = _with_boxes_anywhere(rng, board)
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
    drawn = _pull_apart(rng, board)
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
