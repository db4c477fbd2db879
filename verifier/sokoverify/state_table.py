"""States of a certificate: the parser of their lines, and their hash table."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import Choice, FactColumn, Facts
from sokoverify.box_table import find, pack, slots_for
from sokoverify.floor_squares import Room, Squares, flood
from sokoverify.grounds import Grounds
from sokoverify.kernel_arrays import INT32, INT64, MOST_WORK, UINT8
from sokoverify.line_kernels import AT, COLON, Stop, find_colon, is_digit, line_end, read_number, read_square, word_end


class Line(IntEnum):
    """Places of what a kernel writes down about a line of the text; a state that takes long is gone on with."""

    PLACE = 0  # in the text
    LINES = 1  # that are read
    BOXES = 2
    PLAYER = 3
    COST = 4
    SECOND = 5
    CITED = 6
    UNKNOWN = 7  # the first number cited that is of no fact, or 0
    CLOSING = 8  # boxes
    FROM = 9  # where the push that leads out begins
    TO = 10  # where it ends
    NEXT = 11  # of the steps of a state
    WRONG = 12  # so far, with a state
    LEAST = 13  # moves before that


COSTS = 1 << 32
"""Factor that joins two costs of nine digits; sums of second costs stay below it."""

_MIX = 1_000_003


class Play(NamedTuple):
    """Parameters of the states.

    A push costs `push` and `push_second`, a move before it `move` and `move_second`. `counts` tells how many of the two
    exist; `exact` is 1 if the player's square matters. `limit` and `limit_second` are the claimed cost, `endless` is 1
    without one. `black` is the number of black ends of play. With `meeting` 1, rests up to `depth` and `depth_second`
    are followed backwards, balanced by the facts `ahead` and `behind` (or -1). One `share` of `shares` is kept.
    """

    boxes: int
    backwards: int
    counts: int
    exact: int
    push: int
    push_second: int
    move: int
    move_second: int
    endless: int
    limit: int
    limit_second: int
    black: int
    meeting: int
    depth: int
    depth_second: int
    ahead: int
    behind: int
    share: int
    shares: int


class Table(NamedTuple):
    """Hash table of states. A row has the words of the boxes, the player and the cost.

    `used[0]` is the number of rows, `used[1]` of slots looked at. The hash is of boxes and player, or of the boxes
    alone if the player's square matters.
    """

    rows: INT64
    slots: INT64
    used: INT64


class World(NamedTuple):
    """Data that kernels on states read and write; `rests` is the table of the other side."""

    squares: Squares
    facts: Facts
    grounds: Grounds
    play: Play
    room: Room
    choice: Choice
    table: Table
    rests: Table


def new_table(capacity: int, words: int) -> Table:
    sizes = capacity * (words + 2), slots_for(capacity), 2
    return Table(*(np.zeros(size, dtype=np.int64) for size in sizes))


def row_bytes(words: int) -> int:
    return 8 * (words + 2) + 8 * 4


@kernel
def clear_boxes(room: Room, line: INT64) -> None:
    for each in range(line[Line.BOXES]):
        room.occupied[room.boxes[each]] = 0
    line[Line.BOXES] = 0


@kernel
def _read_squares(squares: Squares, data: UINT8, begin: int, end: int, marks: UINT8, into: INT32) -> int:
    """Parse squares, mark and sort them; return their number n, or -1 - n before the first error."""
    here = begin
    count = 0
    increasing = True
    while here <= end:
        stop = word_end(data, here, end)
        square = read_square(squares, data, here, stop)
        if square < 0 or marks[square] != 0:
            return -1 - count
        marks[square] = 1
        into[count] = square
        increasing = increasing and (count == 0 or into[count - 1] < square)
        count += 1
        here = stop + 1
    if not increasing:
        at = 0
        for square in range(squares.n):
            if marks[square] != 0:
                into[at] = square
                at += 1
    return count


@kernel
def _read_boxes(squares: Squares, data: UINT8, begin: int, end: int, room: Room, line: INT64) -> bool:
    """Parse a state's boxes and mark them in `occupied`; return whether they are distinct squares."""
    count = _read_squares(squares, data, begin, end, room.occupied, room.boxes)
    line[Line.BOXES] = count if count >= 0 else -1 - count
    return count >= 0


