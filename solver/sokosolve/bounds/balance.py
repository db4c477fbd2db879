"""The balance of a state: what it still needs minus what it needed so far, by bounds; for two searches that meet.

Let h(s) be a bound of the cost from a state s to a solution, and b(s) one of the cost from the level's first state to
s. Let both be consistent: no step u -> v of cost c lowers h by more than c, or raises b by more than c. Then

    2 g + h - b  forwards,  2 g + b - h  backwards,  with g the cost from where the search began,

never fall along a way: a step adds 2 c, and takes away c at most twice. And at any state on a solution of cost C, with
the costs of this solution, the two sum up to 2 C. So one of them is C at most, and it is enough that each side expands
the states up to C: `search.astar` has the proof that the two meet. With h = b = 0 these are the states that cost half
of the solution at most. With bounds they are far fewer: what went a long way round has a large g for its b, what went
the wrong way a large h, and both wait. These are the potentials of Ikeda and others (1994) for two searches on roads,
and the priorities of DIBBS (Sewell and Jacobson, Journal of the ACM 68, 2021).

Here h and b are the sums of what the boxes pay least alone, by prices of the targets (`box_groups`), forwards and
backwards, plus what the player's square adds (`potential`), never rounded up to 0. They are consistent: a walk leaves
each box in its component and costs what the potential changes, or more; a push moves one box, which alone on the board
would pay no more for it than it costs, and the player stays in the components of all others. Bounds by groups and with
frozen boxes are larger and not consistent; they count in cost plus bound, which is a condition of its own.
"""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.group_tables import least_by_prices, prices_of
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, NO_COMPONENT
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import BALANCE, Balance, Scratch, World


def no_balance(n: int) -> Balance:
    """Return the balance that is 0 for all states."""
    return Balance(0, np.zeros((n, 4), dtype=np.int32), np.zeros(n, dtype=np.int32))


def with_balance(forward: World, backward: World, tables: LevelTables, *, compiled: bool) -> tuple[World, World]:
    """Return a level's two worlds with the balance, that of the one being minus that of the other."""
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
    """Return the balance of the state at hand. O(boxes)."""
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
    """Return the balance of a successor of the state at hand. O(1)."""
    balance, component, found = world.balance, world.distances.component, scratch.successors
    box, landing, near = found.move[successor] >> 2, found.landing[successor], found.near[successor]
    total = scratch.counters[BALANCE] + balance.of_player[near] - balance.of_player[player]
    total -= balance.of_box[box, component[0, box, player]]
    return int(total + balance.of_box[landing, component[0, landing, near]])
