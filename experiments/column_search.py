"""The fewest moves or pushes of the families on a shaft, by exhaustive search with bits for the player's squares.

    python experiments/column_search.py --family fibonacci --metric moves --sizes 4-16

A table has a place for each set of boxes, and there one bit for each square that the player was seen on. Layer by layer
all steps are made at once from the squares that are new. Forwards, what the automaton A of `sokospec prove` refuses is
left out: it accepts every state that has a solution (docs/background/fibonacci_optimality.md, Lemma 1). With `--plain`
nothing is left out, and the search goes backwards from all solved states; so it does for the staggered family, which
has no A.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from column.states import ROOM, Ints, Words, numbered, place_of
from common import markdown, runs
from common.levels import numbers
from sokogen.families.catalogue import FAMILIES
from sokoproof.theorems.column_evidence import classical_column, pushes_column
from sokoproof.theorems.column_words import FamilyLevel, WordAutomaton, cells_of, mirror

NAME = "column search"
MOST = 64
"""Floor squares that fit into a word."""
ONE = np.uint64(1)


class Found(NamedTuple):
    """The least cost, the box sets and the states made; without a cost there is no solution, or the table is full."""

    cost: int | None
    box_sets: int
    states: int
    complete: bool


class Squares(NamedTuple):
    """Numbered squares: the neighbours of each by way, the same as bits; boxes, goals and player of a level."""

    next_to: Ints
    beside: Words
    boxes: np.uint64
    goals: np.uint64
    player: int


class Refusal(NamedTuple):
    """An automaton as tables: states by state and letter; rows by the room's boxes; players by state and row."""

    following: Ints
    row_of: Ints
    accepted: Ints


class Table(NamedTuple):
    """By place: a set of boxes; where the player was seen; where he is new in this layer, and in the next."""

    boxes: Words
    seen: Words
    now: Words
    then: Words


def squares_of(level: FamilyLevel) -> Squares:
    """Return a level's squares as numbers; raises `ValueError` for more than 64."""
    if len(level.floor) > MOST:
        raise ValueError(f"the level has {len(level.floor)} floor squares; at most {MOST} fit")
    next_to, beside, boxes, goals, player = numbered(level)
    return Squares(next_to, np.array(beside, dtype=np.uint64), np.uint64(boxes), np.uint64(goals), player)


def refusal(automaton: WordAutomaton) -> Refusal:
    """Return an automaton as tables."""
    following = np.full((len(automaton.following), 32), -1, dtype=np.int64)
    for state, here in enumerate(automaton.following):
        for letter, after in here.items():
            following[state, letter] = after
    row_of = np.full(1 << ROOM, -1, dtype=np.int64)
    for row, boxes in enumerate(sorted({room.boxes for rooms in automaton.accepted for room in rooms})):
        row_of[boxes] = row
    accepted = np.zeros((len(following), row_of.max() + 1), dtype=np.int64)
    for state, rooms in enumerate(automaton.accepted):
        for room in rooms:
            accepted[state, row_of[room.boxes]] |= 1 << room.player
    return Refusal(following, row_of, accepted)


@njit(cache=True)
def first(bits: np.uint64) -> int:
    """Return the number of the lowest bit of a word that is not 0."""
    square = 0
    for step in (32, 16, 8, 4, 2, 1):
        if not bits << np.uint64(64 - square - step):
            square += step
    return square


@njit(cache=True)
def refused(a: Refusal, rows: int, boxes: np.uint64, player: int) -> bool:
    """Return whether the automaton refuses a state."""
    state, inside = np.int64(0), player < ROOM
    for row in range(rows - 1, -1, -1):
        low = ROOM + 3 * row
        letter = np.int64(boxes >> np.uint64(low) & np.uint64(7)) << 2
        if low <= player < low + 3:
            letter |= player - low + 1
        state = a.following[state, letter]
        if state < 0:
            return True
    row = a.row_of[np.int64(boxes & np.uint64((1 << ROOM) - 1))]
    return row < 0 or not a.accepted[state, row] >> (player + 1 if inside else 0) & 1


