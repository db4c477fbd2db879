"""The cases of the suite, read from the JSON files beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

Json = Mapping[str, "Json"] | Sequence["Json"] | str | int | None
"""What a JSON text holds; there are no fractions in these files."""

Fields = Mapping[str, Json]

SUITE = "sokospec conformance"
VERSION = 1
FILES = ("rules", "levels", "formats", "killers")
"""The files of the suite, by name."""


class Kill(NamedTuple):
    """A wrong program or claim that a case exposes: its name, what it does or says, why that is wrong, and the test."""

    name: str
    wrong: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what an engine is given, and what it must answer.

    `rules` are the ids of the rules that the case is about. `kills` is empty but for the cases of `killers`.
    """

    id: str
    kind: str
    rules: tuple[str, ...]
    given: Fields
    expected: Fields
    kills: tuple[Kill, ...] = ()


def load(name: str) -> list[Case]:
    """Return the cases of one of the `FILES`, in order; time and space grow with the file, of half a MiB at most.

    >>> len(load("levels")) > 600
    True
    >>> load("rulez")
    Traceback (most recent call last):
    ValueError: 'rulez' is none of the suite's files: rules, levels, formats, killers
    """
    if name not in FILES:
        raise ValueError(f"{name!r} is none of the suite's files: {', '.join(FILES)}")
    document = json.loads(files("sokospec.conformance").joinpath(f"{name}.json").read_text(encoding="ascii"))
    return [case_of(fields) for fields in document["cases"]]


def case_of(fields: Mapping[str, object]) -> Case:
    """Return a case from its JSON object."""
    named = dict(fields)
    named["rules"] = tuple(fields["rules"])  # type: ignore[arg-type]  # JSON's list of texts; the tests check the files
    named["kills"] = tuple(Kill(**kill) for kill in fields.get("kills", ()))  # type: ignore[attr-defined]  # a list, too
    return Case(**named)  # type: ignore[arg-type]  # the object's keys are the names of the fields
