"""Claims about when a deadlock appears, which boxes to ask then, and what it turns into."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claims.enclosed import corral, corrals, diagonal, solvable
from claims.frozen import freeze, frozen
from claims.ledger import Case, Claim, Trial
from claims.scopes import Table
from sokospec import Square, State, reachable
from sokospec.rules import Push, normalise, pushes

CORRAL = corral(opens=False, others="gone")


def case_of(table: Table, state: State) -> Case:
    """Return a state, which need not be normalised, as a case."""
    return Case(table, state, reachable(table.board, state))


def appearances(
    table: Table, flags: Callable[[Case], bool], *, from_solvable: bool
) -> Iterator[tuple[State, Push, Case, Case]]:
    """Yield each push after which a detector flags a state and before which it did not: state, push, before, after.

    With `from_solvable` only pushes of solvable states count.
    """
    for state in table.states:
        if from_solvable and table.dead(state):
            continue
        before = case_of(table, state)
        if flags(before):
            continue
        for push, pushed in pushes(table.board, state):
            after = case_of(table, pushed)
            if flags(after):
                yield state, push, before, after


def corral_appears(holds: Callable[[Case, Case], bool]) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that something holds of the states before and after a push that makes a corral deadlock."""

    def rule(table: Table) -> Iterator[Trial]:
        for state, _, before, after in appearances(table, CORRAL, from_solvable=True):
            yield Trial(holds(before, after), state)

    return rule


def out_of_reach(case: Case) -> int:
    """Return how many squares without a box the player cannot get to."""
    return len(case.table.board.floor) - len(case.state.boxes) - len(case.region)


def corral_at_the_pushed_box(table: Table) -> Iterator[Trial]:
    """A push that makes a corral deadlock leaves its box beside the place that the detector looks at."""
    board = table.board
    for state, push, _, after in appearances(table, CORRAL, from_solvable=False):
        landing = board.beyond[push.box][push.direction]
        beside = [border for _, border in corrals(board, after.state, after.region) if landing in border]
        yield Trial(any(_cannot_be_solved_alone(table, border, after.state) for border in beside), state)


def _cannot_be_solved_alone(table: Table, boxes: frozenset[Square], state: State) -> bool:
    return not solvable(table.board, State(boxes, state.player))


def freeze_at_the_pushed_box(table: Table) -> Iterator[Trial]:
    """A push that makes a freeze deadlock leaves its box among the boxes that hold each other."""
    board = table.board
    for state, push, _, after in appearances(table, freeze, from_solvable=False):
        yield Trial(board.beyond[push.box][push.direction] in frozen(board, after.state.boxes), state)


def only_inwards(table: Table) -> Iterator[Trial]:
    """Each push of a box beside a place out of the player's reach goes into that place."""
    board = table.board
    for state in table.states:
        region = reachable(board, state)
        for inside, border in corrals(board, state, region):
            able = [push for push, _ in pushes(board, state) if push.box in border]
            if able:
                yield Trial(all(board.beyond[push.box][push.direction] in inside for push in able), state)


def ends_frozen(flags: Callable[[Case], bool]) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that from each flagged state, when no push is left, a box off the goals is frozen."""

    def rule(table: Table) -> Iterator[Trial]:
        board = table.board
        for state in table.states:
            if not flags(case_of(table, state)):
                continue
            start = normalise(board, state)
            seen, reached = {start}, [start]
            holds = True
            for before in reached:
                following = [normalise(board, after) for _, after in pushes(board, before)]
                if not following and frozen(board, before.boxes) <= board.goals:
                    holds = False
                    break
                reached += [after for after in following if after not in seen]
                seen.update(following)
            yield Trial(holds, state)

    return rule


def four_successors_a_box(table: Table) -> Iterator[Trial]:
    """A state with n boxes has at most 4n successors by pushes."""
    for state in table.states:
        yield Trial(len(list(pushes(table.board, state))) <= 4 * len(state.boxes), state)


CLAIMS = (
    Claim(
        "corral-when-out-of-reach-shrinks",
        "A push of a solvable state that makes a `corral` deadlock leaves fewer squares out of the player's reach.",
        "",
        False,
        "The area may grow. True: `corral-at-the-pushed-box`.",
        corral_appears(lambda before, after: out_of_reach(after) < out_of_reach(before)),
        most_boxes=2,
    ),
    Claim(
        "corral-when-reach-shrinks",
        "A push of a solvable state that makes a `corral` deadlock leaves fewer squares within the player's reach.",
        "",
        False,
        "The player's region may grow.",
        corral_appears(lambda before, after: out_of_reach(after) > out_of_reach(before)),
        most_boxes=2,
    ),
    Claim(
        "corral-when-area-changes",
        "A push of a solvable state that makes a `corral` deadlock changes the number of squares out of the "
        "player's reach.",
        "",
        False,
        "An area may move as a whole.",
        corral_appears(lambda before, after: out_of_reach(after) != out_of_reach(before)),
    ),
    Claim(
        "corral-at-the-pushed-box",
        "If a push leads from a state that `corral` does not flag to one that it flags, it flags an "
        "area beside the pushed box.",
        "",
        True,
        "Otherwise the area and the boxes beside it are as before the push, and these were dead then.",
        corral_at_the_pushed_box,
        most_squares=6,
    ),
    Claim(
        "corral-inwards",
        "Boxes beside a corral can only be pushed into it.",
        "",
        False,
        "Some can be pushed along its edge, or away: `pi-corral` requires it.",
        only_inwards,
    ),
    Claim(
        "corral-ends-frozen",
        "From a state that `corral` flags, when no push is left, a box off the goals is frozen.",
        "",
        False,
        "The player may be shut in, and boxes out of his reach.",
        ends_frozen(CORRAL),
    ),
    Claim(
        "diagonal-ends-frozen",
        "From a state that `diagonal` flags, when no push is left, a box off the goals is frozen.",
        "",
        False,
        "The boxes around the diagonal keep the player away, and nothing holds them.",
        ends_frozen(diagonal(corners=True)),
    ),
    Claim(
        "freeze-at-the-pushed-box",
        "After a push that makes a freeze deadlock, the pushed box is among the boxes that hold each other.",
        "",
        True,
        "Without it the others held each other before, and the state was flagged already.",
        freeze_at_the_pushed_box,
    ),
    Claim(
        "successors-four-n",
        "A state with n boxes has at most 4n successors by pushes.",
        "",
        True,
        "A push is a box and one of four directions.",
        four_successors_a_box,
    ),
)
