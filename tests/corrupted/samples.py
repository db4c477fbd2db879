"""Certificates of small levels, of every kind, to be corrupted; and random facts, most of them true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from unittest import mock

from corrupted.naive import weighed
from property.labels import Placements, placements, pushes_from, pushes_to
from sokodead import DETECTORS
from sokogen.draws import below
from sokogen.random.random_levels import FloorKind, random_level, random_mixed_level, solvable_level
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.search import astar
from sokospec import Board, Level, Square, State
from sokospec.answer import Answer, Objective
from sokospec.certificates import (
    Counting,
    Evidence,
    Fact,
    Frozen,
    Groups,
    Pattern,
    Patterns,
    Potential,
    Prices,
    Rejected,
)
from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.evidence import Facts
from sokospec.certificates.first_pushes import first_pushes
from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_evidence, format_fact, format_head
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively
from sokospec.oracle.certificate import solve_with_certificate as solve_by_oracle
from sokospec.rules import is_solved, normalise, pushes, reachable

MOST_FLOOR, MOST_LINES = 16, 120

BY_HAND: list[tuple[Level, Evidence]] = [
    # A box in a corner, on its goal, closes the way of another one.
    (
        Level.parse("######\n#*@$##\n#*  .#\n##   #\n######"),
        (
            Frozen(1, Pattern(frozenset({Square(1, 1), Square(2, 1)}), Square(1, 2))),
            Prices(2, (0,), within=1),
        ),
    ),
    # The same twice: one frozen box on the board of another.
    (
        Level.parse("######\n#*@$*#\n##  ##\n#.   #\n######"),
        (
            Frozen(3, Pattern(frozenset({Square(1, 1)}), Square(1, 2))),
            Frozen(5, Pattern(frozenset({Square(1, 4)}), Square(1, 2)), within=3),
            Prices(8, (0,), within=5),
        ),
    ),
]


def small_level(rng: Random) -> Level:
    """Return a level whose placements are few enough to try them all."""
    while True:
        sort = rng.random()
        if sort < 0.4:
            level = random_mixed_level(rng, max_height=4, max_width=4, max_boxes=3)
        elif sort < 0.7:
            boxes = 1 + int(3 * rng.random())
            level = solvable_level(rng, height=4, width=4, boxes=boxes, wall_share=0.25, pulls=15).level
        else:
            level = random_level(rng, kind=FloorKind.SCATTERED, height=4, width=4, boxes=3, wall_share=0.2)
        if len(level.board.floor) <= MOST_FLOOR:
            return level


def meeting_certificate(
    level: Level, objective: Objective, write: Callable[[bytes], object], limits: Limits | None = None
) -> Answer:
    """Write what the fast engine does where its search backwards joins at once, so that two sides meet."""
    with mock.patch.object(astar, "_MOVES_BEFORE_PULLS", 0):
        return solve_with_certificate(level, objective, write, limits)


def certificates_of(level: Level) -> Iterator[str]:
    """Yield what the fast engine, the oracle and the detectors write about a level."""
    for objective in Objective:
        for write_one in (solve_with_certificate, meeting_certificate, solve_by_oracle):
            if write_one is meeting_certificate and objective not in (Objective.MOVES, Objective.MOVES_PUSHES):
                continue
            parts: list[bytes] = []
            write_one(level, objective, parts.append)
            text = b"".join(parts).decode("ascii")
            yield text
            if text.split("\n")[1].startswith("claim optimal"):
                yield at_least(text)
    for back in (False, True):
        found = explored(level, Random(str(level)), backwards=back)
        if found is not None:
            yield found
    for detector in DETECTORS.values():
        evidence = detector(level)
        if evidence is not None:
            yield "\n".join([*format_evidence(level, evidence), ""])


def sample(rng: Random, items: Iterable[Square], count: int) -> frozenset[Square]:
    """Return so many different squares."""
    pool = sorted(items)
    return frozenset(pool.pop(below(rng, len(pool))) for _ in range(min(count, len(pool))))


def closed_patterns(board: Board, first: State, *, most: int = 60) -> list[Pattern] | None:
    """Return a pattern with all that its boxes' pushes lead to; None if that is solved, or too much."""
    found = {normalise(board, first): first}
    for state in (queue := list(found)):
        if is_solved(board, state) or len(found) > most:
            return None
        for _, after in pushes(board, state):
            if normalise(board, after) not in found:
                found[normalise(board, after)] = after
                queue.append(normalise(board, after))
    return [Pattern(state.boxes, state.player) for state in found]


