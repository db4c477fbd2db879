"""Check of a certificate in three passes: facts, states, and steps."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.limits import LimitReached, Limits, Meter, rss_mib
from sokoverify.closure import check_states
from sokoverify.facts import FactList
from sokoverify.floor_squares import new_room, squares_of
from sokoverify.grounds import mark_components
from sokoverify.head import Claim, Head, read_claim, read_rest, read_version
from sokoverify.kernel_arrays import INT32, INT64
from sokoverify.line_kernels import Stop, skip_lines
from sokoverify.state_table import Line, Play, Table, World, enter_states, new_table, put_again, row_bytes
from sokoverify.step_bounds import Known
from sokoverify.successors import is_first_settled
from sokoverify.text import Refused, Text
from sokoverify.words import Names, number, numbers

_COSTS = {
    Objective.PUSHES: (1, 0, 0, 0),
    Objective.MOVES: (1, 0, 1, 0),
    Objective.PUSHES_MOVES: (1, 1, 0, 1),
    Objective.MOVES_PUSHES: (1, 1, 1, 0),
}
"""Costs of a push, as two numbers, and of each move before it."""

_WRONG: dict[int, str] = {
    Stop.TWICE: "the state is in the set twice",
    Stop.ENDS: "play ends in the state, at less than the claimed cost",
    Stop.MORE_MOVES: "pushes that come first may take more moves",
    Stop.NOT_ALL_PULLS: "backwards there are no closing boxes",
    Stop.NO_CLOSING_BOX: "a closing square has no box",
    Stop.NEED_NOT: "the closing boxes need not be pushed",
    Stop.MAY_WAIT: "a closing box may have to wait for another push",
}
_MOST_LINES = 1 << 16
_MOST_SHARES = 1 << 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a check; `line` and `reason` explain a rejection."""

    accepted: bool
    claim: str | None
    line: int | None
    reason: str | None
    facts: int
    states: int


def verify(stream: BinaryIO, level: Level | None = None, limits: Limits | None = None) -> Outcome:
    """Check a certificate in a seekable stream; with `level`, also that it is about that level.

    Rejection is a result, not an error. If the states exceed the memory limit, they are split into shares, and the last
    two passes are repeated for each. Raises `LimitReached` for other limits.
    """
    checker = Checker(stream, level, Meter(limits or Limits()))
    reason: str | None = None
    try:
        checker.check()
    except Refused as refused:
        reason = str(refused)
    except (EOFError, zlib.error) as error:
        reason = f"the packed file is not whole, or something else follows: {error}"
    accepted = reason is None
    claim = None if checker.claim is None else checker.claim.words
    line = None if accepted else checker.text.line
    return Outcome(accepted, claim, line, reason, checker.facts_read, checker.states)


