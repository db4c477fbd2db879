"""Claims about boxes that hold each other: the freeze rule, recursions for it, and frozen boxes as walls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations

from claims.ledger import Case, Claim, Trial, detector, every_state
from claims.scopes import Table
from claims.single_box import TUTORIAL, WIKI, dead_square, pulled_from_goals
from sokospec import Board, Direction, Level, Square, State
from sokospec.oracle import state_graph

UP, DOWN, LEFT, RIGHT = Direction
AXES = ((UP, DOWN), (LEFT, RIGHT))


def frozen(board: Board, boxes: Collection[Square], live: Collection[Square] | None = None) -> frozenset[Square]:
    """Return the largest set of boxes each of which is held along both axes by walls and boxes of the set.

    With `live`, the squares that are not dead, an axis holds as well when both squares on it are dead or walls.
    """
    held = frozenset(boxes)
    while True:
        smaller = frozenset(box for box in held if all(_holds(board, box, axis, held, live) for axis in AXES))
        if smaller == held:
            return held
        held = smaller


def _holds(
    board: Board,
    box: Square,
    axis: tuple[Direction, Direction],
    held: Collection[Square],
    live: Collection[Square] | None,
) -> bool:
    ends = [board.beyond[box][side] for side in axis]
    if None in ends or any(end in held for end in ends):
        return True
    return live is not None and all(end not in live for end in ends)


def freeze(case: Case) -> bool:
    """Flag a box off the goals in a set of boxes that hold each other."""
    board = case.table.board
    return not frozen(board, case.state.boxes) <= board.goals


def freeze_with_dead_squares(case: Case) -> bool:
    """Flag the same, where an axis between two dead squares holds a box too."""
    board = case.table.board
    return not frozen(board, case.state.boxes, pulled_from_goals(board)) <= board.goals


def freeze_by_one_dead_square(case: Case) -> bool:
    """Flag the same, where one dead square on an axis is enough."""
    board = case.table.board
    live = pulled_from_goals(board)
    held = case.state.boxes
    while True:
        smaller = frozenset(
            box
            for box in held
            if all(
                any((end := board.beyond[box][side]) is None or end in held or end not in live for side in axis)
                for axis in AXES
            )
        )
        if smaller == held:
            return not held <= board.goals
        held = smaller


def freeze_on_goals_too(case: Case) -> bool:
    """Flag any set of boxes that hold each other."""
    return bool(frozen(case.table.board, case.state.boxes))


def recursion(board: Board, boxes: Collection[Square], box: Square, visited: set[Square]) -> bool:
    """Return what the published freeze recursion returns: one set of visited boxes, which count as frozen for good."""
    return is_held(board, boxes, box, visited, alone=False)


def path_recursion(board: Board, boxes: Collection[Square], box: Square) -> bool:
    """Return the same where the boxes of the present chain alone count as frozen."""
    return is_held(board, boxes, box, set(), alone=True)


def is_held(board: Board, boxes: Collection[Square], box: Square, visited: set[Square], *, alone: bool) -> bool:
    """Say whether boxes or walls hold a box along both axes; each branch has the visited boxes for itself `alone`."""
    if box in visited:
        return True
    if alone:
        visited = set(visited)
    visited.add(box)
    for axis in AXES:
        ends = [board.beyond[box][side] for side in axis]
        if None in ends:
            continue
        if any(end in boxes and end is not None and is_held(board, boxes, end, visited, alone=alone) for end in ends):
            continue
        return False
    return True


def recursion_flags(case: Case) -> bool:
    """Flag when the published recursion, begun at a box off the goals, says frozen."""
    board, boxes = case.table.board, case.state.boxes
    return any(recursion(board, boxes, box, set()) for box in sorted(boxes - board.goals))


def chain_flags(case: Case) -> bool:
    """Flag when the recursion that counts the present chain alone, begun at a box off the goals, says frozen."""
    board, boxes = case.table.board, case.state.boxes
    return any(path_recursion(board, boxes, box) for box in sorted(boxes - board.goals))


def recursion_from_any_box(case: Case) -> bool:
    """Flag when the published recursion, begun at any box, says frozen: it knows nothing of goals."""
    board, boxes = case.table.board, case.state.boxes
    return any(recursion(board, boxes, box, set()) for box in sorted(boxes))


def recursion_and_visited(case: Case) -> bool:
    """Flag when the published recursion says frozen and a box that it visited is off the goals."""
    board, boxes = case.table.board, case.state.boxes
    for box in sorted(boxes):
        visited: set[Square] = set()
        if recursion(board, boxes, box, visited) and not visited <= board.goals:
            return True
    return False


def exact(says: Callable[[Board, frozenset[Square], Square], bool]) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that a recursion says frozen of exactly the boxes of the largest set that hold each other.

    Goals are of no account, so that on each board all sets of boxes, of any number, are tried once.
    """

    def rule(table: Table) -> Iterator[Trial]:
        board = table.board
        if table.start is not None:
            sets = [table.start.boxes]
        elif board.goals == {min(board.floor)}:
            floor = list(board.floor)
            sets = [frozenset(chosen) for count in range(1, len(floor)) for chosen in combinations(floor, count)]
        else:
            return
        for boxes in sets:
            held = frozen(board, boxes)
            holds = all(says(board, boxes, box) == (box in held) for box in sorted(boxes))
            yield Trial(holds, State(boxes, min(set(board.floor) - boxes)))

    return rule


