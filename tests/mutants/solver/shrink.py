"""Wrong fast engines against Hypothesis: which are caught by the drawn questions, and how small do the levels shrink?

`python tests/mutants/solver/shrink.py` prints a line for every mutant of mutants.py: the questions asked, shrinking
included, and the floor squares and boxes of the shrunk level; `--mutant NAME` prints the level too. `--record FILE`
also writes the results to a file, keeps those that it has, and `--table` prints what stands in it. As in run.py, a
mutant runs in Python, in a process of its own. The limits count its CPU seconds, so load matters little. Exit code 0
says that the engine as it is was not accused, 1 that it was.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.fault_records import RECORDS, read_record, write_record
from mutants.solver.mutants import MUTANTS
from mutants.solver.run import copy_to

EXAMPLES = 2_000
QUESTION = 5.0  # CPU seconds for one question; an engine without an answer by then is wrong
PATIENCE = 30.0  # CPU seconds for one mutant, shrinking included; then the smallest level so far counts

RECORD = RECORDS / "shrunk_engines.json"
UNCHANGED = "the engine as it is"


class NoAnswer(BaseException):
    """The CPU seconds for one question are used up; no handler of the engine takes it for an error."""


class OutOfPatience(BaseException):
    """The CPU seconds for one mutant are used up; Hypothesis does not catch it."""


class Verdict(StrEnum):
    """Whether Hypothesis catches a mutant."""

    CAUGHT = "caught"
    MISSED = "missed"  # all questions have right answers
    UNDECIDED = "undecided"  # the CPU seconds for one mutant were used up before all questions were asked


class Shrunk(NamedTuple):
    """The verdict on a mutant, the number of questions asked, and the smallest level that gives it away, if any."""

    verdict: Verdict
    questions: int
    level: str = ""
    squares: int = 0
    boxes: int = 0
    difference: str = ""


def shrink(name: str | None, examples: int = EXAMPLES) -> Shrunk:
    """Return what Hypothesis makes of a mutant, None for the engine as it is."""
    with tempfile.TemporaryDirectory(prefix="sokospec-shrink-") as folder:
        copy_to(Path(folder), MUTANTS[name].changes if name else ())
        paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        environment["NUMBA_DISABLE_JIT"] = "1"
        command = [sys.executable, str(Path(__file__).resolve()), "--child", folder, "--examples", str(examples)]
        run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return read_row(json.loads(run.stdout.splitlines()[-1]))


def read_row(row: dict[str, Any]) -> Shrunk:
    """Return the result that a JSON object holds."""
    return Shrunk(**{**row, "verdict": Verdict(row["verdict"])})


@contextmanager
def limited(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """Raise an error in the block after some CPU seconds, and every second from then on."""

    def give_up(number: int, frame: object) -> None:
        raise error

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, max(seconds, 1e-3), 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def find_difference(folder: str, examples: int) -> Shrunk:
    """Search the engine of a folder for a question that it answers differently from the oracle, and shrink that."""
    from hypothesis import HealthCheck, find, settings
    from hypothesis.errors import NoSuchExample

    import sokosolve
    from differential import fast_engine
    from property.engine.drawn import Question, questions
    from sokosolve.features import Algorithm
    from sokosolve.search import budget
    from sokospec.answer import Objective

    assert Path(sokosolve.__file__).resolve().is_relative_to(Path(folder).resolve())
    budget.SECONDS_IN_PYTHON = budget.FLOOR_FOR_PYTHON = 10**9  # nothing is compiled
    fast_engine.SECONDS = 1e6
    end = time.process_time() + PATIENCE
    tried = 0
    smallest: Question | None = None
    how = ""

    def size(question: Question) -> tuple[int, int]:
        return len(question.level.board.floor), len(question.level.boxes)

    def difference(question: Question) -> str | None:
        level, objective, choice = question
        truth = fast_engine.truth_of(level)
        left = end - time.process_time()
        limit, error_at_limit = (QUESTION, NoAnswer) if left > QUESTION else (left, OutOfPatience)
        try:
            with limited(limit, error_at_limit):
                answer = fast_engine.ask(level, objective, choice)
            return fast_engine.fault(level, answer, truth)
        except NoAnswer:
            return f"no answer within {QUESTION:.0f} CPU seconds"
        except Exception as error:  # a crash is a difference too
            return f"{type(error).__name__}: {error}"

    def differs(question: Question) -> bool:
        nonlocal tried, smallest, how
        tried += 1
        differing = difference(question)
        if differing is not None and (smallest is None or size(question) <= size(smallest)):
            smallest, how = question, differing
        return differing is not None

    verdict = Verdict.MISSED
    try:
        find(
            questions(list(Algorithm), list(Objective)),
            differs,
            settings=settings(
                max_examples=examples,
                derandomize=True,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    except NoSuchExample:
        pass
    except OutOfPatience:
        verdict = Verdict.UNDECIDED
    if smallest is None:
        return Shrunk(verdict, tried)
    squares, boxes = size(smallest)
    words = f"{smallest.objective}: {how}; asked with {smallest.choice}"
    return Shrunk(Verdict.CAUGHT, tried, str(smallest.level), squares, boxes, words)


def results_of(path: Path) -> dict[str, Shrunk]:
    """Return the results of a record by the mutants' names; none if there is no such file yet."""
    return {name: read_row(row) for name, row in read_record(path).items()}


