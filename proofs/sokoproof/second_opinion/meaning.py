"""Meanings of facts as formulas of a state.

A place of a single box is the box's and the player's square, without the checker's regions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

import z3

from sokoproof.second_opinion.finding import Malformed
from sokoproof.second_opinion.step_relation import WAYS, BoardSystem, StateFrame, beside, walks
from sokospec.board import Level, Square
from sokospec.certificates.facts import Counting, Fact, Frozen, Groups, Pattern, Patterns, Potential, Prices
from sokospec.errors import quantify

Place = tuple[Square, Square]
"""The square of the box, and that of the player."""

_Steps = dict[Place, list[tuple[Place, int]]]
"""The steps from each place with their counts: 0 for a walk, 1 for a push, or by heights."""


def _steps_alone(floor: Collection[Square], heights: Mapping[Square, int] = MappingProxyType({})) -> _Steps:
    """Return each place's steps; with heights, a push also counts the player's descent.

    >>> row = [Square(0, column) for column in range(3)]
    >>> _steps_alone(row)[row[1], row[0]]
    [((Square(row=0, column=2), Square(row=0, column=1)), 1)]
    """
    found: _Steps = {(box, player): [] for box in floor for player in floor if box != player}
    for box, player in found:
        for way in WAYS:
            there = beside(player, way)
            if there == box:
                if (landing := beside(there, way)) in floor:
                    down = heights.get(player, 0) - heights.get(there, 0)
                    found[box, player].append(((landing, there), 1 + down))
            elif there in floor:
                found[box, player].append(((box, there), 0))
    return found


def _reverse(steps: _Steps) -> _Steps:
    """Return the reversed steps."""
    found: _Steps = {place: [] for place in steps}
    for place, others in steps.items():
        for other, pushes in others:
            found[other].append((place, pushes))
    return found


def _least_pushes(steps: _Steps, sources: Iterable[Place]) -> dict[Place, int]:
    """Return the least count to each place, for counts 0 and 1."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for other, pushes in steps[place]:
            if other not in found or found[place] + pushes < found[other]:
                found[other] = found[place] + pushes
                if pushes:
                    queue.append(other)
                else:
                    queue.appendleft(other)
    return found


_Part = tuple[frozenset[Square], frozenset[Square]]
"""Boxes, and where the player is."""

_MOST_FAMILIES = 400
"""The most families of disjoint groups that are put into one formula."""


class TooManyError(Exception):
    """Too many families of groups for one formula."""


@dataclass(frozen=True)
class _Setting:
    """Scope of facts: the board, or states in which frozen boxes are walls and the player is in a region.

    `goals`: those without frozen boxes, in row order; `heights`: potential for facts about moves.
    """

    floor: tuple[Square, ...]
    goals: tuple[Square, ...]
    fixed: frozenset[Square]
    region: frozenset[Square]
    heights: Mapping[Square, int] = field(default_factory=dict)

    def holds(self, frame: StateFrame) -> z3.BoolRef:
        """Return the formula "in scope"."""
        if not self.fixed:
            return z3.BoolVal(True)
        return z3.And(frame.boxes_on(self.fixed), frame.player_in(self.region))

    @cached_property
    def steps(self) -> _Steps:
        return _steps_alone(self.floor, self.heights)

    def places(self, square: Square) -> list[Place]:
        return [(square, player) for player in self.floor if player != square]


