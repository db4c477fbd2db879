"""A table of the fewest pushes of a collection's levels: bounds, best solutions, and a certificate of each bound.

    python experiments/optima/certified_table.py LEVELS --run RUN --out FOLDER --cpu-limit 60 --improve 60

searches for a solution of each level and shortens it, then proves it optimal, or a lower bound within the limit. RUN
keeps `rows.jsonl`, a line for each search, and the certificates, such as `12.cert.gz`. A run that was ended goes on
when the same command is given again. With other limits, levels that are still open are searched again, from the best
solutions so far; a certificate is replaced by a better one only. Certificates in RUN without a line are checked first.

At the end, or after Ctrl-C, FOLDER gets `record.json`, `solutions.jsonl` (letters only) and `optima.tsv`, for
`sokospec check --records`. Solutions that are there already, or in files named by `--solutions`, are replayed and used.

    python experiments/optima/certified_table.py --show FOLDER/record.json --into PAGE.md
    python experiments/optima/certified_table.py LEVELS --run RUN --out FOLDER --verify

The first writes the table into a page; the second searches nothing, but replays the solutions of FOLDER and checks the
certificates of RUN against its record. Exit code 1 if anything is wrong, 3 if levels stay open.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import documents, runs
from common.bound_rows import Row, counts, faults, optima_cells, summary, table
from common.levels import Problem, numbers, problems
from optima.bound_task import BY_AREAS, BY_GROUPS, BoundTask, Effort, digest_and_size
from optima.proved_rows import table_text
from sokocheck.application.outputs import write_text
from sokocheck.batch.pool import Lost, Workers
from sokocheck.batch.results_file import Record, ResultsFile, RunFailed, records_of
from sokocheck.batch.whole_run import open_workers
from sokocheck.checkers.all_checkers import FAST, PROVED
from sokocheck.optima.table import BEST
from sokosolve.features import Direction
from sokospec.errors import SokobanError
from sokospec.replay import replay
from sokoverify import verify as verify_fast

NAME = "certified table"
ROWS = "rows.jsonl"
RECORD, SOLUTIONS, OPTIMA = "record.json", "solutions.jsonl", "optima.tsv"


class Standings:
    """The best solution and the best certificate of each level, from all records."""

    def __init__(self, chosen: Sequence[Problem]) -> None:
        self.problems = {problem.number: problem for problem in chosen}
        self.solutions: dict[int, str] = {}
        self.proofs: dict[int, Record] = {}
        self.efforts: dict[int, list[object]] = {}

    def learn_solution(self, level: int, lurd: str, where: str) -> None:
        """Keep a solution if it is better. Raises `SokobanError` if it is none."""
        problem = self.problems.get(level)
        if problem is None:
            return
        replayed = replay(problem.level, lurd)
        if not replayed.valid:
            raise SokobanError(f"{where}: no solution of level {level}: at step {replayed.at}, {replayed.reason}")
        before = self.solutions.get(level)
        if before is None or _cost(lurd) < _cost(before):
            self.solutions[level] = lurd

    def learn(self, record: Record) -> None:
        """Keep what a record has that is better."""
        level = int(record["level"])
        if "failed" in record or level not in self.problems:
            return
        if record["lurd"] is not None:
            self.learn_solution(level, record["lurd"], f"{ROWS}, level {level}")
        if "sha256" in record:
            self.proofs[level] = record
        self.efforts.setdefault(level, []).append(record["effort"])

    def is_done(self, level: int, effort: Effort, target: Path) -> bool:
        """Say whether there is nothing to search for a level."""
        proof = self.proofs.get(level)
        if proof is None or not target.exists():
            return False
        if not proof["claim"].startswith("at-least"):
            return True
        lurd = self.solutions.get(level)
        is_met = lurd is not None and _cost(lurd)[0] == proof["lower_bound"]
        return effort.record in self.efforts[level] and not is_met

    def row(self, level: int) -> Row:
        """Return the row of a level."""
        proof, lurd = self.proofs.get(level, {}), self.solutions.get(level)
        pushes, moves = (None, None) if lurd is None else _cost(lurd)
        copied = ("claim", "states", "expanded", "proof_seconds", "peak_rss_mib", "sha256", "bytes")
        checkers: dict[str, str | None] = proof.get("checkers", {})
        return Row(
            level=level,
            title=self.problems[level].title,
            lower_bound=proof.get("lower_bound", 0),
            pushes=pushes,
            moves=moves,
            fast=checkers.get(FAST),
            proved=checkers.get(PROVED),
            effort=proof.get("effort"),
            **{name: proof.get(name) for name in copied},
        )


def _cost(lurd: str) -> tuple[int, int]:
    return sum(letter.isupper() for letter in lurd), len(lurd)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The folder of the certificates, and the effort for each level."""

    run: Path
    effort: Effort

    def task(self, problem: Problem, standings: Standings) -> BoundTask | None:
        """Return what is to be done for a level, None if nothing is."""
        level, target = problem.number, self.run / f"{problem.number}.cert.gz"
        if standings.is_done(level, self.effort, target):
            return None
        proof = standings.proofs.get(level)
        return BoundTask(
            problem.path.name,
            level,
            problem.title,
            problem.level,
            standings.solutions.get(level),
            -1 if proof is None or not target.exists() else proof["lower_bound"],
            str(target.resolve()),
            self.effort,
            adopt=target.exists() and proof is None,
        )


