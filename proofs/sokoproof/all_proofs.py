"""Theorems of `sokospec prove`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from itertools import count, islice
from random import Random
from types import MappingProxyType

from sokogen.families import fibonacci, fibonacci_classical, rooms, staggered
from sokogen.families.fibonacci import Side
from sokogen.families.fibonacci_classical import ClassicalColumn
from sokogen.families.recursive_solution import expand, pushes_in, split_parts
from sokogen.random.random_levels import random_mixed_level
from sokogen.reductions.gadgets.derivation import derive, problems
from sokogen.reductions.gadgets.routes import ways
from sokoproof.authorities import ROOMS_WITH_COUNTED_SQUARES
from sokoproof.lemmas.local_lemmas import local_lemmas
from sokoproof.lemmas.window_proofs import dead_windows
from sokoproof.lemmas.windows import LibraryPattern, from_json
from sokoproof.proof import Proof
from sokoproof.second_opinion.tiny_levels import tiny_levels
from sokoproof.theorems.classical_recurrence import Named, SolutionPieces, classical_theorems
from sokoproof.theorems.column_words import FamilyLevel, cells_of, mirror
from sokoproof.theorems.fibonacci_fewest import Sizes, fewest_theorems
from sokoproof.theorems.fibonacci_recurrence import Composition, Ending, fibonacci_theorems
from sokoproof.theorems.fibonacci_ways import ways_theorems
from sokoproof.theorems.rooms_recurrence import rooms_theorems
from sokoproof.theorems.shortest import Chain, RoomPassage
from sokoproof.theorems.staggered_recurrence import staggered_theorems
from sokospec.board import Level, State
from sokospec.limits import require_verdict
from sokospec.oracle.search import search_exhaustively
from sokospec.rules import reachable


def _composition(n: int) -> Composition:
    own, shorter = split_parts(fibonacci.parts(n, Side.RIGHT))
    return Composition(
        len(own),
        pushes_in(own),
        tuple(size for size, _ in shorter),
        sum(2 for _, side in shorter if side is Side.LEFT),
    )


def _end_of(n: int, side: Side) -> Ending:
    parts = fibonacci.parts(n, side)
    own, shorter = split_parts(parts)
    last = shorter[-1] if parts[-1] in shorter else None
    if last is not None and last[1] is not side:
        raise ValueError(f"the last part of the solution of {n} boxes ends on the wrong side")
    before = tuple((size, str(end)) for size, end in (shorter if last is None else shorter[:-1]))
    return Ending(len(own), pushes_in(own), before, None if last is None else last[0])


def _kind(column: ClassicalColumn) -> str:
    return f"{'first' if column.first else 'last' if column.last else 'plain'} {column.end}"


PLAIN = {f"{kind} {end}": f"plain {end}" for kind in ("plain", "first") for end in Side} | {
    "last right": "plain right",
    "whole": "plain right",
}
"""The kind of the family's solution that corresponds to each kind in the classical variant."""


def _classical_pieces(pushes: bool) -> dict[Named, SolutionPieces]:
    cost: Callable[[str], int] = pushes_in if pushes else len

    def pieces(parts: tuple[str | ClassicalColumn, ...]) -> SolutionPieces:
        own, columns = split_parts(parts)
        return SolutionPieces(cost(own), tuple((_kind(column), column.size) for column in columns))

    made: dict[Named, SolutionPieces] = {}
    for size in range(3, fibonacci_classical.MOST + 1):
        columns = [*(ClassicalColumn(size, end) for end in Side), ClassicalColumn(size, Side.RIGHT, last=True)]
        if size % 2 == 0:
            columns += [ClassicalColumn(size, end, first=True) for end in Side]
        made |= {(_kind(column), size): pieces(fibonacci_classical.parts(column)) for column in columns}
        if size % 2 == 0:
            made["whole", size] = pieces(fibonacci_classical.whole(size))
    return made


def _pieces_of_staggered(pushes: bool) -> dict[Named, SolutionPieces]:
    cost: Callable[[str], int] = pushes_in if pushes else len

    def pieces(parts: tuple[str | staggered.SolutionPiece, ...]) -> SolutionPieces:
        own, shorter = split_parts(parts)
        aside = sum(2 for part in shorter if part.end is Side.LEFT and not pushes)
        return SolutionPieces(cost(own) + aside, tuple((part.kind, part.size) for part in shorter))

    made: dict[Named, SolutionPieces] = {}
    for k in range(staggered.LEAST, staggered.MOST + 1):
        made["whole", k] = pieces(staggered.whole(k))
        if k > 1:
            for piece in (staggered.SolutionPiece("rest", k), staggered.SolutionPiece("open", 2 * k + 1)):
                made[piece.kind, piece.size] = pieces(staggered.parts(piece))
    return made