class FactMeaning:
    """Meanings of facts by number."""

    def __init__(self, level: Level, facts: Sequence[Fact], boxes: int | None = None) -> None:
        numbers = [fact.number for fact in facts]
        if any(first >= second for first, second in pairwise(numbers)):
            raise Malformed(f"the numbers of facts must increase: {numbers}")
        self.level = level
        self.system = BoardSystem(level.board, boxes)
        self.facts = {fact.number: fact for fact in facts}
        goals = tuple(sorted(level.goals))
        self._board = _Setting(tuple(self.system.floor), goals, frozenset(), frozenset(self.system.floor))
        self._settings: dict[int | None, _Setting] = {None: self._board}

    def fact(self, number: int, user: Fact | None = None) -> Fact:
        if number not in self.facts or (user is not None and number >= user.number):
            raise Malformed(f"there is no fact {number}" + ("" if user is None else f" before fact {user.number}"))
        return self.facts[number]

    def scope_of(self, fact: Fact) -> _Setting:
        if fact.within is not None and not isinstance(self.fact(fact.within, fact), Frozen | Potential):
            raise Malformed(f"fact {fact.within} freezes no boxes and is not a potential")
        setting = self._setting_within(fact.within)
        if isinstance(fact, Counting | Prices | Groups) and fact.backwards and setting.fixed:
            raise Malformed("frozen boxes hold only forwards")
        return setting

    def inside(self, fact: Frozen | Potential) -> _Setting:
        """Return the scope within a pattern or potential."""
        return self._setting_within(fact.number)

    def _setting_within(self, number: int | None) -> _Setting:
        if number not in self._settings:
            fact = self.facts[number] if number is not None else None
            assert isinstance(fact, Frozen | Potential)
            outer = self.scope_of(fact)
            if isinstance(fact, Potential):
                self._settings[number] = replace(outer, heights=_heights(fact, outer.floor))
                return self._settings[number]
            boxes, region = self.match_pattern(fact.pattern, outer)
            if not boxes <= set(outer.goals):
                raise Malformed("a frozen box is off the goals")
            self._settings[number] = _Setting(
                tuple(square for square in outer.floor if square not in boxes),
                tuple(goal for goal in outer.goals if goal not in boxes),
                outer.fixed | boxes,
                region,
                outer.heights,
            )
        return self._settings[number]

    def match_pattern(self, pattern: Pattern, setting: _Setting) -> _Part:
        """Return boxes and region."""
        floor = set(setting.floor)
        if not pattern.boxes or not pattern.boxes <= floor or pattern.player not in floor - pattern.boxes:
            raise Malformed("a pattern has boxes and a player on different squares of the floor")
        if pattern.player not in setting.region:
            raise Malformed("the player of a pattern is not in the region of the frozen boxes")
        return pattern.boxes, frozenset(walks(floor - pattern.boxes, pattern.player))

    def by(self, fact: Fact) -> list[Fact]:
        named = [self.fact(number, fact) for number in (fact.by if isinstance(fact, Patterns | Frozen) else ())]
        for other in named:
            if isinstance(other, Frozen | Potential) or (
                isinstance(other, Counting | Prices | Groups) and other.backwards
            ):
                raise Malformed(f"fact {other.number} shows no state dead")
        return named

    def dead(self, fact: Fact, frame: StateFrame) -> z3.BoolRef:
        """Return the formula "the fact shows the state dead", or, backwards, unreachable from the start."""
        setting = self.scope_of(fact)
        match fact:
            case Frozen() | Potential():
                raise Malformed(f"fact {fact.number} shows no state dead")
            case Patterns():
                matches = [self.match_pattern(pattern, setting) for pattern in fact.patterns]
                shown = z3.Or([z3.And(frame.boxes_on(boxes), frame.player_in(region)) for boxes, region in matches])
            case Counting():
                confined = self.find_confined(fact)
                inside = [(z3.And(frame.box[box], frame.player_in(players)), 1) for box, players in confined.items()]
                shown = z3.PbGe(inside, len(fact.goals) + 1) if inside else z3.BoolVal(False)
            case Prices():
                least = self.least(fact)
                lost = [place for square in setting.floor for place in setting.places(square) if place not in least]
                shown = z3.Or([z3.And(frame.box[box], frame.player[player]) for box, player in lost])
            case Groups():
                held = [_part_holds(frame, part) for excess, part in self.groups(fact) if excess is None]
                shown = z3.Or(self.dead(self.prices_of(fact), frame), *held)
        return z3.And(setting.holds(frame), shown)

    def prices_of(self, fact: Groups) -> Prices:
        prices = self.fact(fact.prices, fact)
        if not isinstance(prices, Prices) or (prices.within, prices.backwards) != (fact.within, fact.backwards):
            raise Malformed(f"fact {fact.prices} has no prices of the same board and direction")
        return prices

    def groups(self, fact: Groups) -> list[tuple[int | None, _Part]]:
        setting = self.scope_of(fact)
        found = [(excess, self.match_pattern(group, setting)) for excess, group in fact.excesses]
        if any(len(boxes) < 2 for _, (boxes, _) in found):
            raise Malformed("a group has two boxes at least")
        return found

    def excess(self, fact: Groups, frame: StateFrame) -> z3.ArithRef:
        """Return the greatest total excess; the checker's greedy choice may be less. Raises `TooManyError`."""
        listed = [(excess, part) for excess, part in self.groups(fact) if excess is not None]
        by_sum: dict[int, list[z3.BoolRef]] = {}
        for count, (total, parts) in enumerate(_families(listed, len(self.level.boxes))):
            if count == _MOST_FAMILIES:
                raise TooManyError
            by_sum.setdefault(total, []).append(z3.And([_part_holds(frame, part) for part in parts]))
        most: z3.ArithRef = z3.IntVal(0)
        for total, held in sorted(by_sum.items()):
            most = z3.If(z3.Or(held), z3.IntVal(total), most)
        return most

    def needs(self, fact: Prices | Groups, frame: StateFrame) -> z3.ArithRef:
        """Return the steps a state needs, unless dead or out of scope."""
        if isinstance(fact, Groups):
            return self.needs(self.prices_of(fact), frame) + self.excess(fact, frame)
        by_value: dict[tuple[Square, int], list[Square]] = {}
        for (box, player), pushes in sorted(self.least(fact).items()):
            by_value.setdefault((box, pushes), []).append(player)
        terms = [
            z3.If(z3.And(frame.box[box], frame.player_in(players)), z3.IntVal(pushes), z3.IntVal(0))
            for (box, pushes), players in by_value.items()
        ]
        heights = self.scope_of(fact).heights
        if fact.backwards and heights:
            terms += [heights[self.level.player] * z3.IntVal(-1), self.height(fact, frame)]
        elif heights:
            terms.append(-self.height(fact, frame))
        return z3.Sum(terms) + sum(fact.prices) if terms else z3.IntVal(sum(fact.prices))

    def height(self, fact: Fact, frame: StateFrame) -> z3.ArithRef:
        heights = self.scope_of(fact).heights
        return z3.Sum([z3.If(frame.player[square], height, 0) for square, height in sorted(heights.items())])

    def find_confined(self, fact: Counting) -> dict[Square, list[Square]]:
        """Return for each box square the player squares from which the box reaches no other goal."""
        setting, ends = self.scope_of(fact), self._ends(fact)
        if not fact.goals <= set(ends):
            raise Malformed("a counted square is not a goal")
        reached = self._pushes(fact, [end for end in ends if end not in fact.goals])
        found: dict[Square, list[Square]] = {}
        for box, player in setting.steps:
            if all((box, player) not in pushes for pushes in reached):
                found.setdefault(box, []).append(player)
        return found

    def least(self, fact: Prices) -> dict[Place, int]:
        """Return each place's reduced cost: the minimum over goals of pushes minus price; unreachable places are
        absent.
        """
        ends = self._ends(fact)
        if len(fact.prices) != len(ends):
            raise Malformed(f"{quantify(len(fact.prices), 'price')} for {quantify(len(ends), 'goal')}")
        found: dict[Place, int] = {}
        for price, pushes in zip(fact.prices, self._pushes(fact, ends), strict=True):
            for place, number in pushes.items():
                found[place] = min(number - price, found.get(place, number - price))
        return found

    def _ends(self, fact: Counting | Prices) -> Sequence[Square]:
        return sorted(self.level.boxes) if fact.backwards else self.scope_of(fact).goals

    def _pushes(self, fact: Counting | Prices, ends: Collection[Square]) -> list[dict[Place, int]]:
        setting = self.scope_of(fact)
        if fact.backwards:
            return [_least_pushes(setting.steps, [(end, self.level.player)]) for end in ends]
        back = _reverse(setting.steps)
        return [_least_pushes(back, setting.places(end)) for end in ends]


def _heights(fact: Potential, floor: Sequence[Square]) -> dict[Square, int]:
    if len(fact.heights) != len(floor):
        raise Malformed(f"{quantify(len(fact.heights), 'height')} for {quantify(len(floor), 'floor square')}")
    heights = dict(zip(sorted(floor), fact.heights, strict=True))
    near = ((square, beside(square, way)) for square in heights for way in WAYS)
    if min(fact.heights) < 0 or any(abs(heights[a] - heights.get(b, heights[a])) > 1 for a, b in near):
        raise Malformed("heights are 0 or more, and neighbours differ by 1 at most")
    return heights


def _part_holds(frame: StateFrame, part: _Part) -> z3.BoolRef:
    boxes, players = part
    return z3.And(frame.boxes_on(boxes), frame.player_in(players))


def _families(listed: Sequence[tuple[int, _Part]], boxes: int) -> Iterator[tuple[int, list[_Part]]]:
    for place, (excess, part) in enumerate(listed):
        rest = [(other, beside) for other, beside in listed[place + 1 :] if not beside[0] & part[0]]
        if len(part[0]) <= boxes:
            yield excess, [part]
            for more, parts in _families(rest, boxes - len(part[0])):
                yield excess + more, [part, *parts]
