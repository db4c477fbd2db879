"""The columns of the table of states, and the values in them that mean something else."""

KEY, PLAYER, FIRST, BOUND, PARENT, MOVE, SECOND, SAME_BOXES = range(8)
"""Hash of the boxes, the player's square, first cost, least cost left, parent, move, second cost, next state with
the same boxes."""

CLOSED = 1 << 30  # this bit of MOVE
NOBODY = -1
