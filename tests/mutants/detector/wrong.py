"""Wrong deadlock detectors, each with a bug that solvers have had, or that a careless reading of a rule leads to.

They are written from the wrong rule, as somebody would write it, and not as a right one with a piece missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from sokodead import DETECTORS
from sokospec.board import Direction, Level, Square, neighbour
from sokospec.certificates import Counting, Evidence, Patterns
from sokospec.rules import is_solved, normalise, pushes, reachable

UP, DOWN, LEFT, RIGHT = Direction
AXES = ((UP, DOWN), (LEFT, RIGHT))
Squares = frozenset[Square]


class Wrong(NamedTuple):
    """A wrong detector, and what is wrong with it."""

    what: str
    detector: Callable[[Level], bool | Evidence | None]


WRONG_DETECTORS: dict[str, Wrong] = {}
"""All of them by name."""


def wrong(name: str, what: str) -> Callable[[Callable[[Level], bool]], Callable[[Level], bool]]:
    """Return a decorator that registers a wrong detector."""

    def add(detector: Callable[[Level], bool]) -> Callable[[Level], bool]:
        WRONG_DETECTORS[name] = Wrong(what, detector)
        return detector

    return add


def away(level: Level) -> list[Square]:
    """Return the boxes off goals."""
    return sorted(level.boxes - level.goals)


def wall(level: Level, square: Square, *directions: Direction) -> bool:
    """Say whether the square some steps away is a wall."""
    for direction in directions:
        square = neighbour(square, direction)
    return level.board.is_wall(square)


def regions(level: Level) -> Iterator[Squares]:
    """Yield the parts of the floor that boxes leave free and that the player cannot walk to."""
    seen = set(reachable(level.board, level.state))
    for square in level.board.floor:
        if square not in seen and square not in level.boxes:
            part = reachable(level.board, level.state._replace(player=square))
            seen |= part
            yield part


# Walls and corners


@wrong("corner-on-goal", "A box in a corner is dead, even on a goal")
def corner_on_goal(level: Level) -> bool:
    return any(all(any(wall(level, box, side) for side in axis) for axis in AXES) for box in level.boxes)


@wrong("two-walls", "A box with walls on two sides is dead, even opposite ones")
def two_walls(level: Level) -> bool:
    return any(sum(wall(level, box, side) for side in Direction) >= 2 for box in away(level))


@wrong("adjacent-walls", "A box that touches two adjacent walls is dead, even if they are one flat wall")
def adjacent_walls(level: Level) -> bool:
    return any(
        wall(level, box, side) and (wall(level, box, side, turn) or wall(level, box, turn))
        for box in away(level)
        for side in Direction
        for turn in AXES[side < LEFT]
    )


@wrong("corner-transposed", "The corner rule looks up rows as columns")
def corner_transposed(level: Level) -> bool:
    swapped = [Square(box.column, box.row) for box in away(level)]
    return any(
        all(any(wall(level, box, side) for side in axis) for axis in AXES)
        for box in swapped
        if not level.board.is_wall(box)
    )


@wrong("no-goal-in-row", "A box at a wall is dead when no goal is in its row along that wall, wherever the wall ends")
def no_goal_in_row(level: Level) -> bool:
    for box in away(level):
        if (wall(level, box, UP) or wall(level, box, DOWN)) and all(goal.row != box.row for goal in level.goals):
            return True
        if (wall(level, box, LEFT) or wall(level, box, RIGHT)) and all(
            goal.column != box.column for goal in level.goals
        ):
            return True
    return False


def along(level: Level, box: Square, axis: int) -> list[Square]:
    """Return the squares of the straight passage between walls through a box, itself included."""
    found = [box]
    for direction in AXES[axis]:
        square = neighbour(box, direction)
        while not level.board.is_wall(square):
            found.append(square)
            square = neighbour(square, direction)
    return found


@wrong("one-side-without-gaps", "A box at a wall is dead when the wall's stretch has no goal; gaps are not looked for")
def one_side_without_gaps(level: Level) -> bool:
    return any(
        wall(level, box, side) and not level.goals.intersection(along(level, box, 1 if side < LEFT else 0))
        for box in away(level)
        for side in Direction
    )


@wrong("one-side-counts-boxes", "At a wall there are more boxes than goals; those that can leave it are counted too")
def one_side_counts_boxes(level: Level) -> bool:
    for box in level.boxes:
        for side in Direction:
            line = along(level, box, 1 if side < LEFT else 0)
            if wall(level, box, side) and len(level.boxes.intersection(line)) > len(level.goals.intersection(line)):
                return True
    return False


@wrong("alley", "A box off goals in a passage between two walls that is closed at one end is dead")
def alley(level: Level) -> bool:
    for box in away(level):
        for axis in (0, 1):
            first, second = AXES[1 - axis]
            line = along(level, box, axis)
            if not level.goals.intersection(line) and wall(level, box, first) and wall(level, box, second):
                ends = [square for square in line if sum(wall(level, square, side) for side in Direction) == 3]
                if ends:
                    return True
    return False


@wrong("tunnel-holds-one-box", "Two boxes in one tunnel are dead, even with goals in it")
def tunnel_holds_one_box(level: Level) -> bool:
    return any(
        wall(level, box, AXES[1 - axis][0])
        and wall(level, box, AXES[1 - axis][1])
        and neighbour(box, AXES[axis][1]) in level.boxes
        and box not in level.goals
        for box in level.boxes
        for axis in (0, 1)
    )


# Boxes that block each other


@wrong("four-in-a-square", "Four boxes or walls in a square are dead, even with the boxes on goals")
def four_in_a_square(level: Level) -> bool:
    return any(len(taken) == 4 and boxes for taken, boxes in windows(level))


@wrong("three-in-a-square", "Three boxes or walls in a square are dead when one is a box off goals")
def three_in_a_square(level: Level) -> bool:
    return any(len(taken) >= 3 and boxes - level.goals for taken, boxes in windows(level))


def windows(level: Level) -> Iterator[tuple[set[Square], Squares]]:
    """Yield, for each square of four, those that are boxes or walls, and the boxes."""
    for row in range(level.board.height - 1):
        for column in range(level.board.width - 1):
            four = {Square(row + i, column + j) for i in (0, 1) for j in (0, 1)}
            boxes = level.boxes & four
            yield {square for square in four if level.board.is_wall(square)} | boxes, boxes


def blocked(level: Level, box: Square, walls: Squares, axis: Iterable[Direction]) -> bool:
    """Say whether a wall, or a square that counts as one, is at either end of a box."""
    return any(wall(level, box, side) or neighbour(box, side) in walls for side in axis)


def frozen(level: Level, box: Square, visited: set[Square]) -> bool:
    """Say whether a box is blocked along both axes; boxes that were visited count as walls."""
    visited.add(box)
    return all(
        blocked(level, box, frozenset(visited), axis)
        or any(neighbour(box, side) in level.boxes and frozen(level, neighbour(box, side), visited) for side in axis)
        for axis in AXES
    )


@wrong("freeze-ignores-goals", "Boxes that freeze each other are dead, even with all on goals")
def freeze_ignores_goals(level: Level) -> bool:
    return any(frozen(level, box, set()) for box in level.boxes)


@wrong("freeze-keeps-visited", "Boxes visited from one box still count as walls when the next one is looked at")
def freeze_keeps_visited(level: Level) -> bool:
    visited: set[Square] = set()
    return any(frozen(level, box, visited) for box in away(level))


@wrong("freeze-one-axis", "A box that is blocked along one axis counts as frozen for its neighbours")
def freeze_one_axis(level: Level) -> bool:
    fixed = frozenset(box for box in level.boxes if any(blocked(level, box, frozenset(), axis) for axis in AXES))
    return any(all(blocked(level, box, fixed, axis) for axis in AXES) for box in away(level))


@wrong("freeze-any-neighbour", "A box beside a box cannot be pushed along that axis, whether that one can move or not")
def freeze_any_neighbour(level: Level) -> bool:
    return any(all(blocked(level, box, level.boxes, axis) for axis in AXES) for box in away(level))


@wrong("freeze-and-any-box", "Boxes that freeze each other on goals are dead when any box, frozen or not, is off goals")
def freeze_and_any_box(level: Level) -> bool:
    return bool(away(level)) and any(frozen(level, box, set()) for box in level.boxes)


@wrong("no-push-now", "A box off goals that the player cannot push at once is dead")
def no_push_now(level: Level) -> bool:
    movable = {push.box for push, _ in pushes(level.board, level.state)}
    return bool(level.boxes - level.goals - movable)


@wrong("no-push-at-all", "A state without any push is dead, even a solved one")
def no_push_at_all(level: Level) -> bool:
    return not any(pushes(level.board, level.state))


@wrong("diagonal", "Two boxes at opposite corners of a square with a wall between are dead, goals or not")
def diagonal(level: Level) -> bool:
    return any(
        neighbour(neighbour(box, side), turn) in level.boxes and (wall(level, box, side) or wall(level, box, turn))
        for box in away(level)
        for side in (UP, DOWN)
        for turn in (LEFT, RIGHT)
    )


# Where the player is


@wrong("box-out-of-reach", "A box off goals that the player cannot walk up to is dead")
def box_out_of_reach(level: Level) -> bool:
    region = reachable(level.board, level.state)
    return any(all(neighbour(box, side) not in region for side in Direction) for box in away(level))


@wrong("goal-out-of-reach", "A state is dead when the player can walk to no empty goal")
def goal_out_of_reach(level: Level) -> bool:
    return not is_solved(level.board, level.state) and not (
        (level.goals - level.boxes) & reachable(level.board, level.state)
    )


@wrong("corral-without-player", "A part cut off from the player is dead when no box at its edge can be pushed into it")
def corral_without_player(level: Level) -> bool:
    into = {landing for push, after in pushes(level.board, level.state) for landing in after.boxes - level.boxes}
    for part in regions(level):
        edge = [box for box in level.boxes if any(neighbour(box, side) in part for side in Direction)]
        if set(edge) - level.goals and not into & part:
            return True
    return False


@wrong("corral-counts-goals", "A part cut off from the player is dead when it has more boxes at its edge than goals")
def corral_counts_goals(level: Level) -> bool:
    return any(
        len([box for box in level.boxes if any(neighbour(box, side) in part for side in Direction)])
        > len(level.goals & part) + len(level.goals & level.boxes)
        for part in regions(level)
    )


# Squares from which a box cannot get to a goal


def pulled(
    level: Level, goals: Iterable[Square], directions: Iterable[Direction], walls: Collection[Square]
) -> Squares:
    """Return the squares to which a box can be pulled from goals in some directions, the player anywhere."""
    directions = list(directions)
    found = set(goals) - set(walls)
    waiting = list(found)
    while waiting:
        square = waiting.pop()
        for side in directions:
            before, player = neighbour(square, side), neighbour(neighbour(square, side), side)
            if not any(level.board.is_wall(at) or at in walls for at in (before, player)) and before not in found:
                found.add(before)
                waiting.append(before)
    return frozenset(found)


@wrong("dead-squares-one-goal", "Squares are dead from which a box cannot get to the first goal")
def dead_squares_one_goal(level: Level) -> bool:
    return bool(level.boxes - pulled(level, [min(level.goals)], Direction, ()))


@wrong("dead-squares-three-directions", "The search for live squares looks into three directions of four")
def dead_squares_three_directions(level: Level) -> bool:
    return bool(level.boxes - pulled(level, level.goals, (UP, DOWN, LEFT), ()))


@wrong("dead-squares-boxes-are-walls", "Other boxes count as walls in the search for live squares")
def dead_squares_boxes_are_walls(level: Level) -> bool:
    return any(box not in pulled(level, level.goals, Direction, level.boxes - {box}) for box in level.boxes)


@wrong("dead-squares-goals-stay-full", "Boxes on goals count as walls in the search for live squares")
def dead_squares_goals_stay_full(level: Level) -> bool:
    full = level.boxes & level.goals
    return any(box not in pulled(level, level.goals - full, Direction, full) for box in away(level))


@wrong("dead-squares-without-player", "A box needs a free square on the far side even where it is a goal already")
def dead_squares_without_player(level: Level) -> bool:
    live = {
        before
        for square in pulled(level, level.goals, Direction, ())
        for before in (neighbour(square, side) for side in Direction)
        if not level.board.is_wall(before)
    }
    return bool(level.boxes - live)


# Boxes and goals


def attainable(level: Level, box: Square) -> Squares:
    """Return the goals to which a box alone on the board could be pushed, the player anywhere."""
    return frozenset(goal for goal in level.goals if box in pulled(level, [goal], Direction, ()))


@wrong("greedy-matching", "Each box takes its first goal that is free; when one finds none, the state is dead")
def greedy_matching(level: Level) -> bool:
    free = set(level.goals)
    for box in sorted(level.boxes):
        wanted = sorted(free & attainable(level, box))
        if not wanted:
            return True
        free.remove(wanted[0])
    return False


@wrong("nearest-goals-clash", "A state is dead when two boxes off goals have only the same nearest goal")
def nearest_goals_clash(level: Level) -> bool:
    def nearest(box: Square) -> set[Square]:
        steps = {goal: abs(goal.row - box.row) + abs(goal.column - box.column) for goal in level.goals}
        return {goal for goal in steps if steps[goal] == min(steps.values())}

    boxes = [nearest(box) for box in away(level)]
    return any(len(first) == 1 and first == second for first, second in permutations(boxes, 2))


@wrong("goals-by-colour", "As many boxes as goals must be on squares of each colour of a chess board")
def goals_by_colour(level: Level) -> bool:
    def dark(squares: Squares) -> int:
        return sum((square.row + square.column) % 2 for square in squares)

    return dark(level.boxes) != dark(level.goals)


# Searches


@wrong("search-gives-up", "A search that has come to its limit of eight states says that there is no solution")
def search_gives_up(level: Level) -> bool:
    seen = {normalise(level.board, level.state)}
    waiting = list(seen)
    for state in waiting:  # the list grows while it is read
        if is_solved(level.board, state):
            return False
        for _, after in pushes(level.board, state):
            reached = normalise(level.board, after)
            if reached not in seen and len(seen) < 8:
                seen.add(reached)
                waiting.append(reached)
    return True


@wrong("search-forgets-the-player", "A search takes states for the same that differ in the player's place alone")
def search_forgets_the_player(level: Level) -> bool:
    seen = {level.boxes}
    waiting = [level.state]
    for state in waiting:  # the list grows while it is read
        if is_solved(level.board, state):
            return False
        for _, after in pushes(level.board, state):
            if after.boxes not in seen:
                seen.add(after.boxes)
                waiting.append(after)
    return True


def forgetful() -> Callable[[Level], bool]:
    """Return a detector that is right the first time and remembers too little of it."""
    known: dict[tuple[object, ...], bool] = {}

    def detector(level: Level) -> bool:
        key = (level.walls, level.boxes, level.player)
        if key not in known:
            known[key] = DETECTORS["dead-squares"](level) is not None
        return known[key]

    return detector


WRONG_DETECTORS["cache-forgets-goals"] = Wrong(
    "What was found out is kept by walls, boxes and player; the goals are not", forgetful()
)


# Right about the state, wrong about the reason


def other_box(level: Level) -> Evidence | None:
    """Return evidence for the corner rule that is about a box one square further."""
    found = DETECTORS["corner"](level)
    if found is None:
        return None
    [fact] = found
    assert isinstance(fact, Patterns)
    [pattern] = fact.patterns
    moved = frozenset(neighbour(box, RIGHT) for box in pattern.boxes)
    return (replace(fact, patterns=(replace(pattern, boxes=moved),)),)


def any_player(level: Level) -> Evidence | None:
    """Return evidence of patterns with the player on the first free square, wherever he is."""
    found = DETECTORS["freeze"](level)
    if found is None:
        return None
    first = next(square for square in level.board.floor if square not in level.boxes)
    return tuple(
        replace(fact, patterns=tuple(replace(pattern, player=first) for pattern in fact.patterns))
        if isinstance(fact, Patterns)
        else fact
        for fact in found
    )


def one_goal_more(level: Level) -> Evidence | None:
    """Return evidence of a count with one goal too many."""
    found = DETECTORS["bipartite"](level)
    if found is None or not isinstance(found[-1], Counting):
        return None
    more = min(level.goals - found[-1].goals)
    return (*found[:-1], replace(found[-1], goals=found[-1].goals | {more}))


WRONG_DETECTORS["evidence-of-another-box"] = Wrong(
    "The corner rule's evidence names the square beside the box", other_box
)
WRONG_DETECTORS["evidence-of-any-player"] = Wrong(
    "The freeze rule's evidence has the player where he is not", any_player
)
WRONG_DETECTORS["evidence-off-by-one"] = Wrong(
    "The count of boxes that are confined to goals has one goal too many", one_goal_more
)