class Checker:
    """Check of one certificate."""

    def __init__(self, stream: BinaryIO, wanted: Level | None, meter: Meter) -> None:
        self._stream, self._wanted, self._meter = stream, wanted, meter
        self._digest: bytes | None = None
        self._head_lines = 0
        self.text = Text(stream, self._look)
        self.claim: Claim | None = None
        self.facts_read = self.states = self._rests = 0

    def _look(self, wanted: int = 0) -> None:
        """Raise `LimitReached` at a limit, also if `wanted` more bytes would exceed it."""
        self._meter.expand(0)
        mib = self._meter.limits.mib
        if wanted > 1 << 20 and mib is not None and rss_mib() + wanted / (1 << 20) >= mib:
            raise LimitReached(Verdict.LIMIT_MEMORY)

    def check(self) -> None:
        """Raise `Refused` unless the certificate shows its claim."""
        is_second_version = read_version(self.text)
        self.claim = read_claim(self.text)
        head = read_rest(self.text, self.claim, is_second_version, self._wanted)
        self._head_lines = self.text.line
        about = _About(head, self._look)
        start = self._first_time(about)
        if (start is None) != (self.claim.kind == "solved"):
            raise Refused("a claim about all solutions needs the line 'start', and no other claim has it")
        if start is None:
            if self.states or self.facts_read:
                raise Refused("a solution needs no facts")
            return
        for share in range(shares := self._shares(about)):
            about.begin(share, shares, self.states - self._rests, self._rests)
            self._again(about, about.enter)
            self._again(about, about.steps)
            about.check_start(start)

    def _shares(self, about: _About) -> int:
        mib = self._meter.limits.mib
        if mib is None:
            return 1
        room = max((mib - rss_mib()) / 2, mib / 16) * (1 << 20)
        return min(_MOST_SHARES, 1 + int(self.states * row_bytes(about.squares.words) / room))

    def _first_time(self, about: _About) -> list[int] | None:
        """Parse and check facts, count states; return the facts that the line `start` names, or None."""
        start: list[int] | None = None
        before_rests: int | None = None
        text, place = self.text, np.zeros(2, dtype=np.int64)
        while True:
            if text.fill():
                place[:] = text.at, 0
                stop = skip_lines.compiled(text.array, place, len(text.array), True)
                text.skip_lines(int(place[0]), int(place[1]))
                self.states += int(place[1])
                if stop != Stop.OTHER:
                    continue
            line = text.next()
            if line == "end":
                break
            if line == "start" or line.startswith("start : "):
                if start is not None:
                    raise Refused("there is a second line 'start'")
                start = numbers(line[8:], 1) if line != "start" else []
            elif line == "backwards" and about.head.depth is not None and before_rests is None:
                before_rests = self.states
            else:
                if line.startswith(("groups ", "potential ", "area ")) and not about.head.is_second_version:
                    first = "sokospec certificate 2"
                    raise Refused(f"a certificate with groups, potentials or areas begins with the line {first!r}")
                about.facts.read(line, text)
                self.facts_read += 1
        self._same(text.expect_end())
        self._rests = 0 if before_rests is None else self.states - before_rests
        return start

    def _same(self, digest: bytes) -> None:
        if self._digest not in (None, digest):
            raise Refused("the file has changed since it was read first")
        self._digest = digest

    def _again(self, about: _About, use: Callable[[Text], bool]) -> None:
        """Read the text again; `use` takes lines of states, and returns whether more follow."""
        text = self.text = Text(self._stream, self._look)
        about.side = 0
        for _ in range(self._head_lines):
            text.next()
        while True:
            if text.fill() and not use(text):
                continue
            line = text.next()
            if line == "end":
                break
            if line == "backwards":
                about.side = 1
            elif line.startswith(("patterns ", "groups ", "outside ", "inside ")):
                self._skip(number(line.rpartition(" : ")[2]))
        self._same(text.expect_end())

    def _skip(self, lines: int) -> None:
        text, place = self.text, np.zeros(2, dtype=np.int64)
        while lines:
            if not text.fill():
                text.next()
            place[:] = text.at, 0
            stop = skip_lines.compiled(text.array, place, min(lines, _MOST_LINES), False)
            text.skip_lines(int(place[0]), int(place[1]))
            lines -= int(place[1])
            if stop == Stop.OTHER and place[1] == 0:
                text.next()
                lines -= 1


