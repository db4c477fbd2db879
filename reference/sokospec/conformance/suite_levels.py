"""Levels of the suite with known answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Board, Level, State
from sokospec.conformance.cases import Case, Fields, load
from sokospec.replay import DIRECTION_OF
from sokospec.rules import step
from sokospec.transform.symmetry import SYMMETRIES

_OBJECTIVES = [objective for objective in Objective if objective in EXACT]


class SuiteLevel(NamedTuple):
    """Level with its case id and the oracle's answer for each exact objective."""

    id: str
    level: Level
    answers: Mapping[Objective, Answer]

    def states(self) -> tuple[State, ...]:
        """Return the initial state and all states along the optimal solutions, each once.

        >>> [len(known.states()) for known in load_levels("levels")[:5]]
        [1, 1, 1, 1, 2]
        """
        found = {self.level.state: None}
        for answer in self.answers.values():
            state = self.level.state
            for letter in answer.lurd or "":
                state = step(self.level.board, state, DIRECTION_OF[letter.lower()])
                found[state] = None
        return tuple(found)

    def boards(self) -> Iterator[tuple[Board, tuple[State, ...]]]:
        """Yield the board with these states in its distinct symmetric forms.

        A wrong program's order of directions can hide its fault from some forms.

        >>> len(list(load_levels("levels")[0].boards()))
        4
        """
        levels = [Level(self.level.board, state) for state in self.states()]
        for forms in dict.fromkeys(tuple(map(symmetry.level, levels)) for symmetry in SYMMETRIES):
            yield forms[0].board, tuple(form.state for form in forms)


def load_levels(name: str) -> list[SuiteLevel]:
    """Return the levels of one of the suite's files.

    >>> known = load_levels("killers")[0]
    >>> print(known.id, known.answers[Objective.PUSHES].verdict)
    claim-corner-on-goal OPTIMAL
    """
    return [_load_level(case) for case in load(name) if case.kind == "level"]


def _load_level(case: Case) -> SuiteLevel:
    solutions = cast(Mapping[str, Fields], case.expected["solutions"])
    found = {objective: _answer(objective, solutions.get(objective)) for objective in _OBJECTIVES}
    return SuiteLevel(case.id, Level.parse(str(case.given["level"])), found)


def _answer(objective: Objective, solution: Fields | None) -> Answer:
    if solution is None:
        return Answer(Verdict.UNSOLVABLE, objective, None, None, 0, 0, 0.0, 0.0)
    lurd = str(solution["lurd"])
    cost = objective.cost(len(lurd), sum(letter.isupper() for letter in lurd))
    return Answer(Verdict.OPTIMAL, objective, lurd, cost[0], 0, 0, 0.0, 0.0)
