"""All claims of the ledger, by heading."""

from __future__ import annotations

from dataclasses import dataclass

from claims import (
    bounds,
    cut_squares,
    enclosed,
    families,
    frozen,
    normalising,
    reconstructing,
    searching,
    single_box,
    timing,
    tunnels,
)
from claims.ledger import Claim
from claims.scopes import Scope

HEADINGS: dict[str, tuple[Claim, ...]] = {
    "One box": single_box.CLAIMS,
    "Squares that cut the floor": cut_squares.CLAIMS,
    "Boxes that hold each other": frozen.CLAIMS,
    "Several boxes": enclosed.CLAIMS,
    "When deadlocks appear": timing.CLAIMS,
    "Tunnels": tunnels.CLAIMS,
    "Bounds and numbers": bounds.CLAIMS,
    "Searches": searching.CLAIMS,
    "Normal forms": normalising.CLAIMS,
    "Levels from solutions": reconstructing.CLAIMS,
    "The Fibonacci family": families.CLAIMS,
}

CLAIMS = tuple(claim for claims in HEADINGS.values() for claim in claims)


@dataclass(frozen=True)
class Plan:
    """Two scopes: for claims that hold, and for claims that are refuted, whose search ends at the first case."""

    holding: Scope
    refuting: Scope

    def of(self, claim: Claim) -> Scope:
        """Return the scope of a claim."""
        return self.holding if claim.holds else self.refuting


SMALL = Plan(Scope({2: 1, 3: 2, 4: 2, 5: 2}, random_levels=6), Scope({2: 1, 3: 2, 4: 2, 5: 2}))
"""What the tests run: seconds."""

FULL = Plan(
    Scope({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}, random_levels=300, whole_families=True),
    Scope({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 3, 8: 2}, whole_families=True),
)
"""What the document is made from: a quarter of an hour on two cores."""

SCOPES = {"small": SMALL, "full": FULL}
