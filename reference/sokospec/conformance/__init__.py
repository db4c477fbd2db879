"""The conformance suite: what a Sokoban engine must answer, as data that any engine in any language can be tested with.

`README.md` in this folder describes the JSON files beside it. The files `rules`, `levels` and `formats` go through the
game and its notations; `killers` holds what has exposed wrong programs and wrong claims before.

>>> from sokospec.conformance import load
>>> case = load("rules")[0]
>>> case.kind, case.rules, case.expected["r"]
('steps', ('B1', 'T1'), 'T2')
"""

from __future__ import annotations

from sokospec.conformance.cases import FILES, SUITE, VERSION, Case, Fields, Json, Kill, load
from sokospec.conformance.compare import Request, differing, requests
from sokospec.conformance.known import KnownLevel, known_levels

__all__ = [
    "FILES",
    "SUITE",
    "VERSION",
    "Case",
    "Fields",
    "Json",
    "Kill",
    "KnownLevel",
    "Request",
    "differing",
    "known_levels",
    "load",
    "requests",
]
