"""The search over feature cells, asked about single positions; and the same said slowly, from the rules alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from property.fast_worlds import levels_with_tables
from sokogen.random.random_levels import possible_pulls
from sokosolve.deadlocks.learned_patterns import new_patterns
from sokosolve.fess import fess_kernel
from sokosolve.fess.fess import new_learner
from sokosolve.fess.macro_moves import moves_of, new_macro_moves
from sokosolve.fess.packing_plan import PackingPlan, find_packing_plan, no_plan, with_plan
from sokosolve.fess.position import NO_WAY, Context, Variant, measure, new_view
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.packed_boxes import pack
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokospec import Board, Level, Square, State
from sokospec.limits import Limits
from sokospec.rules import normalise, pushes, reachable

AS_IT_COMES = Variant(seed=0, weighted=1, any_start=0, early=1)

MIDDLE_SIZED = [
    Level.parse("\n".join(rows))
    for rows in (
        (
            "###########",
            "#    #    #",
            "# $$   .. #",
            "#  $ # .. #",
            "# $ @#    #",
            "#    #  ###",
            "########  #",
            "#         #",
            "###########",
        ),
        (
            "############",
            "#   #  #   #",
            "# $   $  . #",
            "#   #  #...#",
            "### ## #####",
            "#  $ @ $   #",
            "#    #     #",
            "############",
        ),
        (
            "##########",
            "####  ####",
            "##  $   ##",
            "#  $ $ ###",
            "#  $ @   #",
            "#### #   #",
            "#....#####",
            "#    #",
            "######",
        ),
    )
]
"""Levels of rooms and passages, larger than the random ones."""


class Move(NamedTuple):
    """A macro move, in squares: the box and where it goes, the first square of the player's component after it, how
    many pushes it takes, and the place of the move before it of the same box."""

    box: Square
    to: Square
    player: Square
    pushes: int
    before: int


class Features:
    """A level with a packing plan, and what FESS sees of its positions; all but the plan's search runs in Python."""

    def __init__(self, level: Level, tables: LevelTables, *, backwards: bool = False, most: int = 40) -> None:
        self.level, self.tables, self.squares = level, tables, tables.squares
        self.number = {square: index for index, square in enumerate(tables.squares)}
        forward = build.world_of(tables, ["dead-squares", "freeze"], exact_player=False, compiled=False)
        backward = build.backwards(forward, tables, compiled=False)
        self.world, self.opposite = (backward, forward) if backwards else (forward, backward)
        opposite = self.opposite
        budget = Budget(Limits())
        budget.compile()
        known = no_plan(tables, self.world, AS_IT_COMES, budget)
        self.plan = find_packing_plan(tables, opposite, new_learner(opposite), known, budget, most)
        boxes = [int(box) for box in opposite.targets]
        self.knowledge = with_plan(known, self.plan, self.world, boxes, budget)
        self.steps = [frozenset(self.squares[square] for square in step) for step in self.plan.steps]
        self.targets = frozenset(self.squares[target] for target in self.world.targets)
        self.origin = frozenset(self.squares[target] for target in opposite.targets)
        floor = self.world.floor
        self.live = frozenset(self.squares[square] for square in floor.square_of.tolist())
        self.scratch, self.view = build.new_scratch(self.world), new_view(floor.n)
        self.moves = new_macro_moves(floor.n, self.world.k, len(floor.square_of))
        self.nothing_learned = new_patterns(floor.n, self.world.k, 0)

    def states(self, rng: Random, count: int) -> list[State]:
        """Return so many normalised states with boxes on live squares; every other one with some boxes in their
        places by the plan."""
        found = []
        for number in range(count):
            boxes = set(rng.choice(self.steps)) if number % 2 else set[Square]()
            free = sorted(self.live - boxes)
            boxes.update(rng.sample(free, self.world.k - len(boxes)))
            free = sorted(set(self.squares) - boxes)
            if free:
                found.append(normalise(self.level.board, State(frozenset(boxes), rng.choice(free))))
        return found

    def set_up(self, state: State) -> None:
        """Make a state the position at hand."""
        boxes = [self.number[box] for box in sorted(state.boxes)]
        self.scratch.boxes[:] = boxes
        self.scratch.occupied[:-1] = 0
        self.scratch.occupied[boxes] = 1
        pack(self.world.floor, boxes, self.scratch.packed)
        self.scratch.fence.of[:] = 1

    def macro_moves(self, state: State, box: Square, found: int = 0) -> list[Move]:
        """Return the macro moves of a box, numbered from `found` on."""
        self.set_up(state)
        index = sorted(state.boxes).index(box)
        until = moves_of(self.world, self.scratch, self.moves, index, self.number[state.player], found)
        assert self.moves.box[found:until].tolist() == [index] * (until - found)
        return [
            Move(
                box,
                self.squares[self.moves.to[i]],
                self.squares[self.moves.player[i]],
                int(self.moves.pushes[i]),
                int(self.moves.before[i]),
            )
            for i in range(found, until)
        ]

    def measured(self, state: State) -> list[int]:
        """Return what `measure` says of a state."""
        self.set_up(state)
        values = self.moves.values[0]
        values[:] = 0
        measure(self.world, self.scratch, self.view, self.knowledge, self.world.k, values)
        return [int(value) for value in values]

    def all_moves(self, state: State) -> list[tuple[State, list[int], int]]:
        """Return the moves of a state that `find_moves` keeps: the state after each, its values, and its key."""
        self.set_up(state)
        player = self.number[state.player]
        context = Context(self.world, self.scratch, self.knowledge, self.view, self.moves)
        boxes = sorted(state.boxes)
        found = fess_kernel.find_moves(context, self.nothing_learned, player, self.world.k)
        assert [self.squares[box] for box in self.scratch.boxes] == boxes
        return [
            (
                State(
                    state.boxes - {boxes[self.moves.box[i]]} | {self.squares[self.moves.to[i]]},
                    self.squares[self.moves.player[i]],
                ),
                [int(value) for value in self.moves.values[i]],
                int(self.moves.key[i]),
            )
            for i in range(found)
        ]


