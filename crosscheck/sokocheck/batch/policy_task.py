"""Tasks that write the policy of a level as a table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.outputs import open_draft
from sokocheck.application.records import defect_records
from sokocheck.batch.results_file import Record
from sokocheck.batch.task import Task
from sokocheck.engines.all_engines import Watch
from sokospec.answer import Objective, Verdict
from sokospec.limits import peak_rss_mib


def _policy_record(found: FileLevel, objective: str, verdict: Verdict) -> Record:
    """Return the record of a level without policy."""
    keys = ("moves", "pushes", "states", "dead", "table", "seconds", "peak_rss_mib")
    return {**found.record, "verdict": verdict, "objective": objective, **dict.fromkeys(keys)}


def invalid_policy_record(found: FileLevel, objective: str) -> Record:
    """Return the record of an invalid board."""
    return {**_policy_record(found, objective, Verdict.INVALID_INPUT), "defects": defect_records(found)}


@dataclass(frozen=True, slots=True)
class PolicyTask(Task):
    """Level whose policy is written to `target`, whole or not at all.

    `samples` is None for all states; otherwise the most states on and beside an optimal play, 0 for all of these.
    """

    samples: int | None = None

    @property
    def options(self) -> dict[str, object]:
        samples = {} if self.samples is None else {"samples": self.samples}
        return {**self.choice.record, **self.limit_options, "to": Path(self.target or "").suffix, **samples}

    def warm(self) -> None:
        import_module("sokocheck.batch.policy_tables")
        Task.warm(self)

    def answer(self, watch: Watch, path: Path | None) -> Record:
        from sokocheck.batch.policy_samples import PolicySamples
        from sokocheck.batch.policy_tables import WRITERS, Table
        from sokosolve.policy.fast_policy import FastPolicy
        from sokospec.oracle.optimal_policy import Policy

        assert path is not None, "a policy has a file"
        began = time.monotonic()
        level, objective = self.level, Objective(self.objective)
        policy: FastPolicy | Policy | PolicySamples
        if self.samples is not None:
            policy = PolicySamples(level, objective, self.choice.create(), watch, self.samples or None)
        elif self.choice.engine == "fast":
            policy = FastPolicy(level, objective, watch.limits)
        else:
            policy = Policy(level, objective, watch.limits)
        with open_draft(path) as draft:
            size = WRITERS[path.suffix[1:]](Table(self.file, self.number, level, objective, policy), draft.file)
        cost = policy.cost(level.state)
        return {
            **self.limit_record(Verdict.UNSOLVABLE if cost is None else Verdict.OPTIMAL),
            **({} if cost is None else dict(zip(objective.counts, cost, strict=True))),
            "states": size.states,
            "dead": size.dead,
            "table": path.name,
            "seconds": round(time.monotonic() - began, 6),
            "peak_rss_mib": round(peak_rss_mib(), 1),
        }

    def is_done(self, record: Record) -> bool:
        """Say whether the table of an earlier record is still there."""
        return record.get("table", "") is None or self.target is None or Path(self.target).is_file()

    def limit_record(self, verdict: Verdict) -> Record:
        return _policy_record(self.file_level, self.objective, verdict)
