"""The two procedures of lifecheckpoint's note on deadlocks: dead alleys and boxes at one wall, by virtual pushes.

`sokospec audit examples.sources.alleys:dead_alley` finds no counterexample, `...:one_side` finds a small one: a box
that passes the end of the wall can come back with the player on its other side. Neither looks at other boxes.
"""

from __future__ import annotations

from sokospec import Board, Direction, Level, Square, State, reachable


def dead_alley(level: Level) -> bool:
    """Say whether a box stands in an alley without a goal in which every virtual push ends in a corner."""
    return any(_alley_is_dead(level.board, level.player, box) for box in level.boxes - level.goals)


def one_side(level: Level) -> bool:
    """Say whether a box stands at a wall without a goal along it that it cannot leave, not even into an alley."""
    return any(
        level.board.beyond[box][wall] is None and _wall_is_dead(level.board, level.player, box, wall)
        for box in level.boxes - level.goals
        for wall in Direction
    )


def in_corner(board: Board, box: Square) -> bool:
    """Say whether walls stand at a box on two sides that meet."""
    up, down, left, right = board.beyond[box]
    return None in (up, down) and None in (left, right)


def across(direction: Direction) -> tuple[Direction, Direction]:
    """Return the two directions at right angles to one."""
    return (Direction.LEFT, Direction.RIGHT) if direction <= Direction.DOWN else (Direction.UP, Direction.DOWN)


def _alley_is_dead(board: Board, player: Square, box: Square) -> bool:
    """Push the box along its alley from the player's side, until it is in a corner or the player gets around it."""
    region = reachable(board, State(frozenset({box}), player))
    for direction in Direction:
        behind = board.beyond[box][direction.opposite]
        if behind is None or behind not in region:
            continue
        if any(board.beyond[box][side] is not None for side in across(direction)):
            return False  # no alley here
        ahead = box
        while not in_corner(board, ahead):
            if ahead in board.goals or any(board.beyond[ahead][side] is not None for side in across(direction)):
                return False
            following = board.beyond[ahead][direction]
            if following is None:
                break
            around = reachable(board, State(frozenset({ahead}), behind))
            if following in around:
                return False
            ahead, behind = following, ahead
        if ahead in board.goals:
            return False
    return True


def _wall_is_dead(board: Board, player: Square, box: Square, wall: Direction) -> bool:
    """Push the box along the wall both ways; where the wall ends, ask whether it can leave there."""
    for direction in across(wall):
        square, standing = box, player
        while square not in board.goals:
            beside, outward = board.beyond[square][wall], board.beyond[square][wall.opposite]
            region = reachable(board, State(frozenset({square}), standing))
            if beside is not None and outward is not None:
                if beside in region:
                    return False
                if outward in region and not _alley_is_dead(board, outward, beside):
                    return False
            ahead = board.beyond[square][direction]
            if ahead is None:
                break
            square, standing = ahead, square
        else:
            return False
    return True
