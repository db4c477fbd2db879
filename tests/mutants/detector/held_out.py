"""Further wrong deadlock detectors, written before the search for counterexamples, to measure it and not to adjust it.

Most of them are right about levels with few boxes or on small boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mutants.detector.wrong import AXES, DOWN, LEFT, RIGHT, UP, Squares, Wrong, pulled, regions, wall
from sokospec.board import Direction, Level, Square, neighbour
from sokospec.rules import pushes, reachable

HELD_OUT: dict[str, Wrong] = {}
"""All of them by name."""


def held_out(detector: Callable[[Level], bool]) -> Callable[[Level], bool]:
    """Put a detector among them; its docstring says what is wrong with it."""
    HELD_OUT[detector.__name__.replace("_", "-")] = Wrong((detector.__doc__ or "").rstrip("."), detector)
    return detector


def live_squares(level: Level, goals: Iterable[Square] | None = None, walls: Squares = frozenset()) -> Squares:
    """Return the squares to which a box can be pulled from some goals, or all."""
    return pulled(level, level.goals if goals is None else goals, Direction, walls)


@held_out
def pair_at_wall_and_box(level: Level) -> bool:
    """Two boxes side by side, each with a wall or any box above or below, one of them with a wall."""
    for box in level.boxes:
        for ahead, flanks in ((RIGHT, (UP, DOWN)), (DOWN, (LEFT, RIGHT))):
            other = neighbour(box, ahead)
            if other not in level.boxes or {box, other} <= level.goals:
                continue
            first = any(wall(level, box, side) for side in flanks)
            second = any(wall(level, other, side) for side in flanks)
            one = any(neighbour(box, side) in level.boxes for side in flanks)
            two = any(neighbour(other, side) in level.boxes for side in flanks)
            if (first and two) or (second and one):
                return True
    return False


@held_out
def freeze_depth_four(level: Level) -> bool:
    """The right recursion, which says frozen at the fifth box of a chain to save time."""

    def frozen(box: Square, path: Squares) -> bool:
        if box in path or len(path) >= 4:
            return True
        path = path | {box}
        return all(
            any(wall(level, box, side) for side in axis)
            or any(neighbour(box, side) in level.boxes and frozen(neighbour(box, side), path) for side in axis)
            for axis in AXES
        )

    return any(frozen(box, frozenset()) for box in level.boxes - level.goals)


@held_out
def freeze_alternating_shared(level: Level) -> bool:
    """From a box beside it the next one is asked about the other axis alone; visited boxes stay marked."""

    def blocked(box: Square, axis: int, visited: set[tuple[Square, int]]) -> bool:
        if (box, axis) in visited:
            return True
        visited.add((box, axis))
        if any(wall(level, box, side) for side in AXES[axis]):
            return True
        return any(
            neighbour(box, side) in level.boxes and blocked(neighbour(box, side), 1 - axis, visited)
            for side in AXES[axis]
        )

    for box in sorted(level.boxes - level.goals):
        visited: set[tuple[Square, int]] = set()
        if blocked(box, 0, visited) and blocked(box, 1, visited):
            return True
    return False


@held_out
def corral_inward_without_goal(level: Level) -> bool:
    """A corral without goals inside, one box at its edge off goals, whose boxes can only be pushed in."""
    movable = list(pushes(level.board, level.state))
    for part in regions(level):
        edge = {box for box in level.boxes if any(neighbour(box, side) in part for side in Direction)}
        if part & level.goals or edge & level.goals:
            continue
        mine = [push for push, _ in movable if push.box in edge]
        if edge and all(neighbour(push.box, push.direction) in part for push in mine):
            return True
    return False


@held_out
def matching_without_stuck_goals(level: Level) -> bool:
    """Goals under boxes that cannot be pushed now are taken for good; the other boxes must match the others."""
    movable = {push.box for push, _ in pushes(level.board, level.state)}
    done = {box for box in level.boxes & level.goals if box not in movable}
    free = sorted(level.goals - done)
    reach = {goal: live_squares(level, [goal], frozenset(done)) for goal in free}
    given: dict[Square, Square] = {}

    def give(box: Square, tried: set[Square]) -> bool:
        for goal in free:
            if goal not in tried and box in reach[goal]:
                tried.add(goal)
                if goal not in given or give(given[goal], tried):
                    given[goal] = box
                    return True
        return False

    return not all(give(box, set()) for box in sorted(level.boxes - done))


@held_out
def window_with_dead_square(level: Level) -> bool:
    """Three boxes or walls in a square, a box among them off goals, and the fourth square is dead."""
    live = live_squares(level)
    for row in range(level.board.height - 1):
        for column in range(level.board.width - 1):
            four = {Square(row + i, column + j) for i in (0, 1) for j in (0, 1)}
            walls = {square for square in four if level.board.is_wall(square)}
            boxes = level.boxes & four
            free = four - walls - boxes
            if len(walls) <= 1 and len(free) == 1 and boxes - level.goals and not free & live:
                return True
    return False


@held_out
def three_in_a_corridor(level: Level) -> bool:
    """Three boxes in one straight corridor between walls that has fewer than three goals."""
    for axis, (first, second) in ((0, AXES[1]), (1, AXES[0])):
        for square in level.board.floor:
            if not (wall(level, square, first) and wall(level, square, second)):
                continue
            back = AXES[axis][0]
            before = neighbour(square, back)
            if not level.board.is_wall(before) and wall(level, before, first) and wall(level, before, second):
                continue
            run = []
            at = square
            while not level.board.is_wall(at) and wall(level, at, first) and wall(level, at, second):
                run.append(at)
                at = neighbour(at, AXES[axis][1])
            if len(level.boxes.intersection(run)) >= 3 and len(level.goals.intersection(run)) < 3:
                return True
    return False


@held_out
def diagonal_with_few_goals(level: Level) -> bool:
    """A closed diagonal of three or more between corners with a box off goals around, goals on fewer than half."""
    region = reachable(level.board, level.state)

    def taken(at: Square) -> bool:
        return level.board.is_wall(at) or at in level.boxes

    for aside in (LEFT, RIGHT):
        for first in level.board.floor:
            squares: list[Square] = []
            at = first
            while (
                not level.board.is_wall(at)
                and at not in level.boxes
                and at not in region
                and all(taken(neighbour(at, side)) for side in Direction)
            ):
                squares.append(at)
                at = neighbour(neighbour(at, DOWN), aside)
            around = {neighbour(at, side) for at in squares for side in Direction} & level.boxes
            if len(squares) >= 3 and around - level.goals and 2 * len(level.goals.intersection(squares)) < len(squares):
                start, end = squares[0], squares[-1]
                corners = (start, UP), (start, aside.opposite), (end, DOWN), (end, aside)
                if all(wall(level, square, side) for square, side in corners):
                    return True
    return False


def flooded(level: Level, starts: list[Square], box: Square) -> set[Square]:
    """Return the floor that hangs together with some squares, were there that box alone."""
    found: set[Square] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at in found or at == box or level.board.is_wall(at):
            continue
        found.add(at)
        waiting += [neighbour(at, side) for side in Direction]
    return found


@held_out
def door_with_too_many_behind(level: Level) -> bool:
    """A box in a door: the rest of the floor that the player cannot get to has more boxes than goals."""
    region = reachable(level.board, level.state)
    for box in level.boxes:
        for axis in AXES:
            if not all(wall(level, box, side) for side in axis):
                continue
            starts = [neighbour(box, side) for side in Direction if not wall(level, box, side)]
            behind = flooded(level, [at for at in starts if at not in region], box)
            if behind & region:
                continue
            if len(level.boxes & behind) > len(level.goals & behind):
                return True
    return False


@held_out
def matching_with_short_paths(level: Level) -> bool:
    """Augmenting paths of the matching are followed two steps deep at most."""
    reach = {goal: live_squares(level, [goal]) for goal in sorted(level.goals)}
    given: dict[Square, Square] = {}

    def give(box: Square, depth: int) -> bool:
        wanted = [goal for goal in sorted(level.goals) if box in reach[goal]]
        for goal in wanted:
            if goal not in given:
                given[goal] = box
                return True
        if depth == 0:
            return False
        for goal in wanted:
            other = given.pop(goal)
            given[goal] = box
            if give(other, depth - 1):
                return True
            given[goal] = other
        return False

    return not all(give(box, 1) for box in sorted(level.boxes))


@held_out
def sixty_four_bits(level: Level) -> bool:
    """Dead squares in a 64-bit mask, one bit a square of the grid; the squares beyond are lost."""
    width = level.board.width

    def number(at: Square) -> int:
        return at.row * width + at.column

    live = sum(1 << number(at) for at in live_squares(level)) & ((1 << 64) - 1)
    return any(not live >> number(box) & 1 for box in level.boxes)


@held_out
def stuck_boxes_are_walls(level: Level) -> bool:
    """Boxes that cannot be pushed now are walls; another box that then could get to no free goal is dead."""
    movable = {push.box for push, _ in pushes(level.board, level.state)}
    stuck = level.boxes - movable
    if not movable:
        return bool(level.boxes - level.goals)
    live = live_squares(level, level.goals - stuck, stuck)
    return any(box not in live for box in movable - level.goals)


@held_out
def surrounded_box(level: Level) -> bool:
    """A box off goals with a box or a wall on each of its four sides, no more than one a wall."""
    return any(
        sum(neighbour(box, side) in level.boxes for side in Direction) >= 3
        and all(neighbour(box, side) in level.boxes or wall(level, box, side) for side in Direction)
        for box in level.boxes - level.goals
    )


@held_out
def shut_square_between_four_boxes(level: Level) -> bool:
    """An empty square between four boxes, none of them on a goal, itself none."""
    return any(
        at not in level.boxes
        and at not in level.goals
        and all(neighbour(at, side) in level.boxes - level.goals for side in Direction)
        for at in level.board.floor
    )


@held_out
def niche_goals_do_not_count(level: Level) -> bool:
    """At a wall from corner to corner, gaps one square deep count as wall; their goals are not counted."""
    for box in level.boxes - level.goals:
        for side in Direction:
            line = AXES[side < LEFT]

            def shut(at: Square, side: Direction = side, line: tuple[Direction, Direction] = line) -> bool:
                if wall(level, at, side):
                    return True
                gap = neighbour(at, side)
                return wall(level, gap, side) and all(wall(level, gap, turn) for turn in line)

            if not shut(box):
                continue
            run, open_end = {box}, False
            for direction in line:
                at = neighbour(box, direction)
                while not level.board.is_wall(at):
                    if not shut(at):
                        open_end = True
                    run.add(at)
                    at = neighbour(at, direction)
            if not open_end and not run & level.goals:
                return True
    return False


@held_out
def empty_goal_behind_full_ones(level: Level) -> bool:
    """An empty goal out of the player's reach with all boxes beside its part on goals, two of them or more."""
    for part in regions(level):
        edge = {box for box in level.boxes if any(neighbour(box, side) in part for side in Direction)}
        if part & level.goals and len(edge) >= 2 and edge <= level.goals and level.boxes - level.goals:
            return True
    return False


