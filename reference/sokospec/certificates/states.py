"""Closed sets of states: play reaches no solution below the claimed cost."""

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
from sokospec.errors import quantify

BASE = 1 << 60
"""Two counts make one cost: the first times this base, plus the second.

Such numbers compare lexicographically, as the pairs do, because second counts differ by less than 10^15. A number in
a certificate has at most nine digits, and a level at most 65,536 squares, so a walk takes fewer moves than that, a
bound sums up at most as many distances, prices and excesses, and a balance is the difference of two bounds.
"""

_REMEMBERED = 1 << 14
"""Size of the caches of bounds: states listed near each other lead to the same states."""


class Listing(NamedTuple):
    """Line of a state: cost, masks of boxes and player, facts, and the boxes to push first."""

    cost: int
    boxes: int
    player: int
    by: tuple[int, ...]
    closing: int


def one_cost(counts: Sequence[int]) -> int:
    """Return the counts of an objective as one number that compares and adds up as they do."""
    return counts[0] * BASE + counts[1] if len(counts) == 2 else counts[0]


_COSTS = {each: (one_cost(each.cost(1, 1)), one_cost(each.cost(1, 0))) for each in EXACT}
"""Cost of a push, and of each move before it (0 where the player's square within his region does not matter)."""


class Reader:
    """Parser of state lines."""

    def __init__(self, level: Level, grid: Grid, objective: Objective) -> None:
        board = level.board
        self._bits = {str(row * board.width + column): grid.mask([(row, column)]) for row, column in board.floor}
        self._boxes = len(level.boxes)
        self._counts = len(objective.split("-"))

    def entry(self, line: str) -> Listing:
        """Parse `cost : boxes @ player : facts : closing boxes`; the last two parts are optional."""
        cost, *rest = line.split(" : ")
        if not 1 <= len(rest) <= 3:
            raise Rejected("a state has a cost, boxes and a player, facts, and closing boxes, with ' : ' between them")
        names, _, player = rest[0].partition(" @ ")
        boxes, here = self._mask(names), self._mask(player)
        if boxes.bit_count() != self._boxes or here.bit_count() != 1 or here & boxes:
            raise Rejected(f"a state has {quantify(self._boxes, 'box')} and the player beside them")
        counts = numbers(cost)
        if len(counts) != self._counts:
            raise Rejected(f"a cost here has {self._counts} numbers")
        by = numbers(rest[1], least=1) if len(rest) > 1 else ()
        return Listing(one_cost(counts), boxes, here, by, self._mask(rest[2]) if len(rest) > 2 else 0)

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
    """Claim of a set: no solution costs less than the limit, or with the limit `INFINITE` no solution exists.

    Only states of one share, out of `shares`, are kept. Two sides meet at `depth`, with a balance given by two facts.
    """

    objective: Objective
    limit: float
    share: int = 0
    shares: int = 1
    depth: float = 0
    balance: tuple[int, ...] = ()


class ClosedSet(ABC):
    """States, each with a cost, closed under play up to the limit.

    Forward claim: no solution from a state of the set, with the cost of the state, costs less than the limit. A solved
    state of the set costs the limit. For each push (or one of the `first_pushes`), let the new cost be that of the
    state plus that of the push. Either the state after the push is in the set at no more than the new cost. Or the
    player can walk to it from one in the set, at no more in all. Or a fact bounds its cost by the limit. So a solution
    with the fewest pushes that refutes the claim cannot exist: its rest after the first push refutes it too. Backwards,
    the same holds of pulls, from every solved state to the initial one.
    """

    backwards = False

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        self._facts, self._aim, self._limit = facts, aim, aim.limit
        self._grid = facts.board_ground.grid
        self._push, self._move = _COSTS[aim.objective]
        self._black = self._grid.mask(square for square in level.board.floor if sum(square) % 2)
        ends = facts.first[0] if self.backwards else self._grid.goals
        self._black_ends = (ends & self._black).bit_count()
        self._listed: dict[int, tuple[tuple[int, int], ...]] = {}
        self._left = lru_cache(_REMEMBERED)(self._cost_left)

    @abstractmethod
    def _begins(self) -> Iterator[tuple[int, int]]:
        """Yield the states where play begins."""

    @abstractmethod
    def _ends(self, boxes: int, here: int) -> bool: ...

    @abstractmethod
    def _steps(self, entry: Listing, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]: ...

    def enter(self, entry: Listing) -> None:
        """Add a state. Raises `Rejected` if it is there already, or if play ends in it below the limit."""
        boxes = entry.boxes
        if self._is_elsewhere(boxes):
            return
        if self._find_entry(boxes, entry.player):
            raise Rejected("the state is in the set twice")
        here = entry.player if self._move else self._grid.reachable(entry.player, boxes)
        if entry.cost < self._limit and self._ends(boxes, here):
            raise Rejected("play ends in the state, at less than the claimed cost")
        self._listed[boxes] = (*self._listed.get(boxes, ()), (here, entry.cost))

    def check_start(self, by: Iterable[int]) -> None:
        """Raise `Rejected` unless each state where play begins is in the set at cost 0, or bounded by the limit."""
        bounds = self._facts.bounds(by, backwards=self.backwards)
        if not all(self._is_settled(0, boxes, player, bounds) for boxes, player in self._begins()):
            raise Rejected("a state where play begins is not in the set, and no fact rules it out")

    def check_steps(self, entry: Listing) -> None:
        """Raise `Rejected` unless each step leads into the set, or to a state bounded by the limit."""
        bounds = self._facts.bounds(entry.by, backwards=self.backwards)
        for cost, boxes, player in self._steps(entry, bounds):
            if not self._is_settled(cost, boxes, player, bounds):
                squares = " ".join(f"({row}, {column})" for row, column in self._grid.squares(boxes))
                raise Rejected(f"a step leads to boxes on {squares}: out of the set, and no fact rules it out")

    def _is_elsewhere(self, boxes: int) -> bool:
        """Tell whether a state belongs to another share. The prime modulus mixes all bits."""
        return self._aim.shares > 1 and boxes % 1_000_003 % self._aim.shares != self._aim.share

    def _find_entry(self, boxes: int, player: int) -> tuple[int, int] | None:
        """Return the player's possible squares (cached where moves do not count) and the cost of a state, or None."""
        for entered in self._listed.get(boxes, ()):
            if player & entered[0]:
                return entered
        return None

    def nearest(self, boxes: int, player: int) -> float:
        """Return the least cost of a state with the same boxes, plus the walk between it and a player."""
        self._facts.board_ground.look()
        listed = self._listed.get(boxes, ())
        walks = self._grid.walks(player, boxes) if listed else ()
        costs = (cost + moves * self._move for moves, part in walks for here, cost in listed if here & part)
        return min(costs, default=INFINITE)

    def _region(self, entry: Listing) -> int:
        entered = self._find_entry(entry.boxes, entry.player)
        return self._grid.reachable(entry.player, entry.boxes) if entered is None else entered[0]

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if self._is_elsewhere(boxes):
            return True
        entered = self._find_entry(boxes, player)
        if entered is not None and entered[1] <= cost:
            return True
        for bound in bounds:
            if cost + self._left(bound, boxes, player) >= self._limit:
                return True
        return bool(self._move) and self.nearest(boxes, player) <= cost

    def _cost_left(self, bound: Bound, boxes: int, player: int) -> float:
        """Return the remaining cost that a bound guarantees.

        Each push moves a box to the other chessboard colour, so all possible numbers of pushes have one parity. A
        potential bounds moves of which at least half are pushes; backwards there may be none among them.
        """
        least = bound(boxes, player)
        if least == INFINITE:
            return INFINITE
        if bound in self._facts.of_moves:
            pushes = 0 if self.backwards else (least + 1) // 2
            return least * self._move + pushes * (self._push - self._move)
        return (least + (least - (boxes & self._black).bit_count() + self._black_ends) % 2) * self._push


