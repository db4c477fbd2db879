"""Check of a whole certificate."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE
from sokospec.certificates.ground import Rejected
from sokospec.certificates.packed import plain
from sokospec.certificates.states import Aim, BackwardSet, ClosedSet, ForwardSet, Listing, MeetingSet, Reader, one_cost
from sokospec.certificates.text import (
    FIRST_LINES,
    LISTS,
    Claim,
    Lines,
    number,
    numbers,
    read_claim,
    read_fact,
    read_level,
)
from sokospec.limits import Limits, Meter
from sokospec.replay import replay

BYTES_A_STATE = 320
"""Memory per state of a set, besides 2 bits for each square: integers, tuples, and a place in a dict."""

_SECOND = "groups ", "potential ", "area "
_LISTS = tuple(f"{kind} " for kind in LISTS)
_DIRECTIONS: dict[str, type[ClosedSet]] = {"forwards": ForwardSet, "backwards": BackwardSet}


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a certificate is accepted, its claim, and the line and reason of a rejection."""

    accepted: bool
    claim: str | None
    line: int | None
    reason: str | None
    facts: int
    states: int


def verify(stream: BinaryIO, level: Level | None = None, limits: Limits | None = None) -> Verification:
    """Check a certificate in a seekable stream; with `level`, also that it is about that level.

    Rejection is a result. The file is read three times: facts, states, closure. If half of the memory limit is too
    little for the states, they are split into shares, and the last two readings are repeated. Raises `LimitReached`.
    """
    checker = _Checker(stream, level, Meter(limits or Limits()))
    accepted, reason = True, None
    try:
        checker.check()
    except Rejected as error:
        accepted, reason = False, str(error)
    except (EOFError, zlib.error) as error:
        accepted, reason = False, f"the packed file is not whole, or something else follows: {error}"
    line = None if accepted else checker.lines.at
    claim = None if checker.claim is None else str(checker.claim)
    return Verification(accepted, claim, line, reason, checker.facts_read, checker.states)


class _Checker:
    def __init__(self, stream: BinaryIO, wanted: Level | None, meter: Meter) -> None:
        self._stream = stream
        self._wanted = wanted
        self._meter = meter
        self._digest: bytes | None = None
        self._look = lambda: meter.expand(0)
        self.lines = Lines(stream)
        self.claim: Claim | None = None
        self.facts_read = self.states = 0
        self._set: type[ClosedSet] = ForwardSet
        self._depth: tuple[int, ...] | None = None
        self._balance: tuple[int, ...] = ()
        self._is_second_version = False

    def check(self) -> None:
        level, claim = self._head()
        facts = Facts(level, self._look)
        objective = claim.objective or Objective.PUSHES

        def fact(line: str) -> None:
            if line.startswith(_SECOND) and not self._is_second_version:
                raise Rejected(
                    f"a certificate with groups, potentials or areas begins with the line {FIRST_LINES[1]!r}"
                )
            facts.add(read_fact(level.board, line, self.lines))
            self.facts_read += 1

        def count(line: str) -> None:
            self.states += 1

        start = self._body(fact, count, count)
        if (claim.kind == "solved") != (start is None):
            raise Rejected("a claim about all solutions needs the line 'start', and no other claim has it")
        if start is None:
            if self.states or self.facts_read:
                raise Rejected("a solution needs no facts")
            return
        limit = one_cost(claim.cost) if claim.objective else INFINITE
        reader = Reader(level, facts.board_ground.grid, objective)
        for share in range(shares := self._shares(level)):
            aim = Aim(objective, limit, share, shares, one_cost(self._depth or (0,)), self._balance)
            meeting = None if self._depth is None else MeetingSet(level, facts, aim)
            chosen = meeting or self._set(level, facts, aim)
            behind = meeting.rests if meeting else chosen
            self._head()
            self._body(None, self._each(reader, chosen.enter), self._each(reader, behind.enter))
            self._head()
            start = self._body(None, self._each(reader, chosen.check_steps), self._each(reader, behind.check_steps))
            chosen.check_start(start or ())

    def _each(self, reader: Reader, use: Callable[[Listing], None]) -> Callable[[str], None]:
        return lambda line: use(reader.entry(line))

    def _shares(self, level: Level) -> int:
        mib = self._meter.limits.mib
        size = BYTES_A_STATE + level.board.height * level.board.width * 2 // 7
        return 1 if mib is None else 1 + int(self.states * size / (mib * (1 << 19)))

    def _head(self) -> tuple[Level, Claim]:
        self._stream.seek(0)
        lines = self.lines = Lines(plain(self._stream, self._look), self._look)
        first = lines.next()
        if first not in FIRST_LINES:
            raise Rejected(f"a certificate begins with the line {' or '.join(map(repr, FIRST_LINES))}")
        self._is_second_version = first == FIRST_LINES[1]
        claim = self.claim = read_claim(lines.next())
        level = read_level(lines)
        if self._wanted is not None and level != self._wanted:
            raise Rejected("the certificate is about another level")
        if claim.kind in ("solved", "optimal"):
            word, space, lurd = lines.next().partition(" ")
            if word + space != "solution ":
                raise Rejected("after the level comes the solution")
            played = replay(level, lurd, look=self._look)
            if not played.valid:
                raise Rejected(f"the solution is invalid: {played.reason}")
            if claim.objective and claim.objective.cost(played.metrics.moves, played.metrics.pushes) != claim.cost:
                raise Rejected("the solution does not cost what is claimed")
        if claim.kind != "solved":
            direction = lines.next()
            if self._is_second_version and direction.startswith("meeting ") and claim.objective:
                depth, balanced, by = direction[8:].partition(" by ")
                self._depth, self._balance = numbers(depth), numbers(by, least=1) if balanced else ()
                if len(self._balance) not in (0, 2):
                    raise Rejected("a meeting is balanced by two facts")
                if len(self._depth) != len(claim.cost):
                    raise Rejected("the depth has as many numbers as the claimed cost")
                if claim.objective is Objective.PUSHES:
                    raise Rejected("the two sides meet only where moves count")
            elif direction not in _DIRECTIONS:
                raise Rejected(f"before the facts comes one of the words {' and '.join(_DIRECTIONS)}, or a meeting")
            elif direction == "backwards" and claim.objective not in (None, Objective.PUSHES):
                raise Rejected("unless two sides meet, only certificates of pushes may go backwards")
            else:
                self._set = _DIRECTIONS[direction]
        return level, claim

    def _body(
        self, fact: Callable[[str], None] | None, state: Callable[[str], None], rest: Callable[[str], None]
    ) -> tuple[int, ...] | None:
        """Read facts, states and, in a meeting, the rests; return the facts of the line `start`."""
        start: tuple[int, ...] | None = None
        turned = self._depth is None
        while (line := self.lines.next()) != "end":
            if line[:1].isdigit():
                state(line)
            elif line == "backwards" and not turned:
                state, turned = rest, True
            elif line == "start" or line.startswith("start : "):
                if start is not None:
                    raise Rejected("there is a second line 'start'")
                start = numbers(line[8:], least=1) if line != "start" else ()
            elif fact is not None:
                fact(line)
            elif line.startswith(_LISTS):
                for _ in range(number(line.rpartition(" : ")[2])):
                    self.lines.next()
        digest = self.lines.expect_end()
        if self._digest not in (None, digest):
            raise Rejected("the file has changed since it was read first")
        self._digest = digest
        return start
