"""What a search over one level hands to its kernels: the level's tables, what is switched on, and room to work in."""

from __future__ import annotations

from typing import NamedTuple

from sokosolve.enclosure import Enclosure
from sokosolve.tables import INT32, INT64, UINT8, UINT32, UINT64


class World(NamedTuple):
    """A level, seen forwards (pushes to the goals) or backwards (pulls to where the boxes stand at first).

    n squares, k boxes, `words` 64-bit words a state. `bit_of` and `square_of` number the live squares. The targets are
    goals, or first squares of the boxes. `slot_*` hold the distances for sets of boxes that count as walls: slot 0 for
    none, the others as a cache by `slot_key`. `parts` and `excess` are those of `pairs`, of no size where they are not
    used, `triple_*` those of `triples`; `way_to` is that of `visits`, likewise. `lean` is that of `potential`, 0
    everywhere where it is not used, `lean_left` what the player's square adds to a bound of pushes that count by it,
    and `most_a_push` the most that a push counts. `no_influence` and `rests` are those of `tunnel`, of no size where
    they are not used, and `most_children` is the most children that a state can have. The other fields switch features
    on (1) or off (0).
    """

    n: int
    k: int
    words: int
    backwards: int
    exact_player: int
    beyond: INT32
    ring: INT32
    live: UINT8
    bit_of: INT32
    square_of: INT32
    targets: INT32
    is_target: UINT8
    slot_key: UINT64
    slot_sides: UINT8
    slot_distance: INT32
    parts: UINT8
    excess: UINT8
    triple_parts: UINT8
    triple_excess: UINT8
    nearest: int
    assignment: int
    bipartite: int
    freeze: int
    linear_conflicts: int
    pair_bounds: int
    deadlock_table: int
    corral: int
    pi_corral: int
    triples: int
    tunnel: int
    no_influence: UINT8
    rests: UINT8
    most_children: int
    approach: int
    way_to: INT32
    lean: INT32
    lean_left: INT32
    most_a_push: int


class Scratch(NamedTuple):
    """Arrays that kernels overwrite; `stamp` holds counters and sums, by the names at the head of `expand`.

    `boxes` (k) and `occupied` (n + 1) are the state at hand; `mark` and `child_mark` keep the stamps of floods; `cost`
    to `done` are those of `assignment`. `found_*` are the children that `children` leaves.
    """

    boxes: INT32
    occupied: UINT8
    stamp: INT64
    mark: UINT32
    walk: INT32
    child_mark: UINT32
    queue: INT32
    label: INT32
    held: UINT8
    walls: UINT8
    cluster: INT32
    cost: INT32
    u: INT32
    v: INT32
    row_of: INT32
    column_of: INT32
    way: INT32
    dist: INT32
    done: INT32
    best: INT32
    pair_a: INT32
    pair_b: INT32
    pair_value: INT32
    pair_c: INT32
    pair_table: INT32
    candidates: INT32
    corral_found: INT32
    closing: UINT8
    wanted: UINT64
    found_move: INT32
    found_landing: INT32
    found_player: INT32
    found_pushes: INT32
    found_walk: INT32
    found_box: INT32
    found_near: INT32
    enclosure: Enclosure
