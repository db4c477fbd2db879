"""`sokospec convert`: the same levels in another format, levels for planners, and their plans as LURD."""

from __future__ import annotations

from pathlib import Path

import click

from sokocli import inputs, outputs
from sokocli.results import worst
from sokospec.errors import ParseError, SokobanError
from sokospec.formats import WRITERS, Entry, Reading, lurd

PDDL, LURD = "pddl", "lurd"


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--to", "target", type=click.Choice([*WRITERS, PDDL, LURD]), required=True, help="The format to write.")
@click.option(
    "--of",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="With --to lurd: FILES are plans for a level of this file (the first, or --level).",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="With --to pddl: write domain.pddl and a level-N.pddl for each level there.",
)
@inputs.reading_options
def command(
    files: tuple[str, ...], level: int | None, target: str, of: str | None, out: str | None, reading: Reading
) -> int:
    """Write the levels in FILES in another format. Boards that are no level are named on stderr and left out.

    With --to pddl they are written for planners; with --to lurd, FILES are plans that planners found.
    """
    if (target == LURD) != (of is not None):
        raise click.UsageError("--to lurd reads plans: name the file of their level with --of (and only then).")
    if out is not None and target != PDDL:
        raise click.UsageError("--out is for --to pddl alone; other formats go to stdout.")
    if of is not None:
        return _plans(files, of, level or 1, reading)
    codes: list[int] = []
    entries = [found.entry for found in inputs.levels(files, level, reading, codes)]
    if entries and target == PDDL:
        _write_pddl(entries, out, files)
    elif entries:
        click.echo(WRITERS[target](entries), nl=False)
    return worst(codes)


def _plans(files: tuple[str, ...], of: str, level: int, reading: Reading) -> int:
    from sokospec.planning import lurd_of_plan

    codes: list[int] = []
    for found in inputs.levels((of,), level, reading, codes):
        for file in files:
            try:
                click.echo(lurd.write(lurd_of_plan(found.level, _text(file))))
            except ParseError as error:
                raise SokobanError(f"{file}: {error}") from None
    return worst(codes)


def _text(file: str) -> str:
    return inputs.content_of(file).decode("utf-8-sig", errors="replace")


def _write_pddl(entries: list[Entry], out: str | None, files: tuple[str, ...]) -> None:
    """Write the domain and the problems: into a folder, or one after the other to stdout."""
    from sokospec.planning import domain, problem

    names = [f"level-{entry.number}" for entry in entries]
    if len(set(names)) < len(names):
        raise click.UsageError("two FILES have levels of the same number: convert one file at a time to PDDL.")
    texts = {"domain": domain()}
    for name, entry in zip(names, entries, strict=True):
        texts[name] = problem(entry.level, name)
    if out is None:
        click.echo("\n".join(texts.values()), nl=False)
        return
    folder = outputs.folder(Path(out))
    for name, text in texts.items():
        with outputs.writing(folder / f"{name}.pddl", outputs.identities(files)) as draft:
            draft.file.write(text.encode())
