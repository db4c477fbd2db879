"""What a search has shown, as lines of a certificate: its states, and the facts that rule out the others.

As `sokospec.certificates` checks it: for each state that costs less than the limit, each push leads to another
one, or a fact is named that shows the rest to cost too much (`fact_writer`). Where a PI-corral has left only some
pushes, its fence is named. Of a search backwards it is the same with pulls.
"""

from __future__ import annotations

from sokosolve.certify.fact_writer import (
    AT,
    COLON,
    CURSOR,
    NAMED,
    NEWLINE,
    NONE,
    PATTERNS,
    SPACE,
    SUCCESSOR,
    USED,
    ZERO_PRICES,
    Writer,
    by_counting,
    by_frozen_boxes,
    by_prices,
    name,
    write,
    write_item,
    write_number,
)
from sokosolve.features import FREEZE, PI_CORRAL
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INFINITE, INT64, NO_COMPONENT
from sokosolve.level.packed_boxes import copy_pushed, lift_boxes, place_boxes
from sokosolve.level.world import REACHED, Scratch, World
from sokosolve.search.columns import BOUND, FIRST, KEY, PLAYER, SECOND
from sokosolve.search.cost import first_cost, second_cost
from sokosolve.search.evaluate import evaluate, walk_about
from sokosolve.search.expand import expand
from sokosolve.search.open_list import EMPTY
from sokosolve.search.store import STATES, States, second_cost_of, slot_of

DONE, BUFFER_FULL, NEED_PATTERNS, NO_EVIDENCE = range(4)


@kernel
def is_below(limit: INT64, lexicographic: bool, first: int, second: int) -> bool:
    """Say whether a cost is less than the limit."""
    return bool(first < limit[0] or (lexicographic and first == limit[0] and second < limit[1]))


@kernel
def is_part(states: States, state: int, limit: INT64, lexicographic: bool) -> bool:
    """Say whether a state, with its bound, costs less than the limit, and so has a line in the certificate."""
    bound = int(states.of[state, BOUND])
    first = int(states.of[state, FIRST]) + bound
    return bound < INFINITE and is_below(limit, lexicographic, first, second_cost_of(states, state) + bound)


@kernel
def is_known(
    world: World, scratch: Scratch, states: States, state: int, c: int, first: int, second: int, writer: Writer
) -> bool:
    """Say whether a successor has a line in the certificate, at no more than a cost."""
    found, of = scratch.successors, states.of
    lexicographic = second >= 0
    box = found.move[c] >> 2
    landing = found.landing[c]
    copy_pushed(world.floor, states.words, state, scratch.packed, 0, box, landing)
    key = of[state, KEY] ^ states.zobrist[box] ^ states.zobrist[landing]
    known = states.slots[slot_of(states, scratch.packed, found.player[c], key)]
    if known == EMPTY or not is_part(states, known, writer.limit, lexicographic):
        return False
    k1 = int(of[known, FIRST])
    return k1 < first or (k1 == first and (not lexicographic or int(of[known, SECOND]) <= second))


@kernel
def rule_out(world: World, scratch: Scratch, writer: Writer, c: int, first: int, second: int) -> bool:
    """Name a fact that shows a successor to cost too much; False if there is none.

    `second` is negative where no second cost counts.
    """
    found, distances, limit = scratch.successors, world.distances, writer.limit
    landing = found.landing[c]
    near = found.near[c]
    moved = found.box[c]
    number = distances.component[0, landing, near]
    least = INFINITE
    if number != NO_COMPONENT:
        for j in range(world.k):
            least = min(least, int(distances.pushes[0, landing, number, j]))
    if least >= INFINITE:
        name(writer, ZERO_PRICES)
        return True
    needed = limit[0] - first
    if second >= 0 and second + needed < limit[1]:
        needed += 1
    if needed < INFINITE and by_prices(world, scratch, writer, moved, landing, near, needed):
        return True
    if world.features & FREEZE != 0 and by_frozen_boxes(world, scratch, writer, found.move[c] >> 2, landing):
        return True
    return by_counting(world, scratch, writer, moved, landing, near)


