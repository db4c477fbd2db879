"""Random levels on which the fast engine and the oracle are compared, and the comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from types import ModuleType
from typing import NamedTuple, TypeVar
from unittest.mock import patch

from all_features import solve_with
from interrupting import Asked, asked
from sokogen.random.random_levels import FloorKind, possible_pulls, random_level, random_mixed_level, solvable_level
from sokosolve import solver, upper_bound
from sokosolve.bounds import group_tables, potential
from sokosolve.features import BOUNDS, FEATURES, Algorithm, Direction
from sokosolve.fess import any_solution
from sokosolve.machine_code import library_of
from sokosolve.search import astar, budget, build, idastar, open_list, store
from sokosolve.search.astar import Sharing
from sokospec import Board, Level, Square, State, replay
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import Limits, Progress
from sokospec.oracle import search_exhaustively
from sokospec.oracle.perft import perft_counts
from sokospec.rules import is_push, normalise, steps
from tallies import Added

_T = TypeVar("_T")

MOST_STATES = 200
"""The oracle is asked about levels with so many states (up to walking) at most ..."""
MORE_STATES, ONE_IN = 2000, 100
"""... or about one level in 100 with so many; a search by moves takes about ten times as many."""

SECONDS = 60.0
"""An answer that takes longer is a difference: these levels are small."""


# Levels.


def _between(rng: Random, least: int, most: int) -> int:
    return least + int(rng.random() * (most - least + 1))


def _choice(rng: Random, items: Sequence[_T]) -> _T:
    return items[_between(rng, 0, len(items) - 1)]


def _kind(rng: Random) -> FloorKind:
    return _choice(rng, list(FloorKind))


def varied(rng: Random) -> Level:
    """Return a level of any size, kind and number of boxes, solvable or not."""
    return random_mixed_level(rng, max_height=5, max_width=6, max_boxes=4)


def rooms(rng: Random) -> Level:
    """Return a level of rooms, with all pieces on random squares."""
    height, width, boxes = _between(rng, 3, 5), _between(rng, 4, 7), _between(rng, 1, 3)
    return random_level(
        rng, kind=FloorKind.ROOMS, height=height, width=width, boxes=boxes, wall_share=0.3 * rng.random()
    )


def pulled(rng: Random) -> Level:
    """Return a solvable level, by random pulls."""
    height, width = _between(rng, 3, 6), _between(rng, 3, 6)
    boxes, share = _between(rng, 1, 4), 0.2 + 0.4 * rng.random()
    return solvable_level(
        rng, kind=_kind(rng), height=height, width=width, boxes=boxes, wall_share=share, pulls=_between(rng, 5, 60)
    ).level


def crowded(rng: Random) -> Level:
    """Return a level with many boxes for its floor, solvable or not."""
    height, width, boxes = _between(rng, 3, 4), _between(rng, 4, 5), _between(rng, 3, 6)
    kind, share = _kind(rng), 0.4 * rng.random()
    if rng.random() < 0.3:
        return random_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=share)
    return solvable_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=share, pulls=40).level


def far(rng: Random) -> Level:
    """Return a solvable level as many pulls away from a solved state as a search of 100 states gets."""
    height, width, boxes = _between(rng, 3, 5), _between(rng, 4, 6), _between(rng, 1, 4)
    return _pulled_far(rng, random_level(rng, kind=_kind(rng), height=height, width=width, boxes=boxes).board)


def corridors(rng: Random) -> Level:
    """Return a level of narrow passages, far from solved."""
    height, width, boxes = _between(rng, 3, 6), _between(rng, 5, 7), _between(rng, 2, 3)
    share = 0.4 + 0.2 * rng.random()
    start = random_level(rng, kind=FloorKind.CORRIDORS, height=height, width=width, boxes=boxes, wall_share=share)
    return _pulled_far(rng, start.board)


def _pulled_far(rng: Random, board: Board) -> Level:
    states = [State(board.goals, _choice(rng, sorted(set(board.floor) - board.goals)))]
    known = {normalise(board, states[0])}
    for state in states:
        for _, before in possible_pulls(board, state):
            if len(states) < 100 and (form := normalise(board, before)) not in known:
                known.add(form)
                states.append(before)
    return Level(board, states[-1])


def beside_a_closed_room(rng: Random) -> Level:
    """Return a level with a room beside it that the player cannot get into, mostly with all of its boxes on goals."""
    level = far(rng)
    height, width = level.board.height, level.board.width
    room = [Square(row, column) for row in (1, 2) for column in (width, width + 1)]
    boxes = room[: _between(rng, 1, 2)]
    goals = room[-len(boxes) :] if rng.random() < 0.3 else boxes
    beside = {Square(row, column) for row in range(height) for column in range(width, width + 3)}
    board = Board(width + 3, height, level.walls | beside.difference(room), level.goals.union(goals))
    return Level(board, State(level.boxes.union(boxes), level.player))


def with_another_wall(rng: Random) -> Level:
    """Return a level that was solvable until one of its floor squares became a wall."""
    level = far(rng) if rng.random() < 0.5 else pulled(rng)
    taken = level.boxes | level.goals | {level.player}
    free = [square for square in level.board.floor if square not in taken]
    if not free:
        return level
    walls = level.walls | {_choice(rng, free)}
    return Level(Board(level.board.width, level.board.height, walls, level.goals), level.state)


SORTS: dict[str, Callable[[Random], Level]] = {
    sort.__name__: sort
    for sort in (varied, rooms, pulled, crowded, far, corridors, with_another_wall, beside_a_closed_room)
}


def is_small(level: Level, most: int) -> bool:
    """Say whether play leads to no more than so many states up to walking."""
    states = 0
    for layer in perft_counts(level):
        states += layer
        if layer == 0 or states > most:
            return states <= most
    raise AssertionError("perft counts never end")


def levels(seed: str, number: int) -> Iterator[tuple[str, Level]]:
    """Yield levels of all sorts in turn, by name; most levels in which hardly anything can be done are left out."""
    rng = Random(seed)
    sorts = list(SORTS.items())
    for index in range(number):
        name, draw = sorts[index % len(sorts)]
        level = draw(rng)
        while is_small(level, 5) and rng.random() < 0.95:
            level = draw(rng)
        yield name, level


# The comparison.


class Choice(NamedTuple):
    """How the fast engine is asked: options of `solve`, and constants of the engine that are only about time.

    Without constants, tables of groups are made `EARLY`, and all else is as it is.
    """

    algorithm: Algorithm = Algorithm.ASTAR
    direction: Direction = Direction.AUTO
    without: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    stop_after: int | None = None
    constants: tuple[object, ...] = ()
    most_expanded: int | None = None
    known: str | None = None
    upper_bound_at: int = upper_bound.EXPANSIONS_BEFORE


EARLY = 1_000
"""Groups an expansion by which tables of groups are made at once: these searches are over before they are due."""

CONSTANTS: tuple[tuple[ModuleType, str, tuple[object, ...]], ...] = (
    (budget, "_STEPS_COMPILED", (1, 7, 5_000)),
    (budget, "_STEPS_IN_PYTHON", (1, 7, 20)),
    (astar, "JOINS_AT", tuple({**astar.JOINS_AT, Direction.AUTO: at} for at in (0, 3, 30))),
    (astar, "_MOVES_BEFORE_PULLS", (0, 3, 30)),
    (group_tables, "_GROUPS_A_STATE", (1, 120, EARLY)),
    (
        astar,
        "SHARING",
        (Sharing(1, 1, 1, 1), Sharing(3, 50, 1, 7), astar.SHARING, Sharing(1_000, 1_000, 1, 2)),
    ),
    (group_tables, "_GROUPS_AT_ONCE", (7, 100_000)),
    (build, "MOST_WALL_SETS", (1, 2, build.MOST_WALL_SETS)),
    (store, "FIRST_CAPACITY", (1 << 6, 1 << 10)),
    (store, "RANKS", (1, 100, open_list.RANKS)),
    (idastar, "_FIRST_DEPTH", (2, 64)),
    (idastar, "_TABLE_ROOM", (1_000, 1 << 20)),
    (any_solution, "HURRY", (0, 3, 10_000)),
    (any_solution, "FIRST_TURN", (1, 10)),
    (any_solution, "_STATES_A_TURN", (1, any_solution._STATES_A_TURN)),
    (potential, "STEPS", ((1, 1), potential.STEPS)),
)
"""Constants that say when the engine does something, and values to try: none of them may change an answer."""


def some_choice(rng: Random) -> Choice:
    """Return options at random; FESS is for any solution alone, and elsewhere `ask` takes A* for it."""
    share = rng.random()
    return Choice(
        _choice(rng, list(Algorithm)),
        _choice(rng, list(Direction)),
        tuple(name for name in FEATURES if rng.random() < share),
        tuple(name for name in FEATURES if rng.random() < 0.5),
        _between(rng, 1, 8) if rng.random() < 0.2 else None,
        tuple(_choice(rng, values) for _, _, values in CONSTANTS),
    )


def algorithm_for(objective: Objective, algorithm: Algorithm) -> Algorithm:
    """Return an algorithm, or A* where it cannot be asked for the objective."""
    return Algorithm.ASTAR if algorithm is Algorithm.FESS and objective is not Objective.ANY else algorithm


def some_solution(rng: Random, level: Level) -> str | None:
    """Return a solution at random, None where the steps before it lead to no solution: one of the oracle's, mostly
    after some steps that nobody would take."""
    state, letters = level.state, []
    for _ in range(_choice(rng, (0, 2, 6, 15, 40))):
        if taken := list(steps(level.board, state)):
            direction, after = _choice(rng, taken)
            letters.append(direction.letter.upper() if is_push(state, after) else direction.letter)
            state = after
    rest = search_exhaustively(Level(level.board, state), _choice(rng, list(Objective))).lurd
    return None if rest is None else "".join(letters) + rest


def with_bounds_for_idastar(choice: Choice) -> Choice:
    """Return options that do not take bounds from IDA*, which may take minutes for a dozen squares then."""
    if choice.algorithm is not Algorithm.IDASTAR:
        return choice
    return choice._replace(without=tuple(name for name in choice.without if name not in BOUNDS))


def knowing(rng: Random, level: Level) -> Choice:
    """Return options at random, mostly with a solution that is known, otherwise with a search for one soon."""
    choice = with_bounds_for_idastar(some_choice(rng))._replace(upper_bound_at=_choice(rng, (0, 3, 30)))
    return choice._replace(known=some_solution(rng, level) if rng.random() < 0.7 else None)


def ask(level: Level, objective: Objective, choice: Choice) -> Asked:
    """Return the fast engine's answer; with `stop_after` Ctrl-C comes at that piece of news, with `most_expanded` at
    the first that tells of so many states."""
    news = count(1)

    def report(progress: Progress) -> None:
        enough = choice.most_expanded is not None and progress.expanded >= choice.most_expanded
        if enough or next(news) == choice.stop_after:
            raise KeyboardInterrupt

    with ExitStack() as stack:
        stack.enter_context(patch.object(group_tables, "_GROUPS_A_STATE", EARLY))
        for (module, name, _), value in zip(CONSTANTS, choice.constants, strict=False):
            stack.enter_context(patch.object(module, name, value))
        stack.enter_context(patch.object(upper_bound, "EXPANSIONS_BEFORE", choice.upper_bound_at))
        limits = Limits(seconds=SECONDS, report=report)
        _, direction, without, also, *_ = choice
        algorithm = algorithm_for(objective, choice.algorithm)
        search = (
            partial(solve_with, also) if choice.known is None and also else partial(solver.solve, known=choice.known)
        )
        return asked(
            lambda: search(
                level, objective=objective, limits=limits, algorithm=algorithm, direction=direction, without=without
            )
        )


def compile_engine() -> None:
    """Load or make the machine code of the kernels, so that each later answer comes from it."""
    for module, name, _ in CONSTANTS:
        assert hasattr(module, name), f"{module.__name__} has no {name} any more: bring CONSTANTS up to date"
    library_of("sokosolve").load()


class Truth(NamedTuple):
    """What the oracle knows: the least cost for each objective, all of it None when there is no solution."""

    costs: dict[Objective, tuple[int, ...]] | None


def costs_by(solve: Callable[[Objective], Answer | None]) -> Truth | None:
    """Return the least costs by two searches, as those in both counts are those in one as well; None without answer.

    A level without a solution for one objective has none for the others.
    """
    costs: dict[Objective, tuple[int, ...]] = {}
    for objective, first in ((Objective.PUSHES_MOVES, Objective.PUSHES), (Objective.MOVES_PUSHES, Objective.MOVES)):
        answer = solve(objective)
        if answer is None:
            return None
        if answer.moves is None or answer.pushes is None:
            assert not costs and answer.verdict is Verdict.UNSOLVABLE
            return Truth(None)
        costs[objective] = objective.cost(answer.moves, answer.pushes)
        costs[first] = costs[objective][:1]
    return Truth(costs)


def truth_of(level: Level) -> Truth:
    """Ask the oracle."""
    truth = costs_by(lambda objective: search_exhaustively(level, objective))
    assert truth is not None
    return truth


MOST_BY_LAYERS = 10_000
PLAIN = Choice(Algorithm.BFS, Direction.FORWARD, tuple(FEATURES), most_expanded=MOST_BY_LAYERS)
"""The fast engine as a plain search by layers, with nothing that it knows of Sokoban."""


def truth_by_layers(level: Level) -> Truth | None:
    """Ask the fast engine as a plain search about what is too large for the oracle; None where it is for that too."""

    def solve(objective: Objective) -> Answer | None:
        answer = ask(level, objective, PLAIN)
        # whichever comes first, however fast the machine
        return None if answer.interrupted or answer.expanded >= MOST_BY_LAYERS else answer

    return costs_by(solve)


def fault(level: Level, answer: Asked, truth: Truth) -> str | None:
    """Return what is wrong with an answer, None if nothing is."""
    objective = answer.objective
    costs = truth.costs
    if answer.lurd is not None and not replay(level, answer.lurd).valid:
        return f"{answer.lurd} is no solution"
    if answer.interrupted:
        least = None if costs is None or objective is Objective.ANY else costs[objective][0]
        if answer.verdict is not Verdict.LIMIT_TIME or answer.lurd is not None or answer.lower_bound is None:
            return f"{answer.verdict} with bound {answer.lower_bound} after Ctrl-C"
        if least is not None and answer.lower_bound > least:
            return f"a lower bound of {answer.lower_bound}, where {least} is enough"
        return None
    if answer.verdict is Verdict.LIMIT_TIME:
        return "no answer in time"
    if costs is None:
        if answer.verdict is not Verdict.UNSOLVABLE or answer.lurd is not None or answer.lower_bound is not None:
            return f"{answer.verdict} with bound {answer.lower_bound}, where there is no solution"
        return None
    if answer.lurd is None or answer.moves is None or answer.pushes is None or answer.lower_bound is None:
        return f"{answer.verdict} without a solution, where there is one"
    if objective is Objective.ANY:
        least = costs[Objective.PUSHES][0]
        if answer.verdict is not Verdict.SOLVED or answer.lower_bound > least:
            return f"{answer.verdict} with bound {answer.lower_bound}, where {least} pushes are enough"
        return None
    cost = objective.cost(answer.moves, answer.pushes)
    if answer.verdict is not Verdict.OPTIMAL or cost != costs[objective] or answer.lower_bound != cost[0]:
        return f"{answer.verdict} at {cost} with bound {answer.lower_bound}, where {costs[objective]} is the optimum"
    return None


@dataclass
class Tally(Added):
    """What was compared: levels by sort and by number of boxes, answers, and every difference as text.

    `by_layers` counts the levels that were too large for the oracle and settled by a plain search of the fast engine,
    `unsettled` those that were too large for both.
    """

    levels: Counter[str] = field(default_factory=Counter)
    boxes: Counter[int] = field(default_factory=Counter)
    solvable: int = 0
    unsolvable: int = 0
    by_layers: int = 0
    unsettled: int = 0
    comparisons: int = 0
    differences: list[str] = field(default_factory=list)


def compare(seed: str, number: int) -> Tally:
    """Compare the fast engine with the oracle on so many levels, in all objectives, and some of it by other options."""
    tally = Tally()
    rng, others = Random(f"choices {seed}"), Random(f"known {seed}")
    for name, level in levels(seed, number):
        tally.levels[name] += 1
        tally.boxes[len(level.boxes)] += 1
        if is_small(level, MORE_STATES if rng.random() < 1 / ONE_IN else MOST_STATES):
            by_layers = None
            truth = truth_of(level)
            tally.solvable += truth.costs is not None
            tally.unsolvable += truth.costs is None
        else:
            by_layers = truth_by_layers(level)
            tally.by_layers += by_layers is not None
            tally.unsettled += by_layers is None
            if by_layers is None:
                continue
            truth = by_layers
        for objective in Objective:
            other = some_choice(rng)
            if by_layers is not None:  # IDA*, or step by step, takes too long here
                other = other._replace(algorithm=Algorithm.ASTAR, constants=())
            else:
                other = with_bounds_for_idastar(other)
            choices = [Choice(), other][: 1 + (rng.random() < 0.3)]
            if by_layers is None and truth.costs is not None and others.random() < 0.3:
                choices.append(knowing(others, level))
            for choice in choices:
                tally.comparisons += 1
                try:
                    wrong = fault(level, ask(level, objective, choice), truth)
                except Exception as error:  # a crash is a difference too
                    wrong = f"{type(error).__name__}: {error}"
                if wrong is not None:
                    tally.differences.append(f"{level}\n{objective}: {wrong}; asked with {choice}")
    return tally
