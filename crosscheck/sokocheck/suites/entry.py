"""A suite's level with its known answers, and its manifest record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from sokocheck.batch.keys import level_key
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level

Json = dict[str, object]

_SETTLED = (Verdict.OPTIMAL, Verdict.UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """Known answer for an objective: a verdict and the best known cost.

    `verdict` is `SOLVED` if optimality is open; `lower_bound` bounds the first number.
    """

    verdict: Verdict
    moves: int | None
    pushes: int | None
    lower_bound: int | None

    def cost(self, objective: Objective) -> tuple[int, ...]:
        """Return the cost of the known solution for an objective; empty without one."""
        return () if self.moves is None or self.pushes is None else objective.cost(self.moves, self.pushes)


def best_answer(answer: Answer, solution: str | None = None) -> BestAnswer:
    r"""Return the content of an answer; `solution` is a known one for an answer ended by a limit.

    >>> from sokospec import solve
    >>> best_answer(solve(Level.parse("######\n#@$ .#\n######"))).pushes
    2
    """
    if answer.verdict in _SETTLED:
        return BestAnswer(answer.verdict, answer.moves, answer.pushes, answer.lower_bound)
    if solution is None:
        raise ValueError(f"no answer is known for a level that ended with {answer.verdict}")
    pushes = sum(letter.isupper() for letter in solution)
    return BestAnswer(Verdict.SOLVED, len(solution), pushes, answer.lower_bound)


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """Level with its known answers.

    `figures` are suite-specific JSON; `certificates` maps an objective or `unsolvable` to text.
    """

    level: Level
    answers: Mapping[Objective, BestAnswer]
    figures: Json = field(default_factory=dict)
    certificates: Mapping[str, bytes] = field(default_factory=dict)

    def record(self, group: str, number: int, stem: str) -> Json:
        """Return the manifest record; certificate files begin with `stem`."""
        return {
            "number": number,
            "group": group,
            "key": level_key(self.level, Objective.MOVES),
            "boxes": len(self.level.boxes),
            "squares": len(self.level.board.floor),
            "answers": {str(objective): asdict(answer) for objective, answer in self.answers.items()},
            "figures": self.figures,
            "certificates": {
                name: {"file": f"{stem}-{name}.cert.gz", "sha256": hashlib.sha256(text).hexdigest()}
                for name, text in self.certificates.items()
            },
            "xsb": str(self.level),
        }
