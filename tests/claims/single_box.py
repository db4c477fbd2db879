"""Claims about one box: corners, adjacent walls, dead squares, alleys, and boxes along a wall."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from claims.ledger import Case, Claim, complete, detector, every_state
from sokospec import Board, Direction, Square, State, reachable
from sokospec.rules import pushes

WIKI = "Sokoban Wiki"
ESSAY = "lifecheckpoint"
TUTORIAL = "ShenMian, “Deadlock”"

UP, DOWN, LEFT, RIGHT = Direction


def across(direction: Direction) -> tuple[Direction, Direction]:
    """Return the two directions at right angles to one."""
    return (LEFT, RIGHT) if direction in (UP, DOWN) else (UP, DOWN)


def in_corner(board: Board, box: Square) -> bool:
    """Say whether a square has a wall on a vertical side and one on a horizontal side."""
    around = board.beyond[box]
    return (around[UP] is None or around[DOWN] is None) and (around[LEFT] is None or around[RIGHT] is None)


def corner(case: Case) -> bool:
    """Flag a box off the goals in a corner."""
    board = case.table.board
    return any(in_corner(board, box) for box in case.state.boxes - board.goals)


def corner_on_goals_too(case: Case) -> bool:
    """Flag a box in a corner, on a goal or not."""
    return any(in_corner(case.table.board, box) for box in case.state.boxes)


def two_walls(case: Case) -> bool:
    """Flag a box off the goals that touches any two walls."""
    board = case.table.board
    return any(board.beyond[box].count(None) >= 2 for box in case.state.boxes - board.goals)


@cache
def pulled_from_goals(board: Board) -> frozenset[Square]:
    """Return the squares to which boxes can be pulled from goals by a player who may be anywhere."""
    found = sorted(board.goals)
    seen = set(found)
    for square in found:
        for direction in Direction:
            before = board.beyond[square][direction]
            if before is not None and before not in seen and board.beyond[before][direction] is not None:
                seen.add(before)
                found.append(before)
    return frozenset(seen)


def dead_square(case: Case) -> bool:
    """Flag a box on a square to which no box can be pulled from a goal, whoever pulls."""
    return not case.state.boxes <= pulled_from_goals(case.table.board)


def dead_square_for_player(case: Case) -> bool:
    """Flag a box that could get to no goal were it alone, with the player on the side where he is."""
    table = case.table
    return any(not table.goals_of[table.alone(box, case.state.player)] for box in case.state.boxes)


def live_square_is_enough(case: Case) -> bool | None:
    """A box alone on a square that is not dead can be brought to a goal."""
    if len(case.state.boxes) > 1 or dead_square(case):
        return None
    return not case.table.dead(case.state)


def single_box_is_exact(case: Case) -> bool | None:
    """A box alone on the board is dead exactly when single-box search from its node meets no goal."""
    if len(case.state.boxes) > 1:
        return None
    return dead_square_for_player(case) == case.table.dead(case.state)


def alley(*, goals_end: bool = True, boxes_are_walls: bool = False, flag: bool = True) -> Callable[[Case], bool]:
    """Return the alley procedure: a box between two walls, with the player on one side of it along the alley only.

    It is pushed virtually, away from the player, until it is cornered (flagged), or the player gets round it or it is
    on a goal (not flagged). With `flag` False it says instead which boxes it finds not to be dead.
    """

    def flags(case: Case) -> bool:
        return any(_alley(case, box, goals_end, boxes_are_walls) is flag for box in sorted(case.state.boxes))

    return flags


def _alley(case: Case, box: Square, goals_end: bool, boxes_are_walls: bool) -> bool | None:
    """Return whether a box in an alley is dead by the procedure; None if it is in no alley."""
    board = case.table.board
    others = case.state.boxes - {box} if boxes_are_walls else frozenset[Square]()

    reached = _sides_reached(board, others | {box}, box, case.state.player)
    if len(reached) != 1:
        return None
    direction = reached[0].opposite
    if any(board.beyond[box][side] is not None for side in across(direction)):
        return None
    while True:
        if box in board.goals and goals_end:
            return False
        ahead = board.beyond[box][direction]
        if ahead is None or ahead in others:
            return box not in board.goals
        box, player = ahead, box
        if box in board.goals and goals_end:
            return False
        if _sides_reached(board, others | {box}, box, player) != [direction.opposite]:
            return False


def _sides_reached(board: Board, boxes: frozenset[Square], box: Square, player: Square) -> list[Direction]:
    region = reachable(board, State(boxes, player))
    return [side for side in Direction if board.beyond[box][side] in region]


def one_side(*, leaves: str) -> Callable[[Case], bool]:
    """Return the one-side procedure: a box along a wall, no goal on the squares to which it can be pushed along it.

    The squares are followed both ways until a wall is ahead. Where the wall at the side ends the box could leave:
    `leaves` says when it does. "open": always. "alley": when the player who pushes it there gets round it, with walls
    alone in his way. "boxes": the same with the other boxes in his way too. "never": it does not.
    """

    def flags(case: Case) -> bool:
        return any(_one_side(case, box, wall, leaves) for box in sorted(case.state.boxes) for wall in Direction)

    return flags


def _one_side(case: Case, box: Square, wall: Direction, leaves: str) -> bool:
    board = case.table.board
    if board.beyond[box][wall] is not None or box in board.goals:
        return False
    others = case.state.boxes - {box} if leaves == "boxes" else frozenset[Square]()
    for direction in across(wall):
        behind, square = box, board.beyond[box][direction]
        while square is not None and not (leaves == "boxes" and square in others):
            if square in board.goals:
                return False
            flanks = [board.beyond[square][side] for side in (wall, wall.opposite)]
            if None not in flanks and leaves != "never":
                region = reachable(board, State(others | {square}, behind))
                if leaves == "open" or any(flank in region for flank in flanks):
                    return False
            behind, square = square, board.beyond[square][direction]
    return True


def one_side_to_and_fro(case: Case) -> bool:
    """Flag a box off the goals along a wall that, alone, is pushed to and fro along it, and comes to no goal and to no
    square from which it can be pushed across, unless that push leads into an alley in which it is dead.
    """
    return any(_slides(case, box, wall) for box in sorted(case.state.boxes) for wall in Direction)


def _slides(case: Case, box: Square, wall: Direction) -> bool:
    table, board = case.table, case.table.board
    if board.beyond[box][wall] is not None:
        return False
    nodes = [(box, table.alone(box, case.state.player).player)]
    for square, player in nodes:  # grows while it is read
        if square in board.goals:
            return False
        for push, after in pushes(board, State(frozenset({square}), player)):
            node = (min(after.boxes), table.alone(min(after.boxes), after.player).player)
            if push.direction in across(wall):
                nodes += [] if node in nodes else [node]
            elif not _alley(Case(table, after, reachable(board, after)), node[0], True, False):
                return False
    return True


def no_goal_in_line(case: Case) -> bool:
    """Flag a box off the goals along a wall when no goal is in the row, or column, of that wall's side."""
    board = case.table.board
    for box in case.state.boxes - board.goals:
        around = board.beyond[box]
        if (around[UP] is None or around[DOWN] is None) and all(goal.row != box.row for goal in board.goals):
            return True
        if (around[LEFT] is None or around[RIGHT] is None) and all(goal.column != box.column for goal in board.goals):
            return True
    return False


