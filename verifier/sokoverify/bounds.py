"""Bounds from facts: the least number of pushes of a state, or the proof that it is dead."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sokosolve.kernel import kernel
from sokoverify.box_table import find
from sokoverify.floor_squares import flood
from sokoverify.grounds import Grounds, is_whole, node
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, INT64_2D, MOST_WORK, NO_WAY, UINT8


class FactKind(IntEnum):
    """The kinds of facts that bound pushes."""

    PRICES = 0
    COUNTING = 1
    PATTERNS = 2
    GROUPS = 3  # also outside an area
    INSIDE = 4


class FactColumn(IntEnum):
    """The columns of facts."""

    NUMBER = 0  # in the certificate
    KIND = 1
    GROUND = 2
    BACKWARDS = 3
    TABLE = 4  # where a table of `ways` begins, or for states inside an area, of `slots`
    TOTAL = 5  # of prices, backwards minus the height where the player was first; or of the goals that are counted
    FIRST = 6  # of its patterns or groups, or rows of states inside an area
    LAST = 7  # of them, and one more
    RESTS_ON = 8  # the fact with the prices of groups; inside an area, the groups outside, or the prices without these
    PARTNERS = 9  # where `partner_row` begins
    AREA = 10  # of `areas`; 0, which has no square, for all other facts
    SLOTS = 11  # how many there are from TABLE on


WORK = 2
"""Index in `stamp` of the number of boxes that a kernel has looked at, including those of patterns and groups."""

_FLOOD = 3
"""Index in `stamp` of the latest flood."""

SORTING = 8
"""Work of sorting one more group."""

COUNT, EFFORT = -1, -2
"""Where an array of groups has how many there are, and how much work it was to find them."""


class Facts(NamedTuple):
    """All facts so far that bound pushes, as arrays for kernels.

    Pattern p, or group p, has the boxes `members[member_at[p]:member_at[p + 1]]` and the region in the words from p *
    words on. Those of a fact are contiguous: patterns by their first box, groups in the order of choice. The partners
    of box b, `partner[partner_row[PARTNERS + b]:...]`, are the first other boxes of groups with b; the `entries` from
    `partner_first` to the next are these groups.

    `areas[a * (n + 1) + s]` tells whether square s is in area a. A state inside an area has a row: words of its boxes,
    the first square of the player's component, and its excess. `slots` find it, by `random` as in `Squares`.
    """

    known: int
    of: INT64_2D
    ways: INT32
    member_at: INT64
    members: INT32
    regions: INT64
    excess: INT64
    partner_row: INT64
    partner: INT32
    partner_first: INT64
    entries: INT64
    areas: UINT8
    rows: INT64
    slots: INT64
    random: INT64


class Choice(NamedTuple):
    """Working memory for choosing groups, and the results kept for the cited facts.

    `found` and `kept` are groups in order, followed by `COUNT` and `EFFORT`. `taken` marks boxes with `stamp[0]`,
    `named` cited facts with `stamp[1]`. For each cited fact, `alone` is the sum over boxes with a way, and `lost` the
    number without.

    The rest serves to look up a state inside an area: `fenced` marks its boxes there, and `key` is their set. A flood
    from the player stamps `mark` with `stamp[3]`.
    """

    found: INT64
    kept: INT64
    taken: INT64
    stamp: INT64
    cited: INT64
    named: INT64
    alone: INT64
    lost: INT64
    fenced: UINT8
    mark: INT64
    queue: INT32
    key: INT64


@kernel
def _holds(grounds: Grounds, ground: int, occupied: UINT8, player: int) -> bool:
    if is_whole(grounds, ground):
        return True
    if grounds.region[ground * grounds.words + grounds.word[player]] & grounds.bit[player] == 0:
        return False
    for each in range(grounds.listed_at[ground], grounds.listed_at[ground + 1]):
        if occupied[grounds.listed[each]] == 0:
            return False
    return True


@kernel
def _is_in_region(facts: Facts, grounds: Grounds, pattern: int, player: int) -> bool:
    return bool(facts.regions[pattern * grounds.words + grounds.word[player]] & grounds.bit[player] != 0)


@kernel
def _count_boxes_in_state(facts: Facts, part: int, occupied: UINT8) -> int:
    """Return the number of a pattern's or group's boxes before the first that the state lacks."""
    begin = int(facts.member_at[part])
    at = begin
    while at < facts.member_at[part + 1] and occupied[facts.members[at]] != 0:
        at += 1
    return at - begin


@kernel
def _matches(
    facts: Facts, grounds: Grounds, choice: Choice, fact: int, boxes: INT32, count: int, occupied: UINT8, player: int
) -> bool:
    end = facts.of[fact, FactColumn.LAST]
    for place in range(count):
        box = boxes[place]
        low = facts.of[fact, FactColumn.FIRST]
        high = end
        while low < high:
            middle = (low + high) // 2
            if facts.members[facts.member_at[middle]] < box:
                low = middle + 1
            else:
                high = middle
        while low < end and facts.members[facts.member_at[low]] == box:
            choice.stamp[WORK] += 1
            if _is_in_region(facts, grounds, low, player):
                size = facts.member_at[low + 1] - facts.member_at[low]
                choice.stamp[WORK] += size
                if _count_boxes_in_state(facts, low, occupied) == size:
                    return True
            low += 1
    return False


@kernel
def put_in_order(found: INT64, begin: int, end: int) -> None:
    """Sort in place: insertion sort for few numbers, heap sort for many."""
    if end - begin <= 32:
        for place in range(begin + 1, end):
            value = found[place]
            at = place
            while at > begin and found[at - 1] > value:
                found[at] = found[at - 1]
                at -= 1
            found[at] = value
        return
    size = end - begin
    start = size // 2
    while size > 1:
        if start > 0:
            start -= 1
        else:
            size -= 1
            top = found[begin]
            found[begin] = found[begin + size]
            found[begin + size] = top
        parent = start
        while 2 * parent + 1 < size:
            child = 2 * parent + 1
            if child + 1 < size and found[begin + child + 1] > found[begin + child]:
                child += 1
            if found[begin + parent] >= found[begin + child]:
                break
            value = found[begin + parent]
            found[begin + parent] = found[begin + child]
            found[begin + child] = value
            parent = child


@kernel
def _begins_alike(facts: Facts, one: int, other: int, count: int) -> bool:
    begin = facts.member_at[one]
    other_begin = facts.member_at[other]
    if other_begin + count > facts.member_at[other + 1]:
        return False
    for each in range(count):
        if facts.members[begin + each] != facts.members[other_begin + each]:
            return False
    return True


@kernel
def _pass_over(facts: Facts, each: int, end: int, count: int) -> tuple[int, int]:
    """Return the next entry whose first `count` boxes are others, and the number of boxes looked at."""
    group = int(facts.entries[each])
    step = 1
    looks = count
    while each + step < end and _begins_alike(facts, group, int(facts.entries[each + step]), count):
        each += step
        step *= 2
        looks += count
    low = each + 1
    high = min(end, each + step)
    while low < high:
        middle = (low + high) // 2
        looks += count
        if _begins_alike(facts, group, int(facts.entries[middle]), count):
            low = middle + 1
        else:
            high = middle
    return low, looks


@kernel
def groups_with(
    facts: Facts, grounds: Grounds, fact: int, box: int, occupied: UINT8, player: int, least: int, into: INT64
) -> int:
    """Append the groups of a state with a box and otherwise only boxes from `least` on; return the new count.

    Entries of a partner are in lexicographic order. So at the first box that the state lacks, all groups that begin
    alike are passed over.
    """
    last = len(into)
    count = into[last + COUNT]
    work = 0
    row = facts.of[fact, FactColumn.PARTNERS] + box
    for place in range(facts.partner_row[row], facts.partner_row[row + 1]):
        partner = facts.partner[place]
        if partner >= least and occupied[partner] != 0:
            each = int(facts.partner_first[place])
            end = int(facts.partner_first[place + 1])
            while each < end:
                group = int(facts.entries[each])
                same = _count_boxes_in_state(facts, group, occupied)
                work += 1 + same
                if facts.member_at[group] + same < facts.member_at[group + 1]:
                    each, looks = _pass_over(facts, each, end, same + 1)
                    work += looks
                    continue
                if _is_in_region(facts, grounds, group, player):
                    into[count] = group
                    count += 1
                each += 1
    into[last + COUNT] = count
    into[last + EFFORT] += work
    return int(count)


@kernel
def groups_of(
    facts: Facts, grounds: Grounds, fact: int, boxes: INT32, count: int, occupied: UINT8, player: int, into: INT64
) -> int:
    """Write the groups of a state in the order of choice; return their number."""
    into[len(into) + COUNT] = 0
    into[len(into) + EFFORT] = 0
    for place in range(count):
        groups_with(facts, grounds, fact, boxes[place], occupied, player, boxes[place], into)
    found = int(into[len(into) + COUNT])
    put_in_order(into, 0, found)
    into[len(into) + EFFORT] += found * SORTING
    return found


@kernel
def _greedy(facts: Facts, choice: Choice, first: int, count: int, largest: int) -> int:
    """Sum the excesses of disjoint groups of at most `largest` boxes in order; `first`, if not negative, goes first."""
    choice.stamp[0] += 1
    stamp = choice.stamp[0]
    total = 0
    work = count
    for place in range(-1, count):
        if place < 0 and first < 0:
            continue
        group = first if place < 0 else choice.found[place]
        begin = facts.member_at[group]
        end = facts.member_at[group + 1]
        if end - begin > largest:
            continue
        free = True
        for each in range(begin, end):
            work += 1
            if choice.taken[facts.members[each]] == stamp:
                free = False
                break
        if free:
            if facts.excess[group] >= INFINITE:
                total = INFINITE
                break
            for each in range(begin, end):
                choice.taken[facts.members[each]] = stamp
            total += facts.excess[group]
    choice.stamp[WORK] += work
    return int(total)


@kernel
def excess_of_state(facts: Facts, choice: Choice, count: int) -> int:
    most = 0
    largest = 0
    for place in range(count):
        group = choice.found[place]
        largest = max(largest, facts.member_at[group + 1] - facts.member_at[group])
    while largest > 0:
        most = max(most, _greedy(facts, choice, -1, count, largest))
        smaller = 0
        choice.stamp[WORK] += count
        for place in range(count):
            size = facts.member_at[choice.found[place] + 1] - facts.member_at[choice.found[place]]
            if size < largest:
                smaller = max(smaller, size)
        largest = smaller
    return int(most)


@kernel
def excess_after_push(facts: Facts, choice: Choice, count: int, place: int, most: int) -> tuple[int, int]:
    """Return the largest greedy sum in which each group goes first once, for a group after a push.

    `most` is the result for the groups before `place`. Returns the next place, less than `count` if there is too much
    work.
    """
    while place < count and most < INFINITE:
        most = max(most, _greedy(facts, choice, choice.found[place], count, 1 << 30))
        place += 1
        if choice.stamp[WORK] >= MOST_WORK:
            return int(most), place
    return int(most), count


@kernel
def of_player(facts: Facts, grounds: Grounds, fact: int, player: int) -> int:
    height = int(grounds.height[facts.of[fact, FactColumn.GROUND] * grounds.n + player])
    return height if facts.of[fact, FactColumn.BACKWARDS] == 1 else -height


@kernel
def bound_by_prices(facts: Facts, grounds: Grounds, fact: int, boxes: INT32, count: int, player: int) -> int:
    """Return the bound by prices of a state that the fact's ground covers."""
    ground = facts.of[fact, FactColumn.GROUND]
    total = facts.of[fact, FactColumn.TOTAL] + of_player(facts, grounds, fact, player)
    for place in range(count):
        if grounds.fixed[ground * grounds.n + boxes[place]] == 0:
            least = facts.ways[facts.of[fact, FactColumn.TABLE] + node(grounds, ground, boxes[place], player)]
            if least == NO_WAY:
                return INFINITE
            total += least
    return int(total)


