"""Retrograde search: all states forwards by pushes, then costs-to-go backwards from the solved ones.

A queue for steps without a push and one for pushes make the search backwards Dijkstra's algorithm: costs in each only
grow. A cell is a state, or a state with one square of the player's region.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT64, UINT8, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import are_same, copy_pushed, lift_boxes, place_boxes
from sokosolve.level.reach import Flood, first_after_push, new_flood, only_walls, reach, reach_after
from sokosolve.search.columns import EMPTY, Column, Count
from sokosolve.search.state_space import StateSpace, double
from sokosolve.search.store import enter_slot, slot_of

_MARKED, _WALKED_HEAD, _WALKED_TAIL, _PUSHED_HEAD, _PUSHED_TAIL = range(5)
"""The places of `Costs`: the next state to mark, and both ends of the queues."""

ABSENT, DEAD = -2, -1
"""Costs of a cell that is no reachable state, and of one without a solution."""

SECOND_BITS = 32
"""Two counts are one number: the first times 2**SECOND_BITS plus the second."""


class Ground(NamedTuple):
    """A level without its unreachable squares, on which all squares are live, and working memory.

    `goals` has the boxes of a solved state; without `solvable`, no state is solved.
    """

    floor: Floor
    goals: UINT64
    solvable: int
    boxes: INT32
    occupied: UINT8
    packed: UINT64
    flood: Flood


class Costs(NamedTuple):
    """Costs of `span` cells for each state: one, or one for each square of the player.

    `walk` and `push` are the costs of actions. `actions` has `acting` sums of directions for each cell. A queue holds
    cells in the order of their costs; cells that are settled before are skipped.
    """

    span: int
    acting: int
    walk: int
    push: int
    cost: INT64
    actions: UINT8
    settled: UINT8
    walked: INT64
    pushed: INT64
    places: INT64


def new_ground(floor: Floor, goals: UINT64, k: int, *, solvable: bool) -> Ground:
    return Ground(
        floor=floor,
        goals=goals,
        solvable=int(solvable),
        boxes=np.zeros(k, dtype=np.int32),
        occupied=only_walls(floor.n),
        packed=np.zeros(floor.words, dtype=np.uint64),
        flood=new_flood(floor.n),
    )


def costs_bytes(states: int, span: int, acting: int) -> int:
    """Return the bytes of new costs, without the queues, which are small while most states are dead."""
    return states * span * (8 + acting + 1)


def new_costs(states: int, span: int, acting: int, walk: int, push: int) -> Costs:
    cells = states * span
    return Costs(
        span=span,
        acting=acting,
        walk=walk,
        push=push,
        cost=np.full(cells, ABSENT, dtype=np.int64),
        actions=np.zeros(cells * acting, dtype=np.uint8),
        settled=np.zeros(cells, dtype=np.uint8),
        walked=np.empty(cells if span > 1 else 0, dtype=np.int64),
        pushed=np.empty(cells, dtype=np.int64),
        places=np.zeros(5, dtype=np.int64),
    )


@step
def lacks_room(space: StateSpace, k: int) -> bool:
    """Tell whether the successors of one state might not fit."""
    return bool(space.counts[Count.STATES] + 4 * k > space.of.shape[0])


@step
def _flood_state(ground: Ground, space: StateSpace, state: int) -> None:
    """Place the boxes of a state and mark the player's region."""
    place_boxes(ground.floor, ground, space.words, state)
    reach(space.of[state, Column.PLAYER], ground.floor, ground.occupied, ground.flood)


@step
def enter_first(space: StateSpace, player: int) -> None:
    """Enter the state whose boxes stand at its place in `words` already."""
    space.of[space.counts[Count.STATES], Column.PLAYER] = player
    enter_slot(space, int(space.counts[Count.STATES]))
    space.counts[Count.STATES] += 1


@step
def enter_packed(space: StateSpace, packed: UINT64, player: int) -> None:
    """Enter a new state."""
    for i in range(space.width):
        space.words[space.counts[Count.STATES] * space.width + i] = packed[i]
    enter_first(space, player)