@kernel
def name_dead_squares(world: World, scratch: Scratch, writer: Writer) -> None:
    """Name the zero prices if some push of the state at hand ends on a square that is not live."""
    floor = world.floor
    for i in range(world.k):
        for direction in range(4):
            ahead = floor.beyond[scratch.boxes[i] * 4 + direction]
            behind = floor.beyond[scratch.boxes[i] * 4 + (direction ^ 1)]
            if (
                world.backwards == 0
                and ahead != floor.n
                and floor.live[ahead] == 0
                and behind != floor.n
                and scratch.flood.mark[behind] == scratch.counters[REACHED]
            ):
                name(writer, ZERO_PRICES)


@kernel
def has_fence(world: World, scratch: Scratch) -> bool:
    """Say whether a PI-corral has left only some pushes of the state at hand."""
    if world.features & PI_CORRAL != 0:
        for i in range(world.k):
            if scratch.fence.of[i] == 1:
                return True
    return False


@kernel
def write_state(
    world: World, scratch: Scratch, states: States, state: int, writer: Writer, lexicographic: bool, fenced: bool
) -> None:
    """Write the line of a state: its cost, its boxes and player, the facts that it names, and the fence."""
    number_of = writer.numbers.of
    write_number(writer, states.of[state, FIRST])
    if lexicographic:
        write_item(writer, second_cost_of(states, state))
    write(writer, SPACE, COLON, NONE)
    for i in range(world.k):
        write_item(writer, number_of[scratch.boxes[i]])
    for number in writer.numbers.out_of_reach:
        write_item(writer, number)
    write(writer, SPACE, AT, NONE)
    write_item(writer, number_of[states.of[state, PLAYER]])
    if writer.counts[NAMED] > 0:
        write(writer, SPACE, COLON, NONE)
        for i in range(writer.counts[NAMED]):
            write_item(writer, writer.named[i])
    if fenced:
        write(writer, SPACE, COLON, NONE)
        for i in range(world.k):
            if scratch.fence.of[i] == 1:
                write_item(writer, number_of[scratch.boxes[i]])
    write(writer, NEWLINE, NONE, NONE)


@kernel
def justify(objective: int, world: World, scratch: Scratch, states: States, writer: Writer, lexicographic: bool) -> int:
    """Name what rules out the successors of the state at hand that are not known, from where it stopped; then write
    its line."""
    counts = writer.counts
    state = counts[CURSOR]
    found = scratch.successors
    if counts[SUCCESSOR] == 0:
        counts[NAMED] = 0
    name_dead_squares(world, scratch, writer)
    number = expand(world, scratch, int(states.of[state, PLAYER]))
    fenced = has_fence(world, scratch)
    if fenced:
        name(writer, ZERO_PRICES)
    for c in range(counts[SUCCESSOR], number):
        if counts[USED] > writer.text.buffer.size // 2:  # each successor may take a line
            counts[SUCCESSOR] = c
            return BUFFER_FULL
        first = int(states.of[state, FIRST]) + first_cost(objective, 1, found.walk[c] + 1)
        second = -1
        if lexicographic:
            second = second_cost_of(states, state) + second_cost(objective, 1, found.walk[c] + 1)
        if not is_known(world, scratch, states, state, c, first, second, writer) and not (
            rule_out(world, scratch, writer, c, first, second)
        ):
            return NO_EVIDENCE
    write_state(world, scratch, states, state, writer, lexicographic, fenced)
    counts[CURSOR] += 1
    counts[SUCCESSOR] = 0
    return DONE


@entry
def write_states(
    objective: int, world: World, scratch: Scratch, states: States, writer: Writer, lexicographic: bool
) -> int:
    """Write the states that cost less than the limit, from where it stopped, and say why it stopped again."""
    counts = writer.counts
    while counts[CURSOR] < states.counts[STATES]:
        if counts[USED] > writer.text.buffer.size // 2:
            return BUFFER_FULL
        if 2 * (counts[PATTERNS] + 4 * world.k) > writer.patterns.fact.size:
            return NEED_PATTERNS
        state = counts[CURSOR]
        if not is_part(states, state, writer.limit, lexicographic):
            counts[CURSOR] += 1
            continue
        place_boxes(world, scratch, states.words, state)
        walk_about(world, scratch, states.of[state, PLAYER])
        evaluate(world, scratch, states.of[state, PLAYER])
        outcome = justify(objective, world, scratch, states, writer, lexicographic)
        lift_boxes(scratch)
        if outcome != DONE:
            return outcome
    return DONE
