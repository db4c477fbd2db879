"""Lines of a certificate, parsed strictly; `docs/background/certificates.md` has the format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import BinaryIO

from sokospec.answer import EXACT, Objective
from sokospec.board import Board, Level, Square, State
from sokospec.certificates.facts import (
    Area,
    Counting,
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
from sokospec.certificates.ground import Rejected
from sokospec.errors import SokobanError, quantify

FIRST_LINES = "sokospec certificate 1", "sokospec certificate 2"
"""First lines of both versions; version 1 has no groups, potentials and areas."""
LISTS = "patterns", "groups", "outside", "inside"
"""Facts that name a number of further lines."""
LONGEST_LINE = 1 << 22
LARGEST_LEVEL = 1 << 16
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
_FACT = re.compile(
    r"(patterns|frozen|potential|counting|prices|groups|area|outside|inside)( back)?"
    r" (\S+)(?: in (\S+))?(?: by ([0-9 ]+))? : (.+)"
)
_CLAIM = re.compile(rf"claim (?:(solved|unsolvable)|(optimal|at-least) ({'|'.join(EXACT)}) (.+))")


def number(text: str, *, least: int = 0) -> int:
    """Parse a number of at most nine digits in its only spelling. Raises `Rejected`."""
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise Rejected(f"{text[:20]!r} is not a number from {least} upwards")
    return int(text)


def numbers(text: str, *, least: int = 0) -> tuple[int, ...]:
    """Parse numbers separated by single spaces. Raises `Rejected`."""
    return tuple(number(part, least=least) for part in text.split(" "))


class Lines:
    """Lines of a stream of ASCII, counted; each ends with a line feed."""

    def __init__(self, stream: BinaryIO, look: Callable[[], object] = lambda: None) -> None:
        self._stream = stream
        self._look = look
        self._seen = blake2b()
        self.at = 0

    def next(self) -> str:
        """Return the next line. Raises `Rejected` at the end."""
        self._look()
        self.at += 1
        line = self._stream.readline(LONGEST_LINE)
        self._seen.update(line)
        if not line.endswith(b"\n"):
            raise Rejected("the certificate ends in the middle" if len(line) < LONGEST_LINE else "the line is too long")
        if not line.isascii():
            raise Rejected("a certificate must be plain ASCII")
        return line[:-1].decode("ascii")

    def expect_end(self) -> bytes:
        """Return a digest of all lines. Raises `Rejected` if more follow."""
        self.at += 1
        if self._stream.read(1):
            raise Rejected("there is text after the end")
        return self._seen.digest()


@dataclass(frozen=True, slots=True)
class Claim:
    """`solved`, `unsolvable`, or `optimal` or `at-least` with an objective and a cost."""

    kind: str
    objective: Objective | None = None
    cost: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.kind, *([] if self.objective is None else [self.objective, *map(str, self.cost)])])


def read_claim(line: str) -> Claim:
    """Parse a claim. Raises `Rejected`.

    >>> print(read_claim("claim optimal pushes-moves 97 230"))
    optimal pushes-moves 97 230
    """
    match = _CLAIM.fullmatch(line)
    if match is None:
        raise Rejected("the second line must be the claim")
    plain, kind, objective, cost = match.groups()
    if plain is not None:
        return Claim(plain)
    claim = Claim(kind, Objective(objective), numbers(cost))
    if len(claim.cost) != len(objective.split("-")):
        raise Rejected(f"a cost in {objective} has {len(objective.split('-'))} numbers")
    return claim


def read_level(lines: Lines) -> Level:
    """Parse the level: a line with height and width, then rows with `-` for floor. Raises `Rejected`."""
    word, _, size = lines.next().partition(" ")
    if word != "level" or len(numbers(size, least=1)) != 2:
        raise Rejected("the third line must give the height and the width of the level")
    height, width = numbers(size, least=1)
    if height * width > LARGEST_LEVEL:
        raise Rejected(f"a level of {height} x {width} squares is too large")
    found: dict[str, list[Square]] = {symbol: [] for symbol in "#-.$*@+"}
    for row in range(height):
        line = lines.next()
        if len(line) != width or set(line) - found.keys():
            raise Rejected(f"a row of the level has {width} of the symbols {''.join(found)}")
        for column, symbol in enumerate(line):
            found[symbol].append(Square(row, column))
    board = Board(width, height, frozenset(found["#"]), frozenset(found["."] + found["*"] + found["+"]))
    players = found["@"] + found["+"]
    if len(players) != 1:
        raise Rejected(f"the level has {quantify(len(players), 'player')}")
    try:
        return Level(board, State(frozenset(found["$"] + found["*"]), players[0]))
    except SokobanError as error:
        raise Rejected(f"the level is invalid: {error}") from error


def square(board: Board, text: str) -> Square:
    """Return the floor square with the number row * width + column. Raises `Rejected`."""
    found = Square(*divmod(number(text), board.width))
    if found not in board.beyond:
        raise Rejected(f"square {text} is not floor")
    return found


def squares(board: Board, text: str) -> frozenset[Square]:
    """Return floor squares of increasing numbers. Raises `Rejected`."""
    listed = numbers(text)
    if any(listed[i] >= listed[i + 1] for i in range(len(listed) - 1)):
        raise Rejected("squares must be in increasing order")
    return frozenset(square(board, part) for part in text.split(" "))


def read_pattern(board: Board, text: str) -> Pattern:
    """Parse `boxes @ player`."""
    boxes, at, player = text.partition(" @ ")
    if not at:
        raise Rejected("a pattern has boxes, '@' and the player's square")
    return Pattern(squares(board, boxes), square(board, player))


def _read_excess(board: Board, text: str) -> tuple[int | None, Pattern]:
    excess, _, group = text.partition(" : ")
    return None if excess == "dead" else number(excess, least=1), read_pattern(board, group)


def _read_inside(board: Board, text: str) -> tuple[int, Pattern]:
    excess, _, state = text.partition(" : ")
    boxes, at, player = state.partition(" @ ")
    if at and boxes == "none":
        return number(excess, least=1), Pattern(frozenset(), square(board, player))
    return number(excess, least=1), read_pattern(board, state)


def read_fact(board: Board, line: str, lines: Lines) -> Fact:
    """Parse a fact; those in `LISTS` name a number of further lines."""
    match = _FACT.fullmatch(line)
    if match is None:
        raise Rejected(f"{line[:60]!r} is not a line of a certificate")
    kind, back, named, inside, cited, what = match.groups()
    fact = number(named, least=1)
    within = None if inside is None else number(inside, least=1)
    by = () if cited is None else numbers(cited, least=1)
    if back and kind not in ("counting", "prices", "groups"):
        raise Rejected(f"a fact '{kind}' holds only forwards")
    if kind == "patterns":
        listed = (read_pattern(board, lines.next()) for _ in range(number(what, least=1)))
        return Patterns(fact, tuple(listed), by, within)
    if kind == "frozen":
        return Frozen(fact, read_pattern(board, what), by, within)
    if kind == "groups":
        if len(by) != 1:
            raise Rejected("groups rest on one fact, which has their prices")
        found = (_read_excess(board, lines.next()) for _ in range(number(what, least=1)))
        return Groups(fact, by[0], tuple(found), within, bool(back))
    if kind in ("area", "outside", "inside"):
        return _read_area(board, kind, fact, within, by, what, lines)
    if by:
        raise Rejected(f"{kind} rests on no other fact")
    if kind == "potential":
        return Potential(fact, numbers(what), within)
    if kind == "counting":
        return Counting(fact, frozenset() if what == "none" else squares(board, what), within, bool(back))
    return Prices(fact, () if what == "none" else numbers(what, least=-999_999_999), within, bool(back))


def _read_area(
    board: Board, kind: str, fact: int, within: int | None, by: tuple[int, ...], what: str, lines: Lines
) -> Area | Outside | Inside:
    if kind == "area":
        if len(by) != 1:
            raise Rejected("an area rests on one fact, which has its prices")
        return Area(fact, by[0], squares(board, what), within)
    if kind == "inside":
        if len(by) > 1:
            raise Rejected("inside rests on one fact outside at most")
        states = tuple(_read_inside(board, lines.next()) for _ in range(number(what, least=1)))
        return Inside(fact, states, within, by[0] if by else None)
    if by:
        raise Rejected(f"{kind} rests on no other fact")
    return Outside(fact, tuple(_read_excess(board, lines.next()) for _ in range(number(what, least=1))), within)
