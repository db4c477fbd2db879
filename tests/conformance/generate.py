"""Write the conformance suite: `python tests/conformance/generate.py`, into the folder reference/sokospec/conformance.

`--check` writes nothing and exits with 1 when a file is not what it would write; `--new-levels SEED` chooses the levels
of levels.txt anew. What is written by hand in the case files is compared with the reference engine on the way.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from conformance import choose_levels, format_cases, metric_cases, rule_cases
from conformance.reference import answer
from conformance.schema import FOLDER, SUITE, VERSION
from sokospec.conformance import Case

FILES = ("rules", "levels", "formats")
"""The files that this program writes; tests/regression_levels/generate.py writes the other one."""

LEVELS = Path(__file__).with_name("levels.txt")
DEPTH = {"pushes": 10, "moves": 12}
"""How deep perft counts go."""


class Contradiction(AssertionError):
    """What is written by hand in a case file is not what the reference engine says."""


def answered(case: Case) -> Case:
    """Return a case with the whole answer of the reference engine; raises `Contradiction`."""
    found = answer(case.kind, case.given)
    for key, value in case.expected.items():
        says = found[key]
        if key == "metrics" and isinstance(says, dict) and isinstance(value, dict):
            says = {name: says[name] for name in value}
        if says != value:
            raise Contradiction(f"{case.id}: by hand {key} is {value!r}, the engine says {says!r}")
    return Case(case.id, case.kind, case.rules, case.given, found)


def claimed(case: Case, claims: Mapping[str, object]) -> Case:
    """Return a case of formats.json with its whole answer; raises `Contradiction`."""
    case = answered(case)
    found = format_cases.summary(case.kind, case.expected)
    for key, value in claims.items():
        if found[key] != value:
            raise Contradiction(f"{case.id}: by hand {key} is {value!r}, the engine says {found[key]!r}")
    return case


def level_case(id: str, drawing: str) -> Case:
    """Return the case of a level."""
    case = answered(Case(id, "level", (), {"level": drawing, "depth": DEPTH}, {}))
    rules = ("D1", "D2", "O1", "O2") if case.expected["solvable"] else ("D1", "D2", "V1")
    return Case(id, "level", rules, case.given, case.expected)


def line_of(case: Case) -> str:
    """Return a case as one line of JSON, its keys in a fixed order."""
    fields = {"id": case.id, "kind": case.kind, "rules": case.rules, "given": case.given, "expected": case.expected}
    return json.dumps(fields | ({"kills": [kill._asdict() for kill in case.kills]} if case.kills else {}))


def document(name: str, lines: Iterable[str]) -> str:
    """Return a whole file, one case a line."""
    head = f'{{\n"suite": "{SUITE}",\n"version": {VERSION},\n"file": "{name}",\n"cases": [\n'
    return head + ",\n".join(lines) + "\n]\n}\n"


def lines(name: str) -> list[str]:
    """Return the lines of the cases of `rules`, `levels` or `formats`."""
    match name:
        case "rules":
            return [line_of(answered(case)) for case in (*rule_cases.CASES, *metric_cases.CASES)]
        case "levels":
            return [line_of(level_case(id, drawing)) for id, drawing in level_texts()]
        case _:
            return [line_of(claimed(case, claims)) for case, claims in format_cases.CASES]


def level_texts() -> list[tuple[str, str]]:
    """Return the id and the drawing of every level of levels.txt, where a line `; id` stands before each."""
    parts = LEVELS.read_text(encoding="ascii").strip("\n").split("\n\n")
    return [(head.removeprefix("; "), drawing) for head, _, drawing in (part.partition("\n") for part in parts)]


def differing(names: Iterable[str] = FILES) -> list[str]:
    """Return the names of the files that are not what this program would write."""
    wrong = []
    for name in names:
        path = FOLDER / f"{name}.json"
        if not path.exists() or path.read_bytes() != document(name, lines(name)).encode("ascii"):
            wrong.append(path.name)
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or say which of them differ."""
    parser = argparse.ArgumentParser(prog="generate.py", description="Write the conformance suite.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file differs")
    parser.add_argument("--new-levels", type=int, metavar="SEED", help="choose the levels of levels.txt anew, first")
    options = parser.parse_args(arguments)
    if options.check:
        wrong = differing()
        for name in wrong:
            print(f"{name} is not what generate.py writes", file=sys.stderr)
        return 1 if wrong else 0
    if options.new_levels is not None:
        LEVELS.write_text(choose_levels.text(options.new_levels), encoding="ascii", newline="\n")
    for name in FILES:
        path = FOLDER / f"{name}.json"
        content = document(name, lines(name))
        path.write_text(content, encoding="ascii", newline="\n")
        print(f"{path.name}: {content.count(chr(10)) - 7} cases, {len(content):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
