"""Exhaustive derivation of a piece's behaviour from its squares alone.

Each track has one more square, in the neighbouring cell: a box there is an edge directed *in*, elsewhere one directed
*out*. While the player is outside, each border box may be pushed in, which allows more than any level does.

"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from sokogen.reductions.box_edges.edge_pieces import SIZE, Piece, PieceKind
from sokogen.reductions.gadgets.tracing import closure
from sokospec.board import Square

_OUTSIDE = Square(-9, -9)
"""Stand-in for all squares outside; the corners of cells lead there."""

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
Bits = tuple[bool, ...]
"""For each track at the border whether its edge is directed out."""


class _Track(NamedTuple):
    far: Square
    near: Square
    end: Square

    def is_out(self, boxes: frozenset[Square]) -> bool:
        return self.far not in boxes


class _PieceNode(NamedTuple):
    """Boxes and the least square of the player's region, or OUTSIDE."""

    boxes: frozenset[Square]
    player: Square


@dataclass(frozen=True)
class _PieceShape:
    """Squares to search, with the inner tracks and flags."""

    floor: frozenset[Square]
    tracks: tuple[_Track, ...]
    inside: tuple[tuple[Square, ...], ...]
    flags: tuple[tuple[Square, ...], ...]
    corners: frozenset[Square]


@dataclass(frozen=True)
class _Behaviour:
    """Result of a search.

    `legal`: edge directions in live nodes. `missing`: pairs of legal directions whose reversal fails from some live
    node. `leaving`: directions with which an inner box can leave its first square for a live node.
    """

    live: frozenset[_PieceNode]
    dead: int
    squares: frozenset[Square]
    legal: frozenset[Bits]
    missing: frozenset[tuple[Bits, Bits]]
    leaving: frozenset[Bits]


def shape_of(cells: Mapping[tuple[int, int], Piece]) -> _PieceShape:
    floor: set[Square] = set()
    corners: set[Square] = set()
    tracks, inside, flags = [], [], []
    for (top, left), piece in cells.items():

        def shift(square: Square, at: tuple[int, int] = (top, left)) -> Square:
            return Square(square.row + SIZE * at[0], square.column + SIZE * at[1])

        floor |= {shift(square) for square in piece.floor}
        corners |= {shift(Square(row, column)) for row, column in product((0, SIZE - 1), repeat=2)}
        if piece.inner_track:
            inside.append(tuple(map(shift, piece.inner_track)))
            if piece.kind is PieceKind.FLAG:
                flags.append(inside[-1])
        for side in piece.hands:
            down, right = _STEPS[side]
            near, end = shift(piece.track(side)), shift(piece.end(side))
            far = Square(near.row + down, near.column + right)
            if (top + down, left + right) not in cells:
                tracks.append(_Track(far, near, end))
                floor.add(far)
            elif down + right > 0:
                inside.append((near, far))
    return _PieceShape(frozenset(floor), tuple(tracks), tuple(inside), tuple(flags), frozenset(corners))


def derive(shape: _PieceShape, start: Bits) -> _Behaviour:
    """Return the behaviour of a shape from directions `start`."""
    boxes = frozenset(
        [track.near if out else track.far for track, out in zip(shape.tracks, start, strict=True)]
        + [squares[0] for squares in shape.inside]
    )
    search = _PieceSearch(shape, _PieceNode(boxes, _OUTSIDE))
    back: dict[_PieceNode, list[_PieceNode]] = {}
    for node, others in search.after.items():
        for other in others:
            back.setdefault(other, []).append(node)
    home = boxes.difference(squares[0] for squares in shape.flags).union(squares[1] for squares in shape.flags)
    live = frozenset(closure([node for node in search.after if node.boxes == home], lambda node: back.get(node, ())))
    legal = frozenset(search.bits(node) for node in live)
    return _Behaviour(
        live,
        len(search.after) - len(live),
        frozenset(square for node in live for square in node.boxes),
        legal,
        frozenset(search.find_missing(live, legal)),
        frozenset(
            search.bits(node)
            for node, others in search.after.items()
            if node in live
            for squares in shape.inside
            if squares[0] in node.boxes and any(other in live and squares[0] not in other.boxes for other in others)
        ),
    )


