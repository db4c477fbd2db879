"""Heights of states, found by program: what the tables beside `sokoproof.theorems.column_evidence` hold.

    python experiments/column_heights.py --sizes 4-14 --out proofs/sokoproof/theorems/classical_column.json
    python experiments/column_heights.py --moves fibonacci --out proofs/sokoproof/theorems/fibonacci_moves.json

The first finds those for the classical variant's pushes, from small sizes.

For each size, all states that can be solved are made by pulling boxes, with their pushes left, and of these those that
the start can reach are kept. A state is a word (`sokoproof.theorems.column_words`). Two beginnings of words are one
state of the automaton if the same endings follow, with the same pushes left up to one constant, for every number of
rows that both have been seen with. One ending of each state is given the weight 0; so the others get theirs, for as
many rows as were seen, and a formula says how they go on. What the family's own automaton accepts beyond what can be
solved is given heights in the end, where a step leads to it.

For moves such heights cannot be exact in all states, and need not. There (`--moves`) the states of the automaton for
pushes are split by the letter before, and the weights are a solution of linear inequalities (`column.potential`).

Nothing here is trusted: `sokospec prove` checks what comes out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from column.endings import Seen
from column.potential import move_heights
from column.states import expanded, reached, solvable, space_of, words_of
from column.steps import Refined, Steps
from column.text import as_text
from column.weights import heights_of, with_room_letters
from common.levels import numbers
from sokogen.families.fibonacci import fibonacci_level, fibonacci_moves
from sokogen.families.fibonacci_classical import classical_level, classical_moves
from sokoproof.theorems.column_evidence import classical_column, pushes_column
from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import (
    Letters,
    RoomLetter,
    Shaft,
    WordAutomaton,
    cells_of,
    either,
    mirror,
    with_room_to_move,
)
from sokoproof.theorems.fibonacci_fewest import LEFT


def beside_of(words: Iterable[tuple[Letters, RoomLetter]]) -> WordAutomaton:
    """Return an automaton of two states, before and after the player was read, that accepts some words."""
    following: tuple[dict[int, int], dict[int, int]] = {}, {}
    accepted: tuple[set[RoomLetter], set[RoomLetter]] = set(), set()
    for letters, room in words:
        state = 0
        for letter in letters:
            after = int(state or letter & 3 > 0)
            following[state][letter] = after
            state = after
        accepted[state].add(room)
    return WordAutomaton(following, [frozenset(rooms) for rooms in accepted])


def find_automaton(sizes: Sequence[int], bits: int) -> tuple[WordAutomaton, Heights]:
    """Return what to accept beside the family's automaton, and the heights, from some even sizes."""
    own = pushes_column().solvable
    seen = Seen()
    beside: set[tuple[Letters, RoomLetter]] = set()
    for n in sizes:
        space = space_of(mirror(cells_of(classical_level(n), n)))
        states, left = solvable(space, bits)
        if n <= 6:
            words = expanded(space, states, left)[0]
            beside |= {word for word in words_of(space, words) if not own.accepts(*word)}
        kept = reached(space, states)
        words, its_left = expanded(space, states[kept], left[kept])
        seen.add(n - 3, words, its_left)
        print(f"{n}: {len(states):,} states can be solved, {kept.sum():,} of them reached", file=sys.stderr)
    other = beside_of(beside)
    return other, with_room_letters(heights_of(seen), either(own, other), Shaft(space.room))


def found_for_moves(family: str) -> Heights:
    """Return heights for the moves of a family: its starts of up to 16 boxes are as high as its solutions are long."""
    if family == "fibonacci":
        column, sizes, left = pushes_column(), range(4, 25), LEFT
        levels = {n: cells_of(fibonacci_level(n), n) for n in sizes}
        moves = {n: fibonacci_moves(n) for n in sizes if n <= 16}
    else:
        column, sizes, left = classical_column(), range(4, 25, 2), 0
        levels = {n: mirror(cells_of(classical_level(n), n)) for n in sizes}
        moves = {n: classical_moves(n) for n in sizes if n <= 18}
    room = levels[4].room
    accepting = with_room_to_move(column.solvable)[0]
    return move_heights(Steps(Refined(column.heights), accepting, Shaft(tuple(room))), levels, moves, left)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables, and print how many states and weights they have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sizes", type=numbers, default=numbers("4-14"), help="numbers of boxes, as 4-14; odd are left out"
    )
    parser.add_argument("--bits", type=int, default=26, help="the table has 2^BITS places of 8 bytes")
    parser.add_argument("--moves", choices=("fibonacci", "fibonacci-classical"), help="heights for a family's moves")
    parser.add_argument("--out", type=Path, help="the file to write")
    given = parser.parse_args(arguments)
    beside = None
    if given.moves:
        heights = found_for_moves(given.moves)
    else:
        beside, heights = find_automaton([n for n in sorted(given.sizes) if n % 2 == 0], given.bits)
    text = as_text(beside, heights)
    print(f"H has {len(heights.following)} states and {sum(map(len, heights.following))} transitions", file=sys.stderr)
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
