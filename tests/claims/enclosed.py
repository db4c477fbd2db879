"""Claims about what several boxes do together: fewer boxes, matching, corrals, diagonals, and tables of patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from claims.ledger import Case, Claim, Trial, complete, detector, every_state
from claims.scopes import Table
from claims.single_box import WIKI, pulled_from_goals
from sokospec import Board, Direction, Square, State, reachable
from sokospec.rules import Push, normalise, pushes


def solvable(board: Board, state: State, *, keep_shut: frozenset[Square] = frozenset()) -> bool:
    """Say whether the boxes of a state, no more than goals, can all be brought to goals; states in which the player
    gets into `keep_shut` count as solved.
    """
    start = normalise(board, state)
    seen, found = {start}, [start]
    for before in found:
        if before.boxes <= board.goals or (keep_shut and reachable(board, before) & keep_shut):
            return True
        for _, after in pushes(board, before):
            reached = normalise(board, after)
            if reached not in seen:
                seen.add(reached)
                found.append(reached)
    return False


@cache
def _solvable(board: Board, state: State) -> bool:
    return solvable(board, state)


def sub_state(case: Case, boxes: frozenset[Square]) -> State:
    """Return the normalised state with some of the boxes only."""
    return normalise(case.table.board, State(boxes, case.state.player))


def fewer_boxes(case: Case) -> bool | None:
    """If the state is solvable, it stays so when any one box is taken off the board."""
    if case.table.dead(case.state) or len(case.state.boxes) == 1:
        return None
    return all(
        _solvable(case.table.board, sub_state(case, case.state.boxes - {box})) for box in sorted(case.state.boxes)
    )


def hall(case: Case) -> bool:
    """Flag a state whose boxes cannot be matched with goals to which each could be pushed were it alone."""
    table = case.table
    wanted = [table.goals_of[table.alone(box, case.state.player)] for box in sorted(case.state.boxes)]
    return _violated(wanted)


def hall_by_pulls(case: Case) -> bool:
    """Flag the same with the goals from which a box can be pulled to the square by a player who may be anywhere."""
    table = case.table
    board = table.board
    single = {goal: Board(board.width, board.height, board.walls, frozenset({goal})) for goal in sorted(board.goals)}
    wanted = [
        frozenset(goal for goal in board.goals if box in pulled_from_goals(single[goal]))
        for box in sorted(case.state.boxes)
    ]
    return _violated(wanted)


def _violated(wanted: list[frozenset[Square]]) -> bool:
    return any(
        len(frozenset().union(*chosen)) < count
        for count in range(1, len(wanted) + 1)
        for chosen in combinations(wanted, count)
    )


def table_of(most: int) -> Callable[[Case], bool]:
    """Return the detector that knows every pattern of up to so many boxes that cannot all get to goals alone."""

    def flags(case: Case) -> bool:
        boxes = sorted(case.state.boxes)
        return any(
            not _solvable(case.table.board, sub_state(case, frozenset(chosen)))
            for count in range(1, min(most, len(boxes)) + 1)
            for chosen in combinations(boxes, count)
        )

    return flags


def corrals(
    board: Board, state: State, region: frozenset[Square]
) -> Iterator[tuple[frozenset[Square], frozenset[Square]]]:
    """Yield each part of the floor that the player cannot get to, with the boxes beside it."""
    left = set(board.floor) - state.boxes - region
    while left:
        inside = reachable(board, State(state.boxes, min(left)))
        left -= inside
        border = frozenset(
            ahead for square in inside for ahead in board.beyond[square] if ahead is not None and ahead in state.boxes
        )
        yield inside, border


def corral(*, opens: bool, others: str) -> Callable[[Case], bool]:
    """Return the corral detector: the boxes beside a place out of reach are searched alone.

    It flags when they cannot all get to goals; with `opens`, when the player cannot even get in either. The other boxes
    are taken off the board ("gone"), or are walls where they stand ("walls").
    """

    def flags(case: Case) -> bool:
        board, state = case.table.board, case.state
        for inside, border in corrals(board, state, case.region):
            rest = state.boxes - border
            around = (
                board if others == "gone" else Board(board.width, board.height, board.walls | rest, board.goals - rest)
            )
            if not solvable(around, State(border, state.player), keep_shut=inside if opens else frozenset()):
                return True
        return False

    return flags


def corral_with_box_off_goal(case: Case) -> bool:
    """Flag every place out of the player's reach with a box beside it off the goals."""
    board = case.table.board
    return any(not border <= board.goals for _, border in corrals(board, case.state, case.region))


def corral_without_way_in(case: Case) -> bool:
    """Flag a corral with a box off the goals none of whose boxes the player can push now."""
    board = case.table.board
    able = {push.box for push, _ in pushes(board, case.state)}
    return any(not border <= board.goals and not border & able for _, border in corrals(board, case.state, case.region))