Windows = tuple[tuple[Direction, ...], ...]
OF_THREE: Windows = ((UP, RIGHT, DOWN), (RIGHT, DOWN, LEFT))
OF_FOUR: Windows = ((UP, RIGHT, DOWN, LEFT),)


def windows(
    board: Board, boxes: Collection[Square], box: Square, visited: set[Square], over: Windows, at: tuple[int, int, int]
) -> bool:
    """Return what the published static-deadlock recursion returns: every window is blocked at three of its directions.

    Raises `IndexError` where the recursion indexes a direction that the window does not have.
    """
    if box in visited:
        return True
    visited.add(box)
    for window in over:
        for end in [board.beyond[box][window[index]] for index in at]:
            if end is not None and not (end in boxes and windows(board, boxes, end, visited, over, at)):
                return False
    return True


def windows_run(case: Case) -> bool:
    """The recursion as printed, windows of three at 0, 1 and 3, comes to an answer."""
    try:
        windows(case.table.board, case.state.boxes, min(case.state.boxes), set(), OF_THREE, (0, 1, 3))
    except IndexError:
        return False
    return True


def by_windows(over: Windows, at: tuple[int, int, int], *, off_goals: bool = True) -> Callable[[Case], bool]:
    """Return the detector that flags a box (off the goals) of which the repaired recursion says blocked."""

    def flags(case: Case) -> bool:
        board, boxes = case.table.board, case.state.boxes
        asked = boxes - board.goals if off_goals else boxes
        return any(windows(board, boxes, box, set(), over, at) for box in sorted(asked))

    return flags


def corners_are_found(case: Case) -> bool | None:
    """The recursion with windows of three at 0, 1 and 2 says blocked of a box in a corner off the goals."""
    board = case.table.board
    if not any(
        all(None in (board.beyond[box][one], board.beyond[box][other]) for one, other in AXES)
        for box in case.state.boxes - board.goals
    ):
        return None
    return by_windows(OF_THREE, (0, 1, 2))(case)


def walled(case: Case) -> tuple[Board, frozenset[Square]]:
    """Return the board on which the frozen boxes on goals are walls and their goals none, and the other boxes."""
    board, boxes = case.table.board, case.state.boxes
    fixed = frozen(board, boxes) & board.goals
    return Board(board.width, board.height, board.walls | fixed, board.goals - fixed), boxes - fixed


def dead_squares_among_frozen(case: Case) -> bool:
    """Flag a box on a square that is dead on the board on which frozen boxes on goals are walls."""
    board, boxes = walled(case)
    return not boxes <= pulled_from_goals(board)


def dead_squares_among_all(case: Case) -> bool:
    """Flag a box on a square that is dead on the board on which every other box on a goal is a wall."""
    board, boxes = case.table.board, case.state.boxes
    for box in boxes:
        done = (boxes & board.goals) - {box}
        around = Board(board.width, board.height, board.walls | done, board.goals - done)
        if box not in pulled_from_goals(around):
            return True
    return False


def frozen_stay(table: Table) -> Iterator[Trial]:
    """Boxes that hold each other are never pushed: they are there in every state that follows."""
    for state in table.states:
        held = frozen(table.board, state.boxes)
        if held:
            yield Trial(held <= _always(table, state), state)


def _always(table: Table, state: State) -> frozenset[Square]:
    graph = state_graph(Level(table.board, state))
    return frozenset.intersection(*(other.boxes for other in graph.states))


UNFROZEN = """\
########
####-###
###-@###
#-*$$.##
##*.**##
##****-#
##-#####
########
""".replace("-", " ")

