"""Arguments of kernels: a level, tables about it, and working memory."""

from __future__ import annotations

from enum import IntEnum
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


class ScratchCounter(IntEnum):
    """The counters of `Scratch`; costs and bounds are those of the current state."""

    WALL_SET = 0  # the distances in use
    ASSIGNED = 1  # the cost of the assignment
    NEAREST_SUM = 2  # the sum of the least costs
    PRICED = 3  # the bound by prices and groups
    GENERATED = 4  # the successors generated so far
    BALANCE = 5


class Distances(NamedTuple):
    """Distances of single boxes to the targets, for several sets of boxes that count as walls.

    `component[s, box, player]` is the player's component without the box, `pushes[s, box, component, target]` the
    distance or INFINITE. Set 0 is empty; the others are a cache, with their targets as bits in `wall_set`.
    """

    wall_set: UINT64
    component: UINT8_3D
    pushes: INT32_4D


class Potential(NamedTuple):
    """Potential of `bounds.potential`: its `value` at each square, 0 if unused.

    `gain` is the player's term of a bound.
    """

    value: INT32
    gain: INT32
    most_a_push: int


class Groups(NamedTuple):
    """Excesses of groups of boxes for one set of prices; see `bounds.box_groups`.

    Groups of `size` boxes begin at offset[size]. least[box, component] is the reduced distance, `prices` the sum of all
    prices. `beginnings` holds the prefixes of groups that need more than their subgroups, largest bits first. After the
    first boxes comes the bit of the next one, from begins[size, first boxes] on. conflicts[bit] has the bits that form
    such a pair.
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
    """Balance of `bounds.balance`: `constant`, of_box[box, component] and of_player[player]."""

    constant: int
    of_box: INT32_2D
    of_player: INT32


class Tunnels(NamedTuple):
    """Pushes of no influence (square * 4 + direction), and squares where a box `rests`."""

    no_influence: UINT8
    rests: UINT8


class World(NamedTuple):
    """Level with k boxes, seen forwards (pushes to the goals) or backwards (pulls to the initial squares).

    The targets are the goals, or the initial squares. With `exact_player` 0 a state has the player's component only.
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
"""Group of a box that belongs to none."""


class GroupChoice(NamedTuple):
    """Groups of current boxes that need more than their single pushes, largest excess first.

    `members[LARGEST * group + place]` are indices of boxes. `single` is the reduced distance of each box, `chosen` its
    group or NO_GROUP.
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
    """Assignment of rows to columns (`bounds.assignment`): `cost`, duals u and v, and the matching or -1."""

    cost: INT32_2D
    u: INT32
    v: INT32
    row_of: INT32
    column_of: INT32
    way: INT32
    length: INT32
    done: INT32


class Freeze(NamedTuple):
    """Working memory of `deadlocks.freeze`; `frozen` is 0 everywhere between searches."""

    frozen: UINT8
    cluster: INT32


class Fence(NamedTuple):
    """Best PI-corral so far: `pushes` (box index * 4 + direction); `of` is 1 for the boxes of the fence."""

    pushes: INT32
    of: UINT8
    label: INT32
    queue: INT32
    found: INT32


class CorralSearch(NamedTuple):
    """Working memory of `deadlocks.corral`, and the table (`known*`) of results; the last row is for a new state.

    `label` is the last label given to an area.
    """

    boxes: INT32_2D
    player: INT32
    key: INT64
    slots: INT32
    occupied: UINT8
    flood: Flood
    area: INT32
    freeze: Freeze
    label: INT64
    zobrist: INT64
    packed: UINT64
    known_words: UINT64
    known_player: INT32
    known: UINT8
    known_times: INT32


class Successors(NamedTuple):
    """Successors found by `search.expand`: the push, the state after it, and its cost.

    `move` is box square * 4 + direction, `box` the box's index, `landing` its new square. `near` is the player's
    square, `player` his identifier.
    """

    move: INT32
    box: INT32
    landing: INT32
    near: INT32
    player: INT32
    pushes: INT32
    walk: INT32


class Scratch(NamedTuple):
    """Working memory of kernels: the current state, `boxes` (k) and `occupied` (n + 1), and more."""

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
