"""The heights of the classical variant's states, found from small sizes: what `classical_column.json` holds.

    python experiments/column_heights.py --sizes 4-14 --out proofs/sokoproof/theorems/classical_column.json

For each size, all states that can be solved are made by pulling boxes, with their pushes left, and of these those that
the start can reach are kept. A state is a word (`sokoproof.theorems.column_words`). Two beginnings of words are one
state of the automaton if the same endings follow, with the same pushes left up to one constant, for every number of
rows that both have been seen with. One ending of each state is given the weight 0; so the others get theirs, for as
many rows as were seen, and a formula says how they go on. What the family's own automaton accepts beyond what can be
solved is given heights in the end, where a step leads to it.

Nothing here is trusted: `sokospec prove` checks what comes out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from column.endings import Seen
from column.states import expanded, reached, solvable, space_of, words_of
from column.weights import heights_of, with_room_letters
from common.levels import numbers
from sokogen.families.fibonacci_classical import classical_level
from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import Automaton, Letters, RoomLetter, Shaft, drawn, either, mirrored
from sokoproof.theorems.fibonacci_fewest import known_column


def beside_of(words: Iterable[tuple[Letters, RoomLetter]]) -> Automaton:
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
    return Automaton(following, [frozenset(rooms) for rooms in accepted])


def as_text(beside: Automaton, heights: Heights) -> str:
    """Return the text that `column_from_json` reads."""
    rooms = sorted({room for row in (*beside.accepted, *heights.room) for room in row})
    number = {room: i for i, room in enumerate(rooms)}
    weights: list[list[int | None]] = []
    following = []
    for row, given in zip(heights.following, heights.weights, strict=True):
        for letter in sorted(row):
            if list(given[letter]) not in weights:
                weights.append(list(given[letter]))
        following.append([[letter, row[letter], weights.index(list(given[letter]))] for letter in sorted(row)])
    return f"""{{
 "room_letters": {_compact(rooms)},
 "solvable": {{
  "following": [
{_lines([sorted(row.items()) for row in beside.following])}
  ],
  "accepted": [
{_lines([",".join(str(number[room]) for room in sorted(row)) for row in beside.accepted])}
  ]
 }},
 "heights": {{
  "base": {heights.base},
  "weights": [
{_lines(weights)}
  ],
  "following": [
{_lines(following)}
  ],
  "room": [
{_lines([[[number[room], value] for room, value in sorted(row.items())] for row in heights.room])}
  ]
 }}
}}
"""


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(rows: Iterable[object]) -> str:
    return ",\n".join(f"   {_compact(row)}" for row in rows)


def found(sizes: Sequence[int], bits: int) -> tuple[Automaton, Heights]:
    """Return what to accept beside the family's automaton, and the heights, from some even sizes."""
    own = known_column().solvable
    seen = Seen()
    beside: set[tuple[Letters, RoomLetter]] = set()
    for n in sizes:
        space = space_of(mirrored(drawn(classical_level(n), n)), n - 3)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables, or print how many states and weights they have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sizes", type=numbers, default=numbers("4-14"), help="numbers of boxes, as 4-14; odd are left out"
    )
    parser.add_argument("--bits", type=int, default=26, help="the table has 2^BITS places of 8 bytes")
    parser.add_argument("--out", type=Path, help="the file to write")
    given = parser.parse_args(arguments)
    beside, heights = found([n for n in sorted(given.sizes) if n % 2 == 0], given.bits)
    text = as_text(beside, heights)
    print(f"H has {len(heights.following)} states and {sum(map(len, heights.following))} transitions", file=sys.stderr)
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