@kernel
def _read_closing(squares: Squares, data: UINT8, begin: int, end: int, room: Room, line: INT64) -> bool:
    """Parse the closing boxes; return whether they are distinct squares."""
    count = _read_squares(squares, data, begin, end, room.fenced, room.closing)
    line[Line.CLOSING] = count if count >= 0 else -1 - count
    for each in range(line[Line.CLOSING]):
        room.fenced[room.closing[each]] = 0
    return count >= 0


@kernel
def _fact_at(facts: Facts, number: int) -> int:
    low = 0
    high = facts.known
    while low < high:
        middle = (low + high) // 2
        if facts.of[middle, FactColumn.NUMBER] < number:
            low = middle + 1
        else:
            high = middle
    if low < facts.known and facts.of[low, FactColumn.NUMBER] == number:
        return low
    return -1


@kernel
def _read_cited(facts: Facts, play: Play, data: UINT8, begin: int, end: int, choice: Choice, line: INT64) -> bool:
    choice.stamp[1] += 1
    stamp = choice.stamp[1]
    here = begin
    while here <= end:
        stop = word_end(data, here, end)
        value = read_number(data, here, stop)
        if value < 1:
            return False
        fact = _fact_at(facts, value)
        if fact < 0 or facts.of[fact, FactColumn.BACKWARDS] != play.backwards:
            if line[Line.UNKNOWN] == 0:
                line[Line.UNKNOWN] = value
        elif choice.named[fact] != stamp:
            choice.named[fact] = stamp
            choice.cited[line[Line.CITED]] = fact
            line[Line.CITED] += 1
        here = stop + 1
    return True


@kernel
def _read_cost(play: Play, data: UINT8, begin: int, end: int, line: INT64) -> bool:
    stop = word_end(data, begin, end)
    line[Line.COST] = read_number(data, begin, stop)
    line[Line.SECOND] = 0
    if line[Line.COST] < 0 or (play.counts == 2) != (stop < end):
        return False
    if play.counts == 2:
        line[Line.SECOND] = read_number(data, stop + 1, end)
    return bool(line[Line.SECOND] >= 0)


@kernel
def read_state(world: World, data: UINT8, line: INT64, end: int) -> bool:
    """Parse the state at `line[PLACE]`, mark its boxes in `occupied`; return whether it is valid."""
    squares = world.squares
    play = world.play
    room = world.room
    line[Line.CITED] = 0
    line[Line.UNKNOWN] = 0
    line[Line.CLOSING] = 0
    first = find_colon(data, line[Line.PLACE], end, COLON)
    if first < 0 or not _read_cost(play, data, line[Line.PLACE], first, line):
        return False
    second = find_colon(data, first + 3, end, COLON)
    places_end = second if second >= 0 else end
    between = find_colon(data, first + 3, places_end, AT)
    if between < 0 or not _read_boxes(squares, data, first + 3, between, room, line):
        return False
    line[Line.PLAYER] = read_square(squares, data, between + 3, places_end)
    if line[Line.BOXES] != play.boxes or line[Line.PLAYER] < 0 or room.occupied[line[Line.PLAYER]] != 0:
        return False
    if second < 0:
        return True
    third = find_colon(data, second + 3, end, COLON)
    if not _read_cited(world.facts, play, data, second + 3, third if third >= 0 else end, world.choice, line):
        return False
    return third < 0 or _read_closing(squares, data, third + 3, end, room, line)


@kernel
def hash_of(squares: Squares, play: Play, hashed: int, player: int) -> int:
    return hashed if play.exact == 1 else int(hashed ^ squares.random[squares.n + player])