def not_dead_by_alley(case: Case) -> bool | None:
    """A box alone in an alley is not dead when the alley procedure does not flag it."""
    if len(case.state.boxes) > 1 or not alley(flag=False)(case):
        return None
    return not case.table.dead(case.state)


def not_dead_when_rounded(case: Case) -> bool | None:
    """A box alone in an alley is not dead when the player gets round it, off the goals, before it is in a corner."""
    board, player = case.table.board, case.state.player
    (box, *more) = case.state.boxes
    if more or not alley(flag=False)(case):
        return None
    while len(reached := _sides_reached(board, frozenset({box}), box, player)) == 1 and box not in board.goals:
        ahead = board.beyond[box][reached[0].opposite]
        assert ahead is not None, "the procedure comes to where the player gets round the box"
        box, player = ahead, box
    return None if box in board.goals or in_corner(board, box) else not case.table.dead(case.state)


def not_dead_by_side(case: Case) -> bool | None:
    """A box alone along a wall, off the goals, is not dead when the one-side procedure does not flag it."""
    board = case.table.board
    (box, *more) = case.state.boxes
    if more or box in board.goals or None not in board.beyond[box] or one_side(leaves="alley")(case):
        return None
    return not case.table.dead(case.state)


def no_box_reaches_a_goal(case: Case) -> bool:
    """Flag a state, none of whose boxes is on a goal, in which no box can be brought to one while all others stay."""
    table, state = case.table, case.state
    if state.boxes & table.board.goals:
        return False
    return not any(_gets_home(table.board, state, box) for box in sorted(state.boxes))


