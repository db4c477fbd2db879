"""`sokospec render`: levels, or what becomes of them after some steps, as text or as a picture."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.results import worst
from sokospec.errors import ParseError
from sokospec.formats import Reading, lurd
from sokospec.formats.xsb import board_text
from sokospec.replay import replay
from sokospec.svg import svg


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--lurd", "steps", default="", metavar="LURD", help="Show the state after these steps.")
@click.option(
    "--to", "target", type=click.Choice(["text", "svg"]), default="text", show_default=True, help="The kind of picture."
)
@inputs.reading_options
def command(files: tuple[str, ...], level: int | None, steps: str, target: str, reading: Reading) -> int:
    """Draw the levels in FILES on stdout; an SVG shows one level."""
    codes: list[int] = []
    wanted = list(inputs.levels(files, level, reading, codes))
    if target == "svg" and len(wanted) > 1:
        raise click.UsageError(f"An SVG shows one level, and there are {len(wanted)}; choose one with --level.")
    plain = lurd.parse(steps, reading.limit).steps
    for found in wanted:
        played = replay(found.level, plain, lenient=reading.lenient)
        if played.at is not None and played.rule != "A2":
            raise ParseError(played.rule or "", f"--lurd: {played.reason}", 1, played.at + 1)
        if target == "svg":
            click.echo(svg(found.level, played.final), nl=False)
        else:
            heading = f"{found.name}\n" if len(wanted) > 1 else ""
            click.echo(heading + board_text(found.level.board, played.final))
    return worst(codes)
