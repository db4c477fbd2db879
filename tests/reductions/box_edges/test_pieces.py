"""Pieces in which boxes are edges do what constraint graphs ask for, by search of all their pushes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from sokogen.reductions.box_edges.edge_pieces import EAST, NORTH, SOUTH, WEST, Piece, PieceKind
from sokogen.reductions.box_edges.piece_states import Bits, derive, problems, shape_of
from sokospec.board import Square

HANDS = (1, -1)


def not_all_out(bits: Bits) -> bool:
    return not all(bits)


def and_rule(bits: Bits) -> bool:
    a, b, c = bits
    return not c or not (a or b)


def and_piece(a: int, b: int, c: int, hand: int) -> Piece:
    own = 1 if (a - b) % 4 < (c - b) % 4 else -1
    return Piece(PieceKind.AND, {a: own, b: own, c: hand}, (a, b, c))


@pytest.mark.parametrize("sides", [(WEST, EAST), (NORTH, EAST), (NORTH, SOUTH), (SOUTH, WEST)])
@pytest.mark.parametrize("hands", list(product(HANDS, repeat=2)))
def test_of_a_wire_one_end_is_in(sides: tuple[int, int], hands: tuple[int, int]) -> None:
    wire = Piece(PieceKind.WIRE, dict(zip(sides, hands, strict=True)))
    assert problems(shape_of({(0, 0): wire}), (True, False), not_all_out) == []


@pytest.mark.parametrize("hands", list(product(HANDS, repeat=3)))
@pytest.mark.parametrize("missing", range(4))
def test_of_an_or_one_edge_is_in(hands: tuple[int, ...], missing: int) -> None:
    sides = [side for side in range(4) if side != missing]
    piece = Piece(PieceKind.OR, dict(zip(sides, hands, strict=True)))
    assert problems(shape_of({(0, 0): piece}), (True, True, False), not_all_out) == []


@pytest.mark.parametrize("sides", list(permutations(range(4), 3)))
@pytest.mark.parametrize("hand", HANDS)
def test_an_and_lets_c_out_while_a_and_b_are_in_but_a_comes_in_after_b(sides: tuple[int, int, int], hand: int) -> None:
    shape = shape_of({(0, 0): and_piece(*sides, hand)})
    assert problems(shape, (True, True, False), and_rule) == ["out out in cannot always become in out in"]


@pytest.mark.parametrize("hand", HANDS)
def test_a_wire_at_a_makes_the_and_exact(hand: int) -> None:
    # The wire lies in the east of the AND; its track to the outside comes last.
    piece = and_piece(EAST, NORTH, SOUTH, hand)
    shape = shape_of({(0, 0): piece, (0, 1): Piece(PieceKind.WIRE, {WEST: 1, EAST: 1})})
    b, c, a = range(3)
    assert [track.near.column for track in shape.tracks] == [4, 4, 17]
    assert problems(shape, (True, False, True), lambda bits: and_rule((bits[a], bits[b], bits[c]))) == []


@pytest.mark.parametrize("sides", list(permutations(range(4), 3)))
@pytest.mark.parametrize("missing", [0, 2])
def test_a_side_of_an_and_without_a_track_is_out_for_ever(missing: int, sides: tuple[int, int, int]) -> None:
    whole = and_piece(*sides, 1)
    left = [side for role, side in enumerate(sides) if role != missing]
    piece = Piece(PieceKind.AND, {side: whole.hands[side] for side in left}, whole.roles)

    def is_legal(bits: Bits) -> bool:
        one, other = bits
        return not other if missing == 0 else not (one or other)

    start = (True, False) if missing == 0 else (False, False)
    assert problems(shape_of({(0, 0): piece}), start, is_legal) == []


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("sides", [(WEST, EAST), (NORTH, SOUTH)])
def test_a_bridge_is_a_wire_that_can_be_crossed_while_its_box_rests(hand: int, sides: tuple[int, int]) -> None:
    piece = Piece(PieceKind.BRIDGE, {sides[0]: hand, sides[1]: -hand})
    shape = shape_of({(0, 0): piece})
    assert problems(shape, (False, True), not_all_out) == []


@pytest.mark.parametrize("hand", HANDS)
def test_a_free_end_may_be_in_or_out(hand: int) -> None:
    assert problems(shape_of({(0, 0): Piece(PieceKind.FREE, {NORTH: hand})}), (True,), lambda _: True) == []


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("side", range(4))
def test_the_box_of_a_flag_can_be_pushed_once_its_edge_is_in(hand: int, side: int) -> None:
    shape = shape_of({(0, 0): Piece(PieceKind.FLAG, {side: hand})})
    for is_out in (True, False):
        found = derive(shape, (is_out,))
        assert found.legal == {(True,), (False,)}
        assert not found.missing
        assert found.leaving == {(False,)}


def test_without_the_corner_behind_a_track_a_wire_does_not_hold() -> None:
    shape = shape_of({(0, 0): Piece(PieceKind.WIRE, {WEST: 1, EAST: 1})})
    assert problems(replace(shape, floor=shape.floor | {Square(4, 2)}), (True, False), not_all_out)


def test_a_door_into_the_room_of_an_and_is_noticed() -> None:
    shape = shape_of({(0, 0): and_piece(EAST, NORTH, SOUTH, 1)})
    opened = replace(shape, floor=shape.floor | {Square(4, 2), Square(4, 1)})
    assert "out out out is live, but not legal" in problems(opened, (True, True, False), and_rule)
