"""Wrong fast engines against the oracle: after how many levels does the comparison notice?

`python tests/mutants/solver/run.py --write` writes it for every mutant of mutants.py to
docs/records/solver_mutants.json, which takes some minutes; `--mutant NAME` prints it for one, with the difference that
gave it away. A mutant is a copy of the sources in a temporary folder,
with some text replaced; it runs in a process of its own, and in Python, so that nothing is compiled. The levels and
options are those of tests/differential, the tiny ones alone. Exit code 0 says that each was noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.fault_records import RECORDS, write_record
from mutants.planting import replaced_once
from mutants.solver.mutants import MUTANTS, Change

SOURCES = Path(__file__).resolve().parents[3] / "solver" / "sokosolve"
RECORD = RECORDS / "solver_mutants.json"
LEVELS = 250
"""So many levels are enough for the test, those of `FOUND` first."""
RANDOM_LEVELS = 5_000
"""So many random levels are tried for the record."""
CHOICES = 200
FOUND_CHOICES, RANDOM_CHOICES = 40, 4
"""With so many choices of options levels are tried: the regression levels, those of `FOUND`, and random ones."""
MOST_STATES = 80
SEED = "zoo"

FOUND = (
    "######\n#    #\n#*#  #\n#.*$ #\n# *@##\n######",
    "#########\n#### ####\n# $. ####\n#@$ . * #\n#########",
    "#########\n#  @##**#\n#$$$.#  #\n#.# *####\n# #. ####\n#########",
    "#####\n# * #\n# # #\n#  @#\n# $.#\n# ###\n#####",
    "#########\n#  .  $@#\n######$ #\n###.    #\n#########",
)
"""Levels that show what random ones show after hundreds or thousands: overlapping pairs, a tunnel with a box in it, two
sides that meet too early, one side that stops halfway, and a dead position that makes its parent dead."""


class Caught(NamedTuple):
    """After how many levels and answers a mutant was noticed, and how; `levels` is None when it was not.

    `level` is the level that gave it away; `killed` says how one that was named did, None when it did not.
    """

    levels: int | None
    answers: int
    how: str
    level: str = ""
    killed: str | None = None


def mutated(source: str, change: Change) -> str:
    """Return a source with a fault planted in it, as `replaced_once` does."""
    listed_in = "tests/mutants/solver/mutants.py"
    return replaced_once(source, change.old, change.new, file=change.file, listed_in=listed_in)


def copy_to(folder: Path, changes: Sequence[Change]) -> None:
    """Write the engine with some changes to a folder."""
    package = folder / "sokosolve"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
    for change in changes:
        path = package / change.file
        path.write_text(mutated(path.read_text(encoding="utf-8"), change), encoding="utf-8")


def caught(
    name: str | None, levels: int = LEVELS, *, found: bool = True, regression: str = "", begin: int = 1
) -> Caught:
    """Return when a mutant is noticed, by `FOUND` and random levels or by these alone; None is the engine as it is.

    A `regression` level is tried besides, one that is known to expose the mutant. Levels before number
    `begin` are counted, not compared: the others are asked just what they would be asked after these.
    """
    with mutant_folder(name) as folder:
        command = [sys.executable, str(Path(__file__).resolve()), "--child", folder, "--levels", str(levels)]
        command += ["--begin", str(begin)]
        command += [] if found else ["--random"]
        command += ["--regression", regression] if regression else []
        environment = environment_for_children(folder)
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1800, check=False)
        except subprocess.TimeoutExpired:
            return Caught(None, 0, "it does not come to an end")
    if done.returncode:
        return Caught(None, 0, done.stderr)
    return Caught(*json.loads(done.stdout))


@contextmanager
def mutant_folder(name: str | None) -> Iterator[str]:
    """Write the engine with the changes of a mutant to a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="sokospec-mutants-") as folder:
        copy_to(Path(folder), MUTANTS[name].changes if name else ())
        yield folder


def environment_for_children(*folders: str) -> dict[str, str]:
    """Return the environment of a process that imports from these folders first and compiles nothing."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*folders, *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "1",
    }


class ReplayServer:
    """A process that tries mutants on their regression levels, each in a fork, so that imports are paid for once."""

    def __init__(self) -> None:
        """Start the process."""
        command = [sys.executable, str(Path(__file__).resolve()), "--serve"]
        self.process = subprocess.Popen(
            command, env=environment_for_children(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def killed(self, name: str, regression: str) -> str | None:
        """Return how the regression level exposes the mutant, None if it does not."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with mutant_folder(name) as folder:
            self.process.stdin.write(json.dumps([folder, regression]) + "\n")
            self.process.stdin.flush()
            return Caught(*json.loads(self.process.stdout.readline())).killed

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def serve() -> None:
    """Answer each line of stdin, a folder and a regression level, with a line of the comparison in a fork."""
    compile_sources_once()
    for module in ("sokogen.random.random_levels", "sokospec.oracle.perft"):
        import_module(module)

    for line in sys.stdin:
        folder, regression = json.loads(line)
        process = os.fork()
        if process == 0:
            sys.path.insert(0, folder)
            print(json.dumps(child(folder, 0, found=True, regression=regression)), flush=True)
            os._exit(0)
        _, status = os.waitpid(process, 0)
        if status:  # else whoever asked would wait for an answer for ever
            print(json.dumps(Caught(None, 0, "its process ended without an answer")), flush=True)


