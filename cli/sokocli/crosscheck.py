"""`sokospec crosscheck`: somebody else's solver against certified truth, level by level."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path

import click

from sokocheck.application.certificate_files import Certificates
from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.batch.results_file import RunFailed
from sokocheck.claims.judging import OBJECTIVES, UNSOLVABLE, ClaimVerdict
from sokocheck.claims.program_claims import SOLUTION, ProgramOutcome
from sokocheck.engines.all_engines import Choice
from sokocheck.programs.answers import NONE
from sokocheck.programs.attempt import LEVEL_FILES
from sokocheck.programs.command import words_of
from sokocheck.programs.measure import Allowance
from sokocheck.programs.scratch import scratch_folder
from sokocheck.programs.survivors import end_orphans
from sokocli import inputs
from sokocli.at_once import in_order, jobs_option
from sokocli.crosscheck_task import LevelTask, Result, Solver
from sokocli.engine_options import engine_choice_option
from sokocli.inputs import Request
from sokocli.options import choice_option, path_option
from sokocli.results import Exit, emit, searching, working, worst
from sokospec.conformance import SuiteLevel, load_levels
from sokospec.errors import SokobanError, quantify
from sokospec.formats import DrawnLevel, Entry
from sokospec.limits import Interrupted, Limits

_CODE_OF = {
    ProgramOutcome.HOLDS: Exit.YES,
    ProgramOutcome.REFUTED: Exit.NO,
    ProgramOutcome.UNKNOWN: Exit.UNKNOWN,
    ProgramOutcome.NO_ANSWER: Exit.UNKNOWN,
}
_FILE_OF = {"killers": "killers", "conformance": "levels"}
"""The suites by name, and the file of `sokospec.conformance` that each is."""
_SUITES = tuple(_FILE_OF)
_FILE_MIB = 64


def _pattern(_context: click.Context, _parameter: click.Parameter, value: str | None) -> re.Pattern[str]:
    try:
        return NONE if value is None else re.compile(value, re.MULTILINE)
    except re.error as error:
        raise click.BadParameter(f"{value!r} is no regular expression: {error}.") from None


@click.command()
@inputs.level_files_argument(required=False)
@choice_option(
    "--suite NAME",
    None,
    _SUITES,
    "Levels that are installed with Sokospec, before those of FILES: 'killers', which have exposed wrong programs "
    "before, or 'conformance', those of the conformance suite. What is true of them is known.",
)
@click.option(
    "--solver",
    required=True,
    metavar="'CMD {level}'",
    help="The program to run; {level} is the level's file, {board} one with the board alone.",
)
@choice_option(
    "--claims OBJECTIVE",
    None,
    OBJECTIVES,
    f"The program says that its solutions are optimal for it: {', '.join(OBJECTIVES)}.",
)
@click.option(
    "--says-unsolvable",
    callback=_pattern,
    metavar="REGEX",
    help="What it prints for a level that it holds to be unsolvable, instead of the usual words.",
)
@click.option(
    "--solver-time",
    type=inputs.Finite(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="CPU seconds for each level; the program is ended after twice that and 10 s by the clock in any case.",
)
@click.option(
    "--solver-memory",
    type=inputs.Finite(min=1),
    default=4096,
    show_default=True,
    metavar="MIB",
    help="MiB for the program and all that it starts.",
)
@path_option(
    "--certificate FOLDER",
    "Use an answer of our own solver only once its certificate is accepted; keep the certificates there.",
    exists=True,
    file=False,
    folder=True,
)
@inputs.level_option
@engine_choice_option
@jobs_option
@inputs.request_options(inputs.SETTLING)
def command(
    request: Request,
    suite: str | None,
    solver: str,
    claims: str | None,
    says_unsolvable: re.Pattern[str],
    solver_time: float,
    solver_memory: float,
    certificate: Path | None,
    choice: Choice,
    jobs: int,
) -> int:
    """Run a program on each level in FILES or of a suite, replay what it answers, and say where it is wrong.

    No shell is used; in the program's words {level} stands for a file with one level, {board} for one with its board
    alone, {solution} for a file that it may write, {folder} for their folder, in which it runs. --time-limit and
    --memory-limit are for our own solver, which settles claims that a solution is optimal, or that there is none.
    """
    if not request.files and suite is None:
        raise click.UsageError(f"Name FILES with levels, or --suite {_SUITES[0]}.")
    try:
        words = words_of(solver, LEVEL_FILES)
    except SokobanError as error:
        raise click.UsageError(f"--solver {error}") from None
    program = Solver(
        words, Allowance(solver_time, 2 * solver_time + 10, solver_memory, _FILE_MIB), claims, says_unsolvable
    )
    out = None if certificate is None else Certificates(certificate, [*request.files, *([suite] if suite else [])])
    codes: list[int] = []
    counts: dict[ProgramOutcome, int] = {}
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    known = load_levels(_FILE_OF[suite]) if suite else []
    answers = {each.level: each.answers for each in known}
    found_levels = chain(_of_suite(suite, known, request.level, guard), request.levels(codes, guard, limited))

    def task(found: FileLevel) -> LevelTask:
        path = None if out is None else out.path_for(found)
        limits = Limits(request.limits.seconds, request.limits.mib, cpu=request.limits.cpu)
        return LevelTask(found, program, choice, request.reading, limits, path, answers.get(found.level, {}))

    tasks = map(task, found_levels)
    done = _one_by_one(tasks, guard) if jobs == 1 else _at_once(jobs, tasks)
    try:
        for found, result in done:
            checked = result.checked
            codes.append(_CODE_OF[checked.verdict])
            counts[checked.verdict] = counts.get(checked.verdict, 0) + 1
            emit(_record(found, result), f"{found.name}: {_text(result)}", as_json=request.as_json)
    except KeyboardInterrupt:
        warn(f"interrupted: {quantify(sum(counts.values()), 'level')} checked")
        codes.append(Exit.UNKNOWN)
    except RunFailed as error:
        warn(f"error: {error}")
        return Exit.INTERNAL
    finally:
        done.close()
    if counts:
        warn(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return worst(codes)


def _one_by_one(tasks: Iterable[LevelTask], guard: Guard) -> Generator[tuple[FileLevel, Result], None, None]:
    """Settle the levels in this process, where the guard's clock has begun with the reading of each."""
    for task in tasks:
        try:
            with searching(f"{task.name}: {task.solver.words[0]}", guard) as watch:
                result = task.settle(watch, guard)
        except Interrupted as stop:
            yield task.found, stop.partial
            raise
        yield task.found, result


