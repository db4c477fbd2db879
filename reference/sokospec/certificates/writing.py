"""Writer of certificates, which the checker does not use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sokospec.board import Board, Level, Square
from sokospec.certificates.facts import (
    Area,
    Counting,
    Evidence,
    Fact,
    Frozen,
    Groups,
    Inside,
    Outside,
    Pattern,
    Patterns,
    Potential,
    Prices,
)
from sokospec.certificates.text import FIRST_LINES, LARGEST_LEVEL, Claim
from sokospec.errors import SokobanError


def require_readable(level: Level) -> None:
    """Raise `SokobanError` if the level is too large for `read_level`."""
    height, width = level.board.height, level.board.width
    if height * width > LARGEST_LEVEL:
        raise SokobanError(
            f"the level has {height} x {width} squares, and a certificate holds {LARGEST_LEVEL:,} at most; "
            "solve it without a certificate"
        )


def format_level(level: Level) -> Iterator[str]:
    """Yield the lines of the level."""
    yield f"level {level.board.height} {level.board.width}"
    for row in range(level.board.height):
        symbols = []
        for column in range(level.board.width):
            here = Square(row, column)
            on_goal = here in level.goals
            if here in level.walls:
                symbols.append("#")
            elif here in level.boxes:
                symbols.append("*" if on_goal else "$")
            elif here == level.player:
                symbols.append("+" if on_goal else "@")
            else:
                symbols.append("." if on_goal else "-")
        yield "".join(symbols)


def format_head(
    level: Level,
    claim: Claim,
    lurd: str | None,
    *,
    backwards: bool = False,
    is_second_version: bool = False,
    depth: Sequence[int] = (),
    balance: Sequence[int] = (),
) -> Iterator[str]:
    """Yield the lines before the facts; `lurd` is the solution, if any.

    With `depth`, a cost, the states of both directions meet; `balance` names two facts.
    """
    yield FIRST_LINES[is_second_version or bool(depth)]
    yield f"claim {claim}"
    yield from format_level(level)
    if lurd is not None:
        yield f"solution {lurd}"
    if depth:
        by = f" by {' '.join(map(str, balance))}" if balance else ""
        yield f"meeting {' '.join(map(str, depth))}{by}"
    elif claim.kind != "solved":
        yield "backwards" if backwards else "forwards"


def format_fact(board: Board, fact: Fact) -> Iterator[str]:
    """Yield the lines that `read_fact` reads.

    >>> board = Board(3, 2, frozenset(), frozenset({Square(0, 1)}))
    >>> list(format_fact(board, Frozen(7, Pattern(frozenset({Square(0, 1)}), Square(1, 2)), by=(2, 3))))
    ['frozen 7 by 2 3 : 1 @ 5']
    """

    def format_squares(some: frozenset[Square]) -> str:
        return " ".join(str(row * board.width + column) for row, column in sorted(some)) or "none"

    def format_pattern(pattern: Pattern) -> str:
        return f"{format_squares(pattern.boxes)} @ {format_squares(frozenset({pattern.player}))}"

    if isinstance(fact, Area | Outside | Inside):
        yield from _format_area(fact, format_squares, format_pattern)
        return
    inside = "" if fact.within is None else f" in {fact.within}"
    back = " back" if isinstance(fact, Counting | Prices | Groups) and fact.backwards else ""
    match fact:
        case Patterns() | Frozen():
            by = "" if not fact.by else f" by {' '.join(map(str, fact.by))}"
            if isinstance(fact, Frozen):
                yield f"frozen {fact.number}{inside}{by} : {format_pattern(fact.pattern)}"
            else:
                yield f"patterns {fact.number}{inside}{by} : {len(fact.patterns)}"
                yield from map(format_pattern, fact.patterns)
        case Potential():
            yield f"potential {fact.number}{inside} : {' '.join(map(str, fact.heights))}"
        case Counting():
            yield f"counting{back} {fact.number}{inside} : {format_squares(fact.goals)}"
        case Groups():
            yield f"groups{back} {fact.number}{inside} by {fact.prices} : {len(fact.excesses)}"
            for excess, group in fact.excesses:
                yield f"{'dead' if excess is None else excess} : {format_pattern(group)}"
        case _:  # Prices
            yield f"prices{back} {fact.number}{inside} : {' '.join(map(str, fact.prices)) or 'none'}"


def _format_area(
    fact: Area | Outside | Inside,
    format_squares: Callable[[frozenset[Square]], str],
    format_pattern: Callable[[Pattern], str],
) -> Iterator[str]:
    match fact:
        case Area():
            yield f"area {fact.number} by {fact.prices} : {format_squares(fact.squares)}"
            return
        case Outside():
            yield f"outside {fact.number} in {fact.within} : {len(fact.excesses)}"
        case _:  # Inside
            by = "" if fact.outside is None else f" by {fact.outside}"
            yield f"inside {fact.number} in {fact.within}{by} : {len(fact.excesses)}"
    for excess, group in fact.excesses:
        yield f"{'dead' if excess is None else excess} : {format_pattern(group)}"


def format_evidence(level: Level, evidence: Evidence) -> Iterator[str]:
    r"""Yield the certificate of evidence about the initial state.

    >>> level = Level.parse("#####\n#@ .#\n#$  #\n#####")
    >>> list(format_evidence(level, (Prices(1, (0,)),)))[-4:]
    ['forwards', 'prices 1 : 0', 'start : 1', 'end']
    """
    yield from format_head(level, Claim("unsolvable"), None)
    for fact in evidence:
        yield from format_fact(level.board, fact)
    yield f"start : {evidence[-1].number}"
    yield "end"
