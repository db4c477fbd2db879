"""Checkers of certificates by name, all three together, and what remains to be believed when one accepts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from sokocheck.application.guard import Guard
from sokocheck.application.vocabulary import Kind, entry_of
from sokocheck.checkers.verdicts import Finding
from sokospec.board import Level
from sokospec.certificates.packed import GZIP
from sokospec.certificates.verify import Verification, verify
from sokospec.limits import Limits

if TYPE_CHECKING:
    from sokoverify.verify import Outcome

REFERENCE, FAST, PROVED, ALL = "reference", "fast", "proved", "all"
_SETTLED = ("ACCEPTED", "REJECTED")

BELIEVED = {
    REFERENCE: "Python, and 1,546 lines of it: the rules, the replay and the checker",
    FAST: "Python, NumPy, Numba and LLVM, the rules and the replay, and the compiled checker",
    PROVED: (
        "108 lines of Coq that define the game and what a claim means, and the definitions of a level's text; "
        "Coq's kernel and extraction, OCaml, Zarith and GMP; 127 lines of OCaml; the unpacking of the file"
    ),
    ALL: "that not all three checkers are wrong in the same way",
}
"""By the name of the checker. `python -m tools.trusted_base` and `make -C proofs/rocq glue` count the sizes."""

Check = Callable[[BinaryIO, Level | None, Limits], Finding]


def checker(name: str, guard: Guard) -> Check:
    """Return a checker by name. Raises `WrongUse` if the proved one is not installed."""
    return {REFERENCE: _reference, FAST: _fast, PROVED: _load_proved, ALL: _all}[name](guard)


def _reference(_guard: Guard) -> Check:
    return lambda stream, level, limits: _plainly(verify(stream, level, limits))


def _fast(_guard: Guard) -> Check:
    from sokosolve.machine_code import library_of
    from sokoverify.verify import verify as verify_fast

    library_of("sokoverify").load()
    return lambda stream, level, limits: _plainly(verify_fast(stream, level, limits))


def _load_proved(_guard: Guard) -> Check:
    from sokocheck.checkers.proved_checker import find_program, verify_proved

    find_program()
    return verify_proved


def _all(guard: Guard) -> Check:
    checks = {name: checker(name, guard) for name in (REFERENCE, FAST, PROVED)}

    def check(stream: BinaryIO, level: Level | None, limits: Limits) -> Finding:
        findings = {}
        for name, each in checks.items():
            stream.seek(0)
            findings[name] = each(stream, level, replace(guard.left, report=limits.report))
        finding = common_finding(findings)
        return replace(finding, kept=_keep(stream)) if finding.verdict == "DISAGREED" else finding

    return check


def common_finding(findings: Mapping[str, Finding]) -> Finding:
    """Return the common finding of several checkers.

    They disagree if one accepts what another rejects, if accepted claims differ, or if the reference and the fast
    checker differ in line or reason. What one checker does not cover is accepted by none.
    """
    verdicts = {name: finding.verdict for name, finding in findings.items()}
    settled = [finding for finding in findings.values() if finding.verdict in _SETTLED]
    open_ones = [finding for finding in findings.values() if finding.verdict not in _SETTLED]
    twins = [finding for name, finding in findings.items() if name in (REFERENCE, FAST)]
    accepted = {finding.claim for finding in settled if finding.verdict == "ACCEPTED"}
    if len({finding.verdict for finding in settled}) > 1 or len(accepted) > 1 or len({*map(_words, twins)}) > 1:
        said = ", ".join(f"{name}: {entry_of(Kind.CERTIFICATE, verdict).text}" for name, verdict in verdicts.items())
        reasons = "; ".join(finding.reason for finding in findings.values() if finding.reason)
        return Finding("DISAGREED", reason=f"{said}; {reasons}", checkers=verdicts)
    first: Sequence[Finding] = open_ones if settled and settled[0].verdict == "ACCEPTED" and open_ones else settled
    return replace((first or open_ones)[0], checkers=verdicts)


def _words(finding: Finding) -> tuple[object, ...]:
    return finding.verdict, finding.claim, finding.line, finding.reason


def _keep(stream: BinaryIO) -> str:
    import shutil
    import tempfile

    stream.seek(0)
    packed = stream.read(2) == GZIP
    stream.seek(0)
    handle, name = tempfile.mkstemp(prefix="sokospec-disagreement-", suffix=".cert.gz" if packed else ".cert")
    with os.fdopen(handle, "wb") as kept:
        shutil.copyfileobj(stream, kept)
    return name


def _plainly(outcome: Verification | Outcome) -> Finding:
    verdict = "ACCEPTED" if outcome.accepted else "REJECTED"
    return Finding(verdict, outcome.claim, outcome.line, outcome.reason, None, outcome.facts, outcome.states)
