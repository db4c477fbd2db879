"""Conformance suite: the answers that a Sokoban engine must give, as JSON for engines in any language.

`README.md` in this folder describes the files.

>>> from sokospec.conformance import load
>>> case = load("rules")[0]
>>> case.kind, case.rules, case.expected["r"]
('steps', ('B1', 'T1'), 'T2')
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple, cast

from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Board, Level, State
from sokospec.replay import DIRECTION_OF
from sokospec.rules import step
from sokospec.transform.symmetry import SYMMETRIES

Json = Mapping[str, "Json"] | Sequence["Json"] | str | int | None
"""Value of a JSON text; these files have no fractions."""

Fields = Mapping[str, Json]

FILES = ("rules", "levels", "formats", "killers")
"""Names of the suite's files."""


class Kill(NamedTuple):
    """Wrong program or claim that a case exposes, and the test it came from."""

    name: str
    wrong: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Case:
    """Input and right answer; `rules` are rule ids, `kills` is empty outside `killers`."""

    id: str
    kind: str
    rules: tuple[str, ...]
    given: Fields
    expected: Fields
    kills: tuple[Kill, ...] = ()


def load(name: str) -> list[Case]:
    """Return the cases of one of the `FILES`, in order.

    >>> len(load("levels")) > 600
    True
    >>> load("rulez")
    Traceback (most recent call last):
    ValueError: 'rulez' is not one of the suite's files: rules, levels, formats, killers
    """
    if name not in FILES:
        raise ValueError(f"{name!r} is not one of the suite's files: {', '.join(FILES)}")
    document = json.loads(files("sokospec.conformance").joinpath(f"{name}.json").read_text(encoding="ascii"))
    return [_case_of(fields) for fields in document["cases"]]


def _case_of(fields: Mapping[str, Any]) -> Case:  # Any: values of JSON, which the tests check
    kills = tuple(Kill(**kill) for kill in fields.get("kills", ()))
    return Case(**{**fields, "rules": tuple(fields["rules"]), "kills": kills})


class Request(NamedTuple):
    """Question with its right answer."""

    kind: str
    given: Fields
    expected: Fields


def requests(case: Case) -> Iterator[Request]:
    """Yield the questions that a case asks; solutions are replayed, as others may be as good.

    >>> [request.kind for request in requests(load("levels")[4])]
    ['level', 'replay']
    """
    if case.kind != "level":
        yield Request(case.kind, case.given, case.expected)
        return
    yield Request("level", case.given, {key: value for key, value in case.expected.items() if key != "solutions"})
    solutions = cast(Mapping[str, Mapping[str, Fields]], case.expected["solutions"])
    for lurd, metrics in {str(solution["lurd"]): solution["metrics"] for solution in solutions.values()}.items():
        given = {"level": case.given["level"], "open": False, "lurd": lurd, "mode": "strict"}
        right: Fields = {"verdict": "VALID", "at": None, "rule": None, "solved": True, "metrics": metrics}
        yield Request("replay", given, right)


def find_differences(expected: Fields, answer: Fields) -> list[str]:
    """Return the wrong fields of an answer; missing fields are not compared.

    >>> find_differences({"u": "T1", "d": "T2", "l": "T1"}, {"u": "T1", "d": "T3"})
    ['d']
    """
    return [key for key, value in expected.items() if key in answer and not _same(value, answer[key])]


def _same(one: object, other: object) -> bool:
    """Tell whether two JSON values are equal; unlike in Python, true is not 1.

    >>> _same([1, {"a": None}], [1, {"a": None}]), _same(1, True), _same(0, 0.0)
    (True, False, True)
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and one == other


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
