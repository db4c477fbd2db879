"""`sokospec dataset`: certified optimal plays of levels for all objectives, for learners."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import click

from sokocheck.application import outputs
from sokocheck.application.input_levels import FileLevel
from sokocheck.batch.results_file import Record, records_of
from sokocheck.batch.task import Task
from sokocheck.batch.whole_run import Counts
from sokocheck.engines.all_engines import Choice
from sokocheck.optima.play_task import PlayTask, invalid_plays_record
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.learner_tables import level_text, require_writer, run_text, to_option
from sokocli.many_levels import Places, Work, places_options, run_levels
from sokocli.options import path_option
from sokocli.results import emit, tell_counts
from sokospec.errors import quantify

_RECORDS = "_records.jsonl"
_DATASHEET = "README.md"


@click.command()
@inputs.files_argument
@path_option(
    "--out FOLDER",
    "Folder for the plays, their description and the records. Levels done there with equal options are skipped.",
    file=False,
    folder=True,
    required=True,
)
@to_option
@click.option("--boards", is_flag=True, help="Include the boards; by default, references by file, number and digest.")
@places_options
@inputs.level_option
@inputs.request_options(None)
def command(request: Request, out: Path, to: str, boards: bool, places: Places) -> int:
    """Write optimal plays of each level for all four objectives, with their cost-to-go.

    A certificate of each optimum is written, checked and discarded; its digest is kept. Run the same command again to
    resume an interrupted run. Each run ends by writing the plays and their description, also when it is interrupted.
    """
    require_writer(to)
    folder = outputs.folder(out)
    reading = outputs.identities(request.files)
    table, sheet, records = folder / f"plays.{to}", folder / _DATASHEET, folder / _RECORDS
    for target in (table, sheet):
        outputs.check(target, reading)
    levels: dict[tuple[str, int], str] = {}

    def task(found: FileLevel) -> Task:
        levels[found.file, found.entry.number] = str(found.level)
        return PlayTask.of(found, "all", Choice("fast"), request.limits, table)

    def tell(record: Record) -> None:
        emit(record, _text(record), as_json=request.as_json)

    def summarise(counts: Counts, seconds: float, _interrupted: bool) -> None:
        _write(table, sheet, records, levels, boards=boards)
        tell_counts(run_text(counts, seconds, "no plays"), as_json=request.as_json)

    return run_levels(request, records, places, Work(task, invalid_plays_record, tell, summarise))


def _write(table: Path, sheet: Path, records: Path, levels: dict[tuple[str, int], str], *, boards: bool) -> None:
    from sokocheck.optima.play_tables import WRITERS, LevelPlays, datasheet, rows_of

    latest = {(record["file"], record["level"]): record for record in records_of(records)}
    chosen = {place: latest[place] for place in levels if place in latest}
    rows = rows_of(LevelPlays(record, levels[place] if boards else None) for place, record in chosen.items())
    with outputs.open_draft(table) as draft:
        WRITERS[table.suffix[1:]](rows, draft.file)
    digests = {file: _digest(file) for file in dict.fromkeys(file for file, _ in chosen)}
    outputs.write_text(sheet, datasheet(table.name, list(chosen.values()), digests, boards=boards))


def _digest(file: str) -> str:
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except OSError:  # standard input, or a file that is gone
        return ""


def _text(record: Record) -> str:
    if record["plays"] is None:
        return level_text(record, None)
    least = {play["objective"]: play for play in record["plays"]}
    proved = quantify(record["certificates"], "certificate")
    fewest = f"fewest pushes {least['pushes']['pushes']}, fewest moves {least['moves']['moves']}"
    return level_text(record, f"{fewest}; {proved} accepted")