def small_and_middle_sized(seed: int, count: int, **options: bool) -> Iterator[Features]:
    """Yield random small levels, and those of `MIDDLE_SIZED`."""
    for level, tables in levels_with_tables(seed, count, max_side=6, max_boxes=4):
        yield Features(level, tables, **options)
    for level in MIDDLE_SIZED:
        known = level_tables(level, compiled=False)
        assert known is not None
        yield Features(level, known, **options)


def plays(board: Board, state: State, *, backwards: bool) -> Iterator[tuple[Square, Square, State]]:
    """Yield the pushes, or pulls, of a state: the box, where it goes, and the normalised state after it."""
    for _, after in possible_pulls(board, state) if backwards else pushes(board, state):
        [box], [to] = state.boxes - after.boxes, after.boxes - state.boxes
        yield box, to, normalise(board, after)


def brought_to(
    board: Board, start: State, box: Square, live: Collection[Square], *, backwards: bool
) -> dict[State, int]:
    """Return the states to which pushes (pulls) of one box over live squares alone lead, and the fewest of these."""
    start = normalise(board, start)
    found = {start: 0}
    others = start.boxes - {box}
    for state in (waiting := [start]):
        for moved, to, after in plays(board, state, backwards=backwards):
            if moved not in others and to in live and after not in found:
                found[after] = found[state] + 1
                waiting.append(after)
    del found[start]
    return found


