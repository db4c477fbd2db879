"""`sokospec solve`: optimal solutions, or proofs that there are none, by an engine of your choice."""

from __future__ import annotations

import click

from sokocli import engines, inputs
from sokocli.engines import engine_option
from sokocli.results import Exit, emit, searching, warn, worst
from sokospec.answer import Answer, Objective, Verdict
from sokospec.formats import Entry, Reading
from sokospec.limits import Limits

CODE_OF = {
    Verdict.OPTIMAL: Exit.YES,
    Verdict.SOLVED: Exit.YES,
    Verdict.UNSOLVABLE: Exit.NO,
    Verdict.LIMIT_TIME: Exit.UNKNOWN,
    Verdict.LIMIT_MEMORY: Exit.UNKNOWN,
    Verdict.INVALID_INPUT: Exit.MALFORMED,
}


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option(
    "--objective",
    type=click.Choice([objective.value for objective in Objective]),
    default="pushes",
    show_default=True,
    help="What the solution is to have least of.",
)
@engine_option
@inputs.limit_options(None)
@inputs.reading_options
@inputs.json_option
def command(
    files: tuple[str, ...],
    level: int | None,
    objective: str,
    engine: str,
    limits: Limits,
    reading: Reading,
    *,
    as_json: bool,
) -> int:
    """Solve the levels in FILES, each within its limits."""
    search = engines.engine(engine)
    codes: list[int] = []
    for file, entry in inputs.entries(files, level, reading):
        if entry.drawn.level is None:
            inputs.tell_defects(file, entry)
            codes.append(Exit.MALFORMED)
            emit(_malformed(file, entry, objective), f"{inputs.name_of(file, entry)}: INVALID_INPUT", as_json=as_json)
            continue
        with searching(inputs.name_of(file, entry), limits) as shown:
            answer = search(entry.level, Objective(objective), shown)
        codes.append(CODE_OF[answer.verdict])
        emit(_record(file, entry, answer), _text(file, entry, answer), as_json=as_json)
        if answer.interrupted:
            warn("interrupted")
            break
    return worst(codes)


def _malformed(file: str, entry: Entry, objective: str) -> dict[str, object]:
    keys = ("moves", "pushes", "lurd", "lower_bound", "expanded", "generated", "seconds", "peak_rss_mib")
    return {
        "file": file,
        "level": entry.number,
        "title": entry.title,
        "verdict": Verdict.INVALID_INPUT,
        "objective": objective,
        **dict.fromkeys(keys),
        "defects": [inputs.defect_record(defect) for defect in entry.drawn.defects],
    }


def _record(file: str, entry: Entry, answer: Answer) -> dict[str, object]:
    return {
        "file": file,
        "level": entry.number,
        "title": entry.title,
        "verdict": answer.verdict,
        "objective": answer.objective,
        "moves": answer.moves,
        "pushes": answer.pushes,
        "lurd": answer.lurd,
        "lower_bound": answer.lower_bound,
        "expanded": answer.expanded,
        "generated": answer.generated,
        "seconds": round(answer.seconds, 6),
        "peak_rss_mib": round(answer.peak_rss_mib, 1),
        "interrupted": answer.interrupted,
    }


def _text(file: str, entry: Entry, answer: Answer) -> str:
    parts = [f"{inputs.name_of(file, entry)}: {answer.verdict}"]
    if answer.lurd is not None:
        parts.append(f"{answer.moves} moves, {answer.pushes} pushes")
    elif answer.lower_bound is not None:
        parts.append(f"at least {answer.lower_bound} {answer.objective.partition('-')[0]} needed")
    parts.append(f"{answer.expanded:,} states, {answer.seconds:.2f} s")
    return ", ".join(parts) + ("" if answer.lurd is None else f"\n{answer.lurd}")
