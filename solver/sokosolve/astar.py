"""A* over pushes (or, backwards, over pulls), exact for every objective; the kernel that does the work.

A node is the boxes and a player square: for the objective `pushes` the first square of his region (states equal up to
walking), otherwise the square where the last push left him. An edge is a walk and a push.

A child is entered with a cheap bound, its parent's with one row changed. When its turn comes it is looked at in full;
if that shows more, it goes back into the queue at its new place. The full bounds are not consistent, so a closed state
that is reached at less cost is opened again.
"""

from __future__ import annotations

import numpy as np

from sokosolve.children import children
from sokosolve.columns import BOUND, FIRST, KEY, MOVE, NO_TWIN, PARENT, PLAYER, SECOND, TWIN
from sokosolve.expand import (
    STAMP,
    child_bound,
    lift_boxes,
    look,
    misplaced,
    place_boxes,
    walk_about,
    walk_before,
)
from sokosolve.kernel import kernel
from sokosolve.queue import EMPTY, LEAST_F1, LEAST_RANK, USED, dequeue, enqueue
from sokosolve.store import EXPANDED, GOAL, STATES, States, close, has_boxes, link_twin, slot_of
from sokosolve.strategy import MOVES, MOVES_PUSHES, PUSHES, PUSHES_MOVES
from sokosolve.tables import FAR, INT64, UINT64
from sokosolve.visits import visits
from sokosolve.world import Scratch, World

NEED_ROOM, NEED_BUCKETS, BUDGET_USED, SOLVED, EXHAUSTED, MET = range(6)
COST, COST_2, HERE, THERE = range(4)
NO_MEETING = 1 << 40


@kernel
def add(states: States, slot: int, wanted: UINT64, player: int, box_key: int, w: int, bound: int) -> int:
    """Add a state that is not known yet, at its free slot; returns its number. Its cost is `set_cost`'s to set."""
    state = states.counts[STATES]
    states.counts[STATES] += 1
    states.slots[slot] = state
    for j in range(w):
        states.words[state * w + j] = wanted[j]
    states.of[state, PLAYER] = player
    states.of[state, KEY] = box_key
    states.of[state, BOUND] = bound
    if states.twin_heads.size > 0:
        link_twin(states, state)
    return int(state)


@kernel
def set_cost(states: States, state: int, first: int, second: int, parent: int, move: int) -> None:
    """Open a state at a cost, reached from a parent."""
    states.of[state, FIRST] = first
    if states.of.shape[1] > SECOND:
        states.of[state, SECOND] = second
    states.of[state, PARENT] = parent
    states.of[state, MOVE] = move


@kernel
def put(states: States, state: int, f1: int, lexicographic: bool, most_a_push: int) -> None:
    """Put a state into the open list at a first cost of solutions; what else orders it is as stored."""
    enqueue(
        f1, state, states.heads, states.inner, states.entry_state, states.entry_next, states.place,
        states.of, lexicographic, most_a_push,
    )  # fmt: skip


@kernel
def first_cost(cost: int, bound: int, weight: int) -> int:
    """Return what orders a state that was reached at a cost; without a weight all states lie in one layer."""
    return cost + weight * bound if weight > 0 else 0


@kernel
def is_dominated(objective: int, w: int, scratch: Scratch, states: States, state: int) -> bool:
    """Say whether another state with the same boxes, at no more cost than this one, can be walked from to this one.

    Whatever follows this state can follow the other one after that walk, so this one need not be expanded. Two states
    cannot dominate each other, as the walk between them costs something.
    """
    stamp = scratch.stamp[STAMP]
    twin = states.twin_heads[states.of[state, KEY] & (states.twin_heads.size - 1)]
    while twin != NO_TWIN:
        player = states.of[twin, PLAYER]
        if twin != state and scratch.mark[player] == stamp and has_boxes(states, twin, states, state, w):
            walk = scratch.walk[player]
            c1 = int(states.of[twin, FIRST])
            c2 = int(states.of[twin, SECOND])
            if objective == PUSHES_MOVES:
                c2 += walk
            else:
                c1 += walk
            if c1 < states.of[state, FIRST] or (c1 == states.of[state, FIRST] and c2 <= states.of[state, SECOND]):
                return True
        twin = states.of[twin, TWIN]
    return False


