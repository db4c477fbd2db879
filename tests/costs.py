"""What the solutions of answers cost, so that answers of two engines can be compared."""

from __future__ import annotations

from sokospec.answer import Answer


def cost(answer: Answer) -> tuple[int, ...] | None:
    """Return the cost of an answer's solution by the answer's objective; None without one."""
    if answer.moves is None or answer.pushes is None:
        return None
    return answer.objective.cost(answer.moves, answer.pushes)
