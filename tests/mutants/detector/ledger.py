"""The deadlock rules that the ledger of claims refutes, as detectors."""

from __future__ import annotations

from claims.catalogue import CLAIMS
from claims.document import PAGE_OF
from claims.ledger import FlagsDeadStates
from mutants.detector.wrong import Wrong

LEDGER = {
    f"ledger-{claim.name}": Wrong(f"[refuted claim]({PAGE_OF[claim.name]}#{claim.name})", claim.rule.flags_level)
    for claim in CLAIMS
    if not claim.holds and isinstance(claim.rule, FlagsDeadStates)
}
"""All of them by name."""