@njit(cache=True)
def region(boxes: np.uint64, front: np.uint64, beside: Words) -> np.uint64:
    """Return the squares that the player reaches from some of them."""
    found = fresh = front
    while fresh:
        near = np.uint64(0)
        while fresh:
            near |= beside[first(fresh)]
            fresh &= fresh - ONE
        fresh = near & ~(found | boxes)
        found |= fresh
    return found


@njit(cache=True)
def noted(table: Table, place: int, squares: np.uint64, after: Ints, count: int) -> int:
    """Note for the next layer that the player can be on some squares; return how many places it has, -1 if too many."""
    if table.then[place] == 0:
        if count == len(after):
            return -1
        after[count] = place
        count += 1
    table.then[place] |= squares
    return count


@njit(cache=True)
def layer(
    table: Table, squares: Squares, a: Refusal, rows: int, by_moves: bool, active: Ints, after: Ints
) -> tuple[int, int]:
    """Make all steps from a layer's states; return how many places the next one has, -1 if too many, and new box sets.

    Backwards, from what a step can have come from, if the automaton has no states.
    """
    backwards = len(a.following) == 0
    count = fresh_sets = 0
    for slot in active:
        boxes, front = table.boxes[slot], table.now[slot]
        table.now[slot] = 0
        if not by_moves:
            front = region(boxes, front & ~table.seen[slot], squares.beside)
            table.seen[slot] |= front
        near, bits = np.uint64(0), front
        while bits:
            player = first(bits)
            bits &= bits - ONE
            near |= squares.beside[player]
            if not squares.beside[player] & boxes:
                continue
            for way in range(4):
                ahead = squares.next_to[player, way]
                if ahead < 0 or not boxes >> np.uint64(ahead) & ONE:
                    continue
                at = ahead if not backwards else squares.next_to[player, way ^ 1]
                to = squares.next_to[ahead, way] if not backwards else at
                if to < 0 or boxes >> np.uint64(to) & ONE:
                    continue
                moved = boxes ^ ONE << np.uint64(ahead) ^ ONE << np.uint64(player if backwards else to)
                place, bit = place_of(table.boxes, moved), ONE << np.uint64(at)
                if (table.seen[place] | table.then[place]) & bit or (not backwards and refused(a, rows, moved, at)):
                    continue
                if table.boxes[place] == 0:
                    table.boxes[place] = moved
                    fresh_sets += 1
                if by_moves:
                    table.seen[place] |= bit
                count = noted(table, place, bit, after, count)
                if count < 0:
                    return -1, fresh_sets
        near &= ~(boxes | table.seen[slot])
        if by_moves and near:
            table.seen[slot] |= near
            count = noted(table, slot, near, after, count)
            if count < 0:
                return -1, fresh_sets
    return count, fresh_sets


@njit(cache=True)
def counted(words: Words) -> int:
    """Return how many bits there are."""
    count = 0
    for word in words:
        while word:
            word &= word - ONE
            count += 1
    return count