@kernel
def _bound_by_counting(facts: Facts, grounds: Grounds, fact: int, boxes: INT32, count: int, player: int) -> int:
    """Return infinity if more boxes are confined to goals than there are goals, otherwise 0."""
    ground = facts.of[fact, FactColumn.GROUND]
    inside = 0
    for place in range(count):
        if grounds.fixed[ground * grounds.n + boxes[place]] == 0:
            at = facts.of[fact, FactColumn.TABLE] + node(grounds, ground, boxes[place], player)
            inside += int(facts.ways[at] == NO_WAY)
    return INFINITE if inside > facts.of[fact, FactColumn.TOTAL] else 0


@kernel
def look_inside(
    facts: Facts, grounds: Grounds, choice: Choice, fact: int, boxes: INT32, count: int, player: int
) -> tuple[int, int, int]:
    """Look up the state inside an area that the boxes there and the player make.

    Return the slot as `find` does, the first square of the player's component, and the hash; `key` has the boxes.
    """
    area = facts.of[fact, FactColumn.AREA] * (grounds.n + 1)
    words = grounds.words
    for word in range(words):
        choice.key[word] = 0
    hashed = 0
    for place in range(count):
        box = boxes[place]
        if facts.areas[area + box] != 0:
            choice.fenced[box] = 1
            choice.key[grounds.word[box]] |= grounds.bit[box]
            hashed ^= int(facts.random[box])
    choice.stamp[_FLOOD] += 1
    here = flood(player, grounds.beyond, 0, choice.fenced, choice.mark, choice.stamp[_FLOOD], choice.queue)
    choice.stamp[WORK] += count + grounds.n
    for place in range(count):
        choice.fenced[boxes[place]] = 0
    hashed ^= int(facts.random[grounds.n + here])
    rows = facts.rows[facts.of[fact, FactColumn.FIRST] * (words + 2) :]
    table = facts.of[fact, FactColumn.TABLE]
    slots = facts.slots[table : table + facts.of[fact, FactColumn.SLOTS]]
    slot = find(words, rows, slots, choice.stamp[WORK - 1 :], choice.key, here, hashed)
    return int(slot), int(here), int(hashed)


