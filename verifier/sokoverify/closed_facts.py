"""Check of the pushes of patterns, frozen boxes and groups."""

from __future__ import annotations

from enum import IntEnum

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import EFFORT, WORK, Choice, FactColumn, Facts, excess_after_push, groups_of, is_dead
from sokoverify.floor_squares import Room, Squares, flood
from sokoverify.grounds import Grounds, is_whole, node, push_count
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, MOST_WORK, NO_WAY


class Flaw(IntEnum):
    """Flaws of facts; each is of a pattern, a group, or a push of its boxes."""

    FINE = 0
    NO_FLOOR = 1
    NOT_BESIDE = 2
    NOT_LEFT = 3
    MAY_STAY = 4
    NOT_DEAD = 5
    TOO_MUCH = 6
    IN_AREA = 7
    OUTSIDE = 8  # a push lowers an excess there too much
    NOT_INSIDE = 9
    SOLVED = 10
    INSIDE = 11  # a push lowers an excess there too much


class Question(IntEnum):
    """Places of what a kernel is asked, and writes down; in a pattern that takes long it goes on in the next call."""

    SUBJECT = 0  # the ground or the fact
    OPTION = 1  # how many facts are cited, or whether it is about play backwards
    BOX = 2  # of the push that is wrong
    LANDING = 3  # of that push
    LOOKED_AT = 4  # how many patterns or groups this call has looked at
    NEXT = 5  # of the pushes of the pattern
    FOUND = 6  # groups after a push of a group; -1 if they have not been looked for
    FIRST = 7  # of these groups, in the sum that is asked for next
    MOST = 8  # the greatest of the sums before


_PAUSED = -2


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
        wrong = Flaw.FINE
        for each in range(begin, end):
            if grounds.fixed[ground * n + members[each]] != 0:
                wrong = Flaw.NO_FLOOR
            room.fenced[members[each]] = 1
        if wrong == Flaw.FINE and grounds.fixed[ground * n + player] != 0:
            wrong = Flaw.NO_FLOOR
        if wrong == Flaw.FINE and room.fenced[player] != 0:
            wrong = Flaw.NOT_BESIDE
        is_left = (
            is_whole(grounds, ground)
            or grounds.region[ground * words + grounds.word[player]] & grounds.bit[player] != 0
        )
        if wrong == Flaw.FINE and not is_left:
            wrong = Flaw.NOT_LEFT
        if wrong == Flaw.FINE:
            room.stamps[0] += 1
            stamp = room.stamps[0]
            flood(player, grounds.beyond, ground * n, room.fenced, room.mark, stamp, room.queue)
            for square in range(n):
                if room.mark[square] == stamp:
                    regions[pattern * words + grounds.word[square]] |= grounds.bit[square]
        for each in range(begin, end):
            room.fenced[members[each]] = 0
        if wrong != Flaw.FINE:
            return wrong
    return Flaw.FINE


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
def clear(room: Room, count: int) -> None:
    for each in range(count):
        room.fenced[room.after[each]] = 0


@entry
def patterns_are_closed(facts: Facts, grounds: Grounds, choice: Choice, room: Room, order: INT64, about: INT64) -> int:
    """Check the patterns named by `order`; return an error code.

    `about` begins with the ground and the number of cited facts that may show states after pushes to be dead.
    """
    about[Question.LOOKED_AT] = 0
    choice.stamp[WORK] = 0
    for pattern in order:
        count = _place(facts, pattern, room)
        all_boxes = count
        for each in range(grounds.listed_at[about[Question.SUBJECT]], grounds.listed_at[about[Question.SUBJECT] + 1]):
            room.after[all_boxes] = grounds.listed[each]
            room.fenced[room.after[all_boxes]] = 1
            all_boxes += 1
        choice.stamp[WORK] += all_boxes
        wrong = _pushes_of(facts, grounds, choice, room, pattern, count, all_boxes, about)
        clear(room, all_boxes)
        if wrong != Flaw.FINE:
            return Flaw.FINE if wrong == _PAUSED else wrong
        about[Question.NEXT] = 0
        about[Question.LOOKED_AT] += 1
        if choice.stamp[WORK] >= MOST_WORK:
            break
    return Flaw.FINE


@kernel
def _pushes_of(
    facts: Facts, grounds: Grounds, choice: Choice, room: Room, pattern: int, count: int, all_boxes: int, about: INT64
) -> int:
    """Check the pushes of a pattern, which precedes the boxes that are walls in `room.after`."""
    n = grounds.n
    ground = about[Question.SUBJECT]
    player_set = pattern * grounds.words
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push < about[Question.NEXT]:
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
            dead = is_dead(facts, grounds, choice, about[Question.OPTION], room.after, all_boxes, room.fenced, box)
            room.after[each] = box
            room.fenced[landing] = 0
            room.fenced[box] = 1
            if not dead:
                about[Question.BOX] = box
                about[Question.LANDING] = landing
                return Flaw.NOT_DEAD
            if choice.stamp[WORK] >= MOST_WORK:
                about[Question.NEXT] = push + 1
                return _PAUSED
    return Flaw.FINE


