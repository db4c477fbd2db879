"""How best solutions of the Fibonacci family begin and go on: proved, and refuted with another step allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from sokogen.families.fibonacci import Side, fibonacci_level, fibonacci_moves
from sokoproof.all_proofs import THEOREMS
from sokoproof.proof import Proof, Refuted
from sokoproof.status import Status
from sokoproof.theorems.column_evidence import moves_column
from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import FamilyLevel, Shaft, WordAutomaton, cells_of, with_room_to_move
from sokoproof.theorems.fibonacci_fewest import same_shaft
from sokoproof.theorems.fibonacci_ways import (
    SHOWN,
    Turn,
    Word,
    before_the_climb,
    beginnings,
    comes_there,
    continuation,
    one_way,
    steps_from,
)


def new() -> Proof:
    return Proof("a proof", "a claim", "a scope")


@cache
def levels() -> dict[int, FamilyLevel]:
    return {n: cells_of(fibonacci_level(n), n) for n in range(4, SHOWN + 1)}


@cache
def shaft() -> Shaft:
    return same_shaft(new(), levels())


@cache
def automaton() -> WordAutomaton:
    return with_room_to_move(moves_column().solvable)[0]


@cache
def heights() -> Heights:
    return moves_column().heights


@pytest.mark.long
@pytest.mark.parametrize("name", ["fibonacci-begins", "fibonacci-goes-on"])
def test_the_theorem_is_proved(name: str) -> None:
    assert THEOREMS[name]().status is Status.PROVED


@pytest.mark.parametrize("turns", [beginnings, continuation])
def test_no_allowed_step_can_be_left_out(turns: Callable[[Shaft, int, FamilyLevel], Iterator[Turn]]) -> None:
    for turn in turns(shaft(), 9, levels()[9]):
        cut = [turn._replace(allowed=turn.allowed[1:])]
        with pytest.raises(Refuted, match="is a best step too"):
            one_way(new(), shaft(), automaton(), heights(), {9: cut})


def test_another_beginning_does_not_come_to_the_climb() -> None:
    with pytest.raises(Refuted, match="does not come to the climb"):
        comes_there(new(), shaft(), levels(), lambda n: "d")


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_every_best_solution_passes_the_state_before_the_climb(n: int) -> None:
    """Of the states that are as high as the moves left, only that one is met after its number of moves."""
    column = levels()[n]
    layer: set[Word] = {shaft().word(n - 3, column.boxes, column.player)}
    unit, moves = heights().loses[1], fibonacci_moves(n)
    before = 6 + (fibonacci_moves(n - 2, Side.LEFT if n % 2 else Side.RIGHT) if n > 5 else 32)
    for left in range(moves - 1, moves - before - 1, -1):
        after = {word for old in layer for _, word in steps_from(shaft(), old) if automaton().accepts(*word)}
        layer = {word for word in after if (heights().height(*word) or 0) <= unit * left}
    assert layer == {before_the_climb(shaft(), n, column)}
