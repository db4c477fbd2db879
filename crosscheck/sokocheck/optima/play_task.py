"""Tasks that find proved optimal plays of a level for all objectives."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import defect_records
from sokocheck.batch.results_file import Record
from sokocheck.batch.task import Task
from sokocheck.engines.all_engines import Watch
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.limits import peak_rss_mib
from sokospec.replay import replay


def _plays_record(found: FileLevel, verdict: Verdict) -> Record:
    """Return the record of a level without plays."""
    return {**found.record, "verdict": verdict, **dict.fromkeys(("plays", "certificates", "seconds", "peak_rss_mib"))}


def invalid_plays_record(found: FileLevel) -> Record:
    """Return the record of an invalid board."""
    return {**_plays_record(found, Verdict.INVALID_INPUT), "objective": "all", "defects": defect_records(found)}


@dataclass(frozen=True, slots=True)
class PlayTask(Task):
    """A level whose optimal plays go into a data set, `target`."""

    @property
    def options(self) -> dict[str, object]:
        """The options that determine the plays, for JSON."""
        return self.limit_options

    def warm(self) -> None:
        """Load the machine code of the solver and of the checker."""
        from sokosolve.machine_code import load_libraries

        load_libraries("sokosolve", "sokoverify")

    def answer(self, watch: Watch, path: Path | None) -> Record:
        """Solve for each objective with a certificate, check these, and return the record."""
        from sokocheck.optima.certified import prove_optima

        began = time.monotonic()
        level = self.level
        proved = prove_optima(level, EXACT, watch.limits)
        verdict = _verdict(proved.answers)
        plays = [_play(level, *each) for each in zip(proved.answers.values(), proved.digests, strict=True)]
        return {
            **self.limit_record(verdict),
            "plays": plays if verdict is Verdict.OPTIMAL else None,
            "certificates": sum(bool(digest) for digest in proved.digests),
            "seconds": round(time.monotonic() - began, 6),
            "peak_rss_mib": round(peak_rss_mib(), 1),
        }

    def limit_record(self, verdict: Verdict) -> Record:
        """Return the record of a level without plays."""
        return {**_plays_record(self.file_level, verdict), "objective": self.objective}


def _verdict(answers: Mapping[Objective, Answer]) -> Verdict:
    """Return the verdict that all objectives have, else that of the first search that reached a limit."""
    settled = (Verdict.OPTIMAL, Verdict.UNSOLVABLE)
    verdicts = [answers[objective].verdict for objective in EXACT]
    return next((verdict for verdict in verdicts if verdict not in settled), verdicts[0])


def _play(level: Level, answer: Answer, digest: str) -> Record:
    if answer.lurd is not None:
        played = replay(level, answer.lurd)
        assert played.valid, f"{answer.objective}: the play is not a solution"
        counts = played.metrics.moves, played.metrics.pushes
        assert counts == (answer.moves, answer.pushes), f"{answer.objective}: the play has other counts than the answer"
    return {
        "objective": answer.objective,
        "moves": answer.moves,
        "pushes": answer.pushes,
        "lurd": answer.lurd,
        "expanded": answer.expanded,
        "sha256": digest,
    }
