"""`sokospec deadlocks`: the deadlock detectors that flag a level's first state, with the reason and evidence."""

from __future__ import annotations

import click

from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import warn
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.options import choice_option
from sokocli.results import Exit, emit, show_work, worst
from sokodead import DETECTORS
from sokodead.reasons import reason_of
from sokospec.certificates.writing import format_fact
from sokospec.limits import LimitReached


@click.command()
@inputs.files_argument
@inputs.level_option
@choice_option(
    "--detector NAME",
    None,
    list(DETECTORS),
    f"Only this detector; repeat for more. Names, the cheap ones first: {', '.join(DETECTORS)}.",
    several=True,
    into="names",
)
@inputs.request_options(None)
def command(request: Request, names: tuple[str, ...]) -> int:
    """Print the deadlock detectors that prove a level's first state dead, with the reason and their evidence.

    The reason names squares, with rows and columns from 0; `sokospec render --mark evidence` draws them. Evidence
    consists of facts, written as in certificates. Exit code 1: a detector flags the state. 0: none does, which
    does not prove that the level has a solution.
    """
    codes: list[int] = []
    guard, limited = Guard(request.limits), request.limit_teller(codes)
    for found in request.levels(codes, guard, limited):
        flagged = False
        for name in names or DETECTORS:
            try:
                with show_work(f"{found.name}: {name}"), guard:
                    evidence = DETECTORS[name](found.level)
                    reason = "" if evidence is None else reason_of(found.level, evidence).text
            except LimitReached as reached:
                limited(found, reached.verdict)
                break
            if evidence is None:
                continue
            flagged = True
            lines = [line for fact in evidence for line in format_fact(found.level.board, fact)]
            record = {**found.record, "detector": name, "evidence": lines, "reason": reason}
            emit(record, "\n  ".join([f"{found.name}: {name}: {reason}", *lines]), as_json=request.as_json)
        else:
            if not flagged:
                warn(f"{found.name}: no detector flags it")
        codes.append(Exit.NO if flagged else Exit.YES)
    return worst(codes)
