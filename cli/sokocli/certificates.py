"""Where certificates go: one file, or one for each level in a folder; whole or not at all."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import click

from sokocli.engines import Engine
from sokocli.inputs import STDIN, Command, Found
from sokocli.results import Watch
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level

WORTH_SHORTENING = 2_000  # bytes of a certificate
SETTLED = (Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE)

certificate_option: Callable[[Command], Command] = click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write what proves the answer, for `sokospec verify`: to a file (packed if it ends in .gz), or, for several "
    "levels, into the folder OUT.",
)


@dataclass(slots=True)
class Draft:
    """A certificate that is being written; it counts only if it is kept."""

    _out: IO[bytes]
    size: int = 0
    keep: bool = False

    def write(self, text: bytes) -> None:
        """Append text."""
        self._out.write(text)
        self.size += len(text)


@dataclass(slots=True)
class Certificates:
    """The place that `--certificate` names."""

    out: Path
    _holds: Found | None = None

    def path_for(self, found: Found) -> Path:
        """Return the file for a level: OUT, or in the folder OUT one named after the level's file and number."""
        if self.out.is_dir():
            stem = "stdin" if found.file == STDIN else Path(found.file).name
            return self.out / f"{stem}-{found.entry.number}.cert.gz"
        if self._holds not in (None, found):
            raise click.UsageError(f"{self.out} can hold one certificate; name a folder, or one level with --level.")
        self._holds = found
        return self.out

    @contextmanager
    def draft(self, found: Found) -> Iterator[Draft]:
        """Give a draft, and put it into its place at the end if it is to be kept; what was there stays otherwise."""
        path = self.path_for(found)
        unfinished = path.with_name(path.name + ".unfinished")
        try:
            with open(unfinished, "wb") as file:
                packed = path.suffix == ".gz"
                out = gzip.GzipFile("", "wb", 3, file, mtime=0) if packed else file
                draft = Draft(cast(IO[bytes], out))
                yield draft
                if packed:
                    out.close()
            if draft.keep:
                unfinished.replace(path)
        finally:
            with suppress(FileNotFoundError):
                unfinished.unlink()


def answered(engine: Engine, found: Found, objective: Objective, watch: Watch, out: Certificates | None) -> Answer:
    """Return what an engine says of a level, and write the certificate of it if that is wanted."""
    if out is None:
        return engine.solve(found.level, objective, watch)
    with out.draft(found) as draft:
        answer = engine.prove(found.level, objective, watch, draft.write)
        draft.keep = answer.verdict in SETTLED
        size = draft.size
    if answer.verdict is Verdict.UNSOLVABLE and size > WORTH_SHORTENING:
        text = evidence_text(found.level, answer.seconds)
        if text is not None and len(text) < size:
            with out.draft(found) as draft:
                draft.write(text)
                draft.keep = True
    return answer


def evidence_text(level: Level, seconds: float) -> bytes | None:
    """Return a certificate of what a detector says of the first state; None when none fires within about that time."""
    from sokodead import DETECTORS
    from sokospec.certificates.writing import written_dead

    started = time.monotonic()
    for detector in DETECTORS.values():
        evidence = detector(level)
        if evidence is not None:
            return "".join(f"{line}\n" for line in written_dead(level, evidence)).encode("ascii")
        if time.monotonic() - started > seconds:
            return None
    return None