class Slow:
    """The features of a level, as their definitions say."""

    def __init__(self, features: Features) -> None:
        self.board, self.targets = features.level.board, features.targets
        self.backwards, self.origin = features.world.backwards == 1, features.origin
        self.squares, self.live, self.steps = set(features.squares), features.live, features.steps
        self.alone = cache(self._alone)
        self.waits_for = self._waits_for()
        self.cut_off = [self._cut_off(i) for i in range(len(self.steps))]
        self.passages = passages_slowly(self.squares)

    def _alone(self, square: Square, walls: frozenset[Square]) -> dict[Square, int]:
        """Return the fewest pushes (pulls) of a box, alone with some walls, to each square, from its best side."""
        if square in walls:
            return {}
        board = Board(self.board.width, self.board.height, self.board.walls | walls, frozenset())
        starts = {normalise(board, State(frozenset({square}), player)) for player in self.squares - walls - {square}}
        found = dict.fromkeys(starts, 0)
        for state in (waiting := sorted(starts, key=lambda state: state.player)):
            for _, _, after in plays(board, state, backwards=self.backwards):
                if after not in found:
                    found[after] = found[state] + 1
                    waiting.append(after)
        least: dict[Square, int] = {}
        for state, count in found.items():
            [to] = state.boxes
            least[to] = min(count, least.get(to, count))
        return least

    def _closed(self, done: int) -> set[Square]:
        """Return the squares from which nothing gets where it is wanted after the next step."""
        if done >= len(self.steps) - 2:
            return set()
        walls = self.steps[done + 1]
        wanted = set[Square]().union(*self.steps[done + 2 :]) - walls
        return {square for square in self.live - walls if not wanted & self.alone(square, walls).keys()}

    def _cut_off(self, done: int) -> set[Square]:
        """Return what the next step that closes more closes."""
        closed = [self._closed(step) for step in range(len(self.steps))]
        for step in range(done, len(self.steps) - 2):
            if step == 0 or closed[step] != closed[step - 1]:
                return closed[step]
        return set()

    def steps_done(self, boxes: Collection[Square]) -> int:
        """Return how many steps are done in order: the last one all of whose boxes stand."""
        return max((i for i in range(1, len(self.steps)) if self.steps[i] <= set(boxes)), default=0)

    def _place(self, step: int) -> Square:
        [square] = self.steps[step] - self.steps[step - 1]
        return square

    def _has_way(self, step: int, walls: frozenset[Square]) -> bool:
        return any(self._place(step) in self.alone(box, walls) for box in self.origin)

    def _waits_for(self) -> list[set[int]]:
        """Return the steps that each step waits for: those whose way it takes, with later ones that take no way."""
        steps = range(1, len(self.steps))
        moves_on = [step for step in steps if self.steps[step - 1] - self.steps[step]]
        waits = [set(range(step)) if step in moves_on else {one for one in moves_on if one < step} for step in steps]
        for step in set(steps) - set(moves_on):
            walls = self.steps[step - 1]
            until = min((one for one in moves_on if one > step), default=len(self.steps))
            for later in range(step + 1, until) if self._has_way(step, walls) else ():
                if self._has_way(step, walls | {self._place(later)}):
                    walls |= {self._place(later)}
                else:
                    waits[later - 1].add(step)
        return [set(), *waits]

    def packing(self, boxes: frozenset[Square]) -> int:
        """Return how many steps are left: a step counts if its box stands and those that it waits for count."""
        in_order = self.steps_done(boxes)
        done = set(range(in_order + 1))
        for step in range(in_order + 1, len(self.steps)) if self.steps[0] <= boxes else ():
            if self._place(step) in boxes and self.waits_for[step] <= done | {0}:
                done.add(step)
        return len(self.steps) - len(done)

    def out_of_plan(self, boxes: frozenset[Square]) -> int:
        done = self.steps_done(boxes)
        return len((boxes & self.cut_off[done]) - self.steps[done])

    def next_step(self, boxes: frozenset[Square]) -> int | None:
        """Return the pushes that some box needs; None when a box that has a place already is to move next."""
        done = self.steps_done(boxes)
        if done == len(self.steps) - 1:
            return NO_WAY
        [square] = self.steps[done + 1] - self.steps[done]
        if self.steps[done] - self.steps[done + 1]:
            return None
        return min((self.alone(box, self.steps[done]).get(square, NO_WAY) for box in boxes), default=NO_WAY)

    def connectivity(self, boxes: frozenset[Square]) -> int:
        return len(parts_of(self.squares - boxes))

    def rooms(self, boxes: frozenset[Square]) -> int:
        return sum(bool(passage & boxes) for passage in self.passages)

    def blocks(self, box: Square, other: Square) -> bool:
        """Say whether a box on `other` keeps one from a target that it could get to alone; neither is on a target."""
        if box == other or {box, other} & self.targets:
            return False
        left = self.alone(box, frozenset({other})).keys()
        return any(target in self.alone(box, frozenset()) and target not in left for target in self.targets)

    def hotspots(self, boxes: frozenset[Square]) -> int:
        return sum(any(self.blocks(box, other) for box in boxes) for other in boxes)

    def opened(self, before: State, after: State, *, backwards: bool) -> int:
        """Say whether a box that did not move can be pushed (pulled) from a square out of the player's reach before."""
        was, now = reachable(self.board, before), reachable(self.board, after)
        for box, to, _ in plays(self.board, after, backwards=backwards):
            row, column = 2 * box.row - to.row, 2 * box.column - to.column
            stood = to if backwards else Square(row, column)
            if box in before.boxes and stood in now and stood not in was | before.boxes and to in self.live:
                return 1
        return 0

    def has_frozen_off_goals(self, boxes: frozenset[Square]) -> bool:
        """Say whether some box off the targets is of those none of which can be the first to move."""
        held = set(boxes)
        while free := {box for box in held if any(self._has_room(box, axis, held) for axis in ((0, 1), (1, 0)))}:
            held -= free
        return bool(held - self.targets)

    def _has_room(self, box: Square, axis: tuple[int, int], held: set[Square]) -> bool:
        sides = [Square(box.row + way * axis[0], box.column + way * axis[1]) for way in (-1, 1)]
        blocked = any(side not in self.squares or side in held for side in sides)
        return not blocked and any(side in self.live for side in sides)


