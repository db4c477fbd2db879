"""`sokospec batch`: thousands of levels in many processes, resumable, none searched twice."""

from __future__ import annotations

from pathlib import Path

import click

from sokocheck.application.certificate_files import Certificates
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import invalid_record
from sokocheck.batch.task import Task
from sokocheck.batch.whole_run import Counts
from sokocheck.engines.all_engines import Choice
from sokocli import inputs
from sokocli.engine_options import certificate_option, choice_options, objective_option
from sokocli.inputs import Request
from sokocli.many_levels import Places, Work, places_options, run_levels
from sokocli.options import path_option
from sokocli.results import emit
from sokospec.errors import quantify


@click.command()
@inputs.files_argument
@path_option("--out RESULTS.jsonl", "File for the records (JSON Lines); new ones are appended.", required=True)
@places_options
@inputs.level_option
@objective_option
@choice_options
@certificate_option(
    "Write a proof of each answer, for `sokospec verify`, into this folder, which must exist.", "FOLDER"
)
@inputs.request_options(None)
def command(
    request: Request,
    out: Path,
    places: Places,
    objective: str,
    choice: Choice,
    certificate: Path | None,
) -> int:
    """Solve all levels in FILES and keep one record of each in the file of --out.

    Run the same command again to resume an interrupted run, even after kill -9. A level that has a record with the same
    objective, engine options and limits is not searched again, even if a limit was reached.

    Levels with the same normal form are searched once, unless --certificate is given; each gets a record.
    Stdout has only the counts of the run.
    """
    if certificate is not None and not certificate.is_dir():
        raise click.UsageError(f"--certificate {certificate}: there is no such folder; make it first.")
    certificates = None if certificate is None else Certificates(certificate, request.files, [str(out)])

    def task(found: FileLevel) -> Task:
        path = None if certificates is None else certificates.path_for(found)
        return Task.of(found, objective, choice, request.limits, path)

    def summarise(counts: Counts, seconds: float, interrupted: bool) -> None:
        emit(_record(counts, seconds, interrupted=interrupted), _text(counts, seconds), as_json=request.as_json)

    work = Work(task, lambda found: invalid_record(found, objective), lambda _: None, summarise)
    return run_levels(request, out, places, work)


def _record(counts: Counts, seconds: float, *, interrupted: bool) -> dict[str, object]:
    return {
        "levels": counts.levels,
        "before": counts.before,
        "searched": counts.searched,
        "same": counts.same,
        "failed": counts.failed,
        "verdicts": dict(sorted(counts.verdicts.items())),
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
    }


def _text(counts: Counts, seconds: float) -> str:
    how = f"{counts.before:,} were done before, {counts.searched:,} searched, {counts.same:,} play like another"
    levels = quantify(counts.levels, "level")
    return f"{levels}: {counts.verdicts_text or 'no answer'}; {how}, {counts.failed:,} failed, {seconds:.1f} s"
