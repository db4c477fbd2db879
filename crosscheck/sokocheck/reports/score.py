"""Scores of solvers on a suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sokocheck.reports.rows import ResultRow
from sokocheck.suites.entry import BestAnswer
from sokocheck.suites.manifest import ListedLevel, Manifest
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.replay import replay


@dataclass(frozen=True, slots=True)
class Score:
    """A run's score on a group; `best` includes correct claims of unsolvability."""

    run: str
    group: str
    levels: int
    solved: int
    best: int
    wrong: int


@dataclass(frozen=True, slots=True)
class _Mistake:
    run: str
    number: int
    what: str


def scores(manifest: Manifest, rows: Sequence[ResultRow]) -> tuple[list[Score], list[_Mistake]]:
    """Return the score of each run in each group, and all mistakes. Raises `SokobanError` if no row is
    about the suite.
    """
    levels = manifest.read_levels()
    mistakes: list[_Mistake] = []
    found: list[Score] = []
    by_run: dict[str, dict[int, ResultRow]] = {}
    for row in rows:
        if row.place[0] == Path(manifest.file).name and 1 <= row.level <= len(levels):
            by_run.setdefault(f"{row.run}, {row.objective}", {})[row.level] = row
    groups = list(dict.fromkeys(listed.group for listed in manifest.levels))
    for run, answered in by_run.items():
        counts = {group: Counter[str]() for group in groups}
        for level, listed in zip(levels, manifest.levels, strict=True):
            counted = counts[listed.group]
            counted["levels"] += 1
            if listed.number not in answered:
                continue
            answer = answered[listed.number]
            wrong = mistake(answer, level, listed)
            if wrong is not None:
                counted["wrong"] += 1
                mistakes.append(_Mistake(run, listed.number, wrong))
                continue
            counted["solved"] += answer.is_solved or answer.verdict == Verdict.UNSOLVABLE
            counted["best"] += _is_best(answer, listed.answers.get(answer.objective))
        found += [Score(run, group, *(counts[group][name] for name in _NAMES)) for group in groups]
    return found, mistakes


_NAMES = ("levels", "solved", "best", "wrong")


def _is_best(row: ResultRow, known: BestAnswer | None) -> bool:
    if row.verdict == Verdict.UNSOLVABLE:
        return True
    if not row.is_solved or known is None or known.verdict != Verdict.OPTIMAL:
        return False
    return row.cost == known.cost(row.objective)[: len(row.cost)]


def mistake(row: ResultRow, level: Level, listed: ListedLevel) -> str | None:
    """Return what is wrong with an answer, or None."""
    if row.lurd is not None and not replay(level, row.lurd).valid:
        return "its solution does not solve the level"
    known = listed.answers.get(row.objective) or next(iter(listed.answers.values()))
    unsolvable = known.verdict == Verdict.UNSOLVABLE
    if row.is_solved and unsolvable:
        return "it says that an unsolvable level is solved"
    if row.verdict == Verdict.UNSOLVABLE and not unsolvable:
        return "it says that a level with a solution has none"
    return next(_about_cost(row, listed.answers.get(row.objective)), None)


def _about_cost(row: ResultRow, known: BestAnswer | None) -> Iterator[str]:
    if known is None or known.moves is None or row.objective is Objective.ANY:
        return
    best = known.cost(row.objective)
    if known.verdict == Verdict.OPTIMAL and row.cost and row.cost < best:
        yield f"it solves the level with {row.cost}, where {best} is proved to be the least"
    if row.verdict == Verdict.OPTIMAL and row.cost > best:
        yield f"it calls {row.cost} optimal, where {best} is possible"
    if row.lower_bound is not None and row.lower_bound > best[0]:
        yield f"it says that no solution costs less than {row.lower_bound}, where {best[0]} is possible"
