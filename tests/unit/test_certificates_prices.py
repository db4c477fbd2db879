"""Prices: only a box without a way is dead, however large the numbers are."""

from __future__ import annotations

import pytest

from sokospec import Level
from sokospec.certificates import Prices, Rejected, check_evidence
from sokospec.certificates.grid import INFINITE


@pytest.mark.parametrize("price", [2 - INFINITE, -INFINITE, 1 - INFINITE, INFINITE, -(10**60), 10**60])
def test_no_price_makes_a_solvable_level_dead(price: int) -> None:
    level = Level.parse("######\n#@$ .#\n######")
    with pytest.raises(Rejected, match="says nothing"):
        check_evidence(level, [Prices(1, (price,))])


@pytest.mark.parametrize("price", [2 - INFINITE, 0, 10**60])
def test_a_box_without_a_way_is_dead_at_any_price(price: int) -> None:
    check_evidence(Level.parse("#####\n#@ .#\n#$  #\n#####"), [Prices(1, (price,))])
