"""Results of an audit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from sokodead.audit.truth import Cause
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.errors import quantify


class Phase(StrEnum):
    """Phases of an audit."""

    SAMPLE = "sample"
    SEARCH = "search"


@dataclass(slots=True)
class Share:
    """Dead states, and those flagged."""

    dead: int = 0
    flagged: int = 0

    @property
    def recall(self) -> float | None:
        """Flagged share, or None without dead states."""
        return self.flagged / self.dead if self.dead else None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Level that refutes a detector or a heuristic, and the level before it was shrunk.

    A false positive has a solution as LURD, bad evidence a reason. A wrong heuristic has both, its value and the truth.
    """

    kind: str
    level: Level
    found: Level
    phase: Phase
    solution: str | None = None
    reason: str | None = None
    value: float | None = None
    truth: float | None = None

    @property
    def why(self) -> str:
        """Kind and its proof in words."""
        unusual = {None: "it has a solution", "": "it is solved already"}
        solved = unusual.get(self.solution, f"it is solved by {self.solution}")
        return f"{self.kind}: {solved if self.reason is None else self.reason}"


@dataclass(slots=True)
class Tally(ABC):
    """Figures of any audit, valid after every level.

    Sample: `levels` (boards) and `states`, of which some are `dead`. Search: `searched`. Both: `fired`, the answers
    that could be wrong. Not counted elsewhere: `failures`, `undecided` states, and `unchecked` answers whose evidence
    reached a limit. These, or `stopped`, make the audit incomplete. `unanswered`: search states on larger boards that
    took too long; `cut`: why the search ended early.
    """

    name: str
    levels: int = 0
    states: int = 0
    dead: int = 0
    searched: int = 0
    fired: int = 0
    failures: int = 0
    undecided: int = 0
    unchecked: int = 0
    unanswered: int = 0
    cut: str = ""
    seconds: float = 0.0
    counterexample: Counterexample | None = None
    last_failure: str = ""
    last_unchecked: str = ""
    stopped: str = ""

    kind: ClassVar[str]
    """The noun for the audited function."""
    silence: ClassVar[str]
    """The verb phrase for a function that never fired; the number of states follows."""

    @property
    @abstractmethod
    def refuted(self) -> bool:
        """Whether an answer is wrong."""

    @property
    @abstractmethod
    def progress(self) -> str: ...

    @property
    def incomplete(self) -> bool:
        """Whether some intended check was not made."""
        return bool(self.stopped or self.failures or self.undecided or self.unchecked)

    @property
    def states_asked(self) -> int:
        """Number of answered states of both phases."""
        return self.states + self.searched

    @property
    def calls(self) -> int:
        """Number of calls in both phases, answered or not."""
        return self.states_asked + self.failures + self.unanswered

    @property
    def conclusion(self) -> str:
        """Result in words; if the function never fired, nothing was tested.

        >>> Report("silent", states=12).conclusion
        'not tested: the detector flagged none of 12 states'
        """
        if self.refuted:
            return f"{self.kind} refuted"
        if not self.calls:
            return f"not tested: the {self.kind} was asked about no state"
        if not self.states_asked:
            return f"not tested: the {self.kind} gave no usable answer"
        states = quantify(self.states_asked, "state")
        if not self.fired:
            return f"not tested: the {self.kind} {self.silence} {states}"
        return f"no counterexample found in {states}"

    @property
    def verdict(self) -> str:
        """Result as a word."""
        return "REFUTED" if self.refuted else "NOT_REFUTED" if self.fired else "NOT_TESTED"

    @property
    def microseconds(self) -> float | None:
        """Mean time of a call."""
        return 1e6 * self.seconds / self.calls if self.calls else None


@dataclass(slots=True)
class Report(Tally):
    """Figures of an audit of a detector.

    Sample: `flagged` states. Both phases: `false_positives` (`elsewhere`: of the search), `bad_evidence`.
    """

    flagged: int = 0
    false_positives: int = 0
    elsewhere: int = 0
    bad_evidence: int = 0
    causes: dict[Cause, Share] = field(default_factory=lambda: {cause: Share() for cause in Cause})

    kind: ClassVar[str] = "detector"
    silence: ClassVar[str] = "flagged none of"

    @property
    def progress(self) -> str:
        return f"{self.states:,} states, {self.flagged:,} flagged, {self.false_positives:,} false"

    @property
    def recall(self) -> float | None:
        """Flagged share of dead states, or None."""
        return Share(self.dead, self.flagged - (self.false_positives - self.elsewhere)).recall

    @property
    def refuted(self) -> bool:
        """Whether a solvable state was flagged or evidence was rejected."""
        return bool(self.false_positives or self.bad_evidence)


@dataclass(slots=True)
class HeuristicReport(Tally):
    """Figures of an audit of a heuristic for an objective.

    Sample: states with an `infinite` value. Over the solvable states: the sums of the `optima` and of the `values`,
    each at most the optimum, and the number of `exact` values. Both phases: `violations`, values that are too large;
    `steps` checked for consistency, and the first `inconsistency`, which refutes if the heuristic is
    `bound_to_consistency`.
    """

    objective: Objective = Objective.PUSHES
    bound_to_consistency: bool = False
    infinite: int = 0
    exact: int = 0
    optima: int = 0
    values: float = 0.0
    violations: int = 0
    steps: int = 0
    inconsistency: Counterexample | None = None

    kind: ClassVar[str] = "heuristic"
    silence: ClassVar[str] = "was above 0 in none of"

    @property
    def progress(self) -> str:
        return f"{self.states:,} states, {self.violations:,} overestimated"

    @property
    def refuted(self) -> bool:
        """Whether a value was too large, or an inconsistency matters."""
        return bool(self.violations or (self.bound_to_consistency and self.inconsistency))

    @property
    def consistent(self) -> bool | None:
        """False with an inconsistency, None if no step was checked."""
        return False if self.inconsistency else True if self.steps else None

    @property
    def share(self) -> float | None:
        """Sum of the values as a share of the sum of the optima, or None."""
        return self.values / self.optima if self.optima else None
