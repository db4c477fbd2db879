"""What kernels are given: a level, what is known of it, and the arrays that they work in, in small groups."""

from __future__ import annotations

from typing import NamedTuple

from sokosolve.level.arrays import (
    INT32,
    INT32_2D,
    INT32_4D,
    INT64,
    INT64_2D,
    UINT8,
    UINT8_2D,
    UINT8_3D,
    UINT64,
    UINT64_2D,
)
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood

(WALL_SET, REACHED, REACHED_AFTER, ASSIGNED, NEAREST_SUM, PRICED, GENERATED, BALANCE, COUNTERS) = range(9)
"""The counters of `Scratch`: the distances in use, the stamps of the two floods, the cost of the assignment and the sum
of the least costs of the state at hand, its bound by prices and groups, the successors generated so far, and its
balance."""


class Distances(NamedTuple):
    """The pushes that a single box needs to each target, for several sets of boxes that count as walls.

    `component[s, box, player]` is the component of the floor without that box in which the player stands, and
    `pushes[s, box, component, target]` the least number of pushes, INFINITE if there is no way. Set 0 has no walls; the
    others are a cache, with the set as the bits of its targets in `wall_set`.
    """

    wall_set: UINT64
    component: UINT8_3D
    pushes: INT32_4D


class Potential(NamedTuple):
    """The potential of `bounds.potential`: its `value` at each square, 0 everywhere where none is used.

    `gain` is what the player's square adds to a bound of pushes that count by the potential, `most_a_push` the most
    that one push counts.
    """

    value: INT32
    gain: INT32
    most_a_push: int


class Groups(NamedTuple):
    """What groups of boxes need beyond what each needs alone, for one set of prices of the targets.

    `bounds.box_groups` has the theory. There are tables of all groups of up to `largest` boxes; none if that is 1.
    `row[group]` is the row of components that is the group's, `first` its first node, `excess` that of each node;
    groups of `size` boxes begin at offset[size]. component[row, player] is the player's component, and least[box,
    component] the least distance minus price; `prices` is the sum of all prices.

    `beginnings` says which groups need more than smaller groups within them: for the first boxes of such a group, their
    largest bits first, it has the bit of the next one. Those of groups of `size` boxes begin at begins[size, first
    boxes]. conflicts[bit] has the bits of the squares with which a square makes such a pair.
    """

    largest: int
    prices: int
    binomial: INT64_2D
    offset: INT64
    row: INT32
    first: INT32
    excess: UINT8
    component: UINT8_2D
    least: INT32_2D
    begins: INT64_2D
    beginnings: UINT64_2D
    conflicts: UINT64_2D


class Balance(NamedTuple):
    """What a state still needs minus what it needed so far, by bounds, as `bounds.balance` has it: the sum of a
    `constant`, of_box[box, component] for each box and of_player[player]; all 0 where it is not used."""

    constant: int
    of_box: INT32_2D
    of_player: INT32


class Tunnels(NamedTuple):
    """The pushes of no influence (square * 4 + direction), and the squares on which a box `rests` after a step, as
    `search.tunnel` has them; of no size where they are not made late."""

    no_influence: UINT8
    rests: UINT8


class World(NamedTuple):
    """A level, seen forwards (pushes to the goals) or backwards (pulls to where the boxes stand at first).

    k boxes; the targets are the goals, or the first squares of the boxes. `features` has the bits of
    `sokosolve.features`. No state has more than `most_successors`. With `exact_player` 1 the player's square is part of
    a state, otherwise his component.
    """

    floor: Floor
    k: int
    targets: INT32
    is_target: UINT8
    distances: Distances
    potential: Potential
    groups: Groups
    balance: Balance
    tunnels: Tunnels
    most_successors: int
    features: int
    backwards: int
    exact_player: int


NO_GROUP = -1
"""The group of a box that was chosen with none."""


class GroupChoice(NamedTuple):
    """Groups of boxes of the state at hand that need more than their single pushes, the largest excess first.

    `members[LARGEST * group + place]` are indices of boxes, `size` and `excess` are the group's. `single` is the least
    of each box; `chosen` the group that it was chosen with, NO_GROUP without one. `packed` has the boxes as words;
    `turn` and `bits` (LARGEST) are how far a search of groups is.
    """

    members: INT32
    size: INT32
    excess: INT32
    single: INT32
    chosen: INT32
    packed: UINT64
    turn: INT32
    bits: INT32


class Matching(NamedTuple):
    """The assignment of `bounds.assignment`, of k rows to k columns.

    It has `cost` (k, k), the duals u and v, and who is matched with whom, -1 for nobody. `way`, `length`
    and `done` (k) are room for a search of an augmenting path.
    """

    cost: INT32_2D
    u: INT32
    v: INT32
    row_of: INT32
    column_of: INT32
    way: INT32
    length: INT32
    done: INT32


class Freeze(NamedTuple):
    """Room for the search of frozen boxes, `deadlocks.freeze`: `frozen` (n + 1) is 0 everywhere between searches."""

    frozen: UINT8
    cluster: INT32


class Fence(NamedTuple):
    """The best PI-corral that `deadlocks.pi_corral` knows of, with the boxes S around it.

    Each of its `pushes` is box index * 4 + direction; `of` is 1 for the indices of the boxes S. `label` and `queue`
    are room for the corral that grows, `found` for its pushes.
    """

    pushes: INT32
    of: UINT8
    label: INT32
    queue: INT32
    found: INT32


class CorralSearch(NamedTuple):
    """Room for the small searches of `deadlocks.corral`, and the table (`known*`) of what they found, and how often.

    `boxes` (MOST_STATES + 2 there, k) and `player` are the states of a search, the last row for one in the making;
    `slots` finds them. `area` labels the squares of the place out of reach, `counters` holds the stamps and the last
    label, `zobrist` hashes squares.
    """

    boxes: INT32_2D
    player: INT32
    key: INT64
    slots: INT32
    occupied: UINT8
    flood: Flood
    area: INT32
    freeze: Freeze
    counters: INT64
    zobrist: INT64
    packed: UINT64
    known_words: UINT64
    known_player: INT32
    known: UINT8
    known_times: INT32


class Successors(NamedTuple):
    """The successors that `search.expand` found: the push, the state after it, and what it costs.

    `move` is box square * 4 + direction, `box` the box's index. `landing` is the box's square afterwards, `near` the
    player's, `player` the same, or the first square of his component unless his exact square counts.
    """

    move: INT32
    box: INT32
    landing: INT32
    near: INT32
    player: INT32
    pushes: INT32
    walk: INT32


class Scratch(NamedTuple):
    """Arrays that kernels overwrite: the state at hand, `boxes` (k) and `occupied` (n + 1), and room to work in.

    `walls` marks the boxes of the state that count as walls, `packed` holds a state in the making, and `counters` is
    read by the names at the head of this module.
    """

    boxes: INT32
    occupied: UINT8
    walls: UINT8
    packed: UINT64
    counters: INT64
    flood: Flood
    freeze: Freeze
    matching: Matching
    groups: GroupChoice
    fence: Fence
    corral: CorralSearch
    successors: Successors
