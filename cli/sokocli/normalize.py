"""`sokospec normalize`: the normal form of levels, and what it preserves."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.guard import Guard
from sokocli.results import Exit, emit, worst
from sokospec.formats import Reading, entry_of
from sokospec.formats.xsb import write_entry
from sokospec.limits import LimitReached, Limits
from sokospec.normal_form import PRESERVES, normal_form


def _steps(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    steps = tuple(step.strip() for step in value.split(",") if step.strip())
    for step in steps:
        if step not in PRESERVES:
            raise click.BadParameter(f"{step!r} is no step; the steps are {', '.join(PRESERVES)}.")
    return steps


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option(
    "--steps",
    callback=_steps,
    default=",".join(PRESERVES),
    show_default=True,
    help="Which steps to apply; each preserves optimal solutions, 'player' optimal pushes only.",
)
@inputs.limit_options(None)
@inputs.reading_options
@inputs.json_option
def command(
    files: tuple[str, ...],
    level: int | None,
    steps: tuple[str, ...],
    limits: Limits,
    reading: Reading,
    *,
    as_json: bool,
) -> int:
    """Print the levels in FILES in normal form, with the steps that changed something and what they preserve."""
    codes: list[int] = []
    guard, limited = Guard(limits), inputs.limit_teller(codes, as_json=as_json)
    for found in inputs.levels(files, level, reading, codes, guard, limited):
        try:
            with guard:
                form = normal_form(found.level, steps)
                text = write_entry(entry_of(form.level, found.entry.number))
        except LimitReached as reached:
            limited(found, reached.verdict)
            continue
        preserves = form.preserves.name.lower().replace("_", " ")
        text += f"Changed: {', '.join(form.changed) or 'nothing'}\nPreserves: {preserves}\n"
        record = {
            **found.record,
            "xsb": str(form.level),
            "changed": list(form.changed),
            "preserves": preserves,
            "symmetry": form.symmetry._asdict(),
        }
        emit(record, text, as_json=as_json)
        codes.append(Exit.YES)
    return worst(codes)
