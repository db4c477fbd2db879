"""What a claim is, and how it is put to the test on every state of many boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from claims.scopes import Scope, Table
from sokospec import Level, Square, State
from sokospec.rules import normalise, reachable


class Trial(NamedTuple):
    """One case to which a claim applies: whether it holds there, and the state in question."""

    holds: bool
    state: State


Rule = Callable[[Table], Iterable[Trial]]
"""The claim as a program: every case of a table to which it applies."""


class Case(NamedTuple):
    """A state of a table, with the player's region."""

    table: Table
    state: State
    region: frozenset[Square]


@dataclass(frozen=True)
class FlagsDeadStates:
    """The claim that a detector flags dead states only. Its cases are the states that it flags."""

    flags: Callable[[Case], bool]

    def __call__(self, table: Table) -> Iterator[Trial]:
        """Yield the states that are flagged."""
        for state in table.states:
            if self.flags(Case(table, state, reachable(table.board, state))):
                yield Trial(table.dead(state), state)

    def flags_level(self, level: Level) -> bool:
        """Say whether the state that a level begins with is flagged."""
        board = level.board
        return self.flags(Case(Table(board), normalise(board, level.state), reachable(board, level.state)))


def detector(flags: Callable[[Case], bool]) -> FlagsDeadStates:
    """Return the claim that a detector flags dead states only."""
    return FlagsDeadStates(flags)


def complete(flags: Callable[[Case], bool]) -> Rule:
    """Return the claim that a detector flags every dead state. Its cases are the dead states."""

    def rule(table: Table) -> Iterator[Trial]:
        for state in table.states:
            if table.dead(state):
                yield Trial(flags(Case(table, state, reachable(table.board, state))), state)

    return rule


def every_state(holds: Callable[[Case], bool | None]) -> Rule:
    """Return the claim that something holds in every state; None where it says nothing."""

    def rule(table: Table) -> Iterator[Trial]:
        for state in table.states:
            verdict = holds(Case(table, state, reachable(table.board, state)))
            if verdict is not None:
                yield Trial(verdict, state)

    return rule


def once_a_board(holds: Callable[[Table], bool]) -> Rule:
    """Return the claim that something holds for boards, whatever their goals."""

    def rule(table: Table) -> Iterator[Trial]:
        if len(table.board.goals) == 1 and min(table.board.floor) in table.board.goals and table.states:
            yield Trial(holds(table), table.states[0])

    return rule


@dataclass(frozen=True)
class Claim:
    """A claim about Sokoban.

    `holds` is the verdict; `reason` proves it or says what is wrong, and what is true instead. A refuted claim has a
    `counterexample`, the smallest as far as the search went; `searched` says how far where that is not the whole scope.
    `most_squares` and `most_boxes` keep the search small where the rule is slow. A claim about a family is put to its
    `levels` instead, of which `members` says what they are, and to the first one alone in the small scope.
    """

    name: str
    text: str
    source: str
    holds: bool
    reason: str
    rule: Rule
    counterexample: str = ""
    most_squares: int = 99
    most_boxes: int = 99
    on_random_levels: bool = True
    levels: Callable[[], Sequence[Level]] | None = None
    members: str = ""

    def applies(self, squares: int, boxes: int) -> bool:
        """Say whether boards of so many squares and boxes are searched for this claim."""
        return squares <= self.most_squares and boxes <= self.most_boxes


@dataclass(frozen=True)
class Finding:
    """What a search came to: the cases that it saw, and the first that contradicts the claim."""

    tables: int
    cases: int
    random_cases: int
    against: Level | None


def settle(claim: Claim, scope: Scope) -> Finding:
    """Put a claim to the test on every table of a scope, up to the first case against it."""
    tables = cases = random_cases = 0
    for table in tables_of(claim, scope):
        tables += 1
        for holds, state in claim.rule(table):
            cases += 1
            if not holds:
                return Finding(tables, cases, 0, Level(table.board, state))
    if claim.holds and claim.on_random_levels and claim.levels is None:
        for table in scope.random_tables():
            for holds, state in claim.rule(table):
                random_cases += 1
                if not holds:
                    return Finding(tables, cases, random_cases, Level(table.board, state))
    return Finding(tables, cases, random_cases, None)


def tables_of(claim: Claim, scope: Scope) -> Iterator[Table]:
    """Yield the tables of a scope to which a claim is put, or the levels that it names itself."""
    if claim.levels is None:
        yield from scope.tables(claim.applies)
        return
    for level in claim.levels()[: None if scope.whole_families else 1]:
        yield Table(level.board, level)


def contradicts(claim: Claim, level: Level) -> bool:
    """Say whether a level is a counterexample: the claim applies to its state and does not hold there."""
    wanted = (level.state, normalise(level.board, level.state))
    return any(not holds and state in wanted for holds, state in claim.rule(Table(level.board, level)))