CLAIMS = (
    Claim(
        "dead-squares-are-static",
        "Dead squares computed once flag only dead states, even when boxes freeze.",
        "",
        True,
        "More walls only forbid pulls.",
        detector(dead_square),
    ),
    Claim(
        "dead-squares-are-complete",
        "Dead squares computed once flag every state that `dead-squares-dynamic` flags.",
        "",
        False,
        "A frozen box takes a goal, or the square from which to push.",
        every_state(lambda case: dead_square(case) if dead_squares_among_frozen(case) else None),
    ),
    Claim(
        "dead-squares-dynamic",
        "A box is dead on a dead square of the board on which boxes frozen on goals are walls.",
        WIKI,
        True,
        "Frozen boxes are never pushed (`frozen-stay`).",
        detector(dead_squares_among_frozen),
    ),
    Claim(
        "dead-squares-all-walls",
        "`dead-squares-dynamic` also holds with every other box on a goal as a wall.",
        "",
        False,
        "Such a box may have to leave its goal.",
        detector(dead_squares_among_all),
    ),
    Claim(
        "frozen-stay",
        "Boxes of the largest set in which walls or boxes of the set hold each along both axes never move.",
        "sokospec.transform.normal_form; [certificates](../certificates.md)",
        True,
        "The first push of one needs both squares of an axis free. One is a wall, or a box that has not moved.",
        frozen_stay,
        most_boxes=3,
        most_squares=7,
        on_random_levels=False,
    ),
    Claim(
        "freeze",
        "A state is dead if the set of `frozen-stay` has a box off the goals.",
        WIKI,
        True,
        "`frozen-stay`.",
        detector(freeze),
    ),
    Claim(
        "freeze-dead-squares",
        "`freeze` also holds if two dead squares, or one and a wall, hold a box along their axis.",
        WIKI,
        True,
        "The first push of a box of the set goes to a dead square (`dead-squares`) or is impossible.",
        detector(freeze_with_dead_squares),
    ),
    Claim(
        "freeze-one-dead-square",
        "`freeze` also holds if one dead square holds a box along its axis.",
        "",
        False,
        "The box may be pushed away from it. True of two.",
        detector(freeze_by_one_dead_square),
    ),
    Claim(
        "freeze-goals",
        "Boxes that hold each other along both axes are dead.",
        "",
        False,
        "All may be on goals.",
        detector(freeze_on_goals_too),
    ),
    Claim(
        "freeze-recursion",
        "The published recursion, begun at a box off the goals, flags only dead states. (A box is frozen if "
        "each axis has a wall or a frozen box. Visited boxes count as frozen, with one set of visited boxes "
        "for all branches.)",
        TUTORIAL + "; the crate soukoban",
        False,
        "A box visited and judged free counts as frozen when met again. True if only boxes of the present chain "
        "count: `freeze-chain`.",
        detector(recursion_flags),
        counterexample=UNFROZEN,
        most_squares=7,
    ),
    Claim(
        "freeze-recursion-any",
        "`freeze-recursion` also holds when begun at any box.",
        TUTORIAL + ", without its condition",
        False,
        "It ignores goals.",
        detector(recursion_from_any_box),
    ),
    Claim(
        "freeze-recursion-visited",
        "When the recursion of `freeze-recursion` answers frozen, the state is dead if a visited box is off the goals.",
        "",
        False,
        "It also visits free boxes.",
        detector(recursion_and_visited),
    ),
    Claim(
        "freeze-recursion-exact",
        "The recursion of `freeze-recursion` answers frozen for exactly the boxes of `frozen-stay`.",
        TUTORIAL,
        False,
        "Here it answers frozen for a box that is pushed first. It never misses a frozen box.",
        exact(lambda board, boxes, box: recursion(board, boxes, box, set())),
        counterexample=UNFROZEN,
    ),
    Claim(
        "freeze-chain-exact",
        "The recursion answers frozen for exactly the boxes of `frozen-stay` if only boxes of the present "
        "chain count as frozen.",
        WIKI,
        True,
        "Where it answers frozen, the boxes that held each other on the way are a set in which each is held. "
        "Conversely, for a box of the largest set it answers frozen, by induction from the longest chains.",
        exact(path_recursion),
        on_random_levels=False,
    ),
    Claim(
        "freeze-chain",
        "The recursion of `freeze-chain-exact`, begun at a box off the goals, flags only dead states.",
        WIKI,
        True,
        "`freeze-chain-exact` and `freeze`.",
        detector(chain_flags),
    ),
    Claim(
        "static-windows",
        "The published static-deadlock recursion returns an answer. (It takes windows of three directions and "
        "examines the first, second and fourth.)",
        "",
        False,
        "There is no fourth direction: the first box causes an error.",
        every_state(windows_run),
    ),
    Claim(
        "static-windows-of-three",
        "The recursion with the third direction for the fourth, begun at a box off the goals, flags only dead states.",
        "the crate soukoban 0.1.4",
        True,
        "The two windows are all four sides. It answers blocked only if the box and all boxes joined to it "
        "have no free side.",
        detector(by_windows(OF_THREE, (0, 1, 2))),
    ),
    Claim(
        "static-windows-corner",
        "`static-windows-of-three` flags a box in a corner off the goals.",
        "the crate soukoban 0.1.4",
        False,
        "Every side must be blocked, so it misses nearly all deadlocks.",
        every_state(corners_are_found),
    ),
    Claim(
        "static-windows-of-four",
        "The recursion with windows of four directions (it examines up, right and left), begun at a box off "
        "the goals, flags only dead states.",
        TUTORIAL,
        True,
        "It answers blocked only if above, left and right of the box, and of each box joined to it, are walls or "
        "such boxes. So nobody can push one up, left or right, or get above one to push it down.",
        detector(by_windows(OF_FOUR, (0, 1, 3))),
    ),
)
