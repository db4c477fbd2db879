"""Proofs as data, printable as text and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import sympy

from sokoproof.status import Status
from sokospec.limits import LimitReached


def plus(added: sympy.Basic) -> str:
    """Return a summand with its sign.

    >>> plus(sympy.Integer(3)), plus(-sympy.Symbol("n") - 3)
    (' + 3', ' - n - 3')
    """
    text = str(added)
    return f" - {text[1:]}" if text.startswith("-") else f" + {text}"


class Refuted(Exception):  # control flow inside a proof: a step does not hold
    """A step of a proof is false."""


class Undecided(Exception):  # control flow inside a proof: a limit was reached
    """A step could not be decided within the time limit."""


@dataclass(frozen=True, slots=True)
class _ProofStep:
    text: str
    formula: sympy.Basic | None = None

    def __str__(self) -> str:
        return self.text if self.formula is None else f"{self.text}: {self.formula}"


@dataclass(slots=True)
class Proof:
    """Claim with its scope, steps, status and reason."""

    name: str
    claim: str
    scope: str
    steps: list[_ProofStep] = field(default_factory=list)
    status: Status = Status.UNKNOWN
    reason: str = ""

    def step(self, text: str, formula: sympy.Basic | None = None) -> None:
        self.steps.append(_ProofStep(text, formula))

    def require(self, holds: bool, text: str, formula: sympy.Basic | None = None) -> None:
        """Add a step, or raise `Refuted`."""
        if not holds:
            raise Refuted(text if formula is None else f"{text}: {formula}")
        self.step(text, formula)

    def __str__(self) -> str:
        verdict = "undecided" if self.status is Status.UNKNOWN else self.status
        lines = [f"{self.name}: {verdict}", f"  Claim ({self.scope}): {self.claim}"]
        for number, step in enumerate(self.steps, 1):
            lines.append(f"  {number}. {step}")
        if self.reason:
            fate = "Failed step" if self.status is Status.REFUTED else "Undecided"
            lines.append(f"  {fate}: {self.reason}".replace("\n", "\n     "))
        return "\n".join(lines)


@contextmanager
def run_proof(proof: Proof) -> Iterator[Proof]:
    """Run the block as the proof: proved, refuted, or open (also at a limit).

    >>> with run_proof(Proof("sum", "1 + 1 = 3", "once")) as proof:
    ...     proof.require(1 + 1 == 3, "count on fingers")
    >>> str(proof.status), proof.reason
    ('refuted', 'count on fingers')
    """
    try:
        yield proof
    except Refuted as error:
        proof.status, proof.reason = Status.REFUTED, str(error)
    except Undecided as error:
        proof.reason = str(error)
    except LimitReached as limit:
        proof.reason = f"a search reached its limit: {limit}"
    else:
        proof.status = Status.PROVED