def random_facts(level: Level, rng: Random, count: int) -> list[Fact]:
    """Return facts of all kinds about a level; most are true, some rest on others, and some are not so."""
    grounds: list[tuple[int | None, Board]] = [(None, level.board)]
    facts: list[Fact] = []
    for number in range(1, count + 1):
        within, board = grounds[below(rng, len(grounds))]
        free = sorted(board.floor)
        sort = rng.random()
        if sort < 0.25:
            prices = tuple(below(rng, 9) - 4 for _ in board.goals)
            facts.append(Prices(number, prices, within))
        elif sort < 0.4:
            facts.append(Counting(number, sample(rng, board.goals, below(rng, 3)), within))
        elif sort < 0.5:
            facts.append(Counting(number, sample(rng, level.boxes, below(rng, 3)), None, backwards=True))
        elif sort < 0.6:
            facts.append(Prices(number, tuple(below(rng, 9) - 4 for _ in level.boxes), None, backwards=True))
        elif len(free) >= 2:
            here = board.goals if rng.random() < 0.4 and board.goals else free
            boxes = sample(rng, here, 1 + below(rng, 3))
            players = [square for square in free if square not in boxes]
            if not players:
                continue
            state = State(boxes, players[below(rng, len(players))])
            earlier = [fact.number for fact in facts if not isinstance(fact, Frozen) and not is_backwards(fact)]
            by = tuple(number for number in earlier if rng.random() < 0.5)
            patterns = closed_patterns(board, state)
            if boxes <= board.goals:
                facts.append(Frozen(number, Pattern(*state), by, within))
                walls = board.walls | boxes
                grounds.append((number, Board(board.width, board.height, walls, board.goals - boxes)))
            elif patterns is not None:
                facts.append(Patterns(number, tuple(patterns), by, within))
            else:
                facts.append(Patterns(number, (Pattern(*state),), by, within))
    return facts


def some_heights(floor: Iterable[Square], rng: Random, *, careless: bool = True) -> tuple[int, ...]:
    """Return heights of squares, in row order: distances from a few of them, one of which may then be another one."""
    squares = sorted(floor)
    roots = [(squares[below(rng, len(squares))], below(rng, 4)) for _ in range(1 + below(rng, 3))]
    heights = [
        min(abs(square.row - root.row) + abs(square.column - root.column) + least for root, least in roots)
        for square in squares
    ]
    if careless and rng.random() < 0.4:
        heights[below(rng, len(heights))] += below(rng, 5) - 2
    return tuple(heights)


def facts_in_potential(level: Level, rng: Random) -> list[Fact]:
    """Return a potential with prices in it, also backwards, and on the board of boxes that may be frozen."""
    board, facts = level.board, list[Fact]()
    boxes = sample(rng, level.goals, 1 + below(rng, 2))
    free = sorted(set(board.floor) - boxes)
    order = below(rng, 3)
    if order == 0 and free:
        pattern = Pattern(boxes, free[below(rng, len(free))])
        facts += [Frozen(1, pattern), Potential(2, some_heights(free, rng), within=1)]
    else:
        facts.append(Potential(1, some_heights(board.floor, rng)))
        if order == 1 and free:
            facts.append(Frozen(2, Pattern(boxes, free[below(rng, len(free))]), within=1))
    for fact in [*facts]:
        frozen = boxes if isinstance(fact, Frozen) or fact.within is not None else frozenset[Square]()
        for count, backwards in ((len(level.goals - frozen), False), (len(level.goals), True)):
            prices = tuple(below(rng, 9) - 4 for _ in range(count))
            facts.append(Prices(len(facts) + 1, prices, fact.number, backwards))
    return facts


