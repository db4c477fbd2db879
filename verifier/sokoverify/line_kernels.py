"""Kernels that parse lines in place; `words` explains lines that they cannot parse."""

from __future__ import annotations

from enum import IntEnum

from sokosolve.kernel import entry, kernel
from sokoverify.floor_squares import Squares
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, UINT8

_SPACE, _LINE_FEED, AT, COLON, _ZERO, _NINE = 32, 10, 64, 58, 48, 57
_DEAD, _NONE = 0x64656164, 0x6E6F6E65
_LONGEST = 1 << 22

PATTERNS, GROUPS, INSIDES = 0, 1, 2
"""Kinds of lines: boxes and a player; these after an excess or the word `dead`; or after an excess, perhaps no box."""


class Stop(IntEnum):
    """Why a kernel that reads lines stops: it is done, or what is wrong."""

    DONE = 0
    OTHER = 1  # a line of another kind begins
    MALFORMED = 2
    TWICE = 3
    ENDS = 4
    FULL = 5  # the table of states has no room
    LEADS_OUT = 6
    UNKNOWN_FACT = 7
    NOT_ALL_PULLS = 8
    MORE_MOVES = 9
    NO_CLOSING_BOX = 10
    NEED_NOT = 11
    MAY_WAIT = 12
    PAUSED = 13  # in a state that takes long


@kernel
def line_end(data: UINT8, begin: int) -> int:
    """Return the end of a line, -1 if it is beyond the text, -2 if the line is not ASCII."""
    ascii_only = True
    for at in range(begin, min(len(data), begin + _LONGEST)):
        symbol = data[at]
        if symbol == _LINE_FEED:
            return at if ascii_only else -2
        if symbol >= 128:
            ascii_only = False
    return -1


@kernel
def is_digit(symbol: int) -> bool:
    return _ZERO <= symbol <= _NINE


@kernel
def find_colon(data: UINT8, begin: int, end: int, symbol: int) -> int:
    """Return the index of a symbol between two spaces, or -1."""
    for at in range(begin, end - 2):
        if data[at + 1] == symbol and data[at] == _SPACE and data[at + 2] == _SPACE:
            return at
    return -1


@kernel
def word_end(data: UINT8, begin: int, end: int) -> int:
    at = begin
    while at < end and data[at] != _SPACE:
        at += 1
    return at


@kernel
def read_number(data: UINT8, begin: int, end: int) -> int:
    """Parse a number of at most nine digits without leading zeros; -1 on failure."""
    if end - begin < 1 or end - begin > 9 or (data[begin] == _ZERO and end - begin > 1):
        return -1
    value = 0
    for at in range(begin, end):
        digit = int(data[at]) - _ZERO
        if digit < 0 or digit > 9:
            return -1
        value = value * 10 + digit
    return value


@kernel
def read_square(squares: Squares, data: UINT8, begin: int, end: int) -> int:
    """Parse the number of a floor square; -1 on failure."""
    value = read_number(data, begin, end)
    if value < 0 or value >= len(squares.floor_of) or squares.floor_of[value] == squares.n:
        return -1
    return int(squares.floor_of[value])


@entry
def skip_lines(data: UINT8, place: INT64, most: int, only_states: bool) -> int:
    """Skip at most `most` lines from `place[0]` on, count them in `place[1]`; return why it stops.

    With `only_states` it stops at the first line of another kind.
    """
    for _ in range(most):
        end = line_end(data, place[0])
        if end == -1:
            return Stop.DONE
        if end < 0 or (only_states and not is_digit(data[place[0]])):
            return Stop.OTHER
        place[0] = end + 1
        place[1] += 1
    return Stop.OTHER


@kernel
def _is_word(data: UINT8, begin: int, end: int, word: int) -> bool:
    """Tell whether the four letters of a word stand between two places."""
    value = 0
    for at in range(begin, min(end, begin + 4)):
        value = value << 8 | int(data[at])
    return bool(end - begin == 4 and value == word)


@entry
def read_patterns(
    squares: Squares, data: UINT8, place: INT64, most: int, members: INT32, member_at: INT64, players: INT32,
    excess: INT64,
) -> int:  # fmt: skip
    """Parse at most `most` lines of `PATTERNS`, `GROUPS` or `INSIDES`, as `place[4]` says; return why it stops.

    `place` holds the position, and the numbers of lines, of patterns, and of their boxes so far.
    """
    for _ in range(most):
        begin = place[0]
        end = line_end(data, begin)
        if end < 0:
            return Stop.DONE if end == -1 else Stop.OTHER
        if place[3] + (end - begin) // 2 + 2 > len(members) or place[2] >= len(players):
            return Stop.DONE
        pattern = place[2]
        here = begin
        if place[4] != PATTERNS:
            here = find_colon(data, begin, end, COLON)
            if here < 0:
                return Stop.MALFORMED
            if place[4] == GROUPS and _is_word(data, begin, here, _DEAD):
                excess[pattern] = INFINITE
            else:
                value = read_number(data, begin, here)
                if value < 1:
                    return Stop.MALFORMED
                excess[pattern] = value
            here += 3
        between = find_colon(data, here, end, AT)
        if between < 0:
            return Stop.MALFORMED
        count = 0
        if place[4] == INSIDES and _is_word(data, here, between, _NONE):
            here = between + 1
        while here <= between:
            stop = word_end(data, here, between)
            box = read_square(squares, data, here, stop)
            if box < 0 or (count > 0 and box <= members[place[3] + count - 1]):
                return Stop.MALFORMED
            members[place[3] + count] = box
            count += 1
            here = stop + 1
        player = read_square(squares, data, between + 3, end)
        if player < 0:
            return Stop.MALFORMED
        players[pattern] = player
        place[3] += count
        member_at[pattern + 1] = place[3]
        place[2] += 1
        place[0] = end + 1
        place[1] += 1
    return Stop.OTHER
