"""Where certificates go: one file, or one for each level in a folder; whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from sokocheck.application import outputs
from sokocheck.application.input_levels import STDIN, Found
from sokocheck.application.wrong_use import WrongUse
from sokocheck.engines.all_engines import Engine, Watch
from sokospec import clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.certificates.verify import verify

WORTH_SHORTENING = 2_000  # bytes of a certificate
LONGEST_NAME = 200  # bytes; with the number of a level and the ending, systems take 255
DIGEST = re.compile(r"-[0-9a-f]{12}$")
NO_FOLDER = "{} can hold one certificate; name a folder, or one level with --level and one objective."
SETTLED = (Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE)


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


class Certificates:
    """The place that `--certificate` names: a file for one certificate, or a folder for one of each level."""

    def __init__(self, out: Path, files: Sequence[str], others: Sequence[str] = ()) -> None:
        """Prepare for the levels of some files; raises a usage error where nothing can be written.

        No certificate gets into the place of one of these files, or of others that are in use.
        """
        self.out = out
        self._reading = outputs.identities([*files, *others])
        self._stems = stems(files)
        self._in_folder = out.is_dir()
        self._holds: tuple[str, int, Objective | None] | None = None
        if len(self._stems) > 1 and not self._in_folder:
            raise WrongUse(NO_FOLDER.format(out))
        outputs.check(out / "any" if self._in_folder else out, self._reading)

    def path_for(self, found: Found, objective: Objective | None = None) -> Path:
        """Return the file for a level, and for an objective where there may be several; raises a usage error."""
        if self._in_folder:
            number = f"{found.entry.number}" if objective is None else f"{found.entry.number}-{objective}"
            path = self.out / f"{self._stems[found.file]}-{number}.cert.gz"
            outputs.check(path, self._reading)
            return path
        place = found.file, found.entry.number, objective
        if self._holds not in (None, place):
            raise WrongUse(NO_FOLDER.format(self.out))
        self._holds = place
        return self.out


class Proving:
    """Settles one level with certificates, which the trusted base accepts before an answer is used.

    `paths` says where they go, by objective. Those of settled answers are in `written`.
    """

    def __init__(self, engine: Engine, found: Found, paths: Mapping[Objective, Path]) -> None:
        """Write none yet."""
        self._engine, self._found, self.paths = engine, found, dict(paths)
        self.written: dict[Objective, Path] = {}

    def solve(self, level: Level, objective: Objective, watch: Watch) -> Answer:
        """Return the engine's answer; raises `AssertionError` if its certificate is rejected."""
        path = self.paths[objective]
        answer = answered(self._engine, self._found, objective, watch, path)
        if answer.verdict in SETTLED:
            with path.open("rb") as stream:
                outcome = verify(stream, level)
            if not outcome.accepted:
                raise AssertionError(f"the certificate of {self._found.name} is rejected: {outcome.reason}")
            self.written[objective] = path
        return answer


def stems(files: Sequence[str]) -> dict[str, str]:
    """Return for each of several files the beginning of its certificates' names: no two are the same.

    It is the file's name without folders, behind which comes a digest of all that the file was called where another
    file has that name too, or where the name itself is very long or looks like one with a digest.

    >>> stems(["a/x.xsb", "a/y.xsb", "-"])
    {'a/x.xsb': 'x.xsb', 'a/y.xsb': 'y.xsb', '-': 'stdin'}
    >>> stems(["a/x.xsb", "b/x.xsb"])
    {'a/x.xsb': 'x.xsb-2a73613ca345', 'b/x.xsb': 'x.xsb-bb93189909cc'}
    """
    names = {file: "stdin" if file == STDIN else Path(file).name for file in files}
    shared = Counter(name.casefold() for name in names.values())  # some systems hold X and x to be the same
    return {
        file: name
        if shared[name.casefold()] == 1 and len(os.fsencode(name)) <= LONGEST_NAME and not DIGEST.search(name)
        else f"{name[: LONGEST_NAME // 4]}-{hashlib.sha256(os.fsencode(file)).hexdigest()[:12]}"
        for file, name in names.items()
    }


@contextmanager
def drafted(path: Path) -> Iterator[Draft]:
    """Give a draft of a certificate, packed if its name says so; what was in its place stays unless it is kept."""
    with outputs.writing(path) as output:
        packed = path.suffix == ".gz"
        out = gzip.GzipFile("", "wb", 3, output.file, mtime=0) if packed else output.file
        draft = Draft(cast(IO[bytes], out))
        try:
            yield draft
        finally:
            if packed:
                out.close()
            output.keep = draft.keep


def answered(engine: Engine, found: Found, objective: Objective, watch: Watch, path: Path | None) -> Answer:
    """Return what an engine says of a level, and write the certificate of it to a file if that is wanted."""
    if path is None:
        return engine.solve(found.level, objective, watch)
    text = None
    with drafted(path) as draft:
        answer = engine.prove(found.level, objective, watch, draft.write)
        if answer.verdict is Verdict.UNSOLVABLE and draft.size > WORTH_SHORTENING:
            text = evidence_text(found.level, answer.seconds)
        shorter = text is not None and len(text) < draft.size
        draft.keep = answer.verdict in SETTLED and not shorter
    if text is not None and shorter:
        with drafted(path) as draft:
            draft.write(text)
            draft.keep = True
    return answer


def evidence_text(level: Level, seconds: float) -> bytes | None:
    """Return a certificate of what a detector says of the first state; None when none fires within about that time."""
    from sokodead import DETECTORS
    from sokospec.certificates.writing import written_dead

    started = clock.now()
    for detector in DETECTORS.values():
        evidence = detector(level)
        if evidence is not None:
            return "".join(f"{line}\n" for line in written_dead(level, evidence)).encode("ascii")
        if clock.now() - started > seconds:
            return None
    return None
