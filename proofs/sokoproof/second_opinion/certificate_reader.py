"""Independent reader of certificates, whose facts z3 then proves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sokoproof.second_opinion.closed_sets import confirm_closed
from sokoproof.second_opinion.facts import MILLISECONDS
from sokoproof.second_opinion.finding import PROVED, Finding, Malformed
from sokoproof.second_opinion.step_relation import LETTERS, WAYS, beside
from sokoproof.status import Status
from sokospec.board import Board, Level, Square, State
from sokospec.certificates.facts import Counting, Fact, Frozen, Groups, Pattern, Patterns, Potential, Prices

_BASE = 1_000_000
"""Factor that combines two costs into one number.

The second cost is smaller in tiny levels: an optimal solution has no more moves between two pushes than squares.
"""

_COSTS = {"pushes": (0, 1), "moves": (1, 1), "pushes-moves": (1, _BASE + 1), "moves-pushes": (_BASE, _BASE + 1)}
"""The costs of a move and a push."""

_FACT = re.compile(
    r"(patterns|frozen|potential|counting|prices|groups)( back)? (\d+)(?: in (\d+))?(?: by ([\d ]+))? : (.*)"
)


def confirm_certificate(text: str, *, milliseconds: int = MILLISECONDS) -> Finding:
    r"""Prove a certificate's claim: all facts, and the closed set of states.

    Unknown if the set relies on CLOSING or an area, two sides meet, or there are too many groups. Raises `Malformed`;
    the format is not checked strictly.

    >>> lines = ["sokospec certificate 1", "claim unsolvable", "level 2 3", "@-.", "$--", "forwards", "prices 1 : 0"]
    >>> confirm_certificate("\n".join([*lines, "start : 1", "end"])).status
    <Status.PROVED: 'proved'>
    """
    try:
        return _Certificate(text).confirm(milliseconds)
    except Malformed:
        raise
    except (ValueError, StopIteration, IndexError) as error:
        raise Malformed(f"the certificate cannot be read: {error}") from error


class _Certificate:
    def __init__(self, text: str) -> None:
        lines = iter(text.splitlines())
        next(lines)
        self._claim = next(lines).split()[1:]
        self._level = _level(lines)
        self._lurd = next(lines).partition(" ")[2] if self._claim[0] in ("solved", "optimal") else None
        direction = next(lines) if self._claim[0] != "solved" else "forwards"
        self._backwards, self._meets = direction == "backwards", direction.startswith("meeting ")
        self._facts: list[Fact] = []
        self._states: list[tuple[list[str], State]] = []
        self._closing = self._has_area = False
        for line in lines:
            if line.startswith("area "):
                self._has_area = True
                break
            if line[0].isdigit():
                cost, state, *others = line.split(" : ")
                self._closing = self._closing or len(others) > 1
                pattern = self._pattern(state)
                self._states.append((cost.split(), State(pattern.boxes, pattern.player)))
            elif line not in ("end", "backwards") and line.split()[0] != "start":
                self._facts.append(self._fact(line, lines))

    def confirm(self, milliseconds: int) -> Finding:
        kind, objective, *cost = [*self._claim, "pushes"][: max(2, len(self._claim))]
        limit = _one(cost) if cost else None
        move, push = _COSTS[objective]
        if self._lurd is not None:
            moves, pushes = self._count_steps(self._lurd)
            if limit is not None and move * moves + (push - move) * pushes != limit:
                return Finding(Status.REFUTED, "the solution does not cost what is claimed", lurd=self._lurd)
        if kind == "solved":
            return replace(PROVED, lurd=self._lurd)
        if self._closing:
            return Finding(Status.UNKNOWN, "pushes that come first cannot be checked step by step")
        if self._has_area:
            return Finding(Status.UNKNOWN, "what pushes waste in an area cannot be checked step by step")
        if self._meets:
            return Finding(Status.UNKNOWN, "that two sides meet cannot be checked step by step")
        finding = confirm_closed(
            self._level,
            [(_one(cost), state) for cost, state in self._states],
            self._facts,
            move=move,
            push=push,
            limit=limit,
            backwards=self._backwards,
            milliseconds=milliseconds,
        )
        return replace(finding, lurd=self._lurd)

    def _square(self, number: int) -> Square:
        return Square(*divmod(number, self._level.board.width))

    def _squares(self, text: str) -> frozenset[Square]:
        return frozenset(self._square(number) for number in _numbers(text))

    def _pattern(self, text: str) -> Pattern:
        boxes, player = text.split(" @ ")
        return Pattern(self._squares(boxes), self._square(int(player)))

    def _excess(self, text: str) -> tuple[int | None, Pattern]:
        excess, group = text.split(" : ")
        return None if excess == "dead" else int(excess), self._pattern(group)

    def _fact(self, line: str, lines: Iterator[str]) -> Fact:
        match = _FACT.fullmatch(line)
        if match is None:
            raise Malformed(f"{line!r} is not a fact")
        kind, back, name, inside, named, what = match.groups()
        number, within, by = int(name), int(inside) if inside else None, _numbers(named or "")
        if kind == "patterns":
            return Patterns(number, tuple(self._pattern(next(lines)) for _ in range(int(what))), by, within)
        if kind == "frozen":
            return Frozen(number, self._pattern(what), by, within)
        if kind == "potential":
            return Potential(number, _numbers(what), within)
        if kind == "groups":
            listed = tuple(self._excess(next(lines)) for _ in range(int(what)))
            return Groups(number, by[0], listed, within, back is not None)
        if kind == "counting":
            return Counting(number, self._squares(what), within, back is not None)
        return Prices(number, _numbers(what), within, back is not None)

    def _count_steps(self, lurd: str) -> tuple[int, int]:
        floor = set(self._level.board.floor)
        boxes, player = set(self._level.boxes), self._level.player
        for letter in lurd:
            way = WAYS[LETTERS.index(letter.lower())]
            player, landing = beside(player, way), beside(player, way, 2)
            push = player in boxes
            if player not in floor or push != letter.isupper() or (push and landing not in floor - boxes):
                raise Malformed(f"{letter} cannot be played")
            if push:
                boxes ^= {player, landing}
        if boxes != self._level.goals:
            raise Malformed("the solution does not solve the level")
        return len(lurd), sum(letter.isupper() for letter in lurd)


def _one(cost: Sequence[str]) -> int:
    return int(cost[0]) if len(cost) == 1 else int(cost[0]) * _BASE + int(cost[1])


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "none" else tuple(map(int, text.split()))


def _level(lines: Iterator[str]) -> Level:
    height, width = map(int, next(lines).split()[1:])
    rows = [next(lines) for _ in range(height)]
    drawn = {Square(at, column): symbol for at, row in enumerate(rows) for column, symbol in enumerate(row)}

    def those(symbols: str) -> frozenset[Square]:
        return frozenset(square for square, symbol in drawn.items() if symbol in symbols)

    [player] = those("@+")
    return Level(Board(width, height, those("#"), those(".*+")), State(those("$*"), player))
