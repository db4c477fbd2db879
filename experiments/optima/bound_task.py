"""Task of one level for a table of fewest pushes: best solution, proved bound, and a certificate of the bound."""

from __future__ import annotations

import gzip
import hashlib
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from sokocheck.application.outputs import open_draft
from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.results_file import Record, RunFailed
from sokocheck.batch.task import restart_peak_rss
from sokocheck.checkers.all_checkers import FAST, PROVED
from sokosolve.features import Direction
from sokospec import clock
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.certificates.text import Claim, Lines, read_claim, read_level
from sokospec.limits import LimitReached, Limits, peak_rss_mib
from sokospec.replay import replay

if TYPE_CHECKING:
    from sokosolve.certify.lower_bounds import CertifiedBound  # takes longer to load than the rest

BY_GROUPS, BY_AREAS = "groups", "areas"
"""Instead of a direction: no search for certificates of states, but for groups of boxes, or for what pushes waste."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits of one level, and the direction of the search, or `BY_GROUPS`.

    In CPU seconds, `cpu` is for search and certificate, and again for the search of a first solution. `improving` is
    for shortening the best solution, `checking` for each checker.
    """

    cpu: float
    mib: float
    improving: float
    direction: str = Direction.AUTO
    checking: float = 1200.0

    @property
    def record(self) -> dict[str, object]:
        """The options that determine a result."""
        return {"cpu": self.cpu, "mib": self.mib, "improving": self.improving, "direction": str(self.direction)}


@dataclass(frozen=True, slots=True)
class BoundTask:
    """A level, its best solution so far, and the file of its certificate.

    The file is replaced only by a certificate of a greater bound than `proved`, or of an optimum. With `adopt`, nothing
    is searched: the file is checked, and its claim and solution are recorded.
    """

    file: str
    number: int
    title: str
    level: Level
    known: str | None
    proved: int
    target: str
    effort: Effort
    adopt: bool = False

    @property
    def name(self) -> str:
        """The name for messages."""
        return f"{self.file}:{self.number}"

    @property
    def seconds(self) -> None:
        """None: there is no limit by the clock."""

    @property
    def cpu(self) -> float:
        """The limit of all parts together."""
        return 2 * self.effort.cpu + self.effort.improving + 2 * self.effort.checking

    def warm(self) -> None:
        """Load the machine code."""
        from sokosolve.machine_code import load_libraries

        load_libraries("sokosolve", "sokoverify")

    def perform(self) -> Record:
        """Return the record of the level. Raises `RunFailed`."""
        restart_peak_rss()
        try:
            return self._adopt() if self.adopt else self._search()
        except OSError as error:
            raise RunFailed(f"{self.target}: {error.strerror or error}") from None
        except MemoryError:
            return self.failure(Verdict.LIMIT_MEMORY, "the system had no more memory to give")
        except Exception:
            last = traceback.format_exc().strip().split("\n")
            return self.failure(Verdict.FAILED, f"internal error, please report it: {last[-1]}")

    def failure(self, verdict: Verdict, reason: str) -> Record:
        """Return the record of a failed task, which the next run repeats."""
        return {**self._head(), "failed": f"{verdict}: {reason}"}

    def _head(self) -> Record:
        return {
            "file": self.file,
            "level": self.number,
            "title": self.title,
            "effort": None if self.adopt else self.effort.record,
        }

    def _adopt(self) -> Record:
        claim, lurd = _head_of(Path(self.target))
        return {
            **self._head(),
            "verdict": None,
            "claim": str(claim),
            "lower_bound": claim.cost[0] if claim.cost else 0,
            **_solution_record(lurd),
            "expanded": None,
            "peak_rss_mib": None,
            "solution_seconds": None,
            "proof_seconds": None,
            **digest_and_size(Path(self.target)),
            **self._checks(self.level),
        }

    def _search(self) -> Record:
        level, effort, began = self.level, self.effort, clock.cpu()
        known = _shorten(level, self.known, effort)
        solved = clock.cpu()
        with _certificate_draft(Path(self.target)) as draft:
            bound = _prove(level, draft.write, known, effort)
            claim = bound.claim
            least = 0 if claim is None or not claim.cost else claim.cost[0]
            draft.keep = claim is not None and (claim.kind != "at-least" or least > self.proved)
        written = clock.cpu()
        lurd = bound.solution
        assert lurd is None or replay(level, lurd).valid
        record = {
            **self._head(),
            "verdict": bound.answer.verdict,
            "claim": str(claim) if draft.keep else None,
            "lower_bound": least,
            **_solution_record(lurd),
            "expanded": bound.answer.expanded,
            "peak_rss_mib": round(peak_rss_mib()),
            "solution_seconds": round(solved - began, 1),
            "proof_seconds": round(written - solved, 1),
        }
        if draft.keep:
            record |= {"sha256": draft.digest.hexdigest(), "bytes": draft.size} | self._checks(level)
        return record

    def _checks(self, level: Level) -> Record:
        """Return what the checkers say about the certificate."""
        from sokocheck.checkers.proved_checker import verify_proved
        from sokoverify import verify as verify_fast

        limits = Limits(cpu=self.effort.checking)
        verdicts: dict[str, str | None] = {}
        with open(self.target, "rb") as stream:
            outcome = verify_fast(stream, level, limits)
            verdicts[FAST] = "ACCEPTED" if outcome.accepted else f"REJECTED: {outcome.reason}"
            try:
                finding = verify_proved(stream, level, limits)
                verdicts[PROVED] = finding.verdict if finding.reason is None else f"{finding.verdict}: {finding.reason}"
            except WrongUse:
                verdicts[PROVED] = None
            except LimitReached as limit:
                verdicts[PROVED] = str(limit.verdict)
        return {"states": outcome.states, "facts": outcome.facts, "checkers": verdicts}


