"""Balance of a state: its bound on the cost ahead minus its bound on the cost behind, for two searches that meet.

With g the cost from where the search began, h a bound ahead and b a bound behind, both consistent,

2 g + h - b  forwards,  2 g + b - h  backwards

never falls along a path. On a solution of cost C the two sum up to 2 C at each state. See
`docs/background/certificates.md` (Balanced meetings), and Ikeda and others (1994).

Here h and b are sums of reduced distances (`box_groups`) plus the player's term (`potential`), not rounded. Bounds by
groups and with frozen boxes are not consistent; they only count in cost plus bound.
"""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.group_tables import least_by_prices, prices_of
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, NO_COMPONENT
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import Balance, Scratch, ScratchCounter, World


def no_balance(n: int) -> Balance:
    return Balance(0, np.zeros((n, 4), dtype=np.int32), np.zeros(n, dtype=np.int32))


def with_balance(forward: World, backward: World, tables: LevelTables, *, compiled: bool) -> tuple[World, World]:
    """Return both worlds with the balance, each other's negative."""
    least, prices = [], []
    for world in (forward, backward):
        paid = prices_of(world, tables, compiled=compiled)
        least.append(least_by_prices(world, paid))
        prices.append(int(paid.sum()))
    is_possible = (least[0] < INFINITE) & (least[1] < INFINITE)  # nothing is asked of states that lead nowhere
    balance = Balance(
        prices[0] - prices[1],
        np.where(is_possible, least[0] - least[1], 0).astype(np.int32),
        (forward.potential.gain - backward.potential.gain).astype(np.int32),
    )
    opposite = Balance(-balance.constant, -balance.of_box, -balance.of_player)
    return forward._replace(balance=balance), backward._replace(balance=opposite)


@kernel
def balance_of(world: World, scratch: Scratch, player: int) -> int:
    """Return the balance of the current state. O(boxes)."""
    balance, component = world.balance, world.distances.component
    total = balance.constant + balance.of_player[player]
    for i in range(world.k):
        box = scratch.boxes[i]
        number = component[0, box, player]
        if number != NO_COMPONENT:
            total += balance.of_box[box, number]
    return int(total)


@step
def balance_after(world: World, scratch: Scratch, player: int, successor: int) -> int:
    """Return the balance of a successor of the current state. O(1)."""
    balance, component, found = world.balance, world.distances.component, scratch.successors
    box, landing, near = found.move[successor] >> 2, found.landing[successor], found.near[successor]
    total = scratch.counters[ScratchCounter.BALANCE] + balance.of_player[near] - balance.of_player[player]
    total -= balance.of_box[box, component[0, box, player]]
    return int(total + balance.of_box[landing, component[0, landing, near]])
