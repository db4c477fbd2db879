"""Groups of boxes in a certificate: those that rule out states, closed under pushes as the checker wants it.

The tables are exact, so groups that close the others exist. Only groups that need more than their subgroups are marked.
The engine and the checker choose in the same order, the checker among fewer groups, so its choice is at least as good.
"""

from __future__ import annotations

from sokosolve.bounds.box_groups import (
    DEAD,
    LARGEST,
    SIDES,
    bits_of,
    excess_at,
    group_number,
    has_bit,
    insert_bit,
    is_member,
    number_of_part,
)
from sokosolve.bounds.group_excess import choose_groups, find_all_groups, least_single
from sokosolve.certify.fact_writer import NO_FACT, Writer, WriterCount, write, write_item, write_number
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.world import Groups, Scratch, World

TABLE_PRICES = 2
"""Number of the fact of the prices of the tables."""

GROUPS_FACT = -1
"""Placeholder of the number of the fact of groups, which is the last one."""


@kernel
def _mark_group(groups: Groups, writer: Writer, size: int, number: int, player: int) -> None:
    group = groups.offset[size] + number
    component = groups.component[groups.row[group], player]
    node = groups.first[group] + component
    if writer.marks.of[node] == 0:
        writer.marks.of[node] = 1
        writer.marks.queue[writer.counts[WriterCount.MARKED]] = group * SIDES + component
        writer.counts[WriterCount.MARKED] += 1


@kernel
def by_groups(world: World, scratch: Scratch, writer: Writer, player: int, needed: int) -> int:
    """Return the fact of the groups, or of their prices, that rules out the state, or NO_FACT."""
    groups, choice = world.groups, scratch.groups
    if groups.largest == 1:
        return NO_FACT
    found = find_all_groups(world, scratch, world.k, player)
    if found < 0:
        _mark_group(groups, writer, -found, group_number(-found, choice.bits, groups.binomial), player)
        return GROUPS_FACT
    excess = choose_groups(world, scratch, found)
    if excess + least_single(world, scratch, player) < needed:
        return NO_FACT
    for which in range(found):
        if choice.chosen[choice.members[LARGEST * which]] == which:
            size = int(choice.size[which])
            for place in range(size):
                choice.bits[place] = world.floor.bit_of[scratch.boxes[choice.members[LARGEST * which + place]]]
            _mark_group(groups, writer, size, group_number(size, choice.bits, groups.binomial), player)
    return GROUPS_FACT if excess > 0 else TABLE_PRICES


@kernel
def _excess_of_part(groups: Groups, size: int, bits: INT32, mask: int, player: int, part: INT32) -> int:
    """Return the excess of a subgroup, INFINITE if dead, 0 if smaller groups suffice; sets `part`."""
    count = 0
    for place in range(size):
        if (mask >> place) & 1 != 0:
            part[count] = bits[place]
            count += 1
    if count < 2:
        return 0
    before = groups.begins[count, count - 1] + group_number(count - 1, part, groups.binomial)
    if not has_bit(groups.beginnings, before, part[count - 1]):
        return 0
    excess = excess_at(groups, count, group_number(count, part, groups.binomial), player)
    return INFINITE if excess == DEAD else excess


@kernel
def _is_marked(groups: Groups, writer: Writer, size: int, bits: INT32, mask: int, player: int) -> bool:
    count = _boxes_in(size, mask)
    group = groups.offset[count] + number_of_part(size, count, mask, bits, groups.binomial)
    return bool(writer.marks.of[groups.first[group] + groups.component[groups.row[group], player]])


@kernel
def _boxes_in(size: int, mask: int) -> int:
    count = 0
    for place in range(size):
        count += (mask >> place) & 1
    return count


@kernel
def _mark_parts(groups: Groups, writer: Writer, size: int, player: int, wanted: int) -> None:
    """Mark one or two disjoint groups with the wanted excess, preferring marked ones."""
    marks = writer.marks
    bits = marks.moved
    least, chosen, beside = 3, 0, 0
    for one in range(1, 1 << size):
        excess = _excess_of_part(groups, size, bits, one, player, marks.part)
        if excess == 0:
            continue
        for other in range(one):
            if other & one == 0 and _boxes_in(size, other) != 1:
                more = 0
                if other != 0:
                    more = _excess_of_part(groups, size, bits, other, player, marks.part)
                    if more == 0:
                        continue
                if excess + more >= wanted:
                    new = 0 if _is_marked(groups, writer, size, bits, one, player) else 1
                    if other != 0 and not _is_marked(groups, writer, size, bits, other, player):
                        new += 1
                    if new < least:
                        least, chosen, beside = new, one, other
    for mask in (chosen, beside):
        if mask != 0:
            count = _boxes_in(size, mask)
            _mark_group(groups, writer, count, number_of_part(size, count, mask, bits, groups.binomial), player)