class ForwardSet(ClosedSet):
    """Set closed under pushes."""

    def _begins(self) -> Iterator[tuple[int, int]]:
        yield self._facts.first

    def _ends(self, boxes: int, here: int) -> bool:
        return not boxes & ~self._grid.goals

    def _steps(self, entry: Listing, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
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
    """Set closed under pulls from the solved states, for pushes alone.

    With one fixed square of the player, a fact in a potential would say of one end what need not hold of the others.
    """

    backwards = True

    def _begins(self) -> Iterator[tuple[int, int]]:
        for part in self._grid.parts(self._grid.goals):
            yield self._grid.goals, part & -part

    def _ends(self, boxes: int, here: int) -> bool:
        first_boxes, first_player = self._facts.first
        return boxes == first_boxes and here & first_player != 0

    def _steps(self, entry: Listing, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        if entry.closing:
            raise Rejected("backwards there are no closing boxes")
        for box, before, player in self._grid.pulls(entry.boxes, self._region(entry)):
            yield entry.cost + self._push, entry.boxes ^ box ^ before, player


class _Rests(BackwardSet):
    """Ends of solutions, from before each push and from the last state: all that cost less than a depth.

    Claim: take a state before a push, or the last one, in a solution below the limit. If the rest costs less than the
    depth, the state is in the set at no more than that cost. (Or another state stands for it, at no more with the walk
    between.)

    A balance is the need ahead minus the need behind, as costs. Then twice the rest minus the balance is compared with
    twice the depth. Proofs: certificates.md, "States from both ends".
    """

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        super().__init__(level, facts, aim)
        self._by = [facts.prices_of_all(fact, backwards=at > 0) for at, fact in enumerate(aim.balance)]
        self.balance = lru_cache(_REMEMBERED)(self._balance)

    def _balance(self, boxes: int, player: int) -> float:
        """Return the need ahead minus the need behind; NaN, which satisfies no comparison, if both are infinite.

        In a solution both are finite.
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

    def _steps(self, entry: Listing, bounds: Sequence[Bound]) -> Iterator[tuple[int, int, int]]:
        if entry.closing:
            raise Rejected("backwards there are no closing boxes")
        for moves, squares in self._grid.walks(entry.player, entry.boxes):
            for box, before, player in self._grid.pulls(entry.boxes, squares):
                yield entry.cost + self._push + moves * self._move, entry.boxes ^ box ^ before, player

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if 2 * cost - self.balance(boxes, player) >= 2 * self._aim.depth:
            return True
        return super()._is_settled(cost, boxes, player, bounds)


class MeetingSet(ForwardSet):
    """Set closed under pushes up to a cost; from there on `rests` gives the costs of solutions.

    A state may be left out if its cost plus the depth reaches the limit, and no rest makes it cost less. With a
    balance, twice the cost plus the balance, and twice the depth, are compared with twice the limit.
    """

    def __init__(self, level: Level, facts: Facts, aim: Aim) -> None:
        super().__init__(level, facts, aim)
        self.rests = _Rests(level, facts, aim)

    def check_start(self, by: Iterable[int]) -> None:
        """Check the start of both sides; the backward set must have all last states."""
        super().check_start(by)
        self.rests.check_start(())

    def _is_settled(self, cost: int, boxes: int, player: int, bounds: Sequence[Bound]) -> bool:
        if super()._is_settled(cost, boxes, player, bounds):
            return True
        if 2 * cost + self.rests.balance(boxes, player) >= 2 * (self._limit - self._aim.depth):
            return cost + self.rests.nearest(boxes, player) >= self._limit
        return False
