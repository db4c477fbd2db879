"""Answers with certificates that are the same on every machine."""

from __future__ import annotations

from sokocheck.suites.entry import BestAnswer, best_answer
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Limits


def optimum(level: Level, objective: Objective) -> tuple[Answer, bytes]:
    """Return the fast engine's answer and its certificate."""
    pieces: list[bytes] = []
    answer = solve_with_certificate(level, objective, pieces.append, Limits())
    if answer.verdict not in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
        raise SokobanError(f"a certificate of this level does not fit into the memory of this machine:\n{level}")
    return answer, b"".join(pieces)


def optima(level: Level) -> tuple[dict[Objective, BestAnswer], dict[str, bytes]]:
    """Return the answers and certificates for all four objectives, one if unsolvable."""
    answers: dict[Objective, BestAnswer] = {}
    certificates: dict[str, bytes] = {}
    for objective in EXACT:
        answer, text = optimum(level, objective)
        answers[objective] = best_answer(answer)
        unsolvable = answer.verdict is Verdict.UNSOLVABLE
        certificates["unsolvable" if unsolvable else str(objective)] = text
    return answers, certificates