def _classical_drawn(least: int) -> dict[int, FamilyLevel]:
    sizes = range(least, fibonacci_classical.MOST + 1, 2)
    return {n: mirror(cells_of(fibonacci_classical.classical_level(n), n)) for n in sizes}


def _composition_of_rooms(n: int) -> Composition:
    own, sizes = split_parts(rooms.parts(n))
    return Composition(len(own), pushes_in(own), sizes)


@cache
def _chain(pushes: bool) -> Chain:
    derived = derive(rooms.ROOM)
    name_of = {boxes: name for name, boxes in derived.boxes_of.items()}
    cost: Callable[[str], int] = pushes_in if pushes else len
    passages = [
        RoomPassage(state, entry, leaving, name_of[after], cost(lurd))
        for state, boxes in derived.boxes_of.items()
        for entry in rooms.ROOM.ports
        for (leaving, after), lurd in ways(rooms.ROOM, derived, boxes, entry, pushes=pushes).items()
    ]

    def between(one: int, other: int) -> int:
        return cost("u" + "r" * (rooms.STEP * abs(one - other)) + "d")

    return Chain(
        passages, derived.starts["shut"], cost(rooms.FIRST), cost(rooms.SECOND), cost(rooms.START),
        lambda n: cost(rooms.way_back(n)), between, cost(rooms.END), rooms.MOST,
    )  # fmt: skip


def _floor(level: Level) -> int:
    return len(reachable(level.board, State(frozenset(), level.player)))


def _library() -> list[LibraryPattern]:
    return from_json(files("sokodead").joinpath("local_patterns.json").read_text(encoding="utf-8"))


def _tiny_levels() -> list[tuple[Level, int | None]]:
    rng = Random(5)
    drawn = (random_mixed_level(rng, max_height=4, max_width=4, max_boxes=2) for _ in count())
    fitting = (level for level in drawn if len(level.board.floor) <= 12 and not level.boxes <= level.goals)
    levels = islice(fitting, 100)
    return [(level, require_verdict(search_exhaustively(level)).pushes) for level in levels]


def _fibonacci_drawn() -> dict[int, FamilyLevel]:
    return {n: cells_of(fibonacci.fibonacci_level(n), n) for n in range(fibonacci.LEAST, fibonacci.MOST + 1)}


def _before_the_climb(n: int) -> str:
    first, shorter, *_ = fibonacci.parts(n, Side.RIGHT)
    return "".join(expand([first, shorter], lambda part: fibonacci.parts(*part)))


def _theorems() -> dict[str, Callable[[], Proof]]:
    first = {n: (fibonacci.fibonacci_moves(n), fibonacci.fibonacci_pushes(n)) for n in (4, 5)}
    compositions = {n: _composition(n) for n in range(5, fibonacci.MOST + 1)}
    endings = {n: (_end_of(n, Side.RIGHT), _end_of(n, Side.LEFT)) for n in range(3, fibonacci.MOST + 1)}
    floors = {n: _floor(fibonacci.fibonacci_level(n)) for n in range(fibonacci.LEAST, fibonacci.MOST + 1)}
    return {
        **fibonacci_theorems(compositions, endings, first, floors),
        **fewest_theorems(
            Sizes(_fibonacci_drawn, fibonacci.fibonacci_moves, fibonacci.fibonacci_pushes),
            Sizes(
                partial(_classical_drawn, 4), fibonacci_classical.classical_moves, fibonacci_classical.classical_pushes
            ),
            partial(_classical_drawn, 5),
        ),
        **ways_theorems(_fibonacci_drawn, fibonacci.fibonacci_moves, _before_the_climb),
        **classical_theorems(
            _classical_pieces,
            PLAIN,
            {n: (fibonacci_classical.classical_moves(n), fibonacci_classical.classical_pushes(n)) for n in (4, 6)},
            {n: _floor(fibonacci_classical.classical_level(n)) for n in range(4, fibonacci_classical.MOST + 1)},
        ),
        **staggered_theorems(
            _pieces_of_staggered,
            (2, staggered.staggered_moves(2), staggered.staggered_pushes(2)),
            {k: _floor(staggered.staggered_level(k)) for k in range(staggered.LEAST, staggered.MOST + 1)},
        ),
        **rooms_theorems(
            {n: _composition_of_rooms(n) for n in range(1, rooms.MOST + 1)},
            (1, rooms.rooms_moves(1), rooms.rooms_pushes(1)),
            {n: _floor(rooms.rooms_level(n)) for n in range(1, ROOMS_WITH_COUNTED_SQUARES + 1)},
            lambda: problems(rooms.ROOM, rooms.TABLE),
            str(rooms.TABLE).replace("\n", "; "),
            _chain,
        ),
        **local_lemmas(),
        "dead-windows": partial(dead_windows, "dead-windows", _library),
        "tiny-levels": partial(tiny_levels, "tiny-levels", _tiny_levels),
    }


THEOREMS = MappingProxyType(_theorems())
"""All theorems by name; calling one proves it."""