def groups_of(level: Level, facts: Sequence[Fact], prices: Prices, number: int, size: int) -> Groups | None:
    """Return all groups of two to `size` boxes with what they need beyond the prices, by trying all; None if none do.

    `facts` are those before the prices, among them the frozen boxes on whose board they are, and the potential.
    """
    board = level.board
    grounds = {fact.number: fact for fact in facts if isinstance(fact, Frozen | Potential)}
    within, player, heights = prices.within, None, tuple[int, ...]()
    while within is not None:
        ground = grounds[within]
        if isinstance(ground, Potential):
            heights = heights or ground.heights
        else:
            player = player or ground.pattern.player
            boxes = ground.pattern.boxes
            board = Board(board.width, board.height, board.walls | boxes, board.goals - boxes)
        within = ground.within
    region = frozenset(board.floor) if player is None else reachable(board, State(frozenset(), player))
    high = tuple(zip(sorted(board.floor), heights, strict=False))
    ends = sorted(level.boxes if prices.backwards else board.goals)
    price_of = dict(zip(ends, prices.prices, strict=True))

    @cache
    def known(count: int) -> Placements:
        return placements(board, board.floor, count)

    def needed(chosen: tuple[Square, ...]) -> dict[State, int]:
        """Return the pushes from each placement to these ends, or backwards from where they stand at first, or what
        they count."""
        if heights:
            return weighed(board, frozenset(chosen), level.player if prices.backwards else None, high)
        if prices.backwards:
            return pushes_from(board, State(frozenset(chosen), level.player))
        return pushes_to(known(len(chosen)), frozenset(chosen))

    def least(ways: dict[tuple[Square, ...], dict[State, int]], state: State) -> float:
        found = [way[state] - sum(price_of[end] for end in chosen) for chosen, way in ways.items() if state in way]
        return min(found, default=INFINITE)

    alone: dict[tuple[Square, ...], dict[State, int]] = {(end,): needed((end,)) for end in ends}
    excesses: list[tuple[int | None, Pattern]] = []
    for count in range(2, size + 1):
        together = {chosen: needed(chosen) for chosen in combinations(ends, count)}
        for state in known(count):
            each = [least(alone, normalise(board, State(frozenset({box}), state.player))) for box in state.boxes]
            excess = least(together, state) - sum(each) if INFINITE not in each else 0
            if excess > 0 and state.player in region:
                excesses.append((None if excess >= INFINITE else int(excess), Pattern(*state)))
    if not excesses:
        return None
    return Groups(number, prices.number, tuple(excesses), prices.within, prices.backwards)


def other_facts(level: Level, facts: list[Fact], rng: Random) -> list[Fact]:
    """Return the facts with one of them changed, so that often it is not true."""
    if not facts:
        return facts
    at = below(rng, len(facts))
    fact = facts[at]
    numbers = [other.number for other in facts]
    floor = sorted(level.board.floor)
    if rng.random() < 0.2:
        others = [other.number for other in facts[:at] if isinstance(other, Frozen)]
        fact = replace(fact, within=others[below(rng, len(others))] if others else None)
    elif isinstance(fact, Patterns):
        i = below(rng, len(fact.patterns))
        pattern = fact.patterns[i]
        sort = rng.random()
        if sort < 0.4:
            fact = replace(fact, patterns=fact.patterns[:i] + fact.patterns[i + 1 :])
        elif sort < 0.6:
            fact = replace(fact, by=tuple(numbers[:at]))
        else:
            new = Pattern(pattern.boxes - {min(pattern.boxes)} or pattern.boxes, floor[below(rng, len(floor))])
            fact = replace(fact, patterns=(*fact.patterns[:i], new, *fact.patterns[i + 1 :]))
    elif isinstance(fact, Frozen):
        fact = replace(fact, pattern=Pattern(fact.pattern.boxes, floor[below(rng, len(floor))]))
    elif isinstance(fact, Potential):
        heights = [*fact.heights]
        heights[below(rng, len(heights))] += 1
        fact = replace(fact, heights=tuple(heights))
    elif isinstance(fact, Counting | Prices | Groups):
        fact = replace(fact, backwards=not fact.backwards)
    return [*facts[:at], fact, *facts[at + 1 :]]


