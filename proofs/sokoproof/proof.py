"""Proofs as objects: what is shown, step by step, and how far; they print as text and as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import sympy

from sokoproof.status import Status
from sokospec.limits import LimitReached


def plus(added: sympy.Basic) -> str:
    """Return what is added to a sum, with its sign and spaces, for a text.

    >>> plus(sympy.Integer(3)), plus(-sympy.Symbol("n") - 3)
    (' + 3', ' - n - 3')
    """
    text = str(added)
    return f" - {text[1:]}" if text.startswith("-") else f" + {text}"


class Refuted(Exception):  # control flow inside a proof: a step does not hold
    """A step of a proof does not hold; the text says which and why."""


class Undecided(Exception):  # control flow inside a proof: a limit was reached
    """Nobody found out in time whether a step of a proof holds; the text says which."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a sentence, and the formula it is about, if there is one."""

    text: str
    formula: sympy.Basic | None = None

    def __str__(self) -> str:
        """Return sentence and formula."""
        return self.text if self.formula is None else f"{self.text}: {self.formula}"


@dataclass(slots=True)
class Proof:
    """What is claimed, for which cases, the steps so far, and what became of it."""

    name: str
    claim: str
    scope: str
    steps: list[Step] = field(default_factory=list)
    status: Status = Status.UNKNOWN
    reason: str = ""

    def step(self, text: str, formula: sympy.Basic | None = None) -> None:
        """Add a step that holds."""
        self.steps.append(Step(text, formula))

    def require(self, holds: bool, text: str, formula: sympy.Basic | None = None) -> None:
        """Add a step if it holds; raises `Refuted` if not."""
        if not holds:
            raise Refuted(text if formula is None else f"{text}: {formula}")
        self.step(text, formula)

    def __str__(self) -> str:
        """Return the proof as text."""
        lines = [f"{self.name}: {self.status.upper()}", f"  Claim ({self.scope}): {self.claim}"]
        for number, step in enumerate(self.steps, 1):
            lines.append(f"  {number}. {step}")
        if self.reason:
            fate = "It fails" if self.status is Status.REFUTED else "It is left open"
            lines.append(f"  {fate}: {self.reason}".replace("\n", "\n     "))
        return "\n".join(lines)

    def latex(self) -> str:
        """Return the proof as a LaTeX list."""
        items = [
            f"\\item {step.text}" + ("" if step.formula is None else f": ${sympy.latex(step.formula)}$")
            for step in self.steps
        ]
        return "\n".join([f"\\textbf{{{self.name}}} ({self.claim})", "\\begin{enumerate}", *items, "\\end{enumerate}"])


@contextmanager
def proving(proof: Proof) -> Iterator[Proof]:
    """Run the block as the proof: it is proved at its end, refuted when a step does not hold, or left open.

    A limit leaves it open; Ctrl-C goes through as `KeyboardInterrupt`.

    >>> with proving(Proof("sum", "1 + 1 = 3", "once")) as proof:
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
        proof.reason = f"a search came to its limit: {limit}"
    else:
        proof.status = Status.PROVED
