"""Random facts about random small levels, right ones and wrong ones; all from one source of random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sokoproof.second_opinion.meaning import FactMeaning
from sokoproof.second_opinion.step_relation import WAYS, beside, walks
from sokospec.board import Board, Level, Square, State
from sokospec.certificates.facts import Counting, Fact, Frozen, Pattern, Patterns, Prices

MOST_PATTERNS = 24


def random_level(random: Random) -> Level:
    """Return a level with up to 4 x 4 squares, without outer walls, since what is off the grid is a wall anyway.

    >>> level = random_level(Random(3))
    >>> len(level.boxes) == len(level.goals) <= 3
    True
    """
    while True:
        height, width = random.randint(2, 4), random.randint(2, 4)
        squares = [Square(row, column) for row in range(height) for column in range(width)]
        walls = frozenset(square for square in squares if random.random() < 0.15)
        floor = [square for square in squares if square not in walls]
        boxes = random.randint(1, 3)
        if len(floor) > boxes:
            placed = random.sample(floor, boxes + 1)
            goals = frozenset(random.sample(floor, boxes))
            return Level(Board(width, height, walls, goals), State(frozenset(placed[1:]), placed[0]))


def random_state(random: Random, level: Level) -> State:
    """Return a state of the board with any number of boxes."""
    squares = sorted(level.board.floor)
    player, *others = random.sample(squares, len(squares))
    return State(frozenset(others[: random.randint(0, min(5, len(others)))]), player)


def random_facts(random: Random, level: Level) -> list[Fact]:
    """Return some facts about a level; most are well formed, about half of the patterns are wrong.

    >>> random = Random(1)
    >>> 1 <= len(random_facts(random, random_level(random))) <= 5
    True
    """
    facts: list[Fact] = []
    kinds = random.choice(["d", "d", "ed", "ed", "e", "E", "Ed", "f", "ef", "df", "edf", "ff", "eff"])
    frozen: int | None = None
    for kind in kinds:
        number = len(facts) + 1
        match kind:
            case "e" | "E":
                facts.append(_estimate(random, level, facts, None, backwards=kind == "E"))
            case "d":
                facts.append(_patterns(random, level, facts, None))
            case _:
                facts.append(_frozen(random, level, facts, frozen))
                frozen = number
    if frozen is not None:
        if random.random() < 0.5:
            facts.append(_estimate(random, level, facts, frozen, backwards=random.random() < 0.05))
        if random.random() < 0.7:
            facts.append(_patterns(random, level, facts, frozen))
    return facts


def _estimate(random: Random, level: Level, facts: Sequence[Fact], within: int | None, *, backwards: bool) -> Fact:
    number = len(facts) + 1
    room, _ = _room(level, facts, within)
    goals = sorted(level.boxes if backwards else level.goals & room)
    if random.random() < 0.5:
        prices = [random.choice([0, 0, 1, -1, random.randint(-9, 9)]) for _ in goals]
        return Prices(number, tuple(prices[: None if random.random() < 0.95 else -1]), within, backwards)
    counted = random.sample(goals, random.randint(0, len(goals)))
    if random.random() < 0.05:
        counted.append(random.choice(list(level.board.floor)))
    return Counting(number, frozenset(counted), within, backwards)


def _by(random: Random, facts: Sequence[Fact]) -> tuple[int, ...]:
    able = [fact.number for fact in facts if not isinstance(fact, Frozen)]
    return tuple(sorted(random.sample(able, random.randint(min(1, len(able)), len(able)))))


def _frozen(random: Random, level: Level, facts: Sequence[Fact], within: int | None) -> Frozen:
    room, region = _room(level, facts, within)
    goals = sorted(room & level.goals) or sorted(level.goals)
    boxes = frozenset(random.sample(goals, random.randint(1, len(goals))))
    if random.random() < 0.05:
        boxes |= {random.choice(list(level.board.floor))}
    rest = sorted(region - boxes) or sorted(level.board.floor)
    return Frozen(len(facts) + 1, Pattern(boxes, random.choice(rest)), _by(random, facts), within)


def _room(level: Level, facts: Sequence[Fact], within: int | None) -> tuple[set[Square], set[Square]]:
    """Return the floor without the frozen boxes, and the part of it where the player is."""
    for fact in facts:
        if isinstance(fact, Frozen) and fact.number == within:
            outer, _ = _room(level, facts, fact.within)
            room = outer - fact.pattern.boxes
            return room, set(walks(room | {fact.pattern.player}, fact.pattern.player))
    return set(level.board.floor), set(level.board.floor)


def _patterns(random: Random, level: Level, facts: Sequence[Fact], within: int | None) -> Patterns:
    """Return patterns that begin with a random one and are closed under pushes, or nearly so."""
    floor, inside = _room(level, facts, within)
    player = random.choice(sorted(inside))
    others = sorted(floor - {player}) or sorted(set(level.board.floor) - {player})
    boxes = random.sample(others, min(len(others), random.randint(1, 3)))
    by = _by(random, facts)
    lost = _lost(level, facts, by)
    found: dict[tuple[frozenset[Square], frozenset[Square]], Pattern] = {}
    more = [Pattern(frozenset(boxes), player)]
    while more and len(found) < MOST_PATTERNS:
        pattern = more.pop()
        region = frozenset(walks(floor - pattern.boxes | {pattern.player}, pattern.player))
        if (pattern.boxes, region) in found or pattern.boxes <= level.goals:
            continue
        found[pattern.boxes, region] = pattern
        for box in sorted(pattern.boxes):
            for way in WAYS:
                landing = beside(box, way)
                if beside(box, way, -1) in region and landing in floor - pattern.boxes and (landing, box) not in lost:
                    more.append(Pattern(pattern.boxes - {box} | {landing}, box))
    patterns = list(found.values()) or [Pattern(frozenset(boxes), player)]
    if random.random() < 0.6:
        patterns = _changed(random, sorted(level.board.floor), patterns)
    return Patterns(len(facts) + 1, tuple(patterns), by, within)


def _lost(level: Level, facts: Sequence[Fact], by: Sequence[int]) -> set[tuple[Square, Square]]:
    """Return the places of a box and the player that the prices named are expected to show dead."""
    if not any(isinstance(fact, Prices) and fact.number in by and fact.within is None for fact in facts):
        return set()
    prices = Prices(1, (0,) * len(level.goals))
    least = FactMeaning(level, [prices]).least(prices)
    floor = sorted(level.board.floor)
    return {(box, player) for box in floor for player in floor if (box, player) not in least}


def _changed(random: Random, squares: Sequence[Square], patterns: list[Pattern]) -> list[Pattern]:
    """Return the patterns with one dropped, or one with another player, or with a box more or less."""
    at = random.randrange(len(patterns))
    pattern, square = patterns[at], random.choice(squares)
    changed = [
        [],
        [Pattern(pattern.boxes, square)],
        [Pattern(pattern.boxes ^ {square}, pattern.player)],
        [Pattern(pattern.boxes - {random.choice(sorted(pattern.boxes))}, pattern.player)],
    ]
    return patterns[:at] + random.choice(changed) + patterns[at + 1 :] or patterns
