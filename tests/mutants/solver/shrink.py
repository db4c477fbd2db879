"""Wrong fast engines against Hypothesis: which are caught by the drawn questions, and how small do the levels shrink?

`python tests/mutants/solver/shrink.py` prints a line for every mutant of mutants.py: the examples tried, and the floor
squares and boxes of the shrunk level; `--mutant NAME` prints the level too. As in run.py, a mutant runs in Python, in a
process of its own. Exit code 0 says that the engine as it is was not accused, 1 that it was.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.solver.mutants import MUTANTS
from mutants.solver.run import copy_to

EXAMPLES = 2_000
PATIENCE = 900.0  # seconds for one mutant, shrinking included


class Shrunk(NamedTuple):
    """What Hypothesis made of a mutant: the examples tried, and the smallest level that gives it away, if any."""

    examples: int
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
        try:
            run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True)
        except subprocess.TimeoutExpired:
            return Shrunk(0, difference="no end within the time for one mutant")
        except subprocess.CalledProcessError as error:
            return Shrunk(0, difference=error.stderr[-500:])
    return Shrunk(*json.loads(run.stdout.splitlines()[-1]))


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
    fast_engine.SECONDS = 20.0
    tried = 0

    def difference(question: Question) -> str | None:
        nonlocal tried
        tried += 1
        level, objective, choice = question
        truth = fast_engine.truth_of(level)
        try:
            return fast_engine.fault(level, fast_engine.ask(level, objective, choice), truth)
        except Exception as error:  # a crash is a difference too
            return f"{type(error).__name__}: {error}"

    try:
        question = find(
            questions(list(Algorithm), list(Objective)),
            lambda question: difference(question) is not None,
            settings=settings(
                max_examples=examples,
                derandomize=True,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    except NoSuchExample:
        return Shrunk(tried)
    level = question.level
    words = f"{question.objective}: {difference(question)}; asked with {question.choice}"
    return Shrunk(tried, str(level), len(level.board.floor), len(level.boxes), words)


def main() -> int:
    """Print what Hypothesis makes of the mutants."""
    parser = argparse.ArgumentParser(prog="shrink.py", description="Shrink the levels that give wrong engines away.")
    parser.add_argument("--mutant", choices=MUTANTS, metavar="NAME", help="one mutant, with its level")
    parser.add_argument("--examples", type=int, default=EXAMPLES, metavar="N", help="give up after N (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="mutants tried at the same time (1)")
    parser.add_argument("--child", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(find_difference(options.child, options.examples)))
        return 0
    names = [options.mutant] if options.mutant else [None, *MUTANTS]
    accused = False
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, shrunk in zip(names, pool.map(lambda name: shrink(name, options.examples), names), strict=True):
            size = f"{shrunk.squares:2} squares, {shrunk.boxes} boxes" if shrunk.level else "not caught"
            print(f"{name or 'the engine as it is':50} {size}, {shrunk.examples} examples", flush=True)
            accused |= name is None and bool(shrunk.level)
            if options.mutant or (shrunk.difference and not shrunk.level):
                print(shrunk.level, shrunk.difference, sep="\n")
    return int(accused)


if __name__ == "__main__":
    raise SystemExit(main())
