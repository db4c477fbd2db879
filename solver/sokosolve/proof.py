"""What a search has shown, as lines of a certificate: its states, and the facts that rule out the others.

As `sokospec.certificates` checks it: for each state that costs less than the limit, each push leads to another
one, or a fact is named that shows the rest to cost too much. The facts are prices (the duals of the assignment, which
serve for many states), boxes that hold each other for good, and counted goals. Where a PI-corral has left only some
pushes, its boxes are named. Of a search backwards it is the same with pulls.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.assignment import assign
from sokosolve.children import children
from sokosolve.columns import BOUND, FIRST, KEY, PLAYER, SECOND
from sokosolve.expand import STAMP, lift_boxes, look, place_boxes, walk_about
from sokosolve.freeze import hold, let_go
from sokosolve.kernel import kernel
from sokosolve.queue import EMPTY
from sokosolve.reach import first_reachable
from sokosolve.store import STATES, States, slot_of
from sokosolve.strategy import MOVES, PUSHES, PUSHES_MOVES
from sokosolve.tables import FAR, INT32, INT64, NO_PART, UINT8, UINT32, UINT64
from sokosolve.world import Scratch, World

CURSOR, USED, NEXT_FACT, PRICES, PATTERNS, COUNTS, NAMED, CHILD = range(8)
DONE, BUFFER_FULL, NEED_PATTERNS, NO_EVIDENCE = range(4)
POOL = 256  # price vectors that are tried again; older ones make room
TRIED = 12  # of them for one push, the latest first
NO_LIMIT = 1 << 30
NO_WAY = 1 << 28  # more than distances and prices come to
ZERO_PRICES = 1  # the number of the fact that every certificate begins with


class Proof(NamedTuple):
    """The facts so far, and room for text. `counts` holds the numbers named above, CURSOR and CHILD where the work goes
    on; `limit` the claimed cost. The text's first half is for facts, and the second for the line that comes then.

    The pool has for each of `POOL` facts its number, its prices' sum, and the least distance minus price of each node
    (square * 4 + part). `pattern_*` is a hash table of frozen boxes, by words as in `States`. `number_of` gives squares
    the numbers they have in the text, `fixed` the numbers of boxes out of reach, `goal_at` the place of each goal among
    all goals.
    """

    limit: INT64
    counts: INT64
    buffer: UINT8
    number_of: INT32
    fixed: INT32
    goal_at: INT32
    goals: int
    named: INT64
    pool_fact: INT64
    pool_sum: INT64
    pool_least: INT32
    recent: INT64
    pattern_words: UINT64
    pattern_player: INT32
    pattern_fact: INT64
    count_goals: UINT8
    count_fact: INT64
    u: INT32
    v: INT32
    row_of: INT32
    column_of: INT32
    goal_seen: UINT8
    price: INT64
    mark: UINT32
    queue: INT32


@kernel
def write_number(proof: Proof, value: int) -> None:
    """Append a number to the text."""
    at = proof.counts[USED]
    if value < 0:
        proof.buffer[at] = 45
        at += 1
        value = -value
    size = 1
    rest = value // 10
    while rest > 0:
        size += 1
        rest //= 10
    for i in range(size - 1, -1, -1):
        proof.buffer[at + i] = 48 + value % 10
        value //= 10
    proof.counts[USED] = at + size


@kernel
def write(proof: Proof, first: int, second: int, third: int) -> None:
    """Append up to three characters to the text; 0 stands for none."""
    for code in (first, second, third):
        if code > 0:
            proof.buffer[proof.counts[USED]] = code
            proof.counts[USED] += 1


@kernel
def write_word(proof: Proof, word: UINT8) -> None:
    """Append a word to the text."""
    for code in word:
        proof.buffer[proof.counts[USED]] = code
        proof.counts[USED] += 1


@kernel
def name(proof: Proof, fact: int) -> None:
    """Have the line of the state at hand name a fact."""
    for i in range(proof.counts[NAMED]):
        if proof.named[i] == fact:
            return
    proof.named[proof.counts[NAMED]] = fact
    proof.counts[NAMED] += 1


@kernel
def reaches(world: World, scratch: Scratch, proof: Proof, entry: int, moved: int, landing: int, player: int) -> int:
    """Return the bound that a price vector of the pool gives to the state after a push."""
    total = proof.pool_sum[entry]
    for i in range(world.k):
        box = landing if i == moved else scratch.boxes[i]
        part = world.slot_sides[0, box, player]
        if part == NO_PART:
            return NO_WAY
        total += proof.pool_least[entry, box * 4 + part]
    return int(total)


@kernel
def by_prices(
    world: World, scratch: Scratch, proof: Proof, moved: int, landing: int, player: int, needed: int, prices_word: UINT8
) -> bool:
    """Name prices that show the state after a push to need so many pushes: known ones, or its own; False if none do."""
    for i in range(proof.counts[NAMED]):
        for entry in range(POOL):
            if proof.pool_fact[entry] == proof.named[i] and (
                reaches(world, scratch, proof, entry, moved, landing, player) >= needed
            ):
                return True
    for i in range(TRIED):
        entry = proof.recent[i]
        if proof.pool_fact[entry] > 0 and reaches(world, scratch, proof, entry, moved, landing, player) >= needed:
            for j in range(i, 0, -1):
                proof.recent[j] = proof.recent[j - 1]
            proof.recent[0] = entry
            name(proof, proof.pool_fact[entry])
            return True
    k = world.k
    cost = np.empty((k, k), dtype=np.int32)
    for i in range(k):
        box = landing if i == moved else scratch.boxes[i]
        part = world.slot_sides[0, box, player]
        for j in range(k):
            cost[i, j] = world.slot_distance[0, box, part, j]
    total = assign(cost, k, proof.u, proof.v, proof.row_of, proof.column_of, scratch.way, scratch.dist, scratch.done)
    if total < needed:
        return False
    entry = proof.counts[PRICES] % POOL
    proof.counts[PRICES] += 1
    fact = proof.counts[NEXT_FACT]
    proof.counts[NEXT_FACT] += 1
    proof.pool_fact[entry] = fact
    proof.pool_sum[entry] = 0
    for j in range(k):
        proof.pool_sum[entry] += proof.v[j]
    for node in range(4 * world.n):
        least = NO_WAY
        for j in range(k):
            if world.slot_distance[0, node >> 2, node & 3, j] < FAR:
                least = min(least, int(world.slot_distance[0, node >> 2, node & 3, j] - proof.v[j]))
        proof.pool_least[entry, node] = least
    for i in range(TRIED - 1, 0, -1):
        proof.recent[i] = proof.recent[i - 1]
    proof.recent[0] = entry
    write_word(proof, prices_word)
    write_number(proof, fact)
    write(proof, 32, 58, 0)
    proof.price[:] = 0
    for j in range(k):
        proof.price[proof.goal_at[j]] = proof.v[j]
    for j in range(proof.goals):
        write(proof, 32, 0, 0)
        write_number(proof, proof.price[j])
    write(proof, 10, 0, 0)
    name(proof, fact)
    return reaches(world, scratch, proof, entry, moved, landing, player) >= needed


@kernel
def by_frozen_boxes(world: World, scratch: Scratch, proof: Proof, box: int, landing: int, patterns_word: UINT8) -> bool:
    """Name the pattern of boxes that hold each other for good after a push; False if there are none off the goals."""
    scratch.occupied[box] = 0
    scratch.occupied[landing] = 1
    size = hold(
        landing, world.n, world.beyond, scratch.occupied, world.live, world.is_target, scratch.held, scratch.cluster
    )
    scratch.occupied[landing] = 0
    scratch.occupied[box] = 1
    if size >= 0:
        let_go(size, scratch.held, scratch.cluster)
        return False
    one = np.uint64(1)
    wanted = scratch.wanted
    wanted[:] = 0
    key = 0
    for square in range(world.n):
        if scratch.held[square] == 1:
            bit = world.bit_of[square]
            wanted[bit >> 6] |= one << np.uint64(bit & 63)
            key = (key * 31 + square) & 0x3FFFFFFF
    proof.mark[:] = 0
    scratch.held[world.n] = 1
    player = first_reachable(box, world.beyond, scratch.held, proof.mark, 1, proof.queue)
    scratch.held[world.n] = 0
    slots = proof.pattern_fact.size
    slot = (key * 31 + player) & (slots - 1)
    w = world.words
    while proof.pattern_fact[slot] > 0:
        same = proof.pattern_player[slot] == player
        for i in range(w):
            if proof.pattern_words[slot * w + i] != wanted[i]:
                same = False
        if same:
            break
        slot = (slot + 1) & (slots - 1)
    if proof.pattern_fact[slot] == 0:
        fact = proof.counts[NEXT_FACT]
        proof.counts[NEXT_FACT] += 1
        proof.counts[PATTERNS] += 1
        proof.pattern_fact[slot] = fact
        proof.pattern_player[slot] = player
        for i in range(w):
            proof.pattern_words[slot * w + i] = wanted[i]
        write_word(proof, patterns_word)
        write_number(proof, fact)
        write(proof, 32, 98, 121)
        write(proof, 32, 48 + ZERO_PRICES, 32)
        write(proof, 58, 32, 49)
        write(proof, 10, 0, 0)
        for square in range(world.n):
            if scratch.held[square] == 1:
                write_number(proof, proof.number_of[square])
                write(proof, 32, 0, 0)
        write(proof, 64, 32, 0)
        write_number(proof, proof.number_of[player])
        write(proof, 10, 0, 0)
    let_go(size, scratch.held, scratch.cluster)
    name(proof, proof.pattern_fact[slot])
    return True


@kernel
def by_counting(
    world: World, scratch: Scratch, proof: Proof, moved: int, landing: int, player: int, counting_word: UINT8
) -> bool:
    """Name the goals that are too few for the boxes confined to them after a push; False if there are none.

    From the box that moved, and over the matching of the others, goals are collected until no box leads to another.
    """
    k = world.k
    seen = proof.goal_seen
    seen[:] = 0
    free = scratch.column_of[moved]
    stack = proof.queue
    stack[0] = moved
    size = 1
    while size > 0:
        size -= 1
        row = stack[size]
        box = landing if row == moved else scratch.boxes[row]
        part = world.slot_sides[0, box, player]
        for j in range(k):
            if seen[j] == 0 and world.slot_distance[0, box, part, j] < FAR:
                if j == free:
                    return False
                seen[j] = 1
                stack[size] = scratch.row_of[j]
                size += 1
    for entry in range(min(proof.counts[COUNTS], POOL)):
        same = True
        for j in range(k):
            if proof.count_goals[entry, j] != seen[j]:
                same = False
        if same:
            name(proof, proof.count_fact[entry])
            return True
    entry = proof.counts[COUNTS] % POOL
    proof.counts[COUNTS] += 1
    fact = proof.counts[NEXT_FACT]
    proof.counts[NEXT_FACT] += 1
    proof.count_fact[entry] = fact
    for j in range(k):
        proof.count_goals[entry, j] = seen[j]
    write_word(proof, counting_word)
    write_number(proof, fact)
    write(proof, 32, 58, 0)
    for j in range(k):
        if seen[j] == 1:
            write(proof, 32, 0, 0)
            write_number(proof, proof.number_of[world.targets[j]])
    write(proof, 10, 0, 0)
    name(proof, fact)
    return True


@kernel
def is_below(limit: INT64, lexicographic: bool, first: int, second: int) -> bool:
    """Say whether a cost is less than the limit."""
    return bool(first < limit[0] or (lexicographic and first == limit[0] and second < limit[1]))


@kernel
def write_proof(
    objective: int,
    world: World,
    scratch: Scratch,
    states: States,
    proof: Proof,
    prices_word: UINT8,
    patterns_word: UINT8,
    counting_word: UINT8,
) -> int:
    """Write the states that cost less than the limit, from where it stopped, and say why it stopped again."""
    w = world.words
    one = np.uint64(1)
    lexicographic = states.of.shape[1] > SECOND and objective != MOVES
    wanted = scratch.wanted
    while proof.counts[CURSOR] < states.counts[STATES]:
        if proof.counts[USED] > proof.buffer.size // 2:
            return BUFFER_FULL
        if 2 * (proof.counts[PATTERNS] + 4 * world.k) > proof.pattern_fact.size:
            return NEED_PATTERNS
        state = proof.counts[CURSOR]
        c1 = int(states.of[state, FIRST])
        c2 = int(states.of[state, SECOND]) if states.of.shape[1] > SECOND else 0
        own = int(states.of[state, BOUND])
        if own >= FAR or not is_below(proof.limit, lexicographic, c1 + own, c2 + own):
            proof.counts[CURSOR] += 1
            continue
        place_boxes(world, scratch, states.words, state)
        walk_about(world, scratch, states.of[state, PLAYER])
        look(world, scratch, states.of[state, PLAYER])
        first_child = proof.counts[CHILD]
        if first_child == 0:
            proof.counts[NAMED] = 0
        for i in range(world.k):
            for direction in range(4):
                ahead = world.beyond[scratch.boxes[i] * 4 + direction]
                behind = world.beyond[scratch.boxes[i] * 4 + (direction ^ 1)]
                if (
                    world.backwards == 0
                    and ahead != world.n
                    and world.live[ahead] == 0
                    and behind != world.n
                    and scratch.mark[behind] == scratch.stamp[STAMP]
                ):
                    name(proof, ZERO_PRICES)
        number = children(world, scratch, int(states.of[state, PLAYER]))
        closing = False
        if world.pi_corral == 1:
            for i in range(world.k):
                closing |= scratch.closing[i] == 1
            if closing:
                name(proof, ZERO_PRICES)
        for c in range(first_child, number):
            if proof.counts[USED] > proof.buffer.size // 2:  # each child may take a line
                proof.counts[CHILD] = c
                lift_boxes(world, scratch)
                return BUFFER_FULL
            box = scratch.found_move[c] >> 2
            landing = scratch.found_landing[c]
            near = scratch.found_near[c]
            moved = scratch.found_box[c]
            steps = scratch.found_walk[c] + 1
            child_1 = c1 + (1 if objective in (PUSHES, PUSHES_MOVES) else steps)
            child_2 = c2 + (0 if not lexicographic else steps if objective == PUSHES_MOVES else 1)
            for j in range(w):
                wanted[j] = states.words[state * w + j]
            from_bit = world.bit_of[box]
            to_bit = world.bit_of[landing]
            wanted[from_bit >> 6] ^= one << np.uint64(from_bit & 63)
            wanted[to_bit >> 6] ^= one << np.uint64(to_bit & 63)
            key = states.of[state, KEY] ^ states.zobrist[box] ^ states.zobrist[landing]
            player = scratch.found_player[c]
            known = states.slots[slot_of(states, wanted, player, key, w)]
            if known != EMPTY:
                k1 = int(states.of[known, FIRST])
                k2 = int(states.of[known, SECOND]) if states.of.shape[1] > SECOND else 0
                bound = int(states.of[known, BOUND])
                if (
                    bound < FAR
                    and is_below(proof.limit, lexicographic, k1 + bound, k2 + bound)
                    and (k1 < child_1 or (k1 == child_1 and (not lexicographic or k2 <= child_2)))
                ):
                    continue
            part = world.slot_sides[0, landing, near]
            least = FAR
            if part != NO_PART:
                for j in range(world.k):
                    least = min(least, int(world.slot_distance[0, landing, part, j]))
            if least >= FAR:
                name(proof, ZERO_PRICES)
                continue
            needed = proof.limit[0] - child_1
            if lexicographic and child_2 + needed < proof.limit[1]:
                needed += 1
            if needed < FAR and by_prices(world, scratch, proof, moved, landing, near, needed, prices_word):
                continue
            if world.freeze == 1 and by_frozen_boxes(world, scratch, proof, box, landing, patterns_word):
                continue
            if not by_counting(world, scratch, proof, moved, landing, near, counting_word):
                return NO_EVIDENCE
        write_number(proof, c1)
        if lexicographic:
            write(proof, 32, 0, 0)
            write_number(proof, c2)
        write(proof, 32, 58, 0)
        for i in range(world.k):
            write(proof, 32, 0, 0)
            write_number(proof, proof.number_of[scratch.boxes[i]])
        for fixed in proof.fixed:
            write(proof, 32, 0, 0)
            write_number(proof, fixed)
        write(proof, 32, 64, 32)
        write_number(proof, proof.number_of[states.of[state, PLAYER]])
        if proof.counts[NAMED] > 0:
            write(proof, 32, 58, 0)
            for i in range(proof.counts[NAMED]):
                write(proof, 32, 0, 0)
                write_number(proof, proof.named[i])
        if closing:
            write(proof, 32, 58, 0)
            for i in range(world.k):
                if scratch.closing[i] == 1:
                    write(proof, 32, 0, 0)
                    write_number(proof, proof.number_of[scratch.boxes[i]])
        write(proof, 10, 0, 0)
        lift_boxes(world, scratch)
        proof.counts[CURSOR] += 1
        proof.counts[CHILD] = 0
    return DONE