def fewest(level: FamilyLevel, automaton: WordAutomaton | None, bits: int, *, by_moves: bool) -> Found:
    """Return the least cost of a level; the table has 2^bits places of 32 bytes. O(states) steps.

    >>> from sokogen.families.fibonacci import fibonacci_level
    >>> fewest(cells_of(fibonacci_level(4), 4), pushes_column().solvable, 10, by_moves=True).cost
    59
    """
    squares = squares_of(level)
    rows = (len(squares.next_to) - ROOM) // 3
    nothing = Refusal(np.zeros((0, 32), np.int64), np.zeros(0, np.int64), np.zeros((0, 0), np.int64))
    a = nothing if automaton is None else refusal(automaton)
    everywhere = np.uint64((1 << len(squares.next_to)) - 1)
    start = squares.boxes, ONE << np.uint64(squares.player)
    solved = squares.goals, everywhere & ~squares.goals
    (boxes, players), target = (solved, start) if automaton is None else (start, solved)
    table = Table(*(np.zeros(1 << bits, dtype=np.uint64) for _ in range(4)))
    lists = np.zeros((2, max(1024, len(table.boxes) // 4)), dtype=np.int64)
    first_place = place_of(table.boxes, boxes)
    table.boxes[first_place], table.now[first_place] = boxes, players
    if by_moves:
        table.seen[first_place] = players
    lists[0, 0], count, box_sets, cost = first_place, 1, 1, 0
    while count:
        count, fresh = layer(table, squares, a, rows, by_moves, lists[0, :count], lists[1])
        box_sets += fresh
        if count < 0 or box_sets > 0.9 * len(table.boxes):
            return Found(None, box_sets, counted(table.seen), complete=False)
        cost += by_moves
        if table.seen[place_of(table.boxes, target[0])] & target[1]:
            return Found(cost, box_sets, counted(table.seen), complete=True)
        cost += not by_moves
        table, lists = table._replace(now=table.then, then=table.now), lists[::-1]
    return Found(None, box_sets, counted(table.seen), complete=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One search: what the family's solution has, and what was found."""

    size: int
    metric: str
    predicted: int
    found: int | None
    complete: bool
    box_sets: int
    states: int
    cpu_seconds: float

    @property
    def differs(self) -> bool:
        """Whether the search came to its end and found something else than was predicted."""
        return self.complete and self.found != self.predicted


def searched(family: str, size: int, metric: str, bits: int, *, plain: bool) -> Row:
    """Search a member of a family."""
    member = FAMILIES[family].member(size)
    level = cells_of(member.level, len(member.level.boxes))
    automaton = None
    if not plain and family == "fibonacci":
        automaton = pushes_column().solvable
    if not plain and family == "fibonacci-classical":
        level, automaton = mirror(level), classical_column().solvable
    started, by_moves = time.process_time(), metric == "moves"
    found = fewest(level, automaton, bits, by_moves=by_moves)
    return Row(
        size, metric, member.moves if by_moves else member.pushes, found.cost, found.complete, found.box_sets,
        found.states, round(time.process_time() - started, 1),
    )  # fmt: skip


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    cells = [
        [
            row.size, row.metric, f"{row.predicted:,}",
            f"{row.found:,}" if row.found is not None else "none" if row.complete else "table full",
            f"{row.box_sets:,}", f"{row.states:,}", f"{row.cpu_seconds:.1f}",
        ]
        for row in rows
    ]  # fmt: skip
    return markdown.table("size | metric | predicted | least | box sets | states | CPU s", cells, left=["metric"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each search; exit code 1 when one differs from the prediction."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="The least moves or pushes of the families on a shaft.")
    families = ("fibonacci", "fibonacci-classical", "staggered")
    parser.add_argument("--family", choices=families, default="fibonacci", help="which family (%(default)s)")
    parser.add_argument("--sizes", type=numbers, default=numbers("4-12"), metavar="LIST", help="sizes, as 4-12")
    parser.add_argument("--metric", choices=("moves", "pushes"), default="moves", help="what is counted (%(default)s)")
    parser.add_argument("--bits", type=int, default=20, help="the table has 2^BITS places of 32 bytes (%(default)s)")
    parser.add_argument("--plain", action="store_true", help="leave nothing out, and search backwards")
    runs.add_out(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    rows: list[Row] = []
    with runs.until_interrupted():
        for size in sorted(options.sizes):
            rows.append(searched(options.family, size, options.metric, options.bits, plain=options.plain))
            runs.told(f"{options.family} {size}: {rows[-1].found}, {rows[-1].cpu_seconds} CPU s")
    print(table(rows))
    if options.out is not None:
        parameters = {"family": options.family, "plain": options.plain, "bits": options.bits}
        runs.save(options.out, NAME, given, parameters, rows, started)
    return int(any(row.differs for row in rows))


if __name__ == "__main__":
    sys.exit(main())
