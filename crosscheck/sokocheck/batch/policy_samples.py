"""States on and beside an optimal play, for levels with too many states to enumerate."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sokocheck.engines.all_engines import Engine, Watch
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, State
from sokospec.limits import Meter, require_verdict
from sokospec.oracle.costs_to_go import Cost, add_costs, subtract_costs
from sokospec.oracle.optimal_policy import PolicyState
from sokospec.replay import DIRECTION_OF
from sokospec.rules import is_push, normalise, pushes, step, steps


class PolicySamples:
    """States of an optimal play and those one action beside it, each settled by searches of an engine.

    The level's own state is the first, and the only one of an unsolvable level. With `most`, a random choice of that
    number, the same in each run. The methods raise `LimitReached`.
    """

    def __init__(
        self, level: Level, objective: Objective, engine: Engine, watch: Watch, most: int | None = None
    ) -> None:
        self._board, self._objective, self._engine, self._watch = level.board, objective, engine, watch
        self._by_pushes = "moves" not in objective.counts
        self._meter = Meter(watch.limits)
        self._costs: dict[State, Cost | None] = {}
        states = list(dict.fromkeys(self._near_play(self._normal(level.state))))
        if most is not None and most < len(states):
            places = sorted(Random("policy").sample(range(1, len(states)), most - 1))
            states = [states[place] for place in (0, *places)]
        self._states = states

    def cost(self, state: State) -> Cost | None:
        state = self._normal(state)
        if state not in self._costs:
            answer = self._solve(state)
            solvable = answer.moves is not None and answer.pushes is not None
            self._costs[state] = self._objective.cost(answer.moves or 0, answer.pushes or 0) if solvable else None
        return self._costs[state]

    def __iter__(self) -> Iterator[PolicyState]:
        for state in self._states:
            self._meter.expand(0)
            boxes = sorted(state.boxes)
            numbers = tuple(row * self._board.width + column for row, column in boxes)
            player = state.player.row * self._board.width + state.player.column
            actions = [0] * (len(boxes) if self._by_pushes else 1)
            cost = self.cost(state)
            if cost is not None and any(cost):
                for place, direction, after, edge in self._edges(state):
                    left = self.cost(after)
                    if left is not None and add_costs(left, edge) == cost:
                        actions[place] |= 1 << direction
            yield PolicyState(numbers, player, cost, tuple(actions))

    def _near_play(self, state: State) -> Iterator[State]:
        yield state
        answer = self._solve(state)
        if answer.lurd is None:
            self._costs[state] = None
            return
        left = self._objective.cost(len(answer.lurd), answer.pushes or 0)
        self._costs[state] = left
        for after, edge in self._play(state, answer.lurd):
            yield from (beside for _, _, beside, _ in self._edges(state))
            left = subtract_costs(left, edge)
            self._costs[after] = left
            yield after
            state = after

    def _play(self, state: State, lurd: str) -> Iterator[tuple[State, Cost]]:
        """Yield each state after an action of a play, with the action's cost."""
        for letter in lurd:
            before, state = state, step(self._board, state, DIRECTION_OF[letter.lower()])
            pushed = is_push(before, state)
            if pushed or not self._by_pushes:
                yield self._normal(state), self._objective.cost(1, int(pushed))

    def _edges(self, state: State) -> Iterator[tuple[int, int, State, Cost]]:
        """Yield each action: the place and the bit in `actions`, the state after it, and its cost."""
        if self._by_pushes:
            order = sorted(state.boxes)
            for push, after in pushes(self._board, state):
                yield order.index(push.box), push.direction, self._normal(after), self._objective.cost(1, 1)
            return
        for direction, after in steps(self._board, state):
            yield 0, direction, after, self._objective.cost(1, int(is_push(state, after)))

    def _normal(self, state: State) -> State:
        return normalise(self._board, state) if self._by_pushes else state

    def _solve(self, state: State) -> Answer:
        limits = self._watch.limits.after(self._meter.seconds, self._meter.cpu_seconds)
        answer = self._engine.solve(Level(self._board, state), self._objective, Watch(limits))
        if answer.verdict not in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
            require_verdict(answer)
            raise AssertionError(f"the engine answers {answer.verdict}")
        return answer
