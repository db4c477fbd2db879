"""Certificates of provers that are careless: each has habits, drawn at random, most of which lose solutions.

A prover searches from the first state, or backwards from the solved ones, and lists what it has seen; what it claims
is often too much. Whoever checks that has to notice.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from math import inf
from random import Random
from typing import Any, NamedTuple

from corrupted import naive
from mutants.checker.copies import Checker
from sokogen.draws import below
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.board import DELTAS, Direction
from sokospec.certificates import Prices
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_fact, format_head
from sokospec.rules import is_solved, normalise, steps

MOST_STATES = 120
NO_SOLUTION = 999
"""The cost that is claimed where no solution was found."""

Cost = tuple[int, ...]


class Habits(NamedTuple):
    """How a prover goes about it; the defaults are right."""

    objective: Objective
    backwards: bool = False
    same: str = "square"
    """Which states it takes for the same: those with the same boxes and `square`, `region`, or `boxes` alone."""
    closing: bool = False
    """Whether it tries the pushes of closing boxes alone, where the checker takes some."""
    without: Direction | None = None
    """A direction in which it pushes no box."""
    step: int = 1
    """What it counts for a move."""
    push: int = 1
    """What it counts for a push, in moves."""
    turned: bool = False
    """Whether it writes the two numbers of a cost in the other order."""
    more: int = 0
    """How much more it claims than it has found."""
    ends: bool = True
    """Whether it notices that a state is solved."""
    all_ends: bool = True
    """Whether it begins in every region of the solved boxes when it goes backwards."""


def some_habits(rng: Random) -> Habits:
    """Return habits of which up to two are not those by default."""
    objectives = (Objective.PUSHES, Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
    objective = objectives[below(rng, 5)]
    backwards = rng.random() < (0.6 if objective is Objective.PUSHES else 0.1)
    habits = Habits(objective, backwards, "region" if objective is Objective.PUSHES else "square")
    for _ in range(2):
        without = habits._replace(without=list(Direction)[below(rng, 4)])
        habits = (
            habits,
            habits._replace(same=("region", "boxes")[below(rng, 2)]),
            habits._replace(closing=True),
            without,
            without,
            habits._replace(step=2),
            habits._replace(push=2),
            habits._replace(turned=True),
            habits._replace(more=1),
            habits._replace(ends=False),
            habits._replace(all_ends=False),
        )[below(rng, 11)]
    return habits


class Prover:
    """A prover with its habits, at work on one level."""

    def __init__(self, checker: Checker, level: Level, habits: Habits, rng: Random) -> None:
        """Have the price bound of a checker, to rule states out by."""
        self._checker, self._level, self._habits, self._rng = checker, level, habits, rng
        self._fact = Prices(1, (0,) * len(level.goals), None, habits.backwards)
        known: Any = checker.facts(level)  # Any: a copy's Facts
        known.add(self._fact)
        [self._bound] = known.bounds([1], backwards=habits.backwards)
        self._grid = known.board_ground.grid

    def certificate(self) -> tuple[str, Cost] | None:
        """Return a certificate and the cost that it claims to be needed; None when there are too many states."""
        habits = self._habits
        nothing = habits.objective.cost(0, 0)
        begins = [state for state in self._begins() if not self._is_ruled_out(state)]
        best = {self._key(state): nothing for state in begins}
        queue = [(nothing, sorted(state.boxes), state) for state in begins]
        listed: dict[State, tuple[Cost, frozenset[Square]]] = {}
        done: set[State] = set()
        found: Cost | None = None
        while queue:
            cost, _, state = heapq.heappop(queue)
            if found is None and habits.ends and self._is_end(state):
                found = (*cost[:-1], cost[-1] + habits.more)
            if found is not None and cost >= found:
                break
            if self._key(state) in done:
                continue
            done.add(self._key(state))
            closing = self._closing(state) if habits.closing else frozenset()
            listed[state] = cost, closing
            if len(listed) > MOST_STATES:
                return None
            for more, box, after in self._steps(state):
                total = tuple(a + b for a, b in zip(cost, more, strict=True))
                key = self._key(after)
                if (not closing or box in closing) and (key not in best or total < best[key]):
                    best[key] = total
                    if not self._is_ruled_out(after):
                        heapq.heappush(queue, (total, sorted(after.boxes), after))
        claimed = found or tuple(NO_SOLUTION for _ in nothing)
        if habits.more and self._rng.random() < 0.5:  # then it trusts in the bound for what is solved
            listed = {state: listed[state] for state in listed if not self._is_end(state)}
        return "\n".join(self._lines(listed, claimed)), self._written(claimed)

    def _key(self, state: State) -> State:
        same = self._habits.same
        if same == "boxes":
            return State(state.boxes, Square(0, 0))
        return normalise(self._level.board, state) if same == "region" else state

    def _begins(self) -> list[State]:
        if not self._habits.backwards:
            return [self._level.state]
        solved = [state for state in naive.truth_of(self._level).known if state.boxes == self._level.goals]
        return solved if self._habits.all_ends else solved[:1]

    def _is_end(self, state: State) -> bool:
        board = self._level.board
        if self._habits.backwards:
            return normalise(board, state) == normalise(board, self._level.state)
        return is_solved(board, state)

    def _is_ruled_out(self, state: State) -> bool:
        grid = self._grid
        return bool(self._bound(grid.mask(state.boxes), grid.mask([state.player])) == inf)

    def _closing(self, state: State) -> frozenset[Square]:
        grid, boxes = self._grid, sorted(state.boxes)
        mask = grid.mask(boxes)
        region = grid.reachable(grid.mask([state.player]), mask)
        taken = [frozenset[Square]()]
        for some in range(1, 1 << len(boxes)):
            chosen = frozenset(box for i, box in enumerate(boxes) if some >> i & 1)
            try:
                if not self._habits.backwards:  # nothing is known that could come first there
                    list(self._checker.first_pushes(grid, mask, region, grid.mask(chosen), [self._bound]))
            except self._checker.rejected:
                continue
            taken.append(chosen)
        return taken[-1 - below(self._rng, min(2, len(taken)))]

    def _steps(self, state: State) -> Iterator[tuple[Cost, Square, State]]:
        """Yield what each push or pull costs, the square of its box before, and the state after it."""
        habits = self._habits
        if habits.backwards:
            for before in naive.truth_of(self._level).known[normalise(self._level.board, state)]:
                [box], [then] = state.boxes - before.boxes, before.boxes - state.boxes
                down, right = box.row - then.row, box.column - then.column
                if (down, right) != (habits.without is not None and DELTAS[habits.without]):
                    player = Square(then.row - down, then.column - right)
                    yield habits.objective.cost(1, 1), box, State(before.boxes, player)
            return
        moves = {state.player: 0}
        for player in (queue := [state.player]):
            for direction, after in steps(self._level.board, State(state.boxes, player)):
                if after.boxes != state.boxes:
                    if direction is not habits.without:
                        count = habits.step * moves[player] + habits.push
                        yield habits.objective.cost(count, 1), after.player, after
                elif after.player not in moves:
                    moves[after.player] = moves[player] + 1
                    queue.append(after.player)

    def _written(self, cost: Cost) -> Cost:
        return cost[::-1] if self._habits.turned else cost

    def _lines(self, listed: dict[State, tuple[Cost, frozenset[Square]]], claimed: Cost) -> Iterator[str]:
        board, habits = self._level.board, self._habits
        claim = Claim("at-least", habits.objective, self._written(claimed))
        yield from format_head(self._level, claim, None, backwards=habits.backwards)
        yield from format_fact(board, self._fact)
        for state, (cost, closing) in listed.items():
            numbers = " ".join(map(str, self._written(cost)))
            line = f"{numbers} : {named(board, state.boxes)} @ {named(board, [state.player])} : 1"
            yield f"{line} : {named(board, closing)}" if closing else line
        yield from ("start : 1", "end", "")


def named(board: Board, squares: Iterable[Square]) -> str:
    """Return the numbers of some squares, as a certificate has them."""
    return " ".join(str(row * board.width + column) for row, column in sorted(squares))
