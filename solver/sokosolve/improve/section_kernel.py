"""A* within a section of a path: from its first state to its last, near the states between, at less cost.

As in YASC and JSoko, a state is near if at most a given number of boxes stand elsewhere than in one of the section.
"""

from __future__ import annotations

from typing import NamedTuple

from sokosolve.improve.path import Path
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT64, UINT64
from sokosolve.level.packed_boxes import copy_pushed, lift_boxes, ones, place_boxes
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, World
from sokosolve.search.astar_kernel import (
    Meeting,
    Plan,
    dominator,
    due_now,
    first_cost_through,
    is_full,
    is_met,
    is_no_better,
    is_put_back,
    lacks_entries,
    put,
)
from sokosolve.search.columns import EMPTY, NEVER, NOBODY, Column, Count, Stop
from sokosolve.search.cost import first_cost, second_cost
from sokosolve.search.evaluate import count_misplaced, evaluate, successor_bound
from sokosolve.search.expand import expand
from sokosolve.search.open_list import dequeue
from sokosolve.search.store import States, close, enter_state, second_cost_of, set_cost, slot_of

ANYWHERE = -1


class Section(NamedTuple):
    """States `first` to `last` of a path, the boxes `elsewhere`, and the final player, or ANYWHERE."""

    path: Path
    first: int
    last: int
    elsewhere: int
    player: int


@kernel
def _is_near(section: Section, packed: UINT64) -> bool:
    """Tell whether a state is in the vicinity.

    Along a path the number of other boxes changes by at most 1, so most states are skipped.
    """
    words, w = section.path.words, packed.size
    t = section.first
    while t <= section.last:
        too_many = -section.elsewhere
        for i in range(w):
            too_many += ones(packed[i] & ~words[t * w + i])
        if too_many <= 0:
            return True
        t += too_many
    return False


@step
def _is_worth_while(plan: Plan, world: World, scratch: Scratch, states: States, state: int, to_beat: INT64) -> bool:
    """Evaluate the current state; return False if it is useless or put back."""
    player, first, second = (
        int(states.of[state, Column.PLAYER]),
        int(states.of[state, Column.FIRST]),
        second_cost_of(states, state),
    )
    bound = INFINITE
    if world.exact_player == 0 or dominator(plan.objective, scratch, states, state) == NOBODY:
        bound = max(evaluate(world, scratch, player, world.floor.n), int(states.of[state, Column.BOUND]))
    if bound >= INFINITE or is_no_better(plan, first, second, bound, to_beat):
        close(states, state)
        return False
    return not is_put_back(plan, states, state, bound)


@step
def _enter_near(
    plan: Plan, section: Section, world: World, scratch: Scratch, states: States, state: int, to_beat: INT64
) -> None:
    found, packed = scratch.successors, scratch.packed
    first_here, second_here = int(states.of[state, Column.FIRST]), second_cost_of(states, state)
    for c in range(expand(world, scratch, int(states.of[state, Column.PLAYER]))):
        box, landing = found.move[c] >> 2, found.landing[c]
        moves = found.walk[c] + found.pushes[c]
        first = first_here + first_cost(plan.objective, found.pushes[c], moves)
        second = second_here + second_cost(plan.objective, found.pushes[c], moves)
        copy_pushed(world.floor, states.words, state, packed, 0, box, landing)
        slot = slot_of(states, packed, found.player[c])
        successor = int(states.slots[slot])
        if successor == EMPTY:
            if is_no_better(plan, first, second, 0, to_beat) or not _is_near(section, packed):
                continue
            bound = successor_bound(world, scratch, c)
            if bound >= INFINITE or is_no_better(plan, first, second, bound, to_beat):
                continue
            successor = enter_state(states, slot, packed, found.player[c], bound)
        else:
            bound = int(states.of[successor, Column.BOUND])
            if (first, second) >= (int(states.of[successor, Column.FIRST]), second_cost_of(states, successor)):
                continue
            if is_no_better(plan, first, second, bound, to_beat):
                continue
        set_cost(states, successor, first, second, state)
        put(plan, states, successor, first_cost_through(plan, first, bound))


@step
def _arrive(
    plan: Plan, section: Section, world: World, scratch: Scratch, states: States, state: int, to_beat: INT64
) -> None:
    """Record that the current state has the boxes of the section's last one, if cheaper.

    The player's exact square counts like those that he can walk to.
    """
    first, second = int(states.of[state, Column.FIRST]), second_cost_of(states, state)
    if section.player != ANYWHERE and world.exact_player == 1:
        if scratch.flood.mark[section.player] != scratch.flood.stamp[0]:
            return
        walk = scratch.flood.moves[section.player]
        first += first_cost(plan.objective, 0, walk)
        second += second_cost(plan.objective, 0, walk)
    elif section.player != ANYWHERE and section.player != states.of[state, Column.PLAYER]:
        return
    if (first, second) < (to_beat[Meeting.COST], to_beat[Meeting.COST_2]):
        to_beat[Meeting.COST] = first
        to_beat[Meeting.COST_2] = second
        states.counts[Count.GOAL] = state


@entry
def search_section(
    budget: int,
    plan: Plan,
    section: Section,
    world: World,
    scratch: Scratch,
    states: States,
    to_beat: INT64,
) -> int:
    """Expand up to `budget` states and return why it stopped. Resumable.

    `to_beat` is the cost of the section, then of the cheapest way found, through the state GOAL. EXHAUSTED means that
    nothing in the vicinity is cheaper.
    """
    while budget > 0:
        if is_full(world, states):
            return Stop.NEED_ROOM
        if lacks_entries(world, states):
            return Stop.NEED_ENTRIES
        state = dequeue(states.queue, plan.order, states.of)
        if state < 0 or is_met(plan, states, to_beat):
            return Stop.EXHAUSTED
        if due_now(plan, states, state, NEVER) == Stop.NEED_BUCKETS:
            return Stop.NEED_BUCKETS
        place_boxes(world.floor, scratch, states.words, state)
        measure_walks(int(states.of[state, Column.PLAYER]), world.floor, scratch.occupied, scratch.flood)
        if count_misplaced(world, scratch) == 0:
            _arrive(plan, section, world, scratch, states, state, to_beat)
        budget -= 1
        if _is_worth_while(plan, world, scratch, states, state, to_beat):
            close(states, state)
            states.counts[Count.EXPANDED] += 1
            _enter_near(plan, section, world, scratch, states, state, to_beat)
        lift_boxes(scratch)
    return Stop.BUDGET_USED


@entry
def best_shortcut(section: Section, world: World, states: States) -> int:
    """Return the state with the largest saving by an unfinished search, or -1; sets GOAL."""
    path, w = section.path, world.floor.words
    best = -1
    saved = 0
    saved_2 = 0
    for t in range(section.first + 1, section.last + 1):
        index = int(states.slots[slot_of(states, path.words[t * w : t * w + w], path.player[t])])
        if index == EMPTY:
            continue
        less = path.costs[t, 0] - path.costs[section.first, 0] - states.of[index, Column.FIRST]
        less_2 = path.costs[t, 1] - path.costs[section.first, 1] - second_cost_of(states, index)
        if (less, less_2) > (saved, saved_2):
            best = t
            saved = less
            saved_2 = less_2
            states.counts[Count.GOAL] = index
    return best