def through(
    chosen: Sequence[Problem], standings: Standings, results: ResultsFile, crew: Workers[BoundTask], wanted: Wanted
) -> Iterator[Record]:
    """Do what is missing, adopted certificates first, and yield the new records."""
    waiting = [problem for problem in chosen if wanted.task(problem, standings) is not None]
    again: list[Problem] = []
    running = 0
    while waiting or running:
        while waiting and crew.room() > 0:
            task = wanted.task(waiting.pop(0), standings)
            if task is not None:
                crew.submit(task)
                running += 1
        for task, record in crew.collect() if running else ():
            running -= 1
            results.append(record)
            standings.learn(record)
            yield record
            if task.adopt and "failed" not in record:
                again.append(standings.problems[task.number])
        if not waiting and not running:
            waiting, again = again, []


def solutions_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the solutions of JSON Lines. Raises `SokobanError`."""
    for record in records_of(path):
        try:
            yield int(record["level"]), str(record["lurd"])
        except (LookupError, ValueError, TypeError):
            raise SokobanError(f"{path}: each line must have a level and its lurd") from None


def write_all(out: Path, standings: Standings, given: Sequence[str], effort: Effort, started: float) -> list[Row]:
    """Write the record, the solutions, and the table of optima; return the rows."""
    rows = [standings.row(level) for level in standings.problems]
    out.mkdir(parents=True, exist_ok=True)
    runs.save(out / RECORD, NAME, given, effort.record, rows, started)
    lines = [
        json.dumps({"level": row.level, "pushes": row.pushes, "moves": row.moves, "lurd": lurd})
        for row in rows
        if (lurd := standings.solutions.get(row.level)) is not None
    ]
    write_text(out / SOLUTIONS, "".join(f"{line}\n" for line in lines))
    write_text(out / OPTIMA, table_text([optima_cells(standings.problems[row.level], row) for row in rows], (BEST,)))
    return rows


def find_faults(out: Path, run: Path, standings: Standings) -> list[str]:
    """Return what is wrong with a record, its solutions, and the certificates in RUN."""
    found = []
    for number, lurd in solutions_in(out / SOLUTIONS):
        try:
            standings.learn_solution(number, lurd, str(out / SOLUTIONS))
        except SokobanError as error:
            found.append(str(error))
    rows = [Row(**each) for each in runs.load(out / RECORD, NAME)["rows"]]
    for row in rows:
        best = standings.solutions.get(row.level)
        if row.pushes is not None and (best is None or _cost(best) != (row.pushes, row.moves)):
            found.append(f"level {row.level}: no solution of {row.pushes} pushes and {row.moves} moves")
        if row.level in standings.problems:
            found += _wrong_certificate(row, standings.problems[row.level], run / f"{row.level}.cert.gz")
    return found + faults(rows)


def _wrong_certificate(row: Row, problem: Problem, path: Path) -> list[str]:
    if not path.exists() or digest_and_size(path)["sha256"] != row.sha256:
        return [f"level {row.level}: {path} is not the certificate of the record"]
    with path.open("rb") as stream:
        outcome = verify_fast(stream, problem.level)
    if outcome.accepted and str(outcome.claim) == row.claim:
        return []
    return [f"level {row.level}: {path} does not prove {row.claim}: {outcome.reason or outcome.claim}"]


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    made = argparse.ArgumentParser(description="The fewest pushes of a collection's levels, with certificates.")
    made.add_argument("levels", nargs="?", type=Path, metavar="LEVELS", help="the collection")
    made.add_argument("--run", type=Path, metavar="RUN", help="the folder of what is done, and of the certificates")
    made.add_argument("--out", type=Path, metavar="FOLDER", help="the folder of record, solutions and optima")
    made.add_argument("--solutions", type=Path, action="append", default=[], metavar="FILE", help="more solutions")
    made.add_argument("--only", type=numbers, metavar="NUMBERS", help="search only these levels: 1,2,5-9")
    made.add_argument(
        "--cpu-limit", type=float, default=60.0, metavar="S", help="CPU seconds for search and certificate (60)"
    )
    made.add_argument("--memory-limit", type=float, default=8192.0, metavar="MIB", help="memory of a level (8192)")
    made.add_argument("--improve", type=float, default=60.0, metavar="S", help="CPU seconds for shorter solutions (60)")
    made.add_argument(
        "--direction",
        choices=[*Direction, BY_GROUPS, BY_AREAS],
        default=Direction.AUTO,
        help="of the searches (auto); instead, groups: learn groups of boxes; areas: bound what pushes waste",
    )
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="worker processes (1)")
    made.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="let this Dask scheduler's workers do it; they need PYTHONPATH=experiments",
    )
    made.add_argument("--verify", action="store_true", help="search nothing; check solutions, record and certificates")
    made.add_argument("--show", type=Path, metavar="RECORD", help="search nothing; print the table of this record")
    made.add_argument("--into", type=Path, metavar="PAGE", help="the page whose table is to be replaced")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code: 1 if anything is wrong, 3 if levels stay open."""
    given = sys.argv[1:] if arguments is None else arguments
    reader = parser()
    options = reader.parse_args(given)
    try:
        if options.show is not None:
            rows = [Row(**each) for each in runs.load(options.show, NAME)["rows"]]
            return show(rows, options.into)
        if options.levels is None or options.run is None or options.out is None:
            reader.error("name the levels, --run and --out; or --show")
        standings = Standings([*problems([options.levels])])
        if options.verify:
            return report_faults(find_faults(options.out, options.run, standings))
        return search(options, standings, given)
    except (SokobanError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def show(rows: Sequence[Row], into: Path | None) -> int:
    """Print the table, or write it into a page."""
    text = f"{counts(rows)}\n\n{table(rows)}"
    if into is None:
        print(text)
    else:
        documents.replace(into, "table", text)
    return 0


def report_faults(found: Sequence[str]) -> int:
    """Print what is wrong, and return the exit code."""
    for line in found:
        print(f"FAULT {line}", file=sys.stderr)
    return int(bool(found))


def search(options: argparse.Namespace, standings: Standings, given: Sequence[str]) -> int:
    """Search what is missing, write everything, and return the exit code."""
    started = time.monotonic()
    effort = Effort(options.cpu_limit, options.memory_limit, options.improve, options.direction)
    before = options.out / SOLUTIONS
    for path in [*options.solutions, *([before] if before.exists() else [])]:
        for level, lurd in solutions_in(path):
            standings.learn_solution(level, lurd, str(path))
    options.run.mkdir(parents=True, exist_ok=True)
    chosen = [each for each in standings.problems.values() if options.only is None or each.number in options.only]
    ended = ""
    with (
        ResultsFile(options.run / ROWS) as results,
        closing[Workers[BoundTask]](open_workers(options.jobs, options.scheduler)) as crew,
    ):
        results.repair()
        for record in results.records():
            standings.learn(record)
        try:
            for record in through(chosen, standings, results, crew, Wanted(options.run, effort)):
                runs.told(f"{record['file']}:{record['level']}: {record.get('claim') or record.get('failed')}")
        except (KeyboardInterrupt, Lost, RunFailed) as stop:
            ended = str(stop) or "interrupted"
    rows = write_all(options.out, standings, given, effort, started)
    print(summary(rows))
    if ended:
        print(f"{ended}: what is done is kept; the same command goes on", file=sys.stderr)
    return report_faults(faults(rows)) or (3 if ended or not all(row.closed for row in rows) else 0)


if __name__ == "__main__":
    sys.exit(main())
