"""`sokospec policy`: tables of states with their cost-to-go and optimal actions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from sokocheck.application import outputs
from sokocheck.application.certificate_files import stems
from sokocheck.application.input_levels import FileLevel
from sokocheck.batch.policy_task import PolicyTask, invalid_policy_record
from sokocheck.batch.results_file import Record
from sokocheck.batch.task import Task
from sokocheck.batch.whole_run import Counts
from sokocheck.engines.all_engines import Choice
from sokocli import inputs
from sokocli.engine_options import engine_option
from sokocli.inputs import Request
from sokocli.learner_tables import level_text, require_writer, run_text, to_option
from sokocli.many_levels import Places, Work, places_options, run_levels
from sokocli.options import choice_option, number_option, path_option
from sokocli.results import emit, tell_counts
from sokospec.answer import EXACT
from sokospec.errors import quantify

_RECORDS = "_records.jsonl"
"""The file of records in the folder; readers of Parquet folders skip names that begin with `_`."""


@click.command()
@inputs.files_argument
@path_option(
    "--out FOLDER",
    "Folder for the records and a table of each level. Levels done there with equal options are skipped.",
    file=False,
    folder=True,
    required=True,
)
@to_option
@places_options
@inputs.level_option
@choice_option("--objective", "pushes", [objective.value for objective in EXACT], "Quantity to minimise.")
@click.option(
    "--on-solutions",
    is_flag=True,
    help="For larger levels: only the states of one optimal solution, and those one action away.",
)
@number_option(
    "--samples", None, "With --on-solutions: at most N of the states, chosen at random; by default all.", least=1
)
@engine_option
@inputs.request_options(None)
def command(
    request: Request,
    out: Path,
    to: str,
    places: Places,
    objective: str,
    on_solutions: bool,
    samples: int | None,
    choice: Choice,
) -> int:
    """Write all reachable states of each level with their cost-to-go and optimal actions.

    The cost-to-go is the cost of an optimal solution from the state; -1 means that the state is dead. For the objective
    pushes, actions are pushes, and states that differ only by a walk count as one. Otherwise actions are steps, and
    states have the player's square. A level that reaches a limit gets no table. Run the same command again to resume an
    interrupted run.
    """
    if samples is not None and not on_solutions:
        raise click.UsageError("--samples needs --on-solutions.")
    require_writer(to, ", here and where the workers run")
    folder = outputs.folder(out)
    reading, names = outputs.identities(request.files), stems(request.files)
    most = (samples or 0) if on_solutions else None
    kind = objective if most is None else f"{objective}-on-solutions{most or ''}"

    def task(found: FileLevel) -> Task:
        target = folder / f"{names[found.file]}-{found.entry.number}-{kind}.{to}"
        outputs.check(target, reading)
        return replace(PolicyTask.of(found, objective, choice, request.limits, target), samples=most)

    def tell(record: Record) -> None:
        emit(record, _text(record), as_json=request.as_json)

    def summarise(counts: Counts, seconds: float, _interrupted: bool) -> None:
        tell_counts(run_text(counts, seconds, "no table"), as_json=request.as_json)

    work = Work(task, lambda found: invalid_policy_record(found, objective), tell, summarise)
    return run_levels(request, folder / _RECORDS, places, work)


def _text(record: Record) -> str:
    if record["table"] is None:
        return level_text(record, None)
    counts = [f"{record[count]} {count}" for count in str(record["objective"]).split("-") if record[count] is not None]
    cost = f"the first has {' and '.join(counts)} to go" if counts else "the first is dead"
    states = f"{quantify(record['states'], 'state')}, {record['dead']:,} dead"
    return level_text(record, f"{states}; {cost}; {record['table']}")