def _prove(level: Level, write: Callable[[bytes], object], known: str | None, effort: Effort) -> CertifiedBound:
    from sokosolve.certify.area_bounds import bound_by_areas
    from sokosolve.certify.group_bounds import bound_by_groups
    from sokosolve.certify.lower_bounds import solve_or_bound

    limits = Limits(cpu=effort.cpu, mib=effort.mib)
    if effort.direction == BY_GROUPS:
        return bound_by_groups(level, write, limits, known=known)
    if effort.direction == BY_AREAS:
        return bound_by_areas(level, write, limits, known=known)
    return solve_or_bound(level, write, limits, known=known, direction=Direction(effort.direction))


def _shorten(level: Level, known: str | None, effort: Effort) -> str | None:
    from sokosolve.improve import improve
    from sokosolve.solver import solve

    if effort.improving <= 0:
        return known
    if known is None:
        known = solve(level, Objective.ANY, Limits(cpu=effort.cpu, mib=effort.mib)).lurd
    if known is None:
        return None
    return improve(level, known, Objective.PUSHES, Limits(cpu=effort.improving, mib=effort.mib)).lurd


@dataclass(slots=True)
class _Draft:
    out: IO[bytes]
    keep: bool
    size: int
    digest: hashlib._Hash

    def write(self, text: bytes) -> None:
        self.out.write(text)
        self.size += len(text)
        self.digest.update(text)


@contextmanager
def _certificate_draft(path: Path) -> Iterator[_Draft]:
    """Yield a packed file that replaces `path` if it is to be kept; the digest is of the unpacked text."""
    with open_draft(path) as output:
        with gzip.GzipFile("", "wb", 3, output.file, mtime=0) as out:
            draft = _Draft(cast(IO[bytes], out), False, 0, hashlib.sha256())
            yield draft
        output.keep = draft.keep


def digest_and_size(path: Path) -> dict[str, object]:
    """Return the SHA-256 and the bytes of a packed certificate's text."""
    seen, size = hashlib.sha256(), 0
    with gzip.open(path, "rb") as text:
        while piece := text.read(1 << 20):
            seen.update(piece)
            size += len(piece)
    return {"sha256": seen.hexdigest(), "bytes": size}


def _head_of(path: Path) -> tuple[Claim, str | None]:
    """Return the claim of a packed certificate, and its solution. Raises `Rejected`."""
    with gzip.open(path, "rb") as packed:
        lines = Lines(cast(BinaryIO, packed))
        lines.next()
        claim = read_claim(lines.next())
        read_level(lines)
        word, _, lurd = lines.next().partition(" ")
    return claim, lurd if word == "solution" else None


def _solution_record(lurd: str | None) -> dict[str, object]:
    if lurd is None:
        return {"pushes": None, "moves": None, "lurd": None}
    return {"pushes": sum(letter.isupper() for letter in lurd), "moves": len(lurd), "lurd": lurd}