def compile_sources_once() -> None:
    """Compile each text of a module once, before the forks: a mutant differs from the engine in a few modules."""
    compiled = {path.read_bytes(): compile(path.read_bytes(), path, "exec") for path in SOURCES.rglob("*.py")}
    loader: Any = SourceFileLoader
    usual = loader.source_to_code

    def source_to_code(self: SourceFileLoader, data: bytes, path: str, **options: int) -> object:
        return compiled.get(data) or usual(self, data, path, **options)

    loader.source_to_code = source_to_code


def child(folder: str, levels: int, *, found: bool, regression: str = "", begin: int = 1) -> Caught:
    """Compare the engine of a folder with the oracle, from level `begin` on, until there is a difference."""
    import sokosolve
    from sokosolve.search import budget

    assert Path(sokosolve.__file__).resolve().is_relative_to(Path(folder).resolve())
    budget.SECONDS_IN_PYTHON = budget.FLOOR_FOR_PYTHON = 10**9  # nothing is compiled
    from differential import fast_engine
    from sokospec import Level
    from sokospec.answer import Objective

    fast_engine.SECONDS = 20.0

    def questions(rng: Random, choices: int) -> list[tuple[Objective, fast_engine.Choice]]:
        asked = [(objective, fast_engine.Choice()) for objective in Objective]
        return asked + [(rng.choice(list(Objective)), fast_engine.some_choice(rng)) for _ in range(choices)]

    def difference(
        level: Level, asked: list[tuple[Objective, fast_engine.Choice]], choices: int
    ) -> tuple[int, str | None]:
        """Return how many answers about a level were compared, and the first wrong one."""
        truth = fast_engine.truth_of(level)
        if truth.costs is not None:
            others = Random(f"known {level}")
            asked += [(others.choice(list(Objective)), fast_engine.knowing(others, level)) for _ in range(choices // 2)]
        for answers, (objective, choice) in enumerate(asked, start=1):
            try:
                wrong = fast_engine.fault(level, fast_engine.ask(level, objective, choice), truth)
            except Exception as error:  # a crash is noticed too
                wrong = f"{type(error).__name__}: {error}"
            if wrong:
                return answers, f"{objective}: {wrong}\n{level}\n{choice}"
        return len(asked), None

    killed = None
    if regression:
        _, killed = difference(Level.parse(regression), questions(Random(f"choices {regression}"), CHOICES), CHOICES)
    rng = Random(f"choices {SEED}")
    answers = 0
    first = [Level.parse(text) for text in FOUND] if found else []
    tiny = (level for _, level in fast_engine.levels(SEED, 10**9) if fast_engine.is_small(level, MOST_STATES))
    for number, level in zip(range(1, levels + 1), chain(first, tiny), strict=False):
        choices = FOUND_CHOICES if number <= len(first) else RANDOM_CHOICES
        asked = questions(rng, choices)
        if number < begin:
            continue
        compared, how = difference(level, asked, choices)
        answers += compared
        if how is not None:
            return Caught(number, answers, how, str(level), killed)
    return Caught(None, answers, "", killed=killed)


def levels_until_noticed() -> dict[str, int | None]:
    """Return after how many random levels each mutant is noticed, None for one that they do not show."""

    def by_random_levels(name: str) -> int | None:
        return caught(name, RANDOM_LEVELS, found=False).levels

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(MUTANTS, pool.map(by_random_levels, MUTANTS), strict=True))


def summary(rows: Mapping[str, int | None]) -> str:
    """Return how many mutants of a record are noticed within how many random levels, as a table in Markdown."""
    limits = (1, 2, 5, 10, 25, 100, 250, 1_000, RANDOM_LEVELS)
    counts = [sum(levels is not None and levels <= limit for levels in rows.values()) for limit in limits]
    lines = [("random levels", *(f"{limit:,}" for limit in limits)), ("---", *["--:"] * len(limits))]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in [*lines, ("mutants noticed", *counts)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print when mutants are noticed."""
    parser = argparse.ArgumentParser(prog="run.py", description="Try the deliberately wrong fast engines.")
    parser.add_argument("--mutant", choices=MUTANTS, metavar="NAME", help="one mutant, and how it was noticed")
    parser.add_argument(
        "--write", action="store_true", help=f"all of them, by random levels alone, into docs/records/{RECORD.name}"
    )
    parser.add_argument("--levels", type=int, default=LEVELS, metavar="N", help="give up after so many (%(default)s)")
    parser.add_argument("--random", action="store_true", help="random levels alone, without those known to show a bug")
    parser.add_argument("--begin", type=int, default=1, metavar="N", help="leave out those before level N")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--child", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--regression", metavar="XSB", default="", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        serve()
        return 0
    if options.child:
        compared = child(
            options.child, options.levels, found=not options.random, regression=options.regression, begin=options.begin
        )
        print(json.dumps(compared))
        return 0
    if options.write:
        rows = levels_until_noticed()
        write_record(RECORD, rows)
        print(summary(rows))
        return int(None in rows.values())
    result = caught(options.mutant, options.levels, found=not options.random, begin=options.begin)
    when = "never" if result.levels is None else f"at level {result.levels}, answer {result.answers}"
    what = MUTANTS[options.mutant].what if options.mutant else "the engine as it is"
    print(f"{what}: noticed {when}\n{result.how}")
    return 0 if (result.levels is None) == (options.mutant is None) else 1


if __name__ == "__main__":
    sys.exit(main())
