"""`sokospec convert`: the same levels in another format."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.results import Exit
from sokospec.formats import WRITERS, Entry, Reading


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--to", "target", type=click.Choice(list(WRITERS)), required=True, help="The format to write.")
@inputs.reading_options
def command(files: tuple[str, ...], level: int | None, target: str, reading: Reading) -> int:
    """Write the levels in FILES in another format. Boards that are no level are named on stderr and left out."""
    levels: list[Entry] = []
    code = Exit.YES
    for file, entry in inputs.entries(files, level, reading):
        if entry.drawn.level is None:
            inputs.tell_defects(file, entry)
            code = Exit.MALFORMED
        else:
            levels.append(entry)
    if levels:
        click.echo(WRITERS[target](levels), nl=False)
    return code