@held_out
def crowded_row(level: Level) -> bool:
    """Five boxes or more in one row of the grid with fewer goals than boxes, walls above and below most of them."""
    for row in range(level.board.height):
        boxes = {box for box in level.boxes if box.row == row}
        goals = {goal for goal in level.goals if goal.row == row}
        shut = sum(wall(level, box, UP) or wall(level, box, DOWN) for box in boxes)
        if len(boxes) >= 5 and len(goals) < len(boxes) and shut >= 3:
            return True
    return False


@held_out
def big_board_one_goal_axis(level: Level) -> bool:
    """On boards of 25 squares or more, a box is dead when no goal is in a row or column that it shares with floor."""
    if len(level.board.floor) < 25:
        return False
    live = live_squares(level)
    around = {goal.row for goal in level.goals}, {goal.column for goal in level.goals}
    return any(
        box not in live
        or (
            (wall(level, box, UP) or wall(level, box, DOWN))
            and (wall(level, box, UP, LEFT) or wall(level, box, DOWN, LEFT))
            and (wall(level, box, UP, RIGHT) or wall(level, box, DOWN, RIGHT))
            and box.row not in around[0]
            and box.column not in around[1]
        )
        for box in level.boxes
    )


@held_out
def articulation_counts(level: Level) -> bool:
    """A box whose square cuts the floor in two, five boxes or more: the player's part must not lack goals."""
    if len(level.boxes) < 5:
        return False
    for box in level.boxes:
        part = flooded(level, [level.player], box)
        if len(part) < len(level.board.floor) - 1:
            inside = sum(1 for other in level.boxes if other in part)
            if inside > len(level.goals & part) + 1:
                return True
    return False
