"""Sorting, copying and indexing of patterns by resumable kernels.

Each kernel does a part of the work, and `place` holds its position, so that limits are checked often.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sokosolve.kernel import entry, kernel
from sokoverify.kernel_arrays import INT32, INT64, MOST_WORK, UINT8


class Listed(NamedTuple):
    """Patterns or groups: number p has the boxes `members[member_at[p]:member_at[p + 1]]` in increasing order.

    Its region has the `words` words from p * words on; `excess` is that of a group.
    """

    member_at: INT64
    members: INT32
    regions: INT64
    excess: INT64


class PatternOrder(IntEnum):
    """Orders: by rank; then by fewer boxes and later last boxes; or lexicographic, without ranks."""

    BY_RANK = 0
    BY_CHOICE = 1
    BY_BOXES = 2


@kernel
def _is_before(listed: Listed, ranks: INT64, how: int, one: int, other: int) -> bool:
    """Compare two patterns or groups in one of the orders."""
    end = listed.member_at[one + 1]
    other_end = listed.member_at[other + 1]
    size = end - listed.member_at[one]
    other_size = other_end - listed.member_at[other]
    if how == PatternOrder.BY_BOXES:
        for ahead in range(min(size, other_size)):
            box = listed.members[listed.member_at[one] + ahead]
            other_box = listed.members[listed.member_at[other] + ahead]
            if box != other_box:
                return bool(box < other_box)
        return bool(size < other_size)
    if how == PatternOrder.BY_RANK or ranks[one] != ranks[other]:
        return bool(ranks[one] < ranks[other])
    if size != other_size:
        return bool(size < other_size)
    for back in range(1, size + 1):
        if listed.members[end - back] != listed.members[other_end - back]:
            return bool(listed.members[end - back] > listed.members[other_end - back])
    return False


@entry
def merge_runs(listed: Listed, ranks: INT64, how: int, width: int, order: INT64, merged: INT64, place: INT64) -> bool:
    """Merge adjacent sorted runs of `width` in `order` into `merged`; return whether it is done.

    `place` is initially -1, then the start of two runs and a position in each.
    """
    count = len(order)
    work = 0
    while place[0] < count:
        middle = min(count, place[0] + width)
        end = min(count, place[0] + 2 * width)
        if place[1] < 0:
            place[1] = place[0]
            place[2] = middle
        while place[1] < middle or place[2] < end:
            if work >= MOST_WORK:
                return False
            work += 1
            at = place[1] + place[2] - middle
            takes_second = place[1] == middle
            if not takes_second and place[2] < end:
                one = order[place[2]]
                if how != PatternOrder.BY_RANK:
                    work += listed.member_at[one + 1] - listed.member_at[one]
                takes_second = _is_before(listed, ranks, how, one, order[place[1]])
            if takes_second:
                merged[at] = order[place[2]]
                place[2] += 1
            else:
                merged[at] = order[place[1]]
                place[1] += 1
        place[0] = end
        place[1] = -1
    return True


@entry
def copy_patterns(words: int, source: Listed, order: INT64, into: Listed, place: INT64) -> bool:
    """Copy patterns in the order from `place[0]` on to `place[1]`, their boxes to `place[2]`.

    Return whether it is done.
    """
    work = 0
    while place[0] < len(order):
        if work >= MOST_WORK:
            return False
        pattern = order[place[0]]
        begin = source.member_at[pattern]
        size = source.member_at[pattern + 1] - begin
        for each in range(size):
            into.members[place[2] + each] = source.members[begin + each]
        for word in range(words):
            into.regions[place[1] * words + word] = source.regions[pattern * words + word]
        into.excess[place[1]] = source.excess[pattern]
        place[0] += 1
        place[1] += 1
        place[2] += size
        into.member_at[place[1]] = place[2]
        work += words + size
    return True


@entry
def first_within(marks: UINT8, listed: Listed, place: INT64) -> int:
    """Return the first pattern from `place[0]` to `place[1]` with all boxes on marked squares, -1 if none so far."""
    work = 0
    while place[0] < place[1] and work < MOST_WORK:
        pattern = place[0]
        inside = True
        for each in range(listed.member_at[pattern], listed.member_at[pattern + 1]):
            work += 1
            if marks[listed.members[each]] == 0:
                inside = False
                break
        if inside:
            return int(pattern)
        place[0] += 1
        work += 1
    return -1


@kernel
def _partner(listed: Listed, group: int, box: int) -> int:
    begin = listed.member_at[group]
    lowest = int(listed.members[begin])
    return int(listed.members[begin + 1]) if lowest == box else lowest


@entry
def count_boxes(listed: Listed, of_partner: INT64, of_box: INT64, place: INT64) -> bool:
    """Count how often each square is a partner and a box, in groups from `place[0]` to `place[1]`."""
    work = 0
    while place[0] < place[1]:
        if work >= MOST_WORK:
            return False
        group = place[0]
        for each in range(listed.member_at[group], listed.member_at[group + 1]):
            box = int(listed.members[each])
            of_partner[_partner(listed, group, box)] += 1
            of_box[box] += 1
            work += 1
        place[0] += 1
    return True


@entry
def deal_by_partner(n: int, listed: Listed, order: INT64, starts: INT64, pairs: INT64, place: INT64) -> bool:
    """Write pairs of group and box (group * n + box) by partner, then by the groups' order; return if done."""
    work = 0
    while place[0] < len(order):
        if work >= MOST_WORK:
            return False
        group = order[place[0]]
        for each in range(listed.member_at[group], listed.member_at[group + 1]):
            box = int(listed.members[each])
            partner = _partner(listed, group, box)
            pairs[starts[partner]] = group * n + box
            starts[partner] += 1
            work += 1
        place[0] += 1
    return True


@entry
def deal_by_box(n: int, pairs: INT64, starts: INT64, entries: INT64, place: INT64) -> bool:
    """Write pairs, from number `place[0]` on, to the next places of their boxes in `starts`."""
    end = min(len(pairs), place[0] + MOST_WORK)
    for each in range(place[0], end):
        box = pairs[each] % n
        entries[starts[box]] = pairs[each]
        starts[box] += 1
    place[0] = end
    return bool(end == len(pairs))


@entry
def count_partners(n: int, listed: Listed, entries: INT64, counts: INT64, place: INT64) -> bool:
    """Count the partners of each box in the sorted pairs from `place[0]` to `place[1]`.

    `place[2]` and `place[3]` are the previous box and partner, initially -1.
    """
    end = min(place[1], place[0] + MOST_WORK)
    for each in range(place[0], end):
        box = entries[each] % n
        partner = _partner(listed, entries[each] // n, box)
        if box != place[2] or partner != place[3]:
            counts[box] += 1
            place[2] = box
            place[3] = partner
    place[0] = end
    return bool(end == place[1])


@entry
def write_partners(n: int, listed: Listed, entries: INT64, partners: INT32, partner_first: INT64, place: INT64) -> bool:
    """Write each partner and its first entry, after the `place[4]` before, and reduce each pair to its group."""
    end = min(place[1], place[0] + MOST_WORK)
    for each in range(place[0], end):
        box = entries[each] % n
        group = entries[each] // n
        partner = _partner(listed, group, box)
        if box != place[2] or partner != place[3]:
            partners[place[4]] = partner
            partner_first[place[4]] = each
            place[4] += 1
            place[2] = box
            place[3] = partner
        entries[each] = group
    place[0] = end
    return bool(end == place[1])
