"""The closed set of states: nothing that play can reach from the first one costs less than is claimed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from sokospec.answer import EXACT, Objective
from sokospec.board import Level
from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.evidence import Facts
from sokospec.certificates.first_pushes import first_pushes
from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.certificates.ground import Rejected
from sokospec.certificates.text import numbers
from sokospec.errors import counted

BASE = 1 << 60
"""Two counts make one cost: the first times this, plus the second. Such numbers compare as the pairs do,
lexicographically, as long as second counts that are compared differ by less than this. They differ by less than 10^15:
a number in a certificate has nine digits at most, and a level 65,536 squares, so a walk takes fewer moves than that, a
bound sums up at most so many distances, prices and excesses, and a balance is the difference of two bounds.
"""

REMEMBERED = 1 << 14
"""Of so many states the last bounds are kept: states that are listed near each other lead to the same ones."""


class Entry(NamedTuple):
    """A line for a state: its cost, its boxes and player as masks, the facts it names, and the boxes to push first."""

    cost: int
    boxes: int
    player: int
    by: tuple[int, ...]
    closing: int


def one_cost(counts: Sequence[int]) -> int:
    """Return the counts of an objective as one number that compares and adds up as they do."""
    return counts[0] * BASE + counts[1] if len(counts) == 2 else counts[0]


COSTS = {each: (one_cost(each.cost(1, 1)), one_cost(each.cost(1, 0))) for each in EXACT}
"""The cost of a push, and of each move before it; 0 where the player's square within his region does not count."""


class Reader:
    """Reads the lines of states."""

    def __init__(self, level: Level, grid: Grid, objective: Objective) -> None:
        """Know the board's squares by their numbers as text."""
        board = level.board
        self._bits = {str(row * board.width + column): grid.mask([(row, column)]) for row, column in board.floor}
        self._boxes = len(level.boxes)
        self._counts = len(objective.split("-"))

    def entry(self, line: str) -> Entry:
        """Return the state of a line `cost : boxes @ player : facts : closing boxes`; the last parts may be missing."""
        cost, *rest = line.split(" : ")
        if not 1 <= len(rest) <= 3:
            raise Rejected("a state has a cost, boxes and a player, facts, and closing boxes, with ' : ' between them")
        names, _, player = rest[0].partition(" @ ")
        boxes, here = self._mask(names), self._mask(player)
        if boxes.bit_count() != self._boxes or here.bit_count() != 1 or here & boxes:
            raise Rejected(f"a state has {counted(self._boxes, 'box')} and the player beside them")
        counts = numbers(cost)
        if len(counts) != self._counts:
            raise Rejected(f"a cost here has {self._counts} numbers")
        by = numbers(rest[1], least=1) if len(rest) > 1 else ()
        return Entry(one_cost(counts), boxes, here, by, self._mask(rest[2]) if len(rest) > 2 else 0)

    def _mask(self, names: str) -> int:
        listed = names.split(" ")
        mask = sum(map(self._bits.get, listed, repeat(0)))
        if mask.bit_count() != len(listed):  # a sum of different bits has all of them, any other has fewer
            seen: set[str] = set()
            for name in listed:
                if name not in self._bits or name in seen:
                    raise Rejected(f"{name[:20]!r} is not the number of a floor square, or is there twice")
                seen.add(name)
        return mask


class Aim(NamedTuple):
    """What a set of states is to show: that no solution costs less than the limit.

    Costs are one number, `INFINITE` for the limit where there is no solution. Only the states of one share, out of
    `shares`, are kept. Where two sides meet they do so at a depth, balanced by the prices of two facts, or by none.
    """

    objective: Objective
    limit: float
    share: int = 0
    shares: int = 1
    depth: float = 0
    balance: tuple[int, ...] = ()


