"""Which cases of the conformance suite catch the wrong engines; as a script it writes caught.json, 20 for 20 or more.

An engine is a function here; `sokospec conformance` puts the same questions to programs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    import sys

    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.engine.mutants import MUTANTS
from sokospec.conformance import Case, Fields, Json, find_differences, load, requests

Answering = Callable[[str, Fields], Fields | None]
"""An engine as a function from a kind and what is given to the answer, None when it does not know the kind."""


class Failure(NamedTuple):
    """A wrong answer: the file and the case, the field, what the suite expects and what the engine says."""

    file: str
    case: str
    field: str
    expected: Json
    found: Json


def failures(engine: Answering, name: str) -> Iterator[Failure]:
    """Yield the first wrong field of every request of a file that an engine answers wrongly."""
    for case in load(name):
        yield from failures_of(engine, name, case)


def failures_of(engine: Answering, name: str, case: Case) -> Iterator[Failure]:
    """Yield the first wrong field of every request of a case that an engine answers wrongly."""
    for kind, given, expected in requests(case):
        answer = asked(engine, kind, given)
        wrong = [] if answer is None else find_differences(expected, answer)
        if answer is not None and wrong:
            yield Failure(name, case.id, wrong[0], expected[wrong[0]], answer[wrong[0]])


def asked(engine: Answering, kind: str, given: Fields) -> Fields | None:
    """Return an engine's answer; one that breaks down has answered wrongly."""
    try:
        return engine(kind, given)
    except (ArithmeticError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        return {"error": str(error), **dict.fromkeys(EVERY_FIELD, f"{type(error).__name__}")}


EVERY_FIELD = ("verdict", "defects", "u", "normalised", "same", "results", "solvable", "levels", "steps", "level")

RECORD = Path(__file__).with_name("caught.json")

MOST = 20
"""So many wrong cases of a file are counted; wrong engines can be slow, as their searches may not come to an end."""


class Caught(NamedTuple):
    """How the suite catches a wrong engine: by how many cases of each file, up to `MOST`, and the first of them."""

    name: str
    cases: dict[str, int]
    first: str


def caught(name: str, files: Sequence[str] = ("rules", "levels")) -> Caught:
    """Return how the suite catches a mutant."""
    found = [wrong_cases(MUTANTS[name]().answer, file) for file in files]
    first = next((f"{file}: {cases[0]}" for file, cases in zip(files, found, strict=True) if cases), "never")
    return Caught(name, dict(zip(files, map(len, found), strict=True)), first)


def wrong_cases(engine: Answering, name: str) -> list[str]:
    """Return the first `MOST` cases of a file that an engine answers wrongly."""
    wrong: list[str] = []
    for failure in failures(engine, name):
        if failure.case not in wrong:
            wrong.append(failure.case)
        if len(wrong) == MOST:
            break
    return wrong


def write() -> None:
    """Write how many cases catch each mutant, a line each."""
    with ProcessPoolExecutor() as pool:
        rows = {found.name: {**found.cases, "first": found.first} for found in pool.map(caught, MUTANTS)}
    lines = (f" {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
