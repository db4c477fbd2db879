"""The schema of the conformance files, as the README beside them describes it, checked value by value."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path

import sokospec.conformance
from sokospec.conformance import Json
from sokospec.metrics import Metrics

Check = Callable[[Json], bool]

SUITE = "sokospec conformance"
VERSION = 1
FOLDER = Path(sokospec.conformance.__file__).parent
METRICS = tuple(field.name for field in fields(Metrics))
OBJECTIVES = ("moves", "pushes", "moves-pushes", "pushes-moves")


class WrongSchema(ValueError):
    """A conformance file that is not what README.md says."""


def number(value: Json) -> bool:
    """Say whether a value is a count: a whole number that is not negative."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def flag(value: Json) -> bool:
    """Say whether a value is true or false."""
    return isinstance(value, bool)


def text(value: Json) -> bool:
    """Say whether a value is a text."""
    return isinstance(value, str)


def word(*words: str) -> Check:
    """Return the check for one of a few words."""
    return lambda value: value in words


def maybe(check: Check) -> Check:
    """Return the check for a value or null."""
    return lambda value: value is None or check(value)


def each(check: Check, *, length: int | None = None) -> Check:
    """Return the check for a list, of a certain length if one is named."""
    return lambda value: isinstance(value, list) and all(check(item) for item in value) and length in (None, len(value))


def record(fields: Mapping[str, Check]) -> Check:
    """Return the check for an object with exactly these keys."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(check(value[key]) for key, check in fields.items())
    )


def either(*checks: Check) -> Check:
    """Return the check for a value that passes one of several checks."""
    return lambda value: any(check(value) for check in checks)


RULE = text
SQUARE = each(number, length=2)
SQUARES = each(SQUARE)
RULES = each(RULE)
POSITION = {"level": text, "open": flag}
PLAY_METRICS = record(dict.fromkeys(METRICS, number))
PLACED = record({"rule": RULE, "line": maybe(number), "column": maybe(number)})
READING = record({"lenient": flag, "close": flag, "limit": number})
DIRECTION = word("u", "d", "l", "r")
STATE = {"boxes": SQUARES, "player": SQUARE}
PLAY = record({"kind": word("solution", "snapshot"), "title": text, "lurd": maybe(text), "error": maybe(PLACED)})
READ = record(
    {
        "title": text,
        "level": maybe(text),
        "properties": each(each(text, length=2)),
        "notes": each(text),
        "recordings": each(PLAY),
        "defects": each(PLACED),
        "warnings": each(PLACED),
        "repairs": each(PLACED),
    }
)
SOLUTION = record({"lurd": text, "metrics": PLAY_METRICS})

FIELDS: dict[str, Check] = {
    "id": text,
    "kind": text,
    "rules": lambda value: RULES(value) and bool(value),
    "given": lambda fields: isinstance(fields, dict),
    "expected": lambda fields: isinstance(fields, dict),
}
CASE = record(FIELDS)
KILLS = each(record(dict.fromkeys(("name", "wrong", "why", "source"), text)))
REGRESSION = record(FIELDS | {"kills": lambda value: KILLS(value) and bool(value)})

GIVEN: dict[str, Check] = {
    "defects": record({"level": text}),
    "pieces": record(
        {"width": number, "height": number, "walls": SQUARES, "goals": SQUARES, "boxes": SQUARES, "players": SQUARES}
    ),
    "steps": record(POSITION),
    "walk": record(POSITION),
    "replay": record(POSITION | {"lurd": text, "mode": word("strict", "lenient")}),
    "same": record(POSITION | {"lurds": each(text, length=2)}),
    "play": record(POSITION | {"actions": text}),
    "level": record({"level": text, "depth": record({"pushes": number, "moves": number})}),
    "read": either(record({"text": text, "reading": READING}), record({"base64": text, "reading": READING})),
    "single": record({"text": text, "reading": READING}),
    "lurd": record({"text": text, "limit": number}),
    "certificate": record({"text": text}),
}
"""What an engine is given, by the kind of the case."""

EXPECTED: dict[str, Check] = {
    "defects": record({"defects": RULES, "warnings": RULES}),
    "pieces": record({"defects": RULES}),
    "steps": record(dict.fromkeys("udlr", word("T1", "T2", "T3", "T4"))),
    "walk": record(
        {"reachable": SQUARES, "normalised": SQUARE, "pushes": each(record({"box": SQUARE, "direction": DIRECTION}))}
    ),
    "replay": record(
        {
            "verdict": word("VALID", "INVALID"),
            "at": maybe(number),
            "rule": maybe(RULE),
            "solved": flag,
            "metrics": PLAY_METRICS,
            "corrected": text,
            "repairs": each(number),
        }
        | STATE
    ),
    "same": record({"same": flag, "same_up_to_walking": flag}),
    "play": record(
        {"results": each(word("done", "illegal", "nothing")), "lurd": text, "metrics": PLAY_METRICS} | STATE
    ),
    "level": record(
        {
            "solvable": flag,
            "optima": record({name: maybe(each(number, length=2 if "-" in name else 1)) for name in OBJECTIVES}),
            "solutions": either(record({}), record(dict.fromkeys(OBJECTIVES, SOLUTION))),
            "perft": record({"pushes": each(number), "moves": each(number)}),
            "states": number,
            "dead": number,
        }
    ),
    "read": record(
        {
            "title": text,
            "levels": each(READ),
            "plays": each(PLAY),
            "repairs": each(PLACED),
            "error": maybe(PLACED),
        }
    ),
    "single": record({"level": maybe(text), "defects": each(PLACED), "error": maybe(PLACED)}),
    "lurd": record({"steps": maybe(text), "position": maybe(number), "error": maybe(PLACED)}),
    "certificate": record({"verdict": word("ACCEPTED", "REJECTED")}),
}
"""What an engine must answer, by the kind of the case."""


def check(name: str, folder: Path = FOLDER) -> None:
    """Raise `WrongSchema` unless a file has the schema; the text names the first bad case."""
    document = json.loads((folder / f"{name}.json").read_text(encoding="ascii"))
    case = REGRESSION if name == "killers" else CASE
    if not record({"suite": word(SUITE), "version": number, "file": word(name), "cases": each(case)})(document):
        raise WrongSchema(f"{name}.json: not a file of this suite, or a case without the fields that each case has")
    if document["version"] != VERSION:
        raise WrongSchema(f"{name}.json: version {document['version']}, where {VERSION} is known")
    for case in document["cases"]:
        kind = case["kind"]
        if kind not in GIVEN or not GIVEN[kind](case["given"]) or not EXPECTED[kind](case["expected"]):
            raise WrongSchema(f"{name}.json: {case['id']}: not what README.md says of the kind {kind!r}")
    if len({case["id"] for case in document["cases"]}) < len(document["cases"]):
        raise WrongSchema(f"{name}.json: two cases have the same id")
