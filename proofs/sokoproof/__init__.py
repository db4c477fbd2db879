"""Proofs by z3 and sympy.

Needs `pip install sympy z3-solver`.
"""

from __future__ import annotations

from importlib import import_module

try:
    import_module("z3")
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("sokoproof needs z3: pip install sympy z3-solver", name=error.name) from None

from sokoproof.second_opinion.bounded import solvable_within
from sokoproof.second_opinion.certificate_reader import confirm_certificate
from sokoproof.second_opinion.closed_sets import confirm_closed
from sokoproof.second_opinion.finding import Finding, Malformed
from sokoproof.second_opinion.invariants import prove_unsolvable
from sokoproof.status import Status

__all__ = [
    "Finding",
    "Malformed",
    "Status",
    "confirm_certificate",
    "confirm_closed",
    "prove_unsolvable",
    "solvable_within",
]
