"""Proved optima of a level, with checked certificates.

Certificates for the two lexicographic objectives prove all four optima, as a solution with fewer pushes (or moves)
would cost less.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sokocheck.application.guard import Guard
from sokocheck.application.vocabulary import Kind, entry_of
from sokocheck.checkers.all_checkers import FAST, checker
from sokocheck.optima.table import OptimaRow, Optimum, key_of
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.features import Direction
from sokosolve.solver import solve
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Limits

LEXICOGRAPHIC = tuple(objective for objective in EXACT if len(objective.counts) > 1)
_COSTLY = ("triples", "quadruples")
"""Tables that take longer to make, and to check, than levels of Boxoban's size take without them."""


class Wish(NamedTuple):
    """Work for each level besides the two certificates.

    `each`: a certificate for each of the four objectives, instead of leaving out `_COSTLY` features. `backward`: a
    backward search for pushes as a cross-check. `checker`: who checks the certificates, such as "fast" or "all".
    """

    each: bool = False
    backward: bool = False
    checker: str = FAST

    @property
    def objectives(self) -> tuple[Objective, ...]:
        return EXACT if self.each else LEXICOGRAPHIC

    @property
    def without(self) -> tuple[str, ...]:
        return () if self.each else _COSTLY

    @property
    def columns(self) -> tuple[str, ...]:
        digests = [f"sha256:{objective}" for objective in self.objectives] if self.each else []
        return (*(f"states:{objective}" for objective in self.objectives), *digests)


class Wrong(SokobanError):
    """Two computations of an optimum disagree, or a certificate is rejected."""


@dataclass(frozen=True, slots=True)
class ProvedOptima:
    """Optima of a level, with the answers and their certificates' digests by objective ("" at a limit)."""

    row: OptimaRow
    answers: Mapping[Objective, Answer]
    digests: tuple[str, ...]
    bytes: int

    @property
    def states(self) -> tuple[int, ...]:
        """The states that each search expanded."""
        return tuple(answer.expanded for answer in self.answers.values())

    def cells(self, wish: Wish) -> list[str]:
        return [*self.row.cells, *map(str, self.states), *(self.digests if wish.each else ())]


def prove_optima(file: str, number: int, level: Level, wish: Wish, limits: Limits) -> ProvedOptima:
    """Return the optima of a level, with limits for each search. Raises `Wrong`."""
    answers: dict[Objective, Answer] = {}
    digests: list[str] = []
    size = 0
    for objective in wish.objectives:
        pieces: list[bytes] = []
        answer = solve_with_certificate(level, objective, pieces.append, limits, without=wish.without)
        answers[objective] = answer
        text = b"".join(pieces)
        if answer.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
            _check(text, level, answer, wish.checker)
            size += len(text)
        else:
            text = b""
        digests.append(hashlib.sha256(text).hexdigest() if text else "")
    pushes_first, moves_first = (_together(answers, objective) for objective in LEXICOGRAPHIC)
    row = OptimaRow(file, number, key_of(level), pushes_first, moves_first)
    if wish.backward:
        _backwards(level, row, limits)
    return ProvedOptima(row, answers, tuple(digests), size)


def _check(text: bytes, level: Level, answer: Answer, name: str) -> None:
    found = checker(name, Guard(Limits()))(io.BytesIO(text), level, Limits())
    if found.verdict != "ACCEPTED":
        said = entry_of(Kind.CERTIFICATE, found.verdict).text
        raise Wrong(f"{answer.objective}: {said}, line {found.line} of the certificate: {found.reason or found.kind}")
    if answer.verdict is Verdict.UNSOLVABLE:
        claimed = "unsolvable"
    else:
        claimed = " ".join(map(str, ("optimal", answer.objective, *_cost(answer))))
    if found.claim != claimed:
        raise Wrong(f"{answer.objective}: the certificate claims {found.claim!r}, the answer {claimed!r}")


def _cost(answer: Answer) -> tuple[int, ...]:
    assert answer.moves is not None and answer.pushes is not None
    return answer.objective.cost(answer.moves, answer.pushes)


def _together(answers: dict[Objective, Answer], objective: Objective) -> Optimum:
    first = Objective(objective.counts[0])
    said = [_optimum(answers[each]) for each in (objective, first) if each in answers]
    known = [optimum for optimum in said if optimum.is_least or optimum.bound is None]
    if any(optimum.bound != known[0].bound for optimum in known):
        raise Wrong(f"{objective} and {first} have optima that do not agree: {', '.join(map(str, said))}")
    return known[0] if known else Optimum(max(optimum.bound or 0 for optimum in said))


def _optimum(answer: Answer) -> Optimum:
    if answer.verdict is Verdict.UNSOLVABLE:
        return Optimum(None)
    if answer.verdict is not Verdict.OPTIMAL:
        return Optimum(answer.lower_bound or 0)
    first, *second = _cost(answer)
    return Optimum(first, True, *second)


def _backwards(level: Level, row: OptimaRow, limits: Limits) -> None:
    answer = solve(level, Objective.PUSHES, limits, direction=Direction.BACKWARD)
    backwards, forwards = _optimum(answer), row.pushes_first
    if backwards.is_least or backwards.bound is None:
        agrees = not forwards.is_least or backwards.bound == forwards.bound
    else:
        agrees = forwards.bound is None or not forwards.is_least or (backwards.bound or 0) <= forwards.bound
    if not agrees:
        raise Wrong(f"pushes, backwards: {backwards}; forwards: {forwards}")