@kernel
def excess_inside(
    facts: Facts, grounds: Grounds, choice: Choice, fact: int, boxes: INT32, count: int, player: int
) -> int:
    """Return the excess that is listed for these boxes in an area and the player, or 0."""
    slot, _, _ = look_inside(facts, grounds, choice, fact, boxes, count, player)
    if slot < 0:
        return 0
    held = facts.slots[facts.of[fact, FactColumn.TABLE] + slot] & 0xFFFFFFFF
    words = grounds.words
    return int(facts.rows[(facts.of[fact, FactColumn.FIRST] + held - 1) * (words + 2) + words + 1])


@kernel
def bound(
    facts: Facts, grounds: Grounds, choice: Choice, fact: int, boxes: INT32, count: int, occupied: UINT8, player: int
) -> int:
    """Return the bound of a fact for some boxes, marked in `occupied`, computed from scratch."""
    if not _holds(grounds, facts.of[fact, FactColumn.GROUND], occupied, player):
        return 0
    choice.stamp[WORK] += count
    kind = facts.of[fact, FactColumn.KIND]
    if kind == FactKind.COUNTING:
        return _bound_by_counting(facts, grounds, fact, boxes, count, player)
    if kind == FactKind.PATTERNS:
        return INFINITE if _matches(facts, grounds, choice, fact, boxes, count, occupied, player) else 0
    below = facts.of[fact, FactColumn.RESTS_ON] if kind == FactKind.INSIDE else fact
    has_groups = facts.of[below, FactColumn.KIND] == FactKind.GROUPS
    prices = facts.of[below, FactColumn.RESTS_ON] if has_groups else below
    least = bound_by_prices(facts, grounds, prices, boxes, count, player)
    if least >= INFINITE:
        return INFINITE
    if has_groups:
        found = groups_of(facts, grounds, below, boxes, count, occupied, player, choice.found)
        choice.stamp[WORK] += choice.found[len(choice.found) + EFFORT]
        excess = excess_of_state(facts, choice, found)
        if excess >= INFINITE:
            return INFINITE
        least += excess
    if kind == FactKind.INSIDE:
        least += excess_inside(facts, grounds, choice, fact, boxes, count, player)
    return least


@kernel
def is_dead(
    facts: Facts, grounds: Grounds, choice: Choice, count: int, boxes: INT32, size: int, occupied: UINT8, player: int
) -> bool:
    """Tell whether one of the first `count` cited facts shows the boxes to be dead."""
    choice.stamp[WORK] += count
    for place in range(count):
        if bound(facts, grounds, choice, choice.cited[place], boxes, size, occupied, player) >= INFINITE:
            return True
    return False
