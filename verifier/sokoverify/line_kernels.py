"""Lines read by kernels, where they stand in the text; a line that they cannot read is left to `words` to explain."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.floor_squares import Squares
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, UINT8

SPACE, LINE_FEED, AT, COLON, ZERO, NINE = 32, 10, 64, 58, 48, 57
LONGEST = 1 << 22

DONE, OTHER, MALFORMED = 0, 1, 2
"""Why a kernel stops: there is no whole line more; the next one is of another kind; or is none."""


@kernel
def line_end(data: UINT8, begin: int) -> int:
    """Return where the line ends that begins somewhere, -1 if not within the text, -2 if it is no ASCII."""
    ascii_only = True
    for at in range(begin, min(len(data), begin + LONGEST)):
        symbol = data[at]
        if symbol == LINE_FEED:
            return at if ascii_only else -2
        if symbol >= 128:
            ascii_only = False
    return -1


@kernel
def is_digit(symbol: int) -> bool:
    """Say whether a byte is a digit."""
    return ZERO <= symbol <= NINE


@kernel
def find_colon(data: UINT8, begin: int, end: int, symbol: int) -> int:
    """Return where a symbol with a space on both sides begins, -1 if there is none."""
    for at in range(begin, end - 2):
        if data[at + 1] == symbol and data[at] == SPACE and data[at + 2] == SPACE:
            return at
    return -1


@kernel
def word_end(data: UINT8, begin: int, end: int) -> int:
    """Return where a word ends: at a space, or at the end."""
    at = begin
    while at < end and data[at] != SPACE:
        at += 1
    return at


@kernel
def read_number(data: UINT8, begin: int, end: int) -> int:
    """Return a number of at most nine digits without leading zeros, -1 for all else."""
    if end - begin < 1 or end - begin > 9 or (data[begin] == ZERO and end - begin > 1):
        return -1
    value = 0
    for at in range(begin, end):
        digit = int(data[at]) - ZERO
        if digit < 0 or digit > 9:
            return -1
        value = value * 10 + digit
    return value


@kernel
def read_square(squares: Squares, data: UINT8, begin: int, end: int) -> int:
    """Return the floor square that a number names, -1 for all else."""
    value = read_number(data, begin, end)
    if value < 0 or value >= len(squares.floor_of) or squares.floor_of[value] == squares.n:
        return -1
    return int(squares.floor_of[value])


@entry
def count_states(data: UINT8, place: INT64) -> int:
    """Pass the lines of states from `place[0]` on, add their number to `place[1]`; returns why it stops."""
    while True:
        begin = place[0]
        end = line_end(data, begin)
        if end == -1:
            return DONE
        if end < 0 or not is_digit(data[begin]):
            return OTHER
        place[0] = end + 1
        place[1] += 1


@entry
def skip_lines(data: UINT8, place: INT64, most: int) -> int:
    """Pass up to so many lines from `place[0]` on, add their number to `place[1]`; returns why it stops."""
    for _ in range(most):
        end = line_end(data, place[0])
        if end < 0:
            return DONE if end == -1 else OTHER
        place[0] = end + 1
        place[1] += 1
    return OTHER


@entry
def read_patterns(
    squares: Squares, data: UINT8, place: INT64, most: int, members: INT32, member_at: INT64, players: INT32,
    excess: INT64,
) -> int:  # fmt: skip
    """Read up to so many lines of patterns from `place[0]` on; `place[1]` counts lines, `place[2]` patterns read before
    and now, `place[3]` their boxes. Where `place[4]` is 1 they are groups. Returns why it stops."""
    for _ in range(most):
        begin = place[0]
        end = line_end(data, begin)
        if end < 0:
            return DONE if end == -1 else OTHER
        if place[3] + (end - begin) // 2 + 2 > len(members) or place[2] >= len(players):
            return DONE
        pattern = place[2]
        here = begin
        if place[4] == 1:
            here = find_colon(data, begin, end, COLON)
            if here < 0:
                return MALFORMED
            if here - begin == 4 and data[begin] == 100 and data[begin + 1] == 101:  # d, e
                if data[begin + 2] != 97 or data[begin + 3] != 100:  # a, d
                    return MALFORMED
                excess[pattern] = INFINITE
            else:
                value = read_number(data, begin, here)
                if value < 1:
                    return MALFORMED
                excess[pattern] = value
            here += 3
        between = find_colon(data, here, end, AT)
        if between < 0:
            return MALFORMED
        count = 0
        while here <= between:
            stop = word_end(data, here, between)
            box = read_square(squares, data, here, stop)
            if box < 0 or (count > 0 and box <= members[place[3] + count - 1]):
                return MALFORMED
            members[place[3] + count] = box
            count += 1
            here = stop + 1
        player = read_square(squares, data, between + 3, end)
        if player < 0:
            return MALFORMED
        players[pattern] = player
        place[3] += count
        member_at[pattern + 1] = place[3]
        place[2] += 1
        place[0] = end + 1
        place[1] += 1
    return OTHER
