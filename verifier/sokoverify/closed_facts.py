"""Check of the pushes of patterns, frozen boxes and groups."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import (
    EFFORT,
    GROUND,
    RESTS_ON,
    TABLE,
    WORK,
    Choice,
    Facts,
    excess_after_push,
    groups_of,
    is_dead,
)
from sokoverify.floor_squares import Room, Squares, flood
from sokoverify.grounds import Grounds, is_whole, node, push_count
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, MOST_WORK, NO_WAY

FINE, NO_FLOOR, NOT_BESIDE, NOT_LEFT, MAY_STAY, NOT_DEAD, TOO_MUCH = range(7)

SUBJECT, OPTION, BOX, LANDING, LOOKED_AT, NEXT, FOUND, FIRST, MOST = range(9)
"""The columns of what a kernel is asked, and writes down: about which ground or fact; how many facts are cited, or
whether it is about play backwards; the push that is wrong; how many patterns or groups have been looked at in this
call.

Where that takes long it goes on in the next call, in the middle of a pattern: NEXT is the next of its pushes. After the
push of a group there are FOUND groups, -1 if they have not been looked for; the sums in which each is the first are
asked for from number FIRST on, and MOST is the most of those before.
"""

PAUSED = -2


@entry
def read_regions(
    grounds: Grounds, ground: int, member_at: INT64, members: INT32, players: INT32, room: Room, regions: INT64
) -> int:
    """Write the region of each pattern's player as a set of squares; return an error code."""
    n = grounds.n
    words = grounds.words
    for pattern in range(len(players)):
        player = players[pattern]
        begin = member_at[pattern]
        end = member_at[pattern + 1]
        wrong = FINE
        for each in range(begin, end):
            if grounds.fixed[ground * n + members[each]] != 0:
                wrong = NO_FLOOR
            room.fenced[members[each]] = 1
        if wrong == FINE and grounds.fixed[ground * n + player] != 0:
            wrong = NO_FLOOR
        if wrong == FINE and room.fenced[player] != 0:
            wrong = NOT_BESIDE
        is_left = (
            is_whole(grounds, ground)
            or grounds.region[ground * words + grounds.word[player]] & grounds.bit[player] != 0
        )
        if wrong == FINE and not is_left:
            wrong = NOT_LEFT
        if wrong == FINE:
            room.stamps[0] += 1
            stamp = room.stamps[0]
            flood(player, grounds.beyond, ground * n, room.fenced, room.mark, stamp, room.queue)
            for square in range(n):
                if room.mark[square] == stamp:
                    regions[pattern * words + grounds.word[square]] |= grounds.bit[square]
        for each in range(begin, end):
            room.fenced[members[each]] = 0
        if wrong != FINE:
            return wrong
    return FINE


@kernel
def _place(facts: Facts, pattern: int, room: Room) -> int:
    """Put exactly the boxes of a pattern into `room.after`; return their number."""
    begin = facts.member_at[pattern]
    count = int(facts.member_at[pattern + 1] - begin)
    for each in range(count):
        room.after[each] = facts.members[begin + each]
        room.fenced[room.after[each]] = 1
    return count


@kernel
def _clear(room: Room, count: int) -> None:
    for each in range(count):
        room.fenced[room.after[each]] = 0


@entry
def patterns_are_closed(facts: Facts, grounds: Grounds, choice: Choice, room: Room, order: INT64, about: INT64) -> int:
    """Check the patterns named by `order`; return an error code.

    `about` begins with the ground and the number of cited facts that may show states after pushes to be dead.
    """
    about[LOOKED_AT] = 0
    choice.stamp[WORK] = 0
    for pattern in order:
        count = _place(facts, pattern, room)
        all_boxes = count
        for each in range(grounds.listed_at[about[SUBJECT]], grounds.listed_at[about[SUBJECT] + 1]):
            room.after[all_boxes] = grounds.listed[each]
            room.fenced[room.after[all_boxes]] = 1
            all_boxes += 1
        choice.stamp[WORK] += all_boxes
        wrong = _pushes_of(facts, grounds, choice, room, pattern, count, all_boxes, about)
        _clear(room, all_boxes)
        if wrong != FINE:
            return FINE if wrong == PAUSED else wrong
        about[NEXT] = 0
        about[LOOKED_AT] += 1
        if choice.stamp[WORK] >= MOST_WORK:
            break
    return FINE


@kernel
def _pushes_of(
    facts: Facts, grounds: Grounds, choice: Choice, room: Room, pattern: int, count: int, all_boxes: int, about: INT64
) -> int:
    """Check the pushes of a pattern, which precedes the boxes that are walls in `room.after`."""
    n = grounds.n
    ground = about[SUBJECT]
    player_set = pattern * grounds.words
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push < about[NEXT]:
                continue
            box = int(room.after[each])
            behind = grounds.beyond[(ground * n + box) * 4 + (direction ^ 1)]
            landing = int(grounds.beyond[(ground * n + box) * 4 + direction])
            if behind >= n or landing >= n or room.fenced[landing] != 0:
                continue
            if facts.regions[player_set + grounds.word[behind]] & grounds.bit[behind] == 0:
                continue
            room.after[each] = landing
            room.fenced[box] = 0
            room.fenced[landing] = 1
            dead = is_dead(facts, grounds, choice, about[OPTION], room.after, all_boxes, room.fenced, box)
            room.after[each] = box
            room.fenced[landing] = 0
            room.fenced[box] = 1
            if not dead:
                about[BOX] = box
                about[LANDING] = landing
                return NOT_DEAD
            if choice.stamp[WORK] >= MOST_WORK:
                about[NEXT] = push + 1
                return PAUSED
    return FINE