def parts_of(squares: Collection[Square]) -> list[set[Square]]:
    """Return the connected parts of a set of squares."""
    left, found = set(squares), []
    while left:
        part = {left.pop()}
        while more := {square for square in left if any(beside(square, other) for other in part)}:
            part |= more
            left -= more
        found.append(part)
    return found


def beside(one: Square, other: Square) -> bool:
    """Say whether two squares are straight neighbours."""
    return abs(one.row - other.row) + abs(one.column - other.column) == 1


def passages_slowly(squares: Collection[Square]) -> list[set[Square]]:
    """Return the parts of the floor outside rooms with two ways, at least, into rooms."""
    rooms = {
        Square(square.row + down, square.column + right)
        for square in squares
        for height, width in ((2, 3), (3, 2))
        if all(Square(square.row + i, square.column + j) in squares for i in range(height) for j in range(width))
        for down in range(height)
        for right in range(width)
    }
    return [
        part
        for part in parts_of(set(squares) - rooms)
        if sum(beside(square, other) for square in part for other in rooms) >= 2
    ]


def shut_in(squares: Collection[Square], boxes: frozenset[Square]) -> int:
    """Return how many boxes no push can have brought where they are: nowhere are two squares in line free."""
    free = set(squares) - boxes
    lines = [
        {Square(box.row + step * down, box.column + step * right) for step in (1, 2)}
        for box in boxes
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    return sum(not any(line <= free for line in lines[i : i + 4]) for i in range(0, len(lines), 4))


def plan_pulls_are_legal(features: Features, plan: PackingPlan) -> bool:
    """Say whether the plan, read backwards, is a play of pulls in which boxes vanish on first squares of boxes; seen
    backwards, of pushes from the first state in which they vanish on goals."""
    board, squares = features.level.board, features.squares
    steps = [frozenset(squares[square] for square in step) for step in plan.steps[::-1]]
    by_pulls = features.world.backwards == 0
    players = set(squares) - steps[0] if by_pulls else {features.level.player}
    states = {normalise(board, State(steps[0], player)) for player in players}
    for before, after in pairwise(steps):
        [box] = before - after
        gone = len(after) < len(before)
        reached = set()
        for state in states:
            ways = brought_to(board, state, box, features.live, backwards=by_pulls)
            for pulled in [*ways, state]:
                if not gone and pulled.boxes == after:
                    reached.add(pulled)
                elif gone and (pulled.boxes - (before - {box})) <= features.origin:
                    reached.add(normalise(board, State(after, pulled.player)))
        states = reached
    return bool(states)
