"""Facts, parsed and checked in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sokospec.board import Level
from sokospec.errors import quantify
from sokoverify.area_list import Area, AreaList
from sokoverify.bounds import Choice, FactColumn, FactKind, Facts
from sokoverify.closed_facts import Flaw, Question, groups_are_closed, patterns_are_closed, read_regions
from sokoverify.floor_squares import Room, Squares
from sokoverify.grounds import GroundList, Grounds
from sokoverify.inside_states import enter_insides, insides_are_closed
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, MOST_WORK, Growing
from sokoverify.line_kernels import GROUPS, INSIDES, PATTERNS, Stop, read_patterns
from sokoverify.pattern_order import Listed, PartnerList, order_of_choice, sort_by_box
from sokoverify.text import Refused, Text
from sokoverify.words import Names, number, numbers

_FACT = re.compile(
    r"(patterns|frozen|potential|counting|prices|groups|area|outside|inside)( back)? (\S+)(?: in (\S+))?"
    r"(?: by ([0-9 ]+))? : (.+)"
)
_COLUMNS = len(FactColumn)
_AT_ONCE = 500
_KIND_AND_AREA = (FactColumn.KIND, FactColumn.AREA)
_NO_FACT = "there is no earlier fact"

_WRONG: dict[int, str] = {
    Flaw.NO_FLOOR: "a square of a fact is not floor, or has a frozen box",
    Flaw.NOT_BESIDE: "a pattern has boxes and a player on different floor squares",
    Flaw.NOT_LEFT: "the player of a pattern is outside the region of the frozen boxes",
    Flaw.MAY_STAY: "a group has an excess where its boxes may stay",
    Flaw.IN_AREA: "a group outside has a box in the area",
    Flaw.NOT_INSIDE: "a state inside has its boxes in the area, and the player on another square",
    Flaw.SOLVED: "a state inside has an excess where it is solved",
}


class Read(NamedTuple):
    """Parsed patterns or groups: `listed`, the players, and whether they are groups; regions come later."""

    listed: Listed
    players: INT32
    of_groups: bool = False


class FactList:
    """Facts that have been checked so far."""

    def __init__(self, level: Level, squares: Squares, room: Room, names: Names, look: Callable[[int], object]) -> None:
        """`look` is called with the number of bytes to be allocated next, and may raise `LimitReached`."""
        self._squares, self._room, self._names, self._look = squares, room, names, look
        self._width = level.board.width
        beyond: list[int] = []
        number_of = {square: i for i, square in enumerate(level.board.floor)}
        for neighbours in level.board.beyond.values():
            beyond += [squares.n if ahead is None else number_of[ahead] for ahead in neighbours]
        self._grounds = GroundList(squares, np.array(beyond, dtype=np.int32), room, look)
        self._ground_of: dict[int, int] = {}
        self.index_of: dict[int, int] = {}
        self._rows: list[list[int]] = []
        self._of = Growing(np.int64, look)
        self._prices: dict[int, dict[int, int]] = {}
        self._ways, self._members = Growing(np.int32, look), Growing(np.int32, look)
        self._member_at, self._regions, self._excess = (Growing(np.int64, look) for _ in range(3))
        self._partners, self._areas = PartnerList(squares.n, look), AreaList(squares, look)
        self._member_at.add(np.zeros(1, dtype=np.int64))
        self._last = self._most_groups = 0

    def kernels_see(self) -> tuple[Facts, Grounds]:
        facts = Facts(
            len(self._rows),
            self._of.array[: self._of.used].reshape(-1, _COLUMNS),
            self._ways.array,
            self._member_at.array,
            self._members.array,
            self._regions.array,
            self._excess.array,
            self._partners.row.array,
            self._partners.partner.array,
            self._partners.first.array,
            self._partners.entries.array,
            self._areas.marks.array,
            self._areas.rows.array,
            self._areas.slots.array,
            self._squares.random,
        )
        return facts, self._grounds.arrays

    def choice(self) -> Choice:
        def ints(size: int) -> INT64:
            return np.zeros(size, dtype=np.int64)

        facts, groups = len(self._rows) + 1, self._most_groups + 3
        return Choice(
            found=ints(groups),
            kept=ints(groups),
            taken=ints(self._squares.n + 1),
            stamp=ints(4),
            cited=ints(facts),
            named=ints(facts),
            alone=ints(facts),
            lost=ints(facts),
            fenced=np.append(np.zeros(self._squares.n, dtype=np.uint8), np.uint8(1)),
            mark=ints(self._squares.n + 1),
            queue=np.zeros(self._squares.n + 1, dtype=np.int32),
            key=ints(self._squares.words + 1),
        )

    def indices(self, listed: Sequence[int], *, backwards: bool = False) -> INT64:
        """Return the places of cited facts. Raises `Refused` if one does not bound that direction."""
        for each in listed:
            if each not in self.index_of or bool(self._rows[self.index_of[each]][FactColumn.BACKWARDS]) != backwards:
                raise Refused(f"{_NO_FACT} {each} that bounds the pushes of a state")
        return np.array([*dict.fromkeys(self.index_of[each] for each in listed)], dtype=np.int64)

    def read(self, line: str, text: Text) -> None:
        match = _FACT.fullmatch(line)
        if match is None:
            raise Refused(f"{line[:60]!r} is not a line of a certificate")
        kind, back, named, inside, cited, what = match.groups()
        fact = number(named, 1)
        within = None if inside is None else number(inside, 1)
        by = [] if cited is None else numbers(cited, 1)
        if back and kind not in ("counting", "prices", "groups"):
            raise Refused(f"a fact '{kind}' holds only forwards")
        if kind == "groups" and len(by) != 1:
            raise Refused("groups rest on one fact, which has their prices")
        if kind in ("area", "outside", "inside"):
            self._read_area(kind, fact, within, by, what, text)
            self._last = fact
            return
        if kind in ("potential", "counting", "prices") and by:
            raise Refused(f"{kind} rests on no other fact")
        if kind == "frozen":
            boxes, player = self._names.pattern(what)
            read = _one_pattern(self._squares.floor_of[boxes], self._squares.floor_of[[player]].copy())
        elif kind in ("patterns", "groups"):
            read = self._patterns(text, number(what, 1), GROUPS if kind == "groups" else PATTERNS)
        elif kind == "potential":
            listed = numbers(what)
        elif kind == "counting":
            listed = [] if what == "none" else self._names.squares(what)
        else:
            listed = [] if what == "none" else numbers(what, -999_999_999)
        ground = self._begin(fact, within)
        if kind == "patterns":
            self._add_patterns(fact, ground, read, self.indices(by))
        elif kind == "frozen":
            self._freeze(fact, ground, read, self.indices(by))
        elif kind == "groups":
            prices = self._prices_of(by[0], ground, backwards=bool(back))
            if prices is None:
                raise Refused(f"{_NO_FACT} {by[0]} with prices of the same board and direction")
            self._add_groups(fact, ground, read, prices, backwards=bool(back))
        elif kind == "potential":
            self._add_potential(fact, ground, listed)
        elif kind == "counting":
            self._add_counting(fact, ground, listed, backwards=bool(back))
        else:
            self._add_prices(fact, ground, listed, backwards=bool(back))
        self._last = fact

    def _read_area(self, kind: str, fact: int, within: int | None, by: list[int], what: str, text: Text) -> None:
        if kind == "area":
            if len(by) != 1:
                raise Refused("an area rests on one fact, which has its prices")
            squares = self._squares.floor_of[self._names.squares(what)]
            self._expect_next(fact)
            if within is not None:
                raise Refused("an area is not on the board of another fact")
            self._add_area(fact, by[0], squares)
            return
        if kind == "inside" and len(by) > 1:
            raise Refused("inside rests on one fact outside at most")
        if kind == "outside" and by:
            raise Refused("outside rests on no other fact")
        read = self._patterns(text, number(what, 1), GROUPS if kind == "outside" else INSIDES)
        self._expect_next(fact)
        area = self._areas.find(within)
        if kind == "outside":
            self._add_groups(fact, 0, read, area.prices, backwards=False, area=area.number)
        else:
            self._add_inside(fact, read, area, by[0] if by else None)

    def _expect_next(self, fact: int) -> None:
        if fact <= self._last:
            raise Refused(f"fact {fact} comes after fact {self._last}: numbers must increase")

    def _begin(self, fact: int, within: int | None) -> int:
        self._expect_next(fact)
        if within is not None and within not in self._ground_of:
            raise Refused(f"{_NO_FACT} {within} that freezes boxes or is a potential")
        return 0 if within is None else self._ground_of[within]

    def _patterns(self, text: Text, count: int, kind: int) -> Read:
        member_at, members = Growing(np.int64, self._look), Growing(np.int32, self._look)
        players, excess = Growing(np.int32, self._look), Growing(np.int64, self._look)
        place = np.zeros(5, dtype=np.int64)
        while place[2] < count:
            if not text.fill():
                text.next()
            most = min(count - int(place[2]), _AT_ONCE)
            players.used = excess.used = int(place[2])
            member_at.used, members.used = int(place[2]) + 1, int(place[3])
            for column in (member_at, players, excess):
                column.reserve(most)
            members.reserve(len(text.data) // 2 + 2)
            place[0], place[1], place[4] = text.at, 0, kind
            stop = read_patterns.compiled(
                self._squares, text.array, place, most, members.array, member_at.array, players.array, excess.array
            )
            text.skip_lines(int(place[0]), int(place[1]))
            if stop == Stop.MALFORMED or (place[1] == 0 and place[2] < count):
                explain = (self._names.pattern, self._names.group, self._names.inside)[kind]
                raise Refused(f"{explain(text.next())} cannot be read")
        n = int(place[2])
        none = np.zeros(0, dtype=np.int64)
        listed = Listed(member_at.array[: n + 1], members.array[: int(place[3])], none, excess.array[:n])
        return Read(listed, players.array[:n], kind == GROUPS)

    def _require(self, wrong: int, about: INT64 | None = None) -> None:
        if wrong in _WRONG:
            raise Refused(_WRONG[wrong])
        if wrong != Flaw.FINE and about is not None:
            floor = np.flatnonzero(self._squares.floor_of < self._squares.n)
            box, landing = (divmod(int(floor[about[i]]), self._width) for i in (Question.BOX, Question.LANDING))
            if wrong == Flaw.TOO_MUCH:
                raise Refused(f"one push, from {box} to {landing}, lowers a group's need by over 1")
            if wrong in (Flaw.OUTSIDE, Flaw.INSIDE):
                where = "outside" if wrong == Flaw.OUTSIDE else "inside"
                raise Refused(f"one push {where}, from {box} to {landing}, lowers an excess too much")
            raise Refused(f"nothing shows that the push from {box} to {landing} leads to a dead state")

    def _with_regions(self, ground: int, read: Read) -> Read:
        words, count = self._squares.words, len(read.players)
        self._look(8 * words * count)
        regions = np.zeros(words * count, dtype=np.int64)
        step = max(1, min(_AT_ONCE, MOST_WORK // self._squares.n))
        for begin in range(0, count, step):
            self._look(0)
            end = min(count, begin + step)
            some = regions[begin * words : end * words]
            member_at, players = read.listed.member_at[begin : end + 1], read.players[begin:end]
            grounds, members = self._grounds.arrays, read.listed.members
            self._require(read_regions.compiled(grounds, ground, member_at, members, players, self._room, some))
        return read._replace(listed=read.listed._replace(regions=regions))

    def _add_row(self, fact: int, kind: int, ground: int, *columns: int) -> int:
        self._rows.append([fact, kind, ground, *columns, *[0] * (_COLUMNS - 3 - len(columns))])
        self._of.add(np.array(self._rows[-1]))
        self.index_of[fact] = len(self._rows) - 1
        return len(self._rows) - 1

    def _add(self, listed: Listed, order: INT64) -> tuple[int, int]:
        first, regions = self._excess.used, listed.regions.reshape(-1, self._squares.words)
        for begin in range(0, len(order), _AT_ONCE):
            some = order[begin : begin + _AT_ONCE]
            sizes = listed.member_at[some + 1] - listed.member_at[some]
            ends = np.cumsum(sizes)
            self._look(32 * int(ends[-1]))
            members = listed.members[np.repeat(listed.member_at[some + 1] - ends, sizes) + np.arange(ends[-1])]
            self._member_at.add(self._members.used + ends)
            self._members.add(members)
            self._regions.add(regions[some].ravel())
            self._excess.add(listed.excess[some])
        return first, first + len(order)

    def _check_patterns(self, ground: int, order: INT64, cited: INT64) -> None:
        choice = self.choice()
        choice.cited[: len(cited)] = cited
        about = np.zeros(len(Question), dtype=np.int64)
        about[Question.SUBJECT], about[Question.OPTION] = ground, len(cited)
        facts, grounds = self.kernels_see()
        begin = 0
        while begin < len(order):
            self._look(0)
            some = order[begin : begin + _AT_ONCE]
            self._require(patterns_are_closed.compiled(facts, grounds, choice, self._room, some, about), about)
            begin += int(about[Question.LOOKED_AT])

    def _places(self, order: INT64, first: int) -> INT64:
        self._look(16 * len(order))
        places = np.empty(len(order), dtype=np.int64)
        places[order] = np.arange(first, first + len(order))
        return places

    def _add_patterns(self, fact: int, ground: int, read: Read, cited: INT64) -> None:
        read = self._with_regions(ground, read)
        if self._within_goals(ground, read):
            raise Refused("a pattern has all of its boxes on goals")
        order = storage_order(read, self._look)
        first, last = self._add(read.listed, order)
        index = self._add_row(fact, FactKind.PATTERNS, ground, 0, 0, 0, first, last)
        self._check_patterns(ground, self._places(order, first), np.append(cited, index))

    def _within_goals(self, ground: int, read: Read) -> bool:
        self._look(2 * len(read.listed.members))
        on_goals = self._goals(ground)[read.listed.members]  # the text of a pattern has at least one box
        return bool(np.logical_and.reduceat(on_goals, read.listed.member_at[:-1]).any())

    def _goals(self, ground: int) -> NDArray[np.bool_]:
        goals: NDArray[np.bool_] = (self._squares.goal[:-1] != 0) & (self._grounds.wall_marks(ground) == 0)
        return goals

    def _freeze(self, fact: int, ground: int, read: Read, cited: INT64) -> None:
        read = self._with_regions(ground, read)
        if not self._within_goals(ground, read):
            raise Refused("a frozen box stands off the goals: that is a dead pattern")
        first, _ = self._add(read.listed, np.zeros(1, dtype=np.int64))
        self._check_patterns(ground, np.array([first]), cited)
        self._ground_of[fact] = self._grounds.freeze(ground, read.listed.members.tolist(), read.listed.regions)

    def _ends(self, ground: int, *, backwards: bool) -> list[int]:
        if backwards and self._grounds.wall_marks(ground).any():
            raise Refused("frozen boxes hold only forwards")
        ends = self._squares.first[:-1] != 0 if backwards else self._goals(ground)
        found: list[int] = np.flatnonzero(ends).tolist()
        return found

    def _add_counting(self, fact: int, ground: int, listed: list[int], *, backwards: bool) -> None:
        ends = self._ends(ground, backwards=backwards)
        chosen = {int(square) for square in self._squares.floor_of[listed]} if listed else set[int]()
        if any(self._grounds.wall_marks(ground)[square] for square in chosen):
            raise Refused(_WRONG[Flaw.NO_FLOOR])
        if chosen - set(ends):
            raise Refused("a counted square is not a goal")
        free = dict.fromkeys((end for end in ends if end not in chosen), 0)
        table = self._grounds.ways(ground, free, self._ways, backwards=backwards)
        self._add_row(fact, FactKind.COUNTING, ground, int(backwards), table, len(chosen))

    def _add_potential(self, fact: int, ground: int, heights: list[int]) -> None:
        squares = int((self._grounds.wall_marks(ground) == 0).sum())
        if len(heights) != squares:
            raise Refused(f"{quantify(len(heights), 'height')} for {quantify(squares, 'floor square')}")
        added = self._grounds.raise_squares(ground, heights)
        if added is None:
            raise Refused("a height is less than 0, or neighbours differ by more than 1")
        self._ground_of[fact] = added

    def prices_of_all(self, fact: int, *, backwards: bool) -> int:
        """Return the place of a fact with prices of all boxes. Raises `Refused` for any other."""
        row = self._rows[self.index_of[fact]] if fact in self.index_of else None
        if (
            row is None
            or row[FactColumn.KIND] != FactKind.PRICES
            or row[FactColumn.BACKWARDS] != backwards
            or self._grounds.wall_marks(row[FactColumn.GROUND]).any()
        ):
            raise Refused(f"there is no fact {fact} with prices of all boxes in that direction")
        return self.index_of[fact]

    def _add_prices(self, fact: int, ground: int, prices: list[int], *, backwards: bool) -> None:
        ends = self._ends(ground, backwards=backwards)
        if len(prices) != len(ends):
            raise Refused(f"{quantify(len(prices), 'price')} for {quantify(len(ends), 'goal')}")
        priced = {end: -price for end, price in zip(ends, prices, strict=True)}
        table = self._grounds.ways(ground, priced, self._ways, backwards=backwards)
        heights = self._grounds.heights(ground)
        first = int(heights[self._squares.player]) if backwards and heights is not None else 0
        index = self._add_row(fact, FactKind.PRICES, ground, int(backwards), table, sum(prices) - first)
        self._prices[index] = dict(zip(ends, prices, strict=True))

    def _prices_of(self, fact: int, ground: int, *, backwards: bool) -> int | None:
        """Return the place of a fact with prices of a ground and direction, None if it is not one."""
        index = self.index_of.get(fact)
        kind = [FactKind.PRICES, ground, int(backwards)]
        return index if index is not None and self._rows[index][1:4] == kind else None

    def _add_groups(self, fact: int, ground: int, read: Read, prices: int, *, backwards: bool, area: int = 0) -> None:
        read = self._with_regions(ground, read)
        if np.diff(read.listed.member_at).min() < 2:
            raise Refused("a group has at least 2 boxes")
        order = storage_order(read, self._look)
        first, last = self._add(read.listed, order)
        stored = self._member_at.array[first : last + 1], self._members.array
        partners = self._partners.add(Listed(*stored, read.listed.regions, read.listed.excess), first)
        self._most_groups = max(self._most_groups, last - first)
        columns = int(backwards), 0, 0, first, last, prices, partners, area
        added = self._add_row(fact, FactKind.GROUPS, ground, *columns)
        places = self._places(order, first)
        priced = np.full(self._squares.n + 1, INFINITE, dtype=np.int64)
        for end, price in self._prices[prices].items():
            priced[end] = price
        about = np.zeros(len(Question), dtype=np.int64)
        about[Question.SUBJECT], about[Question.OPTION], about[Question.FOUND] = added, backwards, -1
        (facts, grounds), choice = self.kernels_see(), self.choice()
        begin = 0
        while begin < len(places):
            self._look(0)
            some = places[begin : begin + _AT_ONCE]
            wrong = groups_are_closed.compiled(facts, grounds, self._squares, choice, self._room, some, about, priced)
            self._require(wrong, about)
            begin += int(about[Question.LOOKED_AT])

    def _add_area(self, fact: int, prices: int, squares: INT32) -> None:
        index = self._prices_of(prices, 0, backwards=False)
        if index is None:
            raise Refused(f"{_NO_FACT} {prices} with prices of all boxes forwards, not of moves")
        self._areas.add(fact, index, squares)

    def _add_inside(self, fact: int, read: Read, area: Area, outside: int | None) -> None:
        below = area.prices if outside is None else self.index_of.get(outside)
        kind = [FactKind.GROUPS, area.number]
        if below is None or (outside is not None and [self._rows[below][i] for i in _KIND_AND_AREA] != kind):
            raise Refused(f"{_NO_FACT} {outside} outside the same area")
        count = len(read.players)
        first, table, slots = self._areas.reserve(count)
        columns = 0, table, 0, first, first + count, below, 0, area.number, slots
        added = self._add_row(fact, FactKind.INSIDE, 0, *columns)
        about = np.zeros(len(Question), dtype=np.int64)
        about[Question.SUBJECT], about[Question.FIRST] = added, area.prices
        about[Question.OPTION] = self._squares.goal.sum()
        (facts, grounds), choice = self.kernels_see(), self.choice()
        while about[Question.LOOKED_AT] < count:
            self._look(0)
            self._require(enter_insides.compiled(facts, grounds, choice, read.listed, read.players, about))
        about[Question.LOOKED_AT] = 0
        entries = self._areas.entries(area, grounds.beyond)
        while about[Question.LOOKED_AT] < count:
            self._look(0)
            wrong = insides_are_closed.compiled(facts, grounds, self._squares, choice, self._room, entries, about)
            self._require(wrong, about)


def _one_pattern(boxes: INT32, player: INT32) -> Read:
    none = np.zeros(0, dtype=np.int64)
    return Read(Listed(np.array([0, len(boxes)]), boxes, none, np.zeros(1, dtype=np.int64)), player)


def storage_order(read: Read, look: Callable[[int], object]) -> INT64:
    """Return the order of storage: patterns by their first box, groups in the order of choice."""
    if read.of_groups:
        return order_of_choice(read.listed, look)
    return sort_by_box(read.listed, np.arange(len(read.players)), 0, look)
