"""Columns of the table of states, their special values, counts of states, and why searches stop."""

from __future__ import annotations

from enum import IntEnum


class Column(IntEnum):
    """Columns of the table of states."""

    PLAYER = 0  # his square
    FIRST = 1  # the first cost
    BOUND = 2  # the least cost left
    PARENT = 3  # the complement of its number, which is negative, once the state is expanded
    NEXT = 4  # the next entry of the open list
    SECOND = 5  # the second cost
    SAME_BOXES = 6  # the next state with the same boxes


class Count(IntEnum):
    """Counts of a search."""

    STATES = 0  # those reached
    EXPANDED = 1  # those of them whose successors are reached
    GOAL = 2  # the number of a solved state


class Stop(IntEnum):
    """Why the kernel of a search returns; each kernel has some of these reasons."""

    NEED_ROOM = 0
    NEED_ENTRIES = 1
    NEED_BUCKETS = 2
    BUDGET_USED = 3
    SOLVED = 4
    EXHAUSTED = 5
    MET = 6
    DUE = 7  # it does not: the state is not to be put back
    PAUSED = 8  # while a position is opened


NEVER = 1 << 62  # more than any search expands, or costs
NOBODY = -1
UNLISTED = -1 << 31  # in NEXT, unless the state's entry is in the open list
EMPTY = 0xFFFFFFFF  # a free slot of a hash table