def _at_once(jobs: int, tasks: Iterable[LevelTask]) -> Generator[tuple[FileLevel, Result], None, None]:
    """Settle the levels in several processes; where these are killed, nothing of theirs is left."""
    ensure_running()  # a process of `multiprocessing` that is no orphan
    with scratch_folder() as scratch, end_orphans(), working(f"{jobs} levels at once"):
        for task, record in in_order(jobs, (replace(task, folder=scratch.path) for task in tasks)):
            yield task.found, record["result"]


def _of_suite(suite: str | None, known: Sequence[SuiteLevel], level: int | None, guard: Guard) -> Iterator[FileLevel]:
    """Yield the wanted levels of a suite, with the ids of their cases as titles."""
    if suite is not None and level is not None and level > len(known):
        raise click.UsageError(f"{suite} has {len(known)} levels, so there is no level {level}.")
    for number, each in enumerate(known, start=1):
        if level in (None, number):
            guard.begin()
            yield FileLevel(str(suite), Entry(number, DrawnLevel(each.level), each.id))


def _record(found: FileLevel, result: Result) -> dict[str, object]:
    saying, checked, certificate = result
    judgement, measured = checked.judgement, saying.measured
    played = None if judgement is None or judgement.verdict is ClaimVerdict.INVALID else judgement.replay
    return {
        **found.record,
        "claim": checked.claim,
        "truth": checked.truth,
        "verdict": checked.verdict,
        "reason": checked.reason,
        "lurd": saying.lurd,
        "moves": None if played is None else played.metrics.moves,
        "pushes": None if played is None else played.metrics.pushes,
        "optimum": None if judgement is None else judgement.optimum,
        "ended": measured.ended,
        "exit_code": measured.code,
        "cpu_seconds": measured.cpu_seconds,
        "wall_seconds": measured.wall_seconds,
        "peak_rss_mib": measured.peak_rss_mib,
        "certificate": None if certificate is None else str(certificate),
    }


def _text(result: Result) -> str:
    checked = result.checked
    parts = [str(checked.verdict)]
    if checked.claim is not None:
        parts.append({SOLUTION: "a solution", UNSOLVABLE: "unsolvable"}.get(checked.claim, f"optimal {checked.claim}"))
    judgement = checked.judgement
    if judgement is not None and judgement.replay is not None and judgement.verdict is not ClaimVerdict.INVALID:
        metrics = judgement.replay.metrics
        parts.append(f"{quantify(metrics.moves, 'move')}, {quantify(metrics.pushes, 'push')}")
    if judgement is not None and judgement.optimum is not None:
        parts.append(f"the optimum is {judgement.optimum}")
    if checked.reason:
        parts.append(checked.reason)
    if result.certificate is not None:
        parts.append(f"certificate {in_a_line(str(result.certificate))}")
    return ", ".join(parts)
