"""Conformance suite: the answers that a Sokoban engine must give, as JSON for engines in any language.

`README.md` in this folder describes the files.

>>> from sokospec.conformance import load
>>> case = load("rules")[0]
>>> case.kind, case.rules, case.expected["r"]
('steps', ('B1', 'T1'), 'T2')
"""

from __future__ import annotations

from sokospec.conformance.cases import FILES, SUITE, VERSION, Case, Fields, Json, Kill, load
from sokospec.conformance.compare import Request, find_differences, requests
from sokospec.conformance.suite_levels import SuiteLevel, load_levels

__all__ = [
    "FILES",
    "SUITE",
    "VERSION",
    "Case",
    "Fields",
    "Json",
    "Kill",
    "Request",
    "SuiteLevel",
    "find_differences",
    "load",
    "load_levels",
    "requests",
]
