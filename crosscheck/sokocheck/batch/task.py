"""Search tasks as plain data for worker processes, and their execution."""

from __future__ import annotations

import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from sokocheck.application.certificate_files import answer_level
from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import limit_record, record_of
from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.results_file import Record, RunFailed
from sokocheck.engines.all_engines import Choice, Watch
from sokosolve.kernel_errors import WrongMachineCode
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.formats import DrawnLevel, Entry
from sokospec.limits import LimitReached, Limits


class Work(Protocol):
    """Data that a worker process can execute within limits."""

    @property
    def name(self) -> str: ...

    @property
    def seconds(self) -> float | None:
        """Limit in wall seconds, or None."""

    @property
    def cpu(self) -> float | None:
        """Limit in CPU seconds, or None."""

    def warm(self) -> None:
        """Import the needed modules, so that no task's time includes it."""

    def perform(self) -> Record:
        """Do the work and return its record. Raises `RunFailed`."""

    def failure(self, verdict: Verdict, reason: str) -> Record:
        """Return the record of failed work."""


def restart_peak_rss() -> None:
    """Forget the peak of this process's memory so far; only on Linux."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
        peak.write("5")


@dataclass(frozen=True, slots=True)
class Task:
    """Level with its position and all search options.

    `target` is the file that the task writes besides its record, a certificate; `search` is the identity of the search.
    Subclasses do other work: they replace `options`, `warm`, `answer`, `is_done` and `limit_record`.
    """

    file: str
    number: int
    title: str
    level: Level
    objective: str
    choice: Choice
    seconds: float | None
    mib: float | None
    target: str | None = None
    cpu: float | None = None
    search: str = ""

    @classmethod
    def of(cls, found: FileLevel, objective: str, choice: Choice, limits: Limits, target: Path | None) -> Self:
        """Return the task of a level. The target becomes absolute, as workers of a cluster run in other folders."""
        place = found.file, found.entry.number, found.entry.title
        path = None if target is None else str(target.absolute())
        return cls(*place, found.level, objective, choice, limits.seconds, limits.mib, path, limits.cpu)

    @property
    def limits(self) -> Limits:
        return Limits(self.seconds, self.mib, cpu=self.cpu)

    @property
    def file_level(self) -> FileLevel:
        """Level with its position, for records."""
        return FileLevel(self.file, Entry(self.number, DrawnLevel(self.level), self.title))

    @property
    def name(self) -> str:
        return self.file_level.name

    @property
    def options(self) -> dict[str, object]:
        """Options that determine the record, for JSON.

        A missing CPU limit is omitted, so that older results files stay valid.
        """
        return {**self.choice.record, **self.limit_options, "certificate": self.target is not None}

    @property
    def limit_options(self) -> dict[str, object]:
        cpu = {} if self.cpu is None else {"cpu_limit": self.cpu}
        return {"time_limit": self.seconds, **cpu, "memory_limit": self.mib}

    def warm(self) -> None:
        self.choice.load()

    def perform(self) -> Record:
        """Return the record; an exception in the work becomes a failure. Raises `RunFailed`."""
        restart_peak_rss()
        guard = Guard(self.limits, GRACE)
        path = None if self.target is None else Path(self.target)
        try:
            with guard:
                return self.answer(Watch(guard.left), path)
        except LimitReached as reached:
            return self.limit_record(reached.verdict)
        except MemoryError:
            return self.failure(Verdict.LIMIT_MEMORY, "the system had no more memory to give")
        except WrongMachineCode as error:
            raise RunFailed(str(error)) from None
        except Exception as error:
            if path is not None and isinstance(error, OSError | WrongUse):
                raise RunFailed(f"{path}: {getattr(error, 'strerror', None) or error}") from None
            last = traceback.format_exc().strip().split("\n")
            return self.failure(Verdict.FAILED, f"internal error, please report it: {last[-1]}", internal=True)

    def answer(self, watch: Watch, path: Path | None) -> Record:
        """Do the work within the limits, and return the record of `sokospec solve`."""
        return record_of(
            self.file_level,
            answer_level(self.choice.create(), self.file_level, Objective(self.objective), watch, path),
        )

    def is_done(self, _record: Record) -> bool:
        """Say whether an earlier record of the same search is enough."""
        return True

    def limit_record(self, verdict: Verdict) -> Record:
        return limit_record(self.file_level, self.objective, verdict)

    def failure(self, verdict: Verdict, reason: str, *, internal: bool = False) -> Record:
        return {
            **self.limit_record(verdict),
            "failed": "internal" if internal else "worker",
            "reason": reason,
        }