@kernel
def meet(
    objective: int, w: int, backwards: int, scratch: Scratch, states: States, state: int, other: States, meeting: INT64
) -> None:
    """Lower the meeting to the cheapest path through a state and one of the other side with the same boxes."""
    stamp = scratch.stamp[STAMP]
    twin = other.twin_heads[states.of[state, KEY] & (other.twin_heads.size - 1)]
    while twin != NO_TWIN:
        if scratch.mark[other.of[twin, PLAYER]] == stamp and has_boxes(other, twin, states, state, w):
            walk = scratch.walk[other.of[twin, PLAYER]]
            c1 = int(states.of[state, FIRST]) + int(other.of[twin, FIRST])
            c2 = int(states.of[state, SECOND]) + int(other.of[twin, SECOND])
            if objective == PUSHES_MOVES:
                c2 += walk
            else:
                c1 += walk
            if c1 < meeting[COST] or (c1 == meeting[COST] and c2 < meeting[COST_2]):
                meeting[COST] = c1
                meeting[COST_2] = c2
                meeting[HERE] = state if backwards == 0 else int(twin)
                meeting[THERE] = int(twin) if backwards == 0 else state
        twin = other.of[twin, TWIN]


@kernel
def run(
    budget: int,
    objective: int,
    weight: int,
    middle: int,
    ceiling: int,
    reach: int,
    world: World,
    scratch: Scratch,
    states: States,
    other: States,
    meeting: INT64,
) -> int:
    """Expand up to `budget` states and say why it stopped; resumable, the arrays hold everything.

    `reach` bounds what a child's cost pair and lower bound can add to its parent's cost. `other` is the search from the
    other side, of no states if there is none; `meeting` holds the least cost of a path through both, and its states.
    With `middle` 1 the two sides meet in the middle: see `best_first`. It stops before a first cost above `ceiling`,
    and at any meeting unless the `weight` of the bounds is 1, as nobody asks for the cheapest then.
    """
    w = world.words
    one = np.uint64(1)
    lexicographic = objective in (PUSHES_MOVES, MOVES_PUSHES)
    most = world.most_a_push
    wanted = scratch.wanted
    while budget > 0:
        room = world.most_children
        if states.counts[STATES] + room >= states.of.shape[0] or states.place[USED] + room >= states.entry_state.size:
            return NEED_ROOM
        state = dequeue(
            states.heads, states.inner, states.entry_state, states.entry_next, states.place,
            states.of, lexicographic, most,
        )  # fmt: skip
        if state < 0:
            return EXHAUSTED
        c1 = states.of[state, FIRST]
        c2 = states.of[state, SECOND] if states.of.shape[1] > SECOND else 0
        f1 = states.place[LEAST_F1]
        if (
            (weight != 1 and meeting[COST] < NO_MEETING)
            or f1 > meeting[COST]
            or (
                f1 == meeting[COST]
                and (not lexicographic or (middle == 0 and states.place[LEAST_RANK] >= meeting[COST_2]))
            )
        ):
            return MET
        too_far = (1 + middle) * c1 + reach >= states.heads.size or (lexicographic and c2 + reach >= states.inner.size)
        early = middle == 1 and 2 * c1 > f1
        if too_far or early or f1 > ceiling:
            put(states, state, 2 * c1 if early and not too_far else f1, lexicographic, most)
            if too_far:
                return NEED_BUCKETS
            if early:
                continue
            return BUDGET_USED
        place_boxes(world, scratch, states.words, state)
        if world.backwards == 0 and misplaced(world, scratch) == 0:
            lift_boxes(world, scratch)
            states.counts[GOAL] = state
            return SOLVED
        budget -= 1
        walk_about(world, scratch, states.of[state, PLAYER])
        if world.exact_player == 1:
            if other.counts[STATES] > 0:
                meet(objective, w, world.backwards, scratch, states, state, other, meeting)
            if is_dominated(objective, w, scratch, states, state):
                close(states, state)
                lift_boxes(world, scratch)
                continue
        bound = look(world, scratch, states.of[state, PLAYER])
        if bound >= FAR:
            states.of[state, BOUND] = FAR
            close(states, state)
            lift_boxes(world, scratch)
            continue
        if bound > states.of[state, BOUND]:
            states.of[state, BOUND] = bound
            due = first_cost(c1, bound, weight)
            if due > f1 or lexicographic:
                put(states, state, due, lexicographic, most)
                lift_boxes(world, scratch)
                continue
        if world.way_to.size > 0:
            least = visits(
                world.k,
                scratch.boxes,
                world.is_target,
                states.of[state, PLAYER],
                world.way_to,
                scratch.best,
                scratch.cluster,
            )
            if c1 + least > f1:
                put(states, state, c1 + least, lexicographic, most)
                lift_boxes(world, scratch)
                continue
        number = children(world, scratch, int(states.of[state, PLAYER]))
        if world.approach == 1:
            walk = walk_before(world, scratch, number, int(states.of[state, PLAYER]), int(bound))
            if c1 + bound + walk > f1 and walk < FAR:
                put(states, state, c1 + bound + walk, lexicographic, most)
                lift_boxes(world, scratch)
                continue
        close(states, state)
        states.counts[EXPANDED] += 1
        base_key = states.of[state, KEY]
        for c in range(number):
            move = scratch.found_move[c]
            box = move >> 2
            landing = scratch.found_landing[c]
            player = scratch.found_player[c]
            for j in range(w):
                wanted[j] = states.words[state * w + j]
            from_bit = world.bit_of[box]
            to_bit = world.bit_of[landing]
            wanted[from_bit >> 6] ^= one << np.uint64(from_bit & 63)
            wanted[to_bit >> 6] ^= one << np.uint64(to_bit & 63)
            box_key = base_key ^ states.zobrist[box] ^ states.zobrist[landing]
            pushes = scratch.found_pushes[c]
            steps = scratch.found_walk[c] + pushes
            child_1 = c1
            child_2 = c2
            if objective == PUSHES:
                child_1 += pushes
            elif objective == MOVES:
                child_1 += steps
            elif objective == PUSHES_MOVES:
                child_1 += pushes
                child_2 += steps
            else:
                child_1 += steps
                child_2 += pushes
            slot = slot_of(states, wanted, player, box_key, w)
            if states.slots[slot] == EMPTY:
                bound = child_bound(world, scratch, c)
                if bound >= FAR or child_1 + bound >= meeting[COST] + int(lexicographic):
                    continue
                child = add(states, slot, wanted, player, box_key, w, bound)
            else:
                child = int(states.slots[slot])
                bound = states.of[child, BOUND]
                if weight == 0 or bound >= FAR or child_1 > states.of[child, FIRST]:
                    continue
                if child_1 == states.of[child, FIRST] and (not lexicographic or child_2 >= states.of[child, SECOND]):
                    continue
            set_cost(states, child, child_1, child_2, state, move)
            due = max(first_cost(child_1, bound, weight), middle * 2 * child_1)
            put(states, child, due, lexicographic, most)
            if world.exact_player == 0 and other.counts[STATES] > 0:
                slot = slot_of(other, wanted, player, box_key, w)
                met = other.slots[slot]
                if met != EMPTY and child_1 + other.of[met, FIRST] < meeting[COST]:
                    meeting[COST] = child_1 + other.of[met, FIRST]
                    meeting[HERE] = child if world.backwards == 0 else np.int64(met)
                    meeting[THERE] = np.int64(met) if world.backwards == 0 else child
        lift_boxes(world, scratch)
    return BUDGET_USED
