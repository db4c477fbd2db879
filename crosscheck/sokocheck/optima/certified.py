"""Proved optima of a level, with checked certificates.

Certificates for the two lexicographic objectives prove all four optima, as a solution with fewer pushes (or moves)
would cost less.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sokocheck.application.guard import Guard
from sokocheck.application.vocabulary import Kind, entry_of
from sokocheck.checkers.all_checkers import FAST, checker
from sokocheck.optima.table import Optimum
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Limits

LEXICOGRAPHIC = tuple(objective for objective in EXACT if len(objective.counts) > 1)


class Wrong(SokobanError):
    """Two computations of an optimum disagree, or a certificate is rejected."""


@dataclass(frozen=True, slots=True)
class ProvedOptima:
    """Optima of a level, with the answers and their certificates' digests by objective ("" at a limit)."""

    pushes_first: Optimum
    moves_first: Optimum
    answers: Mapping[Objective, Answer]
    digests: tuple[str, ...]
    bytes: int


def prove_optima(
    level: Level,
    objectives: Iterable[Objective],
    limits: Limits,
    *,
    without: Collection[str] = (),
    checker_name: str = FAST,
) -> ProvedOptima:
    """Return the optima of a level, with a certificate for each objective, and limits for each search.

    The lexicographic objectives must be among them. Raises `Wrong`.
    """
    answers: dict[Objective, Answer] = {}
    digests: list[str] = []
    size = 0
    for objective in objectives:
        pieces: list[bytes] = []
        answer = solve_with_certificate(level, objective, pieces.append, limits, without=without)
        answers[objective] = answer
        text = b"".join(pieces)
        is_settled = answer.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE)
        if is_settled:
            _check(text, level, answer, checker_name)
            size += len(text)
        digests.append(hashlib.sha256(text).hexdigest() if is_settled else "")
    pushes_first, moves_first = (_together(answers, objective) for objective in LEXICOGRAPHIC)
    return ProvedOptima(pushes_first, moves_first, answers, tuple(digests), size)


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
    said = [optimum_of(answers[each]) for each in (objective, first) if each in answers]
    known = [optimum for optimum in said if optimum.is_least or optimum.bound is None]
    if any(optimum.bound != known[0].bound for optimum in known):
        raise Wrong(f"{objective} and {first} have optima that do not agree: {', '.join(map(str, said))}")
    return known[0] if known else Optimum(max(optimum.bound or 0 for optimum in said))


def optimum_of(answer: Answer) -> Optimum:
    """Return what an answer says about the optimum of its objective."""
    if answer.verdict is Verdict.UNSOLVABLE:
        return Optimum(None)
    if answer.verdict is not Verdict.OPTIMAL:
        return Optimum(answer.lower_bound or 0)
    first, *second = _cost(answer)
    return Optimum(first, True, *second)
