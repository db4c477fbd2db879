"""Writer of a search's states as certificate lines, with the facts that rule out the others.

For each state that costs less than the limit, each push leads to another listed state, or a fact is named
(`fact_writer`, `group_facts`). A successor inherits its parent's groups of boxes, perhaps not its best ones. If no fact
shows that it is pruned, it is opened and justified like the others; this is rare.
"""

from __future__ import annotations

from enum import IntEnum

from sokosolve.bounds.balance import balance_after, balance_of
from sokosolve.certify.fact_writer import (
    NO_FACT,
    NO_LINE,
    NOT_YET,
    STOOD_FOR,
    ZERO_PRICES,
    Writer,
    WriterCount,
    assign_boxes,
    by_counting,
    by_known_prices,
    name,
    own_prices,
    write,
    write_item,
    write_number,
)
from sokosolve.certify.group_facts import GROUPS_FACT, TABLE_PRICES, by_groups
from sokosolve.certify.wall_facts import by_walls
from sokosolve.features import FeatureBit
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INFINITE, INT64, NO_COMPONENT
from sokosolve.level.packed_boxes import copy_pushed, lift_boxes, place_boxes
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, ScratchCounter, World
from sokosolve.search.astar_kernel import dominator
from sokosolve.search.columns import EMPTY, NOBODY, Column, Count
from sokosolve.search.cost import counts_pushes_first, first_cost, is_lexicographic, second_cost, with_parity
from sokosolve.search.expand import candidate_pushes, expand
from sokosolve.search.store import States, enter_state, second_cost_of, set_cost, slot_of

_RULED_OUT = -3
"""In place of the start of a line, RULED_OUT minus f means that fact f rules the state out."""


class Need(IntEnum):
    """Resource that the writer needs before it goes on."""

    NOTHING = 0
    FLUSH = 1  # of the text
    TIME = 2
    PATTERNS = 3
    STATES = 4
    NAMED = 5
    QUEUE = 6
    MARKS = 7


