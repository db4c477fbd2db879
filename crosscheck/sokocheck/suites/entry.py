"""A level of a suite, with what is known of it, and how it stands in the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from sokocheck.batch.keys import level_key
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level

Json = dict[str, object]

SETTLED = (Verdict.OPTIMAL, Verdict.UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a level for one objective: a verdict, and what the best known solution costs.

    `verdict` is `OPTIMAL`, `UNSOLVABLE`, or `SOLVED` where a solution is known but none is proved to be best.
    `lower_bound` bounds the first number of the objective.
    """

    verdict: Verdict
    moves: int | None
    pushes: int | None
    lower_bound: int | None

    @property
    def record(self) -> Json:
        """The answer for JSON."""
        return {
            "verdict": str(self.verdict),
            "moves": self.moves,
            "pushes": self.pushes,
            "lower_bound": self.lower_bound,
        }


def known(answer: Answer, solution: str | None = None) -> Known:
    """Return what an answer says; `solution` is one that is known without it, for an answer that a limit ended.

    >>> from sokospec import solve
    >>> known(solve(Level.parse("######\\n#@$ .#\\n######"))).pushes
    2
    """
    if answer.verdict in SETTLED:
        return Known(answer.verdict, answer.moves, answer.pushes, answer.lower_bound)
    if solution is None:
        raise ValueError(f"nothing is known of a level that ended with {answer.verdict}")
    pushes = sum(letter.isupper() for letter in solution)
    return Known(Verdict.SOLVED, len(solution), pushes, answer.lower_bound)


@dataclass(frozen=True, slots=True)
class Entry:
    """A level with what is known of it.

    `figures` are the suite's own, for JSON. `certificates` holds texts of certificates by what they are of: an
    objective, or `unsolvable`.
    """

    level: Level
    answers: Mapping[Objective, Known]
    figures: Json = field(default_factory=dict)
    certificates: Mapping[str, bytes] = field(default_factory=dict)

    def record(self, group: str, number: int, stem: str) -> Json:
        """Return the entry for the manifest; the files of its certificates begin with `stem`."""
        return {
            "number": number,
            "group": group,
            "key": level_key(self.level, Objective.MOVES),
            "boxes": len(self.level.boxes),
            "squares": len(self.level.board.floor),
            "answers": {str(objective): answer.record for objective, answer in self.answers.items()},
            "figures": self.figures,
            "certificates": {
                name: {"file": f"{stem}-{name}.cert.gz", "sha256": hashlib.sha256(text).hexdigest()}
                for name, text in self.certificates.items()
            },
            "xsb": str(self.level),
        }


def as_text(record: Json) -> str:
    """Return a record as a line of JSON, with keys in their order.

    >>> as_text({"b": 1, "a": [2]})
    '{"b": 1, "a": [2]}'
    """
    return json.dumps(record, ensure_ascii=True)