class _About:
    def __init__(self, head: Head, look: Callable[[int], None]) -> None:
        level = head.level
        self.head, self._level, self._look = head, level, look
        self.squares = squares = squares_of(level)
        self._room = new_room(squares.n, squares.words)
        floor = np.flatnonzero(squares.floor_of < squares.n)
        self._names = Names({int(square) for square in floor}, len(level.boxes))
        self._objective = head.claim.objective or Objective.PUSHES
        self._counts = len(self._objective.split("-"))
        self.facts = FactList(level, squares, self._room, self._names, look)
        self.side = 0
        """Which of the worlds the lines are about: 1 behind the line `backwards`."""
        self._worlds: list[World] = []
        self._line, self._known = np.zeros(len(Line), dtype=np.int64), np.zeros(len(Known), dtype=np.int64)
        self._first_player = 0

    @property
    def _now(self) -> World:
        return self._worlds[self.side]

    def begin(self, share: int, shares: int, states: int, rests: int) -> None:
        """Start a share with empty tables; `states` and `rests` are the totals of both sides."""
        self._worlds = []
        squares, head = self.squares, self.head
        ends = squares.first if head.backwards else squares.goal
        push, push_second, move, move_second = _COSTS[self._objective]
        limit, depth = [*head.claim.cost, 0, 0], [*(head.depth or ()), 0, 0]
        ahead = behind = -1
        if head.balance:
            ahead, behind = (self.facts.prices_of_all(fact, backwards=at > 0) for at, fact in enumerate(head.balance))
        play = Play(
            boxes=len(self._level.boxes),
            backwards=int(head.backwards),
            counts=self._counts,
            exact=int(self._objective is not Objective.PUSHES),
            push=push,
            push_second=push_second,
            move=move,
            move_second=move_second,
            endless=int(head.claim.objective is None),
            limit=limit[0],
            limit_second=limit[1],
            black=int((ends * squares.black).sum()),
            meeting=int(head.depth is not None),
            depth=depth[0],
            depth_second=depth[1],
            ahead=ahead,
            behind=behind,
            share=share,
            shares=shares,
        )
        tables = [self._new_table(states, shares), self._new_table(rests, shares)]
        facts, grounds = self.facts.kernels_see()
        self._worlds = [World(squares, facts, grounds, play, self._room, self.facts.choice(), *tables)]
        if head.depth is not None:
            back = play._replace(backwards=1, black=int((squares.first * squares.black).sum()))
            self._worlds.append(self._worlds[0]._replace(play=back, table=tables[1]))
        self.side = 0
        self._first_player = self._player_of([*np.flatnonzero(squares.first)], squares.player)

    def _new_table(self, states: int, shares: int) -> Table:
        capacity = states if shares == 1 else states // shares + states // shares // 8 + 1000
        self._look(capacity * row_bytes(self.squares.words))
        return new_table(min(capacity, states), self.squares.words)

    def _player_of(self, boxes: list[int], player: int) -> int:
        """Return the player's square that represents his region, or his own where it matters."""
        if self._now.play.exact:
            return player
        component = self._components(boxes)
        return int(np.argmax(component == component[player]))

    def _components(self, boxes: Sequence[int]) -> INT32:
        component = np.zeros(self.squares.n, dtype=np.int32)
        self._room.fenced[boxes] = 1
        mark_components.compiled(self._now.grounds, 0, self._room, component)
        self._room.fenced[boxes] = 0
        return component

    def enter(self, text: Text) -> bool:
        """Add the states at hand; return whether another line follows."""
        line = self._line
        line[Line.PLACE], line[Line.LINES] = text.at, 0
        stop = enter_states.compiled(self._now, line, text.array, self._first_player)
        if stop == Stop.FULL:
            self._grow()
            stop = Stop.DONE
        return self._pass_lines(text, stop)

    def steps(self, text: Text) -> bool:
        """Check the steps from the states at hand; return whether another line follows."""
        line = self._line
        line[Line.PLACE], line[Line.LINES] = text.at, 0
        return self._pass_lines(text, check_states.compiled(self._now, line, text.array, self._known))

    def _pass_lines(self, text: Text, stop: int) -> bool:
        text.skip_lines(int(self._line[Line.PLACE]), int(self._line[Line.LINES]))
        if stop in (Stop.DONE, Stop.OTHER):
            return stop == Stop.OTHER
        line = text.next()
        found = self._names.state(line, self._counts)
        if stop in _WRONG:
            raise Refused(_WRONG[stop])
        if stop == Stop.UNKNOWN_FACT:
            raise Refused(f"there is no earlier fact {self._line[Line.UNKNOWN]} that bounds the pushes of a state")
        if stop == Stop.LEADS_OUT:
            floor = np.flatnonzero(self.squares.floor_of < self.squares.n).tolist()
            boxes = {*found.boxes} - {floor[self._line[Line.FROM]]} | {floor[self._line[Line.TO]]}
            squares = " ".join(str(divmod(box, self._level.board.width)) for box in sorted(boxes))
            raise Refused(f"a step leads to boxes on {squares}: out of the set, and no fact rules it out")
        assert stop == Stop.MALFORMED
        raise Refused("a state that cannot be read")

    def _grow(self) -> None:
        world, words = self._now, self.squares.words
        old = world.table
        used = int(old.used[0])
        self._look((2 * used + 1000) * row_bytes(words))
        table = new_table(2 * used + 1000, words)
        table.rows[: used * (words + 2)] = old.rows[: used * (words + 2)]
        table.used[0] = used
        row = 0
        while row < used:
            self._look(0)
            row = put_again.compiled(self.squares, world.play, table, self._room.key, row)
        self._worlds[self.side] = world._replace(table=table)
        if self.side == 1:
            self._worlds[0] = self._worlds[0]._replace(rests=table)

    def check_start(self, start: list[int]) -> None:
        """Raise `Refused` unless each state where play begins is listed at cost 0, or ruled out."""
        squares, backwards = self.squares, self.head.backwards
        goals, self.side = np.flatnonzero(squares.goal), 0
        cited = self.facts.indices(start, backwards=backwards)
        self._now.choice.cited[: len(cited)] = cited
        if backwards:
            self._check_first(goals, self._players(goals), len(cited))
        else:
            self._check_first(np.flatnonzero(squares.first), [squares.player], len(cited))
        if self.head.depth is not None:
            self.side = 1
            self._check_first(goals, self._inside(), 0)

    def _check_first(self, boxes: INT64, players: list[int], cited: int) -> None:
        """Check the states where play begins with these boxes, by the first `cited` facts."""
        room = self._room
        room.boxes[: len(boxes)] = boxes
        room.occupied[boxes] = 1
        settled = True
        for player in players:
            self._look(0)
            settled = settled and is_first_settled.compiled(self._now, player, cited, self._known)
        room.occupied[boxes] = 0
        if not settled:
            raise Refused("a state where play begins is not in the set, and no fact rules it out")

    def _inside(self) -> list[int]:
        squares, component = self.squares, self._components([])
        return np.flatnonzero((component == component[squares.player]) & (squares.goal[:-1] == 0)).tolist()

    def _players(self, goals: INT64) -> list[int]:
        """Return the first square of each region into which boxes on the goals divide the floor."""
        numbers, first = np.unique(self._components(goals.tolist()), return_index=True)
        found: list[int] = first[numbers >= 0].tolist()
        return found
