"""`sokospec generate random`: random levels, each solved or proved unsolvable before printing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from math import ceil, comb, isqrt
from pathlib import Path

import click

from sokocheck.application import outputs
from sokocheck.application.certificate_files import SETTLED, Certificates, answer_level
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import warn
from sokocheck.engines.all_engines import Choice, Engine, Watch
from sokocheck.suites.effort import count_vain_states
from sokocli import inputs, results
from sokocli.engine_options import engine_option
from sokocli.options import choice_option, number_option, path_option
from sokocli.results import Display, Exit, emit, show_work
from sokogen.random.benchmark_levels import AttemptOutcome, LevelAttempt, LevelWish, attempts
from sokogen.random.random_levels import FloorKind
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import quantify
from sokospec.formats import entry_of
from sokospec.limits import Limits, Progress

_MOST_SIDE = 50
_USUAL_SIDE = 5
_OBJECTIVES = [objective.value for objective in Objective if objective is not Objective.ANY]
_USUAL_SHARE = 0.8
PLAIN = ("corner", "dead-squares", "freeze", "closed-diagonal", "no-goal-reachable", "bipartite")
"""Detectors that refute no printed unsolvable level; what they see is no challenge."""


@click.command()
@number_option("--height", None, "Rows of the inside; by default 5.", least=1, most=_MOST_SIDE)
@number_option("--width", None, "Columns of the inside; by default 5.", least=1, most=_MOST_SIDE)
@number_option(
    "--squares",
    None,
    "Floor squares, in one piece; by default four fifths of the inside.",
    least=3,
    most=_MOST_SIDE**2,
)
@number_option(
    "--boxes",
    None,
    "Boxes on each board; by default 3, with --undetected 4, as one detector finds all deadlocks of three boxes.",
    least=1,
)
@choice_option("--kind", "scattered", [kind.value for kind in FloorKind], "How walls are placed.")
@choice_option("--objective", "pushes", _OBJECTIVES, "Quantity to minimise, and unit of the lengths.")
@number_option("--min-length N", 1, "Least length of a shortest solution.", least=1)
@click.option("--unsolvable", is_flag=True, help="Levels without a solution, though each box alone would have one.")
@click.option("--undetected", is_flag=True, help="With --unsolvable: only levels that no deadlock detector flags.")
@click.option("--curated", is_flag=True, help="Take the state farthest from solved on each board, after all --changes.")
@number_option(
    "--changes N",
    30,
    "Changes of walls or goals to try on a board without a state far enough from solved.",
    least=0,
    most=1_000_000,
)
@number_option(
    "--states N",
    20_000,
    "Maximal number of states to expand on each board, backwards from the solved ones.",
    least=100,
    most=100_000_000,
)
@number_option("--count N", 1, "Number of levels.", least=1, most=1_000_000)
@number_option("--seed S", 0, "Seed for the levels.")
@number_option("--attempts N", 1000, "Give up after N boards in a row without a level.", least=1, into="patience")
@path_option(
    "--certificate FOLDER",
    "Write a proof of each answer into FOLDER, for `sokospec verify`.",
    file=False,
    folder=True,
    into="folder",
)
@engine_option
@inputs.limit_options(inputs.SETTLING, "for each board")
@click.option("--solution", is_flag=True, help="Also print the solution.")
@inputs.json_option
def command(
    height: int | None,
    width: int | None,
    squares: int | None,
    boxes: int | None,
    kind: str,
    objective: str,
    min_length: int,
    changes: int,
    states: int,
    count: int,
    seed: int,
    patience: int,
    folder: Path | None,
    choice: Choice,
    limits: Limits,
    *,
    unsolvable: bool,
    undetected: bool,
    curated: bool,
    solution: bool,
    as_json: bool,
) -> int:
    """Print random levels, no two of them equal up to symmetry, with the length of their shortest solutions.

    Each random board is searched backwards from its solved states. The engine then solves a random state that is far
    enough away; with --unsolvable, any state. The levels depend only on the seed and the options, unless a limit is
    reached, which a message reports.

    Exit code 3: the command gave up or was interrupted; the levels printed so far are complete.
    """
    rows, columns, floor = _size(height, width, squares)
    kinds = FloorKind(kind), Objective(objective)
    try:
        wish = LevelWish(
            rows,
            columns,
            floor,
            boxes or (4 if undetected else 3),
            *kinds,
            min_length,
            changes,
            curated,
            states,
            unsolvable,
        )
    except ValueError as error:
        raise click.UsageError(f"{error}; see --squares, --height, --width and --boxes.") from None
    _require_sense(wish, undetected=undetected)
    if folder is not None:
        outputs.folder(folder)
    out = None if folder is None else Certificates(folder, [f"random-{seed}"])
    search = _Search(wish, seed, choice.create(), limits, undetected, out)
    try:
        for number in range(1, count + 1):
            with show_work("levels to order", results.EVERY) as display:
                made = search.next(display, number, count, patience)
            if made is None:
                warn(_describe_failure(search, patience))
                return Exit.UNKNOWN
            emit(*_describe(search, number, made, solution=solution), as_json=as_json)
    except KeyboardInterrupt:
        warn("interrupted")
        return Exit.UNKNOWN
    return Exit.YES


def _describe_failure(search: _Search, patience: int) -> str:
    by_count = search.since.most_common()
    tried = ", ".join(f"{times:,} {outcome}" for outcome, times in by_count)
    gave_up = f"gave up after {quantify(patience, 'board')} in a row without a level: {tried}"
    return f"{gave_up}; {WAY_OUT[by_count[0][0]]}; --attempts N tries more boards"


WAY_OUT = {
    AttemptOutcome.TAKEN: "raise --time-limit or --memory-limit, which ended the writing of certificates",
    AttemptOutcome.NEAR: "lower --min-length, or raise --squares, --boxes, --changes or --states",
    AttemptOutcome.SHORT: "lower --min-length, or raise --squares or --boxes",
    AttemptOutcome.FIXED: "lower --boxes, or raise --squares",
    AttemptOutcome.PLAIN: "raise --squares or --boxes, or choose another --kind",
    AttemptOutcome.SOLVABLE: "raise --boxes, or lower --squares",
    AttemptOutcome.TWICE: "raise --squares or --boxes, or lower --count: boards of this size are used up",
    AttemptOutcome.LIMIT: "raise --time-limit or --memory-limit, or lower --states or --squares",
}
"""The option to change when most boards failed for a reason."""


def _require_sense(wish: LevelWish, *, undetected: bool) -> None:
    if wish.unsolvable and (wish.curated or wish.min_length > 1):
        raise click.UsageError("--unsolvable levels have no solution for --min-length and --curated; leave these out.")
    if undetected and not wish.unsolvable:
        raise click.UsageError("--undetected is for --unsolvable levels; add --unsolvable.")
    there_are = comb(wish.squares, wish.boxes) * (wish.squares - wish.boxes)
    if wish.min_length >= there_are:
        raise click.UsageError(
            f"--min-length is {wish.min_length}, but such a level has no more than {there_are} states."
        )


def _size(height: int | None, width: int | None, squares: int | None) -> tuple[int, int, int]:
    """Return rows, columns and floor squares; unspecified ones follow from the others."""
    if squares is not None and height is None and width is None:
        height = width = min(_MOST_SIDE, isqrt(ceil(squares / _USUAL_SHARE) - 1) + 1)
    elif squares is not None and (height is None or width is None):
        said = height or width or 1
        other = min(_MOST_SIDE, ceil(squares / _USUAL_SHARE / said))
        height, width = height or other, width or other
    rows, columns = height or _USUAL_SIDE, width or _USUAL_SIDE
    return rows, columns, squares or max(1, round(_USUAL_SHARE * rows * columns))


class _Search:
    def __init__(
        self, wish: LevelWish, seed: int, engine: Engine, limits: Limits, undetected: bool, out: Certificates | None
    ) -> None:
        self.wish, self.seed, self.engine, self.undetected, self.out = wish, seed, engine, undetected, out
        self.title = ""
        self.display = Display(lambda _: None, warn)
        self.limits = replace(limits, report=self._report)
        self.tried = 0
        self.since: Counter[AttemptOutcome] = Counter()
        self.made: Iterator[LevelAttempt] = attempts(
            wish,
            seed,
            self._solve,
            plain=self._plain,
            vain=count_vain_states if undetected else None,
            limits=self.limits,
        )

    def next(self, display: Display, number: int, count: int, patience: int) -> tuple[Level, Answer] | None:
        """Return the next level and its answer, its certificate written; None after `patience` failed attempts."""
        self.display = display
        self.since.clear()
        while self.since.total() < patience:
            self.title = f"level {number:,} of {count:,}, board {self.tried + 1:,}"
            display.show(self.title)
            made = next(self.made)
            self.tried += 1
            self.since[made.outcome] += 1
            if made.outcome is AttemptOutcome.LIMIT:
                display.say(
                    f"board {self.tried:,}: a limit was reached; with other limits other levels may be generated"
                )
            if made.outcome is AttemptOutcome.TAKEN and made.level is not None and made.answer is not None:
                if self.out is None or self._certify(made.level, made.answer, number):
                    return made.level, made.answer
                display.say(f"board {self.tried:,}: no certificate within the limits; the level is left out")
        return None

    def file_level(self, level: Level, number: int) -> FileLevel:
        return FileLevel(f"random-{self.seed}", entry_of(level, number))

    def _certify(self, level: Level, answer: Answer, number: int) -> bool:
        """Write the certificate, if limits allow; raises `AssertionError` if its answer differs."""
        found = self.file_level(level, number)
        path = None if self.out is None else self.out.path_for(found)
        shown = answer_level(self.engine, found, self.wish.objective, self._watch(), path)
        if shown.verdict not in SETTLED:
            return False
        if (shown.verdict, self.wish.length(shown)) != (answer.verdict, self.wish.length(answer)):
            raise AssertionError(f"{answer.verdict} without a certificate, {shown.verdict} with one:\n{level}")
        return True

    def _solve(self, level: Level, objective: Objective) -> Answer:
        return self.engine.solve(level, objective, self._watch())

    def _watch(self) -> Watch:
        return Watch(self.limits, self.display.show)

    def _report(self, news: Progress) -> None:
        self.display.show(f"{self.title}: {news.expanded:,} states, {news.seconds:.0f} s")

    def _plain(self, level: Level) -> bool:
        from sokodead import DETECTORS

        names = DETECTORS if self.undetected else PLAIN
        return any(DETECTORS[name](level) is not None for name in names)


def _describe(
    search: _Search, number: int, made: tuple[Level, Answer], *, solution: bool
) -> tuple[dict[str, object], str]:
    level, answer = made
    wish = search.wish
    solved = answer.verdict is Verdict.OPTIMAL
    path = None if search.out is None else search.out.path_for(search.file_level(level, number))
    proved = [wish.objective] if solved else []
    record: dict[str, object] = {
        "family": "random",
        "parameters": {**asdict(wish), "undetected": search.undetected, "seed": search.seed, "number": number},
        "verdict": answer.verdict,
        "moves": answer.moves,
        "pushes": answer.pushes,
        "optimal": proved,
        "proved": proved,
        "conjectured": [],
        "known": "by search",
        "xsb": str(level),
        "certificate": None if path is None else str(path),
    }
    counts = f"{quantify(answer.moves or 0, 'move')}, {quantify(answer.pushes or 0, 'push')}"
    figures = f"{counts}; fewest {wish.objective}" if solved else "unsolvable"
    lines = [str(level), f"Title: random {search.seed}-{number}", f"Comment: {figures}: by search"]
    if solution:
        record["lurd"] = answer.lurd
        if answer.lurd is not None:
            lines += ["Solution:", answer.lurd]
    return record, "\n".join(lines) + "\n"
