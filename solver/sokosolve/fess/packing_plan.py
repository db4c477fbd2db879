"""Packing plans: the order in which boxes get to squares, found by a search in the `opposite` direction."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sokosolve.fess import plan_kernel
from sokosolve.fess.fess_kernel import Learner
from sokosolve.fess.macro_moves import MacroMoves, moves_of, new_macro_moves
from sokosolve.fess.passages import pack_sets, passages
from sokosolve.fess.position import ANYWHERE, NO_WAY, Context, Early, Knowledge, Variant, new_view
from sokosolve.fess.positions import Node, Tree, TreeCount, enter_position, grown, new_tree, tree_bytes
from sokosolve.fess.step_order import places_needed
from sokosolve.level.arrays import INFINITE, INT32, UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import ANY_SIDE, LevelTables
from sokosolve.level.packed_boxes import pack
from sokosolve.level.single_box import player_components, single_box_distances
from sokosolve.level.world import Scratch, World
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokosolve.search.columns import Stop
from sokosolve.search.store import slot_of

MOST_PULLS = 5000
"""Pulls of a first search for a plan, for each sink and each component of the player."""
_PULLS_AT_ONCE = 20
_SQUARES_AT_ONCE = 500
_STEPS_AT_ONCE = 100_000_000
"""Approximate number of steps of floods between checks of the limits."""


@dataclass(frozen=True, slots=True)
class PackingPlan:
    """Occupied places after each step, boxes never taken off, and pulls tried."""

    steps: list[frozenset[int]]
    stuck: int
    pulls: int


def first_position(tree: Tree, world: World, scratch: Scratch, boxes: list[int], player: int) -> None:
    pack(world.floor, boxes, scratch.packed)
    itself = int(tree.counts[TreeCount.POSITIONS])
    enter_position(tree, slot_of(tree, scratch.packed, player), scratch.packed, player, itself)
    tree.of[itself, Node.BOXES] = len(boxes)


def _sinks_of(
    world: World, scratch: Scratch, moves: MacroMoves, goals: INT32, players: list[int], budget: Budget
) -> list[UINT8]:
    """Return marks of the sinks to try: the targets in the largest basin, and all.

    A basin is the set of targets to which the box of a goal can be pulled with all others on their goals.
    """
    starts = {int(box) for box in world.targets}
    scratch.boxes[:] = goals
    scratch.occupied[goals] = 1
    largest: set[int] = set()
    for index in range(world.k):
        basin: set[int] = set()
        for player in players:
            budget.check_limits(0, 0, 0)
            found = moves_of.of(budget.compiled)(world, scratch, moves, index, player, 0)
            basin |= {int(square) for square in moves.to[:found]}
        if (len(basin & starts), len(basin)) > (len(largest & starts), len(largest)):
            largest = basin
    scratch.occupied[goals] = 0
    sinks = [starts] if largest & starts in (set(), starts) else [largest & starts, starts]
    return [build.marks_of(sorted(sink), world.floor.n) for sink in sinks]


def at_once(world: World, most: int) -> int:
    """Return the number of positions between checks of the limits."""
    return max(1, min(most, _STEPS_AT_ONCE // (world.k * world.floor.n**2)))


def players_at(tables: LevelTables, world: World) -> list[int]:
    """Return first squares of the components where the player may start."""
    if world.backwards == 0:
        return [build.first_player(world, tables)]
    return build.first_squares(world, tables.goals.tolist())


class _Attempt:
    """Search for a plan into one sink from one component of the player."""

    def __init__(self, world: World, sink: UINT8, goals: list[int], player: int) -> None:
        self.sink, self.goals, self.player = sink, goals, player
        self.tree = new_tree(world.floor.words)
        self.pulls, self.outcome = 0, int(Stop.NEED_ROOM)

    @property
    def boxes_left(self) -> int:
        """Fewest boxes left so far."""
        return int(self.tree.of[self.tree.counts[plan_kernel.LEAST], Node.BOXES])

    @property
    def is_over(self) -> bool:
        return self.outcome not in (Stop.BUDGET_USED, Stop.NEED_ROOM)

    def run(self, most: int, context: Context, learner: Learner, budget: Budget) -> None:
        """Go on until about `most` pulls are tried, all boxes are taken off, or nothing is left to try."""
        world, moves, compiled = context.world, context.moves, budget.compiled
        pulls = at_once(world, _PULLS_AT_ONCE)
        if self.tree.counts[TreeCount.POSITIONS] == 0:
            self.tree = grown(self.tree, len(moves.to), world.k + 1, compiled=compiled)
            first_position(self.tree, world, context.scratch, self.goals, self.player)
            self.outcome = plan_kernel.run_plan.of(compiled)(0, context, self.sink, learner, self.tree)
        while self.outcome == Stop.PAUSED or (not self.is_over and self.pulls < most):
            budget.check_limits(0, 0, 0)
            left = int(self.tree.counts[TreeCount.LEFT]) if self.outcome == Stop.PAUSED else pulls
            self.pulls += 0 if self.outcome == Stop.PAUSED else pulls
            self.outcome = plan_kernel.run_plan.of(compiled)(left, context, self.sink, learner, self.tree)
            if self.outcome == Stop.NEED_ROOM:
                more = tree_bytes(self.tree)
                budget.room_for(more, least=more)
                self.tree = grown(self.tree, len(moves.to), world.k + 1, compiled=compiled)


def _in_turn(attempts: list[_Attempt], most: int) -> Iterator[tuple[_Attempt, int]]:
    """Yield attempts and how many pulls each may try: all, then twice the better half of those not yet over."""
    for share in (16, 4, 1):
        for attempt in attempts:
            yield attempt, -(-most // share)
        attempts = sorted((each for each in attempts if not each.is_over), key=lambda each: each.boxes_left)
        attempts = attempts[: -(-len(attempts) // 2)]


def find_packing_plan(
    tables: LevelTables, world: World, learner: Learner, knowledge: Knowledge, budget: Budget, most: int = MOST_PULLS
) -> PackingPlan:
    """Search for a plan, by at most `most` pulls into each sink for each component of the player.

    Returns the best plan if boxes are left.
    """
    context = Context(
        world,
        build.new_scratch(world),
        knowledge,
        new_view(world.floor.n),
        new_macro_moves(world.floor.n, world.k, len(world.floor.square_of)),
    )
    targets, players = tables.goals if world.backwards else tables.boxes, players_at(tables, world)
    goals = targets.tolist()
    sinks = _sinks_of(world, context.scratch, context.moves, targets, players, budget)
    if knowledge.variant.any_start == 1:
        sinks = sinks[-1:]
    attempts = [_Attempt(world, sink, goals, player) for sink, player in product(sinks, players)]
    best = attempts[0]
    for attempt, pulls in _in_turn(attempts, most):
        attempt.run(pulls, context, learner, budget)
        if attempt.boxes_left < best.boxes_left:
            best = attempt
        if best.boxes_left == 0:
            break
    steps, stuck = _steps_of(best.tree, goals, world.floor.n)
    if len(steps) == 1:  # no box can be pulled: a plan of no steps would be done at once
        steps = [frozenset(goals[:size]) for size in range(len(goals) + 1)]
    return PackingPlan(steps, stuck, sum(attempt.pulls for attempt in attempts))


def _steps_of(tree: Tree, goals: list[int], vanished: int) -> tuple[list[frozenset[int]], int]:
    position = int(tree.counts[plan_kernel.LEAST])
    stuck = int(tree.of[position, Node.BOXES])
    pulls = []
    while position != 0:
        pulls.append((int(tree.of[position, Node.BOX]), int(tree.of[position, Node.LANDING])))
        position = int(tree.of[position, Node.PARENT])
    placed = frozenset(goals)
    steps = [placed]
    for box, landing in reversed(pulls):
        placed = placed - {box} if landing == vanished else (placed - {box}) | {landing}
        if placed != steps[-1]:  # a box may come back to its square, with the player on another side
            steps.append(placed)
    return steps[::-1], stuck


def no_plan(tables: LevelTables, world: World, variant: Variant, budget: Budget) -> Knowledge:
    """Return the data behind the features for a plan of one step that is never done."""
    floor, compiled = world.floor, budget.compiled
    wanted = 3 * floor.n**2 + 20 * floor.n * _SQUARES_AT_ONCE
    budget.room_for(wanted, least=wanted)
    leads = np.zeros((floor.n, floor.n), dtype=np.uint8)
    for first in range(0, len(floor.square_of), _SQUARES_AT_ONCE):
        budget.check_limits(0, 0, 0)
        some = floor.square_of[first : first + _SQUARES_AT_ONCE]
        leads[:, some] = _distances_alone(world, some, set(), compiled=compiled) < INFINITE
    alone = _distances_alone(world, world.targets, set(), compiled=compiled)
    free = alone < INFINITE
    blocks = np.zeros((floor.n, floor.n), dtype=np.uint8)
    for square in floor.square_of.tolist():
        if not world.is_target[square]:
            budget.check_limits(0, 0, 0)
            left = _distances_alone(world, world.targets, {square}, compiled=compiled) < INFINITE
            blocks[:, square] = (free & ~left).any(axis=1)
    blocks[np.arange(floor.n), np.arange(floor.n)] = 0
    blocks[world.targets] = 0
    nothing = np.zeros((1, floor.n + 1), dtype=np.int32)
    never_done = np.zeros((2, floor.words), dtype=np.uint64)
    never_done[1] = ~np.uint64(0)
    return Knowledge(
        plan=never_done,
        needed=never_done,
        cut_off=pack_sets(floor, [{int(target) for target in world.targets}]),
        from_next=nothing,
        to_next=nothing,
        from_cut_off=nothing,
        passages=pack_sets(floor, passages(floor)),
        blocks=blocks,
        leads=leads,
        variant=variant,
        farness=alone.min(axis=1),
        home=build.first_player(world, tables) if world.backwards == 1 else ANYWHERE,
    )


def _distances_alone(world: World, targets: INT32, walls: set[int], *, compiled: bool) -> INT32:
    floor = world.floor
    marks = build.marks_of(sorted(walls), floor.n)
    component = np.empty((floor.n, floor.n), dtype=np.uint8)
    pushes = np.empty((floor.n, 4, len(targets)), dtype=np.int32)
    player_components.of(compiled)(floor, marks, np.ones(floor.n + 1, dtype=np.uint8), component)
    single_box_distances.of(compiled)(
        targets,
        floor.n if world.backwards else ANY_SIDE,
        floor,
        marks,
        component,
        np.zeros(floor.n, dtype=np.int32),
        pushes,
    )
    nearest: INT32 = pushes.min(axis=1)
    return nearest


def with_plan(knowledge: Knowledge, plan: PackingPlan, world: World, boxes: Sequence[int], budget: Budget) -> Knowledge:
    """Return the data behind the features for a plan and the initial boxes; the data given if it has no step."""
    if len(plan.steps) == 1:
        return knowledge
    compiled = budget.compiled
    floor, steps, last = world.floor, plan.steps, len(plan.steps) - 1
    closed = [set[int]() for _ in steps]  # from these squares nothing gets where it is wanted after the next step
    for i in range(last - 1):
        budget.check_limits(0, 0, 0)
        wanted = frozenset[int]().union(*steps[i + 2 :]) - steps[i + 1]
        if not wanted:  # what is left to do moves boxes back to squares that hold one already
            continue
        targets = np.array(sorted(wanted), dtype=np.int32)
        alive = _distances_alone(world, targets, set(steps[i + 1]), compiled=compiled).min(axis=1) < INFINITE
        closed[i] = set(floor.square_of[~alive[floor.square_of]].tolist()) - steps[i + 1]
    cut_off = [set[int]() for _ in steps]
    for i in range(last - 2, -1, -1):
        cut_off[i] = closed[i] if i == 0 or closed[i] != closed[i - 1] else cut_off[i + 1]
    to_next = np.full((last + 1, floor.n + 1), NO_WAY, dtype=np.int32)
    for i in range(last):
        budget.check_limits(0, 0, 0)
        [square] = steps[i + 1] - steps[i]
        alone = _distances_alone(world, np.array([square], dtype=np.int32), set(steps[i]), compiled=compiled)
        to_next[i, :-1] = alone[:, 0].clip(max=NO_WAY)
        to_next[i, sorted(steps[i] & steps[i + 1])] = NO_WAY

    def has_way(place: int, walls: frozenset[int]) -> bool:
        budget.check_limits(0, 0, 0)
        alone = _distances_alone(world, np.array([place], dtype=np.int32), set(walls), compiled=compiled)
        return bool((alone[boxes, 0] < INFINITE).any())

    variant = knowledge.variant
    needed = steps
    if variant.early != Early.IN_TURN:
        needed = places_needed(steps, has_way if variant.early == Early.UNHINDERED else lambda *_: True, variant.seed)
    nexts = [steps[min(i + 1, last)] - steps[i] for i in range(last + 1)]
    return knowledge._replace(
        to_next=to_next,
        plan=pack_sets(floor, steps),
        needed=pack_sets(floor, needed),
        cut_off=pack_sets(floor, cut_off),
        from_next=_walks_from_each(floor, nexts, budget),
        from_cut_off=_walks_from_each(floor, cut_off, budget),
    )


def _walks_from_each(floor: Floor, places: Sequence[Collection[int]], budget: Budget) -> INT32:
    walks = np.empty((len(places), floor.n + 1), dtype=np.int32)
    for row, squares in zip(walks, places, strict=True):
        budget.check_limits(0, 0, 0)
        row[:] = _walks_from(floor, squares)
    return walks


def _walks_from(floor: Floor, squares: Collection[int]) -> list[int]:
    moves = [floor.n] * (floor.n + 1)
    frontier = deque(sorted(squares))
    for square in frontier:
        moves[square] = 0
    while frontier:
        square = frontier.popleft()
        for near in floor.beyond[square * 4 : square * 4 + 4].tolist():
            if near != floor.n and moves[near] == floor.n:
                moves[near] = moves[square] + 1
                frontier.append(near)
    return moves
