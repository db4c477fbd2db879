"""`sokospec normalize`: the normal form of levels, and pairs of similar levels."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import click
from click.core import ParameterSource

from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import warn
from sokocheck.engines.all_engines import Choice, Engine, Watch
from sokocli import inputs
from sokocli.completion import complete_list
from sokocli.engine_options import engine_option
from sokocli.inputs import Request
from sokocli.omissions import Omissions, levels_to_write
from sokocli.options import Finite, real_option
from sokocli.results import Exit, emit, show_search, worst
from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.errors import quantify
from sokospec.formats import WRITERS, DrawnLevel, Item
from sokospec.limits import LimitReached, Limits
from sokospec.transform.normal_form import DEFAULT_STEPS, STEPS, NormalForm, normal_form
from sokospec.transform.similarity import LevelMarks, similarity_of_marks

_THRESHOLD = 0.8
"""The default least similarity of a printed pair: docs/records/experiments.md has the figures."""


def _steps(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    steps = tuple(step.strip() for step in value.split(",") if step.strip())
    for step in steps:
        if step not in STEPS:
            raise click.BadParameter(f"{step!r} is not a step; the steps are {', '.join(STEPS)}.")
    return steps


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option(
    "--steps",
    metavar="NAMES",
    callback=_steps,
    default=",".join(DEFAULT_STEPS),
    show_default=True,
    shell_complete=complete_list(lambda: STEPS),
    help="Steps to apply. The default steps preserve optimal solutions ('player' only those for pushes). Two more are "
    "'forced', which preserves solvability, and 'solution', which preserves optimal moves.",
)
@click.option(
    "--near-duplicates",
    is_flag=True,
    help="Print the pairs of levels with similar normal forms instead of the levels.",
)
@real_option(
    "--threshold S",
    _THRESHOLD,
    Finite(min=0, max=1, min_open=True),
    "With --near-duplicates: minimal similarity of a pair, at most 1.",
)
@engine_option
@inputs.request_options(None)
def command(request: Request, steps: tuple[str, ...], near_duplicates: bool, threshold: float, choice: Choice) -> int:
    """Print the levels in FILES in normal form, with the steps that changed something and what they preserve.

    Titles, properties and notes are kept. Solutions are left out, because they may not fit the normal form. Only the
    step 'solution' searches, with the engine and the limits; a level whose search reaches a limit is left out.
    """
    engine = choice.create()
    if near_duplicates:
        return _print_near_duplicates(request, steps, threshold, engine)
    if click.get_current_context().get_parameter_source("threshold") is not ParameterSource.DEFAULT:
        raise click.UsageError("--threshold needs --near-duplicates.")
    codes: list[int] = []
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    writer = replace(WRITERS["xsb"], holds=_fits)
    omissions = Omissions("the normal form")
    levels = request.levels(codes, guard, limited)
    header = ""
    for before, found in levels_to_write(levels, writer, omissions, several=len(request.files) > 1):
        header = header or before
        try:
            with show_search(found.name, guard) as watch, guard:
                form = _normal_form(found, steps, engine, watch)
        except LimitReached as reached:
            limited(found, reached.verdict)
            continue
        except KeyboardInterrupt:  # of the search of step 'solution', too
            warn("interrupted")
            codes.append(Exit.UNKNOWN)
            break
        preserves = (form.preserves.name or "").lower().replace("_", " ")
        about = (("changed", ", ".join(form.changed) or "nothing"), ("preserves", preserves))
        kept = tuple(pair for pair in found.entry.properties if pair[0] not in dict(about))
        entry = replace(found.entry, drawn=DrawnLevel(form.level), properties=kept + about, recordings=())
        record = {
            **found.record,
            "xsb": str(form.level),
            "changed": list(form.changed),
            "preserves": preserves,
            "symmetry": form.symmetry._asdict(),
        }
        emit(record, header + writer.entry(entry), as_json=request.as_json)
        header = ""
        codes.append(Exit.YES)
    if not request.as_json:
        omissions.report()
    return worst(codes)


def _fits(item: Item) -> bool:
    return item.of_collection or item.kind not in ("solution", "snapshot")


def _normal_form(found: FileLevel, steps: tuple[str, ...], engine: Engine, watch: Watch) -> NormalForm:
    def solve(level: Level, objective: Objective, limits: Limits) -> Answer:
        return engine.solve(level, objective, watch._replace(limits=limits))

    return normal_form(found.level, steps, watch.limits, solve, lambda step: watch.show(f"{found.name}: step {step}"))


class _Candidate(NamedTuple):
    name: str
    record: dict[str, object]
    marks: LevelMarks


def _print_near_duplicates(request: Request, steps: tuple[str, ...], threshold: float, engine: Engine) -> int:
    codes: list[int] = []
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    before: list[_Candidate] = []
    pairs = 0
    try:
        for found in request.levels(codes, guard, limited):
            try:
                with show_search(found.name, guard) as watch, guard:
                    marks = LevelMarks.of(_normal_form(found, steps, engine, watch).level)
                    watch.show(f"{found.name}: comparing with {quantify(len(before), 'level')}")
                    similar = [(one, similarity_of_marks(one.marks, marks, threshold)) for one in before]
            except LimitReached as reached:
                limited(found, reached.verdict)
                continue
            for one, share in similar:
                if share:
                    pairs += 1
                    emit(
                        _pair_record(one, found, share),
                        f"{one.name} and {found.name}: {_share_text(share)}",
                        as_json=request.as_json,
                    )
            before.append(_Candidate(found.name, dict(found.record), marks))
            codes.append(Exit.YES)
    except KeyboardInterrupt:
        warn("interrupted")
        codes.append(Exit.UNKNOWN)
    compared = f"{quantify(len(before), 'level')} compared, {quantify(pairs, 'pair')}"
    warn(f"{compared} with a similarity of at least {threshold:g}")
    return worst(codes)


def _pair_record(one: _Candidate, found: FileLevel, share: float) -> dict[str, object]:
    return {
        **found.record,
        "similar_file": one.record["file"],
        "similar_level": one.record["level"],
        "similar_title": one.record["title"],
        "similarity": share,
    }


def _share_text(share: float) -> str:
    """Return a similarity with two digits, rounded down, so that 1 means equal."""
    return "1" if share == 1 else f"{int(share * 100) / 100:.2f}"