def write_results(path: Path, results: Mapping[str, Shrunk]) -> None:
    """Write results in the order of the mutants."""
    write_record(path, {name: results[name]._asdict() for name in ORDER if name in results})


ORDER = (UNCHANGED, *MUTANTS)


def table(results: Mapping[str, Shrunk]) -> str:
    """Return how many mutants are caught by shrunk levels of each number of floor squares, as a table in Markdown."""
    caught = [results[name].squares for name in MUTANTS if name in results and results[name].level]
    sizes = sorted(set(caught))
    lines = [("floor squares", *sizes), ("---", *["--:"] * len(sizes)), ("mutants", *map(caught.count, sizes))]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def counts(results: Mapping[str, Shrunk]) -> str:
    """Return how many mutants of a record have which verdict, in words."""
    verdicts = Counter(results[name].verdict for name in MUTANTS if name in results)
    return f"{verdicts.total()} mutants: " + ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict)


def main() -> int:
    """Print what Hypothesis makes of the mutants."""
    parser = argparse.ArgumentParser(prog="shrink.py", description="Shrink the levels that give wrong engines away.")
    parser.add_argument("--mutant", choices=MUTANTS, metavar="NAME", help="one mutant, with its level")
    parser.add_argument("--examples", type=int, default=EXAMPLES, metavar="N", help="give up after N (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="mutants tried at the same time (1)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the results in a file, and add what it lacks")
    parser.add_argument("--table", action="store_true", help="print a table of its record")
    parser.add_argument("--child", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(find_difference(options.child, options.examples)._asdict()))
        return 0
    if options.table:
        results = results_of(options.record or RECORD)
        print(counts(results), table(results), sep="\n\n")
        return 0
    results = results_of(options.record) if options.record else {}
    names = [options.mutant] if options.mutant else [name for name in ORDER if name not in results]
    changed = [None if name == UNCHANGED else name for name in names]
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, shrunk in zip(names, pool.map(lambda name: shrink(name, options.examples), changed), strict=True):
            results[name] = shrunk
            if options.record:
                write_results(options.record, results)
            size = f"{shrunk.squares:2} squares, {shrunk.boxes} boxes" if shrunk.level else shrunk.verdict
            print(f"{name:50} {size}, {shrunk.questions} questions", flush=True)
            if options.mutant:
                print(shrunk.level, shrunk.difference, sep="\n")
    return int(UNCHANGED in results and bool(results[UNCHANGED].level))


if __name__ == "__main__":
    raise SystemExit(main())