class ClosedSet(ABC):
    """States, each with a cost, closed under what can be played, up to the limit.

    Going forwards the claim is that no solution from a state of the set, with the cost of the state, costs less than
    the limit. Each state after a push (or after one of the `first_pushes`) is in the set, at no more than the cost
    before plus that of the push; or the player can walk to it from one in the set, at no more than that in all; or a
    fact shows that it needs too much; and a solved state of the set costs the limit itself. So of the solutions that
    would refute the claim, one with the fewest pushes cannot exist: the rest of it, after its first push, would refute
    it too. The level's first state is in the set at cost 0, or shown to cost the limit. Backwards it is the same with
    pulls, from every solved state to the first one.

    Only the states of one share are kept at a time: the memory is bounded, the work multiplied.
    """

    backwards = False

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        """Begin with no state."""
        self._facts, self._aim, self._limit = facts, aim, aim.limit
        self._grid = facts.board_ground.grid
        self._push, self._move = COSTS[aim.objective]
        self._black = self._grid.mask(square for square in level.board.floor if sum(square) % 2)
        ends = facts.first[0] if self.backwards else self._grid.goals
        self._black_ends = (ends & self._black).bit_count()
        self._listed: dict[int, tuple[tuple[int, int], ...]] = {}
        self._left = lru_cache(REMEMBERED)(self._cost_left)

    @abstractmethod
    def _begins(self) -> Iterator[tuple[int, int]]:
        """Yield the states where play begins, as boxes and player."""

    @abstractmethod
    def _ends(self, boxes: int, here: int) -> bool:
        """Say whether play ends in a state; its player may be anywhere `here`."""

    @abstractmethod
    def _steps(self, entry: Entry, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        """Yield what can be played from a state: the cost, boxes and player after it."""

    def enter(self, entry: Entry) -> None:
        """Put a state into the set."""
        boxes = entry.boxes
        if self._is_elsewhere(boxes):
            return
        if self._entered(boxes, entry.player):
            raise Rejected("the state is in the set twice")
        here = entry.player if self._move else self._grid.reachable(entry.player, boxes)
        if entry.cost < self._limit and self._ends(boxes, here):
            raise Rejected("play ends in the state, at less than the claimed cost")
        self._listed[boxes] = (*self._listed.get(boxes, ()), (here, entry.cost))

    def check_start(self, by: Iterable[int]) -> None:
        """Check that each state where play begins is in the set at cost 0, or shown to cost the limit."""
        bounds = self._facts.bounds(by, backwards=self.backwards)
        if not all(self._is_settled(0, boxes, player, bounds) for boxes, player in self._begins()):
            raise Rejected("a state where play begins is not in the set, and no fact rules it out")

    def check_steps(self, entry: Entry) -> None:
        """Check that what can be played from a state leads into the set, or to a state shown to cost the limit."""
        bounds = self._facts.bounds(entry.by, backwards=self.backwards)
        for cost, boxes, player in self._steps(entry, bounds):
            if not self._is_settled(cost, boxes, player, bounds):
                squares = " ".join(f"({row}, {column})" for row, column in self._grid.squares(boxes))
                raise Rejected(f"a step leads to boxes on {squares}: out of the set, and no fact rules it out")

    def _is_elsewhere(self, boxes: int) -> bool:
        """Say whether a state is another share's business; by way of a prime, which mixes all bits of the number."""
        return self._aim.shares > 1 and boxes % 1_000_003 % self._aim.shares != self._aim.share

    def _entered(self, boxes: int, player: int) -> tuple[int, int] | None:
        """Return what is known of a state in the set, None if it is not there: where its player may be, and its cost.

        Where moves do not count he may be anywhere in his region, which is kept, so that it is found once for each
        state and not for each push that leads to it.
        """
        for entered in self._listed.get(boxes, ()):
            if player & entered[0]:
                return entered
        return None

    def nearest(self, boxes: int, player: int) -> float:
        """Return the least cost of a state in the set with the same boxes, with the walk between it and a player."""
        self._facts.board_ground.look()
        listed = self._listed.get(boxes, ())
        walks = self._grid.walks(player, boxes) if listed else ()
        costs = (cost + moves * self._move for moves, part in walks for here, cost in listed if here & part)
        return min(costs, default=INFINITE)

    def _region(self, entry: Entry) -> int:
        """Return where the player of a state can walk to, where moves do not count."""
        entered = self._entered(entry.boxes, entry.player)
        return self._grid.reachable(entry.player, entry.boxes) if entered is None else entered[0]

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if self._is_elsewhere(boxes):
            return True
        entered = self._entered(boxes, player)
        if entered is not None and entered[1] <= cost:
            return True
        for bound in bounds:
            if cost + self._left(bound, boxes, player) >= self._limit:
                return True
        return bool(self._move) and self.nearest(boxes, player) <= cost

    def _cost_left(self, bound: Bound, boxes: int, player: int) -> float:
        """Return what is left to pay at least by a bound.

        Each push brings a box to a square of the other colour, as on a chessboard, so all numbers of pushes that are
        possible are even, or all are odd. Of the moves that a potential shows, half or more are pushes; not so of those
        before a state, which may be all walk.
        """
        least = bound(boxes, player)
        if least == INFINITE:
            return INFINITE
        if bound in self._facts.of_moves:
            pushes = 0 if self.backwards else (least + 1) // 2
            return least * self._move + pushes * (self._push - self._move)
        return (least + (least - (boxes & self._black).bit_count() + self._black_ends) % 2) * self._push


class ForwardSet(ClosedSet):
    """Closed under pushes, from the first state."""

    def _begins(self) -> Iterator[tuple[int, int]]:
        yield self._facts.first

    def _ends(self, boxes: int, here: int) -> bool:
        return not boxes & ~self._grid.goals

    def _steps(self, entry: Entry, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        grid, boxes = self._grid, entry.boxes
        if self._move:
            if entry.closing:
                raise Rejected("pushes that come first may take more moves")
            for moves, squares in grid.walks(entry.player, boxes):
                for box, landing in grid.pushes(boxes, squares):
                    yield entry.cost + self._push + moves * self._move, boxes ^ box ^ landing, box
            return
        region = self._region(entry)
        tried = grid.pushes(boxes, region)
        if entry.closing:
            tried = first_pushes(grid, boxes, region, entry.closing, bounds)
        for box, landing in tried:
            yield entry.cost + self._push, boxes ^ box ^ landing, box


class BackwardSet(ClosedSet):
    """Closed under pulls, from the solved states; for pushes alone, as the player's square does not count then.

    With his first square alone a fact in a potential would say of one end what need not hold of the others.
    """

    backwards = True

    def _begins(self) -> Iterator[tuple[int, int]]:
        for part in self._grid.parts(self._grid.goals):
            yield self._grid.goals, part & -part

    def _ends(self, boxes: int, here: int) -> bool:
        first_boxes, first_player = self._facts.first
        return boxes == first_boxes and here & first_player != 0

    def _steps(self, entry: Entry, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        if entry.closing:
            raise Rejected("play backwards is about all pulls")
        for box, before, player in self._grid.pulls(entry.boxes, self._region(entry)):
            yield entry.cost + self._push, entry.boxes ^ box ^ before, player


class Rests(BackwardSet):
    """What is left of solutions before each push, and at their end: all that costs less than a depth.

    Take a solution of the level that costs less than the limit, and a state on it before a push, or its end. If the
    rest from there costs less than the depth, the state is in the set, at no more than that. For so are all states at
    the end of a solution, at cost 0; and a pull, after a walk, leads from the state before the next push to this one,
    at no more than the rest, so that it does not lead out of the set: neither has it the depth, nor does a fact show
    that what was played before comes to the limit with it. (Or another state is in the set, from which the player walks
    to this one, at no more in all; then that one stands for it.)

    With a balance, what a state needs by one fact, minus what it needed by the other, each as a cost: it is twice the
    rest minus the balance that is compared with twice the depth. No step lowers what is needed, or raises what was, by
    more than it costs. So twice the rest minus the balance is no more at the next state than at this one, and what has
    been said holds for it as well.
    """

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        """Begin with no state."""
        super().__init__(level, facts, aim)
        self._by = [facts.prices_of_all(fact, backwards=at > 0) for at, fact in enumerate(aim.balance)]
        self.balance = lru_cache(REMEMBERED)(self._balance)

    def _balance(self, boxes: int, player: int) -> float:
        """Return what a state needs minus what it needed.

        It is infinite where only the first is, minus infinity where only the second is, and no number, with which no
        comparison holds, where both are. Nothing rests on these: both are finite in each state of a solution.
        """
        units = [self._move if bound in self._facts.of_moves else self._push for bound in self._by]
        costs = [bound(boxes, player) * unit for bound, unit in zip(self._by, units, strict=True)]
        return costs[0] - costs[1] if costs else 0

    def _begins(self) -> Iterator[tuple[int, int]]:
        inside = self._grid.reachable(self._facts.first[1], 0)
        for player in bits(inside & ~self._grid.goals):
            yield self._grid.goals, player

    def _ends(self, boxes: int, here: int) -> bool:
        return False  # the set of the other side looks at the first state

    def _steps(self, entry: Entry, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        if entry.closing:
            raise Rejected("play backwards is about all pulls")
        for moves, squares in self._grid.walks(entry.player, entry.boxes):
            for box, before, player in self._grid.pulls(entry.boxes, squares):
                yield entry.cost + self._push + moves * self._move, entry.boxes ^ box ^ before, player

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if 2 * cost - self.balance(boxes, player) >= 2 * self._aim.depth:
            return True
        return super()._is_settled(cost, boxes, player, bounds)


class MeetingSet(ForwardSet):
    """Closed under pushes up to a cost; from there on the `rests` say what solutions cost.

    A state may be left out, too, if its cost and the depth come to the limit, and no rest does with less. For a
    solution through it that costs less than the limit would have a rest there that costs less than the depth. With a
    balance it is twice the cost plus the balance, and twice the depth, that come to twice the limit.
    """

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        """Begin with no state on either side."""
        super().__init__(level, facts, aim)
        self.rests = Rests(level, facts, aim)

    def check_start(self, by: Iterable[int]) -> None:
        """Check the start of both sides; all states at the end of a solution have to be there."""
        super().check_start(by)
        self.rests.check_start(())

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if super()._is_settled(cost, boxes, player, bounds):
            return True
        if 2 * cost + self.rests.balance(boxes, player) >= 2 * (self._limit - self._aim.depth):
            return cost + self.rests.nearest(boxes, player) >= self._limit
        return False
