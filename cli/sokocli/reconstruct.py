"""`sokospec reconstruct`: the least level that a solution solves."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.results import Exit, emit
from sokospec.formats import Reading, lurd
from sokospec.reconstruct import reconstruct


@click.command()
@click.argument("steps", metavar="LURD")
@click.option(
    "--limit", type=click.IntRange(min=1), default=Reading().limit, show_default=True, help="Most steps and squares."
)
@inputs.json_option
def command(steps: str, limit: int, *, as_json: bool) -> int:
    """Print the least level that LURD solves ('-' reads it from stdin; run lengths are understood)."""
    text = inputs.content_of(steps).decode("utf-8-sig", errors="replace") if steps == inputs.STDIN else steps
    plain = lurd.parse(text, limit).steps
    level = reconstruct(plain, limit=limit)
    emit({"xsb": str(level), "lurd": plain}, str(level), as_json=as_json)
    return Exit.YES
