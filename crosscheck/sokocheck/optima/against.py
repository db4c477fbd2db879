"""Judgement of solutions by recorded optima, without search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from sokocheck.application.input_levels import open_file
from sokocheck.application.terminal_text import in_a_line
from sokocheck.batch.keys import level_key
from sokocheck.batch.results_file import Record, records_of
from sokocheck.claims.judging import UNSOLVABLE, ClaimVerdict, Comparison, Judge, Judgement, Standing, cost_for_json
from sokocheck.engines.all_engines import Watch
from sokocheck.optima.table import OptimaTable, Optimum, RecordedOptima
from sokospec.answer import EXACT, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError, quantify
from sokospec.formats import Reading


class _BatchRecords:
    """Records of `batch`, by level key and objective."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._optima: dict[tuple[str, Objective], tuple[str, Optimum]] = {}
        for number, record in enumerate(records_of(path), start=1):
            try:
                self._learn(record)
            except (KeyError, ValueError, TypeError):
                raise SokobanError(
                    f"{in_a_line(str(path))}, line {number}: not a record of 'batch', which has a key, an objective, a "
                    "verdict, moves, pushes and a lower bound; take the line out, or name the file of --out of 'batch'"
                ) from None

    def _learn(self, record: Record) -> None:
        verdict, objective = Verdict(record["verdict"]), Objective(record["objective"])
        place = (str(record["key"]), objective)
        if verdict is Verdict.INVALID_INPUT or (objective is Objective.ANY and verdict is not Verdict.UNSOLVABLE):
            return
        if verdict is Verdict.UNSOLVABLE:
            optimum = Optimum(None)
        elif verdict is Verdict.OPTIMAL:
            first, *second = objective.cost(int(record["moves"]), int(record["pushes"]))
            optimum = Optimum(first, True, *second)
        else:
            optimum = Optimum(int(record["lower_bound"] or 0))
        before = self._optima.get(place)
        if before is None or (not before[1].is_least and before[1].bound is not None):
            self._optima[place] = (f"{record['file']}:{record['level']}", optimum)

    def look_up(self, level: Level) -> RecordedOptima | None:
        keys = {objective: level_key(level, objective) for objective in (Objective.PUSHES, Objective.MOVES)}
        found: dict[Objective, Optimum] = {}
        where = ""
        for objective in (*EXACT, Objective.ANY):
            key = Objective.MOVES if "moves" in objective.counts else Objective.PUSHES
            said = self._optima.get((keys[key], objective))
            if said is None:
                continue
            where, optimum = said
            for each in EXACT if optimum.bound is None else (objective, *objective.counts[:1]):
                found.setdefault(Objective(each), optimum)
        return RecordedOptima(f"{self._path.name}, {where}", found) if found else None


_Records = OptimaTable | _BatchRecords


def records_in(path: Path) -> _Records:
    """Return the table of optima or the `batch` records in a file."""
    with open_file(str(path)) as file:
        return _BatchRecords(path) if file.read(1) == b"{" else OptimaTable(path)


class RecordsJudge(Judge):
    """Judge by records; the first record of a level counts."""

    def __init__(self, records: Sequence[_Records], reading: Reading) -> None:
        super().__init__(_no_engine, reading)
        self._records = records
        self._last: tuple[Level, RecordedOptima | None] | None = None

    def judge(self, level: Level, solution: str | None, claim: str | None, watch: Watch) -> Judgement:
        if solution is None:
            return self._by_records(self._look_up(level))
        judgement = super().judge(level, solution, claim if claim == UNSOLVABLE else None, watch)
        if judgement.verdict is not ClaimVerdict.VALID or judgement.replay is None:
            return judgement
        known = self._look_up(level)
        if known is None:
            return replace(judgement, verdict=ClaimVerdict.UNKNOWN, reason="the records do not have this level")
        moves, pushes = judgement.replay.metrics.moves, judgement.replay.metrics.pushes
        standings = {
            objective: _compare_with_optimum(objective.cost(moves, pushes), objective, optimum, known.best)
            for objective, optimum in known.optima.items()
        }
        judgement = replace(judgement, standings=standings, against_best=_compare((pushes, moves), known.best))
        refuted = [objective for objective, each in standings.items() if each.verdict is ClaimVerdict.BETTER]
        if refuted:
            return replace(judgement, verdict=ClaimVerdict.BETTER, reason=_refutation(known, refuted[0]))
        return judgement if claim is None else _judge_claim(judgement, known, Objective(claim))

    def _look_up(self, level: Level) -> RecordedOptima | None:
        if self._last is None or self._last[0] != level:
            found = (records.look_up(level) for records in self._records)
            self._last = level, next((known for known in found if known is not None), None)
        return self._last[1]

    def _by_records(self, known: RecordedOptima | None) -> Judgement:
        if known is None:
            return Judgement(ClaimVerdict.UNKNOWN, reason="the records do not have this level")
        optima = known.optima.items()
        if any(optimum.bound is None for _, optimum in optima):
            return Judgement(ClaimVerdict.VALID, reason=f"unsolvable by {known.where}")
        for objective, optimum in optima:
            if optimum.is_least:
                count = objective.counts[0]
                return Judgement(
                    ClaimVerdict.INVALID,
                    rule="V1",
                    reason=f"claimed unsolvable, but solvable in {optimum.bound} {count} by {known.where}",
                )
        return Judgement(ClaimVerdict.UNKNOWN, reason=f"{known.where} does not say whether the level has a solution")


