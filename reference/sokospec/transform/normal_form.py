"""Normal form of a level: named steps, each with what it preserves, and the reason why.

Each changes a grid and tells whether anything changed; docs/background/rules.md, "Normal forms of levels".
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Flag
from functools import reduce
from itertools import permutations
from operator import add, and_, gt, lt
from typing import NamedTuple

from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Limits, Meter, require_verdict
from sokospec.oracle.search import search_exhaustively
from sokospec.transform.normal_grid import LevelGrid, Marks
from sokospec.transform.symmetry import SYMMETRIES, Symmetry


def immovable_boxes(grid: LevelGrid) -> set[int]:
    """Return boxes in the player's room that can never be pushed.

    They are the largest set in which every box is blocked along both axes by a wall or a box of the set. The first to
    move would have to be pushed along a blocked axis.
    """
    fixed = {box for box in grid.boxes if grid.room[box]}
    frontier = list(fixed)
    while frontier:
        box = frontier.pop()
        up, down, left, right = around = grid.around(box)
        if box in fixed and any(
            grid.floor[one] and grid.floor[other] and fixed.isdisjoint((one, other))
            for one, other in ((up, down), (left, right))
        ):
            fixed.discard(box)
            frontier += fixed.intersection(around)
    return fixed


def _immovable_to_walls(grid: LevelGrid) -> bool:
    r"""Step `immovable`: boxes on goals that can never move become walls, which obstruct as much.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\n#*@$.#\n######"), ["immovable"]).level)
    ######
    ##@$.#
    ######
    """
    return grid.remove(immovable_boxes(grid) & grid.goals)


def _fill_dead_ends(grid: LevelGrid) -> bool:
    r"""Step `dead-ends`: squares with at most one floor neighbour and no goal, box or player become walls, repeatedly.

    The player can only walk into such a square and back; a box pushed into it never reaches a goal. A player who may
    stand anywhere in his region first leaves a dead end, as step `player`.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\n#@$ .  #\n########"), ["dead-ends"]).level)
    ########
    #@$ .###
    ########
    """
    filled = False
    while True:
        pieces = grid.boxes | grid.goals
        ends = {
            square
            for square in grid.suspects
            if grid.room[square] and square not in pieces and sum(grid.floor[side] for side in grid.around(square)) <= 1
        }
        grid.suspects = []
        if grid.player in ends:
            beside = {side for side in grid.around(grid.player) if grid.floor[side]} - grid.boxes
            if grid.free_player and beside - ends:
                grid.walk(beside.pop())
            else:  # he stays, and with him a region of two dead ends, where he may stand on either
                ends -= {grid.player, *beside} if grid.free_player else {grid.player}
        if not ends:
            return filled
        filled = True
        for square in ends:
            grid.fill(square)


def _unreachable_to_walls(grid: LevelGrid) -> bool:
    r"""Step `unreachable`: enclosed floor that the player could not walk to without boxes becomes wall.

    No step touches it. Boxes on goals there are removed; others stay, because they make the level unsolvable.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\n#@$.#*##\n########"), ["unreachable"]).level)
    ########
    #@$.####
    ########
    """
    grid.settle()
    removed = grid.remove({box for box in grid.boxes & grid.goals if not grid.room[box]})
    hidden = Marks(map(gt, grid.floor, grid.in_play()))
    enclosed = grid.list_marked(Marks(map(gt, hidden, grid.outside(hidden))))
    for square in enclosed:
        grid.fill(square)
    return removed or bool(enclosed)


def _least_outer_walls(grid: LevelGrid) -> bool:
    r"""Step `outer-walls`: one wall around the squares in play, corners included; blank outside, only wall inside.

    Squares in play do not change.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\n######\n##@$.#\n######", lenient=True), ["outer-walls"]).level)
    -
     #####
     #@$.#
     #####
    """
    framed = _frame_of_walls(grid)
    in_play = grid.in_play()
    blank = grid.outside(Marks(map(lt, _spread(in_play, grid.stride), grid.inside())))
    floor = Marks(map(add, in_play, blank))
    changed = framed or floor != grid.floor
    grid.floor = floor
    return changed


def _frame_of_walls(grid: LevelGrid) -> bool:
    in_play, stride, height, width = grid.in_play(), grid.stride, grid.height, grid.width
    top = 0 if any(in_play[stride : 2 * stride]) else 1
    bottom = height + 1 if any(in_play[height * stride : (height + 1) * stride]) else height
    left = 0 if any(in_play[1::stride]) else 1
    right = width + 1 if any(in_play[width::stride]) else width
    return grid.frame(top, bottom, left, right)


def _spread(marks: Marks, stride: int) -> Marks:
    line = int.from_bytes(marks, "little")  # whole rows are shifted at once
    line |= line << 8 | line >> 8
    line |= line << 8 * stride | line >> 8 * stride
    return Marks(line.to_bytes(len(marks), "little"))


def _trim(grid: LevelGrid) -> bool:
    r"""Step `trim`: remove empty rows and columns at the edge; no square in play is among them.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\n######\n##@$.#\n######"), ["outer-walls", "trim"]).level)
    #####
    #@$.#
    #####
    """
    blank, stride = Marks(map(gt, grid.floor, grid.in_play())), grid.stride
    rows = [r for r in range(1, grid.height + 1) if 0 in blank[r * stride + 1 : (r + 1) * stride - 1]]
    columns = [c for c in range(1, grid.width + 1) if 0 in blank[stride + c : -stride : stride]]
    return grid.frame(rows[0], rows[-1], columns[0], columns[-1])


def _least_symmetric(grid: LevelGrid) -> bool:
    r"""Step `symmetry`: the first of the eight symmetric drawings. The rules are symmetric.

    They are compared by rows, then by square, with the player's region in his place, and last by his square.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("###\n#@#\n#$#\n#.#\n###"), ["symmetry"]).level)
    #####
    #@$.#
    #####
    """
    drawing = Marks(map(add, grid.floor, grid.region()))
    for box in grid.boxes:
        drawing[box] += 4
    for goal in grid.goals:
        drawing[goal] += 8

    def key(symmetry: Symmetry) -> tuple[int, Marks, int]:
        height = grid.width if symmetry.transpose else grid.height
        return height, grid.turn_marks(drawing, symmetry), grid.image(grid.player, symmetry)

    best = min(SYMMETRIES, key=key)
    if best == SYMMETRIES[0]:
        return False
    grid.turn(best)
    return True


def _first_player(grid: LevelGrid) -> bool:
    r"""Step `player`: start on the first reachable square in row order; only walks change.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\n# @$.#\n######"), ["player"]).level)
    ######
    #@ $.#
    ######
    """
    first = grid.region().index(1)
    if first == grid.player:
        return False
    grid.walk(first)
    return True


def _take_forced_pushes(grid: LevelGrid) -> bool:
    r"""Step `forced`: while the level is unsolved and only one push is possible after any walk, make it.

    Every solution begins with these pushes. Stops at a repeated state.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\n#@ $  .#\n########"), ["forced"]).level)
    ########
    #    @*#
    ########
    """
    start, player = _normalise(grid), grid.player
    here, seen = start, set[tuple[frozenset[int], int]]()
    while here not in seen and grid.boxes != grid.goals and len(possible := _pushes(grid)) == 1:
        seen.add(here)
        ((box, landing),) = possible
        grid.boxes, grid.player = grid.boxes - {box} | {landing}, box
        here = _normalise(grid)
    if here == start:
        grid.player = player
        return False
    grid.suspects = grid.list_marked(grid.room)
    return True


def _normalise(grid: LevelGrid) -> tuple[frozenset[int], int]:
    return frozenset(grid.boxes), grid.region().index(1)


def _pushes(grid: LevelGrid) -> list[tuple[int, int]]:
    region = grid.region()
    return [
        (box, landing)
        for box in grid.boxes
        for behind, landing in permutations(grid.around(box), 2)
        if behind + landing == 2 * box and region[behind] and grid.floor[landing] and landing not in grid.boxes
    ]


def _keep_the_solution(grid: LevelGrid) -> bool:
    r"""Step `solution`: boxes and floor that an optimal solution does not touch become walls.

    The solution has the fewest moves, then the fewest pushes; an unsolvable level stays unchanged. Proof:
    docs/background/rules.md, "From an optimal solution".

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\n#@$ .#\n#  * #\n######"), ["solution"]).level)
    ######
    #@$ .#
    ######
    ######
    """
    lurd = grid.solution_of(grid.level())
    if lurd is None:
        return False
    step_of = dict(zip("udlr", grid.around(0), strict=True))
    square, touched, left_alone = grid.player, {grid.player}, set(grid.boxes)
    for letter in lurd:
        step = step_of[letter.lower()]
        square += step
        touched.add(square)
        if letter.isupper():
            touched.add(square + step)
            left_alone.discard(square)
    if left_alone == grid.boxes:
        return grid.remove(left_alone)
    removed = grid.remove(left_alone)
    untouched = set(grid.list_marked(grid.room)) - touched
    for square in untouched:
        grid.fill(square)
    return removed or bool(untouched)


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
    "immovable": NormalStep(_immovable_to_walls, Preserves.OPTIMAL_SOLUTION),
    "dead-ends": NormalStep(_fill_dead_ends, Preserves.OPTIMAL_SOLUTION),
    "unreachable": NormalStep(_unreachable_to_walls, Preserves.OPTIMAL_SOLUTION),
    "outer-walls": NormalStep(_least_outer_walls, Preserves.OPTIMAL_SOLUTION),
    "trim": NormalStep(_trim, Preserves.OPTIMAL_SOLUTION),
    "symmetry": NormalStep(_least_symmetric, Preserves.OPTIMAL_SOLUTION),
    "player": NormalStep(_first_player, Preserves.OPTIMAL_PUSHES),
    "forced": NormalStep(_take_forced_pushes, Preserves.SOLVABILITY, by_default=False),
    "solution": NormalStep(_keep_the_solution, Preserves.OPTIMAL_MOVES, by_default=False),
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
