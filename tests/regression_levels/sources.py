"""Sources of regression levels: refuted claims, planted faults, reported errors; each yields cases and their faults.

A search finds some of them: which level refutes a detector, which one tells a wrong fast engine. What the corpus holds
already is kept as long as it still does that, so that a change of a search does not change the corpus.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from itertools import combinations
from os import cpu_count
from random import Random
from typing import NamedTuple

from claims.catalogue import CLAIMS
from claims.document import read_record
from conformance.generate import DEPTH
from corrupted.corrupt import CHANGES, corrupted
from corrupted.samples import samples
from mutants.checker.copies import Checker
from mutants.checker.faults import FAULTS
from mutants.detector.run import LEVELS, first_refutation
from mutants.detector.wrong import WRONG_DETECTORS, forgetful
from mutants.engine.mutants import MUTANTS as WRONG_ENGINES
from mutants.engine.table import failures
from mutants.solver.mutants import MUTANTS as WRONG_SOLVERS
from mutants.solver.run import caught
from regression_levels.reported import REPORTED
from sokodead.audit import Detector
from sokodead.audit.replies import ask
from sokospec import Board, Level
from sokospec.certificates.verify import verify
from sokospec.conformance import Case, Fields, Kill, load
from sokospec.oracle import search_exhaustively

FORGETFUL = "cache-forgets-goals"


class Found(NamedTuple):
    """A regression level: an id, what an engine is asked, what that exposes, and the rules (none for a level)."""

    id: str
    kind: str
    given: Fields
    kill: Kill
    rules: tuple[str, ...] = ()


Kept = Mapping[str, Sequence[Case]]
"""The cases that the corpus holds already, by the names of what they kill."""


class NothingFound(RuntimeError):
    """No regression level was found for a fault; the text names it."""


def level_given(drawing: str) -> Fields:
    """Return what an engine is given with a level."""
    return {"level": drawing, "depth": DEPTH}


def claims(kept: Kept) -> Iterator[Found]:
    """Yield the counterexamples of the ledger's refuted claims."""
    rows = read_record()[1]
    for claim in CLAIMS:
        drawing = rows[claim.name].counterexample
        if not claim.holds and drawing is not None:
            kill = Kill(f"claim {claim.name}", claim.text, claim.reason, "tests/claims/test_claims.py")
            yield Found(f"claim-{claim.name}", "level", level_given(drawing), kill)


# Detectors


def refuted(detector: Detector, level: Level) -> str | None:
    """Return why a level refutes a detector, None when it does not."""
    reply = ask(detector, level)
    if not reply.flagged:
        return None
    lurd = search_exhaustively(level).lurd
    if lurd is not None:
        return f"it flags the state, which is solved by {lurd}" if lurd else "it flags the state, which is solved"
    reason = reply.why_rejected(level)
    return None if reason is None else f"its evidence shows nothing: {reason}"


def fresh(name: str) -> Detector:
    """Return a wrong detector that was not asked anything before."""
    return forgetful() if name == FORGETFUL else WRONG_DETECTORS[name].detector


def why_refuted(name: str, drawings: Sequence[str]) -> str | None:
    """Return why the last of some levels, asked about in order, refutes a deliberately wrong detector."""
    detector = fresh(name)
    levels = [Level.parse(drawing) for drawing in drawings]
    for level in levels[:-1]:
        ask(detector, level)
    return refuted(detector, levels[-1]) if levels else None


def detectors(kept: Kept) -> Iterator[Found]:
    """Yield the levels that refute the wrong detectors: for each the smallest that the audit finds."""
    for name, wrong in WRONG_DETECTORS.items():
        what = f"detector {name}"
        drawings = [str(case.given["level"]) for case in kept.get(what, ())]
        why = why_refuted(name, drawings)
        if why is None:
            drawings = list(searched(name))
            why = why_refuted(name, drawings)
        if why is None:
            raise NothingFound(f"the audit does not refute {what}")
        for drawing in drawings:
            last = drawing == drawings[-1]
            shows = why if last else "it is dead, and what is found out is kept for the next one"
            kill = Kill(what, wrong.what, shows, "tests/mutants/detector/test_wrong_detectors.py")
            yield Found(f"detector-{name}" if last else f"before-{name}", "level", level_given(drawing), kill)


def searched(name: str) -> Iterator[str]:
    """Yield the levels by which the audit refutes a wrong detector; one that remembers needs one before."""
    shown = first_refutation(name, LEVELS).counterexample
    if shown is None:
        return
    if name == FORGETFUL:
        yield str(before(shown.level))
    yield str(shown.level)


