"""Search tasks as plain data for worker processes, and their execution."""

from __future__ import annotations

import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from sokocheck.application.certificate_files import answer_level
from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import limit_record, record_of
from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.results_file import Record, RunFailed
from sokocheck.engines.all_engines import Choice, Watch
from sokosolve.kernel_errors import WrongMachineCode
from sokospec.answer import Objective, Verdict
from sokospec.board import Board, Level, Square, State
from sokospec.formats import DrawnLevel, Entry
from sokospec.limits import LimitReached, Limits


class Work(Protocol):
    """Data that a worker process can execute within limits."""

    @property
    def name(self) -> str:
        """The name for messages."""

    @property
    def seconds(self) -> float | None:
        """The limit in wall seconds, or None."""

    @property
    def cpu(self) -> float | None:
        """The limit in CPU seconds, or None."""

    def warm(self) -> None:
        """Import the needed modules, so that no task's time includes it."""

    def perform(self) -> Record:
        """Do the work and return its record. Raises `RunFailed`."""

    def failure(self, verdict: Verdict, reason: str) -> Record:
        """Return the record of failed work."""


class PlainLevel(NamedTuple):
    """A level as picklable data; reading text might repair it."""

    width: int
    height: int
    walls: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    player: Square

    @classmethod
    def of(cls, level: Level) -> PlainLevel:
        """Return a level's data."""
        return cls(level.board.width, level.board.height, level.walls, level.goals, level.boxes, level.player)

    @property
    def level(self) -> Level:
        r"""The level.

        >>> level = Level.parse("#####\n#@$.#\n#####")
        >>> PlainLevel.of(level).level == level
        True
        """
        return Level(Board(self.width, self.height, self.walls, self.goals), State(self.boxes, self.player))


@dataclass(frozen=True, slots=True)
class Task:
    """A level with its position and all search options; `search` is the identity of the search."""

    file: str
    number: int
    title: str
    plain: PlainLevel
    objective: str
    choice: Choice
    seconds: float | None
    mib: float | None
    certificate: str | None = None
    cpu: float | None = None
    search: str = ""

    @property
    def limits(self) -> Limits:
        """The limits."""
        return Limits(self.seconds, self.mib, cpu=self.cpu)

    @property
    def level(self) -> Level:
        """The level."""
        return self.plain.level

    @property
    def file_level(self) -> FileLevel:
        """The level with its position, for records."""
        return FileLevel(self.file, Entry(self.number, DrawnLevel(self.level), self.title))

    @property
    def name(self) -> str:
        """The name for messages."""
        return self.file_level.name

    def warm(self) -> None:
        """Import the engine."""
        if self.choice.engine == "fast":
            import sokosolve.solver  # noqa: F401  # for the import alone
        else:
            import sokospec.oracle.search  # noqa: F401  # for the import alone

    def perform(self) -> Record:
        """Return the record of `sokospec solve`; an engine's exception becomes a failure."""
        with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")  # Linux: from here on, the peak is that of this level and not of the ones before it
        guard = Guard(self.limits, GRACE)
        path = None if self.certificate is None else Path(self.certificate)
        try:
            with guard:
                answer = answer_level(
                    self.choice.create(), self.file_level, Objective(self.objective), Watch(guard.left), path
                )
        except LimitReached as reached:
            return limit_record(self.file_level, self.objective, reached.verdict)
        except MemoryError:
            return self.failure(Verdict.LIMIT_MEMORY, "the system had no more memory to give")
        except WrongMachineCode as error:
            raise RunFailed(str(error)) from None
        except Exception as error:
            if path is not None and isinstance(error, OSError | WrongUse):
                raise RunFailed(f"{path}: {getattr(error, 'strerror', None) or error}") from None
            last = traceback.format_exc().strip().split("\n")
            return self.failure(Verdict.FAILED, f"internal error, please report it: {last[-1]}", internal=True)
        return record_of(self.file_level, answer)

    def failure(self, verdict: Verdict, reason: str, *, internal: bool = False) -> Record:
        """Return the record of a level without answer."""
        return {
            **limit_record(self.file_level, self.objective, verdict),
            "failed": "internal" if internal else "worker",
            "reason": reason,
        }
