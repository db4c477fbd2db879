"""`sokospec check`: replay every solution, measure it, and settle whether it is optimal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace

import click

from sokocli import inputs
from sokocli.claims import OBJECTIVES, Claim, claims_in, claims_of_file
from sokocli.engines import Engine, engine_option
from sokocli.inputs import Found, Source
from sokocli.judge import Judge, Judgement
from sokocli.results import Exit, emit, searching, warn, worst
from sokospec.formats import Reading
from sokospec.limits import Limits
from sokospec.metrics import Metrics

METRICS = tuple(field.name for field in fields(Metrics))
CODE_OF = {
    "VALID": Exit.YES,
    "OPTIMAL": Exit.YES,
    "INVALID": Exit.NO,
    "NOT_OPTIMAL": Exit.NO,
    "UNKNOWN": Exit.UNKNOWN,
    "MALFORMED": Exit.MALFORMED,
}


@click.command()
@inputs.files_argument
@click.option(
    "--solutions",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="JSON Lines with level, lurd and perhaps file and claim; LURD text, one paragraph a level; or a plan.",
)
@click.option("--claim", type=click.Choice(OBJECTIVES), help="Also settle whether each solution is optimal.")
@inputs.level_option
@engine_option
@inputs.limit_options(60.0)
@inputs.reading_options
@inputs.json_option
def command(
    files: tuple[str, ...],
    solutions: str | None,
    claim: str | None,
    level: int | None,
    engine: Engine,
    limits: Limits,
    reading: Reading,
    *,
    as_json: bool,
) -> int:
    """Check the solutions in FILES, or in --solutions, against their levels.

    Strict: a step whose case contradicts the board, an unknown character, or an end that leaves a box off the goals
    is INVALID. --lenient recomputes the case and lists repairs. A file that holds steps alone (.sol) gives solutions
    for the file before it.

    'at' counts steps from 0; metrics of an INVALID solution are those of the steps before 'at'.
    """
    sources = list(inputs.read_sources(files, reading))
    if solutions is None:
        claims = claims_in(sources)
    else:
        claims = claims_of_file(solutions, sources, reading, level)
    if level is not None:
        claims = [one for one in claims if one.found.entry.number == level]
    if claim is not None:
        claims = [one if one.objective else replace(one, objective=claim) for one in claims]
    codes: list[int] = []
    for found in _malformed(sources, claims, level):
        found.tell_defects()
        codes.append(Exit.MALFORMED)
    if not claims:
        if not codes:
            warn("error: there is no solution to check; name a file of them with --solutions")
        return Exit.MALFORMED
    judge = Judge(engine.solve, reading)
    counts: dict[str, int] = {}
    for done, one in enumerate(claims):
        if one.number == 1:
            one.found.tell()
        with searching(f"checking {done + 1} of {len(claims)}: {one.found.name}", limits) as watch:
            judgement = judge.judge(one, watch)
        codes.append(CODE_OF[judgement.verdict])
        counts[judgement.verdict] = counts.get(judgement.verdict, 0) + 1
        emit(_record(one, judgement), _text(one, judgement), as_json=as_json)
        if judgement.interrupted:
            warn(f"interrupted: {done + 1} of {len(claims)} solutions were checked")
            break
    warn(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return worst(codes)


def _malformed(sources: Sequence[Source], claims: Sequence[Claim], level: int | None) -> Iterator[Found]:
    """Yield the boards that are no levels and of which no claim says so: nobody claims anything about them."""
    told = {(claim.found.file, claim.found.entry.number) for claim in claims}
    for source in sources:
        for entry in source.collection:
            if entry.drawn.level is None and level in (None, entry.number) and (source.file, entry.number) not in told:
                yield Found(source.file, entry)


def _record(claim: Claim, judgement: Judgement) -> dict[str, object]:
    replayed = judgement.replay
    return {
        **claim.found.record,
        "solution": claim.number,
        "solution_title": claim.title,
        "claim": claim.objective,
        "verdict": "UNKNOWN" if judgement.verdict == "MALFORMED" else judgement.verdict,
        "at": replayed.at if replayed else None,
        "rule": judgement.rule,
        "reason": judgement.reason,
        **(asdict(replayed.metrics) if replayed else dict.fromkeys(METRICS)),
        "optimum": judgement.optimum,
        "repairs": [asdict(repair) for repair in replayed.repairs] if replayed else [],
    }


def _text(claim: Claim, judgement: Judgement) -> str:
    parts = [f"{claim.found.name} solution {claim.number}: {judgement.verdict}"]
    if judgement.replay and judgement.verdict != "MALFORMED":
        if judgement.replay.at is not None:
            parts.append(f"at {judgement.replay.at}")
        else:
            metrics = asdict(judgement.replay.metrics)
            parts.append(", ".join(f"{name.replace('_', ' ')} {metrics[name]}" for name in METRICS))
    if judgement.reason:
        parts.append(judgement.reason)
    if judgement.optimum is not None and claim.objective:
        parts.append(f"the optimum for {claim.objective} is {judgement.optimum}")
    text = ", ".join(parts)
    repairs = judgement.replay.repairs if judgement.replay else ()
    if repairs:
        text += f"\n  {len(repairs)} steps repaired, the first at {repairs[0].at}: {repairs[0].what}"
    return text
