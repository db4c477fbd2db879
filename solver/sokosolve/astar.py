"""A* over pushes (or, backwards, over pulls), exact for every objective; the kernel that does the work.

A node is the boxes and a player square: for the objective `pushes` the first square of his region (states equal up to
walking), otherwise the square where the last push left him. An edge is a walk and a push.

A child is entered with a cheap bound, its parent's with one row changed. When its turn comes it is looked at in full;
if that shows more, it goes back into the queue at its new place. The full bounds are not consistent, so a closed state
that is reached at less cost is opened again.
"""

from __future__ import annotations

import numpy as np

from sokosolve.expand import STAMP, child_bound, children, lift_boxes, look, misplaced, place_boxes, walk_about
from sokosolve.kernel import kernel
from sokosolve.queue import EMPTY, LEAST_F1, LEAST_F2, USED, dequeue, enqueue
from sokosolve.store import EXPANDED, GOAL, STATES, States, has_boxes, link_twin, slot_of
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
    states.player[state] = player
    states.keys[state] = box_key
    states.bound[state] = bound
    if states.twin.size > 0:
        link_twin(states, state)
    return int(state)


@kernel
def set_cost(states: States, state: int, first: int, second: int, parent: int, move: int) -> None:
    """Open a state at a cost, reached from a parent."""
    states.closed[state] = 0
    states.first[state] = first
    if states.second.size > 0:
        states.second[state] = second
    states.parent[state] = parent
    states.move[state] = move


@kernel
def is_dominated(objective: int, w: int, scratch: Scratch, states: States, state: int) -> bool:
    """Say whether another state with the same boxes, at no more cost than this one, can be walked from to this one.

    Whatever follows this state can follow the other one after that walk, so this one need not be expanded. Two states
    cannot dominate each other, as the walk between them costs something.
    """
    stamp = scratch.stamp[STAMP]
    twin = states.twin_heads[states.keys[state] & (states.twin_heads.size - 1)]
    while twin != EMPTY:
        if twin != state and scratch.mark[states.player[twin]] == stamp and has_boxes(states, twin, states, state, w):
            walk = scratch.walk[states.player[twin]]
            c1 = int(states.first[twin])
            c2 = int(states.second[twin])
            if objective == PUSHES_MOVES:
                c2 += walk
            else:
                c1 += walk
            if c1 < states.first[state] or (c1 == states.first[state] and c2 <= states.second[state]):
                return True
        twin = states.twin[twin]
    return False


@kernel
def meet(
    objective: int, w: int, backwards: int, scratch: Scratch, states: States, state: int, other: States, meeting: INT64
) -> None:
    """Lower the meeting to the cheapest path through a state and one of the other side with the same boxes."""
    stamp = scratch.stamp[STAMP]
    twin = other.twin_heads[states.keys[state] & (other.twin_heads.size - 1)]
    while twin != EMPTY:
        if scratch.mark[other.player[twin]] == stamp and has_boxes(other, twin, states, state, w):
            walk = scratch.walk[other.player[twin]]
            c1 = int(states.first[state]) + int(other.first[twin])
            c2 = int(states.second[state]) + int(other.second[twin])
            if objective == PUSHES_MOVES:
                c2 += walk
            else:
                c1 += walk
            if c1 < meeting[COST] or (c1 == meeting[COST] and c2 < meeting[COST_2]):
                meeting[COST] = c1
                meeting[COST_2] = c2
                meeting[HERE] = state if backwards == 0 else int(twin)
                meeting[THERE] = int(twin) if backwards == 0 else state
        twin = other.twin[twin]


