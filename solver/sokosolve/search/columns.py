"""Columns of the table of states, and their special values."""

PLAYER, FIRST, BOUND, PARENT, NEXT, SECOND, SAME_BOXES = range(7)
"""The player's square, first cost, least cost left, parent, next entry of the open list, second cost, next state with
the same boxes. A state that was expanded has the complement of its parent's number, which is negative."""

NOBODY = -1
UNLISTED = -1 << 31  # in NEXT, unless the state's entry is in the open list
EMPTY = 0xFFFFFFFF  # a free slot of a hash table
