"""`sokospec reduce`: instances of PSPACE-complete problems, compiled into levels."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from sokocheck.found import content_of
from sokocheck.guard import Guard, limit_words
from sokocheck.shown import json_text, warn
from sokocli.inputs import limit_options
from sokocli.results import Exit, tell, working, worst
from sokospec.errors import ParseError, SokobanError, counted
from sokospec.limits import LimitReached, Limits

if TYPE_CHECKING:
    from sokogen.reductions.formulas.qbf import Formula
    from sokogen.reductions.network_level import NetworkLevel

QDIMACS = re.compile(r"\s*[cp]\b")
KINDS = ("qbf", "lba")
COUNTS = {"boxes": "box", "gadgets": "gadget", "crossings": "crossing"}


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try for a small level."""

    tries: int
    rounds: int
    seed: int


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True), metavar="FILE..."
)
@click.option("--word", default="", metavar="WORD", help="What stands on the tape at the start, for lba.")
@click.option("--solution", is_flag=True, help="Also print a solution if there is one, however long.")
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Layouts to try; the smallest level is kept.",
)
@click.option(
    "--rounds", type=click.IntRange(min=0), default=12, show_default=True, help="Rounds of shrinking the level."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for the layout.")
@limit_options(None)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def command(
    kind: str,
    files: tuple[str, ...],
    limits: Limits,
    *,
    word: str,
    solution: bool,
    as_json: bool,
    tries: int,
    rounds: int,
    seed: int,
) -> int:
    """Compile instances of a PSPACE-complete problem into levels that can be solved exactly if they are true.

    qbf: each FILE holds a quantified Boolean formula, in QDIMACS or as text such as
    'forall x exists y. (x or not y)(not x or y)'.

    lba: each FILE holds a linear bounded automaton; the formula says that it accepts the word.

    The limits are for the level of each file; a solution is printed as it is made.
    """
    effort = Effort(tries, rounds, seed)
    codes: list[int] = []
    for file in files:
        formula = _formula(kind, file, word)
        codes.append(_reduced(file, formula, effort, limits, solution=solution, as_json=as_json))
    return worst(codes)


def _formula(kind: str, file: str, word: str) -> Formula:
    """Return the formula that a file holds, or that says that the automaton in it accepts the word."""
    text = content_of(file).decode("utf-8", errors="replace")
    try:
        if kind == "lba":
            from sokogen.reductions.machines.formula_of_machine import formula_of
            from sokogen.reductions.machines.machine_text import parse_machine

            return formula_of(parse_machine(text), word)
        from sokogen.reductions.formulas.formula_text import parse_formula
        from sokogen.reductions.formulas.qdimacs import read_qdimacs

        return read_qdimacs(text) if QDIMACS.match(text) else parse_formula(text)
    except ParseError as error:
        raise SokobanError(f"{file}: {error}") from None


def _reduced(file: str, formula: Formula, effort: Effort, limits: Limits, *, solution: bool, as_json: bool) -> int:
    """Print the level of a formula and return the exit code."""
    guard = Guard(limits)
    try:
        return _printed(file, formula, effort, guard, solution=solution, as_json=as_json)
    except LimitReached as reached:
        # What is written of a solution by then has no end: the line of JSON is not closed, and no text says solved.
        warn(f"{file}: {limit_words(reached.verdict, limits)}")
        return Exit.UNKNOWN


def _printed(file: str, formula: Formula, effort: Effort, guard: Guard, *, solution: bool, as_json: bool) -> int:
    from sokogen.reductions.formula_level import compiled
    from sokogen.reductions.formula_play import winning_play
    from sokogen.reductions.formulas.expansion import Expansion
    from sokogen.reductions.walks import lurd, moves

    with working(f"{file}: deciding the formula"), guard:
        strategy = Expansion(formula).strategy()
    with working(f"{file}: laying out gadgets"), guard:
        made = compiled(formula, tries=effort.tries, rounds=effort.rounds, seed=effort.seed)
    count = None
    if strategy is not None:
        with working(f"{file}: counting the moves"), guard:
            count = moves(made, winning_play(formula, made.network, strategy))
    steps: Iterable[str] = ()
    if strategy is not None and solution:
        steps = lurd(made, winning_play(formula, made.network, strategy))
    record = {"file": file, "formula": str(formula), "value": strategy is not None} | dict(made.figures)
    with guard:
        if as_json:
            _write_json(record | {"moves": count}, made, steps if strategy is not None and solution else None)
        else:
            _write_text(formula, record, count, made)
            if strategy is not None and solution:
                tell("Solution:")
                sys.stdout.writelines(steps)
                tell("")
    return Exit.YES


def _write_json(record: Mapping[str, object], made: NetworkLevel, steps: Iterable[str] | None) -> None:
    """Write a line piece by piece, as level and solution may be long; neither has a character to be escaped but \\n."""
    sys.stdout.write(json_text(record)[:-1] + ', "xsb": "')
    for row in made.rows():
        sys.stdout.write(row + "\\n")
    sys.stdout.write('", "lurd": ')
    if steps is None:
        sys.stdout.write("null")
    else:
        sys.stdout.write('"')
        sys.stdout.writelines(steps)
        sys.stdout.write('"')
    sys.stdout.write("}\n")


def _write_text(formula: Formula, record: Mapping[str, object], count: int | None, made: NetworkLevel) -> None:
    for row in made.rows():
        tell(row)
    tell("")
    tell(f"Title: {formula if len(str(formula)) < 200 else 'a formula'}")
    truth = "false, the level has no solution"
    if count is not None:
        truth = f"true, the level has a solution of {counted(count, 'move')}"
    parts = [counted(made.figures[name], noun) for name, noun in COUNTS.items()]
    size = f"{record['height']} x {record['width']} squares"
    tell(f"Comment: {truth}; {', '.join([size, *parts])}")