def other_groups(level: Level, fact: Groups, rng: Random) -> Groups:
    """Return groups of which one is left out, or says more, or less, or something of another state, or is new."""
    at = below(rng, len(fact.excesses))
    excess, group = fact.excesses[at]
    ends = level.boxes if fact.backwards else level.goals
    boxes = ends if rng.random() < 0.5 else sample(rng, level.board.floor, 2)
    free = sorted(set(level.board.floor) - boxes) or [level.player]
    player = level.player if rng.random() < 0.3 else free[below(rng, len(free))]
    others: list[list[tuple[int | None, Pattern]]] = [
        [],
        [(None if excess is None else excess + 1, group)],
        [(1, group)],
        [(None, group)],
        [(excess, fact.excesses[below(rng, len(fact.excesses))][1])],
        [(excess, group), (1 + below(rng, 2), Pattern(boxes, player))],
    ]
    changed = (*fact.excesses[:at], *others[below(rng, len(others))], *fact.excesses[at + 1 :])
    return replace(fact, excesses=changed or fact.excesses)


def some_prices(level: Level, rng: Random) -> list[Fact]:
    """Return prices in both directions, and for boards on which a box is frozen."""

    def few(count: int) -> tuple[int, ...]:
        return tuple(below(rng, 7) - 3 for _ in range(count))

    ends = len(level.goals)
    facts: list[Fact] = [Prices(1, (0,) * ends), Prices(2, few(ends)), Prices(3, few(ends), None, backwards=True)]
    free = sorted(set(level.board.floor) - level.goals)
    for number, goal in enumerate(sorted(level.goals) if free else [], start=2):
        facts.append(Frozen(2 * number, Pattern(frozenset({goal}), free[below(rng, len(free))]), (1,)))
        facts.append(Prices(2 * number + 1, few(ends - 1), within=2 * number))
    return facts


def is_backwards(fact: Fact) -> bool:
    """Say whether a fact is about play backwards."""
    return isinstance(fact, Counting | Prices | Groups) and fact.backwards


def accepted_facts(level: Level, facts: Iterable[Fact]) -> tuple[Facts, list[Fact]]:
    """Return those facts that the checker accepts."""
    known, accepted = Facts(level), []
    for fact in facts:
        with suppress(Rejected):
            known.add(fact)
            accepted.append(fact)
    return known, accepted


def fewest_pushes(
    grid: Grid, boxes: int, region: int, bounds: Sequence[Bound]
) -> tuple[Sequence[tuple[int, int]], int]:
    """Return the fewest pushes that some closing boxes leave to try, and these boxes; all pushes and 0 without any."""
    best, closing = list(grid.pushes(boxes, region)), 0
    for some in range(1, 1 << boxes.bit_count()):
        chosen = sum(box for i, box in enumerate(bits(boxes)) if some >> i & 1)
        with suppress(Rejected):
            first = list(first_pushes(grid, boxes, region, chosen, bounds))
            if len(first) < len(best):
                best, closing = first, chosen
    return best, closing


def with_groups(level: Level, facts: Sequence[Fact], rng: Random) -> list[Fact]:
    """Return facts with all pairs over one of the prices that are among them, or as they are."""
    prices = [fact for fact in facts if isinstance(fact, Prices)]
    if not prices or rng.random() < 0.6:
        return list(facts)
    groups = groups_of(level, facts, prices[below(rng, len(prices))], 50, 2)
    return [*facts] if groups is None else [*facts, groups]