def problems(shape: _PieceShape, start: Bits, is_legal: Callable[[Bits], bool]) -> list[str]:
    """Return the violations of a rule for edge directions.

    Live nodes must have exactly the directions of the rule, each legal reversal must be possible, and boxes must stay
    on tracks.
    """
    found = derive(shape, start)
    wanted = {bits for bits in product((False, True), repeat=len(shape.tracks)) if is_legal(bits)}
    wrong = [f"{_text(bits)} is live, but not legal" for bits in sorted(found.legal - wanted)]
    wrong += [f"{_text(bits)} is legal, but not live" for bits in sorted(wanted - found.legal)]
    wrong += [f"{_text(one)} cannot always become {_text(other)}" for one, other in sorted(found.missing)]
    on_tracks = {square for track in shape.tracks for square in (track.far, track.near)}
    on_tracks.update(square for squares in shape.inside for square in squares)
    wrong += [f"a box can come to row {row}, column {column}" for row, column in sorted(found.squares - on_tracks)]
    return wrong


def _text(bits: Sequence[bool]) -> str:
    return " ".join(["in", "out"][bit] for bit in bits)


class _PieceSearch:
    def __init__(self, shape: _PieceShape, start: _PieceNode) -> None:
        self.shape = shape
        self.start = start
        self.regions: dict[frozenset[Square], list[frozenset[Square]]] = {}
        self.after: dict[_PieceNode, list[_PieceNode]] = {}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in self.after:
                self.after[node] = list(self.pushes(node))
                waiting += self.after[node]

    def bits(self, node: _PieceNode) -> Bits:
        return tuple(track.is_out(node.boxes) for track in self.shape.tracks)

    def beside(self, square: Square) -> Iterable[Square]:
        if square == _OUTSIDE:
            return self.shape.corners
        near = [Square(square.row + down, square.column + right) for down, right in _STEPS]
        return [*near, _OUTSIDE] if square in self.shape.corners else near

    def region(self, boxes: frozenset[Square], player: Square) -> frozenset[Square]:
        known = self.regions.setdefault(boxes, [])
        for one in known:
            if player in one:
                return one
        free = self.shape.floor - boxes | {_OUTSIDE}
        known.append(frozenset(closure([player], lambda square: free.intersection(self.beside(square)))))
        return known[-1]

    def pushes(self, node: _PieceNode) -> Iterator[_PieceNode]:
        boxes = node.boxes
        region = self.region(boxes, node.player)
        for box in boxes:
            for down, right in _STEPS:
                landing = Square(box.row + down, box.column + right)
                behind = Square(box.row - down, box.column - right)
                if behind in region and landing in self.shape.floor and landing not in boxes:
                    yield self.node(boxes - {box} | {landing}, box)
        if _OUTSIDE in region:
            for track in self.shape.tracks:
                for box, landing in ((track.far, track.near), (track.near, track.end)):
                    if box in boxes and landing not in boxes:
                        yield self.node(boxes - {box} | {landing}, _OUTSIDE)

    def node(self, boxes: frozenset[Square], player: Square) -> _PieceNode:
        return _PieceNode(boxes, min(self.region(boxes, player)))

    def find_missing(self, live: frozenset[_PieceNode], legal: frozenset[Bits]) -> Iterator[tuple[Bits, Bits]]:
        for node in live:
            if node.player != _OUTSIDE:
                continue
            before = self.bits(node)
            reached = {
                self.bits(late)
                for one in self.within(node, live)
                for early in self.after[one]
                if early in live and self.bits(early) != before
                for late in self.within(early, live)
                if late.player == _OUTSIDE
            }
            for index in range(len(before)):
                after = (*before[:index], not before[index], *before[index + 1 :])
                if after in legal and after not in reached:
                    yield before, after

    def within(self, node: _PieceNode, live: frozenset[_PieceNode]) -> set[_PieceNode]:
        bits = self.bits(node)
        return closure(
            [node], lambda one: (other for other in self.after[one] if other in live and self.bits(other) == bits)
        )
