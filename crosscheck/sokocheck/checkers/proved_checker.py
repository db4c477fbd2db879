"""Runner of the proved checker, a program extracted from a Coq proof."""

from __future__ import annotations

import json
import os
import shutil
import sysconfig
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO, cast

from sokocheck.application.wrong_use import WrongUse
from sokocheck.checkers.verdicts import CheckerFailed, Finding
from sokocheck.programs.measure import Allowance, Measured, run
from sokospec.answer import Verdict
from sokospec.board import Level
from sokospec.certificates.packed import plain
from sokospec.certificates.text import Lines, read_level
from sokospec.limits import LimitReached, Limits, Meter

_VARIABLE = "SOKOSPEC_PROVED"
"""The environment variable that names the program."""
_PROGRAM = "sokospec-proved"
_CHECKOUT = Path(__file__).resolve().parents[3] / "proofs" / "rocq"
_PROTOCOL = 1
_KEYS = ("verdict", "claim", "line", "reason", "kind", "facts", "states")
_VERDICTS = ("ACCEPTED", "REJECTED", "NOT_COVERED", "UNKNOWN")
_HOW_TO_GET_IT = (
    "install the wheel sokospec-proved, or build it in a copy of the repository: "
    f"make -C proofs/rocq (docs/background/proved.md); {_VARIABLE} may name it"
)
_TEXT_OF_LIMIT = {"cpu": Verdict.LIMIT_TIME, "wall": Verdict.LIMIT_TIME, "memory": Verdict.LIMIT_MEMORY}
_ENDED = {"output": "it printed too much", "lost": "it ended or stopped the process that keeps its limits"}


def find_program() -> str:
    """Return the path of the program, or raise `WrongUse`.

    Searched in order: SOKOSPEC_PROVED, Python's scripts folder, the checkout, the PATH.
    """
    named = os.environ.get(_VARIABLE)
    if named:
        if (path := shutil.which(named)) is None:
            raise WrongUse(f"{_VARIABLE} names {named}, which is not a program; {_HOW_TO_GET_IT}")
        return os.path.abspath(path)
    for folder in (sysconfig.get_path("scripts"), str(_CHECKOUT)):
        if (path := shutil.which(_PROGRAM, path=folder)) is not None:
            return path
    if (path := shutil.which(_PROGRAM)) is None:
        raise WrongUse(f"the proved checker is not installed; {_HOW_TO_GET_IT}")
    return os.path.abspath(path)


def verify_proved(stream: BinaryIO, level: Level | None = None, limits: Limits | None = None) -> Finding:
    """Check a certificate with the proved checker; with `level`, also that it is about this level.

    Raises `LimitReached`, `WrongUse` without the program, and `CheckerFailed`.
    """
    program = find_program()
    meter = Meter(limits or Limits())
    with NamedTemporaryFile(prefix="sokospec-", suffix=".cert") as copy:
        try:
            _copy(stream, cast(BinaryIO, copy), lambda: meter.expand(0))
        except (EOFError, zlib.error) as error:
            reason = f"the packed file is not whole, or something else follows: {error}"
            return Finding("REJECTED", reason=reason)
        copy.flush()
        finding, _ = ask(program, Path(copy.name), limits or Limits())
        if level is not None and finding.verdict == "ACCEPTED":
            copy.seek(0)
            return _about(finding, cast(BinaryIO, copy), level)
        return finding


def ask(program: str, path: Path, limits: Limits) -> tuple[Finding, Measured]:
    """Return the program's verdict on an unpacked file, and the measured run."""
    if limits.seconds == 0 or limits.cpu == 0:
        raise LimitReached(Verdict.LIMIT_TIME)
    allowance = Allowance(cpu=limits.cpu or 0, wall=limits.seconds or 0, mib=limits.mib or 0)
    measured = run([program, "--json", str(path)], allowance)
    if measured.ended in _TEXT_OF_LIMIT:
        raise LimitReached(_TEXT_OF_LIMIT[measured.ended])
    said = " ".join(measured.stderr.split())[-200:]
    if measured.ended != "exit" or measured.code < 0:
        ended = _ENDED.get(measured.ended, f"it was ended by signal {-measured.code}")
        raise CheckerFailed(f"the proved checker gave no verdict: {ended}. {said}".strip())
    answer = _answer(measured.stdout)
    if answer is None or answer["verdict"] not in _VERDICTS:
        raise CheckerFailed(f"the proved checker gave no verdict; exit code {measured.code}. {said}".strip())
    if answer["protocol"] != _PROTOCOL:
        raise CheckerFailed(f"the proved checker speaks another protocol than {_PROTOCOL}: {_HOW_TO_GET_IT}")
    return Finding(**{key: answer[key] for key in _KEYS}), measured


def _answer(printed: str) -> dict[str, Any] | None:  # Any: values of JSON
    with suppress(ValueError):
        answer = json.loads(printed)
        if isinstance(answer, dict) and answer.keys() >= {"protocol", *_KEYS}:
            return answer
    return None


def _copy(stream: BinaryIO, copy: BinaryIO, look: Callable[[], object]) -> None:
    stream.seek(0)
    text = plain(stream, look)
    while piece := text.read(1 << 18):
        look()
        copy.write(piece)


def _about(finding: Finding, text: BinaryIO, level: Level) -> Finding:
    lines = Lines(text)
    lines.next(), lines.next()
    if read_level(lines) == level:
        return finding
    return replace(finding, verdict="REJECTED", line=lines.at, reason="the certificate is about another level")
