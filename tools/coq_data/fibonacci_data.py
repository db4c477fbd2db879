"""The automaton and the heights of the Fibonacci family's proofs, as data for the proofs in Coq.

`python -m tools.coq_data.fibonacci_data` writes `proofs/rocq/FibonacciTables.v`, `--check` compares it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tools.coq_data.coq_files import ROCQ, list_in_coq, pair_in_coq, wrapped_list, write_or_compare

from sokoproof.theorems.column_evidence import moves_column, pushes_column
from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import RoomLetter, WordAutomaton

FILE = ROCQ / "FibonacciTables.v"
HEAD = """\
(** The automaton and the heights of the Fibonacci family, from the tables of [sokospec prove].  Written by
    [python -m tools.coq_data.fibonacci_data]: do not edit. *)
From Coq Require Import ZArith NArith List.
From Soko Require Import FibonacciAutomata FibonacciHeights FibonacciSearch.
Import ListNotations.
Open Scope N_scope.
"""


def data() -> str:
    """Return the Coq file."""
    column = pushes_column()
    letters = sorted(set().union(*column.solvable.accepted))
    codes = (str(room.boxes << 5 | room.player) for room in letters)
    return "\n".join(
        [
            HEAD,
            f"Definition room_letters : list N :=\n{wrapped_list(codes)}.",
            automaton_in_coq(column.solvable, letters),
            heights_in_coq("moves_heights", moves_column().heights, letters),
            heights_in_coq("pushes_heights", column.heights, letters),
            "",
        ]
    )


def automaton_in_coq(automaton: WordAutomaton, letters: Sequence[RoomLetter]) -> str:
    """Return the definition of A."""
    number = {room: i for i, room in enumerate(letters)}
    states = (
        f"({list_in_coq(map(pair_in_coq, following.items()))}, {_ranges(number[room] for room in accepted)})"
        for following, accepted in zip(automaton.following, automaton.accepted, strict=True)
    )
    return f"Definition A : automaton := automaton_of room_letters {_table(states)}."


def heights_in_coq(name: str, heights: Heights, letters: Sequence[RoomLetter]) -> str:
    """Return the definition of heights."""
    number = {room: i for i, room in enumerate(letters)}
    weights = list(dict.fromkeys(tuple(given) for row in heights.weights for given in row.values()))
    states = []
    for following, given, rooms in zip(heights.following, heights.weights, heights.room, strict=True):
        steps = (f"({a}, {after}, {weights.index(tuple(given[a]))})" for a, after in following.items())
        by_value = defaultdict(list)
        for room, value in rooms.items():
            by_value[value].append(number[room])
        values = (f"({_integer(value)}, {_ranges(found)})" for value, found in sorted(by_value.items()))
        states.append(f"({list_in_coq(steps)}, {list_in_coq(values)})")
    lists = (f"({_numbers(given[::2])}, {_numbers(given[1::2])})" for given in weights)
    return (
        f"Definition {name} : weighted := weighted_of room_letters {_integer(heights.base)}\n"
        f"{_table(lists)} {_table(states)}."
    )


def _table(rows: Iterable[str]) -> str:
    return "[\n  {}]".format(";\n  ".join(rows))


def _integer(value: int) -> str:
    return f"({value})%Z"


def _numbers(values: Iterable[int | None]) -> str:
    return list_in_coq(_integer(value) for value in values if value is not None)


def _ranges(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    starts = found[:1] + [after for before, after in pairwise(found) if after > before + 1]
    ends = [before for before, after in pairwise(found) if after > before + 1] + found[-1:]
    return list_in_coq(map(pair_in_coq, zip(starts, ends, strict=True)))


if __name__ == "__main__":
    sys.exit(write_or_compare({FILE: data()}, __doc__))
