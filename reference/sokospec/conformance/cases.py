"""Cases of the conformance suite, read from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

Json = Mapping[str, "Json"] | Sequence["Json"] | str | int | None
"""Value of a JSON text; these files have no fractions."""

Fields = Mapping[str, Json]

SUITE = "sokospec conformance"
VERSION = 1
FILES = ("rules", "levels", "formats", "killers")
"""Names of the suite's files."""


class Kill(NamedTuple):
    """Wrong program or claim that a case exposes, and the test it came from."""

    name: str
    wrong: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Case:
    """Input and right answer; `rules` are rule ids, `kills` is empty outside `killers`."""

    id: str
    kind: str
    rules: tuple[str, ...]
    given: Fields
    expected: Fields
    kills: tuple[Kill, ...] = ()


def load(name: str) -> list[Case]:
    """Return the cases of one of the `FILES`, in order.

    >>> len(load("levels")) > 600
    True
    >>> load("rulez")
    Traceback (most recent call last):
    ValueError: 'rulez' is not one of the suite's files: rules, levels, formats, killers
    """
    if name not in FILES:
        raise ValueError(f"{name!r} is not one of the suite's files: {', '.join(FILES)}")
    document = json.loads(files("sokospec.conformance").joinpath(f"{name}.json").read_text(encoding="ascii"))
    return [_case_of(fields) for fields in document["cases"]]


def _case_of(fields: Mapping[str, object]) -> Case:
    named = dict(fields)
    named["rules"] = tuple(fields["rules"])  # type: ignore[arg-type]  # JSON's list of texts; the tests check the files
    named["kills"] = tuple(Kill(**kill) for kill in fields.get("kills", ()))  # type: ignore[attr-defined]  # a list, too
    return Case(**named)  # type: ignore[arg-type]  # the object's keys are the names of the fields