@kernel
def _mark_after(world: World, writer: Writer, size: int, player: int, which: int, target: int, after: int) -> None:
    """Mark groups which show that a push (backwards: pull) to `target` saves no more than its cost."""
    groups, marks, bit_of = world.groups, writer.marks, world.floor.bit_of
    box = world.floor.square_of[marks.bits[which]]
    single = int(groups.least[target, world.distances.component[0, target, after]])
    if single >= INFINITE // 2:
        return
    excess = excess_at(groups, size, group_number(size, marks.bits, groups.binomial), player)
    wanted = INFINITE
    if excess != DEAD:
        value = world.potential.value
        higher = value[after] - value[player] if world.backwards == 1 else value[player] - value[after]
        wanted = int(excess + groups.least[box, world.distances.component[0, box, player]] - 1 - higher) - single
    if wanted <= 0:
        return
    count = 0
    for place in range(size):
        if place != which:
            marks.moved[count] = marks.bits[place]
            count += 1
    insert_bit(count, bit_of[target], marks.moved)
    _mark_parts(groups, writer, size, after, wanted)


@entry
def close_groups(budget: int, world: World, writer: Writer) -> bool:
    """Mark the groups that marked ones lead to; return False after `budget` or with a full queue."""
    groups, marks, counts, floor = world.groups, writer.marks, writer.counts, world.floor
    while counts[WriterCount.CLOSED_TO] < counts[WriterCount.MARKED]:
        if budget == 0 or counts[WriterCount.MARKED] + 8 * LARGEST > marks.queue.size:
            return False
        budget -= 1
        group = int(marks.queue[counts[WriterCount.CLOSED_TO]]) // SIDES
        component = int(marks.queue[counts[WriterCount.CLOSED_TO]]) % SIDES
        counts[WriterCount.CLOSED_TO] += 1
        size = _size_of(groups, group)
        bits_of(size, group - groups.offset[size], groups.binomial, marks.bits)
        row = groups.component[groups.row[group]]
        for which in range(size):
            box = floor.square_of[marks.bits[which]]
            for direction in range(4):
                target = floor.beyond[box * 4 + direction]
                if floor.bit_of[target] < 0 or is_member(size, marks.bits, floor, target):
                    continue
                player = floor.beyond[box * 4 + (direction ^ 1)]
                after = box
                if world.backwards == 1:
                    player = target
                    after = floor.beyond[target * 4 + direction]
                    if after == floor.n or is_member(size, marks.bits, floor, after):
                        continue
                if player != floor.n and row[player] == component and not is_member(size, marks.bits, floor, player):
                    _mark_after(world, writer, size, player, which, target, after)
    return True


@kernel
def _size_of(groups: Groups, group: int) -> int:
    size = 2
    while group >= groups.offset[size + 1]:
        size += 1
    return size


@entry
def write_groups(world: World, writer: Writer) -> bool:
    groups, marks, counts, number_of, floor = world.groups, writer.marks, writer.counts, writer.numbers.of, world.floor
    while counts[WriterCount.WRITTEN_TO] < counts[WriterCount.MARKED]:
        if counts[WriterCount.USED] > writer.text.size // 2:
            return False
        group = int(marks.queue[counts[WriterCount.WRITTEN_TO]]) // SIDES
        component = int(marks.queue[counts[WriterCount.WRITTEN_TO]]) % SIDES
        counts[WriterCount.WRITTEN_TO] += 1
        size = _size_of(groups, group)
        bits_of(size, group - groups.offset[size], groups.binomial, marks.bits)
        excess = groups.excess[groups.first[group] + component]
        if excess == DEAD:
            write(writer, b"dead")
        else:
            write_number(writer, excess)
        write(writer, b" :")
        for place in range(size - 1, -1, -1):
            write_item(writer, number_of[floor.square_of[marks.bits[place]]])
        player = 0
        while groups.component[groups.row[group], player] != component or (is_member(size, marks.bits, floor, player)):
            player += 1
        write(writer, b" @")
        write_item(writer, number_of[player])
        write(writer, b"\n")
    return True
