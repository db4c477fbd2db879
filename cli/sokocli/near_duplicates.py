"""Pairs of similar levels: each level is compared with earlier ones as soon as it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import warn
from sokocheck.engines.all_engines import Watch
from sokocli.inputs import Request
from sokocli.results import Exit, emit, show_search, worst
from sokospec.errors import quantify
from sokospec.limits import LimitReached
from sokospec.transform.normal_form import NormalForm
from sokospec.transform.similarity import LevelMarks, similarity_of_marks

THRESHOLD = 0.8
"""The default least similarity of a printed pair: docs/records/experiments.md has the figures."""


class _Candidate(NamedTuple):
    name: str
    record: dict[str, object]
    marks: LevelMarks


def print_near_duplicates(
    request: Request, threshold: float, normal_form: Callable[[FileLevel, Watch], NormalForm]
) -> int:
    codes: list[int] = []
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    before: list[_Candidate] = []
    pairs = 0
    try:
        for found in request.levels(codes, guard, limited):
            try:
                with show_search(found.name, guard) as watch, guard:
                    marks = LevelMarks.of(normal_form(found, watch).level)
                    watch.show(f"{found.name}: comparing with {quantify(len(before), 'level')}")
                    similar = [(one, similarity_of_marks(one.marks, marks, threshold)) for one in before]
            except LimitReached as reached:
                limited(found, reached.verdict)
                continue
            for one, share in similar:
                if share:
                    pairs += 1
                    emit(
                        _record(one, found, share),
                        f"{one.name} and {found.name}: {_text(share)}",
                        as_json=request.as_json,
                    )
            before.append(_Candidate(found.name, dict(found.record), marks))
            codes.append(Exit.YES)
    except KeyboardInterrupt:
        warn("interrupted")
        codes.append(Exit.UNKNOWN)
    compared = f"{quantify(len(before), 'level')} compared, {quantify(pairs, 'pair')}"
    warn(f"{compared} with a similarity of at least {threshold:g}")
    return worst(codes)


def _record(one: _Candidate, found: FileLevel, share: float) -> dict[str, object]:
    return {
        **found.record,
        "similar_file": one.record["file"],
        "similar_level": one.record["level"],
        "similar_title": one.record["title"],
        "similarity": share,
    }


def _text(share: float) -> str:
    """Return a similarity with two digits, rounded down, so that 1 means equal."""
    return "1" if share == 1 else f"{int(share * 100) / 100:.2f}"
