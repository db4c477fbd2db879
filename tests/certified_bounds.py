"""Bounds with certificates: tables of a level's groups, and the claim that both checkers accept."""

from __future__ import annotations

import io

from sokosolve.certify.boxes_alone import GroupTables
from sokosolve.certify.group_bounds import make_tables
from sokosolve.level.level_tables import level_tables
from sokosolve.search.budget import Budget
from sokospec import Level
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast


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
