"""JSON records of levels for `solve` and `batch`."""

from __future__ import annotations

from sokocheck.application.input_levels import FileLevel
from sokospec.answer import Answer, Verdict


def defect_records(found: FileLevel) -> list[dict[str, object]]:
    """Return the defects of an invalid board."""
    return [defect._asdict() for defect in found.entry.drawn.defects]


def invalid_record(found: FileLevel, objective: str) -> dict[str, object]:
    """Return the record of an invalid board."""
    return {**_empty_record(found, objective, Verdict.INVALID_INPUT), "defects": defect_records(found)}


def limit_record(found: FileLevel, objective: str, verdict: Verdict) -> dict[str, object]:
    """Return the record of a level that reached a limit outside the search."""
    return {**_empty_record(found, objective, verdict), "interrupted": False}


def _empty_record(found: FileLevel, objective: str, verdict: Verdict) -> dict[str, object]:
    keys = ("moves", "pushes", "lurd", "lower_bound", "expanded", "generated", "seconds", "peak_rss_mib")
    return {**found.record, "verdict": verdict, "objective": objective, **dict.fromkeys(keys)}


def record_of(found: FileLevel, answer: Answer, *, interrupted: bool = False) -> dict[str, object]:
    """Return the record of an answer with its level."""
    return {**found.record, **answer_record(answer), "interrupted": interrupted}


def answer_record(answer: Answer) -> dict[str, object]:
    """Return the record of an answer."""
    return {
        "verdict": answer.verdict,
        "objective": answer.objective,
        "moves": answer.moves,
        "pushes": answer.pushes,
        "lurd": answer.lurd,
        "lower_bound": answer.lower_bound,
        "expanded": answer.expanded,
        "generated": answer.generated,
        "seconds": round(answer.seconds, 6),
        "peak_rss_mib": round(answer.peak_rss_mib, 1),
    }