def pi_corral(*, player_first: bool = True, inward: bool = True) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that some push into a PI-corral begins a solution of the fewest pushes.

    I: with the other boxes gone, each push of a box beside it goes into it. P: each of these pushes is possible now.
    It must need work: a box beside it is off the goals. `player_first` and `inward` are P and I, which may be left out.
    """

    def rule(table: Table) -> Iterator[Trial]:
        for state in table.states:
            distance = table.distance[state]
            if not distance:
                continue
            able = dict(pushes(table.board, state))
            for inside, border in corrals(table.board, state, reachable(table.board, state)):
                alone = [push for push, _ in pushes(table.board, State(border, state.player))]
                if border <= table.board.goals:
                    continue
                if inward and any(table.board.beyond[push.box][push.direction] not in inside for push in alone):
                    continue
                if player_first and any(push not in able for push in alone):
                    continue
                yield Trial(any(_leads(table, able.get(push), distance) for push in alone), state)

    return rule


def _leads(table: Table, after: State | None, distance: int) -> bool:
    return after is not None and table.distance[normalise(table.board, after)] == distance - 1


def pi_corral_moves(table: Table) -> Iterator[Trial]:
    """The same claim for solutions of the fewest moves, the player standing anywhere in his region."""
    for state in table.states:
        for inside, border in corrals(table.board, state, reachable(table.board, state)):
            alone = [push for push, _ in pushes(table.board, State(border, state.player))]
            able = dict(pushes(table.board, state))
            if border <= table.board.goals or any(
                push not in able or table.board.beyond[push.box][push.direction] not in inside for push in alone
            ):
                continue
            for player in sorted(reachable(table.board, state)):
                best = table.moves[State(state.boxes, player)]
                if best is not None:
                    yield Trial(
                        any(_moves_by(table, state.boxes, player, push, able[push]) == best for push in alone),
                        State(state.boxes, player),
                    )


def _moves_by(table: Table, boxes: frozenset[Square], player: Square, push: Push, after: State) -> int | None:
    behind = table.board.beyond[push.box][push.direction.opposite]
    rest = table.moves[after]
    assert behind is not None, "the push is possible"
    return None if rest is None else _walk(table.board, boxes, player, behind) + 1 + rest


def _walk(board: Board, boxes: frozenset[Square], player: Square, target: Square) -> int:
    layer, seen, moves = [player], {player}, 0
    while target not in seen:
        layer = [a for s in layer for a in board.beyond[s] if a is not None and a not in boxes and a not in seen]
        seen.update(layer)
        moves += 1
    return moves


def diagonals(
    board: Board, state: State, region: frozenset[Square]
) -> Iterator[tuple[list[Square], frozenset[Square], bool]]:
    """Yield each closed diagonal: empty squares one below and beside the other, every neighbour a wall or a box, where
    the player is not.

    With them come the boxes around, and whether both end squares are corners of walls on the side away from the rest.
    """
    blocked = {None, *state.boxes}
    for down, aside in ((Direction.DOWN, Direction.RIGHT), (Direction.DOWN, Direction.LEFT)):
        for first in sorted(set(board.floor) - state.boxes - region):
            squares, square = [], first
            while square not in state.boxes | region and all(ahead in blocked for ahead in board.beyond[square]):
                squares.append(square)
                rows, columns = (1, 1 if aside is Direction.RIGHT else -1)
                square = Square(square.row + rows, square.column + columns)
                if board.is_wall(square):
                    break
            for length in range(2, len(squares) + 1):
                chosen = squares[:length]
                around = {ahead for square in chosen for ahead in board.beyond[square]} & state.boxes
                start, end = board.beyond[chosen[0]], board.beyond[chosen[-1]]
                ends = [start[down.opposite], start[aside.opposite], end[down], end[aside]]
                yield chosen, frozenset(box for box in around if box is not None), ends == [None] * 4


def diagonal(*, corners: bool, goals_count: bool = True) -> Callable[[Case], bool]:
    """Return the closed-diagonal detector: no goal on the diagonal, a box around it off the goals.

    With `corners` both ends must be corners of walls; without `goals_count` goals are not looked at.
    """

    def flags(case: Case) -> bool:
        board = case.table.board
        return any(
            (ends or not corners)
            and (not goals_count or (not board.goals & set(squares) and not around <= board.goals))
            for squares, around, ends in diagonals(board, case.state, case.region)
        )

    return flags


OUTWARD = """\
#####
#--##
#-$-#
#@.##
##$##
##.##
#####
""".replace("-", " ")

CLAIMS = (
    Claim(
        "subset",
        "A state is dead if some of its boxes alone are dead (the player stays, all goals stay).",
        "[certificates](../certificates.md)",
        True,
        "Leave the pushes of the other boxes out of a solution. Each walk is still open, and the player walks "
        "where he pushed them.",
        every_state(fewer_boxes),
    ),
    Claim(
        "bipartite",
        "A state is dead if its boxes cannot be matched with goals to which each could be pushed alone, by "
        "the player from his side.",
        WIKI + "; Hall's theorem",
        True,
        "By `dead-squares-player` a solution gives such a matching.",
        detector(hall),
    ),
    Claim(
        "bipartite-pulls",
        "A state is dead if its boxes cannot be matched with goals from which each could be pulled to its "
        "square, the player anywhere.",
        WIKI,
        True,
        "This allows more goals than `bipartite`.",
        detector(hall_by_pulls),
    ),
    Claim(
        "bipartite-complete",
        "A state whose boxes can be matched as in `bipartite` is not dead.",
        "",
        False,
        "Boxes are in each other's way.",
        complete(hall),
    ),
    Claim(
        "table",
        "A state is dead if two of its boxes cannot both get to goals with the others off the board.",
        "Cazenave and Jouandeau, “Towards deadlock free Sokoban”",
        True,
        "`subset`; so for any number of boxes.",
        detector(table_of(2)),
    ),
    Claim(
        "table-complete",
        "A state is dead only if `table` flags it.",
        "Cazenave and Jouandeau, “Towards deadlock free Sokoban”",
        False,
        "There are deadlocks of any number of boxes.",
        complete(table_of(2)),
    ),
    Claim(
        "corral",
        "A state is dead if the boxes beside a corral, alone, could not all get to goals.",
        WIKI,
        True,
        "`subset`; the corral only selects the boxes.",
        detector(corral(opens=False, others="gone")),
        most_squares=6,
    ),
    Claim(
        "corral-opens",
        "A state is dead if the boxes beside a corral, alone, can neither get to goals nor let the player in.",
        "",
        True,
        "This flags fewer states than `corral`.",
        detector(corral(opens=True, others="gone")),
        most_squares=6,
    ),
    Claim(
        "corral-others-walls",
        "`corral` also holds with the other boxes as walls where they stand.",
        "",
        False,
        "They can move. True when removed (`corral`) or frozen (`dead-squares-dynamic`).",
        detector(corral(opens=False, others="walls")),
    ),
    Claim(
        "corral-box-off-goal",
        "A state is dead if a box beside a corral is off the goals.",
        "",
        False,
        "The box can be pushed in, or away.",
        detector(corral_with_box_off_goal),
    ),
    Claim(
        "corral-no-push",
        "A state is dead if one of the boxes beside a corral is off the goals and none can be pushed now.",
        "",
        False,
        "Other boxes may be in the player's way.",
        detector(corral_without_way_in),
    ),
    Claim(
        "pi-corral",
        "Take the boxes beside a corral, one of them off the goals. Let each push of them, with the other boxes "
        "removed, go into the corral (I) and be possible now (P). Then a solution of the fewest pushes begins with "
        "one of these pushes.",
        "Damgaard, PI-corral pruning; YASC",
        True,
        "The pushes of these boxes alone suffice ([CLOSING](../certificates.md#closing)).",
        pi_corral(),
    ),
    Claim(
        "pi-corral-without-p",
        "`pi-corral` also holds without condition P.",
        "",
        False,
        "The push that opens the corral may need another box moved first.",
        pi_corral(player_first=False),
    ),
    Claim(
        "pi-corral-without-i",
        "`pi-corral` also holds without condition I.",
        "",
        False,
        "Pushes outside can be better, and pushes outwards change the outside.",
        pi_corral(inward=False),
        counterexample=OUTWARD,
        most_boxes=2,
    ),
    Claim(
        "pi-corral-moves",
        "`pi-corral` also holds for the fewest moves.",
        "",
        False,
        "The order of pushes changes the walks.",
        pi_corral_moves,
        most_squares=6,
    ),
    Claim(
        "diagonal",
        "A *closed diagonal* is two or more empty squares without the player, each one down and one aside "
        "from the last. All their neighbours are walls or boxes. One that ends in corners of walls is dead if "
        "it has no goal and one of its boxes is off the goals.",
        WIKI,
        True,
        "Number its squares s0 to sn. Let H(i) be a box on si and a corner s0, or its mirror image. Let M(i, j) "
        "be boxes on si and sj. Both include all around between. The first push of a box around the diagonal, "
        "onto some si, makes such a pattern. In each, two of the boxes around hold that on si. A push of one "
        "leads to another such pattern, at last to a box in the corner or four in a square. Each has a box off "
        "the goals, on the diagonal. So these patterns prove each other dead.",
        detector(diagonal(corners=True)),
    ),
    Claim(
        "diagonal-any-ends",
        "`diagonal` also holds with boxes or walls at the ends.",
        "",
        False,
        "A box at an end can be pushed in.",
        detector(diagonal(corners=False)),
    ),
    Claim(
        "diagonal-goals",
        "A closed diagonal between corners is dead, whatever its goals.",
        "",
        False,
        "All its boxes may be on goals.",
        detector(diagonal(corners=True, goals_count=False)),
    ),
)
