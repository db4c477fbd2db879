"""`sokospec prove`: machine proofs of theorems."""

from __future__ import annotations

import time
from collections.abc import Iterable

import click

from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import Kind, entry_of
from sokocli.completion import complete_names
from sokocli.inputs import json_option
from sokocli.results import Exit, did_you_mean, emit, show_work, worst
from sokospec.errors import quantify
from sokospec.limits import LimitReached


def _theorems() -> Iterable[str]:
    from sokoproof.all_proofs import THEOREMS

    return THEOREMS


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=complete_names(_theorems))
@click.option("--list", "as_list", is_flag=True, help="List the theorems, each with what proves it.")
@json_option
def command(names: tuple[str, ...], *, as_list: bool, as_json: bool) -> int:
    """Prove the theorems NAME, or all of them. Print the steps of each proof, and for which sizes or boards it holds.

    Exit code 0: all are proved. 1: one is refuted. 3: one is undecided, or the run was interrupted.
    """
    try:
        from sokoproof.all_proofs import THEOREMS  # sympy takes a second to import
        from sokoproof.authorities import authority_of
    except ImportError as error:
        raise click.UsageError(f"prove needs {error.name}: pip install sympy z3-solver") from error

    if as_list:
        width = max(map(len, THEOREMS))
        for name in THEOREMS:
            authority = authority_of(name)
            emit({"name": name, "authority": authority}, f"{name:{width}}  {authority}", as_json=as_json)
        return Exit.YES
    for name in names:
        if name not in THEOREMS:
            raise click.UsageError(
                f"there is no proof {name!r}; 'sokospec prove --list' names all of them{did_you_mean(name, THEOREMS)}"
            )
    wanted = names or tuple(THEOREMS)
    codes: list[Exit] = []
    started = time.monotonic()
    try:
        for name in wanted:
            started = time.monotonic()
            try:
                with show_work(f"proving {name}"):
                    proof = THEOREMS[name]()
            except LimitReached as ended:
                codes.append(Exit.UNKNOWN)
                _tell_open(name, str(ended), started, as_json=as_json)
                continue
            record = {
                "name": proof.name,
                "status": proof.status.upper(),
                "scope": proof.scope,
                "claim": proof.claim,
                "steps": [str(step) for step in proof.steps],
                "reason": proof.reason,
                "seconds": round(time.monotonic() - started, 6),
            }
            codes.append(entry_of(Kind.THEOREM, proof.status.upper()).code)
            emit(record, str(proof), as_json=as_json)
    except KeyboardInterrupt:  # wherever it comes, be it between two theorems
        settled = len(codes)
        codes.append(Exit.UNKNOWN)
        for name in wanted[settled : settled + 1]:
            _tell_open(name, "interrupted", started, as_json=as_json)
        warn(f"interrupted: {settled} of {quantify(len(wanted), 'theorem')} settled")
    return worst(codes)


def _tell_open(name: str, reason: str, started: float, *, as_json: bool) -> None:
    """Print that a theorem's proof stopped before its first step."""
    record: dict[str, object] = {
        "name": name,
        "status": "UNKNOWN",
        "scope": None,
        "claim": None,
        "steps": [],
        "reason": reason,
        "seconds": round(time.monotonic() - started, 6),
    }
    emit(record, f"{name}: {entry_of(Kind.THEOREM, 'UNKNOWN').text}\n  Reason: {reason}", as_json=as_json)