def before(level: Level) -> Level:
    """Return the same level with goals elsewhere, so that it is dead and the detector without memory says so."""
    old = level.board
    for goals in combinations(old.floor, len(old.goals)):
        moved = Level(Board(old.width, old.height, old.walls, frozenset(goals)), level.state)
        if ask(fresh(FORGETFUL), moved).flagged and search_exhaustively(moved).lurd is None:
            return moved
    raise NothingFound(f"no goals make this dead:\n{level}")


# Engines


def engines(kept: Kept) -> Iterator[Found]:
    """Yield, for each wrong engine of tests/mutants/engine, the first case of the suite that it answers wrongly."""
    cases = {name: {case.id: case for case in load(name)} for name in ("rules", "levels")}
    for name, wrong in WRONG_ENGINES.items():
        failure = next((failure for file in cases for failure in failures(wrong().answer, file)), None)
        if failure is None:
            raise NothingFound(f"the suite does not catch the engine {name}")
        case = cases[failure.file][failure.case]
        what = (wrong.__doc__ or "").split("\n")[0]
        why = f"{failure.field} is {short(failure.expected)}; it answers {short(failure.found)}"
        kill = Kill(f"engine {name}", what, why, "tests/mutants/engine/test_wrong_engines.py")
        yield Found(f"engine-{name}", case.kind, case.given, kill, case.rules)


def short(value: object) -> str:
    """Return a value as JSON of at most a hundred characters."""
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:100] + "..."


def solvers(kept: Kept) -> Iterator[Found]:
    """Yield, for each wrong fast engine of tests/mutants/solver, the first level whose answers give it away."""
    with ThreadPoolExecutor(cpu_count()) as pool:
        found = pool.map(lambda name: solver(name, kept), WRONG_SOLVERS)
        for name, (drawing, why) in zip(WRONG_SOLVERS, found, strict=True):
            kill = Kill(f"solver {name}", WRONG_SOLVERS[name].what, why, "tests/mutants/solver/test_wrong_solvers.py")
            yield Found(f"solver-{name}", "level", level_given(drawing), kill)


def solver(name: str, kept: Kept) -> tuple[str, str]:
    """Return a level that gives a wrong fast engine away, and how."""
    drawings = [str(case.given["level"]) for case in kept.get(f"solver {name}", ())]
    for drawing in [*drawings, None]:
        level = drawing or caught(name).level
        killed = caught(name, 0, regression=level).killed if level else None
        if killed is not None:
            return level, killed.split("\n")[0]
    raise NothingFound(f"no level gives solver {name} away")


# Certificates


def accepted(text: str) -> bool:
    """Say whether the checker accepts a certificate."""
    return verify(BytesIO(text.encode())).accepted


def checkers(kept: Kept) -> Iterator[Found]:
    """Yield, for each fault in the checker that shows so, a corrupted certificate that it lets pass."""
    texts = dict.fromkeys(str(case.given["text"]) for cases in kept.values() for case in cases if "text" in case.given)
    known = [text for text in texts if text.startswith("sokospec certificate") and not accepted(text)]
    known = known or list(corrupted_certificates())
    for name, fault in FAULTS.items():
        checker = Checker(fault.changes)
        text = next((text for text in known if lets_pass(checker, text)), None)
        if text is not None:
            claim = text.split("\n")[1].split(" ")[1]
            kill = Kill(f"checker {name}", fault.what, "it accepts what is no proof", "tests/mutants/checker/faults.py")
            rules = {"unsolvable": ("V1",), "solved": ("A2",)}.get(claim, ("O1",))
            yield Found(f"checker-{name}", "certificate", {"text": text}, kill, rules)


def lets_pass(checker: Checker, text: str) -> bool:
    """Say whether a wrong checker accepts what the checker rejects."""
    try:
        passed = bool(checker.verify(BytesIO(text.encode())).accepted)
    except Exception:  # a fault may break it
        return False
    return passed and not accepted(text)


def corrupted_certificates() -> Iterator[str]:
    """Yield corrupted certificates, the short ones first, that the checker rejects."""
    found = (corrupted(Random(f"killers {number}"), certificates(), CHANGES) for number in range(2000))
    texts = {data.decode("latin-1") for _, data in found if data[:2] != b"\x1f\x8b"}
    for text in sorted(texts, key=lambda text: (len(text), text)):
        if text.isascii() and text.startswith("sokospec certificate") and not accepted(text):
            yield text


@cache
def certificates() -> Sequence[str]:
    """Return the certificates that are corrupted."""
    return samples(seed=1, of_each=2, levels=40)


def reported(kept: Kept) -> Iterator[Found]:
    """Yield what was reported, written down by hand."""
    for name, kind, given, wrong, why, source, rules in REPORTED:
        full = level_given(str(given["level"])) if kind == "level" else given
        yield Found(f"reported-{name}", kind, full, Kill(f"report {name}", wrong, why, source), rules)


SOURCES = (claims, detectors, engines, solvers, checkers, reported)
"""All of them, in the order of the corpus."""
