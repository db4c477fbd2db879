"""Judgement of the claims about one level, here or in another process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sokocheck.application.certificate_files import Certificates, Proving
from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.vocabulary import text_of
from sokocheck.batch.results_file import Record
from sokocheck.claims.judging import UNSOLVABLE, ClaimVerdict, Judge, Judgement
from sokocheck.engines.all_engines import Choice, Watch
from sokocli.at_once import attempt_record, in_order
from sokocli.claim import Claim, judge_claim
from sokospec.answer import Objective, Verdict
from sokospec.formats import Reading
from sokospec.limits import LimitReached, Limits

_SETTLED = (ClaimVerdict.OPTIMAL, ClaimVerdict.NOT_OPTIMAL)
Settled = tuple[Claim, Judgement, Path | None]
"""A claim, its judgement, and its certificate if there is one."""


def _objective_of(claim: Claim) -> Objective | None:
    if claim.objective is None:
        return None
    return Objective.PUSHES if claim.objective == UNSOLVABLE else Objective(claim.objective)


def certificate_paths(claims: Iterable[Claim], out: Certificates | None) -> dict[Objective, Path]:
    """Return the certificates' paths for claims about one level; raises a usage error."""
    paths: dict[Objective, Path] = {}
    for claim in claims:
        objective = _objective_of(claim)
        if out is not None and objective is not None and claim.found.entry.drawn.level is not None:
            paths[objective] = out.path_for(claim.found, objective)
    return paths


class LevelJudge:
    """Judge of the claims about one level, with certificates if there are paths for them."""

    def __init__(self, found: FileLevel, choice: Choice, reading: Reading) -> None:
        engine = choice.create()
        self._proving = Proving(engine, found, {})
        self._reading = reading
        self._judge = Judge(engine.solve, reading)

    def add_paths(self, paths: Mapping[Objective, Path]) -> None:
        if paths and not self._proving.paths:
            self._judge = Judge(self._proving.solve, self._reading, proved=True)
        self._proving.paths.update(paths)

    def settle(self, claim: Claim, watch: Watch) -> Settled:
        """Judge a claim. Raises `LimitReached`, and `Interrupted` with the judgement so far."""
        judgement = judge_claim(claim, self._judge, watch)
        objective = _objective_of(claim)
        final = judgement.verdict in _SETTLED or (
            claim.objective == UNSOLVABLE and judgement.verdict in (ClaimVerdict.VALID, ClaimVerdict.INVALID)
        )
        path = self._proving.written.get(objective) if final and objective is not None else None
        return claim, judgement, path


@dataclass(frozen=True, slots=True)
class ClaimsTask:
    """Claims about one level and how to judge them, as data for another process."""

    claims: Sequence[Claim]
    choice: Choice
    reading: Reading
    limits: Limits
    paths: Mapping[Objective, Path]

    @property
    def name(self) -> str:
        return self.claims[0].found.name

    @property
    def seconds(self) -> float | None:
        return _times(self.limits.seconds, len(self.claims))

    @property
    def cpu(self) -> float | None:
        return _times(self.limits.cpu, len(self.claims))

    def warm(self) -> None:
        self.choice.load()

    def perform(self) -> Record:
        return attempt_record(lambda: {"settled": list(self._settle())}, self.failure)

    def failure(self, verdict: Verdict, reason: str) -> Record:
        judgement = Judgement(ClaimVerdict.UNKNOWN, reason=f"{text_of(verdict)}: {reason}")
        return {"settled": [(claim, judgement, None) for claim in self.claims]}

    def _settle(self) -> Iterator[Settled]:
        judge = LevelJudge(self.claims[0].found, self.choice, self.reading)
        judge.add_paths(self.paths)
        guard = Guard(self.limits, GRACE)
        for claim in self.claims:
            guard.begin()
            try:
                with guard:
                    settled = judge.settle(claim, Watch(guard.left))
            except LimitReached as reached:
                reason = limit_words(reached.verdict, self.limits)
                settled = claim, Judgement(ClaimVerdict.UNKNOWN, reason=reason), None
            yield settled


Task = Callable[[Sequence[Claim]], ClaimsTask]


def settle_in_processes(jobs: int, claims: Iterable[Claim], task: Task) -> Generator[Settled, None, None]:
    """Yield the judged claims in order; consecutive claims about one level share a process."""
    for _, record in in_order(jobs, map(task, _groups(claims))):
        yield from record["settled"]


def _groups(claims: Iterable[Claim]) -> Iterator[list[Claim]]:
    """Yield consecutive claims about one level together, also before an error is raised."""
    group: list[Claim] = []
    try:
        for claim in claims:
            if group and place(claim) != place(group[0]):
                yield group
                group = []
            group.append(claim)
    except Exception:
        if group:
            yield group
        raise
    if group:
        yield group


def place(claim: Claim) -> tuple[str, int]:
    return claim.found.file, claim.found.entry.number


def _times(limit: float | None, count: int) -> float | None:
    return None if limit is None else limit * count