@kernel
def _is_part(objective: int, most_a_push: int, states: States, state: int, limit: INT64) -> bool:
    bound = int(states.of[state, Column.BOUND])
    if bound >= INFINITE:
        return False
    first = int(states.of[state, Column.FIRST]) + bound
    if counts_pushes_first(objective):
        first = int(with_parity(first, limit[0]))
    if first != limit[0] or not is_lexicographic(objective):
        return bool(first < limit[0])
    return bool(second_cost_of(states, state) + bound // most_a_push < limit[1])


@kernel
def _bound_needed(objective: int, most_a_push: int, limit: INT64, first: int, second: int) -> int:
    """Return the bound of the remaining pushes, or moves, that rules out a state of some cost.

    Where pushes count first, one less suffices by parity. With a potential, at least half of the remaining moves are
    pushes; backwards there may be none.
    """
    needed = int(limit[0] - first)
    if is_lexicographic(objective) and (
        second + (needed + most_a_push - 1) // most_a_push * (most_a_push < INFINITE) < limit[1]
    ):
        return needed + 1
    return needed - 1 if counts_pushes_first(objective) else needed


@kernel
def _is_known(
    objective: int, most_a_push: int, states: States, known: int, first: int, second: int, limit: INT64
) -> bool:
    if known == EMPTY or not _is_part(objective, most_a_push, states, known, limit):
        return False
    k1 = int(states.of[known, Column.FIRST])
    return k1 < first or (k1 == first and (not is_lexicographic(objective) or second_cost_of(states, known) <= second))


@kernel
def _rule_out(world: World, scratch: Scratch, states: States, state: int, writer: Writer, c: int, needed: int) -> int:
    found = scratch.successors
    landing = found.landing[c]
    near = found.near[c]
    if _has_no_way(world, landing, near):
        return ZERO_PRICES
    needed -= int(world.potential.gain[near])
    if needed < INFINITE:
        fact = by_known_prices(world, scratch, writer, found.box[c], landing, near, needed)
        if fact != NO_FACT:
            return fact
    lift_boxes(scratch)
    place_boxes(world.floor, scratch, scratch.packed, 0)
    fact = _rule_out_at_hand(world, scratch, writer, near, needed)
    lift_boxes(scratch)
    place_boxes(world.floor, scratch, states.words, state)
    return fact


@kernel
def _has_no_way(world: World, box: int, player: int) -> bool:
    number = world.distances.component[0, box, player]
    if number != NO_COMPONENT:
        for j in range(world.k):
            if world.distances.pushes[0, box, number, j] < INFINITE:
                return False
    return True


@kernel
def _rule_out_at_hand(world: World, scratch: Scratch, writer: Writer, player: int, needed: int) -> int:
    """Return a fact that rules out the current state, all of whose boxes have a way, or NO_FACT."""
    fact = by_groups(world, scratch, writer, player, needed)
    if fact != NO_FACT:
        return fact
    least = assign_boxes(world, scratch, writer.matching, player)
    if needed <= least < INFINITE:
        return own_prices(world, writer)
    fact = by_walls(world, scratch, writer, player, needed)
    if fact == NO_FACT and least >= INFINITE:
        fact = by_counting(world, writer, writer.matching, 0)
    return fact


@kernel
def _is_cheaper(states: States, state: int, first: int, second: int) -> bool:
    k1 = int(states.of[state, Column.FIRST])
    return first < k1 or (first == k1 and second < second_cost_of(states, state))


@kernel
def want(writer: Writer, state: int) -> None:
    lines, counts = writer.lines, writer.counts
    if lines.start[state] == NO_LINE or (lines.start[state] <= _RULED_OUT and lines.start[state] != STOOD_FOR):
        lines.start[state] = NOT_YET
        lines.queue[counts[WriterCount.WANTED]] = state
        counts[WriterCount.WANTED] += 1


@kernel
def open_successor(
    scratch: Scratch, states: States, state: int, writer: Writer, c: int, slot: int, first: int, second: int
) -> None:
    found, of = scratch.successors, states.of
    if states.slots[slot] == EMPTY:
        opened = enter_state(states, slot, scratch.packed, found.player[c], 0)
        set_cost(states, opened, first, second, state)
    opened = int(states.slots[slot])
    of[opened, Column.BOUND] = 0
    if _is_cheaper(states, opened, first, second):
        set_cost(states, opened, first, second, state)
        if writer.lines.start[opened] != NOT_YET:
            writer.lines.start[opened] = NO_LINE  # to look at it again, at less cost
    want(writer, opened)


@kernel
def _name_dead_squares(world: World, scratch: Scratch, writer: Writer) -> None:
    floor = world.floor
    if world.backwards == 1:
        return
    for i in range(world.k):
        for direction in range(4):
            ahead = floor.beyond[scratch.boxes[i] * 4 + direction]
            behind = floor.beyond[scratch.boxes[i] * 4 + (direction ^ 1)]
            is_dead = ahead != floor.n and floor.live[ahead] == 0
            if is_dead and behind != floor.n and scratch.flood.mark[behind] == scratch.flood.stamp[0]:
                name(writer, ZERO_PRICES)
                return


@kernel
def _has_fence(world: World, scratch: Scratch) -> bool:
    if world.features & FeatureBit.PI_CORRAL != 0:
        for i in range(world.k):
            if scratch.fence.of[i] == 1:
                return True
    return False


@kernel
def _keep_line(writer: Writer, state: int, fenced: bool) -> None:
    lines, counts = writer.lines, writer.counts
    lines.start[state] = counts[WriterCount.LINES]
    lines.named[counts[WriterCount.LINES]] = 2 * counts[WriterCount.NAMED] + fenced
    for i in range(counts[WriterCount.NAMED]):
        lines.named[counts[WriterCount.LINES] + 1 + i] = writer.named[i]
    counts[WriterCount.LINES] += 1 + counts[WriterCount.NAMED]


@kernel
def _recall_fact(states: States, known: int, writer: Writer, first: int, second: int) -> int:
    if known == EMPTY or writer.lines.start[known] > _RULED_OUT or _is_cheaper(states, known, first, second):
        return NO_FACT
    return int(_RULED_OUT - 1 - writer.lines.start[known])


@kernel
def _keep_fact(states: States, known: int, writer: Writer, first: int, second: int, fact: int) -> None:
    if known == EMPTY or writer.lines.start[known] != NO_LINE:
        return
    k1 = int(states.of[known, Column.FIRST])
    if first < k1 or (first == k1 and second <= second_cost_of(states, known)):
        writer.lines.start[known] = _RULED_OUT - 1 - fact


@kernel
def _is_stood_for(objective: int, world: World, scratch: Scratch, states: States, state: int, writer: Writer) -> bool:
    if world.exact_player == 0:
        return False
    other = dominator(objective, scratch, states, state)
    if other == NOBODY or not _is_part(objective, world.potential.most_a_push, states, other, writer.limit):
        return False
    want(writer, other)
    writer.lines.start[state] = STOOD_FOR
    return True


@kernel
def _is_beyond(
    objective: int, world: World, scratch: Scratch, writer: Writer, player: int, c: int, first: int, second: int
) -> bool:
    balance = balance_after(world, scratch, player, c)
    first = 2 * first + balance
    second = 2 * second
    if is_lexicographic(objective) and writer.counts[WriterCount.POTENTIAL] == 0:
        second += balance  # prices without a potential are about pushes, which count in both costs
    return bool(first > writer.ceiling[0] or (first == writer.ceiling[0] and second >= writer.ceiling[1]))


@kernel
def _justify(objective: int, world: World, scratch: Scratch, states: States, writer: Writer) -> int:
    """Name facts for the current state's unknown successors, or open them. Resumable."""
    counts, limit, packed = writer.counts, writer.limit, scratch.packed
    state = int(writer.lines.queue[counts[WriterCount.CURSOR]])
    found, of, most_a_push = scratch.successors, states.of, world.potential.most_a_push
    if counts[WriterCount.SUCCESSOR] == 0:
        counts[WriterCount.NAMED] = 0
    _name_dead_squares(world, scratch, writer)
    player = int(of[state, Column.PLAYER])
    scratch.counters[ScratchCounter.BALANCE] = balance_of(world, scratch, player)
    number = expand(world, scratch, player)
    fenced = _has_fence(world, scratch)
    if fenced:
        name(writer, ZERO_PRICES)
    for c in range(counts[WriterCount.SUCCESSOR], number):
        counts[WriterCount.SUCCESSOR] = c
        if counts[WriterCount.USED] > writer.text.size // 2:  # each successor may take a line
            return Need.FLUSH
        if counts[WriterCount.MARKED] + world.k > writer.marks.queue.size:
            return Need.MARKS
        first = int(of[state, Column.FIRST]) + first_cost(objective, 1, found.walk[c] + 1)
        second = second_cost_of(states, state) + second_cost(objective, 1, found.walk[c] + 1)
        if _is_beyond(objective, world, scratch, writer, player, c, first, second):
            continue
        box = found.move[c] >> 2
        copy_pushed(world.floor, states.words, state, packed, 0, box, found.landing[c])
        slot = slot_of(states, packed, found.player[c])
        known = states.slots[slot]
        if _is_known(objective, most_a_push, states, known, first, second, limit):
            want(writer, known)
            continue
        fact = _recall_fact(states, known, writer, first, second)
        if fact == NO_FACT:
            needed = _bound_needed(objective, most_a_push, limit, first, second)
            fact = _rule_out(world, scratch, states, state, writer, c, needed)
        if fact != NO_FACT:
            name(writer, fact)
            _keep_fact(states, known, writer, first, second, fact)
        else:
            copy_pushed(world.floor, states.words, state, packed, 0, box, found.landing[c])
            open_successor(scratch, states, state, writer, c, slot, first, second)
    _keep_line(writer, state, fenced)
    counts[WriterCount.SUCCESSOR] = 0
    return Need.NOTHING


@kernel
def _room_needed(world: World, states: States, writer: Writer) -> int:
    """Return what the next state needs first."""
    counts, k = writer.counts, world.k
    if counts[WriterCount.USED] > writer.text.size // 2:
        return Need.FLUSH
    if 2 * (counts[WriterCount.PATTERNS] + 4 * k) > writer.patterns.fact.size:
        return Need.PATTERNS
    if states.counts[Count.STATES] + world.most_successors > writer.lines.start.size:
        return Need.STATES
    if counts[WriterCount.LINES] + writer.named.size + 1 > writer.lines.named.size:
        return Need.NAMED
    if counts[WriterCount.WANTED] + world.most_successors > writer.lines.queue.size:
        return Need.QUEUE
    return Need.NOTHING


@entry
def justify_states(budget: int, objective: int, world: World, scratch: Scratch, states: States, writer: Writer) -> int:
    """Justify the queued states; write all facts but the groups. Resumable."""
    counts = writer.counts
    while counts[WriterCount.CURSOR] < counts[WriterCount.WANTED]:
        outcome = Need.TIME if budget == 0 else _room_needed(world, states, writer)
        if outcome != Need.NOTHING:
            return outcome
        budget -= 1
        state = int(writer.lines.queue[counts[WriterCount.CURSOR]])
        place_boxes(world.floor, scratch, states.words, state)
        measure_walks(states.of[state, Column.PLAYER], world.floor, scratch.occupied, scratch.flood)
        outcome = Need.NOTHING
        if counts[WriterCount.SUCCESSOR] > 0 or not _is_stood_for(objective, world, scratch, states, state, writer):
            outcome = _justify(objective, world, scratch, states, writer)
        lift_boxes(scratch)
        if outcome != Need.NOTHING:
            return outcome
        counts[WriterCount.CURSOR] += 1
    return Need.NOTHING


@entry
def rule_out_first(objective: int, world: World, scratch: Scratch, states: States, writer: Writer, state: int) -> int:
    player = int(states.of[state, Column.PLAYER])
    place_boxes(world.floor, scratch, states.words, state)
    fact = NO_FACT
    for i in range(world.k):
        if _has_no_way(world, scratch.boxes[i], player):
            fact = ZERO_PRICES
    if fact == NO_FACT:
        needed = _bound_needed(objective, world.potential.most_a_push, writer.limit, 0, 0)
        needed -= int(world.potential.gain[player])
        fact = _rule_out_at_hand(world, scratch, writer, player, needed)
    lift_boxes(scratch)
    return fact


@kernel
def _number_of_fact(writer: Writer, fact: int) -> int:
    if fact == GROUPS_FACT:
        return int(writer.counts[WriterCount.NEXT_FACT])
    return fact + int(writer.counts[WriterCount.SHIFT]) if fact <= TABLE_PRICES else fact


@kernel
def _write_line(
    world: World, scratch: Scratch, states: States, state: int, writer: Writer, lexicographic: bool
) -> None:
    number_of, lines = writer.numbers.of, writer.lines
    write_number(writer, states.of[state, Column.FIRST])
    if lexicographic:
        write_item(writer, second_cost_of(states, state))
    write(writer, b" :")
    for i in range(world.k):
        write_item(writer, number_of[scratch.boxes[i]])
    for number in writer.numbers.out_of_reach:
        write_item(writer, number)
    write(writer, b" @")
    write_item(writer, number_of[states.of[state, Column.PLAYER]])
    at = lines.start[state]
    named = lines.named[at] >> 1
    if named > 0:
        write(writer, b" :")
        for i in range(named):  # the last one first: mostly it says more than the first
            write_item(writer, _number_of_fact(writer, lines.named[at + named - i]))
    if lines.named[at] & 1 != 0:
        measure_walks(states.of[state, Column.PLAYER], world.floor, scratch.occupied, scratch.flood)
        candidate_pushes(world, scratch)
        write(writer, b" :")
        for i in range(world.k):
            if scratch.fence.of[i] == 1:
                write_item(writer, number_of[scratch.boxes[i]])
    write(writer, b"\n")


@entry
def write_states(objective: int, world: World, scratch: Scratch, states: States, writer: Writer) -> bool:
    """Write the lines of the states; return False if the text is full."""
    counts, lines = writer.counts, writer.lines
    while counts[WriterCount.CURSOR] < counts[WriterCount.WANTED]:
        if counts[WriterCount.USED] > writer.text.size // 2:
            return False
        state = int(lines.queue[counts[WriterCount.CURSOR]])
        if lines.start[state] >= 0:
            place_boxes(world.floor, scratch, states.words, state)
            _write_line(world, scratch, states, state, writer, bool(is_lexicographic(objective)))
            lift_boxes(scratch)
            lines.start[state] = NO_LINE  # one that was looked at again is in the queue twice
        counts[WriterCount.CURSOR] += 1
    return True
