"""Answers with certificates that are the same on every machine."""

from __future__ import annotations

from sokocheck.engines.certified_answers import certify
from sokocheck.suites.entry import BestAnswer, best_answer
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError


def optimum(level: Level, objective: Objective) -> tuple[Answer, bytes]:
    """Return the fast engine's answer and its certificate."""
    answer, certificate = certify(level, objective)
    if certificate is None:
        raise SokobanError(f"a certificate of this level does not fit into the memory of this machine:\n{level}")
    return answer, certificate


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