def _compare_with_optimum(
    cost: tuple[int, ...], objective: Objective, known: Optimum, best: tuple[int, int] | None = None
) -> Standing:
    """Return the standing of a solution's cost; `best` is pushes and moves of the best recorded solution.

    >>> print(_compare_with_optimum((5,), Objective.PUSHES, Optimum(5, True)).verdict)
    OPTIMAL
    >>> print(_compare_with_optimum((5, 9), Objective.PUSHES_MOVES, Optimum(5, True)).verdict)
    UNKNOWN
    >>> print(_compare_with_optimum((5, 9), Objective.PUSHES_MOVES, Optimum(5, True), (5, 8)).verdict)
    NOT_OPTIMAL
    """
    recorded = None if best is None else objective.cost(best[1], best[0])
    least = known.cost(objective)
    shown = None if least is None else cost_for_json(least)
    if known.bound is None or cost[0] < known.bound or (least is not None and cost < least):
        verdict = ClaimVerdict.BETTER
    elif least is None and cost == (known.bound,):
        verdict, shown = ClaimVerdict.OPTIMAL, known.bound  # nothing goes below the bound
    elif least is None and (cost[0] == known.bound or not known.is_least):
        falls_short = recorded is not None and recorded < cost
        verdict = ClaimVerdict.NOT_OPTIMAL if falls_short else ClaimVerdict.UNKNOWN
    else:
        verdict = ClaimVerdict.OPTIMAL if cost == least else ClaimVerdict.NOT_OPTIMAL
    return Standing(verdict, shown, known.bound, None if recorded is None else cost_for_json(recorded))


_THAN = {Comparison.BETTER: "better than", Comparison.EQUAL: "as good as", Comparison.WORSE: "worse than"}


def against_best_text(judgement: Judgement) -> str:
    """Return the comparison with the best recorded solution in words, empty without one."""
    if judgement.against_best is None or judgement.standings is None:
        return ""
    best = judgement.standings[Objective.PUSHES_MOVES].best
    assert isinstance(best, list)
    pushes, moves = quantify(best[0], "push"), quantify(best[1], "move")
    return f"{_THAN[judgement.against_best]} the best recorded solution, {pushes} and {moves}"


def _compare(cost: tuple[int, int], best: tuple[int, int] | None) -> Comparison | None:
    if best is None:
        return None
    if cost == best:
        return Comparison.EQUAL
    return Comparison.BETTER if cost < best else Comparison.WORSE


def summarise(judgements: Sequence[Judgement]) -> str:
    """Return the numbers of optimal solutions by objective, and of those better than the records, in words."""
    counts: dict[Objective, list[int]] = {}
    compared = Counter(judgement.against_best for judgement in judgements)
    for judgement in judgements:
        for objective, each in (judgement.standings or {}).items():
            settled = each.verdict is not ClaimVerdict.UNKNOWN
            count = counts.setdefault(objective, [0, 0])
            count[0] += each.verdict is ClaimVerdict.OPTIMAL
            count[1] += settled
    parts = [f"{objective} {optimal:,} of {settled:,}" for objective, (optimal, settled) in counts.items()]
    lines = [f"optimal by the records: {', '.join(parts)}"] if parts else []
    if any(compared[each] for each in Comparison):
        said = ", ".join(f"{compared[each]:,} {each.lower()}" for each in Comparison)
        lines.append(f"against the best recorded solutions: {said}")
    return "\n".join(lines)


def _judge_claim(judgement: Judgement, known: RecordedOptima, objective: Objective) -> Judgement:
    assert judgement.standings is not None
    found = judgement.standings.get(objective)
    if found is None:
        reason = f"{known.where} says nothing about {objective}"
        return replace(judgement, verdict=ClaimVerdict.UNKNOWN, reason=reason)
    judgement = replace(judgement, verdict=found.verdict, optimum=found.optimum)
    if found.verdict is ClaimVerdict.UNKNOWN:
        return replace(judgement, reason=f"{known.where} has only the bound {found.lower_bound}, not the optimum")
    if found.verdict is ClaimVerdict.NOT_OPTIMAL:
        recorded = f"recorded in {known.where}"
        if found.optimum is None and known.best is not None:
            pushes, moves = known.best
            recorded = f"a solution of {quantify(pushes, 'push')} and {quantify(moves, 'move')} is {recorded}"
        return replace(judgement, rule="O1", reason=recorded)
    return judgement


def _refutation(known: RecordedOptima, objective: Objective) -> str:
    optimum = known.optima[objective]
    said = "unsolvable" if optimum.bound is None else f"{optimum} for {objective}"
    return f"{known.where} says {said}, but this replayed solution is better"


def _no_engine(level: Level, objective: Objective, watch: Watch) -> NoReturn:
    raise AssertionError("records are judged by without a search")
