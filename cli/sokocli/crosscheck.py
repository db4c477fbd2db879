"""`sokospec crosscheck`: compare another solver with certified answers."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path

import click

from sokocheck.application import vocabulary
from sokocheck.application.certificate_files import Certificates
from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.vocabulary import Kind, count_entries, entry_of
from sokocheck.batch.results_file import RunFailed
from sokocheck.claims.judgement_text import details_text, shorten_solutions
from sokocheck.claims.judging import OBJECTIVES, SOLUTION, UNSOLVABLE, ClaimVerdict
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
from sokocli.engine_options import engine_option
from sokocli.inputs import Request
from sokocli.options import Finite, choice_option, path_option, real_option
from sokocli.results import Exit, emit, show_search, show_work, worst
from sokospec.conformance import SuiteLevel, load_levels
from sokospec.errors import SokobanError, quantify
from sokospec.formats import DrawnLevel, Entry
from sokospec.limits import Interrupted

_FILE_OF = {"regression": "killers", "conformance": "levels", "killers": "killers"}
"""The file in `sokospec.conformance` of each suite; `killers` is the earlier name of `regression`."""
_SUITES = tuple(_FILE_OF)
_FILE_MIB = 64


def _pattern(_context: click.Context, _parameter: click.Parameter, value: str | None) -> re.Pattern[str]:
    try:
        return NONE if value is None else re.compile(value, re.MULTILINE)
    except re.error as error:
        raise click.BadParameter(f"{value!r} is not a regular expression: {error}.") from None


@click.command()
@inputs.level_files_argument(required=False)
@choice_option(
    "--suite NAME",
    None,
    _SUITES,
    "Levels with known answers that come with Sokospec, tried before FILES. regression: levels that have exposed wrong "
    "programs; conformance: levels of the conformance suite.",
)
@click.option(
    "--solver",
    required=True,
    metavar="'CMD {level}'",
    help="Program to run, with its arguments, {level} or {board} among them.",
)
@choice_option(
    "--claims OBJECTIVE",
    None,
    OBJECTIVES,
    f"Objective for which the program claims its solutions to be optimal: {', '.join(OBJECTIVES)}.",
)
@click.option(
    "--says-unsolvable",
    callback=_pattern,
    metavar="REGEX",
    help="Pattern of what the program prints for an unsolvable level. By default: unsolvable, not solvable, cannot be "
    "solved, has no solution, no solution exists, and the like (but not: no solution found).",
)
@real_option(
    "--solver-time S",
    60.0,
    Finite(min=0, min_open=True),
    "CPU seconds of the program for each level. It is also stopped after 2 S + 10 seconds by the clock.",
)
@real_option(
    "--solver-memory MIB",
    4096,
    Finite(min=1),
    "Memory limit of the program and its child processes together, in MiB.",
)
@path_option(
    "--certificate FOLDER",
    "Rely on our own solver only where `sokospec verify` accepts its certificate; keep the certificates in this "
    "folder.",
    exists=True,
    file=False,
    folder=True,
)
@inputs.level_option
@engine_option
@jobs_option
@inputs.request_options(inputs.SETTLING, whose=" of our own solver")
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
    """Run a solver on each level, replay its answers, and report every false one.

    Give FILES, --suite or both. The program runs without a shell, in a temporary folder. Existing paths in its command
    are made absolute; write other paths in full. The command may contain

    \b
    {level}     a file with one level: the board in XSB, then its title
    {board}     a file with the board alone
    {solution}  a file that the program may write
    {folder}    the temporary folder, with all of these

    The answer is read from stdout and from the files that the program writes into the folder, {solution} first. It can
    be steps (such as rrUL), a level file with a solution, or a plan of a planner. Of several valid solutions, the
    cheapest for the objective of --claims (by default pushes) counts.

    Our own solver then decides whether a solution is optimal, or a level unsolvable.

    \b
    Exit codes: 0  every answer is true
                1  an answer is false
                3  the program gave no answer (gave up, crashed, reached its
                   limit), or our own solver reached a limit
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
    verdicts: list[vocabulary.Entry] = []
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    known = load_levels(_FILE_OF[suite]) if suite else []
    answers = {each.level: each.answers for each in known}
    found_levels = chain(_of_suite(suite, known, request.level, guard), request.levels(codes, guard, limited))

    def task(found: FileLevel) -> LevelTask:
        path = None if out is None else out.path_for(found)
        return LevelTask(found, program, choice, request.reading, request.limits, path, answers.get(found.level, {}))

    tasks = map(task, found_levels)
    done = _one_by_one(tasks, guard) if jobs == 1 else _at_once(jobs, tasks)
    try:
        for found, result in done:
            verdicts.append(_entry(result))
            codes.append(verdicts[-1].code)
            emit(_record(found, result), f"{found.name}: {_text(result)}", as_json=request.as_json)
    except KeyboardInterrupt:
        warn(f"interrupted: {quantify(len(verdicts), 'level')} checked")
        codes.append(Exit.UNKNOWN)
    except RunFailed as error:
        warn(f"error: {error}")
        return Exit.INTERNAL
    finally:
        done.close()
    if verdicts:
        warn(count_entries(verdicts))
    return worst(codes)


def _one_by_one(tasks: Iterable[LevelTask], guard: Guard) -> Generator[tuple[FileLevel, Result], None, None]:
    for task in tasks:
        try:
            with show_search(f"{task.name}: {task.solver.words[0]}", guard) as watch:
                result = task.settle(watch, guard)
        except Interrupted as stop:
            yield task.found, stop.partial
            raise
        yield task.found, result


def _at_once(jobs: int, tasks: Iterable[LevelTask]) -> Generator[tuple[FileLevel, Result], None, None]:
    """Settle the levels in several processes, which leave nothing behind when killed."""
    ensure_running()  # a process of `multiprocessing` that is no orphan
    with scratch_folder() as scratch, end_orphans(), show_work(f"{jobs} levels at once"):
        for task, record in in_order(jobs, (replace(task, folder=scratch.path) for task in tasks)):
            yield task.found, record["result"]


def _of_suite(suite: str | None, known: Sequence[SuiteLevel], level: int | None, guard: Guard) -> Iterator[FileLevel]:
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


def _entry(result: Result) -> vocabulary.Entry:
    checked = result.checked
    fails = checked.judgement is not None and checked.judgement.verdict is ClaimVerdict.INVALID
    about_solution = checked.claim == SOLUTION or (fails and checked.claim != UNSOLVABLE)
    return entry_of(Kind.PROGRAM, checked.verdict, SOLUTION if about_solution else "")


def _text(result: Result) -> str:
    checked = result.checked
    parts = [checked.reason or ""]
    if checked.judgement is not None and checked.claim not in (None, UNSOLVABLE):
        claim = None if checked.claim == SOLUTION else checked.claim
        if checked.judgement.verdict is not ClaimVerdict.INVALID:
            parts = [details_text(checked.judgement, claim)]
    if result.certificate is not None:
        parts.append(f"certificate {in_a_line(str(result.certificate))}")
    details = "; ".join(filter(None, parts))
    text = _entry(result).text
    return shorten_solutions(f"{text}: {details}" if details else text)