@kernel
def run(
    budget: int,
    objective: int,
    weight: int,
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
    """
    w = world.words
    one = np.uint64(1)
    lexicographic = objective in (PUSHES_MOVES, MOVES_PUSHES)
    wanted = scratch.wanted
    while budget > 0:
        room = 4 * world.k
        if states.counts[STATES] + room >= states.bound.size or states.place[USED] + room >= states.entry_state.size:
            return NEED_ROOM
        state = dequeue(
            states.heads, states.inner, states.entry_state, states.entry_next, states.place,
            states.second, states.bound, states.closed, lexicographic,
        )  # fmt: skip
        if state < 0:
            return EXHAUSTED
        c1 = states.first[state]
        c2 = states.second[state] if states.second.size > 0 else 0
        f1 = states.place[LEAST_F1]
        if f1 > meeting[COST] or (
            f1 == meeting[COST] and (not lexicographic or states.place[LEAST_F2] >= meeting[COST_2])
        ):
            return MET
        if c1 + reach >= states.heads.size or (lexicographic and c2 + reach >= states.inner.size):
            f2 = c2 + states.bound[state] if lexicographic else 0
            enqueue(f1, f2, state, states.heads, states.inner, states.entry_state, states.entry_next, states.place)
            return NEED_BUCKETS
        place_boxes(world, scratch, states.words, state)
        if world.backwards == 0 and misplaced(world, scratch) == 0:
            lift_boxes(world, scratch)
            states.counts[GOAL] = state
            return SOLVED
        budget -= 1
        walk_about(world, scratch, states.player[state])
        if world.exact_player == 1:
            if other.counts[STATES] > 0:
                meet(objective, w, world.backwards, scratch, states, state, other, meeting)
            if is_dominated(objective, w, scratch, states, state):
                states.closed[state] = 1
                lift_boxes(world, scratch)
                continue
        bound = look(world, scratch, states.player[state])
        if bound >= FAR:
            states.bound[state] = FAR
            states.closed[state] = 1
            lift_boxes(world, scratch)
            continue
        if bound > states.bound[state]:
            states.bound[state] = bound
            if c1 + weight * bound > f1 or lexicographic:
                f2 = c2 + bound if lexicographic else 0
                enqueue(
                    c1 + weight * bound, f2, state,
                    states.heads, states.inner, states.entry_state, states.entry_next, states.place,
                )  # fmt: skip
                lift_boxes(world, scratch)
                continue
        if world.way_to.size > 0:
            least = visits(
                world.k,
                scratch.boxes,
                world.is_target,
                states.player[state],
                world.way_to,
                scratch.best,
                scratch.cluster,
            )
            if c1 + least > f1:
                f2 = c2 + bound if lexicographic else 0
                enqueue(
                    c1 + least, f2, state,
                    states.heads, states.inner, states.entry_state, states.entry_next, states.place,
                )  # fmt: skip
                lift_boxes(world, scratch)
                continue
        number = children(world, scratch, int(states.player[state]))
        if world.approach == 1:
            walk = FAR
            for c in range(number):
                walk = min(walk, scratch.found_walk[c])
            if c1 + bound + walk > f1 and walk < FAR:
                f2 = c2 + bound if lexicographic else 0
                enqueue(
                    c1 + bound + walk, f2, state,
                    states.heads, states.inner, states.entry_state, states.entry_next, states.place,
                )  # fmt: skip
                lift_boxes(world, scratch)
                continue
        states.closed[state] = 1
        states.counts[EXPANDED] += 1
        base_key = states.keys[state]
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
            slot = slot_of(states, wanted, player, box_key ^ states.player_key[player], w)
            if states.slots[slot] == EMPTY:
                bound = child_bound(world, scratch, c)
                if bound >= FAR or child_1 + bound >= meeting[COST] + int(lexicographic):
                    continue
                child = add(states, slot, wanted, player, box_key, w, bound)
            else:
                child = int(states.slots[slot])
                bound = states.bound[child]
                if bound >= FAR or child_1 > states.first[child]:
                    continue
                if child_1 == states.first[child] and (not lexicographic or child_2 >= states.second[child]):
                    continue
            set_cost(states, child, child_1, child_2, state, move)
            enqueue(
                child_1 + weight * bound, child_2 + bound if lexicographic else 0, child,
                states.heads, states.inner, states.entry_state, states.entry_next, states.place,
            )  # fmt: skip
            if world.exact_player == 0 and other.counts[STATES] > 0:
                slot = slot_of(other, wanted, player, box_key ^ other.player_key[player], w)
                met = other.slots[slot]
                if met != EMPTY and child_1 + other.first[met] < meeting[COST]:
                    meeting[COST] = child_1 + other.first[met]
                    meeting[HERE] = child if world.backwards == 0 else np.int64(met)
                    meeting[THERE] = np.int64(met) if world.backwards == 0 else child
        lift_boxes(world, scratch)
    return BUDGET_USED
