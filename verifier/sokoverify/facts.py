"""Facts, read and checked as they come."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from sokospec.board import Level
from sokospec.errors import counted
from sokoverify.bounds import (
    BACKWARDS,
    COUNTING,
    GROUND,
    GROUPS,
    KIND,
    PATTERNS,
    PRICES,
    Choice,
    Facts,
)
from sokoverify.closed_facts import (
    FINE,
    MAY_STAY,
    NO_FLOOR,
    NOT_BESIDE,
    NOT_LEFT,
    TOO_MUCH,
    groups_are_closed,
    patterns_are_closed,
    read_regions,
)
from sokoverify.floor_squares import Room, Squares
from sokoverify.grounds import GroundList, Grounds
from sokoverify.kernel_arrays import INFINITE, INT32, INT64, Growing
from sokoverify.line_kernels import MALFORMED, read_patterns
from sokoverify.text import Refused, Text
from sokoverify.words import Names, number, numbers

FACT = re.compile(
    r"(patterns|frozen|potential|counting|prices|groups)( back)? (\S+)(?: in (\S+))?(?: by ([0-9 ]+))? : (.+)"
)
COLUMNS = 10
AT_ONCE = 500
MOST_SORTED_AT_ONCE = 1 << 22
NO_FACT = "there is no earlier fact"

WRONG = {
    NO_FLOOR: "a square of a fact is no floor, or a frozen box",
    NOT_BESIDE: "a pattern has boxes and a player on different floor squares",
    NOT_LEFT: "a pattern's player is not where the frozen boxes leave him",
    MAY_STAY: "a group is said to need pushes where its boxes may stay",
}


class Read:
    """Patterns as they were read: sizes, boxes, players, and excesses if they are groups; then regions."""

    def __init__(self, sizes: INT64, members: INT32, players: INT32, excess: INT64) -> None:
        """Keep them; nothing is known of the regions yet."""
        self.member_at = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
        self.members, self.players, self.excess = members, players, excess
        self.regions: INT64 = np.zeros(0, dtype=np.int64)


class FactList:
    """The facts that have been checked so far."""

    def __init__(self, level: Level, squares: Squares, room: Room, names: Names, look: Callable[[int], object]) -> None:
        """Begin without any; `look` is called with the bytes to be taken next, and may raise `LimitReached`."""
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
        self._of = Growing(np.int64)
        self._prices: dict[int, dict[int, int]] = {}
        self._ways, self._members = Growing(np.int32), Growing(np.int32)
        self._member_at, self._regions, self._excess = (Growing(np.int64) for _ in range(3))
        self._partner_row, self._partner = Growing(np.int64), Growing(np.int32)
        self._partner_first, self._entries = Growing(np.int64), Growing(np.int64)
        for each in (self._member_at, self._partner_row, self._partner_first):
            each.add(np.zeros(1, dtype=np.int64))
        self._last = self._most_groups = 0

    def kernels_see(self) -> tuple[Facts, Grounds]:
        """Return the facts and grounds as kernels take them."""
        return self._facts(), self._grounds.arrays

    def _facts(self) -> Facts:
        return Facts(
            len(self._rows),
            self._of.array[: self._of.used].reshape(-1, COLUMNS),
            self._ways.array,
            self._member_at.array,
            self._members.array,
            self._regions.array,
            self._excess.array,
            self._partner_row.array,
            self._partner.array,
            self._partner_first.array,
            self._entries.array,
        )

    def choice(self) -> Choice:
        """Return room for kernels that ask these facts."""

        def ints(size: int) -> INT64:
            return np.zeros(size, dtype=np.int64)

        facts, groups = len(self._rows) + 1, self._most_groups + 2
        return Choice(
            found=ints(groups),
            kept=ints(groups),
            taken=ints(self._squares.n + 1),
            stamp=ints(4),
            cited=ints(facts),
            named=ints(facts),
            alone=ints(facts),
            lost=ints(facts),
        )

    def indices(self, listed: Sequence[int], *, backwards: bool = False) -> INT64:
        """Return the places of facts. Raises `Refused` where one of them says nothing of pushes in the direction."""
        for each in listed:
            if each not in self.index_of or bool(self._rows[self.index_of[each]][BACKWARDS]) != backwards:
                raise Refused(f"{NO_FACT} {each} that bounds the pushes of a state")
        return np.array([*dict.fromkeys(self.index_of[each] for each in listed)], dtype=np.int64)

    def read(self, line: str, text: Text) -> None:
        """Read the fact that begins with a line, and check it."""
        match = FACT.fullmatch(line)
        if match is None:
            raise Refused(f"{line[:60]!r} is no line of a certificate")
        kind, back, named, inside, cited, what = match.groups()
        fact = number(named, 1)
        within = None if inside is None else number(inside, 1)
        by = [] if cited is None else numbers(cited, 1)
        if back and kind in ("patterns", "frozen", "potential"):
            raise Refused(f"{kind} say nothing of the play before")
        if kind == "groups" and len(by) != 1:
            raise Refused("groups rest on one fact, which has their prices")
        if kind in ("potential", "counting", "prices") and by:
            raise Refused(f"{kind} rests on no other fact")
        if kind == "frozen":
            boxes, player = self._names.pattern(what)
            floor_of = self._squares.floor_of
            read = Read(np.array([len(boxes)]), floor_of[boxes], floor_of[[player]].copy(), np.zeros(1, dtype=np.int64))
        elif kind in ("patterns", "groups"):
            read = self._patterns(text, number(what, 1), groups=kind == "groups")
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
            self._add_groups(fact, ground, read, by[0], backwards=bool(back))
        elif kind == "potential":
            self._add_potential(fact, ground, listed)
        elif kind == "counting":
            self._add_counting(fact, ground, listed, backwards=bool(back))
        else:
            self._add_prices(fact, ground, listed, backwards=bool(back))
        self._last = fact

    def _begin(self, fact: int, within: int | None) -> int:
        if fact <= self._last:
            raise Refused(f"fact {fact} comes after fact {self._last}: numbers must increase")
        if within is not None and within not in self._ground_of:
            raise Refused(f"{NO_FACT} {within} that freezes boxes or is a potential")
        return 0 if within is None else self._ground_of[within]

    def _patterns(self, text: Text, count: int, *, groups: bool) -> Read:
        """Read so many lines of patterns, or of groups."""
        sizes, members = Growing(np.int64), Growing(np.int32)
        players, excess = Growing(np.int32), Growing(np.int64)
        place = np.zeros(5, dtype=np.int64)
        while place[2] < count:
            if not text.fill():
                text.next()
            most = min(count - int(place[2]), AT_ONCE)
            for column in (sizes, players, excess):
                column.used = int(place[2])
                column.reserve(most)
            members.used = int(place[3])
            members.reserve(len(text.data) // 2 + 2)
            place[0], place[1], place[4] = text.at, 0, int(groups)
            stop = read_patterns.compiled(
                self._squares, text.array, place, most, members.array, sizes.array, players.array, excess.array
            )
            text.passed(int(place[0]), int(place[1]))
            if stop == MALFORMED or (place[1] == 0 and place[2] < count):
                line = text.next()
                raise Refused(f"{(self._names.group if groups else self._names.pattern)(line)} cannot be read")
        n = int(place[2])
        return Read(
            sizes.array[:n].copy(), members.array[: place[3]].copy(), players.array[:n].copy(), excess.array[:n].copy()
        )

    def _require(self, wrong: int, about: INT64 | None = None) -> None:
        if wrong in WRONG:
            raise Refused(WRONG[wrong])
        if wrong != FINE and about is not None:
            floor = np.flatnonzero(self._squares.floor_of < self._squares.n)
            box, landing = (divmod(int(floor[about[i]]), self._width) for i in (2, 3))
            if wrong == TOO_MUCH:
                raise Refused(f"one push, from {box} to {landing}, takes more off than one push")
            raise Refused(f"nothing shows that the push from {box} to {landing} leads to a dead state")

    def _regions_of(self, ground: int, read: Read) -> None:
        words = self._squares.words
        self._look(8 * words * len(read.players))
        read.regions = np.zeros(words * len(read.players), dtype=np.int64)
        for begin in range(0, len(read.players), AT_ONCE):
            self._look(0)
            end = min(len(read.players), begin + AT_ONCE)
            regions = read.regions[begin * words : end * words]
            member_at, players = read.member_at[begin : end + 1], read.players[begin:end]
            grounds = self._grounds.arrays
            self._require(read_regions.compiled(grounds, ground, member_at, read.members, players, self._room, regions))

    def _add_row(self, fact: int, kind: int, ground: int, *columns: int) -> int:
        """Add a fact: whether it is about play backwards, where its table begins, its total, and the other columns."""
        self._rows.append([fact, kind, ground, *columns, *[0] * (COLUMNS - 3 - len(columns))])
        self._of.add(np.array(self._rows[-1]))
        self.index_of[fact] = len(self._rows) - 1
        return len(self._rows) - 1

    def _add_sorted(self, read: Read, order: INT64) -> tuple[int, int]:
        """Keep patterns in an order; returns their range."""
        words, first = self._squares.words, len(self._excess.array[: self._excess.used])
        sizes = np.diff(read.member_at)[order]
        starts = read.member_at[order]
        ends = np.cumsum(sizes)
        places = np.arange(int(ends[-1])) - np.repeat(ends - sizes, sizes) + np.repeat(starts, sizes)
        self._member_at.add(self._members.used + ends)
        self._members.add(read.members[places])
        self._regions.add(read.regions.reshape(-1, words)[order].reshape(-1))
        self._excess.add(read.excess[order])
        return first, first + len(order)

    def _check_patterns(self, ground: int, order: INT64, cited: INT64) -> None:
        choice = self.choice()
        choice.cited[: len(cited)] = cited
        about = np.array([ground, len(cited), 0, 0, 0])
        facts, grounds = self._facts(), self._grounds.arrays
        begin = 0
        while begin < len(order):
            self._look(0)
            some = order[begin : begin + AT_ONCE]
            self._require(patterns_are_closed.compiled(facts, grounds, choice, self._room, some, about), about)
            begin += int(about[4])

    def _add_patterns(self, fact: int, ground: int, read: Read, cited: INT64) -> None:
        self._regions_of(ground, read)
        goals = self._goals(ground)
        off = np.add.reduceat(~goals[read.members], read.member_at[:-1])
        if not off.all():
            raise Refused("a pattern has all of its boxes on goals")
        order = np.argsort(read.members[read.member_at[:-1]], kind="stable")
        first, last = self._add_sorted(read, order)
        index = self._add_row(fact, PATTERNS, ground, 0, 0, 0, first, last)
        places = np.empty(len(order), dtype=np.int64)
        places[order] = np.arange(first, last)
        self._check_patterns(ground, places, np.append(cited, index))

    def _goals(self, ground: int) -> NDArray[np.bool_]:
        goals: NDArray[np.bool_] = (self._squares.goal[:-1] != 0) & (self._grounds.fixed(ground) == 0)
        return goals

    def _freeze(self, fact: int, ground: int, read: Read, cited: INT64) -> None:
        self._regions_of(ground, read)
        if not self._goals(ground)[read.members].all():
            raise Refused("a frozen box stands off the goals: that is a dead pattern")
        first, _ = self._add_sorted(read, np.zeros(1, dtype=np.int64))
        self._check_patterns(ground, np.array([first]), cited)
        self._ground_of[fact] = self._grounds.freeze(ground, read.members.tolist(), read.regions)

    def _ends(self, ground: int, *, backwards: bool) -> list[int]:
        """Return the goals of a ground, or for play backwards the squares where boxes stand at first."""
        if backwards and self._grounds.fixed(ground).any():
            raise Refused("boxes that are frozen say nothing of the play before")
        ends = self._squares.first[:-1] != 0 if backwards else self._goals(ground)
        found: list[int] = np.flatnonzero(ends).tolist()
        return found

    def _add_counting(self, fact: int, ground: int, listed: list[int], *, backwards: bool) -> None:
        ends = self._ends(ground, backwards=backwards)
        chosen = {int(square) for square in self._squares.floor_of[listed]} if listed else set[int]()
        if any(self._grounds.fixed(ground)[square] for square in chosen):
            raise Refused(WRONG[NO_FLOOR])
        if chosen - set(ends):
            raise Refused("a counted square is no goal")
        free = dict.fromkeys((end for end in ends if end not in chosen), 0)
        table = self._grounds.ways(ground, free, self._ways, backwards=backwards)
        self._add_row(fact, COUNTING, ground, int(backwards), table, len(chosen))

    def _add_potential(self, fact: int, ground: int, heights: list[int]) -> None:
        squares = int((self._grounds.fixed(ground) == 0).sum())
        if len(heights) != squares:
            raise Refused(f"{counted(len(heights), 'height')} for {counted(squares, 'floor square')}")
        added = self._grounds.raise_squares(ground, heights)
        if added is None:
            raise Refused("a height is less than 0, or neighbours differ by more than 1")
        self._ground_of[fact] = added

    def prices_of_all(self, fact: int, *, backwards: bool) -> int:
        """Return the place of a fact with prices of all boxes. Raises `Refused` for any other."""
        row = self._rows[self.index_of[fact]] if fact in self.index_of else None
        if row is None or row[KIND] != PRICES or row[BACKWARDS] != backwards or self._grounds.fixed(row[GROUND]).any():
            raise Refused(f"there is no fact {fact} with prices of all boxes in that direction")
        return self.index_of[fact]

    def _add_prices(self, fact: int, ground: int, prices: list[int], *, backwards: bool) -> None:
        ends = self._ends(ground, backwards=backwards)
        if len(prices) != len(ends):
            raise Refused(f"{counted(len(prices), 'price')} for {counted(len(ends), 'goal')}")
        priced = {end: -price for end, price in zip(ends, prices, strict=True)}
        table = self._grounds.ways(ground, priced, self._ways, backwards=backwards)
        heights = self._grounds.heights(ground)
        first = int(heights[self._squares.player]) if backwards and heights is not None else 0
        index = self._add_row(fact, PRICES, ground, int(backwards), table, sum(prices) - first)
        self._prices[index] = dict(zip(ends, prices, strict=True))

    def _add_groups(self, fact: int, ground: int, read: Read, prices: int, *, backwards: bool) -> None:
        index = self.index_of.get(prices)
        row = None if index is None else self._rows[index]
        if row is None or row[1:4] != [PRICES, ground, int(backwards)] or index is None:
            raise Refused(f"{NO_FACT} {prices} with prices of the same board and direction")
        self._regions_of(ground, read)
        if np.diff(read.member_at).min() < 2:
            raise Refused("a group has 2 boxes at least")
        order = _chosen_order(read)
        first, last = self._add_sorted(read, order)
        partners = self._index(read, order, first)
        self._most_groups = max(self._most_groups, last - first)
        added = self._add_row(fact, GROUPS, ground, int(backwards), 0, 0, first, last, index, partners)
        places = np.empty(len(order), dtype=np.int64)
        places[order] = np.arange(first, last)
        priced = np.full(self._squares.n + 1, INFINITE, dtype=np.int64)
        for end, price in self._prices[index].items():
            priced[end] = price
        about = np.array([added, int(backwards), 0, 0, 0])
        facts, grounds, choice = self._facts(), self._grounds.arrays, self.choice()
        begin = 0
        while begin < len(places):
            self._look(0)
            some = places[begin : begin + AT_ONCE]
            wrong = groups_are_closed.compiled(facts, grounds, self._squares, choice, self._room, some, about, priced)
            self._require(wrong, about)
            begin += int(about[4])

    def _index(self, read: Read, order: INT64, first: int) -> int:
        """Index groups by each of their boxes and the first of the others; returns where the rows of boxes begin."""
        n = self._squares.n
        sizes = np.diff(read.member_at)
        group = np.repeat(np.arange(len(sizes)), sizes)
        box = read.members.astype(np.int64)
        lowest, second = read.members[read.member_at[:-1]][group], read.members[read.member_at[:-1] + 1][group]
        partner = np.where(box == lowest, second, lowest)
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(first, first + len(order))
        keys = box * n + partner
        by_key = np.lexsort((place[group], keys))
        unique, starts = np.unique(keys[by_key], return_index=True)
        entries = self._entries.add(place[group][by_key])
        self._partner_first.used -= 1
        begin = self._partner_first.used
        self._partner_first.add(entries + np.append(starts, len(keys)))
        self._partner.used = begin
        self._partner.add((unique % n).astype(np.int32))
        rows = begin + np.searchsorted(unique, np.arange(n + 1) * n)
        return self._partner_row.add(rows)


def _chosen_order(read: Read) -> INT64:
    """Return the order in which groups are chosen: the largest excess first, then fewer boxes, then the one whose last
    square is later, and so on."""
    sizes = np.diff(read.member_at)
    most = int(sizes.max())
    if most * len(sizes) > MOST_SORTED_AT_ONCE:
        return np.array(sorted(range(len(sizes)), key=lambda group: _rank(read, group)), dtype=np.int64)
    last: list[INT64] = []
    for back in range(1, most + 1):
        at = np.maximum(read.member_at[1:] - back, read.member_at[:-1])
        last.append(-read.members[at].astype(np.int64))
    return np.lexsort([*reversed(last), sizes, -read.excess])


def _rank(read: Read, group: int) -> tuple[int, int, list[int]]:
    boxes = read.members[read.member_at[group] : read.member_at[group + 1]]
    return -int(read.excess[group]), len(boxes), [-box for box in reversed(boxes.tolist())]
