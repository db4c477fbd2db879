"""What an audit found out about a detector: counts, recall by cause, cost, and the smallest counterexample."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sokodead.audit.truth import Cause
from sokospec.board import Level
from sokospec.errors import counted


class Phase(StrEnum):
    """A part of the audit, in order: the sample, the search for counterexamples.

    >>> [str(phase) for phase in Phase]
    ['sample', 'search']
    """

    SAMPLE = "sample"
    SEARCH = "search"


@dataclass(slots=True)
class Share:
    """So many dead states, and how many of them the detector flagged."""

    dead: int = 0
    flagged: int = 0

    @property
    def recall(self) -> float | None:
        """The share that is flagged; None where there is nothing to flag.

        >>> Share(4, 3).recall
        0.75
        """
        return self.flagged / self.dead if self.dead else None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A level that refutes a detector: what is wrong, the smallest level that shows it, and the one found first.

    A false positive has a solution, as LURD; bad evidence has the reason why it was rejected.
    """

    kind: str
    level: Level
    found: Level
    phase: Phase
    solution: str | None = None
    reason: str | None = None

    @property
    def why(self) -> str:
        """The kind with what shows it, in words."""
        shown = self.reason if self.solution is None else f"it is solved by {self.solution or 'no step at all'}"
        return f"{self.kind}: {shown}"


@dataclass(slots=True)
class Report:
    """The figures of an audit, complete after every level; `stopped` says why it ended early, if it did.

    `levels` are boards with their goals, `states` those of the sample that the detector was asked about, `dead` and
    `flagged` are of these; `searched` are those of the search. `fired` counts the flags of both phases.
    `false_positives` and `bad_evidence` are those of both phases, `elsewhere` the false positives of the search.
    `failures` are calls without a usable answer, `undecided` states of which it is not known whether they are dead;
    neither is in the other counts. `unchecked` are flags whose evidence was not checked, as the check reached a
    limit. Each of the three makes the audit incomplete. `unanswered` are states of the search, on boards larger than
    those of the sample, for which the answer took too long; `cut` says why the search ended early for such reasons, if
    it did. Neither makes the audit incomplete.
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
        """The share of the dead states that were flagged; None where there were none."""
        return Share(self.dead, self.flagged - (self.false_positives - self.elsewhere)).recall

    @property
    def asked(self) -> int:
        """The number of states, of both phases, for which there was an answer."""
        return self.states + self.searched

    @property
    def conclusion(self) -> str:
        """The result in words; a detector that never flags a state cannot be wrong, so nothing was tested.

        >>> Report("silent", states=12).conclusion
        'never fired in 12 states: nothing was tested'
        """
        if self.refuted:
            return "refuted"
        if not self.asked:
            return "no answer"
        states = counted(self.asked, "state")
        if not self.fired:
            return f"never fired in {states}: nothing was tested"
        return f"no counterexample found in {states}"

    @property
    def refuted(self) -> bool:
        """Whether the detector flagged a state that can be solved, or gave evidence that shows nothing."""
        return bool(self.false_positives or self.bad_evidence)

    @property
    def incomplete(self) -> bool:
        """Whether something that was to be looked at was not."""
        return bool(self.stopped or self.failures or self.undecided or self.unchecked)

    @property
    def microseconds(self) -> float | None:
        """The mean cost of a call."""
        calls = self.states + self.searched + self.failures + self.unanswered
        return 1e6 * self.seconds / calls if calls else None
