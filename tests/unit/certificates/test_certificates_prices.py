"""Prices: only a box without a way is dead, however large the numbers are."""

from __future__ import annotations

from math import inf

import pytest

from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates import Prices, Rejected, check_evidence
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE
from sokospec.certificates.states import Aim, ForwardSet

HUGE = 1 << 200

FEW_GOALS = Level.parse("#######\n#.$ $ #\n#@   .#\n#######")
"""Both boxes can get to the first goal alone."""


@pytest.mark.parametrize(
    "price", [2 - HUGE, -HUGE, 1 - HUGE, HUGE, -(10**60), 10**60, 10**400, -(10**400)], ids=range(8)
)
def test_no_price_makes_a_solvable_level_dead(price: int) -> None:
    level = Level.parse("######\n#@$ .#\n######")
    with pytest.raises(Rejected, match="does not rule out"):
        check_evidence(level, [Prices(1, (price,))])


@pytest.mark.parametrize("price", [2 - HUGE, 0, 10**60, 10**400], ids=range(4))
def test_a_box_without_a_way_is_dead_at_any_price(price: int) -> None:
    check_evidence(Level.parse("#####\n#@ .#\n#$  #\n#####"), [Prices(1, (price,))])


@pytest.mark.parametrize("price", [-(10**9), -HUGE, 1 - HUGE, -(10**60), -(10**400)], ids=range(5))
def test_a_finite_bound_of_any_size_stays_a_number_and_is_never_as_much_as_no_solution(price: int) -> None:
    facts = Facts(FEW_GOALS)
    facts.add(Prices(1, (price, 0)))
    grid = facts.board_ground.grid
    boxes, player = grid.mask(FEW_GOALS.boxes), grid.mask([FEW_GOALS.player])
    [bound] = facts.bounds([1])
    assert bound(boxes, player) == 1 + 3 - price
    for cost in (0, 1, 10**60):
        unsolvable = ForwardSet(FEW_GOALS, facts, Aim(Objective.PUSHES, INFINITE))
        assert not unsolvable._is_settled(cost, boxes, player, [bound])
        at_least = ForwardSet(FEW_GOALS, facts, Aim(Objective.PUSHES, cost + 4 - price))
        assert at_least._is_settled(cost, boxes, player, [bound])
        assert not at_least._is_settled(cost - 2, boxes, player, [bound])  # 1 may be added, to make it even or odd


def test_infinity_is_more_than_every_number_and_a_sum_with_it_is_it() -> None:
    assert inf == INFINITE and INFINITE > 10**400 and 10**60 + INFINITE * (1 << 60) >= INFINITE
