"""`sokospec convert`: the same levels in another format."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.results import worst
from sokospec.formats import WRITERS, Reading


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--to", "target", type=click.Choice(list(WRITERS)), required=True, help="The format to write.")
@inputs.reading_options
def command(files: tuple[str, ...], level: int | None, target: str, reading: Reading) -> int:
    """Write the levels in FILES in another format. Boards that are no level are named on stderr and left out."""
    codes: list[int] = []
    entries = [found.entry for found in inputs.levels(files, level, reading, codes)]
    if entries:
        click.echo(WRITERS[target](entries), nl=False)
    return worst(codes)
