"""Writer of certificates, which the checker does not use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sokospec.board import Board, Level, Square
from sokospec.certificates.facts import (
    Area,
    Counting,
    Evidence,
    Fact,
    Frozen,
    Groups,
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

    def format_excess(group: tuple[int | None, Pattern]) -> str:
        return f"{'dead' if group[0] is None else group[0]} : {format_pattern(group[1])}"

    by: tuple[int, ...] = ()
    listed: Iterable[str] = ()
    match fact:
        case Patterns():
            by, what, listed = fact.by, str(len(fact.patterns)), map(format_pattern, fact.patterns)
        case Frozen():
            by, what = fact.by, format_pattern(fact.pattern)
        case Potential():
            what = " ".join(map(str, fact.heights))
        case Area():
            by, what = (fact.prices,), format_squares(fact.squares)
        case Counting():
            what = format_squares(fact.goals)
        case Prices():
            what = " ".join(map(str, fact.prices)) or "none"
        case Groups():
            by, what, listed = (fact.prices,), str(len(fact.excesses)), map(format_excess, fact.excesses)
        case Outside():
            what, listed = str(len(fact.excesses)), map(format_excess, fact.excesses)
        case _:  # Inside
            by, what = () if fact.outside is None else (fact.outside,), str(len(fact.excesses))
            listed = map(format_excess, fact.excesses)
    back = " back" if isinstance(fact, Counting | Prices | Groups) and fact.backwards else ""
    inside = "" if fact.within is None else f" in {fact.within}"
    named = f" by {' '.join(map(str, by))}" if by else ""
    yield f"{type(fact).__name__.lower()}{back} {fact.number}{inside}{named} : {what}"
    yield from listed


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