@kernel
def is_of_share(play: Play, hashed: int) -> bool:
    """Tell whether a state, by the hash of its boxes, belongs to the current share."""
    return play.shares == 1 or hashed % _MIX % play.shares == play.share


@kernel
def _is_end(squares: Squares, play: Play, room: Room, line: INT64, player: int, first_player: int) -> bool:
    """Tell whether play ends in a state: solved, or backwards the initial one, unless two sides meet."""
    if play.backwards == 1 and play.meeting == 1:
        return False
    for each in range(line[Line.BOXES]):
        if play.backwards == 1:
            if squares.first[room.boxes[each]] == 0:
                return False
        elif squares.goal[room.boxes[each]] == 0:
            return False
    return play.backwards == 0 or player == first_player


@kernel
def _enter(world: World, line: INT64, first_player: int) -> int:
    """Add the parsed state to the table; return an error code."""
    squares = world.squares
    play = world.play
    room = world.room
    table = world.table
    player = line[Line.PLAYER]
    if play.exact == 0:
        room.stamps[0] += 1
        player = flood(player, world.grounds.beyond, 0, room.occupied, room.mark, room.stamps[0], room.queue)
    hashed = pack(squares, room.boxes, line[Line.BOXES], room.key)
    if not is_of_share(play, hashed):
        return Stop.DONE
    hashed = hash_of(squares, play, hashed, player)
    slot = find(squares.words, table.rows, table.slots, table.used, room.key, player, hashed)
    if slot >= 0:
        return Stop.TWICE
    cheap = line[Line.COST] < play.limit or (line[Line.COST] == play.limit and line[Line.SECOND] < play.limit_second)
    if (play.endless == 1 or cheap) and _is_end(squares, play, room, line, player, first_player):
        return Stop.ENDS
    words = squares.words
    number = table.used[0]
    row = number * (words + 2)
    if row >= len(table.rows):
        return Stop.FULL
    for word in range(words):
        table.rows[row + word] = room.key[word]
    table.rows[row + words] = player
    table.rows[row + words + 1] = line[Line.COST] * COSTS + line[Line.SECOND]
    table.slots[-1 - slot] = ((hashed >> 32) << 32) | (number + 1)
    table.used[0] += 1
    return Stop.DONE


@entry
def enter_states(world: World, line: INT64, data: UINT8, first_player: int) -> int:
    """Add the states in the lines from `line[PLACE]` on; return why it stops, regularly with DONE."""
    work = 0
    world.table.used[1] = 0
    while work + world.table.used[1] < MOST_WORK:
        work += world.squares.n
        end = line_end(data, line[Line.PLACE])
        if end == -1:
            return Stop.DONE
        if end < 0 or not is_digit(data[line[Line.PLACE]]):
            return Stop.OTHER
        wrong: int = Stop.MALFORMED
        if read_state(world, data, line, end):
            wrong = _enter(world, line, first_player)
        clear_boxes(world.room, line)
        if wrong != Stop.DONE:
            return wrong
        line[Line.PLACE] = end + 1
        line[Line.LINES] += 1
    return Stop.DONE


@entry
def put_again(squares: Squares, play: Play, table: Table, key: INT64, begin: int) -> int:
    """Fill the slots from the rows, from `begin` on; return the row to continue with."""
    words = squares.words
    work = 0
    table.used[1] = 0
    for number in range(begin, table.used[0]):
        if work + table.used[1] >= MOST_WORK:
            return number
        work += squares.n
        row = number * (words + 2)
        player = table.rows[row + words]
        hashed = hash_of(squares, play, 0, player)
        for square in range(squares.n):
            if table.rows[row + squares.word[square]] & squares.bit[square] != 0:
                hashed ^= squares.random[square]
        for word in range(words):
            key[word] = table.rows[row + word]
        slot = find(words, table.rows, table.slots, table.used, key, player, hashed)
        table.slots[-1 - slot] = ((hashed >> 32) << 32) | (number + 1)
    return int(table.used[0])