def _gets_home(board: Board, state: State, box: Square) -> bool:
    others = state.boxes - {box}
    alone = Board(board.width, board.height, board.walls | others, board.goals - others)
    found = [State(frozenset({box}), state.player)]
    seen = {(box, reachable(alone, found[0]))}
    for node in found:
        if node.boxes <= alone.goals:
            return True
        for _, after in pushes(alone, node):
            (square,) = after.boxes
            key = (square, reachable(alone, after))
            if key not in seen:
                seen.add(key)
                found.append(after)
    return False


def no_box_reaches_a_goal_alone(case: Case) -> bool:
    """Flag a state in which no box can be brought to a goal when all others are taken off the board."""
    table = case.table
    return all(not table.goals_of[table.alone(box, case.state.player)] for box in case.state.boxes)


CLAIMS = (
    Claim(
        "corner",
        "A box off the goals with a wall on a vertical and on a horizontal side is dead.",
        WIKI,
        True,
        "A push needs both squares beside the box on its axis free.",
        detector(corner),
    ),
    Claim(
        "corner-on-goal",
        "A box in a corner is dead.",
        "",
        False,
        "The corner may be a goal.",
        detector(corner_on_goals_too),
    ),
    Claim(
        "adjacent-walls",
        "A box off the goals that touches any two walls is dead.",
        "",
        False,
        "Walls on opposite sides leave the other axis free.",
        detector(two_walls),
    ),
    Claim(
        "dead-squares",
        "A box is dead on a square to which no box can be pulled from a goal, the player anywhere.",
        WIKI,
        True,
        "Played backwards, the box's pushes in a solution are such pulls.",
        detector(dead_square),
    ),
    Claim(
        "dead-squares-player",
        "A box is dead if, alone on the board with the player on his side of it, it cannot get to a goal.",
        "[certificates](../certificates.md)",
        True,
        "Keep the box's pushes in a solution. The player can be where he would be with the box alone, as other "
        "boxes only take squares away.",
        detector(dead_square_for_player),
    ),
    Claim(
        "dead-squares-complete",
        "A box alone on a square that `dead-squares` does not flag can be brought to a goal.",
        TUTORIAL,
        False,
        "The player may be on the wrong side. Exact: `single-box-exact`.",
        every_state(live_square_is_enough),
    ),
    Claim(
        "single-box-exact",
        "A box alone is dead if and only if a search over (square, player's region) meets no goal.",
        "[certificates](../certificates.md)",
        True,
        "The search visits all its states.",
        every_state(single_box_is_exact),
    ),
    Claim(
        "alley",
        "Push a box in an alley, between two walls, away from the player beside it. The box is dead if it is "
        "cornered before it meets a goal and before he gets round it. Only walls are in his way.",
        "",
        True,
        "The box has one axis and the player one side, so with the other boxes gone the pushes are forced. "
        "Use `subset`.",
        detector(alley()),
    ),
    Claim(
        "alley-boxes",
        "`alley` also holds with the other boxes, as they stand, in the player's way.",
        ESSAY,
        False,
        "They can move.",
        detector(alley(boxes_are_walls=True)),
    ),
    Claim(
        "alley-goals",
        "`alley` also holds if goals are ignored.",
        ESSAY + ", without its condition",
        False,
        "A goal may be in the alley.",
        detector(alley(goals_end=False)),
    ),
    Claim(
        "alley-complete",
        "A box alone in an alley that `alley` does not flag can be brought to a goal.",
        ESSAY,
        False,
        "The player may get round the box and still not bring it home. Exact: `single-box-exact`.",
        every_state(not_dead_by_alley),
    ),
    Claim(
        "alley-round",
        "A box alone in an alley is not dead if the player, pushing it on, gets round it before it is cornered.",
        "",
        False,
        "The box leaves the alley for a room, and comes out beside the goal with nobody at its sides. Exact: "
        "`single-box-exact`.",
        every_state(not_dead_when_rounded),
    ),
    Claim(
        "one-side",
        "A box off the goals along a wall is dead under two conditions. Its line, up to a wall in both "
        "directions, has no goal. And where the wall at its side ends, the player who pushes it there reaches "
        "neither flank (walls alone in his way).",
        "",
        False,
        "The box may pass the end of the wall and come back with the player on its other side. True: "
        "`one-side-to-and-fro`.",
        detector(one_side(leaves="alley")),
        counterexample="#######\n#   ###\n#   $@#\n###.###\n#######",
    ),
    Claim(
        "one-side-to-and-fro",
        "Push a box off the goals along a wall to and fro, alone. Let it come to no goal. It is dead if each "
        "possible push across leads into an alley where `alley` calls it dead.",
        "",
        True,
        "These are all pushes of the box alone. Use `subset`.",
        detector(one_side_to_and_fro),
    ),
    Claim(
        "one-side-boxes",
        "`one-side` also holds with the other boxes, as they stand, in the player's way.",
        ESSAY,
        False,
        "They can move.",
        detector(one_side(leaves="boxes")),
    ),
    Claim(
        "one-side-closed",
        "A box off the goals along a wall is dead if its line has no goal, whatever is at its sides.",
        "",
        False,
        "The box can leave its line where the wall ends. True: `one-side-to-and-fro`.",
        detector(one_side(leaves="never")),
    ),
    Claim(
        "no-goal-in-row",
        "A box along a wall is dead if no goal is in its row (a wall above or below) or column (left or right).",
        "",
        False,
        "The wall may end before the row does. True: `one-side-to-and-fro`.",
        detector(no_goal_in_line),
    ),
    Claim(
        "one-side-complete",
        "A box alone along a wall that `one-side` does not flag can be brought to a goal.",
        ESSAY,
        False,
        "A goal in the line does not help with the player on the wrong side. Exact: `single-box-exact`.",
        every_state(not_dead_by_side),
    ),
    Claim(
        "no-box-home",
        "A state without a box on a goal is dead if no box can be brought to a goal while all others stay.",
        "",
        False,
        "Others may have to make way first.",
        detector(no_box_reaches_a_goal),
    ),
    Claim(
        "no-box-home-alone",
        "A state is dead if none of its boxes, alone on the board, could get to a goal.",
        "",
        True,
        "By `dead-squares-player` one such box is enough.",
        detector(no_box_reaches_a_goal_alone),
    ),
)


def incomplete(name: str, flags: Callable[[Case], bool], text: str, reason: str) -> Claim:
    """Return the refuted claim that a detector flags every dead state."""
    return Claim(f"{name}-complete", text, "", False, reason, complete(flags))
