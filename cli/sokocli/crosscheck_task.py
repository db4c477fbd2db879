"""Cross-check of one level: run the program and settle its answer, here or in another process."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from sokocheck.application.certificate_files import Proving
from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.vocabulary import text_of
from sokocheck.batch.results_file import Record
from sokocheck.claims.judging import UNSOLVABLE, Judge
from sokocheck.claims.program_claims import CheckedClaim, ProgramOutcome, check
from sokocheck.engines.all_engines import Choice, Watch
from sokocheck.programs.attempt import Saying, Trial, run_on, understand
from sokocheck.programs.measure import Allowance, Measured
from sokocli.at_once import attempt_record
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.formats import Reading
from sokospec.limits import Interrupted, LimitReached, Limits


class Result(NamedTuple):
    """A program's answer about a level, its judgement, and the certificate if there is one."""

    saying: Saying
    checked: CheckedClaim
    certificate: Path | None


@dataclass(frozen=True, slots=True)
class Solver:
    """Program to check: its command, its limits, and what it claims and prints."""

    words: tuple[str, ...]
    allowance: Allowance
    claims: str | None
    says_unsolvable: re.Pattern[str]

    @property
    def objective(self) -> Objective:
        return Objective(self.claims or "pushes")


@dataclass(frozen=True, slots=True)
class LevelTask:
    """Level, a program, and known `answers`, which are used unless a certificate is wanted.

    The program's working folder is made in `folder`, or in the system's temporary folder.
    """

    found: FileLevel
    solver: Solver
    choice: Choice
    reading: Reading
    limits: Limits
    certificate: Path | None
    answers: Mapping[Objective, Answer]
    folder: Path | None = None

    @property
    def name(self) -> str:
        return self.found.name

    @property
    def seconds(self) -> float | None:
        seconds = self.limits.seconds
        return None if seconds is None else seconds + self.solver.allowance.wall

    @property
    def cpu(self) -> float | None:
        return self.limits.cpu

    def warm(self) -> None:
        self.choice.load()

    def perform(self) -> Record:
        guard = Guard(self.limits, GRACE)

        def work() -> Record:
            result = self.settle(Watch(guard.left), guard)
            measured = replace(result.saying.measured, stdout="", stderr="")
            said = replace(result.saying, measured=measured)
            return {"result": result._replace(saying=said)}

        return attempt_record(work, self.failure)

    def failure(self, verdict: Verdict, reason: str) -> Record:
        silent = Trial(Measured("lost", 0, 0.0, 0.0, 0.0, "", ""), []).silent
        return {
            "result": Result(
                silent, CheckedClaim(None, None, ProgramOutcome.UNKNOWN, f"{text_of(verdict)}: {reason}"), None
            )
        }

    def settle(self, watch: Watch, guard: Guard) -> Result:
        """Run the program and settle its answer within the rest of the limits.

        Raises `Interrupted` with the result so far.
        """
        level = self.found.level
        trial = run_on(self.solver.words, level, self.solver.allowance, self.folder)
        saying = self._understood(trial, level, guard)
        engine = self.choice.create()
        paths: dict[Objective, Path] = {}
        if self.certificate is not None:
            paths = dict.fromkeys((self.solver.objective, Objective.PUSHES), self.certificate)
        proving = Proving(engine, self.found, paths)

        def answer(asked: Level, objective: Objective, watch: Watch) -> Answer:  # about no other level
            return self.answers.get(objective) or engine.solve(asked, objective, watch)

        judge = Judge(proving.solve if paths else answer, replace(self.reading, lenient=True), proved=bool(paths))
        try:
            checked = self._check_claim(saying, judge, watch, guard)
        except Interrupted as stop:
            raise Interrupted(Result(saying, stop.partial, None)) from None
        objective = Objective.PUSHES if checked.claim == UNSOLVABLE else self.solver.objective
        settled = checked.verdict in (ProgramOutcome.HOLDS, ProgramOutcome.REFUTED)
        return Result(saying, checked, proving.written.get(objective) if settled else None)

    def _understood(self, trial: Trial, level: Level, guard: Guard) -> Saying:
        """Return the program's answer, or nothing if it cannot be read within the limits."""
        try:
            with guard:
                return understand(trial, level, self.solver.objective, self.solver.says_unsolvable)
        except LimitReached as reached:
            return replace(trial.silent, unread=limit_words(reached.verdict, guard.limits))

    def _check_claim(self, saying: Saying, judge: Judge, watch: Watch, guard: Guard) -> CheckedClaim:
        try:
            with guard:
                left = watch._replace(limits=replace(guard.left, report=watch.limits.report))
                return check(self.found.level, saying, self.solver.claims, judge, left)
        except LimitReached as reached:
            return CheckedClaim(None, None, ProgramOutcome.UNKNOWN, limit_words(reached.verdict, guard.limits))
