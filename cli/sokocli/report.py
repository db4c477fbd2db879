"""`sokospec report`: tables, comparisons and plots of records, and contradictory claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

import click

from sokocheck.application import outputs
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import counts_text, text_of
from sokocheck.reports.contradictions import Contradiction, contradictions
from sokocheck.reports.rows import ResultRow, rows_of
from sokocheck.reports.score import scores
from sokocheck.reports.summary import Comparison, Difference, Summary, by_run, compare_runs, summaries
from sokocheck.suites.manifest import Manifest, manifest_of
from sokocli.completion import complete_files
from sokocli.inputs import json_option
from sokocli.options import path_option
from sokocli.results import Exit, emit, tell
from sokospec.errors import SokobanError, quantify

_MISSING = "--plot needs Matplotlib: pip install matplotlib"
_SCORED = ("group", "levels", "solved", "best", "wrong")
_COLUMNS = ("run", "objective", "levels", "pushes", "seconds", "median s", "peak MiB", "expanded", "verdicts")


@click.command()
@click.argument(
    "results",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    shell_complete=complete_files([".jsonl"]),
)
@path_option("--plot FILE", "File for a plot: .svg, .png or .pdf.")
@path_option(
    "--suite MANIFEST",
    "Score the runs on a suite written by `generate suite`: its manifest or folder.",
    exists=True,
    folder=True,
)
@json_option
def command(results: tuple[Path, ...], plot: Path | None, suite: Path | None, *, as_json: bool) -> int:
    """Summarise the records in RESULTS, written by `batch`, `solve --json` or a benchmark.

    The records of one file with the same solver and options are a run. Two runs are compared level by level.

    Exit code 1: two claims contradict, such as 'unsolvable' and a solution, or an optimum and a cheaper solution. With
    --suite, exit code 1 means that a run has a wrong answer.
    """
    if plot is not None:
        _require_drawable(plot, results)
    rows: list[ResultRow] = []
    for path in results:
        found, notes = rows_of(path)
        rows += found
        for note in notes:
            warn(note)
    if not rows:
        raise SokobanError(f"{', '.join(map(str, results))}: the file has no records")
    counting = [row for row in rows if not row.superseded]
    if suite is not None:
        return _print_scores(manifest_of(suite), counting, plot, as_json=as_json)
    lines = list(summaries(counting))
    if as_json:
        for line in lines:
            emit({"kind": "run", **asdict(line)}, "", as_json=True)
    else:
        tell(_table(lines))
    runs = list(by_run(counting).values())
    if len(runs) == 2:
        _tell(compare_runs(*runs), as_json=as_json)
    wrong = contradictions(rows)
    for each in wrong:
        emit({"kind": "contradiction", **_contradiction(each)}, _contradiction_text(each), as_json=as_json)
    warn(quantify(len(wrong), "contradiction"))
    if plot is not None:
        from sokocheck.reports.plot import draw  # Matplotlib takes a second to import

        _draw(partial(draw, counting), plot)
    return Exit.NO if wrong else Exit.YES


def _print_scores(manifest: Manifest, rows: Sequence[ResultRow], plot: Path | None, *, as_json: bool) -> int:
    found, mistakes = scores(manifest, rows)
    if not found:
        raise SokobanError(f"no record is about a level of {manifest.name}; its levels are in {manifest.file}")
    if as_json:
        for score in found:
            emit({"kind": "score", "suite": manifest.suite, **asdict(score)}, "", as_json=True)
    else:
        cells = [tuple(map(str, (score.group, score.levels, score.solved, score.best, score.wrong))) for score in found]
        for run in dict.fromkeys(score.run for score in found):
            mine = [cell for cell, score in zip(cells, found, strict=True) if score.run == run]
            tell(f"{run}\n{_align_columns([_SCORED, *mine], {0})}\n")
    for mistake in mistakes:
        record = {"kind": "mistake", "suite": manifest.suite, **asdict(mistake)}
        emit(record, f"wrong answer: {mistake.run}, level {mistake.number}: {mistake.what}", as_json=as_json)
    warn(quantify(len(mistakes), "wrong answer"))
    if plot is not None:
        from sokocheck.reports.plot import draw_scores  # Matplotlib takes a second to import

        _draw(partial(draw_scores, found), plot)
    return Exit.NO if mistakes else Exit.YES


def _draw(draw: Callable[[BinaryIO, str], None], plot: Path) -> None:
    with outputs.open_draft(plot) as draft:
        draw(draft.file, plot.suffix[1:])
    warn(str(plot))


def _tell(comparison: Comparison, *, as_json: bool) -> None:
    figures = {
        "one": comparison.one,
        "other": comparison.other,
        "common": comparison.common,
        "seconds_ratio": comparison.seconds_ratio,
        "expanded_ratio": comparison.expanded_ratio,
        "different": len(comparison.differences),
        "only_one": comparison.only_one,
        "only_other": comparison.only_other,
    }
    ratios = ", ".join(
        f"{name} {'-' if ratio is None else f'x {ratio:.2f}'}"
        for name, ratio in (("seconds", comparison.seconds_ratio), ("expanded", comparison.expanded_ratio))
    )
    alone = comparison.only_one + comparison.only_other
    text = (
        f"\nthe second against the first: {quantify(comparison.common, 'level')} settled by both, on these {ratios};"
        f" {len(comparison.differences):,} answered differently, {alone:,} in one alone"
    )
    emit({"kind": "comparison", **figures}, text, as_json=as_json)
    for difference in comparison.differences:
        emit({"kind": "difference", **_difference(difference)}, _difference_text(difference), as_json=as_json)


def _difference(difference: Difference) -> dict[str, object]:
    one, other = difference.one, difference.other
    return {
        "file": one.file,
        "level": one.level,
        "title": one.title,
        "one": {"verdict": one.verdict, "moves": one.moves, "pushes": one.pushes},
        "other": {"verdict": other.verdict, "moves": other.moves, "pushes": other.pushes},
    }


def _difference_text(difference: Difference) -> str:
    return f"  {difference.one.name}: {_answer(difference.one)} | {_answer(difference.other)}"


def _answer(row: ResultRow) -> str:
    return text_of(row.verdict) + (
        "" if row.moves is None else f": {quantify(row.moves, 'move')}, {quantify(row.pushes or 0, 'push')}"
    )


def _contradiction(wrong: Contradiction) -> dict[str, object]:
    return {
        "file": wrong.one.file,
        "level": wrong.one.level,
        "title": wrong.one.title,
        "run": wrong.one.run,
        "other_run": wrong.other.run,
        "other_file": wrong.other.file,
        "other_level": wrong.other.level,
        "reason": wrong.what,
    }


def _contradiction_text(wrong: Contradiction) -> str:
    where = "" if wrong.one.place == wrong.other.place else f" ({wrong.other.name} is an equivalent level)"
    return f"contradiction: {wrong.one.name}, {wrong.one.run}: {wrong.what}{where}"


def _table(lines: Sequence[Summary]) -> str:
    return _align_columns([_COLUMNS, *map(_cells, lines)], {0, 1, len(_COLUMNS) - 1})


def _align_columns(cells: Sequence[tuple[str, ...]], left: set[int]) -> str:
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(widths[column]) if column in left else cell.rjust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in cells
    )


def _cells(line: Summary) -> tuple[str, ...]:
    verdicts = counts_text(line.verdicts)
    return (
        line.run,
        line.objective,
        f"{line.levels:,}",
        f"{line.pushes:,}",
        f"{line.seconds:,.2f}",
        "-" if line.median_seconds is None else f"{line.median_seconds:.3f}",
        "-" if line.peak_rss_mib is None else f"{line.peak_rss_mib:,.0f}",
        f"{line.expanded:,}",
        verdicts + (f"; {line.failed:,} failed" if line.failed else ""),
    )


def _require_drawable(plot: Path, results: Sequence[Path]) -> None:
    if plot.suffix not in (".svg", ".png", ".pdf"):
        raise click.UsageError(f"--plot {plot}: the name must end in .svg, .png or .pdf.")
    if find_spec("matplotlib") is None:
        raise click.UsageError(_MISSING)
    outputs.check(plot, outputs.identities(map(str, results)))