@kernel
def _reach_successors(ground: Ground, space: StateSpace, state: int) -> None:
    floor, boxes, occupied, flood = ground.floor, ground.boxes, ground.occupied, ground.flood
    _flood_state(ground, space, state)
    player = space.of[state, Column.PLAYER]
    for candidate in range(4 * boxes.size):
        box = boxes[candidate >> 2]
        direction = candidate & 3
        landing = floor.beyond[box * 4 + direction]
        if occupied[landing] == 1 or flood.mark[floor.beyond[box * 4 + (direction ^ 1)]] != flood.stamp[0]:
            continue
        occupied[box] = 0
        occupied[landing] = 1
        first = first_after_push(player, box, landing, floor, occupied, flood)
        if first < 0:
            first = reach_after(box, floor, occupied, flood)
        occupied[landing] = 0
        occupied[box] = 1
        copy_pushed(floor, space.words, state, ground.packed, 0, box, landing)
        if space.slots[slot_of(space, ground.packed, first)] == EMPTY:
            enter_packed(space, ground.packed, first)
    lift_boxes(ground)


@entry
def reach_states(ground: Ground, space: StateSpace, most: int) -> bool:
    """Reach the successors of at most `most` states while there is room; return whether all states are reached."""
    counts = space.counts
    for _ in range(most):
        if counts[Count.EXPANDED] == counts[Count.STATES] or lacks_room(space, ground.boxes.size):
            break
        _reach_successors(ground, space, int(counts[Count.EXPANDED]))
        counts[Count.EXPANDED] += 1
    return bool(counts[Count.EXPANDED] == counts[Count.STATES])


@entry
def _fill_state_slots(space: StateSpace) -> None:
    for state in range(space.counts[Count.STATES]):
        enter_slot(space, state)


def double_room(space: StateSpace, *, compiled: bool) -> StateSpace:
    """Return the states with twice the room."""
    space = double(space)
    _fill_state_slots.of(compiled)(space)
    return space


@step
def _append(costs: Costs, queue: INT64, tail: int, cell: int) -> None:
    queue[costs.places[tail]] = cell
    costs.places[tail] += 1


@kernel
def _mark_cell(costs: Costs, cell: int, is_solved: bool) -> None:
    costs.cost[cell] = 0 if is_solved else DEAD
    if is_solved:
        _append(costs, costs.pushed, _PUSHED_TAIL, cell)


@entry
def mark_cells(ground: Ground, space: StateSpace, costs: Costs, most: int) -> bool:
    """Mark the cells of at most `most` states as solved or, for now, dead; return whether all are marked."""
    n = ground.floor.n
    for _ in range(most):
        state = int(costs.places[_MARKED])
        if state == space.counts[Count.STATES]:
            return True
        costs.places[_MARKED] += 1
        is_solved = ground.solvable == 1 and are_same(space.width, space.words, state, ground.goals, 0)
        if costs.span == 1:
            _mark_cell(costs, state, is_solved)
            continue
        _flood_state(ground, space, state)
        for square in range(n):
            if ground.flood.mark[square] == ground.flood.stamp[0]:
                _mark_cell(costs, state * n + square, is_solved)
        lift_boxes(ground)
    return False


@kernel
def _next_cell(costs: Costs) -> int:
    """Settle a cell of least cost and return it; -1 at the end."""
    places = costs.places
    while True:
        is_walked = places[_WALKED_HEAD] < places[_WALKED_TAIL]
        if places[_PUSHED_HEAD] < places[_PUSHED_TAIL]:
            cell = costs.pushed[places[_PUSHED_HEAD]]
            is_walked = is_walked and costs.cost[costs.walked[places[_WALKED_HEAD]]] <= costs.cost[cell]
        elif not is_walked:
            return -1
        if is_walked:
            cell = costs.walked[places[_WALKED_HEAD]]
            places[_WALKED_HEAD] += 1
        else:
            places[_PUSHED_HEAD] += 1
        if costs.settled[cell] == 0:
            costs.settled[cell] = 1
            return int(cell)