@kernel
def least_way(facts: Facts, grounds: Grounds, prices: int, box: int, player: int) -> int:
    at = node(grounds, facts.of[prices, FactColumn.GROUND], box, player)
    return int(facts.ways[facts.of[prices, FactColumn.TABLE] + at])


@kernel
def _takes_off_too_much(
    facts: Facts, grounds: Grounds, choice: Choice, room: Room, group: int, count: int, about: INT64
) -> int:
    """Return the first push (backwards: pull) that lowers the need of a group by more than its cost, or -1.

    What a push into an area wastes does not count. The result is the direction times the number of boxes, plus the
    place of the box.
    """
    n = grounds.n
    fact = about[Question.SUBJECT]
    ground = facts.of[fact, FactColumn.GROUND]
    prices = facts.of[fact, FactColumn.RESTS_ON]
    words = grounds.words
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push < about[Question.NEXT]:
                continue
            box = int(room.after[each])
            beyond = (ground * n + box) * 4
            if about[Question.OPTION] == 1:
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
            before = least_way(facts, grounds, prices, box, stands)
            after = least_way(facts, grounds, prices, landing, ends_at)
            if before == NO_WAY or after == NO_WAY:
                continue
            if about[Question.FOUND] < 0:
                room.after[each] = landing
                room.fenced[box] = 0
                room.fenced[landing] = 1
                about[Question.FOUND] = groups_of(
                    facts, grounds, fact, room.after, count, room.fenced, ends_at, choice.found
                )
                choice.stamp[WORK] += choice.found[len(choice.found) + EFFORT]
                about[Question.FIRST] = 0
                about[Question.MOST] = 0
                room.after[each] = box
                room.fenced[landing] = 0
                room.fenced[box] = 1
            excess, about[Question.FIRST] = excess_after_push(
                facts, choice, about[Question.FOUND], about[Question.FIRST], about[Question.MOST]
            )
            about[Question.MOST] = excess
            if about[Question.FIRST] < about[Question.FOUND]:
                about[Question.NEXT] = push
                return _PAUSED
            about[Question.FOUND] = -1
            needed = facts.excess[group]
            wasted = push_count(grounds, ground, came, went) + after - before
            if facts.areas[facts.of[fact, FactColumn.AREA] * (n + 1) + landing] != 0:
                wasted = 0
            if excess < INFINITE and (needed >= INFINITE or needed > wasted + excess):
                return push
            if choice.stamp[WORK] >= MOST_WORK:
                about[Question.NEXT] = push + 1
                return _PAUSED
    return -1


@entry
def groups_are_closed(
    facts: Facts, grounds: Grounds, squares: Squares, choice: Choice, room: Room, order: INT64, about: INT64,
    prices: INT64,
) -> int:  # fmt: skip
    """Check the groups of the fact `about[Question.SUBJECT]` that `order` names; return an error code.

    `prices` are those of the ground's goals, or with `about[Question.OPTION]` 1, backwards, of the boxes' initial
    squares; INFINITE on other squares. Initially `about[Question.FOUND]` is -1.
    """
    fact = about[Question.SUBJECT]
    backwards = about[Question.OPTION]
    ground = facts.of[fact, FactColumn.GROUND]
    area = facts.of[fact, FactColumn.AREA]
    about[Question.LOOKED_AT] = 0
    choice.stamp[WORK] = 0
    for group in order:
        count = _place(facts, group, room)
        choice.stamp[WORK] += count
        needed = facts.excess[group]
        has_way = True
        at_ends = True
        in_area = False
        inside = _someone(facts, grounds, group)
        for each in range(count):
            least = least_way(facts, grounds, facts.of[fact, FactColumn.RESTS_ON], room.after[each], inside)
            has_way = has_way and least != NO_WAY
            in_area = in_area or facts.areas[area * (grounds.n + 1) + room.after[each]] != 0
            at_ends = at_ends and prices[room.after[each]] < INFINITE
            if needed < INFINITE:
                needed += least
            if at_ends and needed < INFINITE:
                needed += prices[room.after[each]]
        wrong: int = Flaw.FINE
        if in_area:
            wrong = Flaw.IN_AREA
        elif has_way:
            if at_ends and needed > 0 and (backwards == 0 or _has_first(facts, squares, group)):
                wrong = Flaw.MAY_STAY
            else:
                push = _takes_off_too_much(facts, grounds, choice, room, group, count, about)
                if push >= 0:
                    wrong = Flaw.TOO_MUCH if area == 0 else Flaw.OUTSIDE
                    about[Question.BOX] = room.after[push % count]
                    about[Question.LANDING] = grounds.beyond[
                        (ground * grounds.n + about[Question.BOX]) * 4 + push // count
                    ]
                elif push == _PAUSED:
                    wrong = _PAUSED
        clear(room, count)
        if wrong != Flaw.FINE:
            return Flaw.FINE if wrong == _PAUSED else wrong
        about[Question.NEXT] = 0
        about[Question.LOOKED_AT] += 1
        if choice.stamp[WORK] >= MOST_WORK:
            break
    return Flaw.FINE


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
