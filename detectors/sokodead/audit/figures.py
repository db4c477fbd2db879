"""Results of an audit."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sokodead.audit.truth import Cause
from sokospec.board import Level
from sokospec.errors import quantify


class Phase(StrEnum):
    """The phases of an audit."""

    SAMPLE = "sample"
    SEARCH = "search"


@dataclass(slots=True)
class Share:
    """Dead states, and those flagged."""

    dead: int = 0
    flagged: int = 0

    @property
    def recall(self) -> float | None:
        """The flagged share, or None without dead states."""
        return self.flagged / self.dead if self.dead else None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A level that refutes a detector: the smallest, and the first.

    A false positive has a solution as LURD, bad evidence a reason.
    """

    kind: str
    level: Level
    found: Level
    phase: Phase
    solution: str | None = None
    reason: str | None = None

    @property
    def why(self) -> str:
        """The kind and its proof in words."""
        shown = self.reason if self.solution is None else f"it is solved by {self.solution or 'no step at all'}"
        return f"{self.kind}: {shown}"


@dataclass(slots=True)
class Report:
    """The figures of an audit, valid after every level.

    Sample: `levels` (boards), `states`, and of these `dead` and `flagged`. Search: `searched`. Both: `fired` (flags),
    `false_positives` (`elsewhere`: of the search), `bad_evidence`. Not counted elsewhere: `failures` and `undecided`
    states. `unchecked`: flags whose evidence reached a limit. These three, or `stopped`, make the audit incomplete.
    `unanswered`: search states on larger boards that took too long; `cut`: why the search ended early.
    """

    detector: str
    levels: int = 0
    states: int = 0
    dead: int = 0
    flagged: int = 0
    searched: int = 0
    fired: int = 0
    false_positives: int = 0
    elsewhere: int = 0
    bad_evidence: int = 0
    failures: int = 0
    undecided: int = 0
    unanswered: int = 0
    unchecked: int = 0
    cut: str = ""
    seconds: float = 0.0
    causes: dict[Cause, Share] = field(default_factory=lambda: {cause: Share() for cause in Cause})
    counterexample: Counterexample | None = None
    last_failure: str = ""
    last_unchecked: str = ""
    stopped: str = ""

    @property
    def recall(self) -> float | None:
        """The flagged share of dead states, or None."""
        return Share(self.dead, self.flagged - (self.false_positives - self.elsewhere)).recall

    @property
    def asked(self) -> int:
        """The number of answered states of both phases."""
        return self.states + self.searched

    @property
    def conclusion(self) -> str:
        """The result in words; without flags nothing was tested.

        >>> Report("silent", states=12).conclusion
        'not tested: the detector flagged none of 12 states'
        """
        if self.refuted:
            return "detector refuted"
        if not self.asked:
            return "not tested: the detector gave no usable answer"
        states = quantify(self.asked, "state")
        if not self.fired:
            return f"not tested: the detector flagged none of {states}"
        return f"no counterexample found in {states}"

    @property
    def refuted(self) -> bool:
        """Whether a solvable state was flagged or evidence was rejected."""
        return bool(self.false_positives or self.bad_evidence)

    @property
    def incomplete(self) -> bool:
        """Whether some intended check was not made."""
        return bool(self.stopped or self.failures or self.undecided or self.unchecked)

    @property
    def microseconds(self) -> float | None:
        """The mean time of a call."""
        calls = self.states + self.searched + self.failures + self.unanswered
        return 1e6 * self.seconds / calls if calls else None
