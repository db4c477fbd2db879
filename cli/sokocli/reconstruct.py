"""`sokospec reconstruct`: the least level that a solution solves."""

from __future__ import annotations

import click

from sokocheck.application.guard import Guard, limit_words
from sokocheck.application.input_levels import STDIN, content_of
from sokocheck.application.terminal_text import warn
from sokocli import inputs
from sokocli.options import number_option
from sokocli.results import Exit, emit
from sokospec.formats import Reading, lurd
from sokospec.limits import LimitReached, Limits
from sokospec.transform.reconstruct import reconstruct


@click.command()
@click.argument("steps", metavar="LURD")
@number_option("--limit", Reading().limit, "Largest number of steps and squares.", least=1)
@inputs.limit_options(None, "for the solution")
@inputs.json_option
def command(steps: str, limit: int, limits: Limits, *, as_json: bool) -> int:
    """Print the smallest level that the steps LURD solve.

    LURD is '-' to read stdin. Run lengths such as 3R are allowed.
    """
    try:
        with Guard(limits):
            text = content_of(steps).decode("utf-8-sig", errors="replace") if steps == STDIN else steps
            plain = lurd.parse(text, limit).steps
            shown = str(reconstruct(plain, limit=limit))
    except LimitReached as reached:
        warn(limit_words(reached.verdict, limits))
        return Exit.UNKNOWN
    emit({"xsb": shown, "lurd": plain}, shown, as_json=as_json)
    return Exit.YES
