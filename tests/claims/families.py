"""Claims about the Fibonacci family: how its shortest solutions begin, and what it costs to end on the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from claims.ledger import Claim, Trial
from claims.scopes import Table
from sokogen.families.fibonacci import Side, fibonacci_level, fibonacci_moves, parts
from sokogen.families.recursive_solution import expand
from sokosolve.features import Direction as Search
from sokosolve.solver import solve
from sokospec import Board, Level, Square, State, reachable, replay
from sokospec.answer import Objective
from sokospec.rules import steps

CHAO = "Yang Chao, long solutions"
STEPS = 6


def members(*sizes: int) -> Callable[[], Sequence[Level]]:
    """Return the levels with so many boxes."""
    return lambda: [fibonacci_level(size) for size in sizes]


@cache
def fewest_moves(board: Board, state: State) -> int | None:
    """Return the fewest moves of a state, by the fast engine."""
    return solve(Level(board, state), Objective.MOVES, direction=Search.BACKWARD).moves


def first_steps(level: Level) -> set[str]:
    """Return the first steps of all solutions of the fewest moves."""
    best = fewest_moves(level.board, level.state)
    assert best is not None, "the level is solvable"
    ways = {"": level.state}
    for step in range(1, STEPS + 1):
        ways = {
            way + (direction.letter if after.boxes == state.boxes else direction.letter.upper()): after
            for way, state in ways.items()
            for direction, after in steps(level.board, state)
            if fewest_moves(level.board, after) == best - step
        }
    return set(ways)


def begins_with(odd: set[str], even: set[str]) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that the solutions of the fewest moves begin with just these steps."""

    def rule(table: Table) -> Iterator[Trial]:
        assert table.start is not None, "the claim is about members of a family"
        expected = odd if len(table.start.boxes) % 2 else even
        yield Trial(first_steps(table.start) == expected, table.start.state)

    return rule


def least_by_side(level: Level) -> dict[Square, int]:
    """Return the fewest moves to a solved state, for each region in which the player may stand then."""
    found: dict[Square, int] = {}
    sides = {min(reachable(level.board, State(level.goals, square))) for square in set(level.board.floor) - level.goals}
    layer, seen, moves = [level.state], {level.state}, 0
    while layer and len(found) < len(sides):
        following = []
        for state in layer:
            if state.boxes == level.goals:
                found.setdefault(min(reachable(level.board, state)), moves)
            for _, after in steps(level.board, state):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer, moves = following, moves + 1
    return found


def other_side_takes_two_more(table: Table) -> Iterator[Trial]:
    """A solution can end in two regions, and the fewest moves for the one are two more than those for the other."""
    assert table.start is not None, "the claim is about members of a family"
    costs = sorted(least_by_side(table.start).values())
    yield Trial(len(costs) == 2 and costs[1] == costs[0] + 2, table.start.state)


def parts_take_two_more(table: Table) -> Iterator[Trial]:
    """The family's own solution that ends on the left is two moves longer than the one that ends on the right."""
    assert table.start is not None, "the claim is about members of a family"
    boxes = len(table.start.boxes)
    yield Trial(fibonacci_moves(boxes, Side.LEFT) == fibonacci_moves(boxes, Side.RIGHT) + 2, table.start.state)


def continues_with_the_climb(table: Table) -> Iterator[Trial]:
    """After the first column, all solutions of the fewest moves go on with the climb and the six steps at the top."""
    assert table.start is not None, "the claim is about members of a family"
    boxes = len(table.start.boxes)
    first, shorter, climb, top, _ = parts(boxes, Side.RIGHT)
    assert isinstance(first, str) and isinstance(climb, str) and isinstance(top, str)
    assert not isinstance(shorter, str)
    state = replay(table.start, first + "".join(expand([shorter], lambda column: parts(*column)))).final
    ways = {"": state}
    best = fewest_moves(table.board, state)
    assert best is not None, "the level is solvable"
    for step in range(1, len(climb + top) + 1):
        ways = {
            way + (direction.letter if after.boxes == before.boxes else direction.letter.upper()): after
            for way, before in ways.items()
            for direction, after in steps(table.board, before)
            if fewest_moves(table.board, after) == best - step
        }
    yield Trial(set(ways) == {climb + top}, table.start.state)


CLAIMS = (
    Claim(
        "fibonacci-must-begin",
        "For odd n >= 5 a solution of the fewest moves must begin with ldDDRU.",
        "",
        False,
        "The player may go down before left: `fibonacci-begins`.",
        begins_with({"ldDDRU"}, set()),
        levels=members(5, 7),
        members="5 and 7 boxes",
    ),
    Claim(
        "fibonacci-begins",
        "A solution of the fewest moves begins with ldDDRU or dlDDRU for n >= 5 odd, rdDDLU or drDDLU for n >= 6 even.",
        "",
        True,
        "`sokospec prove fibonacci-begins`.",
        begins_with({"ldDDRU", "dlDDRU"}, {"rdDDLU", "drDDLU"}),
        levels=members(5, 6, 7, 8),
        members="5 to 8 boxes",
    ),
    Claim(
        "fibonacci-goes-on",
        "After the first six steps and the column of n - 2 boxes come n - 2 steps up. Then comes rrDDLU for n "
        ">= 5 odd, llDDRU for n >= 6 even.",
        "",
        True,
        "`sokospec prove fibonacci-goes-on`.",
        continues_with_the_climb,
        levels=members(5, 6, 7, 8, 9, 10),
        members="5 to 10 boxes",
    ),
    Claim(
        "fibonacci-other-side",
        "The fewest moves of a solution that leaves the player left of the column are two more than the fewest of all.",
        "",
        True,
        "`fibonacci-other-side-parts`, and none has fewer by `sokospec prove fibonacci-moves-fewest`.",
        other_side_takes_two_more,
        levels=members(4, 5),
        members="4 and 5 boxes",
    ),
    Claim(
        "fibonacci-other-side-parts",
        "The family's own solution that ends on the left is two moves longer than the one that ends on the right.",
        CHAO,
        True,
        "By induction: only the last part, S(n-1), differs. S(3) ends on the left with two steps more.",
        parts_take_two_more,
        levels=members(*range(4, 61)),
        members="4 to 60 boxes",
    ),
)
