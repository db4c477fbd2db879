"""Closed sets of states as inductive invariants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import z3

from sokoproof.second_opinion.facts import MILLISECONDS, prove
from sokoproof.second_opinion.finding import PROVED, Finding, never
from sokoproof.second_opinion.meaning import FactMeaning
from sokoproof.second_opinion.step_relation import StateFrame, walks
from sokoproof.status import Status
from sokospec.board import Level, Square, State
from sokospec.certificates.facts import Counting, Fact, Groups, Patterns, Prices

_Costs = Sequence[tuple[int, State]]
"""States with their costs from the start of play."""


def confirm_closed(
    level: Level,
    states: _Costs,
    facts: Sequence[Fact] = (),
    *,
    move: int = 0,
    push: int = 1,
    limit: int | None = None,
    backwards: bool = False,
    milliseconds: int = MILLISECONDS,
) -> Finding:
    r"""Prove that no solution costs less than `limit`, or that none exists if `limit` is None.

    Invariant: the state is listed or a walk away from a listed one, at no less than its cost plus the walk. Or a fact
    shows it dead, or that the limit is met. `backwards`, for pushes only: play from solved states to the start.

    >>> level = Level.parse("#####\n#@$##\n#. ##\n#####")
    >>> confirm_closed(level, [(0, level.state)]).status
    <Status.PROVED: 'proved'>
    """
    meaning = FactMeaning(level, facts)
    finding = prove(meaning, facts, milliseconds)
    if finding.status is not Status.PROVED:
        return finding
    inside = _Inside(meaning, states, (move, push), limit, backwards)
    for finding in _findings(inside, milliseconds):
        if finding.status is not Status.PROVED:
            return finding
    return PROVED


class _Inside:
    def __init__(
        self, meaning: FactMeaning, states: _Costs, step: tuple[int, int], limit: int | None, backwards: bool
    ) -> None:
        self.meaning = meaning
        self.move, self.push = step
        self.limit = limit
        self.backwards = backwards
        self._facts = [
            fact
            for fact in meaning.facts.values()
            if isinstance(fact, Patterns | Counting | Prices | Groups)
            and backwards == (not isinstance(fact, Patterns) and fact.backwards)
        ]
        floor = set(meaning.system.floor)
        self._states = [(state.boxes, cost, _walk_lengths(floor - state.boxes, state.player)) for cost, state in states]

    def __call__(self, frame: StateFrame, cost: z3.ArithRef) -> z3.BoolRef:
        ways = [self.meaning.dead(fact, frame) for fact in self._facts]
        if self.limit is not None:
            ways += [
                z3.And(
                    self.meaning.scope_of(fact).holds(frame),
                    cost + self._cost_to_go(fact, frame) >= self.limit,
                )
                for fact in self._facts
                if isinstance(fact, Prices | Groups)
            ]
        for boxes, least, walk_to in self._states:
            exactly = z3.And([has == (square in boxes) for square, has in frame.box.items()])
            if self.limit is None or not self.move:
                here = z3.And(frame.player_in(walk_to), self.limit is None or cost >= least)
            else:
                here = z3.Or(
                    [z3.And(frame.player[at], cost >= least + moves * self.move) for at, moves in walk_to.items()]
                )
            ways.append(z3.And(exactly, here))
        return z3.Or(ways)

    def _cost_to_go(self, fact: Prices | Groups, frame: StateFrame) -> z3.ArithRef:
        """Return the least remaining cost.

        In a potential a push counts at most 2, and the pushes' total is the bound plus the player's height.
        """
        needs = self.meaning.needs(fact, frame)
        if not self.meaning.scope_of(fact).heights:
            return self.push * self._possible(needs, frame)
        if self.backwards:
            return self.move * needs
        return self.move * needs + (self.push - self.move) * ((needs + self.meaning.height(fact, frame) + 1) / 2)

    def _possible(self, least: z3.ArithRef, frame: StateFrame) -> z3.ArithRef:
        """Return the least possible number of pushes from a bound on. Each push changes the box's square colour."""
        level = self.meaning.level
        ends = sum(_is_dark(end) for end in (level.boxes if self.backwards else level.goals))
        dark = z3.Sum([z3.If(has, 1, 0) for square, has in frame.box.items() if _is_dark(square)])
        return least + (least - dark + ends) % 2


def _walk_lengths(free: Set[Square], player: Square) -> dict[Square, int]:
    return {square: len(walk) for square, walk in walks(free, player).items()}


def _is_dark(square: Square) -> bool:
    return bool((square.row + square.column) % 2)


def _findings(inside: _Inside, milliseconds: int) -> Iterator[Finding]:
    meaning, system, limit = inside.meaning, inside.meaning.system, inside.limit
    cost = z3.Int("cost")
    some, start = system.frame("some"), system.constant(meaning.level.state)
    solved = z3.And(system.is_state(some), system.complete(some))
    first, last = (some, start) if inside.backwards else (start, some)
    begins, ends = (solved, z3.BoolVal(True)) if inside.backwards else (z3.BoolVal(True), solved)
    zero = z3.IntVal(0)
    yield never(system, "play begins outside", milliseconds, [first], begins, z3.Not(inside(first, zero)))
    cheap = z3.BoolVal(True) if limit is None else cost < limit
    yield never(system, "play ends below the limit", milliseconds, [last], ends, cost >= 0, cheap, inside(last, cost))
    before, after = system.frame("before"), system.frame("after")
    far, near = (after, before) if inside.backwards else (before, after)
    paid = z3.If(system.is_push(before, after), inside.push, inside.move)
    yield never(
        system,
        "a step leads out of the set",
        milliseconds,
        [before, after],
        cost >= 0,
        system.is_state(before),
        system.step(before, after),
        inside(far, cost),
        z3.Not(inside(near, cost + paid)),
    )
