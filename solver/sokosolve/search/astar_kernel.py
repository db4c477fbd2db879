"""Kernel of A* over pushes (or pulls), exact for every objective.

A successor gets a cheap bound; at its turn it is evaluated in full, and put back if that is higher. Full bounds are not
consistent, so closed states may be reopened.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.bounds.balance import balance_after, balance_of
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT64
from sokosolve.level.packed_boxes import are_same, copy_pushed, lift_boxes, place_boxes
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, ScratchCounter, World
from sokosolve.search.columns import EMPTY, NOBODY, Column, Count, Stop
from sokosolve.search.cost import Code, counts_pushes_first, first_cost, second_cost, with_parity
from sokosolve.search.evaluate import count_misplaced, evaluate, last_landing, successor_bound
from sokosolve.search.expand import expand
from sokosolve.search.open_list import Order, Place, dequeue, enqueue
from sokosolve.search.store import (
    States,
    close,
    enter_state,
    head_of,
    parent_of,
    second_cost_of,
    set_cost,
    slot_of,
)

NO_MEETING = 1 << 40


class Meeting(IntEnum):
    """The best path through both sides: its costs, and its states forwards and backwards."""

    COST = 0
    COST_2 = 1
    HERE = 2
    THERE = 3


class Plan(NamedTuple):
    """Parameters of a search; `reach` bounds what a successor's costs and bound add to its parent's cost."""

    objective: int
    weight: int
    middle: int
    shift: int
    reach: int
    order: Order


@step
def put(plan: Plan, states: States, state: int, f1: int) -> None:
    enqueue(states.queue, plan.order, states.of, state, f1)


@step
def first_cost_through(plan: Plan, cost: int, bound: int) -> int:
    """Return the order of a state reached at a cost."""
    return cost + plan.weight * bound if plan.weight > 0 else 0


@kernel
def dominator(objective: int, scratch: Scratch, states: States, state: int) -> int:
    """Return another state from which the player can walk here at no more cost in all, or NOBODY.

    Two states cannot dominate each other, as the walk costs something.
    """
    flood = scratch.flood
    stamp = flood.stamp[0]
    other = states.same_boxes_heads[head_of(states, states, state)]
    while other != NOBODY:
        player = states.of[other, Column.PLAYER]
        is_beside = other != state and flood.mark[player] == stamp
        if is_beside and are_same(states.width, states.words, other, states.words, state):
            walk = flood.moves[player]
            c1 = states.of[other, Column.FIRST] + first_cost(objective, 0, walk)
            c2 = states.of[other, Column.SECOND] + second_cost(objective, 0, walk)
            if (c1, c2) <= (states.of[state, Column.FIRST], states.of[state, Column.SECOND]):
                return int(other)
        other = states.of[other, Column.SAME_BOXES]
    return NOBODY


@kernel
def _meet(
    plan: Plan, backwards: int, scratch: Scratch, states: States, state: int, opposite: States, meeting: INT64
) -> None:
    flood = scratch.flood
    stamp = flood.stamp[0]
    other = opposite.same_boxes_heads[head_of(opposite, states, state)]
    while other != NOBODY:
        player = opposite.of[other, Column.PLAYER]
        if flood.mark[player] == stamp and are_same(states.width, opposite.words, other, states.words, state):
            walk = flood.moves[player]
            c1 = states.of[state, Column.FIRST] + opposite.of[other, Column.FIRST]
            c2 = states.of[state, Column.SECOND] + opposite.of[other, Column.SECOND]
            c1 += first_cost(plan.objective, 0, walk)
            c2 += second_cost(plan.objective, 0, walk)
            if (c1, c2) < (meeting[Meeting.COST], meeting[Meeting.COST_2]):
                meeting[Meeting.COST] = c1
                meeting[Meeting.COST_2] = c2
                meeting[Meeting.HERE] = state if backwards == 0 else int(other)
                meeting[Meeting.THERE] = int(other) if backwards == 0 else state
        other = opposite.of[other, Column.SAME_BOXES]


@step
def meet_across(backwards: int, states: States, state: int, opposite: States, scratch: Scratch, meeting: INT64) -> None:
    """Meet the opposite state of the same component, with the boxes in `packed`."""
    player = int(states.of[state, Column.PLAYER])
    met = opposite.slots[slot_of(opposite, scratch.packed, player)]
    cost = states.of[state, Column.FIRST]
    if met != EMPTY and cost + opposite.of[met, Column.FIRST] < meeting[Meeting.COST]:
        meeting[Meeting.COST] = cost + opposite.of[met, Column.FIRST]
        meeting[Meeting.HERE] = state if backwards == 0 else np.int64(met)
        meeting[Meeting.THERE] = np.int64(met) if backwards == 0 else state


@step
def is_full(world: World, states: States) -> bool:
    return bool(states.counts[Count.STATES] + world.most_successors >= len(states.of))


@step
def lacks_entries(world: World, states: States) -> bool:
    """Tell whether the open list may lack room for successors."""
    return bool(states.queue.place[Place.USED] + world.most_successors >= len(states.queue.extra))


@step
def is_met(plan: Plan, states: States, meeting: INT64) -> bool:
    """Tell whether no open state can improve the meeting; weighted, any meeting suffices."""
    place = states.queue.place
    if plan.weight != 1 and meeting[Meeting.COST] < NO_MEETING:
        return True
    least = int(place[Place.LEAST_F1])
    if plan.objective == Code.PUSHES:
        least = with_parity(least, meeting[Meeting.COST])
    if least != meeting[Meeting.COST]:
        return bool(least > meeting[Meeting.COST])
    return plan.order.lexicographic == 0 or bool(
        plan.middle == 0 and place[Place.LEAST_RANK] >= meeting[Meeting.COST_2]
    )


@step
def is_no_better(plan: Plan, first: int, second: int, bound: int, meeting: INT64) -> bool:
    """Tell whether no solution through a state improves the best one."""
    f1 = first + bound
    if counts_pushes_first(plan.objective):
        f1 = with_parity(f1, meeting[Meeting.COST])
    if f1 != meeting[Meeting.COST]:
        return bool(f1 > meeting[Meeting.COST])
    return plan.order.lexicographic == 0 or bool(second + bound // plan.order.most_a_push >= meeting[Meeting.COST_2])


@step
def _is_too_early(plan: Plan, world: World, scratch: Scratch, states: States, state: int) -> bool:
    """Tell whether the current state has to wait for the middle; it is put back then."""
    if plan.middle == 0:
        return False
    scratch.counters[ScratchCounter.BALANCE] = balance_of(world, scratch, int(states.of[state, Column.PLAYER]))
    waits = 2 * states.of[state, Column.FIRST] + scratch.counters[ScratchCounter.BALANCE] + plan.shift
    if waits <= states.queue.place[Place.LEAST_F1]:
        return False
    put(plan, states, state, waits)
    return True


@step
def due_now(plan: Plan, states: States, state: int, ceiling: int) -> int:
    """Return DUE for a state at its turn; otherwise put it back.

    NEED_BUCKETS means that its successors do not fit, BUDGET_USED that it is above the ceiling.
    """
    queue = states.queue
    f1 = queue.place[Place.LEAST_F1]
    c1 = states.of[state, Column.FIRST]
    too_far = (1 + plan.middle) * c1 + plan.reach + max(0, plan.shift) >= queue.heads.size
    if plan.order.lexicographic == 1:
        too_far |= second_cost_of(states, state) + plan.reach >= queue.inner.size
    if too_far:
        put(plan, states, state, f1)
        return Stop.NEED_BUCKETS
    if f1 > ceiling:
        put(plan, states, state, f1)
        return Stop.BUDGET_USED
    return Stop.DUE


@step
def _is_worth_expanding(
    plan: Plan, world: World, scratch: Scratch, states: States, state: int, opposite: States, meeting: INT64
) -> bool:
    player = int(states.of[state, Column.PLAYER])
    measure_walks(player, world.floor, scratch.occupied, scratch.flood)
    if world.exact_player == 1:
        if opposite.counts[Count.STATES] > 0:
            _meet(plan, world.backwards, scratch, states, state, opposite, meeting)
        if dominator(plan.objective, scratch, states, state) != NOBODY:
            close(states, state)
            return False
    landing = last_landing(world, states.words, parent_of(states, state), state)
    bound = evaluate(world, scratch, player, landing)
    if bound >= INFINITE:
        states.of[state, Column.BOUND] = INFINITE
        close(states, state)
        return False
    return not is_put_back(plan, states, state, bound)


@step
def is_put_back(plan: Plan, states: States, state: int, bound: int) -> bool:
    """Store a higher bound; return True if that puts the state back."""
    if bound <= states.of[state, Column.BOUND]:
        return False
    states.of[state, Column.BOUND] = bound
    due = first_cost_through(plan, states.of[state, Column.FIRST], bound)
    is_later = due > states.queue.place[Place.LEAST_F1] or plan.order.lexicographic == 1
    if is_later:
        put(plan, states, state, due)
    return is_later


@step
def _enter_successors(
    plan: Plan, world: World, scratch: Scratch, states: States, state: int, opposite: States, meeting: INT64
) -> None:
    found, packed = scratch.successors, scratch.packed
    lexicographic = plan.order.lexicographic
    c1 = states.of[state, Column.FIRST]
    c2 = second_cost_of(states, state)
    for c in range(expand(world, scratch, int(states.of[state, Column.PLAYER]))):
        box = found.move[c] >> 2
        landing = found.landing[c]
        player = found.player[c]
        copy_pushed(world.floor, states.words, state, packed, 0, box, landing)
        pushes = found.pushes[c]
        first = c1 + first_cost(plan.objective, pushes, found.walk[c] + pushes)
        second = c2 + second_cost(plan.objective, pushes, found.walk[c] + pushes)
        slot = slot_of(states, packed, player)
        if states.slots[slot] == EMPTY:
            bound = successor_bound(world, scratch, c)
            if bound >= INFINITE or is_no_better(plan, first, second, bound, meeting):
                continue
            successor = enter_state(states, slot, packed, player, bound)
        else:
            successor = int(states.slots[slot])
            bound = int(states.of[successor, Column.BOUND])
            if plan.weight == 0 or bound >= INFINITE or first > states.of[successor, Column.FIRST]:
                continue
            if first == states.of[successor, Column.FIRST] and (
                lexicographic == 0 or second >= states.of[successor, Column.SECOND]
            ):
                continue
        set_cost(states, successor, first, second, state)
        due = first_cost_through(plan, first, bound)
        if plan.middle == 1:
            balance = balance_after(world, scratch, int(states.of[state, Column.PLAYER]), c)
            due = max(due, 2 * first + balance + plan.shift)
        put(plan, states, successor, due)
        if world.exact_player == 0 and opposite.counts[Count.STATES] > 0:
            meet_across(world.backwards, states, successor, opposite, scratch, meeting)


@entry
def run(
    budget: int,
    ceiling: int,
    plan: Plan,
    world: World,
    scratch: Scratch,
    states: States,
    opposite: States,
    meeting: INT64,
) -> int:
    """Expand up to `budget` states and return why it stopped. Resumable.

    `meeting` holds the least cost of a path through both sides, and its states. The search stops before a first cost
    above `ceiling`.
    """
    while budget > 0:
        if is_full(world, states):
            return Stop.NEED_ROOM
        if lacks_entries(world, states):
            return Stop.NEED_ENTRIES
        state = dequeue(states.queue, plan.order, states.of)
        if state < 0:
            return Stop.EXHAUSTED
        if is_met(plan, states, meeting):
            put(plan, states, state, int(states.queue.place[Place.LEAST_F1]))  # it may be hastened yet
            return Stop.MET
        outcome = due_now(plan, states, state, ceiling)
        if outcome != Stop.DUE:
            return outcome
        place_boxes(world.floor, scratch, states.words, state)
        if _is_too_early(plan, world, scratch, states, state):
            lift_boxes(scratch)
            continue
        if plan.middle == 0 and world.backwards == 0 and count_misplaced(world, scratch) == 0:
            lift_boxes(scratch)
            states.counts[Count.GOAL] = state
            return Stop.SOLVED
        budget -= 1
        if _is_worth_expanding(plan, world, scratch, states, state, opposite, meeting):
            close(states, state)
            states.counts[Count.EXPANDED] += 1
            _enter_successors(plan, world, scratch, states, state, opposite, meeting)
        lift_boxes(scratch)
    return Stop.BUDGET_USED
