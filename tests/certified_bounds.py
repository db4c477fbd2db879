"""Bounds with certificates: tables of a level's groups, claims that both checkers accept, and laws of bounds."""

from __future__ import annotations

import io
from collections.abc import Callable

from sokosolve.certify.boxes_alone import GroupTables
from sokosolve.certify.group_bounds import make_tables
from sokosolve.certify.lower_bounds import CertifiedBound
from sokosolve.level.level_tables import level_tables
from sokosolve.search.budget import Budget
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

Bounding = Callable[..., CertifiedBound]
"""`bound_by_groups` or another function with these parameters."""

ONE_BOX = (
    Level.parse("#########\n#  @ $. #\n#########"),
    Level.parse("##########\n#       @#\n# # $    #\n#.       #\n#####    #\n##       #\n#####    #\n##########"),
)
"""Levels for which there is no table of pairs."""


def tables_of(level: Level) -> GroupTables:
    budget, tables = Budget(Limits()), level_tables(level, compiled=True)
    budget.compile()
    assert tables is not None
    return make_tables(tables, budget)


def claim_of(text: io.BytesIO, level: Level) -> str:
    """Return the claim of a certificate without states, which must be accepted."""
    text.seek(0)
    slow = verify(text, level)
    text.seek(0)
    fast = verify_fast(text, level)
    assert slow.accepted and fast.accepted, (slow.line, slow.reason, fast.line, fast.reason)
    assert slow.states == 0
    return str(slow.claim)


def require_optimal(bound: Bounding, level: Level) -> None:
    """Require that the bound is the cost of a solution, and that this is known from the certificate."""
    known, text = solve(level).lurd, io.BytesIO()
    certified = bound(level, text.write, Limits(), known=known)
    assert claim_of(text, level) == str(certified.claim) == f"optimal pushes {solve(level).pushes}"
    assert (certified.answer.verdict, certified.answer.lurd) == (Verdict.OPTIMAL, known)


def require_no_more(bound: Bounding, level: Level, most: int) -> None:
    """Require that no solution undercuts the bound, and that without one there is a claim or nothing."""
    text, optimum = io.BytesIO(), solve(level).pushes
    certified = bound(level, text.write, Limits(), most=most)
    if certified.claim is None:
        assert optimum is None and not text.getvalue()
    else:
        assert claim_of(text, level) == str(certified.claim)
        assert optimum is None or certified.claim.cost[0] <= optimum
