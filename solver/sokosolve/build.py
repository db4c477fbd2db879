"""Worlds from tables: which arrays a search needs for the features that are switched on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import comb

import numpy as np

from sokosolve import pairs, triples
from sokosolve.enclosure import new_enclosure
from sokosolve.potential import with_potential
from sokosolve.reach import first_reachable
from sokosolve.tables import INT32, UINT8, Tables, pull_distances
from sokosolve.tunnel import longest_step, pushes_of_no_influence, resting_squares
from sokosolve.visits import ways_to_boxes
from sokosolve.world import Scratch, World
from sokospec.board import Square

CACHE_BYTES = 1 << 27
MOST_SLOTS = 1 << 13
MOST_TABLE_STEPS = 1_200_000_000  # for a table of pairs or triples: some twenty seconds
NOTHING_TO_COUNT = 1 << 30  # backwards a bound may be all walk: nothing follows from it for the pushes left


def world_of(
    tables: Tables,
    features: Collection[str],
    *,
    exact_player: bool,
    compiled: bool,
    cache_bytes: float = CACHE_BYTES,
) -> World:
    """Return the level seen forwards; `cache_bytes` are for the distances with boxes as walls."""
    n, k = len(tables.squares), len(tables.boxes)
    live = tables.live.copy()
    if "dead-squares" not in features:
        live[:n] = 1
    square_of = np.nonzero(live[:n])[0].astype(np.int32)
    bit_of = np.full(n + 1, -1, dtype=np.int32)
    bit_of[square_of] = np.arange(len(square_of), dtype=np.int32)
    slots = 1
    if "frozen-walls" in features and k <= 64:
        slots += min(MOST_SLOTS, int(cache_bytes) // (n * n + 16 * n * k))
    slot_sides = np.zeros((slots, n, n), dtype=np.uint8)
    slot_distance = np.zeros((slots, n, 4, k), dtype=np.int32)
    slot_sides[0], slot_distance[0] = tables.sides, tables.distance
    way_to = np.zeros((n if "visits" in features else 0, n), dtype=np.int32)
    if "visits" in features:
        ways_to_boxes.of(compiled)(tables.beyond, live, n, way_to)
    late = pushes_of_no_influence(tables) if "no-influence" in features else np.zeros(0, dtype=np.uint8)
    world = World(
        n=n,
        k=k,
        words=(len(square_of) + 63) // 64,
        backwards=0,
        exact_player=int(exact_player),
        beyond=tables.beyond,
        ring=_ring(tables),
        live=live,
        bit_of=bit_of,
        square_of=square_of,
        targets=tables.goals,
        is_target=_marks(tables.goals, n),
        slot_key=np.zeros(slots, dtype=np.uint64),
        slot_sides=slot_sides,
        slot_distance=slot_distance,
        parts=np.zeros((0, n), dtype=np.uint8),
        excess=np.zeros(0, dtype=np.uint8),
        triple_parts=np.zeros((0, n), dtype=np.uint8),
        triple_excess=np.zeros(0, dtype=np.uint8),
        nearest=int("nearest" in features),
        assignment=int("assignment" in features),
        bipartite=int("bipartite" in features),
        freeze=int("freeze" in features),
        linear_conflicts=int("linear-conflicts" in features),
        pair_bounds=int("pairs" in features),
        deadlock_table=int("deadlock-table" in features),
        corral=int("corral" in features),
        pi_corral=int("pi-corral" in features),
        triples=int("triples" in features),
        tunnel=int("tunnel" in features),
        no_influence=late,
        rests=resting_squares(tables, late) if late.size else late,
        most_children=4 * k,
        approach=int("approach" in features),
        way_to=way_to,
        lean=np.zeros(n, dtype=np.int32),
        lean_left=np.zeros(n, dtype=np.int32),
        most_a_push=1,
    )
    return with_potential(world, tables, compiled=compiled) if "potential" in features else world


def backwards(world: World, tables: Tables, *, compiled: bool) -> World:
    """Return the level seen backwards: boxes are pulled to where they stand at first."""
    distance = np.empty((1, world.n, 4, world.k), dtype=np.int32)
    pull_distances.of(compiled)(
        tables.beyond, tables.sides, tables.boxes, tables.player, world.lean, world.n, distance[0]
    )
    return world._replace(
        backwards=1,
        targets=tables.boxes,
        is_target=_marks(tables.boxes, world.n),
        slot_key=np.zeros(1, dtype=np.uint64),
        slot_sides=world.slot_sides[:1],
        slot_distance=distance,
        parts=np.zeros((0, world.n), dtype=np.uint8),
        excess=np.zeros(0, dtype=np.uint8),
        triple_parts=np.zeros((0, world.n), dtype=np.uint8),
        triple_excess=np.zeros(0, dtype=np.uint8),
        freeze=0,
        deadlock_table=0,
        corral=0,
        pi_corral=0,
        triples=0,
        tunnel=0,
        most_children=4 * world.k * (longest_step(tables, world.no_influence) if world.no_influence.size else 1),
        approach=0,
        way_to=np.zeros((0, world.n), dtype=np.int32),
        lean_left=world.lean - world.lean[tables.player],
        most_a_push=1 if world.most_a_push == 1 else NOTHING_TO_COUNT,
    )


def _ring(tables: Tables) -> INT32:
    """Return the eight neighbours of each square in turn, the straight ones at even places."""
    n = len(tables.squares)
    number = {square: index for index, square in enumerate(tables.squares)}
    ring = np.full((n + 1) * 8, n, dtype=np.int32)
    for index, (row, column) in enumerate(tables.squares):
        for place, (down, right) in enumerate(((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))):
            ring[index * 8 + place] = number.get(Square(row + down, column + right), n)
    return ring


def _marks(squares: INT32, n: int) -> UINT8:
    marks = np.zeros(n + 1, dtype=np.uint8)
    marks[squares] = 1
    return marks


def wants_pairs(world: World) -> bool:
    """Say whether a feature that is switched on reads the table of pairs, and the table is not too large."""
    live = len(world.square_of)
    used = world.linear_conflicts or world.pair_bounds or world.deadlock_table
    small = comb(live, 2) * world.n <= pairs.LARGEST and pair_steps(world) <= MOST_TABLE_STEPS
    return bool(used) and world.k > 1 and small


def pair_steps(world: World) -> int:
    """Return about how many steps the table of pairs takes."""
    return comb(world.k, 2) * comb(len(world.square_of), 2) * 16


def with_pairs(world: World, *, compiled: bool, pause: Callable[[], None]) -> World:
    """Return the world with its table of pairs; `pause` is called now and then, and may raise to end the work."""
    number = comb(len(world.square_of), 2)
    parts = np.empty((number, world.n), dtype=np.uint8)
    sample = np.zeros((number, pairs.PARTS), dtype=np.int32)
    excess = np.full(number * pairs.PARTS, pairs.DEAD, dtype=np.uint8)
    pairs.part_table.of(compiled)(world.beyond, world.square_of, world.n, parts, sample)
    goals, goal_pairs = world.targets, comb(world.k, 2)
    at_once = max(1, 20_000_000 // (number * 16))
    for first in range(0, goal_pairs, at_once):
        pause()
        pairs.pair_excess.of(compiled)(
            first, at_once, world.beyond, world.slot_sides[0], world.slot_distance[0], goals, world.lean,
            world.bit_of, world.square_of, world.n, parts, sample, excess,
        )  # fmt: skip
    return world._replace(parts=parts, excess=excess)


def wants_triples(world: World) -> bool:
    """Say whether the table of triples is of use and not too large."""
    small = triple_number_of(world) * world.n <= pairs.LARGEST and triple_steps(world) <= MOST_TABLE_STEPS
    return bool(world.triples) and world.k > 2 and small


def triple_number_of(world: World) -> int:
    """Return how many triples of live squares there are."""
    return comb(len(world.square_of), 3)


def triple_bytes(world: World) -> int:
    """Return the bytes that the table of triples takes, and what it takes to make it."""
    return triple_number_of(world) * (world.n + 12 + 14 * triples.PARTS)


def triple_steps(world: World) -> int:
    """Return about how many steps the table of triples takes."""
    return comb(world.k, 3) * triple_number_of(world) * 24


def with_triples(world: World, *, compiled: bool, pause: Callable[[], None]) -> World:
    """Return the world with its table of triples; `pause` is as in `with_pairs`."""
    number = triple_number_of(world)
    parts = np.empty((number, world.n), dtype=np.uint8)
    sample = np.zeros((number, triples.PARTS), dtype=np.int32)
    members = np.zeros((number, 3), dtype=np.int32)
    excess = np.full(number * triples.PARTS, triples.DEAD, dtype=np.uint8)
    triples.triple_parts.of(compiled)(world.beyond, world.square_of, world.n, parts, sample, members)
    at_once = max(1, 20_000_000 // (number * 24))
    for first in range(0, comb(world.k, 3), at_once):
        pause()
        triples.triple_excess.of(compiled)(
            first, at_once, world.beyond, world.slot_sides[0], world.slot_distance[0], world.targets, world.lean,
            world.bit_of, world.n, parts, sample, members, excess,
        )  # fmt: skip
    return world._replace(triple_parts=parts, triple_excess=excess)


def new_scratch(world: World) -> Scratch:
    """Return room for a search to work in."""
    n, k = world.n, world.k
    groups = comb(k, 2) + (comb(k, 3) if wants_triples(world) else 0)
    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1

    def ints(size: int) -> INT32:
        return np.zeros(size, dtype=np.int32)

    return Scratch(
        boxes=ints(k),
        occupied=occupied,
        stamp=np.zeros(6, dtype=np.int64),
        mark=np.zeros(n + 1, dtype=np.uint32),
        walk=ints(n + 1),
        child_mark=np.zeros(n + 1, dtype=np.uint32),
        queue=ints(n + 1),
        label=ints(n + 1),
        held=np.zeros(n + 1, dtype=np.uint8),
        walls=np.zeros(n + 1, dtype=np.uint8),
        cluster=ints(k + 1),
        cost=np.zeros((k, k), dtype=np.int32),
        u=ints(k),
        v=ints(k),
        row_of=ints(k),
        column_of=ints(k),
        way=ints(k),
        dist=ints(k),
        done=ints(k),
        best=ints(k),
        pair_a=ints(groups),
        pair_b=ints(groups),
        pair_c=ints(groups),
        pair_value=ints(groups),
        pair_table=np.zeros((k, k), dtype=np.int32),
        candidates=ints(4 * k),
        closing=np.zeros(k, dtype=np.uint8),
        corral_found=ints(4 * k),
        enclosure=new_enclosure(n, k, world.words),
        wanted=np.zeros(world.words, dtype=np.uint64),
        found_move=ints(world.most_children),
        found_landing=ints(world.most_children),
        found_player=ints(world.most_children),
        found_pushes=ints(world.most_children),
        found_walk=ints(world.most_children),
        found_box=ints(world.most_children),
        found_near=ints(world.most_children),
    )


def region(world: World, boxes: list[int], player: int) -> int:
    """Return the first square of the player's region."""
    return regions(world, boxes, player)[0]


def regions(world: World, boxes: list[int], player: int | None = None) -> list[int]:
    """Return the first squares of the regions into which the boxes divide the floor, or of the player's alone."""
    occupied = np.zeros(world.n + 1, dtype=np.uint8)
    occupied[world.n] = 1
    occupied[boxes] = 1
    mark = np.zeros(world.n + 1, dtype=np.uint32)
    queue = np.zeros(world.n + 1, dtype=np.int32)
    return [
        int(first_reachable(square, world.beyond, occupied, mark, 1, queue))
        for square in (range(world.n) if player is None else [player])
        if occupied[square] == 0 and mark[square] == 0
    ]


def pair_bytes(world: World) -> int:
    """Return the bytes that the table of pairs takes, and what it takes to make it."""
    return comb(len(world.square_of), 2) * (world.n + 8 + 14 * pairs.PARTS)


def world_bytes(n: int, k: int) -> int:
    """Return about how many bytes the tables of n squares and k boxes take."""
    return 3 * n * n + 48 * n * k