def explored(level: Level, rng: Random, *, backwards: bool) -> str | None:
    """Return a certificate by pushes that uses random facts wherever they serve, and closing boxes where they may."""
    answer = search_exhaustively(level, Objective.PUSHES)
    claim = Claim("unsolvable") if answer.pushes is None else Claim("optimal", Objective.PUSHES, (answer.pushes,))
    limit = INFINITE if answer.pushes is None else answer.pushes
    _, facts = accepted_facts(level, random_facts(level, rng, 8))
    known, facts = accepted_facts(level, with_groups(level, facts, rng))
    named = [fact.number for fact in facts if not isinstance(fact, Frozen) and is_backwards(fact) == backwards]
    named += [100]
    facts.append(Prices(100, (0,) * len(level.goals), None, backwards))
    known.add(facts[-1])
    bounds = dict(zip(named, known.bounds(named, backwards=backwards), strict=True))
    grid = known.board_ground.grid
    lines: list[str] = []
    seen: set[tuple[int, int]] = set()
    layer: list[tuple[int, int]] = []

    def number(mask: int) -> str:
        return " ".join(str(row * level.board.width + column) for row, column in grid.squares(mask))

    def settled(cost: int, boxes: int, player: int, using: set[int], after: list[tuple[int, int]]) -> None:
        for fact in named:
            if cost + bounds[fact](boxes, player) >= limit:
                using.add(fact)
                return
        region = grid.reachable(player, boxes)
        state = boxes, region & -region
        if state not in seen:
            seen.add(state)
            after.append(state)

    start: set[int] = set()
    if backwards:
        for player in bits(grid.floor & ~grid.goals):
            settled(0, grid.goals, player, start, layer)
    else:
        settled(0, grid.mask(level.boxes), grid.mask([level.player]), start, layer)
    cost = 0
    while layer and len(seen) <= MOST_LINES:
        after: list[tuple[int, int]] = []
        for boxes, player in layer:
            using: set[int] = set()
            closing = 0
            region = grid.reachable(player, boxes)
            moves = [(boxes ^ box ^ landing, box) for box, landing in grid.pushes(boxes, region)]
            if backwards:
                moves = [(boxes ^ box ^ before, behind) for box, before, behind in grid.pulls(boxes, region)]
            else:
                first, closing = fewest_pushes(grid, boxes, region, list(bounds.values()))
                if closing:
                    moves, using = [(boxes ^ box ^ landing, box) for box, landing in first], set(named)
            for then, who in moves:
                settled(cost + 1, then, who, using, after)
            line = f"{cost} : {number(boxes)} @ {number(player)}"
            line += f" : {' '.join(map(str, sorted(using or {100})))}" if using or closing else ""
            lines.append(line + (f" : {number(closing)}" if closing else ""))
        layer, cost = after, cost + 1
    if layer:
        return None
    is_second = any(isinstance(fact, Groups | Potential) for fact in facts)
    head = format_head(level, claim, answer.lurd, backwards=backwards, is_second_version=is_second)
    body = [line for fact in facts for line in format_fact(level.board, fact)]
    end = [" ".join(["start", *([":"] if start else []), *map(str, sorted(start))]), "end", ""]
    return "\n".join([*head, *body, *lines, *end])


def at_least(text: str) -> str:
    """Return the same without its solution: it still shows that none costs less."""
    lines = text.replace("\nclaim optimal ", "\nclaim at-least ", 1).split("\n")
    return "\n".join(line for line in lines if not line.startswith("solution"))


def sort_of(text: str) -> str:
    """Return a name for the parts that a certificate has, so that few of each sort serve as samples."""
    words = {
        "frozen ",
        "counting ",
        "counting back",
        "prices back",
        "groups ",
        "groups back",
        "patterns ",
        "potential ",
        "backwards",
        "meeting ",
        " in ",
    }
    there = sorted(word.strip() for word in words if f"\n{word}" in text or (word == " in " and word in text))
    claim = text.split("\n")[1].split(" ")[1:3]
    states = [line.count(" : ") for line in text.split("\n") if line[:1].isdigit() and " : " in line]
    return " ".join([*claim, *there, *(["states"] if states else []), *(["closing"] if 3 in states else [])])


def samples(seed: int, of_each: int = 3, levels: int = 300) -> list[str]:
    """Return certificates, at most so many of each sort, the longest lines apart."""
    found: dict[str, list[str]] = {}
    for level, evidence in BY_HAND:
        text = "\n".join([*format_evidence(level, evidence), ""])
        found.setdefault(f"by hand {sort_of(text)}", []).append(text)
    rng = Random(seed)
    for _ in range(levels):
        for text in certificates_of(small_level(rng)):
            listed = found.setdefault(sort_of(text), [])
            if len(listed) < of_each and text.count("\n") <= MOST_LINES and text not in listed:
                listed.append(text)
    return [text for sort in sorted(found) for text in found[sort]]
