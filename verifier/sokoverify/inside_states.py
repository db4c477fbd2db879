"""States inside an area: their table, and the check of the pushes that lead from them, or into the area."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import WORK, Choice, FactColumn, Facts, excess_inside, look_inside
from sokoverify.closed_facts import Flaw, Question, clear, least_way
from sokoverify.floor_squares import Room, Squares, flood
from sokoverify.grounds import Grounds
from sokoverify.kernel_arrays import INT32, INT64, MOST_WORK, NO_WAY
from sokoverify.pattern_order import Listed

_PAUSED = -2


@entry
def enter_insides(
    facts: Facts, grounds: Grounds, choice: Choice, listed: Listed, players: INT32, about: INT64
) -> int:  # fmt: skip
    """Write the rows of states, and put those into the slots that are not there yet; return an error code.

    `about[Question.LOOKED_AT]` is the state to go on with; regions of `listed` are not used.
    """
    fact = about[Question.SUBJECT]
    area = facts.of[fact, FactColumn.AREA] * (grounds.n + 1)
    words = grounds.words
    choice.stamp[WORK] = 0
    while about[Question.LOOKED_AT] < len(players) and choice.stamp[WORK] < MOST_WORK:
        state = about[Question.LOOKED_AT]
        player = players[state]
        begin = listed.member_at[state]
        end = listed.member_at[state + 1]
        for each in range(begin, end):
            if facts.areas[area + listed.members[each]] == 0 or listed.members[each] == player:
                return Flaw.NOT_INSIDE
        slot, here, hashed = look_inside(facts, grounds, choice, fact, listed.members[begin:end], end - begin, player)
        number = facts.of[fact, FactColumn.FIRST] + state
        row = number * (words + 2)
        for word in range(words):
            facts.rows[row + word] = choice.key[word]
        facts.rows[row + words] = here
        facts.rows[row + words + 1] = listed.excess[state]
        if slot < 0:
            facts.slots[facts.of[fact, FactColumn.TABLE] - 1 - slot] = ((hashed >> 32) << 32) | (state + 1)
        about[Question.LOOKED_AT] += 1
    return Flaw.FINE


@kernel
def _place(facts: Facts, grounds: Grounds, row: int, room: Room) -> int:
    """Put the boxes of a state into `room.after`, and stamp the squares of its player; return their number."""
    count = 0
    for square in range(grounds.n):
        if facts.rows[row + grounds.word[square]] & grounds.bit[square] != 0:
            room.after[count] = square
            room.fenced[square] = 1
            count += 1
    room.stamps[0] += 1
    here = facts.rows[row + grounds.words]
    flood(here, grounds.beyond, 0, room.fenced, room.mark, room.stamps[0], room.queue)
    return count


@kernel
def _check_pushes(
    facts: Facts, grounds: Grounds, choice: Choice, room: Room, row: int, count: int, entries: INT32, about: INT64
) -> int:
    """Check the pushes of the boxes of a state, then those in `entries`; return an error code."""
    n = grounds.n
    fact = about[Question.SUBJECT]
    prices = about[Question.FIRST]
    excess = facts.rows[row + grounds.words + 1]
    own = 4 * count
    steps = own + (len(entries) if count < about[Question.OPTION] else 0)
    for step in range(about[Question.NEXT], steps):
        if step < own:
            each = step % count
            box = int(room.after[each])
            direction = step // count
            landing = int(grounds.beyond[box * 4 + direction])
            after = count
        else:
            each = count
            direction = int(entries[step - own]) // n
            landing = int(entries[step - own]) % n
            box = int(grounds.beyond[landing * 4 + (direction ^ 1)])
            after = count + 1
        behind = int(grounds.beyond[box * 4 + (direction ^ 1)])
        if behind >= n or landing >= n or room.fenced[landing] != 0 or room.mark[behind] != room.stamps[0]:
            continue
        least = least_way(facts, grounds, prices, box, behind)
        least_after = least_way(facts, grounds, prices, landing, box)
        wasted = 1 + least_after - least
        if least == NO_WAY or least_after == NO_WAY or excess <= wasted:
            continue
        room.after[each] = landing
        wasted += excess_inside(facts, grounds, choice, fact, room.after, after, box)
        room.after[each] = box
        if excess > wasted:
            about[Question.BOX] = box
            about[Question.LANDING] = landing
            return Flaw.INSIDE
        if choice.stamp[WORK] >= MOST_WORK:
            about[Question.NEXT] = step + 1
            return _PAUSED
    return Flaw.FINE


@entry
def insides_are_closed(
    facts: Facts, grounds: Grounds, squares: Squares, choice: Choice, room: Room, entries: INT32, about: INT64
) -> int:
    """Check the states of the fact `about[Question.SUBJECT]` from `about[Question.LOOKED_AT]` on; return an error code.

    `about[Question.OPTION]` is the number of goals, `about[Question.FIRST]` the fact with the prices. `entries` are
    the pushes into the area: direction times squares, plus the square of landing.
    """
    fact = about[Question.SUBJECT]
    first = facts.of[fact, FactColumn.FIRST]
    states = facts.of[fact, FactColumn.LAST] - first
    choice.stamp[WORK] = 0
    while about[Question.LOOKED_AT] < states and choice.stamp[WORK] < MOST_WORK:
        row = (first + about[Question.LOOKED_AT]) * (grounds.words + 2)
        count = _place(facts, grounds, row, room)
        choice.stamp[WORK] += 2 * grounds.n + 4 * count + len(entries)
        on_goals = 0
        for each in range(count):
            on_goals += int(squares.goal[room.after[each]])
        wrong: int = Flaw.SOLVED
        if on_goals < count or count < about[Question.OPTION]:
            wrong = _check_pushes(facts, grounds, choice, room, row, count, entries, about)
        clear(room, count)
        if wrong != Flaw.FINE:
            return Flaw.FINE if wrong == _PAUSED else wrong
        about[Question.NEXT] = 0
        about[Question.LOOKED_AT] += 1
    return Flaw.FINE
