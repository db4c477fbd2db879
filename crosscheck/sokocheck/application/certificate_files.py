"""Output of certificates: one file, or one for each level in a folder, written whole or not at all."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from sokocheck.application import outputs
from sokocheck.application.input_levels import STDIN, FileLevel
from sokocheck.application.wrong_use import WrongUse
from sokocheck.engines.all_engines import Engine, Watch
from sokospec import clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level

_WORTH_SHORTENING = 2_000  # bytes of a certificate
_LONGEST_NAME = 200  # bytes; with the number of a level and the ending, systems take 255
_DIGEST = re.compile(r"-[0-9a-f]{12}$")
_NO_FOLDER = "{} can hold one certificate; name a folder, or one level with --level and one objective."
SETTLED = (Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE)


class Certificates:
    """Target of `--certificate`: a file for one certificate, or a folder for one of each level.

    Raises a usage error if nothing can be written there.
    """

    def __init__(self, out: Path, files: Sequence[str], others: Sequence[str] = ()) -> None:
        self.out = out
        self._reading = outputs.identities([*files, *others])
        self._stems = stems(files)
        self._in_folder = out.is_dir()
        self._holds: tuple[str, int, Objective | None] | None = None
        if len(self._stems) > 1:
            self.require_folder()
        outputs.check(out / "any" if self._in_folder else out, self._reading)

    @property
    def if_several(self) -> Callable[[], None] | None:
        """Refusal of several levels, to be called before the first is done; None for a folder."""
        return None if self._in_folder else self.require_folder

    def require_folder(self) -> None:
        """Raise a usage error unless there is a folder, which can hold several certificates."""
        if not self._in_folder:
            raise WrongUse(_NO_FOLDER.format(self.out))

    def path_for(self, found: FileLevel, objective: Objective | None = None) -> Path:
        """Return the file for a level (and objective, if several). Raises a usage error."""
        if self._in_folder:
            number = f"{found.entry.number}" if objective is None else f"{found.entry.number}-{objective}"
            path = self.out / f"{self._stems[found.file]}-{number}.cert.gz"
            outputs.check(path, self._reading)
            return path
        place = found.file, found.entry.number, objective
        if self._holds not in (None, place):
            self.require_folder()
        self._holds = place
        return self.out


class Proving:
    """Solver of one level whose certificates are verified by the trusted base before an answer is returned.

    `paths` and `written` map objectives to files; only settled answers are written.
    """

    def __init__(self, engine: Engine, found: FileLevel, paths: Mapping[Objective, Path]) -> None:
        self._engine, self._found, self.paths = engine, found, dict(paths)
        self.written: dict[Objective, Path] = {}

    def solve(self, level: Level, objective: Objective, watch: Watch) -> Answer:
        """Return the engine's answer. Raises `AssertionError` if its certificate is rejected."""
        from sokospec.certificates.verify import verify  # takes longer to import than most levels to solve

        path = self.paths[objective]
        answer = answer_level(self._engine, self._found, objective, watch, path)
        if answer.verdict in SETTLED:
            with path.open("rb") as stream:
                outcome = verify(stream, level)
            if not outcome.accepted:
                raise AssertionError(f"the certificate of {self._found.name} is rejected: {outcome.reason}")
            self.written[objective] = path
        return answer


def stems(files: Sequence[str]) -> dict[str, str]:
    """Return a distinct prefix for each file's certificates.

    A digest of the given name is added where names collide or are very long.

    >>> stems(["a/x.xsb", "a/y.xsb", "-"])
    {'a/x.xsb': 'x.xsb', 'a/y.xsb': 'y.xsb', '-': 'stdin'}
    >>> stems(["a/x.xsb", "b/x.xsb"])
    {'a/x.xsb': 'x.xsb-2a73613ca345', 'b/x.xsb': 'x.xsb-bb93189909cc'}
    """
    names = {file: "stdin" if file == STDIN else Path(file).name for file in files}
    shared = Counter(name.casefold() for name in names.values())  # some systems hold X and x to be the same
    return {
        file: name
        if shared[name.casefold()] == 1 and len(os.fsencode(name)) <= _LONGEST_NAME and not _DIGEST.search(name)
        else f"{name[: _LONGEST_NAME // 4]}-{_digest(file)}"
        for file, name in names.items()
    }


def _digest(file: str) -> str:
    from hashlib import sha256  # seldom of use

    return sha256(os.fsencode(file)).hexdigest()[:12]


@contextmanager
def _draft_certificate(path: Path) -> Iterator[outputs.Draft]:
    """Open a draft of a certificate, packed or not, that is discarded unless `keep` is set."""
    from gzip import GzipFile  # commands that write no certificate start faster

    with outputs.open_draft(path) as output:
        packed = path.suffix == ".gz"
        out = GzipFile("", "wb", 3, output.file, mtime=0) if packed else output.file
        draft = outputs.Draft(cast(BinaryIO, out), keep=False)
        try:
            yield draft
        finally:
            if packed:
                out.close()
            output.keep = draft.keep


def answer_level(engine: Engine, found: FileLevel, objective: Objective, watch: Watch, path: Path | None) -> Answer:
    """Return an engine's answer, and write its certificate if a path is given."""
    if path is None:
        return engine.solve(found.level, objective, watch)
    text = None
    with _draft_certificate(path) as draft:
        answer = engine.prove(found.level, objective, watch, draft.file.write)
        size = draft.file.tell()  # before it is packed
        if answer.verdict is Verdict.UNSOLVABLE and size > _WORTH_SHORTENING:
            text = _evidence_text(found.level, answer.seconds)
        shorter = text is not None and len(text) < size
        draft.keep = answer.verdict in SETTLED and not shorter
    if text is not None and shorter:
        with _draft_certificate(path) as draft:
            draft.file.write(text)
            draft.keep = True
    return answer


def _evidence_text(level: Level, seconds: float) -> bytes | None:
    from sokodead import DETECTORS
    from sokospec.certificates.writing import format_evidence

    started = clock.now()
    for detector in DETECTORS.values():
        evidence = detector(level)
        if evidence is not None:
            return "".join(f"{line}\n" for line in format_evidence(level, evidence)).encode("ascii")
        if clock.now() - started > seconds:
            return None
    return None
