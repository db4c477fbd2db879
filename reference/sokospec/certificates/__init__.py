"""Certificates, the evidence for a solver's claim, and their small checker."""

from sokospec.certificates.evidence import check_evidence
from sokospec.certificates.facts import Counting, Evidence, Fact, Frozen, Groups, Pattern, Patterns, Potential, Prices
from sokospec.certificates.ground import Rejected

__all__ = [
    "Counting",
    "Evidence",
    "Fact",
    "Frozen",
    "Groups",
    "Pattern",
    "Patterns",
    "Potential",
    "Prices",
    "Rejected",
    "check_evidence",
]