@step
def _relax(costs: Costs, cell: int, place: int, direction: int, cost: int, queue: INT64, tail: int) -> None:
    """Note that an action from a cell, by its box or player number `place`, leads to a solution of this cost."""
    before = costs.cost[cell]
    if before == DEAD or cost < before:
        costs.cost[cell] = cost
        costs.actions[cell * costs.acting + place] = 1 << direction
        _append(costs, queue, tail, cell)
    elif cost == before:
        costs.actions[cell * costs.acting + place] |= 1 << direction


@kernel
def _state_before(ground: Ground, space: StateSpace, state: int, box: int, origin: int, player: int) -> int:
    """Return the reached state from which a player beside `origin` pushes a box to `box`, else -1."""
    occupied = ground.occupied
    occupied[box] = 0
    occupied[origin] = 1
    first = reach_after(player, ground.floor, occupied, ground.flood)
    occupied[origin] = 0
    occupied[box] = 1
    copy_pushed(ground.floor, space.words, state, ground.packed, 0, box, origin)
    slot = slot_of(space, ground.packed, first)
    return -1 if space.slots[slot] == EMPTY else int(space.slots[slot])


@kernel
def _rank_without(ground: Ground, without: int, square: int) -> int:
    """Return the number of boxes on earlier squares, not counting the box `without`."""
    rank = 0
    for i in range(ground.boxes.size):
        if i != without and ground.boxes[i] < square:
            rank += 1
    return rank


@kernel
def _settle_state(ground: Ground, space: StateSpace, costs: Costs, state: int) -> None:
    """Relax the pushes that lead to a normalised state."""
    floor, boxes = ground.floor, ground.boxes
    _flood_state(ground, space, state)
    cost = costs.cost[state] + costs.push
    for candidate in range(4 * boxes.size):
        box = boxes[candidate >> 2]
        direction = candidate & 3
        origin = floor.beyond[box * 4 + (direction ^ 1)]
        if ground.flood.mark[origin] != ground.flood.stamp[0]:
            continue
        player = floor.beyond[origin * 4 + (direction ^ 1)]
        if ground.occupied[player] == 0:
            before = _state_before(ground, space, state, box, origin, player)
            if before >= 0:
                place = _rank_without(ground, candidate >> 2, origin)
                _relax(costs, before, place, direction, cost, costs.pushed, _PUSHED_TAIL)
    lift_boxes(ground)


@kernel
def _settle_square(ground: Ground, space: StateSpace, costs: Costs, cell: int) -> None:
    """Relax the steps that lead to a state with the player on one square."""
    floor, occupied = ground.floor, ground.occupied
    n = floor.n
    state, square = cell // n, cell % n
    place_boxes(floor, ground, space.words, state)
    cost = costs.cost[cell]
    for direction in range(4):
        player = floor.beyond[square * 4 + (direction ^ 1)]
        if occupied[player] == 1:
            continue
        _relax(costs, state * n + player, 0, direction, cost + costs.walk, costs.walked, _WALKED_TAIL)
        box = floor.beyond[square * 4 + direction]
        if occupied[box] == 1 and box != n:
            before = _state_before(ground, space, state, box, square, player)
            if before >= 0:
                _relax(costs, before * n + player, 0, direction, cost + costs.push, costs.pushed, _PUSHED_TAIL)
    lift_boxes(ground)


@entry
def settle_cells(ground: Ground, space: StateSpace, costs: Costs, most: int) -> bool:
    """Settle at most `most` cells in the order of their costs; return whether no solvable cell is left."""
    for _ in range(most):
        cell = _next_cell(costs)
        if cell < 0:
            return True
        if costs.span == 1:
            _settle_state(ground, space, costs, cell)
        else:
            _settle_square(ground, space, costs, cell)
    return False
