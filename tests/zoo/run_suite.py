"""Run the conformance suite on an engine: `python tests/zoo/run_suite.py [PROGRAM ARGUMENTS...]`.

The program reads requests from its standard input and writes answers to its standard output, one JSON object a line:
`{"kind": "steps", "given": {...}}` and, back, the fields of `expected`, or `null` for a kind that it does not know.
Without a program the engine of engine.py is run. Exit code 0 says that no answer was wrong.

`--mutant NAME` runs a wrong engine of mutants.py; `--table` prints how the suite catches each of them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from conformance.load import FILES, Case, Fields, Json, load
from zoo.engine import Engine
from zoo.mutants import MUTANTS

Answering = Callable[[str, Fields], Fields | None]
"""An engine as a function from a kind and what is given to the answer, None when it does not know the kind."""


class Failure(NamedTuple):
    """A wrong answer: the file and the case, the field, what the suite expects and what the engine says."""

    file: str
    case: str
    field: str
    expected: Json
    found: Json


def requests(case: Case) -> Iterator[tuple[str, Fields, Fields]]:
    """Yield what an engine is asked about a case: the kind, what is given, and the right answer.

    Other solutions than those of the suite are right too, so they are not asked for; the suite's are replayed.
    """
    if case.kind != "level":
        yield case.kind, case.given, case.expected
        return
    yield "level", case.given, {key: value for key, value in case.expected.items() if key != "solutions"}
    solutions = cast(Mapping[str, Mapping[str, Any]], case.expected["solutions"])  # Any: what SOLUTION in load.py says
    for lurd, metrics in {solution["lurd"]: solution["metrics"] for solution in solutions.values()}.items():
        given = {"level": case.given["level"], "open": False, "lurd": lurd, "mode": "strict"}
        yield "replay", given, {"verdict": "VALID", "at": None, "rule": None, "solved": True, "metrics": metrics}


def failures(engine: Answering, name: str) -> Iterator[Failure]:
    """Yield the first wrong field of every request of a file that an engine answers wrongly."""
    for case in load(name):
        for kind, given, expected in requests(case):
            answer = asked(engine, kind, given)
            if answer is None:
                continue
            for field, value in expected.items():
                if field in answer and answer[field] != value:
                    yield Failure(name, case.id, field, value, answer[field])
                    break


def asked(engine: Answering, kind: str, given: Fields) -> Fields | None:
    """Return an engine's answer; one that breaks down has answered wrongly."""
    try:
        return engine(kind, given)
    except (ArithmeticError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        return {"error": str(error), **dict.fromkeys(EVERY_FIELD, f"{type(error).__name__}")}


EVERY_FIELD = ("verdict", "defects", "u", "normalised", "same", "results", "solvable", "levels", "steps", "level")


@contextmanager
def program(command: Sequence[str]) -> Iterator[Answering]:
    """Run a program that answers JSON Lines, and give it as an engine."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        requested, answered = process.stdin, process.stdout
        assert requested is not None and answered is not None

        def answer(kind: str, given: Fields) -> Fields | None:
            requested.write(json.dumps({"kind": kind, "given": given}) + "\n")
            requested.flush()
            found: Fields | None = json.loads(answered.readline())
            return found

        yield answer


MOST = 20
"""So many wrong cases of a file are counted; wrong engines can be slow, as their searches may not come to an end."""


class Caught(NamedTuple):
    """How the suite catches a wrong engine: by how many cases of each file, up to `MOST`, and the first of them."""

    name: str
    cases: tuple[int, ...]
    first: str


def caught(name: str, files: Sequence[str] = ("rules", "levels")) -> Caught:
    """Return how the suite catches a mutant."""
    found = [wrong_cases(MUTANTS[name]().answer, file) for file in files]
    first = next((f"{file}: {cases[0]}" for file, cases in zip(files, found, strict=True) if cases), "never")
    return Caught(name, tuple(map(len, found)), first)


def wrong_cases(engine: Answering, name: str) -> list[str]:
    """Return the first `MOST` cases of a file that an engine answers wrongly."""
    wrong: list[str] = []
    for failure in failures(engine, name):
        if failure.case not in wrong:
            wrong.append(failure.case)
        if len(wrong) == MOST:
            break
    return wrong


def table() -> str:
    """Return how the suite catches every mutant, as a Markdown table."""
    rows = ["| wrong engine | what is wrong | cases of rules.json | of levels.json | caught first by |"]
    rows.append("|---|---|---:|---:|---|")
    with ProcessPoolExecutor() as pool:
        for result in pool.map(caught, MUTANTS):
            what = (MUTANTS[result.name].__doc__ or "").splitlines()[0].rstrip(".")
            rules, levels = (f"{count}+" if count == MOST else f"{count}" for count in result.cases)
            rows.append(f"| `{result.name}` | {what} | {rules} | {levels} | {result.first} |")
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suite and print every wrong answer."""
    parser = argparse.ArgumentParser(prog="run_suite.py", description="Run the conformance suite on an engine.")
    parser.add_argument("--mutant", choices=MUTANTS, metavar="NAME", help="run a wrong engine of mutants.py")
    parser.add_argument("--table", action="store_true", help="print how the suite catches each wrong engine")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a program that answers JSON Lines, with arguments")
    options = parser.parse_args(arguments)
    if options.table:
        print(table())
        return 0
    if options.command:
        with program(options.command) as engine:
            return report(engine)
    return report((MUTANTS[options.mutant] if options.mutant else Engine)().answer)


def report(engine: Answering) -> int:
    """Print every wrong answer of an engine; return the exit code."""
    wrong = 0
    for name in FILES:
        for failure in failures(engine, name):
            wrong += 1
            print(f"{name}: {failure.case}: {failure.field}: expected {failure.expected!r}, found {failure.found!r}")
    print(f"{wrong} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
