"""`sokospec deadlocks`: the deadlock detectors that fire on a level's state, with evidence."""

from __future__ import annotations

import click

from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import warn
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.options import choice_option
from sokocli.results import Exit, emit, working, worst
from sokodead import DETECTORS
from sokospec.board import Level
from sokospec.certificates.writing import format_fact
from sokospec.limits import LimitReached


@click.command()
@inputs.files_argument
@inputs.level_option
@choice_option(
    "--detector NAME",
    None,
    list(DETECTORS),
    f"Only this detector; may be given again. Names, the cheap ones first: {', '.join(DETECTORS)}.",
    several=True,
    into="names",
)
@inputs.request_options(None)
def command(request: Request, names: tuple[str, ...]) -> int:
    """Print the deadlock detectors that prove a level's first state dead, with their evidence.

    Evidence consists of facts, written as in certificates. Exit code 1: a detector fired. 0: none fired, which does not
    prove that the level has a solution.
    """
    codes: list[int] = []
    guard, limited = Guard(request.limits), request.limit_teller(codes)
    for found in request.levels(codes, guard, limited):
        fired = False
        for name in names or DETECTORS:
            try:
                with working(f"{found.name}: {name}"), guard:
                    lines = _evidence(found.level, name)
            except LimitReached as reached:
                limited(found, reached.verdict)
                break
            if lines is None:
                continue
            fired = True
            record = {**found.record, "detector": name, "evidence": lines}
            emit(record, "\n  ".join([f"{found.name}: {name}", *lines]), as_json=request.as_json)
        else:
            if not fired:
                warn(f"{found.name}: no detector fires")
        codes.append(Exit.NO if fired else Exit.YES)
    return worst(codes)


def _evidence(level: Level, name: str) -> list[str] | None:
    """Return a detector's evidence in lines, or None if it does not fire."""
    evidence = DETECTORS[name](level)
    return None if evidence is None else [line for fact in evidence for line in format_fact(level.board, fact)]