@kernel
def _least(facts: Facts, grounds: Grounds, prices: int, box: int, player: int) -> int:
    at = node(grounds, facts.of[prices, GROUND], box, player)
    return int(facts.ways[facts.of[prices, TABLE] + at])


@kernel
def _takes_off_too_much(
    facts: Facts, grounds: Grounds, choice: Choice, room: Room, group: int, count: int, about: INT64
) -> int:
    """Return the first push (backwards: pull) that lowers the need of a group by more than its cost, or -1.

    The result is the direction times the number of boxes, plus the place of the box.
    """
    n = grounds.n
    fact = about[SUBJECT]
    ground = facts.of[fact, GROUND]
    prices = facts.of[fact, RESTS_ON]
    words = grounds.words
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push < about[NEXT]:
                continue
            box = int(room.after[each])
            beyond = (ground * n + box) * 4
            if about[OPTION] == 1:
                stands = int(grounds.beyond[beyond + direction])
                landing = stands
                ends_at = n
                if landing < n:
                    ends_at = int(grounds.beyond[(ground * n + landing) * 4 + direction])
                if ends_at >= n or room.fenced[ends_at] != 0:
                    continue
                came, went = ends_at, landing
            else:
                stands = int(grounds.beyond[beyond + (direction ^ 1)])
                landing = int(grounds.beyond[beyond + direction])
                ends_at = box
                if landing >= n or room.fenced[landing] != 0:
                    continue
                came, went = stands, box
            if stands >= n or facts.regions[group * words + grounds.word[stands]] & grounds.bit[stands] == 0:
                continue
            before = _least(facts, grounds, prices, box, stands)
            after = _least(facts, grounds, prices, landing, ends_at)
            if before == NO_WAY or after == NO_WAY:
                continue
            if about[FOUND] < 0:
                room.after[each] = landing
                room.fenced[box] = 0
                room.fenced[landing] = 1
                about[FOUND] = groups_of(facts, grounds, fact, room.after, count, room.fenced, ends_at, choice.found)
                choice.stamp[WORK] += choice.found[len(choice.found) + EFFORT]
                about[FIRST] = 0
                about[MOST] = 0
                room.after[each] = box
                room.fenced[landing] = 0
                room.fenced[box] = 1
            excess, about[FIRST] = excess_after_push(facts, choice, about[FOUND], about[FIRST], about[MOST])
            about[MOST] = excess
            if about[FIRST] < about[FOUND]:
                about[NEXT] = push
                return PAUSED
            about[FOUND] = -1
            needed = facts.excess[group]
            count_of = push_count(grounds, ground, came, went)
            if excess < INFINITE and (needed >= INFINITE or needed + before > count_of + after + excess):
                return push
            if choice.stamp[WORK] >= MOST_WORK:
                about[NEXT] = push + 1
                return PAUSED
    return -1


@entry
def groups_are_closed(
    facts: Facts, grounds: Grounds, squares: Squares, choice: Choice, room: Room, order: INT64, about: INT64,
    prices: INT64,
) -> int:  # fmt: skip
    """Check the groups of the fact `about[SUBJECT]` that `order` names; return an error code.

    `prices` are those of the ground's goals, or with `about[OPTION]` 1, backwards, of the boxes' initial squares;
    INFINITE on other squares. Initially `about[FOUND]` is -1.
    """
    fact = about[SUBJECT]
    backwards = about[OPTION]
    ground = facts.of[fact, GROUND]
    about[LOOKED_AT] = 0
    choice.stamp[WORK] = 0
    for group in order:
        count = _place(facts, group, room)
        choice.stamp[WORK] += count
        needed = facts.excess[group]
        has_way = True
        at_ends = True
        inside = _someone(facts, grounds, group)
        for each in range(count):
            least = _least(facts, grounds, facts.of[fact, RESTS_ON], room.after[each], inside)
            has_way = has_way and least != NO_WAY
            at_ends = at_ends and prices[room.after[each]] < INFINITE
            if needed < INFINITE:
                needed += least
            if at_ends and needed < INFINITE:
                needed += prices[room.after[each]]
        wrong = FINE
        if has_way:
            if at_ends and needed > 0 and (backwards == 0 or _has_first(facts, squares, group)):
                wrong = MAY_STAY
            else:
                push = _takes_off_too_much(facts, grounds, choice, room, group, count, about)
                if push >= 0:
                    wrong = TOO_MUCH
                    about[BOX] = room.after[push % count]
                    about[LANDING] = grounds.beyond[(ground * grounds.n + about[BOX]) * 4 + push // count]
                elif push == PAUSED:
                    wrong = PAUSED
        _clear(room, count)
        if wrong != FINE:
            return FINE if wrong == PAUSED else wrong
        about[NEXT] = 0
        about[LOOKED_AT] += 1
        if choice.stamp[WORK] >= MOST_WORK:
            break
    return FINE


@kernel
def _someone(facts: Facts, grounds: Grounds, group: int) -> int:
    for square in range(grounds.n):
        if facts.regions[group * grounds.words + grounds.word[square]] & grounds.bit[square] != 0:
            return square
    return 0


@kernel
def _has_first(facts: Facts, squares: Squares, group: int) -> bool:
    player = squares.player
    return bool(facts.regions[group * squares.words + squares.word[player]] & squares.bit[player] != 0)
